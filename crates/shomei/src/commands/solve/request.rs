//! What the arguments of `solve` ask, made out once for all positions.

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::rc::Rc;

use shomei_search::Limits;
use shomei_search::registry::Info;

use super::lines::{self, Opening};
use super::question::Question;
use super::record::RecordArgs;
use super::{DEFAULT_MEMORY, SolveArgs};
use crate::checkpoint::{self, Plan};
use crate::erased::{AnyGame, no_scores};
use crate::failure::Failure;
use crate::games::Entry;
use crate::interrupt::Interrupt;
use crate::overwrite::Guarded;
use crate::solving::{Task, Wanted};

/// What is asked of every position.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) entry: &'static Entry,
    pub(super) game: Rc<dyn AnyGame>,
    pub(super) opening: Rc<Opening>,
    pub(super) question: Question,
    /// Whether the shortest win is asked for.
    pub(super) shortest: bool,
    pub(super) task: Task,
    /// The limits of the position that is being answered, its clock started.
    pub(super) limits: RefCell<Limits>,
    pub(super) memory: usize,
    pub(super) proof: Option<PathBuf>,
    pub(super) check: bool,
    pub(super) records: RecordArgs,
    /// What may not be written over.
    pub(super) guarded: Guarded,
    pub(super) json: bool,
    pub(super) interrupt: Interrupt,
    pub(super) threads: NonZeroUsize,
    pub(super) plan: Plan,
    /// What tells the hints of the game from the usual ones.
    pub(super) marks: Vec<(String, String)>,
    /// What is to be said once about the game on this machine.
    pub(super) note: Rc<Cell<Option<String>>>,
}

impl Request {
    /// Starts the clock of a position: all questions about it share its time.
    pub(super) fn begin(&self) {
        *self.limits.borrow_mut() = self.task.limits.started();
    }

    /// The limits of a question about the position that was begun last.
    pub(super) fn limits(&self) -> Limits {
        self.limits.borrow().clone()
    }

    pub(super) fn of(args: &SolveArgs, interrupt: Interrupt) -> Result<Request, Failure> {
        let rules = match args.mudaai {
            true => args.game.rules_of_mudaai()?,
            false => args.game.rules()?,
        };
        let (entry, game, opening) = lines::open(args, rules)?;
        let question = args.question(entry)?;
        args.records.check(entry)?;
        if matches!(question, Question::Score(_)) && game.rules() != entry.usual_rules() {
            let message = "--score asks for the score itself: leave --rules out";
            return Err(Failure::Usage(message.into()));
        }
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
        if shortest || matches!(question, Question::Score(_)) {
            let sound = args.algorithm.settings.check_sound();
            sound.map_err(|error| Failure::Usage(format!("--{error}")))?;
        }
        let plan = Plan {
            to: args.checkpoint.clone(),
            every: args.every,
            from: args.resume.clone(),
        };
        if !plan.is_empty() {
            check_plan(question, algorithm)?;
        }
        let kept = plan
            .from
            .as_deref()
            .map(checkpoint::header_of)
            .transpose()?;
        let usual = kept.map_or(DEFAULT_MEMORY, |header| header.memory);
        let memory = args.memory.unwrap_or(usual);
        let task = Task {
            algorithm,
            settings: args
                .algorithm
                .settings_for(algorithm, args.threads, entry.auto)?,
            memory,
            touch_memory: false,
            wanted: Wanted {
                depth: args.depth,
                others: args.yozume.then_some(args.yozume_nodes),
                variations: args.records.variations(),
            },
            limits: Limits {
                nodes: args.nodes,
                time: args.time,
                stop: Some(interrupt.flag()),
                ..Limits::default()
            },
        };
        let note = game.note();
        let marks = opening.hints.marks();
        Ok(Request {
            entry,
            game: game.into(),
            opening: Rc::new(opening),
            question,
            shortest,
            limits: RefCell::new(task.limits.clone()),
            task,
            memory,
            proof: args.proof.clone(),
            check: args.check,
            records: args.records.clone(),
            guarded: args.guarded()?,
            json: args.json,
            interrupt,
            threads: args.threads,
            plan,
            marks,
            note: Rc::new(Cell::new(note)),
        })
    }
}

impl SolveArgs {
    /// What is read, so that it is not written over; nor may two results be one file.
    fn guarded(&self) -> Result<Guarded, Failure> {
        let outputs = [&self.proof, &self.records.record, &self.checkpoint];
        let outputs: Vec<_> = outputs.into_iter().flatten().collect();
        if outputs.iter().any(|output| output.as_os_str() == "-") {
            let message = "results go to files, most of them binary, and not to standard output \
                           (-); ./- is a file of that name";
            return Err(Failure::Usage(message.into()));
        }
        for (i, output) in outputs.iter().enumerate() {
            if outputs[..i].contains(output) && !output.is_dir() {
                let message = format!("two results cannot both be {}", output.display());
                return Err(Failure::Usage(message));
            }
        }
        let files = [&self.resume, &self.game.hints.weights];
        let files = files.into_iter().flatten().map(PathBuf::as_path);
        let texts = [self.position.as_str(), self.game.rules_argument()];
        Ok(Guarded::new(texts, files, self.force))
    }

    fn question(&self, entry: &Entry) -> Result<Question, Failure> {
        if self.moves && self.proof.is_some() {
            let message =
                "--moves writes no certificates: solve the position behind a move for one";
            return Err(Failure::Usage(message.into()));
        }
        Ok(match (&self.attacker, entry.range) {
            (Some(name), _) if self.moves => Question::MovesFor(entry.side(name)?),
            (Some(name), _) => Question::Win(entry.side(name)?),
            (None, Some(range)) if self.score => Question::Score(range),
            (None, None) if self.score => return Err(no_scores(entry.name)),
            _ if self.value => Question::Value,
            _ if self.moves => Question::Moves,
            _ => Question::MoverWins,
        })
    }
}

/// Refuses what cannot search for the shortest win.
fn check_shortest(algorithm: &Info, threads: NonZeroUsize, option: &str) -> Result<(), Failure> {
    if algorithm.name != "df-pn" {
        let message =
            format!("{option}: {algorithm} cannot search for the shortest win; df-pn can");
        return Err(Failure::Usage(message));
    }
    if threads > NonZeroUsize::MIN {
        let message = format!("--threads {threads}: {option} searches with one thread");
        return Err(Failure::Usage(message));
    }
    Ok(())
}

/// Refuses checkpoints of what has none.
fn check_plan(question: Question, algorithm: &Info) -> Result<(), Failure> {
    let refuse = |why: String| Err(Failure::Usage(why));
    if let Some(option) = question.option() {
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
