//! What a search is opened with: the options of an algorithm as data, their values, and what
//! can be wrong with them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::faithful::StoreError;
use crate::table::TableError;

/// What a list of algorithms says about one of them.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name, with hyphens.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Where it is described: authors and year, or a number of
    /// `docs/references.md`.
    pub source: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Whether all that a search knows stands in its table, so that a search can go on from a
    /// table that was kept or copied.
    pub resumes: bool,
}

/// What a list of options says about one of them.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name, with hyphens.
    pub name: &'static str,
    /// The values it takes, such as `sum|weak` or `NUMBER`.
    pub values: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
    /// What it does and where it comes from.
    pub help: &'static str,
}

/// Values of options, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<String, String>,
}

impl Settings {
    /// Sets an option.
    pub fn set(&mut self, option: impl Into<String>, value: impl Into<String>) {
        self.values.insert(option.into(), value.into());
    }

    /// The options that are set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values
            .iter()
            .map(|(option, value)| (option.as_str(), value.as_str()))
    }

    /// Refuses options with which a disproof can be wrong. Ask this for a question in which a
    /// disproof is believed without a certificate: a search for the shortest win disproves each
    /// number of plies that is not enough.
    ///
    /// # Errors
    ///
    /// [`OpenError::Unsound`] with the option.
    pub fn check_sound(&self) -> Result<(), OpenError> {
        let (option, value) = UNSOUND;
        match self.values.get(option) {
            Some(set) if set == value => Err(OpenError::Unsound { option, value }),
            _ => Ok(()),
        }
    }

    pub(crate) fn check_names(&self, info: &Info) -> Result<(), OpenError> {
        let known = |option: &&String| info.options.iter().all(|known| known.name != **option);
        match self.values.keys().find(known) {
            None => Ok(()),
            Some(option) => Err(OpenError::UnknownOption {
                algorithm: info.name,
                option: option.clone(),
            }),
        }
    }

    /// The value of one of the options of an algorithm; `default` if not set.
    pub(crate) fn get<T>(
        &self,
        info: &Info,
        option: &str,
        default: T,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, OpenError> {
        let Some(value) = self.values.get(option) else {
            return Ok(default);
        };
        parse(value).ok_or_else(|| OpenError::BadValue {
            option: option.into(),
            value: value.clone(),
            values: info
                .options
                .iter()
                .find(|known| known.name == option)
                .map_or("", |known| known.values),
        })
    }
}

/// The one option, and its value, with which disproofs can be wrong.
const UNSOUND: (&str, &str) = ("path-dependence", "off");

/// Reads `on` and `off`.
pub(crate) fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// Reads what implements `FromStr`.
pub(crate) fn parse<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// Why a search cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No algorithm has this name.
    #[error("there is no algorithm named \"{name}\"")]
    UnknownAlgorithm {
        /// The name.
        name: String,
    },
    /// The algorithm has no option with this name.
    #[error("{algorithm} has no option named \"{option}\"")]
    UnknownOption {
        /// The algorithm.
        algorithm: &'static str,
        /// The name.
        option: String,
    },
    /// The option does not take this value.
    #[error("\"{value}\" is no value of {option}; it takes {values}")]
    BadValue {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// What it takes.
        values: &'static str,
    },
    /// Two options exclude each other.
    #[error("{option} and {other} exclude each other")]
    Conflict {
        /// The one.
        option: &'static str,
        /// The other.
        other: &'static str,
    },
    /// Several searchers, which this crate does not open.
    #[error("several searchers are opened by the crate shomei-parallel")]
    Team,
    /// The algorithm does not go on from the table of an earlier search.
    #[error("{algorithm} does not go on from the table of an earlier search")]
    Restarts {
        /// The algorithm.
        algorithm: &'static str,
    },
    /// Disproofs can be wrong with this value of the option, and other answers would rest on them.
    #[error("{option} {value}: disproofs can be wrong with it, and bounds would rest on them")]
    Unsound {
        /// The option.
        option: &'static str,
        /// The value.
        value: &'static str,
    },
    /// The table cannot be made.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The nodes of a best-first search cannot be held.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
