//! The request that the arguments of `solve`, `review` and `compose check` describe.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use shomei_game::Lang;
use shomei_search::Limits;
use shomei_search::registry::Info;

use super::args::{AskArgs, SolvedStore, StoreFileArgs};
use super::lines::{self, Opening};
use super::list::{ListArgs, WarmSession};
use super::page::ReportArgs;
use super::record;
use crate::checkpoint::CheckpointPlan;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::machine;
use crate::problems::{Content, Moment};
use crate::progress::ProgressLine;
use shomei::composers::CompositionQuery;
use shomei::files::Guard;
use shomei::{AnyGame, Kind, Kinds, ProofSize, Question, SearchConfig, WinLength, check_shortest};
use shomei_game::error_text;

/// A question with its options, for all positions.
#[derive(Clone)]
pub(super) struct Request {
    /// The name of the command.
    pub(super) command: &'static str,
    /// The games that certificates can be checked with.
    pub(super) games: Arc<Kinds>,
    pub(super) kind: Kind,
    pub(super) game: AnyGame,
    pub(super) opening: Arc<Opening>,
    pub(super) question: Question,
    pub(super) length: WinLength,
    /// The questions about a composed problem, for `compose check`.
    pub(super) composition: Option<CompositionQuery>,
    /// The configuration; its time limit is that of one position.
    pub(super) config: SearchConfig,
    pub(super) clock: Clock,
    pub(super) proof: Option<PathBuf>,
    pub(super) check: bool,
    /// The position that is selected among those of the moves in a text.
    pub(super) moment: Moment,
    /// The path of the record of the solution.
    pub(super) record: Option<PathBuf>,
    pub(super) lists: ListArgs,
    /// The session that is reused for the next position of a list.
    pub(super) warm_session: Option<WarmSession>,
    /// The memory for the tables of all jobs together, in bytes.
    pub(super) memory: usize,
    pub(super) page: ReportArgs,
    /// The files that results may replace.
    pub(super) guard: Guard,
    pub(super) json: bool,
    /// The language of the output for people.
    pub(super) lang: Lang,
    pub(super) interrupt: Interrupt,
    pub(super) plan: Option<CheckpointPlan>,
    pub(super) store_args: StoreFileArgs,
    /// The store that all searches share; `None` before [`Request::open_store`].
    pub(super) store: Option<Arc<dyn SolvedStore>>,
    /// The hints of the game that differ from the usual ones.
    pub(super) marks: Vec<(String, String)>,
    /// A remark about the game on this machine, printed once.
    pub(super) note: Arc<Mutex<Option<String>>>,
}

/// The part of the request that depends on the command.
pub(super) struct CommandQuery {
    /// The name of the command.
    pub(super) command: &'static str,
    pub(super) kind: QuestionKind,
    /// The rules, if they differ from those of the arguments.
    pub(super) rules: Option<String>,
    pub(super) length: WinLength,
    pub(super) composition: Option<CompositionQuery>,
    /// The option that asks for the shortest win, for messages.
    pub(super) shortest: Option<&'static str>,
    pub(super) plan: Option<CheckpointPlan>,
    pub(super) store: StoreFileArgs,
    /// The path of the record of the solution.
    pub(super) record: Option<PathBuf>,
    pub(super) lists: ListArgs,
    /// How large certificates may be.
    pub(super) proof_size: ProofSize,
    /// The files that results may replace.
    pub(super) guard: Guard,
}

impl CommandQuery {
    /// Asks for a win of any length.
    pub(super) fn win(command: &'static str, guard: Guard) -> CommandQuery {
        CommandQuery {
            command,
            kind: QuestionKind::Answer,
            rules: None,
            length: WinLength::Any,
            composition: None,
            shortest: None,
            plan: None,
            store: StoreFileArgs::default(),
            record: None,
            lists: ListArgs::default(),
            proof_size: ProofSize::Usual,
            guard,
        }
    }
}

/// The kind of question about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionKind {
    Answer,
    Value,
    Moves,
    Score,
    MoveScores,
}

impl QuestionKind {
    fn question(self, attacker: Option<&str>, kind: &Kind) -> Result<Question, Failure> {
        let attacker = attacker.map(|name| kind.side(name)).transpose()?;
        let asks_score = matches!(self, QuestionKind::Score | QuestionKind::MoveScores);
        if asks_score && kind.range.is_none() {
            return Err(Failure::usage(error_text!(
                "game-without-scores",
                "{game} has no scores",
                game = kind.name
            )));
        }
        Ok(match (self, attacker) {
            (QuestionKind::Answer, None) => Question::MoverWins,
            (QuestionKind::Answer, Some(attacker)) => Question::Win(attacker),
            (QuestionKind::Value, _) => Question::Value,
            (QuestionKind::Moves, None) => Question::Moves,
            (QuestionKind::Moves, Some(attacker)) => Question::MovesFor(attacker),
            (QuestionKind::Score, _) => Question::Score,
            (QuestionKind::MoveScores, _) => Question::MoveScores,
        })
    }
}

impl Request {
    pub(super) fn of(
        args: &AskArgs,
        query: CommandQuery,
        games: &Kinds,
        interrupt: Interrupt,
    ) -> Result<Request, Failure> {
        let rules = query.rules.map_or_else(|| args.game.rules(), Ok)?;
        let (kind, game, opening) = lines::open(args, games, rules)?;
        let question = query.kind.question(args.attacker.as_deref(), &kind)?;
        record::check_forms(query.record.as_ref(), &kind)?;
        let algorithm = args.algorithm.info()?;
        if let Some(option) = query.shortest {
            check_shortest(algorithm, args.threads, option)?;
        }
        // A review calls a move an error by the disproof of the position after it.
        if query.shortest.is_some() || query.command == "review" {
            let sound = args.algorithm.settings().check_sound();
            sound.map_err(|error| Failure::usage(error.text()))?;
        }
        if query.plan.is_some() {
            check_plan(question, algorithm)?;
        }
        let memory = match (args.memory, &query.plan) {
            (None, Some(plan)) => plan.memory()?.unwrap_or(SearchConfig::MEMORY),
            (memory, _) => memory.unwrap_or(SearchConfig::MEMORY),
        };
        let settings = args
            .algorithm
            .settings_for(algorithm, args.threads, kind.tuning)?;
        let clock = Clock {
            began: Instant::now(),
            all: args.time,
            each: args.time_each,
        };
        let config = SearchConfig {
            memory,
            proof_size: query.proof_size,
            limits: Limits {
                nodes: args.nodes,
                // `Request::next` sets the time limit of each further position.
                time: args.time.into_iter().chain(args.time_each).min(),
                stop: Some(interrupt.flag()),
                ..Limits::default()
            },
            ..SearchConfig::new(algorithm, settings)
        };
        let warm_session = query.lists.warm_session(&config, query.shortest)?;
        query.store.check(&config, query.shortest)?;
        let note = game.why_slow();
        let marks = opening.hints.marks();
        Ok(Request {
            command: query.command,
            games: Arc::new(games.clone()),
            kind,
            game,
            opening: Arc::new(opening),
            question,
            length: query.length,
            composition: query.composition,
            config,
            clock,
            proof: args.proof.clone(),
            check: args.check,
            moment: args.moment.moment(),
            record: query.record,
            lists: query.lists,
            warm_session,
            memory,
            page: args.page.clone(),
            guard: query.guard,
            json: args.json,
            lang: crate::language::user_language(),
            interrupt,
            plan: query.plan,
            store_args: query.store,
            store: None,
            marks,
            note: Arc::new(Mutex::new(note)),
        })
    }

    /// The path of the store.
    pub(super) fn store_file(&self) -> &Option<PathBuf> {
        self.store_args.file()
    }

    /// Opens the store if one is requested. Creates a missing one, so call this after all other
    /// checks of the arguments and the position.
    pub(super) fn open_store(&mut self) -> Result<(), Failure> {
        self.store = self.store_args.open(&self.game, &self.guard)?;
        Ok(())
    }
}

/// The time limits.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    began: Instant,
    /// The limit for all positions together.
    all: Option<Duration>,
    /// The limit for each position.
    each: Option<Duration>,
}

impl Clock {
    /// The limit for each position.
    pub(super) fn each(&self) -> Option<Duration> {
        self.each
    }

    /// Whether the time for all positions together has elapsed.
    pub(super) fn is_over(&self) -> bool {
        self.all.is_some_and(|all| self.began.elapsed() >= all)
    }

    /// The time limit of a position that begins now.
    pub(super) fn of_next(&self) -> Option<Duration> {
        let left = self.all.map(|all| all.saturating_sub(self.began.elapsed()));
        left.into_iter().chain(self.each).min()
    }
}

impl Request {
    /// The request for a position with moves. If it asks for other solutions, these moves are
    /// judged.
    pub(super) fn with_moves_of(&self, content: &Content) -> Request {
        let mut own = self.clone();
        let composition = own.composition.as_mut();
        if let Some(query) = composition.and_then(|query| query.others.as_mut()) {
            let moves = content.moves_after(&self.game, self.moment);
            query.line = (!moves.is_empty()).then(|| moves.into());
        }
        own
    }

    /// The request of one of several workers: its share of the memory, and its own session.
    pub(super) fn of_worker(&self) -> Request {
        let mut own = self.clone();
        own.config.memory = self.memory / self.lists.jobs;
        own.warm_session = self.warm_session.as_ref().map(|_| WarmSession::default());
        own
    }

    /// What determines the results apart from the question: names and texts by which files are
    /// recognised. The number of threads is left out, because it changes no answer.
    pub(super) fn identity(&self) -> Vec<(&'static str, String)> {
        let (config, version) = (&self.config, env!("CARGO_PKG_VERSION"));
        let matters = |(name, _): &(&str, &str)| !["threads", "share"].contains(name);
        let options = config.options.iter().filter(matters);
        let marks = self.marks.iter().map(|(name, text)| (&**name, &**text));
        let options = options.chain(marks);
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        vec![
            ("game", self.kind.name.to_string()),
            ("rule set", self.game.rules()),
            ("algorithm", config.algorithm.name.to_string()),
            ("list of options", options.join(" ")),
            // Another build may have other keys, rules or searches.
            (
                "program",
                format!("{version} {}", machine::program_checksum()),
            ),
        ]
    }

    /// The progress line; none for several searches at once.
    pub(super) fn progress(&self) -> ProgressLine {
        match self.lists.jobs {
            NonZeroUsize::MIN => ProgressLine::begin(self.lang),
            _ => ProgressLine::none(),
        }
    }

    /// The remark about the machine; only the first call returns it.
    pub(super) fn note(&self) -> Option<String> {
        let note = self.note.lock();
        note.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The request for a position of a list that begins now.
    pub(super) fn next(&self) -> Request {
        let mut next = self.clone();
        next.config.limits.time = self.clock.of_next();
        next
    }
}

/// The option of a question that needs several searches.
fn option_of(question: Question) -> Option<&'static str> {
    match question {
        Question::MoverWins | Question::Win(_) => None,
        Question::Value => Some("--value"),
        Question::Moves | Question::MovesFor(_) => Some("--moves"),
        Question::Score | Question::MoveScores => Some("--score"),
    }
}

/// Refuses a checkpoint for a question or an algorithm without checkpoints.
fn check_plan(question: Question, algorithm: &Info) -> Result<(), Failure> {
    if let Some(option) = option_of(question) {
        return Err(Failure::usage(error_text!(
            "checkpoint-of-one-question",
            "a checkpoint is of one question: give --attacker, not {option}",
            option = option
        )));
    }
    if !algorithm.resumes {
        return Err(Failure::usage(error_text!(
            "algorithm-without-checkpoint",
            "{algorithm} cannot continue from a checkpoint; df-pn can",
            algorithm = algorithm
        )));
    }
    Ok(())
}
