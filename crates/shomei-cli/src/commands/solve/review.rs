//! `shomei review`: what the moves of a game were worth, proven position by position.
//!
//! The value or the score of each position is asked for, the last one first, since it is the
//! easiest and what it teaches helps those before it. A move is worth what the position behind it
//! is; it loses what that is less than the position before it.

mod first;
pub(super) mod text;

use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use shomei::{Answer, AnyPosition, ExactLine, Outcome, Question, Value};
use shomei_game::Side;

use super::answer::{Answered, answer};
use super::args::{AskArgs, StoreFileArgs};
use super::list::Warmth;
use super::page::{Page, review as report};
use super::request::{Asked, Request};
use crate::cli::heading;
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::output::{complain, path_text, print, print_json};
use crate::played::Played;
use crate::problems::{self, Many, Name, Problem, Problems, check_outside, place_in};
use first::first_of;

const REVIEW: &str = "\
The command solves the positions of the game from the last one back to the one that --at names. Without \
--at that is the first one with 16 squares left in a game with scores, and the first position in other \
games. --proof names a directory for the certificates of each position: 041.at-least.proof and \
041.at-most.proof for the position after 41 moves.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = REVIEW)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    ask: AskArgs,
    #[command(flatten, next_help_heading = heading::LIMITS)]
    store: StoreFileArgs,
}

/// What is known of a position, for its side to move: the least and the greatest score, or 1 for a
/// win, 0 for a draw and -1 for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    mover: Side,
    bounds: [i32; 2],
}

impl Worth {
    /// The same as one of the sides sees it.
    fn of(self, side: Side) -> [i32; 2] {
        let [low, high] = self.bounds;
        match side == self.mover {
            true => [low, high],
            false => [-high, -low],
        }
    }
}

/// A position of the game with what was found.
pub(super) struct Reviewed {
    worth: Worth,
    /// A best move, where one is known.
    best: Option<String>,
    proofs: Vec<String>,
    is_known: bool,
    nodes: u64,
}

/// A move with what it was worth.
#[derive(Debug, Serialize)]
pub(super) struct ReviewRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// The number of the move, passes not counted where squares are.
    number: usize,
    side: String,
    pub(super) position: String,
    #[serde(rename = "move")]
    pub(super) mv: String,
    /// A best move, where one is known.
    best: Option<String>,
    /// What the side that moves could reach, and what it reached by the move: the least and the
    /// greatest score, or 1, 0 and -1.
    before: [i32; 2],
    after: [i32; 2],
    /// What the move loses, at least and at most.
    loses: [i32; 2],
    /// The certificates of the positions before and behind the move.
    proofs: Vec<String>,
    #[serde(skip)]
    who: Side,
    #[serde(skip)]
    names: [String; 2],
}

/// Reviews a game, or several.
pub(crate) fn run(args: &ReviewArgs, games: &Games) -> Result<Exit, Failure> {
    let guard = args.ask.guard(&[args.store.file()])?;
    let asked = Asked {
        store: args.store.clone(),
        ..Asked::win("review", guard)
    };
    let games = Arc::new(games.clone());
    let mut request = Request::of(&args.ask, asked, games, Interrupt::install()?)?;
    if let Some(directory) = request.proof.as_ref().filter(|path| !path.is_dir()) {
        let message = format!(
            "--proof must be a directory; {} is none",
            directory.display()
        );
        return Err(Failure::Usage(message));
    }
    // What a position teaches helps the one before it.
    let is_warm = request.config.keeps_tables() && !request.check;
    request.warmth = is_warm.then(Warmth::default);
    let argument = &args.ask.position;
    let (entry, game) = (request.entry.clone(), request.game.clone());
    let problems = problems::of(argument, &entry, &game, &request.interrupt)?;
    if let Problems::Many(many) = &problems
        && let Some(folder) = &many.folder
    {
        let outputs = [
            ("--store-file", request.store_file()),
            ("--report", &request.page.report),
        ];
        for (option, path) in outputs {
            path.as_ref()
                .map_or(Ok(()), |path| check_outside(option, path, folder))?;
        }
    }
    let mut page = report::begin(&request, &problems, argument)?;
    request.open_store()?;
    let exit = match problems {
        Problems::One(problem) => one(&request, &problem, Extent::OneGame, &mut page)?,
        Problems::Many(many) => several(&request, many, &mut page)?,
    };
    if let Some(page) = page {
        let path = path_text(&report::end(page, &request)?);
        if !request.json {
            let lang = request.lang;
            print(lang.pick(format!("report: {path}"), format!("報告：{path}")))?;
        }
    }
    Ok(exit)
}

/// Reviews one game after the other.
fn several(request: &Request, games: Many<'_>, page: &mut Option<Page>) -> Result<Exit, Failure> {
    let mut exits = Vec::new();
    for problem in games.problems {
        let problem = problem?;
        match one(request, &problem, Extent::ManyGames, page) {
            Ok(exit) => exits.push(exit),
            Err(failure @ Failure::Usage(_)) => return Err(failure),
            Err(failure) => {
                complain(format_args!("error: {}: {failure}", problem.name.place()));
                exits.push(failure.exit());
            }
        }
        if request.interrupt.is_set() {
            break;
        }
    }
    if request.interrupt.is_set() {
        exits.push(Exit::Unknown);
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
    problem: &Problem,
    extent: Extent,
    page: &mut Option<Page>,
) -> Result<Exit, Failure> {
    let placed = |message: String| match extent {
        // The loop over many games adds the place.
        Extent::ManyGames => Failure::Input(message),
        Extent::OneGame => Failure::Input(format!("{}: {message}", problem.name.place())),
    };
    let content = match &problem.content {
        Ok(content) => content,
        Err(failure) => return Err(Failure::Input(failure.to_string())),
    };
    let played = content.played(&request.game);
    let played = played.map_err(|error| placed(error.to_string()))?;
    content.warn(&request.game, &problem.name);
    if played.moves.is_empty() {
        return Err(placed("there are no moves to review".to_string()));
    }
    let first = first_of(request, &played).map_err(placed)?;
    let mut request = request.clone();
    request.question = question(&request, &played, first);
    let mut reviewed = Vec::new();
    for moves in (first..=played.moves.len()).rev() {
        let position = played.position(moves).unwrap_or(&played.root);
        let found = review(&request.next(), &problem.name, position, moves, extent)?;
        reviewed.push(found);
    }
    reviewed.reverse();
    let rows = rows(&request, &problem.name, &played, first, &reviewed);
    if request.json {
        rows.iter().try_for_each(print_json)?;
    } else {
        if extent == Extent::ManyGames {
            print(format_args!("{}:", problem.name))?;
        }
        print(text::text(&request, &rows, &reviewed))?;
    }
    if let Some(page) = page {
        report::add(page, &request, &problem.name.to_string(), &rows, &reviewed);
    }
    let is_known = reviewed.iter().all(|found| found.is_known);
    Ok(if is_known { Exit::Done } else { Exit::Unknown })
}

/// What is asked about each position.
fn question(request: &Request, played: &Played, first: usize) -> Question {
    let from = played.position(first).unwrap_or(&played.root);
    match request.question {
        Question::Win(attacker) => Question::Win(attacker),
        _ if request.entry.kind.range.is_some() => Question::Score,
        // In mating problems the side to move attacks, and the other one only defends.
        _ if from.rules_depend_on_goal() => Question::Win(from.to_move()),
        _ => Question::Value,
    }
}

/// Solves a position.
fn review(
    request: &Request,
    name: &Name,
    position: &AnyPosition,
    moves: usize,
    extent: Extent,
) -> Result<Reviewed, Failure> {
    let mover = position.to_move();
    let known = |bounds| Reviewed {
        worth: Worth { mover, bounds },
        best: None,
        proofs: Vec::new(),
        is_known: true,
        nodes: 0,
    };
    let position = match request.question {
        Question::Win(attacker) => position.for_attacker(attacker),
        _ => position.clone(),
    };
    // What the rules say needs no proof.
    if let Some(outcome) = position.outcome() {
        let worth = match (request.question, position.score(mover)) {
            (Question::Win(attacker), _) => {
                let is_won = outcome == Outcome::Win(attacker);
                if is_won == (attacker == mover) { 1 } else { -1 }
            }
            (_, Some(score)) => score,
            (_, None) => of_value(Value::of_outcome(outcome, mover)),
        };
        return Ok(known([worth, worth]));
    }
    let number = format!("{moves:03}");
    let target = request.proof.as_ref().map(|directory| match extent {
        Extent::ManyGames => place_in(&request.guard, directory, name, &format!("{number}.proof")),
        Extent::OneGame => Ok(directory.join(format!("{number}.proof"))),
    });
    let answered = answer(
        request,
        &position,
        target.transpose()?.as_deref(),
        ExactLine::Search,
    )?;
    let certificates = answered.certificates.iter();
    for problem in &answered.problems {
        complain(format_args!("error: {}: {problem}", name.place()));
    }
    let worth = Worth {
        mover,
        bounds: bounds_of(request, &answered, mover),
    };
    let is_best = worth.bounds[0] == worth.bounds[1] && worth.bounds[0] >= lowest(request);
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
            .map(|kept| kept.path.display().to_string())
            .collect(),
        is_known: worth.bounds[0] == worth.bounds[1] && answered.exit() == Exit::Done,
        nodes: answered.result.work.nodes(),
    })
}

/// The least worth of which a line shows a best move: where all is lost any move is one.
fn lowest(request: &Request) -> i32 {
    match request.question {
        Question::Score => i32::MIN,
        _ => 0,
    }
}

fn of_value(value: Value) -> i32 {
    match value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    }
}

/// What is known of a position, as its side to move sees it.
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
    let value = answered.result.value().map(of_value);
    value.map_or([-1, 1], |value| [value, value])
}

/// The moves with what they were worth.
fn rows(
    request: &Request,
    name: &Name,
    played: &Played,
    first: usize,
    reviewed: &[Reviewed],
) -> Vec<ReviewRow> {
    let mut number = count_of(played, first);
    let mut rows = Vec::new();
    for (at, pair) in reviewed.windows(2).enumerate() {
        let moves = first + at;
        let (Some(position), Some((mv, next))) = (played.position(moves), played.moves.get(moves))
        else {
            break;
        };
        let who = position.to_move();
        let [before, after] = [pair[0].worth, pair[1].worth].map(|worth| worth.of(who));
        number += usize::from(counts(position, next));
        let last = moves.checked_sub(1).and_then(|at| played.moves.get(at));
        let last = last.map(|(mv, _)| mv.as_str());
        let named = |mv: &str| {
            let name = position.move_name(mv, last, request.lang);
            name.unwrap_or_else(|_| mv.to_string())
        };
        let best = pair[0].best.clone();
        let proofs = pair.iter().flat_map(|found| found.proofs.iter().cloned());
        rows.push(ReviewRow {
            problem: name.in_file(),
            number,
            side: request.entry.kind.sides[who.index()].to_string(),
            position: position.text(),
            names: [named(mv), best.as_deref().map(named).unwrap_or_default()],
            mv: mv.clone(),
            best,
            before,
            after,
            // No move is worth more than its position.
            loses: [(before[0] - after[1]).max(0), before[1] - after[0]],
            proofs: proofs.collect(),
            who,
        });
    }
    rows
}

/// How many of the moves have a number.
fn count_of(played: &Played, moves: usize) -> usize {
    let pairs = (0..moves).filter_map(|at| Some((played.position(at)?, played.position(at + 1)?)));
    pairs.filter(|(from, to)| counts(from, to)).count()
}

/// Whether a move has a number: a pass has none, which leaves as many squares as before.
fn counts(from: &AnyPosition, to: &AnyPosition) -> bool {
    from.remaining().is_none() || from.remaining() != to.remaining()
}
