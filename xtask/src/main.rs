//! Commands of development that Cargo does not have: see `cargo xtask help`.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a developer's tool talks on the terminal"
)]

mod book;
mod ci;
mod commands;
mod coq;
mod fuzz;
mod package;
mod python;
mod second_checker;
mod static_page;
mod system;
mod tidy;
mod wasm;
mod web;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  ci [--skip STEP]...            every check that a change must pass, three at a time
  ci [--only STEP]...            some of them; a single one shows its output as it runs
  architecture                   write the tables of ARCHITECTURE.md
  messages                       write the English catalogue of errors from the sources
  book [--check]                 write or compare the generated parts of the book, and build it
  static FOLDER                  write the page without a server into a folder
  fuzz [--seconds N] [NAME]...   build the fuzz targets and run each for N seconds (5)
  STEP                           a step of `ci` alone, which must not be skipped
  help                           this text

The steps are:

";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command of the arguments. Returns whether it succeeded.
fn run() -> Result<bool> {
    let root = root()?;
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["ci", rest @ ..] => ci::run(&root, &ci::parse(rest)?),
        ["messages"] => tidy::errors::run(&root),
        ["architecture"] => tidy::architecture::run(&root),
        ["book", rest @ ..] => book::run(&root, book::parse(rest)?),
        ["static", folder] => match static_page::write(&root, folder.as_ref())? {
            None => Ok(true),
            Some(verdict) => verdict.conclude(),
        },
        ["fuzz", rest @ ..] => fuzz::run(&root, &fuzz::parse(rest)?),
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}{}", ci::list());
            Ok(true)
        }
        [name] => ci::run_alone(&root, name),
        [other, ..] => bail!("`{other}` is not a command or takes no arguments\n\n{HELP}"),
    }
}

/// The folder of the workspace.
///
/// Cargo sets the variable when it runs this program. A compiled-in path would be stale after the
/// repository has moved.
fn root() -> Result<PathBuf> {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask ...`")?;
    let root = PathBuf::from(manifest);
    let root = root.parent().context("xtask has no parent folder")?;
    Ok(root.to_path_buf())
}
