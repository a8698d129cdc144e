//! Builds and runs the fuzz targets without cargo-fuzz.
//!
//! libFuzzer needs its library, which the package `libfuzzer-sys` compiles, and coverage counters,
//! which the stable compiler inserts. The only requirement is a C++ compiler. The address sanitizer
//! would need a nightly compiler and find little: the code under test forbids `unsafe`. The targets
//! have a profile of their own, whose folder has a lock of its own: their build waits for no other.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::ci::Verdict;
use crate::commands::target;
use crate::system::runs;

/// Coverage counters for libFuzzer, assertions, and stack frames for its reports.
const RUSTFLAGS: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cdebug-assertions -Coverflow-checks -Ccodegen-units=1 --cfg fuzzing";

const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Makes the inputs of a build repeatable.
const SEED: u32 = 1;

/// What to run.
pub(crate) struct Options {
    time: Duration,
    /// Empty: all targets.
    names: Vec<String>,
}

/// Reads the arguments of `fuzz`.
pub(crate) fn parse(args: &[&str]) -> Result<Options> {
    let mut options = Options {
        time: DEFAULT_TIME,
        names: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        if arg == "--seconds" {
            let seconds = args.next().context("`--seconds` needs a number")?;
            let seconds = seconds
                .parse()
                .with_context(|| format!("`--seconds {seconds}`"))?;
            options.time = Duration::from_secs(seconds);
        } else {
            ensure!(!arg.starts_with('-'), "there is no option `{arg}`");
            options.names.push(arg.to_owned());
        }
    }
    Ok(options)
}

/// Runs the chosen targets. A machine that cannot build them is an error.
pub(crate) fn run(root: &Path, options: &Options) -> Result<bool> {
    let targets = targets(root)?;
    for name in &options.names {
        ensure!(
            targets.contains(name),
            "there is no target `{name}`; the targets are {}",
            targets.join(", ")
        );
    }
    let chosen = if options.names.is_empty() {
        &targets
    } else {
        &options.names
    };
    fuzz(root, chosen, options.time, &[])?.conclude()
}

/// Settings of a faster build, for short runs.
const QUICK: [(&str, &str); 2] = [
    ("CARGO_PROFILE_FUZZ_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_FUZZ_DEBUG", "0"),
];

/// Runs every target. A machine that cannot build them skips the step.
pub(crate) fn run_all(root: &Path) -> Result<Verdict> {
    fuzz(root, &targets(root)?, DEFAULT_TIME, &QUICK)
}

fn fuzz(root: &Path, names: &[String], time: Duration, env: &[(&str, &str)]) -> Result<Verdict> {
    if let Some(reason) = obstacle() {
        return Ok(Verdict::Skipped(reason));
    }
    let Some(folder) = build(root, env)? else {
        return Ok(Verdict::failed());
    };
    for name in names {
        println!("-- {name}, {} s", time.as_secs());
        if !run_target(root, &folder, name, time)? {
            return Ok(Verdict::Failed(name.clone()));
        }
    }
    Ok(Verdict::Passed)
}

/// The reason why this machine cannot build the targets.
fn obstacle() -> Option<String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Some("the build is set up for Linux on x86-64 only".to_owned());
    }
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    (!runs(&compiler, &["--version"])).then(|| format!("there is no C++ compiler (`{compiler}`)"))
}

const PACKAGE: &str = "shomei-fuzz";
const PROFILE: &str = "fuzz";
const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// Builds all targets and returns their folder; `None` if the build fails.
fn build(root: &Path, env: &[(&str, &str)]) -> Result<Option<PathBuf>> {
    // With a named target the flags do not reach build scripts.
    let status = Command::new("cargo")
        .args([
            "build",
            "--profile",
            PROFILE,
            "--package",
            PACKAGE,
            "--bins",
        ])
        .args(["--features", "libfuzzer", "--target", TRIPLE])
        .env("RUSTFLAGS", RUSTFLAGS)
        .envs(env.iter().copied())
        .current_dir(root)
        .status()
        .context("cargo build of the fuzz targets")?;
    let folder = target(root)?.join(TRIPLE).join(PROFILE);
    Ok(status.success().then_some(folder))
}

/// Runs one target on the corpus of the earlier runs.
fn run_target(root: &Path, folder: &Path, name: &str, time: Duration) -> Result<bool> {
    let corpus = root.join("fuzz/corpus").join(name);
    let artifacts = root.join("fuzz/artifacts").join(name);
    for path in [&corpus, &artifacts] {
        std::fs::create_dir_all(path).with_context(|| path.display().to_string())?;
    }
    let output = Command::new(folder.join(name))
        .arg(format!("-max_total_time={}", time.as_secs()))
        .arg(format!("-seed={SEED}"))
        .args(["-timeout=10", "-rss_limit_mb=1024", "-print_final_stats=1"])
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(&corpus)
        .current_dir(root)
        .output()
        .with_context(|| format!("fuzz target {name}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        // The rest of the report is useful only after a failure.
        let counts = |line: &&str| line.starts_with("stat::number_of_executed_units");
        println!("{}", report.lines().find(counts).unwrap_or("no statistics"));
    } else {
        println!(
            "{report}\n{name} failed; the input is under {}",
            artifacts.display()
        );
    }
    Ok(output.status.success())
}

/// The names of the targets: the programs of the package.
fn targets(root: &Path) -> Result<Vec<String>> {
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("cargo metadata")?;
    let mut names: Vec<String> = metadata
        .workspace_packages()
        .iter()
        .filter(|package| package.name == PACKAGE)
        .flat_map(|package| &package.targets)
        .filter(|target| target.is_bin())
        .map(|target| target.name.clone())
        .collect();
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_seconds_are_read_in_any_order() {
        let options = parse(&["a", "--seconds", "60", "b"]).unwrap();
        assert_eq!(options.time, Duration::from_secs(60));
        assert_eq!(options.names, ["a", "b"]);
    }

    #[test]
    fn a_bad_argument_is_an_error() {
        assert!(parse(&["--seconds"]).is_err());
        assert!(parse(&["--seconds", "x"]).is_err());
        assert!(parse(&["--second"]).is_err());
    }
}
