//! `shomei solve`: answers one question about a position, or about many.

mod answer;
mod batch;
mod delivery;
mod expected;
mod facts;
mod headline;
mod json;
mod lengths;
mod lines;
mod list;
mod missing;
mod naming;
mod overview;
mod page;
mod record;
mod refutation;
mod report;
mod request;
pub(crate) mod review;
mod stated;
mod summary;
mod tally;
#[cfg(test)]
mod tests;
mod yozume;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use shomei::ErrorKind;
use shomei::composers::Tolerance;

use crate::cli::{
    AlgorithmArgs, ForceArgs, GameArgs, at_least_one, count, duration, heading, memory,
};
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::language::LangArgs;
use crate::output::{print, warn};
use crate::problems::{self, Content, Moment, Name, Problem, Problems, no_position};

use answer::Answered;
use list::ListArgs;
use page::{Page, ReportArgs};
use record::RecordArgs;
use request::Request;
use stated::Stated;
use summary::{Summary, SummaryRow};

const POSITION: &str = "The position as text; - reads one position (all of it, so also a diagram or \
    a record) from standard input; @FILE, or @- for standard input, holds one position a line, \
    maybe with whose win is asked for and what is known (POSITION ; attacker=SIDE ; value=proved ; ...), or \
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
    side can force a win behind every move, and with --score the score of every move";

const SCORE: &str = "Find the score for the side to move, in games whose results have one, by asking \
    whether it is at least so much; where a limit is reached, bounds are reported";

const SHORTEST: &str = "Find the fewest plies in which the attacker can force a win, prove that there is \
    none shorter, and print a line of exactly that length; a limit leaves bounds (df-pn, one thread). \
    A certificate proves the win in so many plies, not that there is none shorter";

const MUDAAI: &str = "Leave wasted interpositions (mudaai) out: the same as --rules tsume-mudaai. It is mate where \
    the defender has only drops between that the checking piece can take, each time with mate. With \
    --shortest also tell the length without those in the middle of a line";
const YOZUME: &str = "Find what other moves of the attacker win along the line of the shortest win, with \
    their lengths, whether the problem has one solution, and what is left over at its end (as \
    --shortest, which it implies)";

const HENKA: &str = "With --yozume look at the other defences along the line, too: those that hold out as long and \
    leave nothing (hendō), and those behind which the attacker who does not take the shortest way comes to \
    what looks like a solution (henka-betsu)";

const TOLERATE: &str = "What does not count against a problem in the verdict of --yozume, names apart by commas: \
    last-move, detour, same-length, henka-betsu, promotion, order, surplus, two-longer, longer-defence; none is \
    the strictest rule and looks at other defences as --henka does, all the mildest";

const DEPTH: &str = "Where there is no win, print what the defender answers, N plies deep (1 to 200); with \
    --proof it is what the certificate answers";

const MISSING: &str = "Where there is no win, or none was found, find what is missing: which defences are in the way \
    of each move of the attacker, those that resist longest first, and in shogi which single piece more in \
    the attacker's hand would win; with --shortest in how many plies. Each of these questions has the limit \
    of --nodes, all together that of --time";

const CHECKPOINT: &str = "Write what the search knows to FILE now and then, and when it ends without an \
    answer: by a limit, Ctrl-C or SIGTERM (df-pn only)";

const RESUME: &str = "Go on from a checkpoint of the same question; give --checkpoint, too, to write \
    further ones";

const STORE: &str = "Begin with what this store of solved positions knows, and leave there what took \
    much work, while the search runs; it is made if there is none. It belongs to one game and rules, \
    makes later searches shorter, and is no evidence: certificates are (df-pn only)";

const NODES: &str = "Give up after so many nodes: 1000000, 500k, 5M. What is searched again for the line \
    of play and the certificate counts; --value, --moves and --score have so many for each question";

const TIME: &str = "Give up after this time: 60s, 5m, or a number of seconds. It holds for all that is \
    asked, with the lines of play, the certificates and their check, and for all positions of a \
    list together: those that it leaves no time for stay unknown";

const MEMORY: &str = "Memory for the tables: 64MiB, 1GiB, ... Certificates are made within it, too, but for \
    64 MiB [default: 64MiB, or what the checkpoint has]";

/// The arguments. The short help has one sentence on each.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten, next_help_heading = heading::GAME)]
    game: GameArgs,
    /// The position as text; - reads one from standard input, @FILE a list or a record, @FOLDER
    /// all files in it
    #[arg(value_name = "POSITION", long_help = POSITION, allow_hyphen_values = true, help_heading = None::<&str>)]
    position: String,
    /// The side that must win [default: the side to move]
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["value", "score"], help_heading = heading::ASKED)]
    attacker: Option<String>,
    /// Find the value for the side to move: win, draw or loss
    #[arg(long, long_help = VALUE, conflicts_with_all = ["moves", "score"], help_heading = heading::ASKED)]
    value: bool,
    /// Find the value of every legal move for the side to move
    #[arg(long, long_help = MOVES, help_heading = heading::ASKED)]
    moves: bool,
    /// Find the score for the side to move, in games whose results have one
    #[arg(long, long_help = SCORE, help_heading = heading::ASKED)]
    score: bool,
    /// Find the fewest plies in which the attacker can force a win
    #[arg(long, long_help = SHORTEST, conflicts_with_all = ["value", "score", "checkpoint", "resume"],
        help_heading = heading::ASKED)]
    shortest: bool,
    /// Where there is no win, print what the defender answers, N plies deep
    #[arg(long, value_name = "N", long_help = DEPTH, conflicts_with_all = ["value", "moves", "score"],
        value_parser = clap::value_parser!(u32).range(1..=200), help_heading = heading::ASKED)]
    depth: Option<u32>,
    /// Where there is no win, find what is missing: the defences in the way, and which single piece more would win
    #[arg(long, long_help = MISSING, conflicts_with_all = ["value", "moves", "score", "checkpoint", "resume"],
        help_heading = heading::ASKED)]
    missing: bool,
    /// Leave wasted interpositions (mudaai) out
    #[arg(long, long_help = MUDAAI, help_heading = heading::TSUME)]
    mudaai: bool,
    /// Find what other moves of the attacker win along the line of the shortest win
    #[arg(long, long_help = YOZUME, conflicts_with_all = ["value", "moves", "score", "checkpoint", "resume"],
        help_heading = heading::TSUME)]
    yozume: bool,
    /// The most nodes for each other move that --yozume looks at: 100k, 5M
    #[arg(long, value_name = "N", value_parser = count, default_value = "100k", requires = "yozume",
        help_heading = heading::TSUME)]
    yozume_nodes: u64,
    /// With --yozume look at the other defences, too (henka): as long as the line, or with a longer way that looks right
    #[arg(long, long_help = HENKA, requires = "yozume", hide_short_help = true, help_heading = heading::TSUME)]
    henka: bool,
    /// What does not count against a problem in the verdict of --yozume: none, all, or names apart by commas
    #[arg(long, value_name = "LIST", long_help = TOLERATE, default_value = Tolerance::USUAL, requires = "yozume",
        hide_short_help = true,
        help_heading = heading::TSUME)]
    tolerate: Tolerance,
    /// How many threads search; more than one only with algorithms that have the option (df-pn)
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "1",
        help_heading = heading::SEARCH)]
    threads: NonZeroUsize,
    /// Memory for the tables: 64MiB, 1GiB, ... [default: 64MiB, or what the checkpoint has]
    #[arg(long, value_name = "SIZE", value_parser = memory, long_help = MEMORY,
        help_heading = heading::LIMITS)]
    memory: Option<usize>,
    /// Give up after so many nodes: 1000000, 500k, 5M
    #[arg(long, value_name = "N", value_parser = count, long_help = NODES,
        help_heading = heading::LIMITS)]
    nodes: Option<u64>,
    /// Give up after this time: 60s, 5m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, long_help = TIME,
        help_heading = heading::LIMITS)]
    time: Option<Duration>,
    /// Give each position of a list up after this time
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::LIMITS)]
    time_each: Option<Duration>,
    /// Write what the search knows to FILE now and then, and when a limit ends it
    #[arg(long, value_name = "FILE", long_help = CHECKPOINT, help_heading = heading::LIMITS)]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s",
        requires = "checkpoint", hide_short_help = true, help_heading = heading::LIMITS)]
    every: Duration,
    /// Go on from a checkpoint of the same question
    #[arg(long, value_name = "FILE", long_help = RESUME, help_heading = heading::LIMITS)]
    resume: Option<PathBuf>,
    /// Begin with what this store knows, and leave there what took much work
    #[arg(long, value_name = "FILE", long_help = STORE, conflicts_with_all = ["shortest", "yozume"],
        help_heading = heading::LIMITS)]
    store_file: Option<PathBuf>,
    /// The least work of what is left in the store, in nodes: 1000, 50k
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000", requires = "store_file",
        hide_short_help = true, help_heading = heading::LIMITS)]
    store_work: u64,
    /// Write a certificate of the answer to FILE
    #[arg(long, value_name = "FILE", long_help = PROOF, help_heading = heading::RESULTS)]
    proof: Option<PathBuf>,
    /// Read each certificate back and check it before it gets its name
    #[arg(long, requires = "proof", help_heading = heading::RESULTS)]
    check: bool,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    force: ForceArgs,
    /// Print one JSON object per result and nothing else
    #[arg(long, help_heading = heading::RESULTS)]
    json: bool,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    lang: LangArgs,
    #[command(flatten)]
    page: ReportArgs,
    #[command(flatten, next_help_heading = heading::LISTS)]
    records: RecordArgs,
    #[command(flatten, next_help_heading = heading::LISTS)]
    lists: ListArgs,
    #[command(flatten, next_help_heading = heading::SEARCH)]
    algorithm: AlgorithmArgs,
}

/// Answers one position, or a batch of them.
pub(crate) fn run(args: &SolveArgs, games: &Games) -> Result<Exit, Failure> {
    let mut request = Request::of(args, Arc::new(games.clone()), Interrupt::install()?)?;
    let (entry, game) = (request.entry.clone(), request.game.clone());
    match problems::of(&args.position, &entry, &game, &request.interrupt)? {
        Problems::One(_) if request.lists.journal.is_some() => {
            let message = "--journal: a journal is of a list, not of one position".into();
            Err(Failure::Usage(message))
        }
        Problems::One(problem) => one(args, &mut request, problem),
        Problems::Many(_) if !request.plan.is_empty() => {
            let message = "a checkpoint is of one position, not of a list".into();
            Err(Failure::Usage(message))
        }
        Problems::Many(many) => batch::run(args, &mut request, many),
    }
}

fn one(args: &SolveArgs, request: &mut Request, problem: Problem) -> Result<Exit, Failure> {
    let Problem {
        name,
        input,
        content,
    } = problem;
    let content = content?;
    let position = content
        .position(&request.game, request.records.moment.moment())
        .map_err(|error| no_position(&name, &content, &error))?;
    content.warn(&request.game, &name);
    let said = content.said(&request.game);
    let source = content.source(&request.game, request.records.moment.moment());
    let target = request.records.target(request, &position, source)?;
    let page = Page::of_one(request, &position.text())?;
    if let Some(target) = &request.proof {
        // No store is made for a certificate that cannot be written.
        answer::check_target(request, &position, target)?;
    }
    request.store = args.store(request)?;
    let request = &*request;
    let asked = request.given(&content);
    let mut answered = answer::answer_with_line(&asked, &position, request.proof.as_deref())
        .map_err(|failure| hint_of_moves(request, &content, failure))?;
    answered.notes.place(&name, input);
    answered.notes.said = said;
    answered.notes.stated = Stated::of(request, &content, &position, &answered);
    if let Some(target) = target {
        target.write(request, &mut answered);
    }
    if let Some(page) = page {
        page.write_one(request, &mut answered);
    }
    warn_of_moves(request, &name, &content, &answered);
    if request.json {
        json::json(request, &answered)?;
    } else {
        print(report::all(request, &answered))?;
    }
    if let Some(mut summary) = Summary::of(request) {
        summary.add(SummaryRow::of(request, &name, &answered));
        summary.print(request)?;
    }
    answered.problems.iter().for_each(Failure::report);
    Ok(answered.exit())
}

/// Says that moves behind a position were played and leave nothing to play: most
/// likely they are the solution.
fn warn_of_moves(request: &Request, name: &Name, content: &Content, answered: &Answered) {
    let result = &answered.result;
    if result.why_over.is_some()
        && content.has_moves()
        && request.records.moment.moment() == Moment::Usual
    {
        warn(format_args!("{}: {BEHIND_MOVES}", name.place()));
    }
}

/// The same for a question that nobody can have meant.
fn hint_of_moves(request: &Request, content: &Content, failure: Failure) -> Failure {
    match failure {
        Failure::Library(error)
            if error.kind() == ErrorKind::Input
                && content.has_moves()
                && request.records.moment.moment() == Moment::Usual =>
        {
            error.with_advice(format_args!("; {BEHIND_MOVES}")).into()
        }
        failure => failure,
    }
}

const BEHIND_MOVES: &str = "this is the position behind the moves in the text; --before-moves asks \
    about the one before them";
