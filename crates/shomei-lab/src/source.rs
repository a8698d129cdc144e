//! The text of an experiment of any kind: messages with their place, names looked up.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
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

/// The file of an experiment.
#[derive(Debug)]
pub(crate) struct ExperimentText {
    path: PathBuf,
    name: String,
    text: String,
}

impl ExperimentText {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Result<ExperimentText, LabError> {
        let text = std::fs::read_to_string(path).map_err(|source| LabError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        Ok(ExperimentText {
            path: path.to_path_buf(),
            name: path.display().to_string(),
            text,
        })
    }

    /// What names in the text are looked up with.
    pub(crate) fn source(&self) -> Source<'_> {
        Source {
            path: &self.path,
            file: &self.name,
            text: &self.text,
        }
    }

    /// The kind that it says; ordinary ones say none, and of a text that cannot be read it is not
    /// known.
    pub(crate) fn kind(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct Kind {
            kind: Option<String>,
        }
        toml::from_str::<Kind>(&self.text).ok()?.kind
    }
}

/// A text with its name: where messages come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) path: &'a Path,
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

#[cfg(test)]
impl<'a> Source<'a> {
    /// That of a test.
    pub(crate) fn tiny(text: &'a str) -> Source<'a> {
        let file = "tiny.toml";
        Source {
            path: Path::new(file),
            file,
            text,
        }
    }
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

    /// The place of a name among those that there are.
    pub(crate) fn place<'k>(
        self,
        what: &str,
        word: &Word,
        names: impl Iterator<Item = &'k str> + Clone,
    ) -> Result<usize, LineFault> {
        let found = names.clone().position(|name| name == word.get_ref());
        found.ok_or_else(|| self.unknown(what, word, names))
    }

    /// One of several values that have names.
    pub(crate) fn one_of<T: Copy>(
        self,
        what: &str,
        word: &Word,
        named: &[(&str, T)],
    ) -> Result<T, LineFault> {
        let names = named.iter().map(|(name, _)| *name);
        Ok(named[self.place(what, word, names)?].1)
    }

    /// An experiment has the name of its file.
    pub(crate) fn has_name(self, name: &Word) -> Result<(), LineFault> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        if *name.get_ref() == stem {
            return Ok(());
        }
        let message = format!("the name must be that of the file, \"{stem}\"");
        Err(self.fault(name.span(), message))
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
    pub(crate) fn set(self, file: &Word, game: LabGame) -> Result<Set, LabError> {
        let named = NamedSet {
            file: file.get_ref().clone(),
            size: None,
            rules: None,
            at: self.at(file.span()),
        };
        set::load(&root_of(self.path), &named, game)
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
