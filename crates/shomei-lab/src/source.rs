//! The text of an experiment of any kind: messages with their place, names looked up.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use shomei::nearest::hint;
use shomei_game::corpus::{At, LineFault};
use toml::Spanned;

use crate::LabError;
use crate::experiment::{NamedSet, root_of};
use crate::game::LabGame;
use crate::set::{self, Set};
use shomei_cli::units::bytes;

/// A name with its place.
pub(crate) type Word = Spanned<String>;

/// A text with its name: where messages come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// Reads the text.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<T, LineFault> {
        toml::from_str(self.text).map_err(|error| {
            let message = known_fields(error.message()).unwrap_or_else(|| error.message().into());
            self.fault(error.span().unwrap_or_default(), message)
        })
    }

    /// Something is wrong here.
    pub(crate) fn fault(self, span: Range<usize>, message: impl Into<String>) -> LineFault {
        self.at(span).fault(message)
    }

    /// The line.
    pub(crate) fn at(self, span: Range<usize>) -> At {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        At {
            file: self.file.into(),
            line: before.matches('\n').count() + 1,
        }
    }

    /// A name that nobody bears.
    pub(crate) fn unknown<'k>(
        self,
        what: &str,
        word: &Word,
        known: impl IntoIterator<Item = &'k str>,
    ) -> LineFault {
        let name = word.get_ref();
        self.fault(
            word.span(),
            format!("unknown {what} \"{name}\"{}", hint(name, known)),
        )
    }

    /// An experiment has the name of its file.
    pub(crate) fn has_name(self, name: &Word, stem: &str) -> Result<(), LineFault> {
        if name.get_ref() == stem {
            return Ok(());
        }
        let message = format!("the name must be that of the file, \"{stem}\"");
        Err(self.fault(name.span(), message))
    }

    /// An experiment of a kind that the caller reads.
    pub(crate) fn is_of_kind(self, kind: &Word, expected: &str) -> Result<(), LineFault> {
        if kind.get_ref() == expected {
            return Ok(());
        }
        Err(self.unknown("kind", kind, [expected]))
    }

    /// A number of bytes with its unit.
    pub(crate) fn bytes(self, word: &Word) -> Result<usize, LineFault> {
        bytes(word.get_ref()).map_err(|why| self.fault(word.span(), why))
    }

    /// The game of a name.
    pub(crate) fn game(self, word: &Word, games: &[LabGame]) -> Result<LabGame, LineFault> {
        let found = games.iter().find(|game| game.name == word.get_ref());
        let known = games.iter().map(|game| game.name);
        found
            .copied()
            .ok_or_else(|| self.unknown("game", word, known))
    }

    /// The positions of a file, each with rules of its own.
    pub(crate) fn set(
        self,
        experiment: &Path,
        file: &Word,
        game: LabGame,
    ) -> Result<Set, LabError> {
        let named = NamedSet {
            file: file.get_ref().clone(),
            size: None,
            rules: None,
            at: self.at(file.span()),
        };
        set::load(&root_of(experiment), &named, game)
    }
}

/// Serde names all fields, in backticks and the wrong one first; a reader
/// wants the nearest.
fn known_fields(message: &str) -> Option<String> {
    if !message.starts_with("unknown field") {
        return None;
    }
    let mut names = message.split('`').skip(1).step_by(2);
    let wrong = names.next()?;
    Some(format!("unknown key \"{wrong}\"{}", hint(wrong, names)))
}
