//! `shomei completions` and `shomei man`: what a shell and `man` know of the arguments, made from
//! their definitions.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use shomei::files::{Guard, Purpose};

use crate::cli::{ForceArgs, command_for};
use crate::failure::{Exit, Failure};
use crate::games::Games;
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
    #[command(flatten)]
    force: ForceArgs,
}

/// Prints the completions for a shell.
pub(crate) fn completions(args: &CompletionsArgs, games: &Games) -> Result<Exit, Failure> {
    let (mut command, name) = command(games);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    print_raw(&script)?;
    Ok(Exit::Done)
}

/// Prints one page of the manual, or writes all.
pub(crate) fn man(args: &ManArgs, games: &Games) -> Result<Exit, Failure> {
    let (command, _) = command(games);
    match &args.out {
        Some(folder) => {
            let guard = args.force.guard::<&Path>([]);
            guard.make_folder(folder)?;
            write_all(&command, folder, &guard)?;
        }
        None => print_raw(&page_of(below(command, &args.command)?)?)?,
    }
    Ok(Exit::Done)
}

/// The definition of all arguments, and the name of the program: that of its file, since a program
/// with games of one's own has another one.
fn command(games: &Games) -> (Command, &'static str) {
    let file = std::env::current_exe().ok();
    let name = file.as_deref().and_then(Path::file_stem);
    let name = name.and_then(|name| name.to_str()).unwrap_or("shomei");
    // A definition wants names that live as long as the program, which ends after this one.
    let name: &'static str = name.to_owned().leak();
    // Names of commands are those of pages: shomei-solve.
    let mut command = command_for(games).name(name);
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

/// The page of a command.
fn page_of(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let rendered = Man::new(command).render(&mut page);
    rendered.map_err(anyhow::Error::from)?;
    Ok(page)
}

/// Writes the pages of a command and of those below it.
fn write_all(command: &Command, folder: &Path, guard: &Guard) -> Result<(), Failure> {
    let name = Man::new(command.clone()).get_filename();
    let page = page_of(command.clone())?;
    // The name and the section; what follows depends on the version.
    let title = String::from_utf8_lossy(&page);
    let title = title.lines().find(|line| line.starts_with(".TH "));
    let title = title.unwrap_or_default().split_inclusive(' ').take(3);
    let title: String = title.collect();
    let purpose = Purpose::new(format!("the page {name}"), move |file| {
        let mut lines = BufReader::new(file).lines().map_while(Result::ok);
        lines.any(|line| line.starts_with(&title))
    });
    guard.write(&folder.join(name), &purpose, &page)?;
    let mut below = command
        .get_subcommands()
        .filter(|below| !below.is_hide_set());
    below.try_for_each(|below| write_all(below, folder, guard))
}
