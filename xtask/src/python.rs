//! Tests the Python package as a user gets it: a wheel in a fresh environment.
//!
//! Two fresh virtual environments are in `target/python`: one with the build tools, one with the
//! wheel and the test tools. The tests, mypy and stubtest see only the installed package, not the
//! sources beside them. The wheel has the profile of the tests of Rust, which have built most of the
//! packages of others. Cargo selects other features for those of shomei and builds them again. A
//! release build would take longer than the tests.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::ci::Verdict;
use crate::commands::{quietly, succeeds};
use crate::system::runs;

const PACKAGE: &str = "crates/shomei-python";
const EXAMPLES: [&str; 2] = ["examples/python", "examples/cluster"];
const FOLDER: &str = "target/python";

/// The version of PyO3's stable interface: `requires-python` in pyproject.toml.
const OLDEST: (u32, u32) = (3, 10);

/// Extras with packages that some systems lack. The tests that need them skip themselves there.
const OPTIONAL: [&str; 4] = ["cluster", "openspiel", "notebook", "graph"];

/// The marker of test files that start clusters.
const NEEDS_RAY: &str = "needs_ray";

/// Variables that would bring a user's own packages or settings into the tests.
const NOT_PASSED_ON: [&str; 5] = [
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "MYPYPATH",
    "PYTEST_ADDOPTS",
];

/// Builds the wheel, installs it and tests the installed package.
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
        // Builds from source would need compilers and half an hour.
        let wanted = format!("{}[{extra}]", wheel.display());
        if let Err(reason) = test.install(&["--only-binary", ":all:", &wanted])? {
            write!(notes, "; without the extra `{extra}`: {reason}")?;
        }
    }
    let (passed, summary) = test.tests()?;
    write!(notes, "; {summary}")?;
    // All checks run, so that one run reports all faults.
    let failed = test.checks(root)?;
    notes.push_str(&failed);
    Ok(if passed && failed.is_empty() {
        Verdict::Noted(notes)
    } else {
        Verdict::Failed(notes)
    })
}

/// The required version as text.
pub(crate) fn oldest() -> String {
    let (major, minor) = OLDEST;
    format!("Python {major}.{minor} or later")
}

/// The first interpreter that is new enough.
pub(crate) fn interpreter() -> Option<&'static str> {
    let (major, minor) = OLDEST;
    let question = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    let is_fit = |python: &&str| runs(python, &["-c", &question]);
    ["python3", "python"].into_iter().find(is_fit)
}

/// The build requirements, read from `[build-system]` of the package.
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
    command.args(["build", "--locked", "--interpreter"]);
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
    /// Creates an environment, or returns the reason for the failure.
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
        command.args(["-m", name]);
        self.prepare(&mut command);
        command
    }

    /// A command for which `python3` is the environment's.
    pub(crate) fn command(&self, program: &str) -> Result<Command> {
        let mut command = Command::new(program);
        self.prepare(&mut command);
        let programs = self.python().parent().map(Path::to_path_buf);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = programs.into_iter().chain(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(folders)?);
        Ok(command)
    }

    fn prepare(&self, command: &mut Command) {
        command.current_dir(&self.package);
        for variable in NOT_PASSED_ON {
            command.env_remove(variable);
        }
        // Keeps caches out of the sources.
        command
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("MYPY_CACHE_DIR", self.folder.join("mypy"))
            .env("RUFF_CACHE_DIR", self.folder.join("ruff"));
    }

    /// Installs packages, or returns the reason for the failure.
    pub(crate) fn install(&self, packages: &[&str]) -> Result<std::result::Result<(), String>> {
        println!("installing {}", packages.join(" "));
        let mut command = self.module("pip");
        command.args(["--quiet", "--disable-pip-version-check", "--no-input"]);
        quietly(command.arg("install").args(packages))
    }

    /// Runs the tests. Returns whether they passed, and the counts of passed and skipped tests.
    ///
    /// Tests that start clusters run after the others: Ray gives up processes that need more than
    /// 30 s to start, as they do on a busy machine.
    fn tests(&self) -> Result<(bool, String)> {
        let clusters = self.files_of_clusters()?;
        let mut others = self.pytest();
        for file in &clusters {
            others.arg(format!("--ignore={file}"));
        }
        let (others_passed, mut lines) = shown(others.arg("tests"))?;
        let mut summary = summary_of(&lines);
        let mut has_passed = others_passed;
        // A process for each file: a cluster that still runs can prevent the start of another one.
        for file in &clusters {
            let (passed, of_file) = shown(self.pytest().arg(file))?;
            has_passed &= passed;
            write!(summary, "; {file}: {}", summary_of(&of_file))?;
            lines.extend(of_file);
        }
        for line in lines
            .iter()
            .filter(|line| line.starts_with("FAILED tests/") || line.starts_with("ERROR tests/"))
        {
            write!(summary, "; {line}")?;
        }
        Ok((has_passed, summary))
    }

    fn pytest(&self) -> Command {
        let mut command = self.module("pytest");
        // `-ra` shows why a test was skipped.
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

    /// Checks the types of the installed package and of the examples, compares the stub of the
    /// native module with the module, and checks the style of all sources. Returns the failed
    /// checks, each after a semicolon.
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

/// Runs tests and shows their output. Returns whether they passed, and the lines.
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

/// The last line that is not blank, without its rule.
fn summary_of(lines: &[String]) -> String {
    let last = lines.iter().rfind(|line| !line.trim().is_empty());
    last.map_or("nothing was printed", String::as_str)
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
        let lines = ["..", "== 3 passed, 1 skipped in 0.1s ==", ""].map(str::to_owned);
        assert_eq!(summary_of(&lines), "3 passed, 1 skipped in 0.1s");
        assert_eq!(summary_of(&[]), "nothing was printed");
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
