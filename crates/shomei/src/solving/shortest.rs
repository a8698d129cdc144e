//! The shortest win, its line of play and its certificate.

use std::io::Write;
use std::time::Instant;

use shomei_compose::Solutions;
use shomei_compose::{Counted, count};
use shomei_extract::shortest::{Shortest, Within};
use shomei_game::{Game, Notation, Status};
use shomei_proof::{Claim, Header};
use shomei_search::registry::OpenError;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Answer, Bounds, Counters, Limits, Observer, Report, Stop};

use super::searched::search_tuned;
use super::wanted::others;
use super::{Searched, Solution, Task, finish, follow, write};

/// Enough to learn what the settings mean.
const LITTLE: usize = 64 << 10;

/// Searches `root` for the shortest win, follows a line of exactly its plies, and
/// writes a certificate of that win to `out`: that none is shorter is not in it.
///
/// Where there is no win, or none was found, this is [`solve`](super::solve).
///
/// # Errors
///
/// When the algorithm cannot be opened like this, or with these settings disproofs
/// can be wrong, since each of them says that so many plies are not enough.
pub fn solve_shortest<G: Game + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, OpenError> {
    task.settings.check_sound()?;
    if game.status(root) != Status::Open {
        return super::solve(game, root, task, observer, out);
    }
    let started = Instant::now();
    let task = &task.started();
    let name = task.algorithm.name;
    let options = shomei_parallel::open(name, game, &task.settings, LITTLE)?.options_for_holes();
    let within = Within::new(game);
    // The line and the certificate come after the search.
    let limits = task.limits.but_the_end();
    let mut shortest = Shortest::new(&within, root, &options, task.memory, &limits)?;
    if !shortest.try_short(observer) {
        let tuned = game.for_root(root, None);
        let game = tuned.as_ref().unwrap_or(game);
        let rest = Task {
            limits: shortest.rest(),
            ..task.clone()
        };
        let mut searched = search_tuned(game, root, &rest, None, observer)?;
        shortest.add(&searched.report.counters);
        let plain = searched.report.counters;
        searched.report.counters = shortest.counters();
        searched.seconds = started.elapsed().as_secs_f64();
        if searched.report.answer != Answer::Proved {
            let mut solution = finish(game, root, task, &searched, out);
            let bracket = shortest.bracket();
            solution.shortest = Some(bracket);
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
    shortest.go_on(&task.limits);
    let mut solution = Solution::of(report, started.elapsed().as_secs_f64());
    let bracket = shortest.bracket();
    solution.shortest = Some(bracket);
    let line = shortest.best_line();
    solution.line_is_cut = line.is_none();
    solution.line = follow(game, root, line.as_deref().unwrap_or_default());
    solution.seconds = started.elapsed().as_secs_f64();
    if let Some(out) = out {
        let written = shortest.strategy().map_err(Into::into);
        let header = Header::of(game, root, Claim::Proved);
        solution.certificate = Some(
            written.and_then(|strategy| write(game, root, strategy, header, &task.limits, out)),
        );
    }
    match (task.wanted.others, line) {
        (Some(nodes), Some(line)) => {
            let solutions = Solutions::new(shortest, &line, &options, task.memory, nodes)?;
            others(game, solutions, task, observer, &mut solution)?;
        }
        // The memory is for what follows.
        _ => drop(shortest),
    }
    // Last, since it may take long: nothing else is lost where it is stopped.
    if task.wanted.counted
        && let Some(most) = bracket.exact()
        && let Some(customs) = game.composition()
        && customs.spares_defences()
    {
        let most = (root, most);
        solution.counted = without_wasted(game, most, task, &options, &mut solution, observer);
    }
    solution.seconds = started.elapsed().as_secs_f64();
    Ok(solution)
}

/// What is spent on wasted defences at most where there is no limit on nodes: four times those of the
/// length, but no fewer and no more than these.
const WASTED: (u64, u64) = (500_000, 10_000_000);

/// The win of so many plies from a position with wasted defences left out. Nothing where the system
/// does not give the memory.
fn without_wasted<G: Game + Notation>(
    game: &G,
    (root, most): (&G::Position, u16),
    task: &Task,
    options: &DfPnOptions,
    solution: &mut Solution,
    observer: &mut dyn Observer,
) -> Option<Counted<String>> {
    let counters = &mut solution.report.counters;
    let rest = task.limits.less(counters);
    let nodes = rest.nodes.unwrap_or_else(|| {
        let (least, greatest) = WASTED;
        counters.nodes().saturating_mul(4).clamp(least, greatest)
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..rest
    };
    let instead = |position: &G::Position, mv| {
        let customs = game.composition();
        customs.map_or(Vec::new(), |customs| customs.instead(position, mv))
    };
    let most = (root, most);
    let counted = count(
        game,
        &instead,
        most,
        options,
        task.memory,
        &limits,
        observer,
    )
    .ok()?;
    counters.add(&counted.counters);
    Some(Counted {
        line: follow(game, root, &counted.line),
        // That nodes are used up does not leave open what was asked for.
        stopped_by: counted.stopped_by.filter(|&stop| stop != Stop::Nodes),
        length: counted.length,
        counters: counted.counters,
    })
}

/// Tells of the win that plain search has found.
fn learn<G: Game>(
    game: &G,
    root: &G::Position,
    task: &Task,
    searched: &Searched,
    work: &Counters,
    shortest: &mut Shortest<'_, G>,
) {
    // A strategy is a good beginning, and worth more than what it took.
    let worth = work.nodes().max(LEAST_WORTH).saturating_mul(8);
    let mut limits = shortest.rest();
    limits.nodes = Some(limits.nodes.map_or(worth, |rest| rest.min(worth)));
    let mut extractor = searched.extractor(game, &limits);
    let strategy = extractor.strategy(root, Claim::Proved);
    shortest.add(&extractor.counters());
    drop(extractor);
    match strategy {
        Ok(strategy) => shortest.learn(strategy),
        // What is in the way may take longer than the search. A line takes less, and is
        // worth what was kept for the end.
        Err(_) => {
            let limits = task.limits.less(&shortest.counters());
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

/// The least number of nodes that a strategy is thought worth, but for a factor.
const LEAST_WORTH: u64 = 10_000;
