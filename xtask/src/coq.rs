//! Builds the checker that is verified in Coq, checks its theorems and tests its program. The step
//! `second-checker` compares it with the other checkers.
//!
//! The Makefile of `checkers/coq` builds in that folder; Git ignores the results. The tests run in
//! a fresh virtual environment in `target/coq`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, anyhow};

use crate::ci::Verdict;
use crate::commands::{quietly, succeeds};
use crate::second_checker::environment;
use crate::system::{install, may_install, runs};

const PLACE: &str = "checkers/coq";
const FOLDER: &str = "target/coq";
pub(crate) const PROGRAM: &str = "shomei-verified";

/// The version of Coq that the sources are written for.
const VERSION: (u32, u32) = (8, 16);

/// The download of Coq and of the compiler has about 200 MB.
const DOWNLOAD: Duration = Duration::from_secs(100);

/// The processes of make.
const JOBS: &str = "2";

/// Something that the Makefile needs.
struct Tool {
    name: &'static str,
    /// A command that succeeds if the tool is installed.
    test: &'static [&'static str],
    /// The package of Debian.
    package: &'static str,
}

const TOOLS: [Tool; 6] = [
    Tool {
        name: "make",
        test: &["make", "--version"],
        package: "make",
    },
    Tool {
        name: "coqc",
        test: &["coqc", "--version"],
        package: "coq",
    },
    Tool {
        name: "coqchk",
        test: &["coqchk", "--version"],
        package: "coq",
    },
    Tool {
        name: "ocamlfind",
        test: &["ocamlfind", "ocamlopt", "-version"],
        package: "ocaml-findlib",
    },
    Tool {
        name: "zstd",
        test: &["zstd", "--version"],
        package: "zstd",
    },
    Tool {
        name: "the header of libzstd",
        test: &["cc", "-E", "-include", "zstd.h", "-x", "c", "/dev/null"],
        package: "libzstd-dev",
    },
];

/// Builds and checks the library, and builds and tests the program.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    if let Err(reason) = tools() {
        return Ok(Verdict::Skipped(reason));
    }
    // One after the other: two instances of make would build the library at once.
    for goal in ["library", PROGRAM, "example"] {
        if !succeeds(&mut make(root, &["--jobs", JOBS, goal]))? {
            return Ok(Verdict::Failed(format!("make {goal}")));
        }
    }
    let environment = match environment(root, PLACE, FOLDER)? {
        Ok(environment) => environment,
        Err(reason) => {
            println!("make check-small");
            return Ok(match quietly(&mut make(root, &["check-small"]))? {
                Ok(()) => Verdict::Noted(format!("without the tests: {reason}")),
                Err(fault) => Verdict::Failed(format!("make check-small: {fault}")),
            });
        }
    };
    println!("make check-small test");
    std::thread::scope(|scope| {
        // coqchk uses one processor for minutes.
        let check = scope.spawn(|| quietly(&mut make(root, &["check-small"])));
        let mut tests = environment.command("make")?;
        let passed = succeeds(tests.arg("test").env_remove("SHOMEI_VERIFIED"))?;
        let checked = check.join().map_err(|_| anyhow!("make check panicked"))?;
        Ok(match checked? {
            Err(fault) => Verdict::Failed(format!("make check-small: {fault}")),
            Ok(()) if !passed => Verdict::Failed("make test".to_owned()),
            // Otherwise the step `second-checker` would leave the program out.
            Ok(()) if program(root).is_none() => Verdict::Failed("make -q".to_owned()),
            Ok(()) => Verdict::Passed,
        })
    })
}

/// The verified program, if it is built from the present sources.
pub(crate) fn program(root: &Path) -> Option<PathBuf> {
    let place = root.join(PLACE);
    let is_built = runs("make", &["-C", &place.to_string_lossy(), "-q", PROGRAM]);
    is_built.then(|| place.join(PROGRAM))
}

fn make(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("make");
    command.args(args).current_dir(root.join(PLACE));
    command
}

/// Finds the tools or installs them; else returns the reason why they are missing.
fn tools() -> std::result::Result<(), String> {
    let missing = || -> Vec<&Tool> {
        let tools = TOOLS.iter();
        tools
            .filter(|tool| !runs(tool.test[0], &tool.test[1..]))
            .collect()
    };
    let absent = missing();
    if !absent.is_empty() {
        if !may_install() {
            return Err(format!("{}, and cannot be here", words(&absent)));
        }
        let mut packages: Vec<&str> = absent.iter().map(|tool| tool.package).collect();
        packages.dedup();
        install(&packages, DOWNLOAD)
            .map_err(|reason| format!("{} cannot be installed: {reason}", packages.join(" ")))?;
        let absent = missing();
        if !absent.is_empty() {
            return Err(format!("{} after apt-get install", words(&absent)));
        }
    }
    let needed = format!("Coq {}.{} is needed", VERSION.0, VERSION.1);
    let output = Command::new("coqc").arg("--version").output();
    let text = output.map_err(|error| format!("coqc: {error}"))?.stdout;
    match version(&String::from_utf8_lossy(&text)) {
        Some(VERSION) => Ok(()),
        Some((major, minor)) => Err(format!("{needed}, not {major}.{minor}")),
        None => Err(format!("{needed}; coqc does not print its version")),
    }
}

fn words(absent: &[&Tool]) -> String {
    let names: Vec<&str> = absent.iter().map(|tool| tool.name).collect();
    format!("not installed: {}", names.join(", "))
}

/// The first two numbers of `The Coq Proof Assistant, version 8.16.1`.
fn version(text: &str) -> Option<(u32, u32)> {
    let (_, rest) = text.split_once("version ")?;
    let mut numbers = rest.split(|c: char| !c.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_coq_is_read() {
        let text = "The Coq Proof Assistant, version 8.16.1\ncompiled with OCaml 4.13.1\n";
        assert_eq!(version(text), Some(VERSION));
        assert_eq!(version("version 8.20+rc1"), Some((8, 20)));
        assert_eq!(version("The Rocq Prover"), None);
        assert_eq!(version(""), None);
    }

    #[test]
    fn the_requirements_are_those_of_the_readme() {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PLACE);
        let text = std::fs::read_to_string(place.join("README.md")).unwrap();
        let (major, minor) = VERSION;
        assert!(text.contains(&format!("Requirements: Coq {major}.{minor},")));
        for tool in TOOLS.iter().filter(|tool| tool.package != "make") {
            let package = format!("`{}`", tool.package);
            assert!(text.contains(&package), "no {package}");
        }
    }

    #[test]
    fn missing_tools_are_named() {
        let absent: Vec<&Tool> = TOOLS.iter().skip(4).collect();
        assert_eq!(words(&absent), "not installed: zstd, the header of libzstd");
    }
}
