//! The interface of a game for experiments, with the type erased. The list of games is in
//! `program.rs`.

use std::fmt::Debug;
use std::io::{Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use shomei_game::corpus::{Case, Fact, LineFault};
use shomei_game::{Game, Goal, Kind, NotationError, Scored, Side};
use shomei_proof::{CheckLimits, ReadError, Reader};
use shomei_search::registry::OpenError;
use shomei_search::{Limits, Silent, Stop};

use crate::LabError;
use crate::experiment::Run;
use crate::generate::{self, Generated, Plan};
use crate::meeting::{self, Meeting};
use crate::record::{ACCEPTED, Certified, Counts, Question, Record, counts_of};
use crate::reordered::Reordered;
use crate::set::{Problem, SetProblem};
use shomei::SearchConfig;
use shomei::checking::{self, Verdict};
use shomei::solving::{self, Searched, Task};
use shomei::{Hints, open_as};

/// A game with its type erased.
pub(crate) type LabGame = &'static dyn GameLab;

/// A position as the game prints it, and the name of the side to move.
pub(crate) type PositionAndMover = (String, &'static str);

/// The error of a row that cannot be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TryError {
    /// The game rejects the hints.
    #[error("hints: {0}")]
    Hints(#[from] NotationError),
    /// The search cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// The operations of a game for experiments. Interrupted ones return `None`.
pub(crate) trait GameLab: Debug + Sync {
    /// [`Kind::NAME`].
    fn name(&self) -> &'static str;

    /// [`Kind::FACTS`].
    fn facts(&self) -> &'static [Fact];

    /// The kind of the game in the library.
    fn kind(&self) -> shomei::Kind;

    /// The rules as the game prints them.
    fn rules(&self, text: &str) -> Result<String, NotationError>;

    /// The problem of a line of a set; an error if the game is over.
    fn place(&self, case: &Case, rules: &str) -> Result<Problem, LineFault>;

    /// The position of a text without an attacker, and the side to move. Moves are played only from
    /// the usual start: after other positions they are a solution.
    fn position_and_mover(
        &self,
        rules: &str,
        text: &str,
    ) -> Result<PositionAndMover, NotationError>;

    /// Tests whether the game accepts the hints of a row, and the algorithm its options and memory.
    fn try_out(&self, rules: &str, run: &Run) -> Result<(), TryError>;

    /// Runs a row on a problem until it ends or the flag stops it.
    fn measure(
        &self,
        asked: SetProblem<'_>,
        run: &Run,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Record>, LabError>;

    /// Counts how often paths meet below a problem, in a tree with this number of expansions.
    fn count_meeting_paths(
        &self,
        problem: &Problem,
        expansions: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Counts>, LabError>;

    /// Generates a set.
    fn generate(
        &self,
        rules: &str,
        hints: &Hints,
        plan: &Plan,
        threads: NonZeroUsize,
        stop: &Arc<AtomicBool>,
        progress: &mut dyn FnMut(Generated),
    ) -> Result<Option<Vec<String>>, LabError>;
}

/// The game of this type.
pub(crate) const fn lab_game<G: Game + Scored + Kind + 'static>() -> LabGame {
    &PhantomData::<fn() -> G>
}

impl<G: Game + Scored + Kind + 'static> GameLab for PhantomData<fn() -> G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn facts(&self) -> &'static [Fact] {
        G::FACTS
    }

    fn kind(&self) -> shomei::Kind {
        shomei::Kind::of::<G>()
    }

    fn rules(&self, text: &str) -> Result<String, NotationError> {
        Ok(G::open(text, Goal::win(Side::First))?.rules())
    }

    fn place(&self, case: &Case, rules: &str) -> Result<Problem, LineFault> {
        let (game, position) = case.open_under::<G>(rules)?;
        if game.is_over(&position) {
            return Err(case.at.fault("position: the game is over"));
        }
        let rules = game.rules();
        let position = game.format_position(&position);
        Ok(Problem {
            key: format!("{position}; {}; {rules}", case.attacker),
            board: position.clone(),
            case: Case {
                rules,
                position,
                ..case.clone()
            },
        })
    }

    fn position_and_mover(
        &self,
        rules: &str,
        text: &str,
    ) -> Result<PositionAndMover, NotationError> {
        let game = G::open(rules, Goal::win(Side::First))?;
        let alone = text.split_once(" moves ").map_or(text, |(alone, _)| alone);
        let mut position = game.parse_position(alone)?;
        if alone.len() < text.len() && game.key(&position) == game.key(&game.start()) {
            position = game.parse_position(text)?;
        }
        let side = game.to_move(&position);
        Ok((game.format_position(&position), G::SIDES[side.index()]))
    }

    fn try_out(&self, rules: &str, run: &Run) -> Result<(), TryError> {
        // Wrong rules are reported elsewhere.
        if let Ok(game) = G::open(rules, Goal::win(Side::First)) {
            let game = game.with_hints(&run.hints)?;
            shomei_parallel::open(run.algorithm.name, &game, &run.settings, run.memory)?;
        }
        Ok(())
    }

    fn measure(
        &self,
        asked: SetProblem<'_>,
        run: &Run,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Record>, LabError> {
        let (game, root) = asked.problem.case.open::<G>()?;
        let game = game.with_hints(&run.hints).map_err(LabError::Hints)?;
        let found = answered(&game, &root, run, stop)?;
        let question = Question::of(asked, run.line());
        Ok(found.map(|found| Record { question, ..found }))
    }

    fn count_meeting_paths(
        &self,
        problem: &Problem,
        expansions: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Counts>, LabError> {
        let (game, root) = problem.case.open::<G>()?;
        let meeting = meeting::measure(&game, &root, expansions, stop);
        Ok(meeting.map(Meeting::counts))
    }

    fn generate(
        &self,
        rules: &str,
        hints: &Hints,
        plan: &Plan,
        threads: NonZeroUsize,
        stop: &Arc<AtomicBool>,
        progress: &mut dyn FnMut(Generated),
    ) -> Result<Option<Vec<String>>, LabError> {
        let game: G = open_as(rules, hints)?;
        generate::generate(&game, plan, threads, stop, progress)
    }
}

/// Runs a row on a position; `None` if it was interrupted.
pub(crate) fn answered<G: Game + Kind>(
    game: &G,
    root: &G::Position,
    run: &Run,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Record>, LabError> {
    let searched = search(game, root, run, stop)?;
    let report = &searched.report;
    if report.stopped_by == Some(Stop::Interrupt) {
        return Ok(None);
    }
    let certificate = match report.answer.claim() {
        Some(_) if run.certify => match certify(game, root, &searched, stop)? {
            Some(certified) => Some(certified),
            None => return Ok(None),
        },
        _ => None,
    };
    Ok(Some(Record {
        answer: report.answer.to_string(),
        stopped_by: report.stopped_by.map(|stop| stop.to_string()),
        counts: counts_of(&report.counters),
        seconds: searched.seconds,
        certificate,
        ..Record::unknown(Question::default())
    }))
}

fn search<G: Game + Kind>(
    game: &G,
    root: &G::Position,
    run: &Run,
    stop: &Arc<AtomicBool>,
) -> Result<Searched, LabError> {
    let mut task = Task::from(SearchConfig {
        memory: run.memory,
        limits: run.budget.limits(stop),
        // Times are compared, so page faults must not count.
        touch_memory: true,
        ..SearchConfig::new(run.algorithm, run.settings.clone())
    });
    let Some(seed) = run.move_order else {
        return Ok(solving::search(game, root, &task, &mut Silent)?);
    };
    let tuned = game.for_root(root, None);
    let useful = game.useful_memory(root).unwrap_or(usize::MAX);
    task.config.memory = task.config.memory.min(useful);
    let game = tuned.as_ref().unwrap_or(game);
    let game = Reordered { game, seed };
    Ok(solving::search_untuned(&game, root, &task, &mut Silent)?)
}

/// Writes a certificate to a temporary file, reads it back and checks it; `None` if it was
/// interrupted.
///
/// There is no other limit: an answer without a certificate is a fault that a limit would hide.
fn certify<G: Game + Kind>(
    game: &G,
    root: &G::Position,
    searched: &Searched,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Certified>, LabError> {
    let Some(claim) = searched.report.answer.claim() else {
        return Ok(None);
    };
    let started = Instant::now();
    let limits = Limits {
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    };
    let mut file = tempfile::tempfile().map_err(LabError::Certificate)?;
    let mut certified = Certified::default();
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
        Err(error) => certified.verdict = error.to_string(),
    }
    certified.seconds = started.elapsed().as_secs_f64();
    Ok(Some(certified))
}

/// The verdict of the checker, which gets the question from the certificate alone, and of a
/// comparison with the question of the search.
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
    use crate::record::Count;
    use crate::set::Set;
    use crate::testing::Marked;

    pub(crate) const EXPERIMENT: &str = r#"name = "tiny"
title = "a tiny one"
source = "no paper, figure 0"
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

    /// The result of a row on the first problem.
    fn measured(set: &Set, run: &Run, stop: &Arc<AtomicBool>) -> Record {
        let problem = &set.problems[0];
        let found = set.game.measure(SetProblem { set, problem }, run, stop);
        found.unwrap().unwrap()
    }

    #[test]
    fn hints_change_the_work_and_not_the_answer() {
        let experiment: Experiment = parsed(EXPERIMENT, &[SET], lab_game::<Marked>());
        let stop = Arc::new(AtomicBool::new(false));
        let found = |run: &Run| measured(&experiment.sets[0], run, &stop);
        let [marked, plain] = [0, 1].map(|run| found(&experiment.runs[run]));
        assert_eq!((&*marked.answer, &*plain.answer), ("proved", "proved"));
        let expanded = [&marked, &plain].map(|record| record.count(Count::Expanded));
        assert!(expanded[0] < expanded[1], "{marked:?} {plain:?}");
        assert!(marked.has_sound_certificate() && plain.has_sound_certificate());
        assert_ne!(marked.question, plain.question);
    }

    #[test]
    fn the_order_of_moves_changes_the_work_and_not_the_answer() {
        let mut experiment: Experiment = parsed(EXPERIMENT, &[SET], lab_game::<Marked>());
        let stop = Arc::new(AtomicBool::new(false));
        let mut found = HashSet::new();
        for order in 1..10 {
            let run = &mut experiment.runs[1];
            run.move_order = NonZeroU64::new(order);
            let record = measured(&experiment.sets[0], run, &stop);
            assert_eq!(record.answer, "proved");
            assert!(record.has_sound_certificate(), "{record:?}");
            found.insert(record.count(Count::Expanded));
        }
        assert!(found.len() > 1, "{found:?}");
    }
}
