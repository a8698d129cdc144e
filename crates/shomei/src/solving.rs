//! The result of one search: [`Solution`] and [`TextLine`].
//!
//! The functions are for programs that know the type of their game when they are compiled. Others
//! use [`AnyGame`](crate::AnyGame) and [`Session`](crate::Session).

mod certificate;
mod read_back;
mod searched;
mod shortest;
mod task;

use std::borrow::Cow;
use std::io::{BufWriter, Write};
use std::sync::Arc;

use shomei_extract::{ExtractError, Extractor, SmallParts, Strategy, Then};
use shomei_game::{Fault, Game, Notation};
use shomei_proof::{Claim, Header};
use shomei_search::Bracket;
use shomei_search::registry::OpenError;
use shomei_search::table::Table;
use shomei_search::{Answer, Bounds, Counters, Limits, Observer, Report, Stop};

use crate::config::ProofSize;
use crate::error::Error;
use searched::search_tuned;

pub(crate) use certificate::why_incomplete;
pub use certificate::{ShortestOutputs, WrittenCertificate};
use certificate::{incomplete, not_encoded, not_written};
pub use searched::{BESIDE, Searched, search, search_untuned};
pub(crate) use shortest::{ShortestSearch, solve_shortest};
pub use task::{Task, WarmStart};

/// A line of play, as texts of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLine {
    /// The moves.
    pub moves: Vec<String>,
    /// Whether a limit cut the line before the end of the game.
    pub is_cut: bool,
    /// Whether the loser may have a longer defence that a full table has lost.
    pub may_be_longer: bool,
}

impl TextLine {
    /// Whether the line is complete, if there is a line.
    #[must_use]
    pub fn is_complete(&self) -> Option<bool> {
        (self.is_cut || !self.moves.is_empty()).then_some(!self.is_cut)
    }
}

/// The answer to one question.
#[derive(Debug)]
pub struct Solution {
    /// The report of the search, with the answer corrected if necessary.
    pub report: Report,
    /// Whether the search had declared a proved position disproved.
    pub corrected: bool,
    /// The time of the search alone, in seconds.
    pub seconds: f64,
    /// A line of play.
    pub line: TextLine,
    /// The certificate, if one was requested and there is an answer; or the error that prevented
    /// it.
    pub certificate: Option<Result<WrittenCertificate, Error>>,
    /// The bounds of the shortest win, if requested.
    pub shortest: Option<Bracket>,
    /// The certificate that no win is shorter than these bounds, if one was requested and there is
    /// a win that is not the shortest possible in any position; or the error that prevented it.
    pub no_shorter: Option<Result<WrittenCertificate, Error>>,
    /// The refutation by the defender, if requested and there is no win; or the error that
    /// prevented it.
    pub refutation: Option<Result<Then<String>, ExtractError>>,
    /// The table of the search, for a search that [continues](WarmStart::table) from it. `None` if
    /// it is not reusable: after a search for the shortest win.
    pub table: Option<Arc<Table>>,
}

/// Searches `root`, follows a line of play, and writes a certificate to `out`. Uses the store of the
/// task, if there is one.
///
/// # Errors
///
/// The algorithm cannot be opened with these settings.
pub fn solve<G: Game + Notation + 'static>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, OpenError> {
    let task = &task.started();
    let store_for_aim = task.start.store.clone();
    let store = store_for_aim.map(|store| (store.clone(), store.sink(game)));
    let tuned = game.for_root(root, task.start.series.as_ref());
    let game = tuned.as_ref().unwrap_or(game);
    let searched = search_tuned(game, root, task, store.as_ref(), observer)?;
    Ok(finish(game, root, task, &searched, out))
}

/// Adds the line and the certificate to the result of a search.
fn finish<G: Game + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    searched: &Searched,
    out: Option<&mut dyn Write>,
) -> Solution {
    let mut solution = Solution::of(searched.report.clone(), searched.seconds);
    solution.table = Some(Arc::clone(&searched.table));
    let Some(claim) = solution.report.answer.claim() else {
        // Memory for a line is not allocated either: the user who stopped the search should not
        // wait.
        return solution;
    };
    // The remaining limits. The node limit applies to the search alone and is used up at its end.
    let limits = &task.config.limits.less(&searched.report.counters);
    // The certificate comes first: it may correct the answer. If it takes too long, the line uses
    // the time reserved for it.
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

/// Writes the certificate and reads the refutation, if requested: both from one strategy, so that
/// they agree.
fn certify<G: Game + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    extractor: &mut Extractor<'_, G>,
    solution: &mut Solution,
    out: Option<&mut dyn Write>,
) -> Option<Strategy> {
    let claim = solution.report.answer.claim()?;
    let depth = task.refutation.filter(|_| claim == Claim::Disproved);
    if out.is_none() && depth.is_none() {
        return None;
    }
    let strategy = match extractor.strategy(root, claim) {
        Ok(strategy) => strategy,
        Err(error) => {
            solution.certificate = out.map(|_| Err(incomplete(error)));
            solution.refutation = depth.map(|_| Err(error));
            return None;
        }
    };
    if strategy.claim() != claim {
        solution.correct(strategy.claim());
    }
    if let Some(out) = out {
        let limits = &task.config.limits;
        let size = task.config.proof_size;
        let written = small_enough(root, &strategy, size, extractor).map_err(incomplete);
        solution.certificate = Some(written.and_then(|strategy| {
            let header = Header::of(game, root, strategy.claim());
            write(game, root, &strategy, header, limits, out)
        }));
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

/// The strategy to write. The line of play and the refutation follow the usual one, in which all
/// positions are written out.
fn small_enough<'s, G: Game>(
    root: &G::Position,
    strategy: &'s Strategy,
    size: ProofSize,
    extractor: &mut Extractor<'_, G>,
) -> Result<Cow<'s, Strategy>, ExtractError> {
    Ok(match size {
        ProofSize::Usual => Cow::Borrowed(strategy),
        ProofSize::Small => {
            Cow::Owned(extractor.smaller(root, strategy, SmallParts::LeftToPlainSearch)?)
        }
    })
}

/// Writes a strategy. If the game requests it, the certificate is first read back and checked.
fn write<G: Notation>(
    game: &G,
    root: &G::Position,
    strategy: &Strategy,
    header: Header,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<WrittenCertificate, Error> {
    if G::READ_BACK || game.fault().is_some() {
        let (bytes, summary) = strategy.write(&header, Vec::new()).map_err(not_encoded)?;
        read_back::read_back(game, root, &bytes, limits)?;
        if game.fault().is_some_and(Fault::is_set) {
            return Err(incomplete(ExtractError::Stopped(Stop::Game)));
        }
        out.write_all(&bytes)
            .and_then(|()| out.flush())
            .map_err(not_written)?;
        return Ok(WrittenCertificate { header, summary });
    }
    let (mut out, summary) = strategy
        .write(&header, BufWriter::new(out))
        .map_err(not_encoded)?;
    out.flush().map_err(not_written)?;
    Ok(WrittenCertificate { header, summary })
}

impl Solution {
    /// The solution if a limit was reached before any search.
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
    pub(crate) fn of(report: Report, seconds: f64) -> Solution {
        Solution {
            report,
            corrected: false,
            seconds,
            line: TextLine::default(),
            certificate: None,
            shortest: None,
            no_shorter: None,
            refutation: None,
            table: None,
        }
    }

    fn correct(&mut self, claim: Claim) {
        self.corrected = true;
        (self.report.answer, self.report.bounds) = (claim.into(), claim.into());
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
