//! The list of checks that a change must pass.
//!
//! `just ci` and `.ci/run` both use it. Every step is named and timed. A step whose tool is missing
//! is skipped with the reason. A failed step does not stop the others.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::{book, coq, fuzz, package, python, second_checker, system, tidy, wasm, web};

/// How a step ended.
pub(crate) enum Verdict {
    Passed,
    /// Passed, with a note for the summary.
    Noted(String),
    /// What failed, for the summary; empty if the output is enough.
    Failed(String),
    /// Not run, for this reason.
    Skipped(String),
}

impl Verdict {
    pub(crate) fn failed() -> Verdict {
        Verdict::Failed(String::new())
    }

    pub(crate) fn is_failure(&self) -> bool {
        matches!(self, Verdict::Failed(_))
    }

    /// The text of the summary.
    pub(crate) fn words(&self) -> String {
        match self {
            Verdict::Passed => "passed".to_owned(),
            Verdict::Noted(notes) => format!("passed: {notes}"),
            Verdict::Failed(what) if what.is_empty() => "FAILED".to_owned(),
            Verdict::Failed(what) => format!("FAILED: {what}"),
            Verdict::Skipped(reason) => format!("skipped: {reason}"),
        }
    }
}

/// Whether a step has passed.
impl From<bool> for Verdict {
    fn from(passed: bool) -> Verdict {
        match passed {
            true => Verdict::Passed,
            false => Verdict::failed(),
        }
    }
}

struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Path) -> Result<Verdict>,
}

const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        what: "the code is formatted",
        run: fmt,
    },
    Step {
        name: "tidy",
        what: "dependency rules, sizes, names, packages, references, words, phrases, prose, links, licences",
        run: |root| tidy::run(root).map(Verdict::from),
    },
    Step {
        name: "clippy",
        what: "no warnings, in any target",
        run: clippy,
    },
    Step {
        name: "tests",
        what: "unit, integration and doc tests",
        run: |root| cargo(root, &["test", "--workspace"], &[]),
    },
    Step {
        name: "data",
        what: "the tests that need data outside the repository",
        run: data,
    },
    Step {
        name: "own-game",
        what: "the example crate with a game, built in an empty folder",
        run: |root| cargo(root, &OWN_GAME, &[]),
    },
    Step {
        name: "python",
        what: "the Python package, from a wheel in a fresh environment",
        run: python::run,
    },
    Step {
        name: "coq",
        what: "the checker verified in Coq: its theorems, and its program beside the others",
        run: coq::run,
    },
    Step {
        name: "second-checker",
        what: "the second checker of certificates agrees with the first one and the verified one",
        run: second_checker::run,
    },
    Step {
        name: "web",
        what: "the page: its types, its tests, its built files, and the page in Chromium",
        run: web::run,
    },
    Step {
        name: "wasm",
        what: "the module in WebAssembly gives the answers of the native program, in Node",
        run: wasm::run,
    },
    Step {
        name: "static",
        what: "the page without a server solves, explores and verifies in Chromium",
        run: crate::static_page::run,
    },
    Step {
        name: "docs",
        what: "the documentation builds without warnings",
        run: |root| {
            cargo(
                root,
                &["doc", "--no-deps", "--workspace"],
                &[("RUSTDOCFLAGS", "-D warnings")],
            )
        },
    },
    Step {
        name: "book",
        what: "the generated pages and the outputs of commands are up to date; the book builds",
        run: book::check,
    },
    Step {
        name: "package",
        what: "every crate that is published builds from its package alone",
        run: |root| package::run(root).map(Verdict::from),
    },
    Step {
        name: "loom",
        what: "the shared table under every interleaving",
        run: loom,
    },
    Step {
        name: "miri",
        what: "the unsafe code of the tables",
        run: miri,
    },
    Step {
        name: "tsan",
        what: "parallel searches under the thread sanitiser",
        run: tsan,
    },
    Step {
        name: "fuzz-properties",
        what: "the properties of the fuzz targets on seeded inputs",
        run: fuzz_properties,
    },
    Step {
        name: "fuzz",
        what: "every fuzz target for a few seconds",
        run: |root| fuzz::run_all(root, FUZZ_TIME),
    },
];

/// Builds the whole workspace: with `--package` Cargo would select other features than the tests
/// and rebuild many crates.
const OWN_GAME: [&str; 6] = [
    "test",
    "--workspace",
    "--test",
    "own_game",
    "--",
    "--ignored",
];
const FUZZ_TIME: Duration = Duration::from_secs(5);
const FUZZ_MANIFEST: &str = "fuzz/Cargo.toml";
/// Loom tests are in this file or in modules of the name [`LOOM_MODULE`] beside the table's code.
const LOOM_FILE: &str = "crates/shomei-search/tests/table_loom.rs";
const LOOM_FOLDER: &str = "crates/shomei-search/src/table";
const LOOM_MODULE: &str = "loom_tests";

/// Parses the arguments of `ci`: the names of the steps to skip.
pub(crate) fn parse<'a>(args: &[&'a str]) -> Result<Vec<&'a str>> {
    let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
    let mut skipped = Vec::new();
    for pair in args.chunks(2) {
        match *pair {
            ["--skip", name] if names.contains(&name) => skipped.push(name),
            ["--skip", name] => bail!("there is no step `{name}`; the steps are {names:?}"),
            _ => bail!("expected `--skip STEP`, found `{}`", pair.join(" ")),
        }
    }
    Ok(skipped)
}

/// Runs the steps in order and prints a summary.
pub(crate) fn run(root: &Path, skipped: &[&str]) -> Result<bool> {
    let start = Instant::now();
    let mut lines = Vec::new();
    let mut passed = true;
    for step in STEPS {
        println!("== {}: {}", step.name, step.what);
        let began = Instant::now();
        let verdict = if skipped.contains(&step.name) {
            Verdict::Skipped("asked for by --skip".to_owned())
        } else {
            (step.run)(root).with_context(|| format!("step {}", step.name))?
        };
        passed &= !verdict.is_failure();
        let text = verdict.words();
        let seconds = began.elapsed().as_secs_f64();
        let line = format!("{:<16} {seconds:6.1} s  {text}", step.name);
        println!("== {line}\n");
        lines.push(line);
    }
    println!("{}", lines.join("\n"));
    let word = if passed { "passed" } else { "FAILED" };
    println!("{word} in {:.0} s", start.elapsed().as_secs_f64());
    Ok(passed)
}

/// Runs Cargo in the repository's root.
fn cargo(root: &Path, args: &[&str], env: &[(&str, &str)]) -> Result<Verdict> {
    let status = Command::new("cargo")
        .args(args)
        .envs(env.iter().copied())
        .current_dir(root)
        .status()
        .with_context(|| format!("cargo {}", args.join(" ")))?;
    Ok(Verdict::from(status.success()))
}

/// Runs Cargo commands in order until one fails.
fn cargo_all(root: &Path, commands: &[&[&str]]) -> Result<Verdict> {
    for args in commands {
        if cargo(root, args, &[])?.is_failure() {
            let command = format!("cargo {}", args.join(" "));
            println!("{command} failed");
            return Ok(Verdict::Failed(command));
        }
    }
    Ok(Verdict::Passed)
}

fn fmt(root: &Path) -> Result<Verdict> {
    if !system::runs("cargo", &["fmt", "--version"]) {
        return Ok(Verdict::Skipped("rustfmt is not installed".to_owned()));
    }
    cargo_all(
        root,
        &[
            &["fmt", "--all", "--check"],
            &["fmt", "--check", "--manifest-path", FUZZ_MANIFEST],
        ],
    )
}

fn clippy(root: &Path) -> Result<Verdict> {
    if !system::runs("cargo", &["clippy", "--version"]) {
        return Ok(Verdict::Skipped("clippy is not installed".to_owned()));
    }
    let deny = ["--", "-D", "warnings"];
    let workspace = ["clippy", "--workspace", "--all-targets"];
    let fuzz = ["clippy", "--manifest-path", FUZZ_MANIFEST, "--all-targets"];
    cargo_all(
        root,
        &[
            &[&workspace[..], &deny].concat(),
            &[&fuzz[..], &deny].concat(),
        ],
    )
}

/// Runs the ignored tests in modules `data`: see `shomei_testkit::data`.
fn data(root: &Path) -> Result<Verdict> {
    let folder = std::env::var_os("SHOMEI_DATA");
    let folder = folder.map_or_else(|| root.join("../shared/data"), PathBuf::from);
    if !folder.is_dir() {
        let folder = folder.display();
        let reason = format!("there is no {folder}; SHOMEI_DATA names the folder with the data");
        return Ok(Verdict::Skipped(reason));
    }
    // Tests run in the folders of their crates.
    let folder = std::path::absolute(folder)?.display().to_string();
    let args = [
        "test",
        "--workspace",
        "--tests",
        "--",
        "--ignored",
        "data::",
    ];
    cargo(root, &args, &[("SHOMEI_DATA", &folder)])
}

fn loom(root: &Path) -> Result<Verdict> {
    let file = root.join(LOOM_FILE).exists();
    let module = holds_text(&root.join(LOOM_FOLDER), LOOM_MODULE)?;
    if !file && !module {
        let reason = format!("neither {LOOM_FILE} nor a `{LOOM_MODULE}` in {LOOM_FOLDER}");
        return Ok(Verdict::Skipped(reason));
    }
    // With the test profile: loom runs each test thousands of times, but optimising all
    // dependencies would take ten times as long as the tests.
    let env = [("RUSTFLAGS", "--cfg loom")];
    let base = ["test", "--package", "shomei-search"];
    let runs = [
        (module, ["--lib", LOOM_MODULE]),
        (file, ["--test", "table_loom"]),
    ];
    for (_, rest) in runs.iter().filter(|(wanted, _)| *wanted) {
        let verdict = cargo(root, &[&base[..], rest].concat(), &env)?;
        if verdict.is_failure() {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Passed)
}

/// Whether a Rust file directly in the folder contains the text.
fn holds_text(folder: &Path, text: &str) -> Result<bool> {
    if !folder.exists() {
        return Ok(false);
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust && std::fs::read_to_string(&path)?.contains(text) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn miri(root: &Path) -> Result<Verdict> {
    if !system::runs("cargo", &["+nightly", "miri", "--version"]) {
        let reason = "there is no nightly toolchain with Miri";
        return Ok(Verdict::Skipped(reason.to_owned()));
    }
    let args = [
        "+nightly",
        "miri",
        "test",
        "--package",
        "shomei-search",
        "--lib",
        "table::",
    ];
    // Tables query the memory and the page size, which isolation forbids.
    cargo(root, &args, &[("MIRIFLAGS", "-Zmiri-disable-isolation")])
}

fn tsan(root: &Path) -> Result<Verdict> {
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    let skip = |reason: &str| Ok(Verdict::Skipped(reason.to_owned()));
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return skip("the sanitiser runs on x86-64 Linux only");
    }
    // Without an instrumented standard library its locks are reported as races.
    let component = ["run", "nightly", "rustc", "--print", "sysroot"];
    let sysroot = Command::new("rustup").args(component).output();
    let has_source = sysroot.is_ok_and(|output| {
        let path = String::from_utf8_lossy(&output.stdout);
        let library = Path::new(path.trim()).join("lib/rustlib/src/rust/library");
        output.status.success() && library.exists()
    });
    if !has_source {
        return skip("there is no nightly toolchain with the source of the standard library");
    }
    let args = [
        "+nightly",
        "test",
        "-Zbuild-std",
        "--target",
        TARGET,
        "--package",
        "shomei-search",
        "--package",
        "shomei-parallel",
        "--test",
        "table_threads",
        "--test",
        "threads",
    ];
    cargo(root, &args, &[("RUSTFLAGS", "-Zsanitizer=thread")])
}

fn fuzz_properties(root: &Path) -> Result<Verdict> {
    let args = ["test", "--manifest-path", FUZZ_MANIFEST];
    // Both workspaces share the build of their common dependencies.
    let target = crate::commands::target(root)?.display().to_string();
    cargo(root, &args, &[("CARGO_TARGET_DIR", &target)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_skipped_by_name() {
        assert_eq!(parse(&[]).unwrap(), Vec::<&str>::new());
        assert_eq!(
            parse(&["--skip", "tests", "--skip", "fuzz"]).unwrap(),
            ["tests", "fuzz"]
        );
    }

    #[test]
    fn a_misspelt_step_is_an_error() {
        assert!(parse(&["--skip", "test"]).is_err());
        assert!(parse(&["--skip"]).is_err());
        assert!(parse(&["tests", "docs"]).is_err());
    }
}
