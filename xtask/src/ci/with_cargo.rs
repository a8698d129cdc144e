//! The steps that run Cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::Verdict;
use crate::python::shown;
use crate::{package, system};

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
/// The features that no other member of the workspace selects, for documentation and lints.
const FEATURES: &str = "--features=shomei-cli/full,shomei-wasm/page";

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

/// Runs the tests that a filter selects. Cargo succeeds if there are none; the step does not.
fn selected(root: &Path, args: &[&str], env: &[(&str, &str)]) -> Result<Verdict> {
    let mut tests = Command::new("cargo");
    tests.args(args).envs(env.iter().copied());
    let (passed, lines) = shown(tests.current_dir(root))?;
    let is_run = lines.iter().any(|line| counts_tests(line));
    Ok(match passed && !is_run {
        true => Verdict::Failed("the filter selects no test".to_owned()),
        false => Verdict::from(passed),
    })
}

/// Whether a line of Cargo's output reports that a program runs at least one test.
fn counts_tests(line: &str) -> bool {
    line.starts_with("running ") && line != "running 0 tests"
}

/// The README's command.
pub(super) fn tests(root: &Path) -> Result<Verdict> {
    cargo(root, &["test", "--workspace"], &[])
}

pub(super) fn own_game(root: &Path) -> Result<Verdict> {
    // The step `package` has built the same dependencies there.
    let target = root.join(package::TARGET).display().to_string();
    selected(root, &OWN_GAME, &[("SHOMEI_OWN_GAME_TARGET", &target)])
}

pub(super) fn docs(root: &Path) -> Result<Verdict> {
    let args = ["doc", "--no-deps", "--workspace", FEATURES];
    cargo(root, &args, &[("RUSTDOCFLAGS", "-D warnings")])
}

pub(super) fn fmt(root: &Path) -> Result<Verdict> {
    if !system::runs("cargo", &["fmt", "--version"]) {
        return Ok(Verdict::Skipped("rustfmt is not installed".to_owned()));
    }
    cargo(root, &["fmt", "--all", "--check"], &[])
}

pub(super) fn clippy(root: &Path) -> Result<Verdict> {
    if !system::runs("cargo", &["clippy", "--version"]) {
        return Ok(Verdict::Skipped("clippy is not installed".to_owned()));
    }
    let args = [
        "clippy",
        "--workspace",
        "--all-targets",
        FEATURES,
        "--",
        "-D",
        "warnings",
    ];
    cargo(root, &args, &[])
}

/// Runs the ignored tests in modules `data`: see `shomei_testkit::data`.
pub(super) fn data(root: &Path) -> Result<Verdict> {
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
    selected(root, &args, &[("SHOMEI_DATA", &folder)])
}

pub(super) fn loom(root: &Path) -> Result<Verdict> {
    // Loom runs each test thousands of times, but to optimise all dependencies takes longer.
    let env = [
        ("RUSTFLAGS", "--cfg loom"),
        ("CARGO_PROFILE_DEV_OPT_LEVEL", "0"),
    ];
    let args = ["test", "--package", "shomei-search", "--lib", "loom_tests"];
    selected(root, &args, &env)
}

pub(super) fn miri(root: &Path) -> Result<Verdict> {
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
    selected(root, &args, &[("MIRIFLAGS", "-Zmiri-disable-isolation")])
}

pub(super) fn tsan(root: &Path) -> Result<Verdict> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_without_tests_do_not_count() {
        assert!(counts_tests("running 1 test") && counts_tests("running 10 tests"));
        assert!(!counts_tests("running 0 tests") && !counts_tests("test a ... ok"));
    }
}
