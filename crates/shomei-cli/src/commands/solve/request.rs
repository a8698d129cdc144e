//! What the arguments of `solve` ask, made out once for all positions.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use shomei_game::Lang;
use shomei_search::Limits;
use shomei_search::registry::Info;

use super::SolveArgs;
use super::lines::{self, Opening};
use super::list::{ListArgs, Warmth};
use super::page::ReportArgs;
use super::record::RecordArgs;
use crate::checkpoint::{self, Plan};
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::interrupt::Interrupt;
use crate::problems::Content;
use crate::progress::ProgressLine;
use crate::store::Shared;
use shomei::files::Guard;
use shomei::{AnyGame, Question, Task, Wanted, check_shortest};

/// What is asked of every position.
#[derive(Clone)]
pub(super) struct Request {
    /// The games that certificates may be about.
    pub(super) games: Arc<Games>,
    pub(super) entry: Entry,
    pub(super) game: AnyGame,
    pub(super) opening: Arc<Opening>,
    pub(super) question: Question,
    /// Its time is that of one position.
    pub(super) task: Task,
    pub(super) clock: Clock,
    pub(super) proof: Option<PathBuf>,
    pub(super) check: bool,
    pub(super) records: RecordArgs,
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
    pub(super) threads: NonZeroUsize,
    pub(super) plan: Plan,
    /// The store that all searches share, once it is [opened](SolveArgs::store).
    pub(super) store: Option<Arc<Shared>>,
    /// What tells the hints of the game from the usual ones.
    pub(super) marks: Vec<(String, String)>,
    /// What is to be said once about the game on this machine.
    pub(super) note: Arc<Mutex<Option<String>>>,
}

impl Request {
    pub(super) fn of(
        args: &SolveArgs,
        games: Arc<Games>,
        interrupt: Interrupt,
    ) -> Result<Request, Failure> {
        let rules = match args.mudaai {
            true => args.game.rules_of_mudaai(&games)?,
            false => args.game.rules()?,
        };
        let (entry, game, opening) = lines::open(args, &games, rules)?;
        let question = args.question(&entry)?;
        args.records.check(&entry)?;
        let algorithm = args.algorithm.info()?;
        let shortest = args.shortest || args.yozume;
        if shortest {
            let option = if args.yozume {
                "--yozume"
            } else {
                "--shortest"
            };
            check_shortest(algorithm, args.threads, option)?;
        }
        if shortest || question.is_of_scores() {
            let sound = args.algorithm.settings.check_sound();
            sound.map_err(|error| Failure::Usage(format!("--{error}")))?;
        }
        let guard = args.guard()?;
        let plan = args.plan(&guard);
        if !plan.is_empty() {
            check_plan(question, algorithm)?;
        }
        let memory = args.memory_for(&plan)?;
        let settings = args
            .algorithm
            .settings_for(algorithm, args.threads, entry.kind.auto)?;
        let clock = Clock {
            began: Instant::now(),
            all: args.time,
            each: args.time_each,
        };
        let task = Task {
            memory,
            wanted: Wanted {
                shortest: args.shortest,
                counted: args.shortest && !args.moves,
                depth: args.depth,
                missing: args.missing,
                others: args.yozume.then_some(args.yozume_nodes),
                variations: args.records.variations(),
                defences: args.henka || args.yozume && args.tolerate.needs_defences(),
                tolerance: args.tolerate,
            },
            limits: Limits {
                nodes: args.nodes,
                // Another begins its own time: see `Request::next`.
                time: args.time.into_iter().chain(args.time_each).min(),
                stop: Some(interrupt.flag()),
                ..Limits::default()
            },
            ..Task::new(algorithm, settings)
        };
        let warmth = args.lists.warmth(&task)?;
        args.check_store(&task)?;
        let note = game.why_slow();
        let marks = opening.hints.marks();
        Ok(Request {
            games,
            entry,
            game,
            opening: Arc::new(opening),
            question,
            task,
            clock,
            proof: args.proof.clone(),
            check: args.check,
            records: args.records.clone(),
            lists: args.lists.clone(),
            warmth,
            memory,
            page: args.page.clone(),
            // Only the next checkpoint may replace it.
            guard: guard.reading(&args.resume),
            json: args.json,
            lang: args.lang.lang(),
            interrupt,
            threads: args.threads,
            plan,
            store: None,
            marks,
            note: Arc::new(Mutex::new(note)),
        })
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
        if self.task.wanted.others.is_some() {
            let moves = content.moves_after(&self.game, self.records.moment.moment());
            asked.task.given = (!moves.is_empty()).then(|| moves.into());
        }
        asked
    }

    /// That of one of several workers on a list: with its part of the memory, and with what it
    /// learns itself.
    pub(super) fn of_worker(&self) -> Request {
        let mut own = self.clone();
        own.task.memory = self.memory / self.lists.jobs;
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
        next.task.limits.time = self.clock.of_next();
        next
    }
}

impl SolveArgs {
    /// What is read, so that it is not written over.
    fn guard(&self) -> Result<Guard, Failure> {
        let outputs = [
            &self.proof,
            &self.records.record,
            &self.page.report,
            &self.checkpoint,
            &self.store_file,
            &self.lists.journal,
        ];
        let mut outputs = outputs.into_iter().flatten();
        if outputs.any(|output| output.as_os_str() == "-") {
            let message = "results go to files, most of them binary, and not to standard output \
                           (-); ./- is a file of that name";
            return Err(Failure::Usage(message.into()));
        }
        let position = self.position.strip_prefix('@').map(PathBuf::from);
        Ok(self
            .force
            .guard(position.into_iter().chain(self.game.files())))
    }

    /// What is asked of checkpoints.
    fn plan(&self, guard: &Guard) -> Plan {
        Plan {
            to: self.checkpoint.clone(),
            every: self.every,
            from: self.resume.clone(),
            guard: guard.clone(),
        }
    }

    /// What was said, or what the checkpoint has.
    fn memory_for(&self, plan: &Plan) -> Result<usize, Failure> {
        let from = plan.from.as_deref();
        let kept = from.map(checkpoint::header_of).transpose()?;
        let usual = kept.map_or(Task::MEMORY, |header| header.memory);
        Ok(self.memory.unwrap_or(usual))
    }

    /// Refuses a store for a search that cannot use one.
    fn check_store(&self, task: &Task) -> Result<(), Failure> {
        if self.store_file.is_none() {
            return Ok(());
        }
        if !task.algorithm.resumes {
            let message = format!("{} cannot use a store; df-pn can", task.algorithm);
            return Err(Failure::Usage(message));
        }
        let sound = task.settings.check_sound();
        sound.map_err(|error| Failure::Usage(format!("--{error}")))
    }

    /// Opens the store, if one is asked for. It is made if there is none, so call this when
    /// nothing else can be wrong with the arguments and the position.
    pub(super) fn store(&self, request: &Request) -> Result<Option<Arc<Shared>>, Failure> {
        let Some(path) = &self.store_file else {
            return Ok(None);
        };
        let opened = Shared::open(path, &request.game, self.store_work, &request.guard)?;
        Ok(opened.map(Arc::new))
    }

    fn question(&self, entry: &Entry) -> Result<Question, Failure> {
        if self.moves && self.proof.is_some() {
            let message =
                "--moves writes no certificates: solve the position behind a move for one";
            return Err(Failure::Usage(message.into()));
        }
        Ok(match (&self.attacker, entry.kind.range) {
            (Some(name), _) if self.moves => Question::MovesFor(entry.kind.side(name)?),
            (Some(name), _) => Question::Win(entry.kind.side(name)?),
            (None, Some(_)) if self.score && self.moves => Question::MoveScores,
            (None, Some(_)) if self.score => Question::Score,
            (None, None) if self.score => {
                let message = format!("{} has no scores", entry.kind.name);
                return Err(Failure::Usage(message));
            }
            _ if self.value => Question::Value,
            _ if self.moves => Question::Moves,
            _ => Question::MoverWins,
        })
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
