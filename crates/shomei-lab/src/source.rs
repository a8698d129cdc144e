//! The text of an experiment of any kind: errors with places, and the lookup of names.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use shomei::nearest::hint;
use shomei_game::corpus::{At, LineFault};
use toml::Spanned;

use crate::LabError;
use crate::experiment::{NamedSet, root_of};
use crate::game::LabGame;
use crate::set::{self, Set};
use shomei_cli::units::{self, duration};

/// A name with its place.
pub(crate) type Word = Spanned<String>;

/// The file of an experiment.
#[derive(Debug)]
pub(crate) struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// Reads the file.
    pub(crate) fn open(path: &Path) -> Result<Source, LabError> {
        let path = path.to_path_buf();
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Source { path, text }),
            Err(source) => Err(LabError::Read { path, source }),
        }
    }

    /// The file of a test.
    #[cfg(test)]
    pub(crate) fn tiny(text: &str) -> Source {
        Source {
            path: "tiny.toml".into(),
            text: text.into(),
        }
    }

    /// The kind of the experiment; `None` for the usual kind and for a text that cannot be parsed.
    pub(crate) fn kind(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct Kind {
            kind: Option<String>,
        }
        toml::from_str::<Kind>(&self.text).ok()?.kind
    }

    /// Reads the text.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, LineFault> {
        toml::from_str(&self.text).map_err(|error| {
            let message = known_fields(error.message()).unwrap_or_else(|| error.message().into());
            self.fault(error.span().unwrap_or_default(), message)
        })
    }

    /// A fault at this place.
    pub(crate) fn fault(
        &self,
        span: Range<usize>,
        message: impl Into<shomei_game::ErrorText>,
    ) -> LineFault {
        self.at(span).fault(message)
    }

    /// The line.
    pub(crate) fn at(&self, span: Range<usize>) -> At {
        let before = self.text.get(..span.start).unwrap_or(&self.text);
        At {
            file: self.path.display().to_string(),
            line: before.matches('\n').count() + 1,
        }
    }

    /// The fault of an unknown name.
    pub(crate) fn unknown<'k>(
        &self,
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

    /// The index of a name among the known names.
    pub(crate) fn place<'k>(
        &self,
        what: &str,
        word: &Word,
        names: impl Iterator<Item = &'k str> + Clone,
    ) -> Result<usize, LineFault> {
        let found = names.clone().position(|name| name == word.get_ref());
        found.ok_or_else(|| self.unknown(what, word, names))
    }

    /// Rejects a name that already exists.
    pub(crate) fn is_new<'k>(
        &self,
        what: &str,
        word: &Word,
        mut names: impl Iterator<Item = &'k str>,
    ) -> Result<(), LineFault> {
        let name = word.get_ref();
        if names.any(|other| other == name) {
            let message = format!("two {what} are called \"{name}\"");
            return Err(self.fault(word.span(), message));
        }
        Ok(())
    }

    /// One of several values that have names.
    pub(crate) fn one_of<T: Copy>(
        &self,
        what: &str,
        word: &Word,
        named: &[(&str, T)],
    ) -> Result<T, LineFault> {
        let names = named.iter().map(|(name, _)| *name);
        Ok(named[self.place(what, word, names)?].1)
    }

    /// Rejects a name that differs from that of the file.
    pub(crate) fn has_name(&self, name: &Word) -> Result<(), LineFault> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        if *name.get_ref() == stem {
            return Ok(());
        }
        let message = format!("the name must be that of the file, \"{stem}\"");
        Err(self.fault(name.span(), message))
    }

    /// The game with this name.
    pub(crate) fn game(&self, word: &Word, games: &[LabGame]) -> Result<LabGame, LineFault> {
        let names = games.iter().map(|game| game.name());
        Ok(games[self.place("game", word, names)?])
    }

    /// The positions of a file in which each position has its own rules.
    pub(crate) fn set(&self, file: &Word, game: LabGame) -> Result<Set, LabError> {
        let named = NamedSet {
            file: file.get_ref().clone(),
            game,
            size: None,
            rules: None,
            at: self.at(file.span()),
        };
        set::load(&root_of(&self.path), &named)
    }
}

/// Reads a number of bytes with its unit.
pub(crate) fn memory<'de, D: Deserializer<'de>>(text: D) -> Result<usize, D::Error> {
    units::memory(&String::deserialize(text)?).map_err(D::Error::custom)
}

/// Reads an optional number of bytes with its unit.
pub(crate) fn some_memory<'de, D: Deserializer<'de>>(text: D) -> Result<Option<usize>, D::Error> {
    memory(text).map(Some)
}

/// Reads a time with its unit.
pub(crate) fn milliseconds<'de, D: Deserializer<'de>>(text: D) -> Result<Option<u64>, D::Error> {
    let time = duration(&String::deserialize(text)?).map_err(D::Error::custom)?;
    Ok(Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
}

/// Replaces Serde's list of all fields, which has the wrong field first in backticks, by the
/// nearest field.
fn known_fields(message: &str) -> Option<String> {
    if !message.starts_with("unknown field") {
        return None;
    }
    let mut names = message.split('`').skip(1).step_by(2);
    let wrong = names.next()?;
    Some(format!("unknown key \"{wrong}\"{}", hint(wrong, names)))
}
