//! The commands `completions` and `man` of shomei and shomei-lab. They generate the completions of
//! a shell and the pages of the manual from the declarations of the arguments.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use shomei::Error;
use shomei::files::{Guard, Purpose};
use shomei_game::error_text;

use crate::cli::ForceArgs;
use crate::failure::{Exit, Failure};
use crate::output::print_raw;

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// The arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command whose page is printed [default: the page of the program]
    #[arg(value_name = "COMMAND", num_args = 0..)]
    command: Vec<String>,
    /// Write the pages of all commands to this folder, instead of printing one
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Prints the completions of a program for a shell.
pub fn completions(args: &CompletionsArgs, program: Command) -> Result<Exit, Failure> {
    let (mut command, name) = build(program);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    print_raw(&script)?;
    Ok(Exit::Done)
}

/// Prints one page of the manual, or writes all pages.
pub fn man(args: &ManArgs, program: Command) -> Result<Exit, Failure> {
    let (command, _) = build(without_help_commands(program));
    match &args.out {
        Some(folder) => {
            let guard = args.force.guard::<&Path>([]);
            guard.make_folder(folder)?;
            write_all(&command, folder, &guard)?;
        }
        None => print_raw(&page_of(subcommand(command, &args.command)?)?)?,
    }
    Ok(Exit::Done)
}

/// The declaration of the program, and its name. The name is that of the executable file, since
/// a program with other games has another name.
fn build(program: Command) -> (Command, &'static str) {
    let file = std::env::current_exe().ok();
    let name = file.as_deref().and_then(Path::file_stem);
    let name = name.and_then(|name| name.to_str()).unwrap_or("shomei");
    // clap needs a static name. The leak is harmless, since the program ends after this command.
    let name: &'static str = name.to_owned().leak();
    // `build` sets the names of the pages, such as shomei-solve.
    let mut command = program.name(name);
    command.build();
    (command, name)
}

/// The program without its commands `help`, which need no pages.
fn without_help_commands(command: Command) -> Command {
    let command = command.disable_help_subcommand(true);
    command.mut_subcommands(without_help_commands)
}

/// The subcommand with these names.
fn subcommand(mut command: Command, names: &[String]) -> Result<Command, Failure> {
    for name in names {
        let Some(next) = command.find_subcommand(name) else {
            let known = command.get_subcommands().map(Command::get_name);
            let guess = shomei::nearest::hint(name, known);
            let path = command.get_bin_name().unwrap_or_else(|| command.get_name());
            let text = error_text!(
                "no-such-command",
                "{path} has no command \"{name}\"",
                path = path,
                name = name
            );
            return Err(Error::usage(text).with_advice(guess).into());
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

/// Writes the pages of a command and of its subcommands.
fn write_all(command: &Command, folder: &Path, guard: &Guard) -> Result<(), Failure> {
    let name = Man::new(command.clone()).get_filename();
    let page = page_of(command.clone())?;
    // The name and the section. The rest of the line depends on the version.
    let title = String::from_utf8_lossy(&page);
    let title = title.lines().find(|line| line.starts_with(".TH "));
    let title = title.unwrap_or_default().split_inclusive(' ').take(3);
    let title: String = title.collect();
    let purpose = Purpose::new(format!("the page {name}"), move |file| {
        let mut lines = BufReader::new(file).lines().map_while(Result::ok);
        lines.any(|line| line.starts_with(&title))
    });
    guard.write(&folder.join(name), &purpose, &page)?;
    let mut subcommands = command
        .get_subcommands()
        .filter(|child| !child.is_hide_set());
    subcommands.try_for_each(|child| write_all(child, folder, guard))
}
