//! The Python package as a user gets it: a wheel, installed where nothing else is.
//!
//! Two virtual environments are made anew under `target/python`: one with what
//! builds the wheel, one with the wheel and what tests it. The tests, mypy and
//! stubtest see the installed package only, never the sources beside them.
//! The wheel is built by the release build of the workspace, in `target/release`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::ci::Verdict;
use crate::commands::{quietly, succeeds};

const PACKAGE: &str = "crates/shomei-python";
const EXAMPLES: [&str; 2] = ["examples/python", "examples/cluster"];
const FOLDER: &str = "target/python";

/// What PyO3's stable interface is asked for: `requires-python` in pyproject.toml.
const OLDEST: (u32, u32) = (3, 10);

/// Extras with packages that not every system has. The tests that need them
/// skip themselves where they are missing.
const OPTIONAL: [&str; 4] = ["cluster", "openspiel", "notebook", "graph"];

/// What stands in a file of tests that start clusters.
const NEEDS_RAY: &str = "needs_ray";

/// Variables through which a user's own packages or settings would take part.
const NOT_PASSED_ON: [&str; 5] = [
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "MYPYPATH",
    "PYTEST_ADDOPTS",
];

/// Builds the wheel, installs it and tests what was installed.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    let skip = |reason: String| Ok(Verdict::Skipped(reason));
    let Some(python) = interpreter() else {
        return skip(format!("neither `python3` nor `python` is {}", oldest()));
    };
    let folder = root.join(FOLDER);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let package = root.join(PACKAGE);
    let place = |name: &str| Environment::create(python, folder.join(name), &package);
    let (build, test) = match (place("build")?, place("test")?) {
        (Ok(build), Ok(test)) => (build, test),
        (Err(reason), _) | (_, Err(reason)) => {
            return skip(format!("`{python} -m venv` does not work: {reason}"));
        }
    };
    let tools = build_requirements(&package)?;
    let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
    if let Err(reason) = build.install(&tools)? {
        return skip(format!("{} cannot be installed: {reason}", tools.join(" ")));
    }
    let Some(wheel) = build_wheel(&build, &folder.join("wheel"))? else {
        return Ok(Verdict::failed());
    };
    let bytes = std::fs::metadata(&wheel)?.len();
    let mut notes = format!("wheel of {} kB", bytes / 1000);
    println!("{}: {notes}", wheel.display());
    if let Err(reason) = test.install(&[&format!("{}[test]", wheel.display())])? {
        println!("the wheel cannot be installed: {reason}");
        return Ok(Verdict::failed());
    }
    for extra in OPTIONAL {
        // Never from source: that takes compilers and half an hour.
        let wanted = format!("{}[{extra}]", wheel.display());
        if let Err(reason) = test.install(&["--only-binary", ":all:", &wanted])? {
            write!(notes, "; without the extra `{extra}`: {reason}")?;
        }
    }
    let (passed, summary) = test.tests(&folder)?;
    write!(notes, "; {summary}")?;
    // All of them, so that one run names all that is wrong.
    let failed = test.checks(root)?;
    notes.push_str(&failed);
    Ok(if passed && failed.is_empty() {
        Verdict::Noted(notes)
    } else {
        Verdict::Failed(notes)
    })
}

/// What is needed, in words.
pub(crate) fn oldest() -> String {
    let (major, minor) = OLDEST;
    format!("Python {major}.{minor} or later")
}

/// The first interpreter that is new enough.
pub(crate) fn interpreter() -> Option<&'static str> {
    let (major, minor) = OLDEST;
    let question = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    let is_fit = |python: &&str| {
        Command::new(python)
            .args(["-c", &question])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    ["python3", "python"].into_iter().find(is_fit)
}

/// What `[build-system]` of the package asks for, so that it stands in one place.
fn build_requirements(package: &Path) -> Result<Vec<String>> {
    let file = package.join("pyproject.toml");
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    requirements(&text).with_context(|| format!("no `requires = [...]` in {}", file.display()))
}

/// The strings of the line `requires = ["...", "..."]`.
fn requirements(pyproject: &str) -> Option<Vec<String>> {
    let list = |line: &str| {
        let list = line.strip_prefix("requires")?.trim_start();
        let list = list.strip_prefix('=')?.trim().strip_prefix('[')?;
        Some(list.strip_suffix(']')?.to_owned())
    };
    let list = pyproject.lines().find_map(list)?;
    let quoted = list.split('"').skip(1).step_by(2);
    Some(quoted.map(str::to_owned).collect())
}

/// Builds the wheel into an empty folder.
fn build_wheel(build: &Environment, folder: &Path) -> Result<Option<PathBuf>> {
    let python = build.python();
    let mut command = build.module("maturin");
    command.args(["build", "--release", "--locked", "--interpreter"]);
    command.arg(&python).arg("--out").arg(folder);
    if !succeeds(&mut command)? {
        return Ok(None);
    }
    let wheel = std::fs::read_dir(folder)?
        .collect::<std::io::Result<Vec<_>>>()?
        .into_iter()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheel.context("maturin built no wheel").map(Some)
}

/// A virtual environment. Commands in it run in the folder of the package,
/// whose settings they find there.
pub(crate) struct Environment {
    folder: PathBuf,
    package: PathBuf,
}

impl Environment {
    /// Makes one, or says why it cannot be made.
    pub(crate) fn create(
        python: &str,
        folder: PathBuf,
        package: &Path,
    ) -> Result<std::result::Result<Environment, String>> {
        let package = package.to_path_buf();
        let mut command = Command::new(python);
        command.args(["-m", "venv"]).arg(&folder);
        let made = quietly(&mut command)?;
        Ok(made.map(|()| Environment { folder, package }))
    }

    fn python(&self) -> PathBuf {
        let name = if cfg!(windows) {
            "Scripts/python.exe"
        } else {
            "bin/python"
        };
        self.folder.join(name)
    }

    /// A command that runs a module of the environment.
    pub(crate) fn module(&self, name: &str) -> Command {
        let mut command = Command::new(self.python());
        command.args(["-m", name]).current_dir(&self.package);
        for variable in NOT_PASSED_ON {
            command.env_remove(variable);
        }
        // Nothing is left in the sources.
        command
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("MYPY_CACHE_DIR", self.folder.join("mypy"))
            .env("RUFF_CACHE_DIR", self.folder.join("ruff"));
        command
    }

    /// Installs packages, or says why that failed.
    pub(crate) fn install(&self, packages: &[&str]) -> Result<std::result::Result<(), String>> {
        println!("installing {}", packages.join(" "));
        let mut command = self.module("pip");
        command.args(["--quiet", "--disable-pip-version-check", "--no-input"]);
        quietly(command.arg("install").args(packages))
    }

    /// Runs the tests: whether they passed, and how many passed and were skipped.
    ///
    /// Those that start clusters wait for processes most of the time, and run beside the others;
    /// what they print comes after them, and stands in the folder until then.
    fn tests(&self, folder: &Path) -> Result<(bool, String)> {
        let clusters = self.files_of_clusters()?;
        let path = folder.join("clusters.log");
        let log = File::create(&path).with_context(|| path.display().to_string())?;
        let mut beside = self.pytest();
        beside.args(&clusters).stderr(log.try_clone()?).stdout(log);
        let mut beside = beside.spawn().context("pytest")?;
        let mut others = self.pytest();
        for file in &clusters {
            others.arg(format!("--ignore={file}"));
        }
        let others = shown(others.arg("tests"));
        let passed = beside.wait().context("pytest")?.success();
        let text = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let text = String::from_utf8_lossy(&text);
        println!("{text}");
        let (others_passed, lines) = others?;
        let summary = summary_of(lines.iter().map(String::as_str));
        let last = summary_of(text.lines());
        let mut summary = format!("{summary}; clusters: {last}");
        let lines = lines.iter().map(String::as_str).chain(text.lines());
        for line in lines
            .filter(|line| line.starts_with("FAILED tests/") || line.starts_with("ERROR tests/"))
        {
            write!(summary, "; {line}")?;
        }
        Ok((passed && others_passed, summary))
    }

    fn pytest(&self) -> Command {
        let mut command = self.module("pytest");
        // `-ra` tells why a test was skipped.
        command.args(["-ra", "-p", "no:cacheprovider", "--color=no"]);
        command
    }

    /// The files of tests that start clusters: those with Ray's marker.
    fn files_of_clusters(&self) -> Result<Vec<String>> {
        let folder = self.package.join("tests");
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let is_test = name.starts_with("test_") && name.ends_with(".py");
            if is_test && std::fs::read_to_string(folder.join(&name))?.contains(NEEDS_RAY) {
                files.push(format!("tests/{name}"));
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// Types of the installed package and of the examples, the stub of the
    /// native module against the module itself, and the style of all sources. What failed, each
    /// behind a semicolon.
    fn checks(&self, root: &Path) -> Result<String> {
        let examples = EXAMPLES.map(|folder| root.join(folder));
        let commands: [(&str, &[&str], bool); 5] = [
            ("mypy", &["--strict", "--package", "shomei"], false),
            ("mypy", &["--strict"], true),
            ("mypy.stubtest", &["shomei._shomei"], false),
            ("ruff", &["check", "."], true),
            ("ruff", &["format", "--check", "."], true),
        ];
        let mut failed = String::new();
        for (module, args, with_examples) in commands {
            let mut command = self.module(module);
            command.args(args);
            if with_examples {
                command.args(&examples);
            }
            let words = if with_examples { &EXAMPLES[..] } else { &[] };
            println!("{module} {} {}", args.join(" "), words.join(" "));
            if !succeeds(&mut command)? {
                write!(failed, "; {module} {}", args.join(" "))?;
            }
        }
        Ok(failed)
    }
}

/// Runs tests and shows what they print: whether they passed, and the lines.
pub(crate) fn shown(tests: &mut Command) -> Result<(bool, Vec<String>)> {
    let mut child = tests.stdout(Stdio::piped()).spawn().context("the tests")?;
    let output = child.stdout.take().context("the output of the tests")?;
    let mut lines = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line.context("the output of the tests")?;
        println!("{line}");
        lines.push(line);
    }
    Ok((child.wait().context("the tests")?.success(), lines))
}

/// The last line that says something, without its rule.
fn summary_of<'a>(lines: impl DoubleEndedIterator<Item = &'a str>) -> String {
    let last = lines.rev().find(|line| !line.trim().is_empty());
    last.unwrap_or("nothing was printed")
        .trim_matches(['=', ' '])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_builds_a_wheel_is_read_from_the_package() {
        let text = "[build-system]\nrequires = [\"a>=1,<2\", \"b\"]\nrequires-python = \"3\"\n";
        assert_eq!(requirements(text).unwrap(), ["a>=1,<2", "b"]);
        assert_eq!(requirements("requires-python = \">=3.10\"\n"), None);
        let package = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(PACKAGE);
        let tools = build_requirements(&package).unwrap();
        assert!(tools[0].starts_with("maturin"), "{tools:?}");
    }

    #[test]
    fn the_summary_of_tests_is_the_last_line() {
        let lines = ["..", "== 3 passed, 1 skipped in 0.1s ==", ""];
        assert_eq!(summary_of(lines.into_iter()), "3 passed, 1 skipped in 0.1s");
        assert_eq!(summary_of([].into_iter()), "nothing was printed");
    }

    #[test]
    fn the_oldest_interpreter_is_that_of_the_package() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(PACKAGE);
        let text = std::fs::read_to_string(package.join("pyproject.toml")).unwrap();
        let (major, minor) = OLDEST;
        let line = format!("requires-python = \">={major}.{minor}\"");
        assert!(text.contains(&line), "no `{line}`");
    }
}
