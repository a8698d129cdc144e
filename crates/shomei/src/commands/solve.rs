//! `shomei solve`: answers one question about a position, or about many.

mod answer;
mod asking;
mod batch;
mod expected;
mod facts;
mod hunt;
mod json;
mod lines;
mod moves;
mod overview;
mod principal;
mod question;
mod record;
mod refutation;
mod report;
mod score;
mod sides;
mod summary;
#[cfg(test)]
mod tests;
mod work;
mod yozume;

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use clap::Args;
use shomei_search::registry::Info;
use shomei_search::{Answer, Limits};

use crate::checkpoint::{self, Plan};
use crate::cli::{AlgorithmArgs, GameArgs, at_least_one, count, duration, memory};
use crate::erased::{AnyGame, no_scores};
use crate::failure::{Exit, Failure};
use crate::games::Entry;
use crate::interrupt::Interrupt;
use crate::output::{print, warn};
use crate::overwrite::Guarded;
use crate::problems::{self, Content, Name, Problem, Problems, no_position};
use crate::solving::{Task, Wanted};

use answer::Answered;
use lines::Opening;
use question::Question;
use record::RecordArgs;
use summary::Summary;

const POSITION: &str = "The position as text; - reads one position (all of it, so also a diagram or \
    a record) from standard input; @FILE, or @- for standard input, holds one position a line, \
    maybe with what is known (POSITION ; attacker=SIDE ; value=proved ; ...), or \
    is a record, whose first position is asked about; @FOLDER stands for all files in it";

const PROOF: &str = "Write a certificate of the answer to FILE. With --value the certificate that \
    decides the value is FILE; where two are needed (a draw), each has its side in the name: \
    x.black.proof and x.white.proof for x.proof. With --score they are x.at-least.proof and \
    x.at-most.proof. For a list of positions FILE must be a \
    directory; the certificates in it are named by the line, 0007.proof, or by the file";

const VALUE: &str = "Find the value for the side to move, win, draw or loss, by asking \
    whether it can force a win and whether its opponent can, the likelier first";

const MOVES: &str = "Find the value of every legal move for the side to move, by the questions of \
    --value about the position behind it, and so that of the position; with --attacker whether that \
    side can force a win behind every move";

const SCORE: &str = "Find the score for the side to move, in games whose results have one, by asking \
    whether it is at least so much; where a limit is reached, bounds are reported";

const SHORTEST: &str = "Find the fewest plies in which the attacker can force a win, prove that there is \
    none shorter, and print a line of exactly that length; a limit leaves bounds (df-pn, one thread). \
    A certificate proves the win in so many plies, not that there is none shorter";

const MUDAAI: &str = "Leave wasted interpositions (mudaai) out: the same as --rules tsume-mudaai. It is mate where \
    the defender has only drops between that the checking piece can take, each time with mate";
const YOZUME: &str = "Find what other moves of the attacker win along the line of the shortest win, with \
    their lengths, whether the problem has one solution, and what is left over at its end (as \
    --shortest, which it implies)";

const DEPTH: &str = "Where there is no win, print what the defender answers, N plies deep (1 to 200); with \
    --proof it is what the certificate answers";

const CHECKPOINT: &str = "Write what the search knows to FILE now and then, and when it ends without an \
    answer: by a limit, Ctrl-C or SIGTERM (df-pn only)";

const RESUME: &str = "Go on from a checkpoint of the same question; give --checkpoint, too, to write \
    further ones";

const NODES: &str = "Give up after so many nodes: 1000000, 500k, 5M. What is searched again for the line \
    of play and the certificate counts; --value, --moves and --score have so many for each question";

const TIME: &str = "Give up after this time: 60s, 5m, or a number of seconds. It holds for all that is \
    asked about a position, with the lines of play, the certificates and their check; of a list \
    for each position";

const MEMORY: &str = "Memory for the tables: 64MiB, 1GiB, ... Certificates are made within it, too, but for \
    64 MiB [default: 64MiB, or what the checkpoint has]";

const DEFAULT_MEMORY: usize = 64 << 20;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(value_name = "POSITION", help = POSITION, allow_hyphen_values = true)]
    position: String,
    /// The side that must win [default: the side to move]
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["value", "score"])]
    attacker: Option<String>,
    #[arg(long, help = VALUE, conflicts_with_all = ["moves", "score"])]
    value: bool,
    #[arg(long, help = MOVES, conflicts_with = "score")]
    moves: bool,
    #[arg(long, help = SCORE)]
    score: bool,
    #[arg(long, help = SHORTEST, conflicts_with_all = ["value", "moves", "score", "checkpoint", "resume"])]
    shortest: bool,
    #[arg(long, help = MUDAAI)]
    mudaai: bool,
    #[arg(long, help = YOZUME, conflicts_with_all = ["value", "moves", "score", "checkpoint", "resume"])]
    yozume: bool,
    /// The most nodes for each other move that --yozume looks at: 100k, 5M
    #[arg(long, value_name = "N", value_parser = count, default_value = "100k", requires = "yozume")]
    yozume_nodes: u64,
    #[arg(long, value_name = "N", help = DEPTH, conflicts_with_all = ["value", "moves", "score"],
        value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// How many threads search; more than one only with algorithms that have the option (df-pn)
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "1")]
    threads: NonZeroUsize,
    #[arg(long, value_name = "SIZE", value_parser = memory, help = MEMORY)]
    memory: Option<usize>,
    #[arg(long, value_name = "N", value_parser = count, help = NODES)]
    nodes: Option<u64>,
    #[arg(long, value_name = "TIME", value_parser = duration, help = TIME)]
    time: Option<Duration>,
    #[arg(long, value_name = "FILE", help = PROOF)]
    proof: Option<PathBuf>,
    /// Read each certificate back and check it before it gets its name
    #[arg(long, requires = "proof")]
    check: bool,
    #[command(flatten)]
    records: RecordArgs,
    /// Write --proof and --record over files of any kind, but never over the input
    #[arg(long)]
    force: bool,
    #[arg(long, value_name = "FILE", help = CHECKPOINT)]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s", requires = "checkpoint")]
    every: Duration,
    #[arg(long, value_name = "FILE", help = RESUME)]
    resume: Option<PathBuf>,
    /// Print one JSON object per result and nothing else
    #[arg(long)]
    json: bool,
}

/// What is asked of every position.
#[derive(Clone)]
struct Request {
    entry: &'static Entry,
    game: Rc<dyn AnyGame>,
    opening: Rc<Opening>,
    question: Question,
    /// Whether the shortest win is asked for.
    shortest: bool,
    task: Task,
    /// The limits of the position that is being answered, its clock started.
    limits: RefCell<Limits>,
    memory: usize,
    proof: Option<PathBuf>,
    check: bool,
    records: RecordArgs,
    /// What may not be written over.
    guarded: Guarded,
    json: bool,
    interrupt: Interrupt,
    threads: NonZeroUsize,
    plan: Plan,
    /// What tells the hints of the game from the usual ones.
    marks: Vec<(String, String)>,
    /// What is to be said once about the game on this machine.
    note: Rc<Cell<Option<String>>>,
}

/// Answers one position, or a batch of them.
pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let request = Request::of(args, Interrupt::install()?)?;
    match problems::of(&args.position, request.entry, &*request.game)? {
        Problems::One(problem) => one(&request, problem),
        Problems::Many(_) if !request.plan.is_empty() => {
            let message = "a checkpoint is of one position, not of a list".into();
            Err(Failure::Usage(message))
        }
        Problems::Many(many) => batch::run(&request, many),
    }
}

fn one(request: &Request, problem: Problem) -> Result<Exit, Failure> {
    let Problem {
        name,
        input,
        content,
    } = problem;
    let content = content?;
    let position = content
        .position(&*request.game, request.records.before_moves)
        .map_err(|error| no_position(&name, &content, &error))?;
    let target = request
        .records
        .target(request, &*position, content.said(&*request.game))?;
    let mut answered = answer::answer(request, &*position, request.proof.as_deref())
        .map_err(|failure| hint_of_moves(request, &content, failure))?;
    answered.notes.place(&name, input);
    principal::add_line(request, &*position, &mut answered)?;
    if let Some(target) = target {
        target.write(request, &mut answered);
    }
    warn_of_moves(request, &name, &content, &answered);
    if request.json {
        json::json(request, &answered)?;
    } else {
        print(report::all(request, &answered))?;
    }
    if request.records.summary {
        let mut summary = Summary::default();
        summary.add(&name, &answered);
        summary.print(request.json)?;
    }
    answered.problems.iter().for_each(Failure::report);
    Ok(answered.exit())
}

/// Says that moves behind a position were played and leave nothing to play: most
/// likely they are the solution.
fn warn_of_moves(request: &Request, name: &Name, content: &Content, answered: &Answered) {
    let is_over = answered.why_over.is_some() && answered.answer == Answer::Disproved;
    if is_over && content.has_moves() && !request.records.before_moves {
        warn(format_args!("{}: {BEHIND_MOVES}", name.place()));
    }
}

/// The same for a question that nobody can have meant.
fn hint_of_moves(request: &Request, content: &Content, failure: Failure) -> Failure {
    match failure {
        Failure::Input(text) if content.has_moves() && !request.records.before_moves => {
            Failure::Input(format!("{text}; {BEHIND_MOVES}"))
        }
        failure => failure,
    }
}

const BEHIND_MOVES: &str = "this is the position behind the moves in the text; --before-moves asks \
    about the one before them";

impl Request {
    /// Starts the clock of a position: all questions about it share its time.
    fn begin(&self) {
        *self.limits.borrow_mut() = self.task.limits.started();
    }

    /// The limits of a question about the position that was begun last.
    fn limits(&self) -> Limits {
        self.limits.borrow().clone()
    }

    fn of(args: &SolveArgs, interrupt: Interrupt) -> Result<Request, Failure> {
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
