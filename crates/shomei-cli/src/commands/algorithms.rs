//! `shomei algorithms`: the algorithms there are, and the options of each.

use clap::Args;
use shomei::algorithms::THREADS;
use shomei_search::registry::{ALGORITHMS, AUTO, AUTO_CHOICE, Info};

use crate::cli::algorithm;
use crate::failure::{Exit, Failure};
use crate::output::print;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct AlgorithmsArgs {
    /// Describe this algorithm and its options
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Lists the algorithms, or describes one.
pub(crate) fn run(args: &AlgorithmsArgs) -> Result<Exit, Failure> {
    match &args.name {
        Some(name) => describe(algorithm(name)?)?,
        None => {
            for info in ALGORITHMS {
                print(format_args!("{:12} {}", info.name, info.summary))?;
            }
            print(format_args!(
                "{AUTO:12} the best for the game: {AUTO_CHOICE}"
            ))?;
        }
    }
    Ok(Exit::Done)
}

fn describe(info: &Info) -> Result<(), Failure> {
    print(format_args!("{}: {}", info.name, info.summary))?;
    print(format_args!("source: {}", info.source))?;
    for option in info.options {
        let set = match option.name {
            THREADS => "--threads ".to_string(),
            name => format!("--set {name}="),
        };
        print(format_args!(
            "\n{set}{}   default {}\n    {}",
            option.values, option.default, option.help
        ))?;
    }
    Ok(())
}
