//! The choice of an algorithm and its options, as the registry lists them.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use clap::Args;
use shomei_search::registry::{ALGORITHMS, AUTO, Info, REMOVED, Settings};

use crate::failure::Failure;
use crate::machine::cores;
use crate::output::{counted, warn};
use shomei::algorithms::{self, THREADS};
use shomei::{Error, Tuning};
use shomei_game::escape::one_line;

const ALGORITHM: &str =
    "The algorithm: see `shomei algorithms`; auto, the default, is the best for the game";

const SET: &str = "Set an option of the algorithm, such as epsilon=1; may be given several times. `shomei \
    algorithms NAME` describes the options of each algorithm";

/// The algorithm and its options.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AlgorithmArgs {
    /// The algorithm: see `shomei algorithms` [default: auto, the best for the game]
    #[arg(long = "algorithm", value_name = "NAME", long_help = ALGORITHM)]
    pub(crate) name: Option<String>,
    /// Set an option of the algorithm: see `shomei algorithms NAME`
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting, long_help = SET)]
    options: Vec<(String, String)>,
}

impl AlgorithmArgs {
    /// The algorithm that is meant.
    pub(crate) fn info(&self) -> Result<&'static Info, Failure> {
        algorithm(self.name.as_deref().unwrap_or(AUTO))
    }

    /// The options that are set; the last one of each name counts.
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in &self.options {
            settings.set(name, value.as_str());
        }
        settings
    }

    /// Whether the choice is left to the game.
    pub(crate) fn is_auto(&self) -> bool {
        self.name.as_deref().is_none_or(|name| name == AUTO)
    }

    /// The options of this algorithm, for so many threads. More than the machine
    /// has cores are allowed, with a warning. `auto`: what the game wants where
    /// the choice is left to it and nothing else was said.
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
            let cores = counted(cores as u64, "core");
            warn(format_args!("{threads} threads on a machine with {cores}"));
        }
        Ok(settings)
    }
}

/// The algorithm with this name.
pub(crate) fn algorithm(name: &str) -> Result<&'static Info, Failure> {
    Ok(algorithms::find(name)?)
}

/// Every option that some algorithm has, once, but for [`THREADS`], which has an argument of its own.
pub(crate) fn option_names() -> BTreeSet<&'static str> {
    let options = ALGORITHMS.iter().flat_map(|info| info.options);
    let names = options.map(|option| option.name);
    names.filter(|&name| name != THREADS).collect()
}

/// Reads NAME=VALUE.
fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("expected NAME=VALUE, such as epsilon=1")?;
    let (name, value) = (name.trim(), value.trim());
    let removed = REMOVED.iter().map(|(name, _)| *name);
    // The registry says what took the place of a removed option.
    if option_names()
        .into_iter()
        .chain(removed)
        .any(|known| known == name)
    {
        return Ok((name.to_string(), value.to_string()));
    }
    let message = match name {
        THREADS => "the number of threads is --threads".to_string(),
        _ => {
            let shown = one_line(name);
            let message = format_args!("no algorithm has an option named \"{shown}\"");
            Error::unknown(message, name, option_names()).to_string()
        }
    };
    Err(message)
}
