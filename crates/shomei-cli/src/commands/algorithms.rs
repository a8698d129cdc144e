//! `shomei algorithms`: lists the algorithms, or describes one with its options.

use clap::Args;
use shomei::algorithms::THREADS;
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::registry::{self, ALGORITHMS, AUTO, Info};

use crate::cli::algorithm;
use crate::descriptions;
use crate::failure::{Exit, Failure};
use crate::language::user_language;
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
    let lang = user_language();
    match &args.name {
        Some(name) => describe(algorithm(name)?, lang)?,
        None => {
            for info in ALGORITHMS {
                let summary = descriptions::of_algorithm(info, lang);
                print(format_args!("{:12} {summary}", info.name))?;
            }
            let name = registry::auto().name;
            let usual = msg::AlgorithmsAuto { name }.text(lang);
            print(format_args!("{AUTO:12} {usual}"))?;
        }
    }
    Ok(Exit::Done)
}

fn describe(info: &Info, lang: Lang) -> Result<(), Failure> {
    let (name, summary) = (info.name, descriptions::of_algorithm(info, lang));
    print(msg::NameAndSummary { name, summary }.text(lang))?;
    let source = info.source;
    print(msg::AlgorithmsSource { source }.text(lang))?;
    for option in info.options {
        let [help, values, value] = descriptions::of_option(info, option, lang);
        let set = match option.name {
            THREADS => "--threads ".to_string(),
            name => format!("--set {name}="),
        };
        let default = msg::AlgorithmsDefault { value }.text(lang);
        print(format_args!("\n{set}{values}   {default}\n    {help}"))?;
    }
    Ok(())
}
