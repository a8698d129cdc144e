//! Lines of a list that contain their own rules and attacker.
//!
//! `--rules` and `--attacker` apply to the lines without them. A line that contradicts these
//! options is an error.

use shomei_game::corpus::{At, Case, Fact, has_parts, parse_line};
use shomei_game::error_text;

use super::Request;
use super::args::AskArgs;
use super::corpus_check::CorpusCheck;
use crate::failure::Failure;
use crate::input::Lines;
use shomei::{AnyGame, ErrorKind, Hints, Kind, Kinds, Question};

/// How a game was opened.
#[derive(Debug)]
pub(super) struct Opening {
    /// The text of the rules.
    pub(super) rules: String,
    /// Whether the rules come from a line of the list, because the game has no usual rules.
    pub(super) is_lent: bool,
    /// The hints of the game for the search.
    pub(super) hints: Hints,
}

impl Opening {
    /// The rules from the command line, if given.
    fn given(&self) -> Option<&str> {
        let is_given = !self.is_lent && !self.rules.trim().is_empty();
        is_given.then_some(&self.rules)
    }
}

/// Opens the game. A game without usual rules is opened with the rules of the first line that
/// contains some.
pub(super) fn open(
    args: &AskArgs,
    games: &Kinds,
    rules: String,
) -> Result<(Kind, AnyGame, Opening), Failure> {
    let algorithm = Some(&args.algorithm);
    let (is_lent, rules, opened) = match args.game.open_for(games, algorithm, &rules) {
        Err(failure) if rules.trim().is_empty() => {
            let rules = first_rules(&args.position, &games.facts()).ok_or(failure)?;
            let opened = args.game.open_for(games, algorithm, &rules)?;
            (true, rules, opened)
        }
        opened => (false, rules, opened?),
    };
    let (kind, game, hints) = opened;
    let opening = Opening {
        rules,
        is_lent,
        hints,
    };
    Ok((kind.clone(), game, opening))
}

/// The request and the expected facts of a line.
pub(super) struct Line {
    pub(super) request: Request,
    pub(super) corpus_check: CorpusCheck,
}

/// The request of a line that contains more than its position.
pub(super) fn of_case(request: &Request, case: &Case) -> Result<Line, Failure> {
    let attacker = request.kind.side(&case.attacker);
    let attacker = attacker.map_err(|error| as_input(error.into()))?;
    let question = match request.question {
        Question::MoverWins => Question::Win(attacker),
        Question::Win(asked) | Question::MovesFor(asked) if asked != attacker => {
            let [in_line, in_option] =
                [attacker, asked].map(|side| request.kind.sides[side.index()]);
            return Err(Failure::input(error_text!(
                "line-of-another-attacker",
                "attacker={attacker}, but --attacker is {given}",
                attacker = in_line,
                given = in_option
            )));
        }
        same => same,
    };
    let game = game_of(request, &case.rules)?;
    let corpus_check = CorpusCheck::of(request, case, attacker, game.clone());
    let request = Request {
        game,
        question,
        ..request.clone()
    };
    Ok(Line {
        request,
        corpus_check,
    })
}

/// The game under the rules of a line; empty rules mean those of the command line.
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
        .kind
        .open(rules, &opening.hints)
        .map_err(|error| as_input(error.into()))?;
    match opening.given() {
        Some(given) if game.rules() != request.game.rules() => Err(Failure::input(error_text!(
            "line-of-other-rules",
            "rules={rules}, but --rules is {given}",
            rules = rules,
            given = given
        ))),
        _ => Ok(game),
    }
}

/// Turns a usage error into an input error, because a wrong line does not end the list.
fn as_input(failure: Failure) -> Failure {
    match failure {
        Failure::Library(error) if error.kind() == ErrorKind::Usage => {
            error.into_kind(ErrorKind::Input).into()
        }
        failure => failure,
    }
}

/// The rules of the first line that contains some.
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
