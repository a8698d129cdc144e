//! A search, its line of play and its certificate, for a game of a known type.
//!
//! Programs that know their game when they are compiled may use this in place of
//! [`AnyGame`](crate::AnyGame).

mod certificate;
mod read_back;
mod searched;
mod shortest;
mod task;

use std::io::{BufWriter, Write};
use std::sync::Arc;

use shomei_extract::{ExtractError, Extractor, Strategy, Then};
use shomei_game::{Fault, Game, Notation};
use shomei_proof::{Claim, Header};
use shomei_search::Bracket;
use shomei_search::registry::OpenError;
use shomei_search::table::Table;
use shomei_search::{Answer, Bounds, Counters, Limits, Observer, Report, Stop};

use searched::{OnShelf, search_tuned};

pub use certificate::{CertifyError, WrittenCertificate};
pub use searched::{BESIDE, Searched, search, search_untuned};
pub use shortest::solve_shortest;
pub(crate) use shortest::{ShortestSearch, solve_shortest_then};
pub use task::{Task, WarmStart};

/// A line of play, as texts of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLine {
    /// The moves.
    pub moves: Vec<String>,
    /// Whether the line ends before the game does, because a limit was reached.
    pub is_cut: bool,
    /// Whether the loser may have a longer defence, whose length a full table has lost.
    pub may_be_longer: bool,
}

impl TextLine {
    /// Whether the line goes to its end, if there is a line.
    #[must_use]
    pub fn is_complete(&self) -> Option<bool> {
        (self.is_cut || !self.moves.is_empty()).then_some(!self.is_cut)
    }
}

/// The answer to one question.
#[derive(Debug)]
pub struct Solution {
    /// The report of the search, with the answer corrected if need be.
    pub report: Report,
    /// Whether the search had called a proved position disproved.
    pub corrected: bool,
    /// The time of the search alone.
    pub seconds: f64,
    /// A line of play.
    pub line: TextLine,
    /// The certificate, when one was asked for and there is something to
    /// certify; or why there is none.
    pub certificate: Option<Result<WrittenCertificate, CertifyError>>,
    /// What is known of the shortest win, where that was asked for.
    pub shortest: Option<Bracket>,
    /// What the defender answers, where that was asked for and there is no win; or why
    /// that is not known.
    pub refutation: Option<Result<Then<String>, ExtractError>>,
    /// What the search has learnt, for a search that [continues](WarmStart::table) from it. None
    /// where it is of no use: after a search for the shortest win.
    pub table: Option<Arc<Table>>,
}

/// Searches `root`, follows a line of play, and writes a certificate to `out`.
///
/// # Errors
///
/// When the algorithm cannot be opened like this.
pub fn solve<G: Game + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, OpenError> {
    solve_with(game, root, task, None, observer, out)
}

/// The same with the shelf of the task.
pub(crate) fn solve_on_shelf<G: Game + Notation + 'static>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, OpenError> {
    let shelf = task.start.shelf.clone().map(|shelved| {
        let sink = shelved.sink(game);
        (shelved, sink)
    });
    solve_with(game, root, task, shelf.as_ref(), observer, out)
}

fn solve_with<G: Game + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    shelf: Option<&OnShelf<G::Position>>,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, OpenError> {
    let task = &task.started();
    let tuned = game.for_root(root, task.start.series.as_ref());
    let game = tuned.as_ref().unwrap_or(game);
    let searched = search_tuned(game, root, task, shelf, observer)?;
    Ok(finish(game, root, task, &searched, out))
}

/// The line and the certificate of what was searched.
fn finish<G: Game + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    searched: &Searched,
    out: Option<&mut dyn Write>,
) -> Solution {
    let mut solution = Solution::of(searched.report.clone(), searched.seconds);
    solution.table = Some(Arc::clone(&searched.table));
    let Some(claim) = claim_of(solution.report.answer) else {
        // Nor is memory for the line made ready: who stopped the search waits.
        return solution;
    };
    // What is left of the limits. Nodes are those of the search, at the end of which it
    // has none left.
    let limits = &task.config.limits.less(&searched.report.counters);
    // The certificate first: it may correct the answer. Where it takes too long, the line
    // has what was kept for it.
    let mut extractor = searched.extractor(game, &limits.but_the_end());
    let strategy = certify(game, root, task, &mut extractor, &mut solution, out);
    let limits = limits.less(&extractor.counters());
    drop(extractor);
    let mut extractor = searched.extractor(game, &limits);
    let claim = strategy.as_ref().map_or(claim, Strategy::claim);
    let line = extractor.line(root, claim, strategy.as_ref());
    solution.line = TextLine {
        moves: follow(game, root, &line.moves),
        is_cut: !line.is_complete,
        may_be_longer: line.may_be_longer,
    };
    solution
}

/// Writes the certificate and reads the refutation, where they are wanted: of one
/// strategy, so that they say the same.
fn certify<G: Game + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    extractor: &mut Extractor<'_, G>,
    solution: &mut Solution,
    out: Option<&mut dyn Write>,
) -> Option<Strategy> {
    let claim = claim_of(solution.report.answer)?;
    let depth = task.refutation.filter(|_| claim == Claim::Disproved);
    if out.is_none() && depth.is_none() {
        return None;
    }
    let strategy = match extractor.strategy(root, claim) {
        Ok(strategy) => strategy,
        Err(error) => {
            solution.certificate = out.map(|_| Err(error.into()));
            solution.refutation = depth.map(|_| Err(error));
            return None;
        }
    };
    if strategy.claim() != claim {
        solution.correct(strategy.claim());
    }
    if let Some(out) = out {
        let header = Header::of(game, root, strategy.claim());
        let limits = &task.config.limits;
        solution.certificate = Some(write(game, root, &strategy, header, limits, out));
    }
    if let Some(depth) = depth
        && strategy.claim() == Claim::Disproved
        && !strategy.is_empty()
    {
        let text = |line: &[G::Move]| last_text(game, root, line);
        solution.refutation = Some(Ok(strategy.tree(game, root, depth, text)));
    }
    Some(strategy)
}

/// Writes a strategy; that of a game that asks for it only when it has been read back.
fn write<G: Notation>(
    game: &G,
    root: &G::Position,
    strategy: &Strategy,
    header: Header,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<WrittenCertificate, CertifyError> {
    if G::READ_BACK || game.fault().is_some() {
        let (bytes, summary) = strategy.write(&header, Vec::new())?;
        read_back::read_back(game, root, &bytes, limits)?;
        if game.fault().is_some_and(Fault::is_set) {
            return Err(ExtractError::Stopped(Stop::Game).into());
        }
        out.write_all(&bytes)?;
        out.flush()?;
        return Ok(WrittenCertificate { header, summary });
    }
    let (mut out, summary) = strategy.write(&header, BufWriter::new(out))?;
    out.flush()?;
    Ok(WrittenCertificate { header, summary })
}

impl Solution {
    /// What is known when a limit was reached before anything was searched.
    #[must_use]
    pub fn unknown(stop: Stop) -> Solution {
        let report = Report {
            answer: Answer::Unknown,
            bounds: Bounds::UNIT,
            stopped_by: Some(stop),
            counters: Counters::default(),
        };
        Solution::of(report, 0.0)
    }

    /// A solution without line and certificate.
    fn of(report: Report, seconds: f64) -> Solution {
        Solution {
            report,
            corrected: false,
            seconds,
            line: TextLine::default(),
            certificate: None,
            shortest: None,
            refutation: None,
            table: None,
        }
    }

    fn correct(&mut self, claim: Claim) {
        self.corrected = true;
        (self.report.answer, self.report.bounds) = match claim {
            Claim::Proved => (Answer::Proved, Bounds::PROVED),
            Claim::Disproved => (Answer::Disproved, Bounds::DISPROVED),
        };
    }
}

/// What an answer claims; nothing when it is unknown.
#[must_use]
pub fn claim_of(answer: Answer) -> Option<Claim> {
    match answer {
        Answer::Proved => Some(Claim::Proved),
        Answer::Disproved => Some(Claim::Disproved),
        Answer::Unknown => None,
    }
}

/// The text of the last move of a line.
fn last_text<G: Notation>(game: &G, root: &G::Position, line: &[G::Move]) -> String {
    let Some((&last, before)) = line.split_last() else {
        return String::new();
    };
    let play = |position: G::Position, &mv: &G::Move| game.play(&position, mv);
    let position = before.iter().fold(root.clone(), play);
    game.format_move(&position, last)
}

/// The texts of moves.
pub(crate) fn follow<G: Notation>(game: &G, root: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    texts
}
