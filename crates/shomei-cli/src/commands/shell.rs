//! `shomei completions` and `shomei man`: what a shell and `man` know of the arguments, made from
//! their definitions.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::Cli;
use crate::failure::{Exit, Failure};
use crate::output::print_raw;

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that reads them
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// The arguments of `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The page of this command, and not that of the program
    #[arg(value_name = "COMMAND", num_args = 0..)]
    command: Vec<String>,
    /// Write all pages into this folder instead: shomei.1, shomei-solve.1, ...
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints the completions for a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let (mut command, name) = command();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    print_raw(&script)?;
    Ok(Exit::Done)
}

/// Prints one page of the manual, or writes all.
pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let (command, _) = command();
    match &args.out {
        Some(folder) => write_all(command, folder)?,
        None => {
            let mut page = Vec::new();
            let command = below(command, &args.command)?;
            Man::new(command)
                .render(&mut page)
                .map_err(anyhow::Error::from)?;
            print_raw(&page)?;
        }
    }
    Ok(Exit::Done)
}

/// The definition of all arguments, and the name of the program: that of its file, since a program
/// with games of one's own has another one.
fn command() -> (Command, &'static str) {
    let file = std::env::current_exe().ok();
    let name = file.as_deref().and_then(Path::file_stem);
    let name = name.and_then(|name| name.to_str()).unwrap_or("shomei");
    // A definition wants names that live as long as the program, which ends after this one.
    let name: &'static str = name.to_owned().leak();
    // Names of commands are those of pages: shomei-solve.
    let mut command = Cli::command().name(name);
    command.build();
    (command, name)
}

/// The command that these words name.
fn below(mut command: Command, names: &[String]) -> Result<Command, Failure> {
    for name in names {
        let Some(next) = command.find_subcommand(name) else {
            let known = command.get_subcommands().map(Command::get_name);
            let guess = shomei::nearest::hint(name, known);
            let path = command.get_bin_name().unwrap_or_else(|| command.get_name());
            return Err(Failure::Usage(format!(
                "{path} has no command {name:?}{guess}"
            )));
        };
        command = next.clone();
    }
    Ok(command)
}

fn write_all(command: Command, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    clap_mangen::generate_to(command, folder).with_context(|| folder.display().to_string())?;
    Ok(())
}
