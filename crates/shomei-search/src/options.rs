//! The options of an algorithm as data, the parsing of their values, and the errors of opening a
//! search.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use shomei_game::{ErrorText, Init, error_text};

use crate::Epsilon;
use crate::faithful::StoreError;
use crate::table::TableError;

/// Describes one algorithm in a list of algorithms.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name, with hyphens.
    pub name: &'static str,
    /// One line of description.
    pub summary: &'static str,
    /// The source of the algorithm: authors and year, or a number of `docs/references.md`.
    pub source: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Whether the table contains all results of the search, so that a search can continue from a
    /// table that was kept or copied.
    pub resumes: bool,
}

/// Describes one option in a list of options.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name, with hyphens.
    pub name: &'static str,
    /// The accepted values, such as `sum|weak` or `NUMBER`.
    pub values: &'static str,
    /// The value if the option is not set.
    pub default: &'static str,
    /// Its effect and its source.
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

    /// Removes an option.
    pub fn remove(&mut self, option: &str) {
        self.values.remove(option);
    }

    /// Sets an option that a game prefers, unless this option or one that excludes it is already
    /// set.
    pub fn prefer(&mut self, option: &str, value: &str) {
        let is_set = |option: &str| self.values.contains_key(option);
        let is_excluded = EXCLUSIVE.contains(&option) && EXCLUSIVE.into_iter().any(is_set);
        if !is_excluded && !is_set(option) {
            self.set(option, value);
        }
    }

    /// The options that are set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values
            .iter()
            .map(|(option, value)| (option.as_str(), value.as_str()))
    }

    /// Refuses options with which a disproof can be wrong. Call this for a question that relies on
    /// disproofs without certificates: a draw needs two disproofs, and a search for the shortest win
    /// disproves each smaller number of plies.
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
        let Some(option) = self.values.keys().find(known) else {
            return Ok(());
        };
        Err(OpenError::UnknownOption {
            algorithm: info.name,
            option: option.clone(),
        })
    }
}

/// Two options of df-pn that exclude each other.
pub(crate) const EXCLUSIVE: [&str; 2] = ["rule", "schedule"];

/// The only option, with its value, for which disproofs can be wrong.
const UNSOUND: (&str, &str) = ("path-dependence", "off");

/// An option: its description and the parser of its value. An algorithm declares each of its
/// options once, as a constant of this type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedOption<T> {
    pub(crate) info: OptionInfo,
    read: fn(&str) -> Option<T>,
}

impl<T> TypedOption<T> {
    /// An option whose values are parsed by a function.
    pub(crate) const fn read_by(read: fn(&str) -> Option<T>, info: OptionInfo) -> TypedOption<T> {
        TypedOption { info, read }
    }

    /// The value that is set, or else the default of the description.
    pub(crate) fn get(&self, settings: &Settings) -> Result<T, OpenError> {
        let OptionInfo { name, default, .. } = self.info;
        let value = settings.values.get(name);
        self.read(value.map_or(default, String::as_str))
    }

    /// The value, if the option is set.
    pub(crate) fn get_set(&self, settings: &Settings) -> Result<Option<T>, OpenError> {
        let value = settings.values.get(self.info.name);
        value.map(|value| self.read(value)).transpose()
    }

    fn read(&self, value: &str) -> Result<T, OpenError> {
        (self.read)(value).ok_or_else(|| OpenError::BadValue {
            option: self.info.name.into(),
            value: value.into(),
            values: self.info.values,
        })
    }
}

impl<T: FromStr> TypedOption<T> {
    /// An option whose values are parsed by [`FromStr`].
    pub(crate) const fn new(info: OptionInfo) -> TypedOption<T> {
        TypedOption::read_by(|text| text.parse().ok(), info)
    }
}

impl TypedOption<bool> {
    /// An option that is `on` or `off`.
    pub(crate) const fn switch(
        name: &'static str,
        default: &'static str,
        help: &'static str,
    ) -> TypedOption<bool> {
        let read = |text: &str| match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        let info = OptionInfo {
            name,
            values: "on|off",
            default,
            help,
        };
        TypedOption::read_by(read, info)
    }
}

/// The option that selects the initial numbers of new positions.
pub(crate) const fn init(default: &'static str, help: &'static str) -> TypedOption<Init> {
    TypedOption::new(OptionInfo {
        name: "init",
        values: "unit|mobility|eval|learned",
        default,
        help,
    })
}

/// The option that selects how far the number of a child can exceed that of its sibling.
pub(crate) const fn epsilon(default: &'static str, help: &'static str) -> TypedOption<Epsilon> {
    TypedOption::new(OptionInfo {
        name: "epsilon",
        values: "NUMBER from 0 to 1024",
        default,
        help,
    })
}

/// An option with a number of entries or nodes, at least 1.
pub(crate) const fn positive(info: OptionInfo) -> TypedOption<usize> {
    TypedOption::read_by(|text| text.parse().ok().filter(|&number| number >= 1), info)
}

/// The option with the number of entries in the table of a depth-first search.
pub(crate) const fn entries(help: &'static str) -> TypedOption<usize> {
    positive(OptionInfo {
        name: "entries",
        values: "NUMBER of entries, at least 1",
        default: FITS,
        help,
    })
}

/// The option with the largest number of nodes that a best-first search holds in memory.
pub(crate) const fn store(default: &'static str, help: &'static str) -> TypedOption<usize> {
    positive(OptionInfo {
        name: "store",
        values: "NUMBER of nodes, at least 1",
        default,
        help,
    })
}

/// The option with the number of entries in the table of proved nodes.
pub(crate) const fn proved_table(default: &'static str, help: &'static str) -> TypedOption<usize> {
    TypedOption::new(OptionInfo {
        name: "proved-table",
        values: "NUMBER of entries",
        default,
        help,
    })
}

/// The default text of options whose value depends on the memory.
pub(crate) const FITS: &str = "(as many as fit in memory)";

/// Why a search cannot be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// No algorithm has this name.
    UnknownAlgorithm {
        /// The name.
        name: String,
    },
    /// The algorithm has no option with this name.
    UnknownOption {
        /// The algorithm.
        algorithm: &'static str,
        /// The name.
        option: String,
    },
    /// The option does not take this value.
    BadValue {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// The values that it accepts.
        values: &'static str,
    },
    /// Two options exclude each other.
    Conflict {
        /// The first option.
        option: &'static str,
        /// The second option.
        other: &'static str,
    },
    /// The settings request several searchers, which this crate does not open.
    Team,
    /// The algorithm cannot continue from the table of an earlier search.
    Restarts {
        /// The algorithm.
        algorithm: &'static str,
    },
    /// Disproofs can be wrong with this value of the option, and other answers would depend on
    /// them.
    Unsound {
        /// The option.
        option: &'static str,
        /// The value.
        value: &'static str,
    },
    /// The table cannot be created.
    Table(TableError),
    /// The nodes of a best-first search do not fit in memory.
    Store(StoreError),
}

impl OpenError {
    /// The text, which catalogues translate.
    #[must_use]
    pub fn text(&self) -> ErrorText {
        match self {
            OpenError::UnknownAlgorithm { name } => error_text!(
                "no-such-algorithm",
                "there is no algorithm named \"{name}\"",
                name = name
            ),
            OpenError::UnknownOption { algorithm, option } => error_text!(
                "no-such-option",
                "{algorithm} has no option named \"{name}\"",
                algorithm = algorithm,
                name = option
            ),
            OpenError::BadValue {
                option,
                value,
                values,
            } => error_text!(
                "bad-option-value",
                "\"{value}\" is not a value of {option}; it takes {values}",
                value = value,
                option = option,
                values = values
            ),
            OpenError::Conflict { option, other } => error_text!(
                "options-exclude-each-other",
                "{option} and {other} exclude each other",
                option = option,
                other = other
            ),
            OpenError::Team => "threads and share need shomei_parallel::open".into(),
            OpenError::Restarts { algorithm } => error_text!(
                "algorithm-restarts",
                "{algorithm} cannot continue from the table of an earlier search",
                algorithm = algorithm
            ),
            OpenError::Unsound { option, value } => error_text!(
                "unsound-option",
                "{option} {value}: disproofs can be wrong with it, and answers would depend on them",
                option = option,
                value = value
            ),
            OpenError::Table(error) => error.text(),
            OpenError::Store(error) => error.text(),
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OpenError::Table(error) => error.source(),
            OpenError::Store(error) => error.source(),
            _ => None,
        }
    }
}

impl From<TableError> for OpenError {
    fn from(error: TableError) -> OpenError {
        OpenError::Table(error)
    }
}

impl From<StoreError> for OpenError {
    fn from(error: StoreError) -> OpenError {
        OpenError::Store(error)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
