//! A game without its type: what an experiment asks of it. The list of games
//! stands in the command line; a line of it makes one of these.

use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use shomei_game::corpus::{Case, Fact, LineFault};
use shomei_game::{Game, Goal, Kind, NotationError, Scored, Side};
use shomei_proof::{CheckLimits, ReadError, Reader};
use shomei_search::registry::{self, OpenError};
use shomei_search::search::df_pn;
use shomei_search::{Answer, Limits, Silent, Stop};

use crate::LabError;
use crate::experiment::Run;
use crate::generate::{self, Plan, Standing};
use crate::meeting::{self, Meeting};
use crate::reordered::Reordered;
use crate::set::Problem;
use crate::trial::{ACCEPTED, Certified, Record, Trial};
use shomei::SearchConfig;
use shomei::checking::{self, Verdict};
use shomei::solving::{self, Searched, Task, claim_of};
use shomei::{Hints, open_as};

/// Runs a row on a problem, until it ends or is told to stop.
type Measured = fn(&Problem, &Run, &Arc<AtomicBool>) -> Result<Option<Record>, LabError>;

/// Counts how often lines meet below a problem, in a tree of so many expansions.
type Met = fn(&Problem, u64, &Arc<AtomicBool>) -> Result<Option<Meeting>, LabError>;

/// Makes a set; nothing comes of it when that was stopped.
pub(crate) type Generate = fn(
    rules: &str,
    hints: &Hints,
    plan: &Plan,
    threads: NonZeroUsize,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(Standing),
) -> Result<Option<Vec<String>>, LabError>;

/// A position as the game prints it, and the side to move.
pub type AskedPosition = (String, &'static str);

/// What an experiment asks of a game.
#[derive(Clone, Copy, Debug)]
pub struct LabGame {
    /// [`Kind::NAME`].
    pub name: &'static str,
    /// [`Kind::FACTS`].
    pub(crate) facts: &'static [Fact],
    rules: fn(&str) -> Result<String, NotationError>,
    place: fn(&Case, &str) -> Result<Problem, LineFault>,
    asked: fn(&str, &str) -> Result<AskedPosition, NotationError>,
    try_out: fn(&str, &Run) -> Result<(), TryError>,
    measure: Measured,
    meet: Met,
    pub(crate) generate: Generate,
    /// The game as the library knows it.
    pub(crate) kind: fn() -> shomei::Kind,
}

/// Why a row cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TryError {
    /// The game has no such hints.
    #[error("hints: {0}")]
    Hints(#[from] NotationError),
    /// The search cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// The game of this type.
#[must_use]
pub const fn lab_game<G: Game + Scored + Kind + 'static>() -> LabGame {
    LabGame {
        name: G::NAME,
        facts: G::FACTS,
        rules: rules::<G>,
        place: place::<G>,
        asked: asked::<G>,
        try_out: try_out::<G>,
        measure: measure::<G>,
        meet: meet::<G>,
        generate: generate_as::<G>,
        kind: shomei::Kind::of::<G>,
    }
}

impl LabGame {
    /// The rules as the game prints them.
    ///
    /// # Errors
    ///
    /// When it does not know them.
    pub fn rules(self, text: &str) -> Result<String, NotationError> {
        (self.rules)(text)
    }

    /// The problem of a line of a set.
    ///
    /// # Errors
    ///
    /// When the game does not accept the line, or the game is over there.
    pub fn place(self, case: &Case, rules: &str) -> Result<Problem, LineFault> {
        (self.place)(case, rules)
    }

    /// The position that a text without attacker asks about, as the game prints
    /// it, and the side to move there. Moves are played from the usual start
    /// only: behind other positions they are a solution.
    ///
    /// # Errors
    ///
    /// When the game does not know the rules or the position.
    pub fn asked(self, rules: &str, text: &str) -> Result<AskedPosition, NotationError> {
        (self.asked)(rules, text)
    }

    /// Whether the game takes the hints of a row, and the algorithm its options
    /// and its memory.
    ///
    /// # Errors
    ///
    /// When it does not.
    pub fn try_out(self, rules: &str, run: &Run) -> Result<(), TryError> {
        (self.try_out)(rules, run)
    }

    /// Runs a row on a problem; nothing comes of a run that was interrupted.
    ///
    /// # Errors
    ///
    /// When the search cannot be opened, or a certificate finds no room.
    pub fn measure(
        self,
        problem: &Problem,
        run: &Run,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Record>, LabError> {
        (self.measure)(problem, run, stop)
    }

    /// Counts how often lines meet below a problem, in a tree of so many expansions;
    /// nothing comes of a count that was interrupted.
    ///
    /// # Errors
    ///
    /// When the game does not accept what it has printed.
    pub fn meet(
        self,
        problem: &Problem,
        expansions: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Meeting>, LabError> {
        (self.meet)(problem, expansions, stop)
    }
}

fn rules<G: Kind>(text: &str) -> Result<String, NotationError> {
    Ok(G::open(text, Goal::win(Side::First))?.rules())
}

fn place<G: Kind>(case: &Case, rules: &str) -> Result<Problem, LineFault> {
    let (game, position) = case.open_under::<G>(rules)?;
    if game.is_over(&position) {
        return Err(case.at.fault("position: the game is over"));
    }
    Ok(Problem {
        at: case.at.clone(),
        name: case.name.clone(),
        rules: game.rules(),
        attacker: case.attacker.clone(),
        position: game.format_position(&position),
        value: case.value,
    })
}

fn asked<G: Kind>(rules: &str, text: &str) -> Result<AskedPosition, NotationError> {
    let game = G::open(rules, Goal::win(Side::First))?;
    let alone = text.split_once(" moves ").map_or(text, |(alone, _)| alone);
    let mut position = game.parse_position(alone)?;
    if alone.len() < text.len() && game.key(&position) == game.key(&game.start()) {
        position = game.parse_position(text)?;
    }
    let side = game.to_move(&position);
    Ok((game.format_position(&position), G::SIDES[side.index()]))
}

fn try_out<G: Game + Kind>(rules: &str, run: &Run) -> Result<(), TryError> {
    // Rules that are wrong are somebody else's error.
    if let Ok(game) = G::open(rules, Goal::win(Side::First)) {
        let game = game.with_hints(&run.hints)?;
        shomei_parallel::open(run.algorithm.name, &game, &run.settings, run.memory)?;
    }
    Ok(())
}

fn measure<G: Game + Kind>(
    problem: &Problem,
    run: &Run,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Record>, LabError> {
    let (game, root) = problem.open::<G>()?;
    let game = game.with_hints(&run.hints).map_err(LabError::Hints)?;
    let task = Task::from(SearchConfig {
        memory: run.memory,
        limits: run.budget.limits(stop),
        // Times are compared.
        touch_memory: true,
        ..SearchConfig::new(run.algorithm, run.settings.clone())
    });
    let searched = match run.move_order {
        None => solving::search(&game, &root, &task, &mut Silent)?,
        Some(seed) => {
            let tuned = game.for_root(&root, None);
            let game = tuned.as_ref().unwrap_or(&game);
            let useful = game.useful_memory(&root).unwrap_or(usize::MAX);
            let mut task = task.clone();
            task.config.memory = task.config.memory.min(useful);
            let game = Reordered { game, seed };
            solving::search_untuned(&game, &root, &task, &mut Silent)?
        }
    };
    let report = &searched.report;
    if report.stopped_by == Some(Stop::Interrupt) {
        return Ok(None);
    }
    let certificate = match claim_of(report.answer) {
        Some(_) if run.certify => match certify(&game, &root, &searched, stop)? {
            Some(certified) => Some(certified),
            None => return Ok(None),
        },
        _ => None,
    };
    let counters = report.counters;
    Ok(Some(Record {
        trial: Trial::of(game.name(), run, problem),
        answer: report.answer.to_string(),
        stopped_by: report.stopped_by.map(|stop| stop.to_string()),
        generated: counters.generated,
        expanded: counters.expanded,
        evaluated: counters.evaluated,
        leaf_nodes: counters.leaf_nodes,
        stored: counters.stored,
        table_hits: counters.table_hits,
        saturations: counters.saturations,
        seconds: searched.seconds,
        certificate,
        reused: None,
    }))
}

fn meet<G: Kind>(
    problem: &Problem,
    expansions: u64,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Meeting>, LabError> {
    let (game, root) = problem.open::<G>()?;
    Ok(meeting::measure(&game, &root, expansions, stop))
}

fn generate_as<G: Game + Scored + Kind>(
    rules: &str,
    hints: &Hints,
    plan: &Plan,
    threads: NonZeroUsize,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(Standing),
) -> Result<Option<Vec<String>>, LabError> {
    let game: G = open_as(rules, hints)?;
    generate::generate(&game, plan, threads, stop, progress)
}

/// Solves a position anew: the answer that its certificate shows, and what the
/// checker says of that.
pub(crate) fn certified<G: Game + Kind>(
    game: &G,
    root: &G::Position,
    memory: usize,
    stop: &Arc<AtomicBool>,
) -> Result<(Answer, String), LabError> {
    let task = Task::from(SearchConfig {
        memory,
        limits: Limits {
            stop: Some(Arc::clone(stop)),
            ..Limits::default()
        },
        ..SearchConfig::new(&df_pn::INFO, registry::Settings::default())
    });
    let searched = solving::search(game, root, &task, &mut Silent)?;
    let answer = searched.report.answer;
    let Some(certified) = certify(game, root, &searched, stop)? else {
        return Ok((answer, "no certificate".into()));
    };
    let shown = match certified.claim.as_deref() {
        Some("proved") => Answer::Proved,
        Some("disproved") => Answer::Disproved,
        _ => answer,
    };
    Ok((shown, certified.verdict))
}

/// Writes a certificate into a file without a name, reads it back and checks
/// it; nothing when that was interrupted.
///
/// No limit but the interrupt: an answer without a certificate is a finding,
/// and a limit would only hide it.
fn certify<G: Game + Kind>(
    game: &G,
    root: &G::Position,
    searched: &Searched,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Certified>, LabError> {
    let Some(claim) = claim_of(searched.report.answer) else {
        return Ok(None);
    };
    let started = Instant::now();
    let limits = Limits {
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    };
    let mut file = tempfile::tempfile().map_err(LabError::Certificate)?;
    let mut certified = Certified {
        verdict: String::new(),
        claim: None,
        records: 0,
        bytes: 0,
        seconds: 0.0,
    };
    match searched.certify(game, root, claim, &limits, &mut file) {
        Ok(certificate) => {
            certified.claim = Some(certificate.header.claim.to_string());
            certified.records = certificate.summary.totals.records;
            certified.bytes = certificate.summary.bytes;
            file.flush().map_err(LabError::Certificate)?;
            file.seek(SeekFrom::Start(0))
                .map_err(LabError::Certificate)?;
            certified.verdict = verdict(game, root, &mut file)?;
        }
        Err(_) if stop.load(std::sync::atomic::Ordering::Relaxed) => return Ok(None),
        Err(error) => certified.verdict = format!("none: {error}"),
    }
    certified.seconds = started.elapsed().as_secs_f64();
    Ok(Some(certified))
}

/// What the checker says, which gets the question from the certificate alone;
/// then whether that is the question that was asked.
fn verdict<G: Game + Kind>(
    game: &G,
    root: &G::Position,
    file: &mut impl Read,
) -> Result<String, LabError> {
    let reader = match Reader::open(std::io::BufReader::new(file)) {
        Ok(reader) => reader,
        Err(ReadError::Damaged(damage)) => return Ok(format!("rejected: {damage}")),
        Err(error) => return Err(LabError::Check(shomei::Error::run(error))),
    };
    Ok(
        match checking::check::<G>(reader, &CheckLimits::default())? {
            Verdict::Rejected(rejected) => format!("rejected: {}", rejected.reason),
            Verdict::Accepted(checked) if checked.is_about(game, root) => ACCEPTED.to_string(),
            Verdict::Accepted(_) => "rejected: it is about another question".to_string(),
        },
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashSet;
    use std::num::NonZeroU64;

    use super::*;
    use crate::experiment::{Experiment, parsed};
    use crate::testing::Marked;

    pub(crate) const EXPERIMENT: &str = r#"name = "tiny"
title = "a tiny one"
source = "nobody, figure 0"
game = "marked"
sets = ["tiny.txt"]
memory = "1MiB"
count = "expanded"

[[run]]
label = "marked"
algorithm = "df-pn"
options = { init = "eval" }
certify = true

[[run]]
label = "plain"
algorithm = "df-pn"
options = { init = "eval" }
hints = "plain"
certify = true
"#;

    pub(crate) const SET: &str = "r ; attacker=or ; value=proved ; rules=r = OR { a, b } \
         a = AND[9,1] { c } c = OR { Failed } b = AND { d } d = OR { Won }";

    #[test]
    fn hints_change_the_work_and_not_the_answer() {
        let experiment: Experiment = parsed(EXPERIMENT, &[SET], lab_game::<Marked>());
        let stop = Arc::new(AtomicBool::new(false));
        let problem = &experiment.sets[0].problems[0];
        let found = |run: &Run| {
            experiment
                .game
                .measure(problem, run, &stop)
                .unwrap()
                .unwrap()
        };
        let [marked, plain] = [0, 1].map(|run| found(&experiment.runs[run]));
        assert_eq!((&*marked.answer, &*plain.answer), ("proved", "proved"));
        assert!(marked.expanded < plain.expanded, "{marked:?} {plain:?}");
        assert!(marked.has_sound_certificate() && plain.has_sound_certificate());
        assert_ne!(marked.trial, plain.trial);
    }

    #[test]
    fn the_order_of_moves_changes_the_work_and_not_the_answer() {
        let mut experiment: Experiment = parsed(EXPERIMENT, &[SET], lab_game::<Marked>());
        let stop = Arc::new(AtomicBool::new(false));
        let problem = &experiment.sets[0].problems[0];
        let mut found = HashSet::new();
        for order in 1..10 {
            let run = &mut experiment.runs[1];
            run.move_order = NonZeroU64::new(order);
            let record = experiment.game.measure(problem, run, &stop);
            let record = record.unwrap().unwrap();
            assert_eq!(record.answer, "proved");
            assert!(record.has_sound_certificate(), "{record:?}");
            found.insert(record.expanded);
        }
        assert!(found.len() > 1, "{found:?}");
    }
}
