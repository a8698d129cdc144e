//! A line of a list: a position, or a position with what is known about it.

use shomei_game::corpus::{At, has_parts, parse_line};

use super::{Content, Moment, Name, Problem};
use crate::failure::Failure;
use crate::games::Entry;
use shomei::{AnyGame, Hints};

impl Problem {
    /// The problem of a line. What stands behind the position in the form of the corpora
    /// (`corpus/README.md`) belongs to it.
    pub(super) fn of_line(name: Name, text: Result<String, Failure>, entry: &Entry) -> Problem {
        let (input, content) = match text {
            Ok(text) => (Some(text.clone()), content(&name, text, entry)),
            Err(failure) => (None, Err(failure)),
        };
        Problem {
            name,
            input,
            content,
        }
    }
}

fn content(name: &Name, text: String, entry: &Entry) -> Result<Content, Failure> {
    if !has_parts(&text) {
        return Ok(Content::Text(text));
    }
    let at = At {
        file: name.to_string(),
        line: name.line_number().unwrap_or(1),
    };
    // Who only asks says no value.
    let says_value = text
        .split(" ; ")
        .any(|part| part.trim_start().starts_with("value="));
    let text = match says_value {
        true => text,
        false => text + " ; value=unknown",
    };
    match parse_line(at, &text, &entry.facts) {
        Ok(case) => Ok(Content::Case(Box::new(case))),
        Err(fault) => Err(Failure::Input(fault.message)),
    }
}

impl Content {
    /// Where the line is that of a table, whose columns stand apart by tabs: the first
    /// column with a position.
    pub(crate) fn in_columns(self, game: &AnyGame) -> Content {
        match self {
            Content::Text(text) if text.contains('\t') && game.position(&text).is_err() => {
                let mut columns = text.split('\t').map(str::trim);
                let found = columns.find(|column| game.position(column).is_ok());
                let found = found.map(str::to_string);
                Content::Text(found.unwrap_or(text))
            }
            content => content,
        }
    }

    /// Why this is no position of the game, under the rules of its own if it has some.
    pub(super) fn fault(&self, entry: &Entry, game: &AnyGame) -> Option<String> {
        let error = match self {
            Content::Case(case) if !case.rules.is_empty() => {
                match entry.kind.open(&case.rules, &Hints::default()) {
                    Ok(game) => self.position(&game, Moment::Usual).err(),
                    Err(failure) => return Some(failure.to_string()),
                }
            }
            Content::Text(text) if text.contains('\t') => {
                let column = Content::Text(text.clone()).in_columns(game);
                column.position(game, Moment::Usual).err()
            }
            content => content.position(game, Moment::Usual).err(),
        };
        error.map(|error| error.to_string())
    }
}
