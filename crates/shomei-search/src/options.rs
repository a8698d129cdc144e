//! What a search is opened with: the options of an algorithm as data, their values, and what
//! can be wrong with them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use shomei_game::Init;

use crate::Epsilon;
use crate::faithful::StoreError;
use crate::search::df_pn;
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

    /// Sets an option that a game prefers, unless it is set, or another one that excludes it.
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
        let Some(option) = self.values.keys().find(known) else {
            return Ok(());
        };
        let removed = REMOVED.iter().find(|(name, _)| name == option);
        Err(match removed {
            Some(&(option, instead)) if info.name == df_pn::INFO.name => {
                OpenError::RemovedOption { option, instead }
            }
            _ => OpenError::UnknownOption {
                algorithm: info.name,
                option: option.clone(),
            },
        })
    }
}

/// Options of df-pn that were removed, each with what took its place.
pub const REMOVED: &[(&str, &str)] = &[
    ("dn-rule", "schedule, as in sum/weak"),
    ("dn-rule-nodes", "schedule, as in sum/weak,2000000:sum"),
    ("ties", "schedule, as in sum+larger-dn"),
    ("shuffle", "move-order in a run of an experiment"),
];

/// Two options of df-pn that exclude each other.
pub(crate) const EXCLUSIVE: [&str; 2] = ["rule", "schedule"];

/// The one option, and its value, with which disproofs can be wrong.
const UNSOUND: (&str, &str) = ("path-dependence", "off");

/// An option: its description, and how its value is read. An algorithm declares each of its options
/// once, as a constant of this type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedOption<T> {
    pub(crate) info: OptionInfo,
    read: fn(&str) -> Option<T>,
}

impl<T> TypedOption<T> {
    /// An option whose values are read by a function.
    pub(crate) const fn read_by(read: fn(&str) -> Option<T>, info: OptionInfo) -> TypedOption<T> {
        TypedOption { info, read }
    }

    /// The value that is set, or the default of the description.
    pub(crate) fn get(&self, settings: &Settings) -> Result<T, OpenError> {
        let OptionInfo { name, default, .. } = self.info;
        let value = settings.values.get(name);
        self.read(value.map_or(default, String::as_str))
    }

    /// The value that is set, if one is.
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
    /// An option whose values are read as the type says.
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

/// The option for the numbers of new positions.
pub(crate) const fn init(default: &'static str, help: &'static str) -> TypedOption<Init> {
    TypedOption::new(OptionInfo {
        name: "init",
        values: "unit|mobility|eval|learned",
        default,
        help,
    })
}

/// The option for how far a number may outgrow another one.
pub(crate) const fn epsilon(default: &'static str, help: &'static str) -> TypedOption<Epsilon> {
    TypedOption::new(OptionInfo {
        name: "epsilon",
        values: "NUMBER from 0 to 1024",
        default,
        help,
    })
}

/// An option for a number of entries or nodes, at least 1.
pub(crate) const fn positive(info: OptionInfo) -> TypedOption<usize> {
    TypedOption::read_by(|text| text.parse().ok().filter(|&number| number >= 1), info)
}

/// The option for the entries of the table of a depth-first search.
pub(crate) const fn entries(help: &'static str) -> TypedOption<usize> {
    positive(OptionInfo {
        name: "entries",
        values: "NUMBER of entries, at least 1",
        default: FITS,
        help,
    })
}

/// The option for the most nodes that a best-first search holds in memory.
pub(crate) const fn store(default: &'static str, help: &'static str) -> TypedOption<usize> {
    positive(OptionInfo {
        name: "store",
        values: "NUMBER of nodes, at least 1",
        default,
        help,
    })
}

/// The option for the table of proved nodes.
pub(crate) const fn proved_table(default: &'static str, help: &'static str) -> TypedOption<usize> {
    TypedOption::new(OptionInfo {
        name: "proved-table",
        values: "NUMBER of entries",
        default,
        help,
    })
}

/// The default of options whose value the memory decides.
pub(crate) const FITS: &str = "(what the memory holds)";

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
    /// The option was removed.
    #[error("the option {option} was removed; use {instead}")]
    RemovedOption {
        /// Its name.
        option: &'static str,
        /// What took its place.
        instead: &'static str,
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
    #[error("threads and share need shomei_parallel::open")]
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
