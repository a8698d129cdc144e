//! Compares the second checker of certificates with the first one, and with the verified one if it
//! is built.
//!
//! The tests of `checkers/python` run in a fresh virtual environment in `target/second-checker`,
//! with the command line that the tests of the workspace have built.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::ci::Verdict;
use crate::commands::{succeeds, target};
use crate::coq;
use crate::python::{Environment, interpreter, oldest, shown};
use crate::wasm::MUTANTS;

const PLACE: &str = "checkers/python";
const FOLDER: &str = "target/second-checker";

/// The packages that the checker and its tests need.
const PACKAGES: [&str; 2] = ["zstandard>=0.23", "ruff>=0.17"];

/// Marks the line for the summary.
const COUNTED: &str = "changed certificates";

/// Runs the tests of the second checker and checks its style.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    let environment = match environment(root, PLACE, FOLDER)? {
        Ok(environment) => environment,
        Err(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let Some(shomei) = command_line(root)? else {
        return Ok(Verdict::failed());
    };
    let mut tests = environment.module("unittest");
    let modules = [
        "test_agreement",
        "test_boards",
        "test_bundles",
        "test_lengths",
    ];
    tests.arg("-v").args(modules);
    tests.env("SHOMEI_PROGRAM", shomei);
    let mutants = root.join(MUTANTS);
    if mutants.is_dir() {
        std::fs::remove_dir_all(&mutants)?;
    }
    std::fs::create_dir_all(&mutants)?;
    tests.env("SHOMEI_MUTANTS_KEEP", &mutants);
    let verified = coq::program(root);
    match &verified {
        Some(verified) => tests.env("SHOMEI_VERIFIED", verified),
        None => tests.env_remove("SHOMEI_VERIFIED"),
    };
    let (mut passed, lines) = shown(&mut tests)?;
    // The tests of the verified checker are Python, too.
    for args in [
        &["check", ".", "../coq"][..],
        &["format", "--check", ".", "../coq"],
    ] {
        let mut command = environment.module("ruff");
        passed &= succeeds(command.args(args))?;
    }
    let counted = lines.into_iter().find(|line| line.contains(COUNTED));
    Ok(match (counted, verified) {
        (Some(counted), Some(_)) if passed => Verdict::Noted(counted),
        (Some(counted), None) if passed => {
            Verdict::Noted(format!("{counted}; {} is not built", coq::PROGRAM))
        }
        _ => Verdict::failed(),
    })
}

/// A fresh environment in `folder` with the packages that tests of checkers need, or the reason
/// why there is none. Its commands run in `place`.
pub(crate) fn environment(
    root: &Path,
    place: &str,
    folder: &str,
) -> Result<std::result::Result<Environment, String>> {
    let Some(python) = interpreter() else {
        return Ok(Err(format!(
            "neither `python3` nor `python` is {}",
            oldest()
        )));
    };
    let folder = root.join(folder);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    let environment = match Environment::create(python, folder, &root.join(place))? {
        Ok(environment) => environment,
        Err(reason) => return Ok(Err(format!("`{python} -m venv` does not work: {reason}"))),
    };
    let installed = environment.install(&PACKAGES)?;
    let packages = PACKAGES.join(" ");
    Ok(installed
        .map(|()| environment)
        .map_err(|reason| format!("{packages} cannot be installed: {reason}")))
}

/// Builds the command line, and beside it the example with board games. With `--package`
/// Cargo would select other features than the tests and rebuild many crates.
pub(crate) fn command_line(root: &Path) -> Result<Option<PathBuf>> {
    let mut build = Command::new("cargo");
    build.args([
        "build",
        "--workspace",
        "--features",
        "shomei-cli/full",
        "--bin",
        "shomei",
        "--example",
        "boards",
    ]);
    if !succeeds(build.current_dir(root))? {
        return Ok(None);
    }
    let program = format!("shomei{}", std::env::consts::EXE_SUFFIX);
    Ok(Some(target(root)?.join("debug").join(program)))
}
