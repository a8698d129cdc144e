//! The choice of an algorithm and its options, as the registry lists them.

use std::num::NonZeroUsize;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use shomei_search::registry::{ALGORITHMS, AUTO, AUTO_CHOICE, Info, OptionInfo, REMOVED, Settings};

use crate::failure::Failure;
use crate::machine::cores;
use crate::output::{counted, warn};
use shomei::Auto;
use shomei::algorithms::{self, THREADS};

const HEADING: &str = "Options of the algorithms";

/// The algorithm and its options.
#[derive(Clone, Debug, Default)]
pub(crate) struct AlgorithmArgs {
    /// The name; `None` when it is left to the program.
    pub(crate) name: Option<String>,
    /// What was set.
    pub(crate) settings: Settings,
}

impl AlgorithmArgs {
    /// The algorithm that is meant.
    pub(crate) fn info(&self) -> Result<&'static Info, Failure> {
        algorithm(self.name.as_deref().unwrap_or(AUTO))
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
        auto: Auto,
    ) -> Result<Settings, Failure> {
        let auto = self.is_auto().then_some(auto);
        let settings = algorithms::settings_for(algorithm, &self.settings, threads, auto)?;
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

/// Every option that some algorithm has, once, with the algorithms that have it; but for
/// [`THREADS`], which has an argument of its own.
fn options() -> Vec<(&'static OptionInfo, Vec<&'static str>)> {
    let mut options: Vec<(&OptionInfo, Vec<&str>)> = Vec::new();
    for info in ALGORITHMS {
        for option in info.options.iter().filter(|option| option.name != THREADS) {
            match options.iter_mut().find(|(o, _)| o.name == option.name) {
                Some((_, owners)) => owners.push(info.name),
                None => options.push((option, vec![info.name])),
            }
        }
    }
    options
}

impl FromArgMatches for AlgorithmArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<AlgorithmArgs, clap::Error> {
        let mut args = AlgorithmArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.name = matches.get_one::<String>("algorithm").cloned();
        let removed = REMOVED.iter().map(|&(name, _)| name);
        for name in options()
            .iter()
            .map(|(option, _)| option.name)
            .chain(removed)
        {
            if let Some(value) = matches.get_one::<String>(name) {
                self.settings.set(name, value.as_str());
            }
        }
        Ok(())
    }
}

impl Args for AlgorithmArgs {
    fn augment_args(command: Command) -> Command {
        let help = format!(
            "The algorithm: see `shomei algorithms`; {AUTO}, the default, is {AUTO_CHOICE}"
        );
        let name = Arg::new("algorithm").long("algorithm").value_name("NAME");
        let options = options().into_iter().map(|(option, owners)| {
            Arg::new(option.name)
                .long(option.name)
                .value_name(option.values)
                .allow_negative_numbers(true)
                .help(format!("{} [{}]", option.help, owners.join(", ")))
                .help_heading(HEADING)
                .hide_short_help(true)
        });
        // They are taken, so that the error of the registry names what took their place.
        let removed = REMOVED.iter().map(|&(name, _)| {
            let arg = Arg::new(name).long(name).hide(true);
            arg.help_heading(HEADING)
        });
        command.arg(name.help(help)).args(options).args(removed)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
