//! `shomei review`: the proven value of each move of a game.
//!
//! The positions are solved from the last one to the first, because the last one is the easiest and
//! its table entries help the earlier searches. The value of a move is the value of the position
//! after it. Its loss is the difference from the value of the position before it.

mod bundle;
mod first;
pub(super) mod rows;
pub(super) mod text;

use clap::Args;
use shomei::{Answer, AnyPosition, Error, ExactLine, Kinds, Outcome, Question, Value};
use shomei_game::{Side, error_text};
use shomei_messages::{self as msg, Message};

use super::answer::{Answered, answer};
use super::args::{AskArgs, StoreFileArgs};
use super::bundle::{Proofs, is_bundle};
use super::list::WarmSession;
use super::page::{Page, review as report};
use super::report::certificate;
use super::request::{CommandQuery, Request};
use crate::cli::heading;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::line_of_play::LineOfPlay;
use crate::output::{path_text, print, print_json, print_stderr};
use crate::problems::{self, Batch, Name, Problem, Problems, empty_list, path_in};
use bundle::ReviewBundle;
use first::first_of;
use rows::rows;

const REVIEW: &str = "The command solves the positions of the game in reverse order, from the \
    last one to the one that --at selects. The default of --at is the first position with 16 \
    empty squares in games with scores, and the first position in other games. --proof x.zip \
    writes a bundle that proves what each move loses. If --proof names a directory, the \
    certificates of all positions go there; those of the position after 41 moves are \
    041.at-least.proof and 041.at-most.proof.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = REVIEW)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    ask: AskArgs,
    #[command(flatten, next_help_heading = heading::LIMITS)]
    store: StoreFileArgs,
}

/// The bounds of a position's value for its side to move: the least and greatest score, or 1 for a
/// win, 0 for a draw and -1 for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    mover: Side,
    bounds: [i32; 2],
}

impl Worth {
    /// The bounds from the view of a side.
    fn of(self, side: Side) -> [i32; 2] {
        let [low, high] = self.bounds;
        match side == self.mover {
            true => [low, high],
            false => [-high, -low],
        }
    }
}

/// The result of one position of the game.
pub(super) struct Reviewed {
    worth: Worth,
    /// A best move, if known.
    best: Option<String>,
    proofs: Vec<String>,
    exit: Exit,
    nodes: u64,
}

/// Reviews one game or several.
pub(crate) fn run(args: &ReviewArgs, games: &Kinds) -> Result<Exit, Failure> {
    let guard = args.ask.guard(&[args.store.file()])?;
    let query = CommandQuery {
        store: args.store.clone(),
        ..CommandQuery::win("review", guard)
    };
    let mut request = Request::of(&args.ask, query, games, Interrupt::install()?)?;
    let proof = request.proof.as_ref();
    if let Some(directory) = proof.filter(|path| !path.is_dir() && !is_bundle(path)) {
        return Err(Failure::usage(error_text!(
            "proof-no-directory",
            "--proof must be a directory or a bundle such as x.zip; {directory} is neither",
            directory = directory.display()
        )));
    }
    let is_warm = request.config.keeps_tables() && !request.check;
    request.warm_session = is_warm.then(WarmSession::default);
    let argument = &args.ask.position;
    let game = request.game.clone();
    let problems = problems::of(argument, games, &game, &request.interrupt)?;
    if let Problems::Many(many) = &problems {
        many.check_outside(&[
            ("--proof", &request.proof),
            ("--store-file", request.store_file()),
            ("--report", &request.page.report),
        ])?;
    }
    let mut page = report::begin(&request, &problems, argument)?;
    request.open_store()?;
    let exit = match problems {
        Problems::One(problem) => one(&request, problem, Extent::OneGame, &mut page)?,
        Problems::Many(_) if request.proof.as_deref().is_some_and(is_bundle) => {
            return Err(Failure::usage(error_text!(
                "bundle-of-one-game",
                "a bundle is of one game, not of a list: --proof must be a directory"
            )));
        }
        Problems::Many(many) => several(&request, many, &mut page)?,
    };
    if let Some(page) = page {
        let path = path_text(&report::end(page, &request)?);
        if !request.json {
            print(msg::ReportWritten { path }.text(request.lang))?;
        }
    }
    Ok(exit)
}

/// Reviews one game after the other.
fn several(request: &Request, games: Batch<'_>, page: &mut Option<Page>) -> Result<Exit, Failure> {
    let mut exits = Vec::new();
    for problem in games.problems {
        let problem = problem?;
        let place = problem.name.place();
        match one(request, problem, Extent::ManyGames, page) {
            Ok(exit) => exits.push(exit),
            Err(failure) if failure.is_usage() => return Err(failure),
            Err(failure) => {
                exits.push(failure.exit());
                failure.context(place).report();
            }
        }
        if request.interrupt.is_set() {
            break;
        }
    }
    if request.interrupt.is_set() {
        exits.push(Exit::Unknown);
    } else if exits.is_empty() {
        return Err(Failure::input(empty_list()).context(&games.place));
    }
    Ok(Exit::of(&exits))
}

/// What a command reviews.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    OneGame,
    ManyGames,
}

/// Reviews one game.
fn one(
    request: &Request,
    problem: Problem,
    extent: Extent,
    page: &mut Option<Page>,
) -> Result<Exit, Failure> {
    let placed = |error: Error| match extent {
        // `several` adds the place.
        Extent::ManyGames => Failure::from(error),
        Extent::OneGame => error.context(problem.name.place()).into(),
    };
    let content = problem.content?;
    let played = content.played(&request.game);
    let played = played.map_err(|error| placed(error.into()))?;
    content.warn(&request.game, &problem.name);
    if played.moves.is_empty() {
        return Err(placed(Error::input(error_text!(
            "no-moves-to-review",
            "there are no moves to review"
        ))));
    }
    let first = first_of(request, &played).map_err(|text| placed(Error::input(text)))?;
    let mut request = request.clone();
    request.question = question(&request, &played, first);
    let mut bundle = ReviewBundle::begin(&request, &played)?;
    let mut reviewed = Vec::new();
    for moves in (first..=played.moves.len()).rev() {
        let position = played.position(moves).unwrap_or(&played.root);
        let certificates = bundle.as_mut().map(|bundle| &mut bundle.certificates);
        let at = (moves, extent);
        let found = review(&request.next(), &problem.name, position, at, certificates)?;
        reviewed.push(found);
    }
    reviewed.reverse();
    let mut exits: Vec<Exit> = reviewed.iter().map(|found| found.exit).collect();
    let written = bundle.map(|bundle| bundle.finish(&request, &played, first, &mut exits));
    let rows = rows(&request, &problem.name, &played, first, &reviewed);
    if request.json {
        rows.iter().try_for_each(print_json)?;
    } else {
        if extent == Extent::ManyGames {
            print(format_args!("{}:", problem.name))?;
        }
        print(text::text(&request, &rows, &reviewed))?;
    }
    let stored = written.as_ref().and_then(|written| written.as_ref().ok());
    if let Some(stored) = stored.filter(|_| !request.json) {
        print(certificate(&request, stored))?;
    }
    if let Some(page) = page {
        let title = problem.name.to_string();
        report::add(page, &request, &title, (&rows, &reviewed), stored);
    }
    if let Some(Err(failure)) = written {
        exits.push(failure.exit());
        failure.report();
    }
    Ok(Exit::of(&exits))
}

/// The question about each position.
fn question(request: &Request, played: &LineOfPlay, first: usize) -> Question {
    let from = played.position(first).unwrap_or(&played.root);
    match request.question {
        Question::Win(attacker) => Question::Win(attacker),
        _ if request.kind.range.is_some() => Question::Score,
        // In mating problems the side to move attacks and the other side only defends.
        _ if from.rules_depend_on_goal() => Question::Win(from.to_move()),
        _ => Question::Value,
    }
}

/// Solves a position.
fn review(
    request: &Request,
    name: &Name,
    position: &AnyPosition,
    (moves, extent): (usize, Extent),
    bundled: Option<&mut Vec<Vec<u8>>>,
) -> Result<Reviewed, Failure> {
    let mover = position.to_move();
    let known = |bounds| Reviewed {
        worth: Worth { mover, bounds },
        best: None,
        proofs: Vec::new(),
        exit: Exit::Done,
        nodes: 0,
    };
    let position = match request.question {
        Question::Win(attacker) => position.for_attacker(attacker),
        _ => position.clone(),
    };
    // The rules decide a finished position, so it needs no proof.
    if let Some(outcome) = position.outcome() {
        let worth = match (request.question, position.score(mover)) {
            (Question::Win(attacker), _) => {
                let is_won = outcome == Outcome::Win(attacker);
                if is_won == (attacker == mover) { 1 } else { -1 }
            }
            (_, Some(score)) => score,
            (_, None) => bound_of(Value::of_outcome(outcome, mover)),
        };
        return Ok(known([worth, worth]));
    }
    let number = format!("{moves:03}");
    let directory = request.proof.as_ref().filter(|_| bundled.is_none());
    let target = directory.map(|directory| match extent {
        Extent::ManyGames => path_in(&request.guard, directory, name, &format!("{number}.proof")),
        Extent::OneGame => Ok(directory.join(format!("{number}.proof"))),
    });
    let target = target.transpose()?;
    let proofs = match bundled {
        Some(certificates) => Proofs::Memory(certificates),
        None => Proofs::at(target.as_deref()),
    };
    let answered = answer(request, &position, proofs, ExactLine::Search)?;
    let certificates = answered.certificates.iter();
    for problem in &answered.problems {
        print_stderr(problem.line_at(&name.place(), request.lang));
    }
    let worth = Worth {
        mover,
        bounds: bounds_of(request, &answered, mover),
    };
    let is_exact = worth.bounds[0] == worth.bounds[1];
    let is_best = is_exact && worth.bounds[0] >= least_shown(request);
    Ok(Reviewed {
        worth,
        best: answered
            .result
            .line
            .moves
            .first()
            .filter(|_| is_best)
            .cloned(),
        proofs: certificates
            .map(|certificate| certificate.path.display().to_string())
            .collect(),
        exit: match is_exact {
            true => answered.exit(),
            false => Exit::of(&[answered.exit(), Exit::Unknown]),
        },
        nodes: answered.result.work.nodes(),
    })
}

/// The least value for which a best move is shown: in a lost position every move loses.
fn least_shown(request: &Request) -> i32 {
    match request.question {
        Question::Score => i32::MIN,
        _ => 0,
    }
}

fn bound_of(value: Value) -> i32 {
    match value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    }
}

/// The bounds of the value for the side to move.
fn bounds_of(request: &Request, answered: &Answered, mover: Side) -> [i32; 2] {
    if let Some(known) = answered.result.score() {
        return known.bounds;
    }
    if let Question::Win(attacker) = request.question {
        let attacks = attacker == mover;
        return match answered.result.answer {
            Answer::Unknown => [-1, 1],
            answer if (answer == Answer::Proved) == attacks => [1, 1],
            _ => [-1, -1],
        };
    }
    let value = answered.result.value().map(bound_of);
    value.map_or([-1, 1], |value| [value, value])
}
