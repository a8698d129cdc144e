//! The arguments that choose an algorithm of the registry and set its options.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use clap::Args;
use shomei_search::registry::{ALGORITHMS, AUTO, Info, Settings};

use crate::failure::Failure;
use crate::language::{translated, user_language};
use crate::machine::cores;
use crate::output::warn;
use shomei::algorithms::{self, THREADS};
use shomei::{Error, Tuning};
use shomei_game::error_text;
use shomei_game::escape::one_line;

const ALGORITHM: &str = "The algorithm; `shomei algorithms` lists them. The default, auto, is the \
    best algorithm for the game";

const SET: &str = "Set an option of the algorithm, such as epsilon=1; can be given several times. \
    `shomei algorithms NAME` describes the options of an algorithm";

/// The algorithm and its options.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AlgorithmArgs {
    /// The algorithm; `shomei algorithms` lists them [default: auto, the best for the game]
    #[arg(long = "algorithm", value_name = "NAME", long_help = ALGORITHM)]
    pub(crate) name: Option<String>,
    /// Set an option of the algorithm; `shomei algorithms NAME` lists them
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting, long_help = SET)]
    options: Vec<(String, String)>,
}

impl AlgorithmArgs {
    /// The chosen algorithm.
    pub(crate) fn info(&self) -> Result<&'static Info, Failure> {
        algorithm(self.name.as_deref().unwrap_or(AUTO))
    }

    /// The options that `--set` gives. The last value of each name counts.
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in &self.options {
            settings.set(name, value.as_str());
        }
        settings
    }

    /// Whether the game chooses the algorithm.
    pub(crate) fn is_auto(&self) -> bool {
        self.name.as_deref().is_none_or(|name| name == AUTO)
    }

    /// The options of this algorithm for this number of threads. More threads than cores are
    /// allowed, with a warning. `auto` contains the options that the game recommends; they apply if
    /// the game chooses the algorithm and `--set` does not override them.
    pub(crate) fn settings_for(
        &self,
        algorithm: &Info,
        threads: NonZeroUsize,
        auto: Tuning,
    ) -> Result<Settings, Failure> {
        let auto = self.is_auto().then_some(auto);
        let settings = algorithms::settings_for(algorithm, &self.settings(), threads, auto)?;
        let cores = cores();
        if threads.get() > cores {
            warn(match cores {
                1 => error_text!(
                    "threads-on-one-core",
                    "{threads} threads on a machine with 1 core",
                    threads = threads
                ),
                _ => error_text!(
                    "threads-beyond-cores",
                    "{threads} threads on a machine with {cores} cores",
                    threads = threads,
                    cores = cores
                ),
            });
        }
        Ok(settings)
    }
}

/// The algorithm with this name.
pub(crate) fn algorithm(name: &str) -> Result<&'static Info, Failure> {
    Ok(algorithms::find(name)?)
}

/// The options of all algorithms, except [`THREADS`], which has an argument of its own.
pub(crate) fn option_names() -> BTreeSet<&'static str> {
    let options = ALGORITHMS.iter().flat_map(|info| info.options);
    let names = options.map(|option| option.name);
    names.filter(|&name| name != THREADS).collect()
}

/// Parses NAME=VALUE.
fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        translated(&error_text!(
            "expected-setting",
            "expected NAME=VALUE, such as epsilon=1"
        ))
    })?;
    let (name, value) = (name.trim(), value.trim());
    if option_names().contains(name) {
        return Ok((name.to_string(), value.to_string()));
    }
    Err(match name {
        THREADS => translated(&error_text!(
            "threads-are-an-option",
            "the number of threads is --threads"
        )),
        _ => {
            let message = error_text!(
                "no-algorithm-has-option",
                "no algorithm has an option named \"{name}\"",
                name = one_line(name)
            );
            Error::unknown(message, name, option_names()).text_in(user_language())
        }
    })
}
