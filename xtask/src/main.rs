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
  tidy                           dependency rules, sizes, names, packages, references, words, phrases, prose, links, licences
  architecture                   write the tables of ARCHITECTURE.md
  messages                       write the English catalogue of errors from the sources
  book [--check]                 write or compare the generated parts of the book, and build it
  package                        pack the published crates, and build them from the packages alone
  python                         the Python package: build a wheel, install and test it
  coq                            the checker verified in Coq: build, check and test it
  second-checker                 compare the second checker of certificates with the first one
  web                            the page: check, test and build the client, and test it in Chromium
  wasm                           the module for browsers and Node: build and test it
  static                         the page without a server: build it, and test it in Chromium
  static FOLDER                  write the page without a server into a folder
  fuzz [--seconds N] [NAME]...   build the fuzz targets and run each for N seconds (5)
  help                           this text
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
        ["tidy"] => tidy::run(&root),
        ["messages"] => tidy::errors::run(&root),
        ["architecture"] => tidy::architecture::run(&root),
        ["book", rest @ ..] => book::run(&root, book::parse(rest)?),
        ["package"] => package::run(&root),
        ["python"] => alone(python::run(&root)?, "the Python package"),
        ["coq"] => alone(coq::run(&root)?, "the verified checker"),
        ["second-checker"] => alone(second_checker::run(&root)?, "the second checker"),
        ["web"] => alone(web::run(&root)?, "the page"),
        ["wasm"] => alone(wasm::run(&root)?, "the module in WebAssembly"),
        ["static"] => alone(static_page::run(&root)?, "the static edition of the page"),
        ["static", folder] => match static_page::write(&root, folder.as_ref())? {
            None => Ok(true),
            Some(verdict) => alone(verdict, "the static edition of the page"),
        },
        ["fuzz", rest @ ..] => fuzz::run(&root, &fuzz::parse(rest)?),
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}");
            Ok(true)
        }
        [other, ..] => bail!("`{other}` is not a command or takes no arguments\n\n{HELP}"),
    }
}

/// The result of a step of `ci` that runs alone. A skipped step is a failure there.
fn alone(verdict: ci::Verdict, what: &str) -> Result<bool> {
    if let ci::Verdict::Skipped(reason) = verdict {
        bail!("cannot test {what} here: {reason}");
    }
    println!("{}", verdict.words());
    Ok(!verdict.is_failure())
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
