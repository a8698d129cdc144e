//! What a developer runs besides Cargo: `cargo xtask help`.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a developer's tool talks on the terminal"
)]

mod ci;
mod commands;
mod fuzz;
mod package;
mod python;
mod second_checker;
mod tidy;
mod web;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  ci [--skip STEP]...            everything that must hold before a change goes in
  tidy                           dependency rules, sizes, names, packages, references, words, prose, links, licences
  architecture                   write the tables of ARCHITECTURE.md
  package                        pack what is published, and build it from the packages alone
  python                         the Python package: build a wheel, install and test it
  second-checker                 the second checker of certificates, held against the first one
  web                            the page: check, test and build the client, and drive it in Chromium
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

/// Whether everything that was asked for is in order.
fn run() -> Result<bool> {
    let root = root()?;
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["ci", rest @ ..] => ci::run(&root, &ci::parse(rest)?),
        ["tidy"] => tidy::run(&root),
        ["architecture"] => tidy::architecture::run(&root),
        ["package"] => package::run(&root),
        ["python"] => alone(python::run(&root)?, "the Python package"),
        ["second-checker"] => alone(second_checker::run(&root)?, "the second checker"),
        ["web"] => alone(web::run(&root)?, "the page"),
        ["fuzz", rest @ ..] => fuzz::run(&root, &fuzz::parse(rest)?),
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}");
            Ok(true)
        }
        [other, ..] => bail!("`{other}` is no command or takes no arguments\n\n{HELP}"),
    }
}

/// The result of a step of `ci` that runs alone: there, to be skipped is to fail.
fn alone(verdict: ci::Verdict, what: &str) -> Result<bool> {
    if let ci::Verdict::Skipped(reason) = verdict {
        bail!("cannot test {what} here: {reason}");
    }
    println!("{}", verdict.words());
    Ok(!verdict.is_failure())
}

/// The folder of the workspace.
///
/// Cargo sets the variable when it runs this program; the path that is
/// compiled in would be stale after the repository has moved.
fn root() -> Result<PathBuf> {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask ...`")?;
    let root = PathBuf::from(manifest);
    let root = root.parent().context("xtask has no parent folder")?;
    Ok(root.to_path_buf())
}
