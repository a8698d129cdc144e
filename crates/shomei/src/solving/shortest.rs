//! The shortest win, its line of play and its certificate.

use shomei_extract::shortest::{Shortest, Within};
use shomei_game::{Game, Notation, Status};
use shomei_proof::{Claim, Header};
use shomei_search::registry::OpenError;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Answer, Bounds, Counters, Observer, Report};
use web_time::Instant;

use super::searched::search_tuned;
use super::{
    Searched, ShortestOutputs, Solution, Task, TextLine, finish, follow, incomplete, write,
};

/// Searches `root` for the shortest win, follows a line of exactly its plies, and writes the
/// certificate of that win and the certificate that no win is shorter.
///
/// If there is no win, or none was found, this is [`solve`](super::solve). If there is a win, `then`
/// can use the search before its memory is freed.
///
/// # Errors
///
/// The algorithm cannot be opened with these settings, or they make wrong disproofs possible: every
/// bound on the length is a disproof of a win within a number of plies. Also the errors of `then`.
pub(crate) fn solve_shortest<G: Game + Notation + 'static>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: ShortestOutputs<'_>,
    then: impl FnOnce(
        &mut Solution,
        ShortestSearch<'_, '_, G>,
        &mut dyn Observer,
    ) -> Result<(), OpenError>,
) -> Result<Solution, OpenError> {
    let options = task.config.options_for_holes(game)?;
    if game.status(root) != Status::Open {
        let mut decided = task.clone();
        decided.start.store = None;
        return super::solve(game, root, &decided, observer, out.answer);
    }
    let started = Instant::now();
    let task = &task.started();
    let within = Within::new(game);
    // The line and the certificate come after the search.
    let limits = task.config.limits.but_the_end();
    let mut shortest = Shortest::new(&within, root, &options, task.config.memory, &limits)?;
    if !shortest.try_short(observer) {
        let tuned = game.for_root(root, None);
        let game = tuned.as_ref().unwrap_or(game);
        let mut rest = task.clone();
        rest.config.limits = shortest.rest();
        let mut searched = search_tuned(game, root, &rest, None, observer)?;
        shortest.add(&searched.report.counters);
        let plain = searched.report.counters;
        searched.report.counters = shortest.counters();
        searched.seconds = started.elapsed().as_secs_f64();
        if searched.report.answer != Answer::Proved {
            let mut solution = finish(game, root, task, &searched, out.answer);
            solution.shortest = Some(shortest.bracket());
            return Ok(solution);
        }
        learn(game, root, task, &searched, &plain, &mut shortest);
        shortest.keep_failures(&searched.table);
        drop(searched);
        shortest.narrow(observer)?;
    }
    let report = Report {
        answer: Answer::Proved,
        bounds: Bounds::PROVED,
        stopped_by: shortest.stopped_by(),
        counters: shortest.counters(),
    };
    shortest.go_on(&task.config.limits);
    let mut solution = Solution::of(report, started.elapsed().as_secs_f64());
    solution.shortest = Some(shortest.bracket());
    let line = shortest.best_line();
    solution.line = TextLine {
        moves: follow(game, root, line.as_deref().unwrap_or_default()),
        is_cut: line.is_none(),
        may_be_longer: false,
    };
    if let Some(out) = out.answer {
        let written = shortest.strategy().map_err(incomplete);
        let header = Header::of(game, root, Claim::Proved);
        solution.certificate =
            Some(written.and_then(|strategy| {
                write(game, root, strategy, header, &task.config.limits, out)
            }));
    }
    if let Some(out) = out.no_shorter {
        let written = shortest.no_shorter().transpose();
        solution.no_shorter = written.map(|written| {
            let (strategy, plies) = written.map_err(incomplete)?;
            let header = Header::of(game, root, Claim::Disproved).within(plies);
            write(game, root, &strategy, header, &task.config.limits, out)
        });
    }
    let search = ShortestSearch {
        shortest,
        line,
        options: &options,
    };
    let begun = Instant::now();
    then(&mut solution, search, observer)?;
    solution.seconds += begun.elapsed().as_secs_f64();
    Ok(solution)
}

/// A search that has found the shortest win.
pub(crate) struct ShortestSearch<'s, 'w, G: Game> {
    pub(crate) shortest: Shortest<'w, G>,
    /// A line of the shortest win, if one was found.
    pub(crate) line: Option<Vec<G::Move>>,
    /// The options of the df-pn searches.
    pub(crate) options: &'s DfPnOptions,
}

/// Passes the win of the plain search to the search for the shortest win.
fn learn<G: Game>(
    game: &G,
    root: &G::Position,
    task: &Task,
    searched: &Searched,
    work: &Counters,
    shortest: &mut Shortest<'_, G>,
) {
    // A strategy is a good start, and worth several times the nodes of the search that found it.
    let worth = work.nodes().max(LEAST_WORTH).saturating_mul(8);
    let mut limits = shortest.rest();
    limits.nodes = Some(limits.nodes.map_or(worth, |rest| rest.min(worth)));
    let mut extractor = searched.extractor(game, &limits);
    let strategy = extractor.strategy(root, Claim::Proved);
    shortest.add(&extractor.counters());
    drop(extractor);
    match strategy {
        Ok(strategy) => shortest.learn(strategy),
        // Filling the gaps of a strategy can take longer than the search. A line takes less, and
        // may use the time reserved for the end.
        Err(_) => {
            let limits = task.config.limits.less(&shortest.counters());
            let mut extractor = searched.extractor(game, &limits);
            let line = extractor.line(root, Claim::Proved, None);
            shortest.add(&extractor.counters());
            shortest.guess(line.moves.len());
            if line.is_complete {
                shortest.know(line.moves);
            }
        }
    }
}

/// The least value of a strategy in nodes, before the factor.
const LEAST_WORTH: u64 = 10_000;
