//! Parses a line of a list: a position, or a position with facts about it.

use shomei_game::corpus::{At, has_parts, parse_line};

use super::{Content, Moment, Name, Problem};
use crate::failure::Failure;
use shomei::{AnyGame, Error, Kinds};

impl Problem {
    /// The problem of a line. The position can be followed by facts in the form of the corpora
    /// (`corpus/README.md`).
    pub(super) fn of_line(name: Name, text: Result<String, Failure>, games: &Kinds) -> Problem {
        let (input, content) = match text {
            Ok(text) => (Some(text.clone()), content(&name, text, games)),
            Err(failure) => (None, Err(failure)),
        };
        Problem {
            name,
            input,
            content,
        }
    }
}

fn content(name: &Name, text: String, games: &Kinds) -> Result<Content, Failure> {
    if !has_parts(&text) {
        return Ok(Content::Text(text));
    }
    let at = At {
        file: name.to_string(),
        line: name.line_number().unwrap_or(1),
    };
    // Corpora require a value; a line of a list need not state one.
    let has_value = text
        .split(" ; ")
        .any(|part| part.trim_start().starts_with("value="));
    let text = match has_value {
        true => text,
        false => text + " ; value=unknown",
    };
    match parse_line(at, &text, &games.facts()) {
        Ok(case) => Ok(Content::Case(Box::new(case))),
        Err(fault) => Err(Failure::input(fault.message)),
    }
}

impl Content {
    /// If the line is a row of a table with tabs between its columns: the first column that is a
    /// position.
    pub(crate) fn first_position_column(self, game: &AnyGame) -> Content {
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

    /// The reason why this is not a position of the game, under the rules of the line if it has
    /// any.
    pub(super) fn fault(&self, games: &Kinds, game: &AnyGame) -> Option<Error> {
        let error = match self {
            Content::Case(case) if !case.rules.is_empty() => {
                match games.open(&game.name(), &case.rules) {
                    Ok(game) => self.position(&game, Moment::Default).err(),
                    Err(error) => return Some(error),
                }
            }
            Content::Text(text) if text.contains('\t') => {
                let column = Content::Text(text.clone()).first_position_column(game);
                column.position(game, Moment::Default).err()
            }
            content => content.position(game, Moment::Default).err(),
        };
        error.map(Error::from)
    }
}
