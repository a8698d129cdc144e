//! Builds `shomei-wasm`, and compares it with the native program in Node.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::ci::Verdict;
use crate::commands::{quietly, succeeds, target};
use crate::python::shown;
use crate::second_checker::command_line;
use crate::system::{install, may_install, runs};
use crate::web::{CLIENT, missing_node, npm};

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "crates/shomei-wasm";
/// The folder of the built package for npm.
const BUILT: &str = "target/wasm/package";
/// Where `wasm-bindgen` is installed.
const TOOLS: &str = "target/tools";
/// The time for the download of a C compiler.
const DOWNLOAD: Duration = Duration::from_secs(300);

/// Builds the module and tests it.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    let package = root.join(BUILT);
    let module = package.join("module");
    if let Some(verdict) = build(root, &[], &module)? {
        return Ok(verdict);
    }
    let Some(shomei) = command_line(root)? else {
        return Ok(Verdict::failed());
    };
    copy_into(&root.join(PACKAGE).join("package"), &package)?;
    if !has_right_types(root)? {
        return Ok(Verdict::Failed("the types of the package".to_owned()));
    }
    let mut tests = Command::new("node");
    tests.arg("--test");
    tests.args(
        ["same", "package", "own", "examples", "documents"]
            .map(|name| format!("test/{name}.test.mjs")),
    );
    tests.current_dir(root.join(PACKAGE));
    tests.env("SHOMEI", shomei).env("SHOMEI_WASM", &module);
    tests.env("SHOMEI_PACKAGE", &package);
    let (passed, _) = shown(&mut tests)?;
    let bytes = std::fs::metadata(module.join("shomei_wasm_bg.wasm"))?.len();
    Ok(match passed {
        true => Verdict::Noted(format!("the module has {} kB", bytes / 1000)),
        false => Verdict::failed(),
    })
}

/// Builds the module with these features in addition to the default ones, and writes it into a
/// folder. Returns the verdict if that is not possible.
pub(crate) fn build(root: &Path, features: &[&str], folder: &Path) -> Result<Option<Verdict>> {
    if let Some(reason) = missing_node()
        .or_else(missing_target)
        .or_else(missing_clang)
    {
        return Ok(Some(Verdict::Skipped(reason)));
    }
    let bindgen = match bindgen(root)? {
        Ok(bindgen) => bindgen,
        Err(reason) => return Ok(Some(Verdict::Skipped(reason))),
    };
    let features = features.join(",");
    println!(
        "cargo build --release --package shomei-wasm --features '{features}' --target {TARGET}"
    );
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--package", "shomei-wasm"]);
    build.args(["--features", &features, "--target", TARGET]);
    if !succeeds(build.current_dir(root))? {
        return Ok(Some(Verdict::failed()));
    }
    let built = target(root)?.join(TARGET).join("release/shomei_wasm.wasm");
    let mut bind = Command::new(bindgen);
    bind.args(["--target", "web", "--out-dir"])
        .arg(folder)
        .arg(&built);
    Ok((!succeeds(&mut bind)?).then(Verdict::failed))
}

/// Copies the files of a folder, and those of its licences.
fn copy_into(from: &Path, to: &Path) -> Result<()> {
    let licences = from.with_file_name("");
    for folder in [from, &licences] {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let is_licence = name.to_string_lossy().starts_with("LICENSE");
            if entry.file_type()?.is_file() && (folder == from || is_licence) {
                std::fs::copy(entry.path(), to.join(name))?;
            }
        }
    }
    Ok(())
}

/// Whether the compiler of TypeScript accepts a program that uses the types of the package. The
/// client of the page has the compiler.
fn has_right_types(root: &Path) -> Result<bool> {
    let client = root.join(CLIENT);
    if !client.join("node_modules").is_dir() {
        let installed = quietly(&mut npm(&client, &["ci", "--no-audit", "--no-fund"]))?;
        if let Err(reason) = installed {
            println!("the types are not checked, because npm ci fails: {reason}");
            return Ok(true);
        }
    }
    let mut check = npm(&client, &["exec", "--", "tsc", "--project"]);
    succeeds(check.arg(root.join(PACKAGE).join("test")))
}

/// The reason why the standard library for the target is missing. Installs it with rustup.
fn missing_target() -> Option<String> {
    let is_installed = || {
        let mut rustc = Command::new("rustc");
        rustc.args(["--print", "target-libdir", "--target", TARGET]);
        let output = rustc.output().ok()?;
        let folder = String::from_utf8(output.stdout).ok()?;
        Path::new(folder.trim()).is_dir().then_some(())
    };
    if is_installed().is_some() {
        return None;
    }
    let _ = quietly(Command::new("rustup").args(["target", "add", TARGET]));
    match is_installed() {
        Some(()) => None,
        None => Some(format!(
            "the target {TARGET} cannot be installed: rustup target add {TARGET}"
        )),
    }
}

/// The reason why there is no C compiler for the target; zstd is written in C.
fn missing_clang() -> Option<String> {
    if runs("clang", &["--version"]) {
        return None;
    }
    if !may_install() {
        return Some("clang is not installed".to_owned());
    }
    let installed = install(&["clang"], DOWNLOAD);
    installed
        .err()
        .map(|reason| format!("clang cannot be installed: {reason}"))
}

/// The program `wasm-bindgen` of the version of the library, or the reason why there is none.
fn bindgen(root: &Path) -> Result<Result<PathBuf, String>> {
    let lock = std::fs::read_to_string(root.join("Cargo.lock"))?;
    let version = locked(&lock, "wasm-bindgen").context("Cargo.lock has no wasm-bindgen")?;
    let program = root
        .join(TOOLS)
        .join("bin")
        .join(format!("wasm-bindgen{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&program).arg("--version").output();
    let found = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if found.is_ok_and(|found| found.trim() == format!("wasm-bindgen {version}")) {
        return Ok(Ok(program));
    }
    println!("cargo install wasm-bindgen-cli --version {version}");
    let mut install = Command::new("cargo");
    // The program runs for a second; without optimisation it is built in half the time.
    install.args([
        "install",
        "--debug",
        "--force",
        "wasm-bindgen-cli",
        "--version",
        version,
    ]);
    install
        .arg("--root")
        .arg(root.join(TOOLS))
        .current_dir(root);
    let installed = quietly(&mut install)?;
    Ok(installed
        .map(|()| program)
        .map_err(|reason| format!("wasm-bindgen {version} cannot be installed: {reason}")))
}

/// The version of a package in the text of a `Cargo.lock`.
fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    let version = lines.nth(1)?;
    version.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_a_package_is_found() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked(lock, "wasm"), None);
    }
}
