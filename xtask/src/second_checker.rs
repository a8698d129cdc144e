//! The second checker of certificates, held against the first one.
//!
//! `checkers/python` is run in a virtual environment of its own, made anew under
//! `target/second-checker`, with the command line that the tests have built.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::ci::Verdict;
use crate::commands::{succeeds, target};
use crate::python::{Environment, interpreter, oldest, shown};

const PLACE: &str = "checkers/python";
const FOLDER: &str = "target/second-checker";

/// What the checker and its tests need.
const PACKAGES: [&str; 2] = ["zstandard>=0.23", "ruff>=0.17"];

/// What stands in the line that goes into the summary.
const COUNTED: &str = "changed certificates";

/// Runs the tests of the second checker, and looks at its style.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    let Some(python) = interpreter() else {
        let reason = format!("neither `python3` nor `python` is {}", oldest());
        return Ok(Verdict::Skipped(reason));
    };
    let folder = root.join(FOLDER);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    let environment = match Environment::create(python, folder, &root.join(PLACE))? {
        Ok(environment) => environment,
        Err(reason) => {
            let reason = format!("`{python} -m venv` does not work: {reason}");
            return Ok(Verdict::Skipped(reason));
        }
    };
    if let Err(reason) = environment.install(&PACKAGES)? {
        let packages = PACKAGES.join(" ");
        let reason = format!("{packages} cannot be installed: {reason}");
        return Ok(Verdict::Skipped(reason));
    }
    // Of the whole workspace, since what the tests have built is built again where one package is
    // named.
    let mut build = Command::new("cargo");
    build.args([
        "build",
        "--workspace",
        "--features",
        "shomei-cli/full",
        "--bin",
        "shomei",
    ]);
    if !succeeds(build.current_dir(root))? {
        return Ok(Verdict::failed());
    }
    let program = format!("shomei{}", std::env::consts::EXE_SUFFIX);
    let mut tests = environment.module("unittest");
    tests.args(["-v", "test_agreement"]);
    tests.env("SHOMEI_PROGRAM", target(root)?.join("debug").join(program));
    let (mut passed, lines) = shown(&mut tests)?;
    for args in [&["check", "."][..], &["format", "--check", "."]] {
        let mut command = environment.module("ruff");
        passed &= succeeds(command.args(args))?;
    }
    let counted = lines.into_iter().find(|line| line.contains(COUNTED));
    Ok(match counted {
        Some(counted) if passed => Verdict::Noted(counted),
        _ => Verdict::failed(),
    })
}
