//! What the arguments of `solve` ask, made out once for all positions.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use shomei_game::Lang;
use shomei_search::Limits;
use shomei_search::registry::Info;

use super::args::{AskArgs, SolvedStore, StoreFileArgs};
use super::lines::{self, Opening};
use super::list::{ListArgs, Warmth};
use super::page::ReportArgs;
use super::record;
use crate::checkpoint::Plan;
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::interrupt::Interrupt;
use crate::problems::{Content, Moment};
use crate::progress::ProgressLine;
use shomei::composers::CompositionQuery;
use shomei::files::Guard;
use shomei::{AnyGame, Question, SearchConfig, WinLength, check_shortest};

/// What is asked of every position.
#[derive(Clone)]
pub(super) struct Request {
    /// The name of the command.
    pub(super) command: &'static str,
    /// The games that certificates may be about.
    pub(super) games: Arc<Games>,
    pub(super) entry: Entry,
    pub(super) game: AnyGame,
    pub(super) opening: Arc<Opening>,
    pub(super) question: Question,
    pub(super) length: WinLength,
    /// What is asked about a composed problem, where one is checked.
    pub(super) composition: Option<CompositionQuery>,
    /// Its time is that of one position.
    pub(super) config: SearchConfig,
    pub(super) clock: Clock,
    pub(super) proof: Option<PathBuf>,
    pub(super) check: bool,
    /// Which position of moves that are played is meant.
    pub(super) moment: Moment,
    /// Where the solution goes as a record of play.
    pub(super) record: Option<PathBuf>,
    pub(super) lists: ListArgs,
    /// What goes from one position of a list to the next.
    pub(super) warmth: Option<Warmth>,
    /// The memory for all tables together.
    pub(super) memory: usize,
    pub(super) page: ReportArgs,
    /// What results may replace.
    pub(super) guard: Guard,
    pub(super) json: bool,
    /// Of what people are told.
    pub(super) lang: Lang,
    pub(super) interrupt: Interrupt,
    pub(super) plan: Option<Plan>,
    pub(super) store_args: StoreFileArgs,
    /// The store that all searches share, once it is [opened](Request::open_store).
    pub(super) store: Option<Arc<dyn SolvedStore>>,
    /// What tells the hints of the game from the usual ones.
    pub(super) marks: Vec<(String, String)>,
    /// What is to be said once about the game on this machine.
    pub(super) note: Arc<Mutex<Option<String>>>,
}

/// What a command asks, beside what the arguments of all commands say.
pub(super) struct Asked {
    /// The name of the command.
    pub(super) command: &'static str,
    pub(super) kind: AskedFor,
    /// The rules, where they are not those of the arguments.
    pub(super) rules: Option<String>,
    pub(super) length: WinLength,
    pub(super) composition: Option<CompositionQuery>,
    /// The option that asks for the shortest win, for messages.
    pub(super) shortest: Option<&'static str>,
    pub(super) plan: Option<Plan>,
    pub(super) store: StoreFileArgs,
    /// Where the solution goes as a record of play.
    pub(super) record: Option<PathBuf>,
    pub(super) lists: ListArgs,
    /// What results may replace.
    pub(super) guard: Guard,
}

impl Asked {
    /// A win of any length, within these files.
    pub(super) fn win(command: &'static str, guard: Guard) -> Asked {
        Asked {
            command,
            kind: AskedFor::Answer,
            rules: None,
            length: WinLength::Any,
            composition: None,
            shortest: None,
            plan: None,
            store: StoreFileArgs::default(),
            record: None,
            lists: ListArgs::default(),
            guard,
        }
    }
}

/// What is found about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedFor {
    Answer,
    Value,
    Moves,
    Score,
    MoveScores,
}

impl AskedFor {
    fn question(self, attacker: Option<&str>, entry: &Entry) -> Result<Question, Failure> {
        let attacker = attacker.map(|name| entry.kind.side(name)).transpose()?;
        let asks_score = matches!(self, AskedFor::Score | AskedFor::MoveScores);
        if asks_score && entry.kind.range.is_none() {
            let message = format!("{} has no scores", entry.kind.name);
            return Err(Failure::Usage(message));
        }
        Ok(match (self, attacker) {
            (AskedFor::Answer, None) => Question::MoverWins,
            (AskedFor::Answer, Some(attacker)) => Question::Win(attacker),
            (AskedFor::Value, _) => Question::Value,
            (AskedFor::Moves, None) => Question::Moves,
            (AskedFor::Moves, Some(attacker)) => Question::MovesFor(attacker),
            (AskedFor::Score, _) => Question::Score,
            (AskedFor::MoveScores, _) => Question::MoveScores,
        })
    }
}

impl Request {
    pub(super) fn of(
        args: &AskArgs,
        asked: Asked,
        games: Arc<Games>,
        interrupt: Interrupt,
    ) -> Result<Request, Failure> {
        let rules = asked.rules.map_or_else(|| args.game.rules(), Ok)?;
        let (entry, game, opening) = lines::open(args, &games, rules)?;
        let question = asked.kind.question(args.attacker.as_deref(), &entry)?;
        record::check_forms(asked.record.as_ref(), &entry)?;
        let algorithm = args.algorithm.info()?;
        if let Some(option) = asked.shortest {
            check_shortest(algorithm, args.threads, option)?;
        }
        if asked.shortest.is_some() || question.is_of_scores() {
            let sound = args.algorithm.settings().check_sound();
            sound.map_err(|error| Failure::Usage(error.to_string()))?;
        }
        if asked.plan.is_some() {
            check_plan(question, algorithm)?;
        }
        let memory = match (args.memory, &asked.plan) {
            (None, Some(plan)) => plan.memory()?.unwrap_or(SearchConfig::MEMORY),
            (memory, _) => memory.unwrap_or(SearchConfig::MEMORY),
        };
        let settings = args
            .algorithm
            .settings_for(algorithm, args.threads, entry.kind.tuning)?;
        let clock = Clock {
            began: Instant::now(),
            all: args.time,
            each: args.time_each,
        };
        let config = SearchConfig {
            memory,
            limits: Limits {
                nodes: args.nodes,
                // Another begins its own time: see `Request::next`.
                time: args.time.into_iter().chain(args.time_each).min(),
                stop: Some(interrupt.flag()),
                ..Limits::default()
            },
            ..SearchConfig::new(algorithm, settings)
        };
        let warmth = asked.lists.warmth(&config, asked.shortest)?;
        asked.store.check(&config, asked.shortest)?;
        let note = game.why_slow();
        let marks = opening.hints.marks();
        Ok(Request {
            command: asked.command,
            games,
            entry,
            game,
            opening: Arc::new(opening),
            question,
            length: asked.length,
            composition: asked.composition,
            config,
            clock,
            proof: args.proof.clone(),
            check: args.check,
            moment: args.moment.moment(),
            record: asked.record,
            lists: asked.lists,
            warmth,
            memory,
            page: args.page.clone(),
            guard: asked.guard,
            json: args.json,
            lang: args.lang.lang(),
            interrupt,
            plan: asked.plan,
            store_args: asked.store,
            store: None,
            marks,
            note: Arc::new(Mutex::new(note)),
        })
    }

    /// The file of the store that is asked for.
    pub(super) fn store_file(&self) -> &Option<PathBuf> {
        self.store_args.file()
    }

    /// Opens the store, if one is asked for. A missing one is created, so call this when
    /// nothing else can be wrong with the arguments and the position.
    pub(super) fn open_store(&mut self) -> Result<(), Failure> {
        self.store = self.store_args.open(self)?;
        Ok(())
    }
}

/// The time that there is.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    began: Instant,
    /// For all positions together.
    all: Option<Duration>,
    /// For each.
    each: Option<Duration>,
}

impl Clock {
    /// The time of each position.
    pub(super) fn each(&self) -> Option<Duration> {
        self.each
    }

    /// Whether the time for all positions together is used up.
    pub(super) fn is_over(&self) -> bool {
        self.all.is_some_and(|all| self.began.elapsed() >= all)
    }

    /// The time of a position that begins now.
    pub(super) fn of_next(&self) -> Option<Duration> {
        let left = self.all.map(|all| all.saturating_sub(self.began.elapsed()));
        left.into_iter().chain(self.each).min()
    }
}

impl Request {
    /// The same about a position with moves behind it: where other solutions are asked for they
    /// are the line that is judged.
    pub(super) fn given(&self, content: &Content) -> Request {
        let mut asked = self.clone();
        if let Some(query) = &mut asked.composition
            && query.others.is_some()
        {
            let moves = content.moves_after(&self.game, self.moment);
            query.line = (!moves.is_empty()).then(|| moves.into());
        }
        asked
    }

    /// That of one of several workers on a list: with its part of the memory, and with what it
    /// learns itself.
    pub(super) fn of_worker(&self) -> Request {
        let mut own = self.clone();
        own.config.memory = self.memory / self.lists.jobs;
        own.warmth = self.warmth.as_ref().map(|_| Warmth::default());
        own
    }

    /// A line that tells how far a search is; nobody could read those of several searches.
    pub(super) fn progress(&self) -> ProgressLine {
        match self.lists.jobs {
            NonZeroUsize::MIN => ProgressLine::begin(self.lang),
            _ => ProgressLine::none(),
        }
    }

    /// What is to be said once; only the first who asks is told.
    pub(super) fn note(&self) -> Option<String> {
        let note = self.note.lock();
        note.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The same of a position of a list that begins now.
    pub(super) fn next(&self) -> Request {
        let mut next = self.clone();
        next.config.limits.time = self.clock.of_next();
        next
    }
}

/// The option that asks a question, where a value comes of several.
fn option_of(question: Question) -> Option<&'static str> {
    match question {
        Question::MoverWins | Question::Win(_) => None,
        Question::Value => Some("--value"),
        Question::Moves | Question::MovesFor(_) => Some("--moves"),
        Question::Score | Question::MoveScores => Some("--score"),
    }
}

/// Refuses checkpoints of what has none.
fn check_plan(question: Question, algorithm: &Info) -> Result<(), Failure> {
    let refuse = |why: String| Err(Failure::Usage(why));
    if let Some(option) = option_of(question) {
        return refuse(format!(
            "a checkpoint is of one question: give --attacker, not {option}"
        ));
    }
    if !algorithm.resumes {
        return refuse(format!(
            "{algorithm} cannot go on from a checkpoint; df-pn can"
        ));
    }
    Ok(())
}
