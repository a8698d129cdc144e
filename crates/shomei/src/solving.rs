//! A search, its line of play and its certificate, for a game of a known type.

use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::time::Instant;

use shomei_game::{Notation, Solvable};
use shomei_proof::{Claim, Header, Summary};
use shomei_search::extract::Extractor;
use shomei_search::registry::{self, Info, OpenError, Settings};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::{Table, TableError};
use shomei_search::{Answer, Bounds, Limits, Observer, Report};

use crate::failure::Failure;
use crate::nearest::hint;

/// How to search.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The algorithm.
    pub(crate) algorithm: &'static Info,
    /// Its options.
    pub(crate) settings: Settings,
    /// Bytes for its tables.
    pub(crate) memory: usize,
    /// When to give up.
    pub(crate) limits: Limits,
    /// Whether to write to all of the table before the clock starts, so that
    /// the time does not depend on what the system has to do for a first touch.
    pub(crate) touch_memory: bool,
}

/// What a search alone has found.
#[derive(Debug)]
pub(crate) struct Searched {
    /// The report of the search.
    pub(crate) report: Report,
    /// The time of the search.
    pub(crate) seconds: f64,
    /// What it knows.
    table: Arc<Table>,
    /// How it is to be asked for what it has lost.
    holes: DfPnOptions,
}

/// The answer to one question.
#[derive(Debug)]
pub(crate) struct Solution {
    /// The report of the search, with the answer corrected if need be.
    pub(crate) report: Report,
    /// Whether the search had called a proved position disproved.
    pub(crate) corrected: bool,
    /// The time of the search alone.
    pub(crate) seconds: f64,
    /// The texts of the moves of a line of play.
    pub(crate) line: Vec<String>,
    /// Whether the line of a proof ends before the game does, because the
    /// table has lost the rest.
    pub(crate) line_is_cut: bool,
    /// The certificate, when one was asked for and there is something to
    /// certify; or why there is none.
    pub(crate) certificate: Option<anyhow::Result<Certificate>>,
}

/// A certificate that was written.
#[derive(Debug)]
pub(crate) struct Certificate {
    /// The question and the claim.
    pub(crate) header: Header,
    /// How large it is.
    pub(crate) summary: Summary,
}

/// Searches `root` with a table of its own.
pub(crate) fn search<G: Solvable>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
) -> Result<Searched, Failure> {
    let name = task.algorithm.name;
    let mut search = registry::open(name, game, &task.settings, task.memory)
        .map_err(|error| cannot_open(task.algorithm, error))?;
    if task.touch_memory {
        search.table().clear();
    }
    let started = Instant::now();
    let report = search.search(root, &task.limits, observer);
    Ok(Searched {
        report,
        seconds: started.elapsed().as_secs_f64(),
        table: Arc::clone(search.table()),
        holes: search.options_for_holes(),
    })
}

/// Searches `root`, follows a line of play, and writes a certificate to `out`.
pub(crate) fn solve<G: Solvable + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, Failure> {
    let Searched {
        report,
        seconds,
        table,
        holes,
    } = search(game, root, task, observer)?;
    let extractor =
        |limits: &Limits| Extractor::new(game, Arc::clone(&table), holes.clone(), limits);
    let mut solution = Solution {
        report,
        corrected: false,
        seconds,
        line: Vec::new(),
        line_is_cut: false,
        certificate: None,
    };
    // The certificate first: it may correct the answer.
    if let (Some(out), Some(claim)) = (out, claim_of(solution.report.answer)) {
        let mut extractor = extractor(&task.limits);
        let written = certify(&mut extractor, game, root, claim, out);
        if let Ok(certificate) = &written
            && certificate.header.claim != claim
        {
            solution.correct(certificate.header.claim);
        }
        solution.certificate = Some(written);
    }
    let limits = limits_of_line(task, &solution.report);
    let line = extractor(&limits).line(root, solution.report.answer);
    solution.line_is_cut = !line.is_complete;
    solution.line = follow(game, root, &line.moves);
    Ok(solution)
}

impl Solution {
    fn correct(&mut self, claim: Claim) {
        self.corrected = true;
        (self.report.answer, self.report.bounds) = match claim {
            Claim::Proved => (Answer::Proved, Bounds::PROVED),
            Claim::Disproved => (Answer::Disproved, Bounds::DISPROVED),
        };
    }
}

/// What an answer claims; nothing when it is unknown.
fn claim_of(answer: Answer) -> Option<Claim> {
    match answer {
        Answer::Proved => Some(Claim::Proved),
        Answer::Disproved => Some(Claim::Disproved),
        Answer::Unknown => None,
    }
}

fn certify<G: Solvable + Notation>(
    extractor: &mut Extractor<'_, G>,
    game: &G,
    root: &G::Position,
    claim: Claim,
    out: &mut dyn Write,
) -> anyhow::Result<Certificate> {
    let strategy = extractor.strategy(root, claim)?;
    let header = Header::of(game, root, strategy.claim());
    let (mut out, summary) = strategy.write(&header, BufWriter::new(out))?;
    out.flush()?;
    Ok(Certificate { header, summary })
}

/// What the table has lost is searched again for the line, but not for more
/// than the price of the search.
fn limits_of_line(task: &Task, report: &Report) -> Limits {
    const LEAST: u64 = 10_000;
    let nodes = report.counters.expanded.max(LEAST);
    let limits = task.limits.clone();
    Limits {
        nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
        generated: None,
        evaluated: None,
        ..limits
    }
}

/// The texts of moves.
fn follow<G: Notation>(game: &G, root: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    texts
}

/// What is wrong with the command line, or with the machine.
fn cannot_open(algorithm: &Info, error: OpenError) -> Failure {
    let options = algorithm.options.iter().map(|option| option.name);
    match &error {
        OpenError::UnknownOption { option, .. } => {
            Failure::Usage(format!("{error}{}", hint(option, options)))
        }
        OpenError::UnknownAlgorithm { .. }
        | OpenError::BadValue { .. }
        | OpenError::Table(TableError::TooSmall) => Failure::Usage(error.to_string()),
        _ => Failure::Run(error.into()),
    }
}
