//! The list of checks that a change must pass.
//!
//! `just ci` and `.ci/run` both use it. Every step is named and timed. A step whose tool is missing
//! is skipped with the reason. A failed step does not stop the others.

mod lanes;
mod with_cargo;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::commands::target;
use crate::{book, coq, fuzz, package, python, second_checker, tidy, wasm, web};

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

    /// Prints how a command ended. Returns whether it passed; a skip is an error.
    pub(crate) fn conclude(self) -> Result<bool> {
        if let Verdict::Skipped(reason) = self {
            bail!("impossible here: {reason}");
        }
        println!("{}", self.words());
        Ok(!self.is_failure())
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
    /// It begins when these steps have ended, since it uses their files or would change them.
    after: &'static [&'static str],
}

/// In the order in which they begin, as far as `after` allows. The longest ones are first, so that no
/// lane is idle at the end. The tests begin before `python`, whose build would make them wait.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        what: "the code is formatted",
        run: with_cargo::fmt,
        after: &[],
    },
    Step {
        name: "tidy",
        what: "dependency rules, sizes, names, packages, references, words, phrases, prose, links, licences",
        run: |root| tidy::run(root).map(Verdict::from),
        after: &[],
    },
    Step {
        name: "tests",
        what: "unit, integration and doc tests",
        run: with_cargo::tests,
        after: &[],
    },
    Step {
        name: "python",
        what: "the Python package, from a wheel in a fresh environment",
        run: python::run,
        after: &[],
    },
    Step {
        name: "coq",
        what: "the checker verified in Coq: its theorems, and its program",
        run: coq::run,
        after: &[],
    },
    Step {
        name: "second-checker",
        what: "the second checker of certificates agrees with the first one and the verified one",
        run: second_checker::run,
        // The verified checker.
        after: &["coq"],
    },
    Step {
        name: "clippy",
        what: "no warnings, in any target",
        run: with_cargo::clippy,
        after: &[],
    },
    Step {
        name: "web",
        what: "the page: its types, its tests, its built files, and the page in Chromium",
        run: web::run,
        after: &[],
    },
    Step {
        name: "static",
        what: "the page without a server solves, explores and verifies in Chromium",
        run: crate::static_page::run,
        // The packages of Node.
        after: &["web"],
    },
    Step {
        name: "wasm",
        what: "the module in WebAssembly gives the answers of the native program, in Node",
        run: wasm::run,
        // The changed certificates, and the packages of Node.
        after: &["second-checker", "static"],
    },
    Step {
        name: "data",
        what: "the tests that need data outside the repository",
        run: with_cargo::data,
        after: &[],
    },
    Step {
        name: "package",
        what: "every crate that is published builds from its package alone",
        run: |root| package::run(root).map(Verdict::from),
        after: &[],
    },
    Step {
        name: "book",
        what: "the generated pages and the outputs of commands are up to date; the book builds",
        run: book::check,
        after: &[],
    },
    Step {
        name: "docs",
        what: "the documentation builds without warnings",
        run: with_cargo::docs,
        after: &[],
    },
    Step {
        name: "loom",
        what: "the shared table under every interleaving",
        run: with_cargo::loom,
        after: &[],
    },
    Step {
        name: "miri",
        what: "the unsafe code of the tables",
        run: with_cargo::miri,
        after: &[],
    },
    Step {
        name: "tsan",
        what: "parallel searches under the thread sanitiser",
        run: with_cargo::tsan,
        after: &[],
    },
    Step {
        name: "own-game",
        what: "the example crate with a game, built outside of the workspace",
        run: with_cargo::own_game,
        // `package` has built its dependencies.
        after: &["package"],
    },
    Step {
        name: "fuzz",
        what: "every fuzz target for a few seconds",
        run: fuzz::run_all,
        after: &[],
    },
];

/// The names of the steps and what they check, a line for each.
pub(crate) fn list() -> String {
    let line = |step: &Step| format!("  {:<16} {}\n", step.name, step.what);
    STEPS.iter().map(line).collect()
}

fn step(name: &str) -> Result<&'static Step> {
    let found = STEPS.iter().find(|step| step.name == name);
    found.with_context(|| format!("there is no step `{name}`; the steps are\n{}", list()))
}

/// Runs a step that must not be skipped.
pub(crate) fn run_alone(root: &Path, name: &str) -> Result<bool> {
    (step(name)?.run)(root)?.conclude()
}

/// Parses the arguments of `ci`: returns the steps to run.
pub(crate) fn parse(args: &[&str]) -> Result<Vec<&'static str>> {
    let named = |name: &str| step(name).map(|step| step.name);
    let (mut only, mut skipped) = (Vec::new(), Vec::new());
    for pair in args.chunks(2) {
        match *pair {
            ["--only", name] => only.push(named(name)?),
            ["--skip", name] => skipped.push(named(name)?),
            _ => bail!(
                "expected `--only STEP` or `--skip STEP`, found `{}`",
                pair.join(" ")
            ),
        }
    }
    let names = STEPS.iter().map(|step| step.name);
    let chosen = names.filter(|name| only.is_empty() || only.contains(name));
    Ok(chosen.filter(|name| !skipped.contains(name)).collect())
}

/// Runs these steps and prints a summary. A single step shows its output as it runs.
pub(crate) fn run(root: &Path, names: &[&str]) -> Result<bool> {
    let steps = STEPS.iter().filter(|step| names.contains(&step.name));
    let steps: Vec<&Step> = steps.collect();
    if let [step] = steps[..] {
        return step.run_and_report(root);
    }
    let start = Instant::now();
    ensure!(!steps.is_empty(), "all steps are skipped");
    let folder = target(root)?.join("ci");
    let ended = lanes::run(&steps, &folder)?;
    let passed = ended.iter().all(|ended| ended.passed);
    for step in steps {
        let of_step = ended.iter().find(|ended| ended.name == step.name);
        println!("{}", of_step.map_or("", |ended| &ended.line));
    }
    let word = if passed { "passed" } else { "FAILED" };
    println!("{word} in {:.0} s", start.elapsed().as_secs_f64());
    Ok(passed)
}

impl Step {
    /// Runs the step. Its last line of output is its line of the summary.
    fn run_and_report(&self, root: &Path) -> Result<bool> {
        println!("== {}: {}", self.name, self.what);
        let began = Instant::now();
        let verdict = (self.run)(root).with_context(|| format!("step {}", self.name))?;
        let seconds = began.elapsed().as_secs_f64();
        println!("{:<16} {seconds:6.1} s  {}", self.name, verdict.words());
        Ok(!verdict.is_failure())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_chosen_by_name() {
        let all = parse(&[]).unwrap();
        assert_eq!(all.len(), STEPS.len());
        let without = parse(&["--skip", "tests", "--skip", "fuzz"]).unwrap();
        assert_eq!(without.len(), STEPS.len() - 2);
        assert!(!without.contains(&"tests") && !without.contains(&"fuzz"));
        let only = parse(&["--only", "fuzz", "--only", "docs"]).unwrap();
        assert_eq!(only, ["docs", "fuzz"]);
    }

    #[test]
    fn steps_wait_for_steps_before_them() {
        for (place, step) in STEPS.iter().enumerate() {
            for name in step.after {
                assert!(STEPS[..place].iter().any(|before| before.name == *name));
            }
        }
    }

    #[test]
    fn a_misspelt_step_is_an_error() {
        assert!(parse(&["--skip", "test"]).is_err());
        assert!(parse(&["--skip"]).is_err());
        assert!(parse(&["tests", "docs"]).is_err());
    }
}
