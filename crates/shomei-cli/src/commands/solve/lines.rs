//! Lines of a list that say by which rules, and for which side, they ask.
//!
//! What the command line gives in `--rules` and `--attacker` holds for the lines that say
//! nothing themselves; a line that says otherwise is an error.

use shomei_game::corpus::{At, Case, Fact, has_parts, parse_line};

use super::Request;
use super::args::AskArgs;
use super::facts::Facts;
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::input::Lines;
use shomei::{AnyGame, ErrorKind, Hints, Question};

/// How a game was opened.
#[derive(Debug)]
pub(super) struct Opening {
    /// The text of the rules.
    pub(super) rules: String,
    /// Whether they are those of a line, because the game has no usual ones.
    pub(super) is_lent: bool,
    /// What the game tells a search.
    pub(super) hints: Hints,
}

impl Opening {
    /// The rules that the command line gives, if it does.
    fn given(&self) -> Option<&str> {
        let is_given = !self.is_lent && !self.rules.trim().is_empty();
        is_given.then_some(&self.rules)
    }
}

/// Opens the game; one that is described by its rules, for a list whose lines give them, by
/// those of the first.
pub(super) fn open(
    args: &AskArgs,
    games: &Games,
    rules: String,
) -> Result<(Entry, AnyGame, Opening), Failure> {
    let algorithm = Some(&args.algorithm);
    let (is_lent, rules, opened) = match args.game.open_for(games, algorithm, &rules) {
        Err(failure) if rules.trim().is_empty() => {
            let rules = first_rules(&args.position, args.game.facts(games)).ok_or(failure)?;
            let opened = args.game.open_for(games, algorithm, &rules)?;
            (true, rules, opened)
        }
        opened => (false, rules, opened?),
    };
    let (entry, game, hints) = opened;
    let opening = Opening {
        rules,
        is_lent,
        hints,
    };
    Ok((entry.clone(), game, opening))
}

/// A line's question, and what it says of the answer.
pub(super) struct Line {
    pub(super) request: Request,
    pub(super) facts: Facts,
}

/// The question of a line, where it says more than its position.
pub(super) fn of_case(request: &Request, case: &Case) -> Result<Line, Failure> {
    let attacker = request.entry.kind.side(&case.attacker);
    let attacker = attacker.map_err(|error| as_input(error.into()))?;
    let question = match request.question {
        Question::MoverWins => Question::Win(attacker),
        Question::Win(asked) | Question::MovesFor(asked) if asked != attacker => {
            let [said, asked] =
                [attacker, asked].map(|side| request.entry.kind.sides[side.index()]);
            let message = format!("attacker={said}, but --attacker is {asked}");
            return Err(Failure::Input(message));
        }
        same => same,
    };
    let game = game_of(request, &case.rules)?;
    let facts = Facts::of(request, case, attacker, game.clone());
    let request = Request {
        game,
        question,
        ..request.clone()
    };
    Ok(Line { request, facts })
}

/// The game by the rules of a line; empty: those of the command line.
pub(super) fn game_of(request: &Request, rules: &str) -> Result<AnyGame, Failure> {
    let opening = &request.opening;
    let is_open = match rules.is_empty() {
        true => !opening.is_lent,
        false => rules == opening.rules,
    };
    if is_open {
        return Ok(request.game.clone());
    }
    let game = request
        .entry
        .kind
        .open(rules, &opening.hints)
        .map_err(|error| as_input(error.into()))?;
    match opening.given() {
        Some(given) if game.rules() != request.game.rules() => {
            let message = format!("rules={rules}, but --rules is {given}");
            Err(Failure::Input(message))
        }
        _ => Ok(game),
    }
}

/// What is wrong with a line does not end the list.
fn as_input(failure: Failure) -> Failure {
    match failure {
        Failure::Usage(text) => Failure::Input(text),
        Failure::Library(error) if error.kind() == ErrorKind::Usage => {
            error.into_kind(ErrorKind::Input).into()
        }
        failure => failure,
    }
}

/// The rules of the first line of a list that gives some.
fn first_rules(argument: &str, facts: &[Fact]) -> Option<String> {
    let path = argument.strip_prefix('@').filter(|&path| path != "-")?;
    let file = std::fs::File::open(path).ok()?;
    let lines = Lines::of(std::io::BufReader::new(file)).map_while(Result::ok);
    let texts = lines.filter_map(|(line, text)| Some((line, text.ok()?)));
    let cases = texts
        .filter(|(_, text)| has_parts(text))
        .filter_map(|(line, text)| {
            let file = path.to_string();
            parse_line(At { file, line }, &text, facts).ok()
        });
    let mut rules = cases
        .map(|case| case.rules)
        .filter(|rules| !rules.is_empty());
    rules.next()
}
