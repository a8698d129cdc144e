//! Builds `shomei-wasm`, and compares it with the native program in Node.

mod measures;
mod toolchain;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::ci::Verdict;
use crate::commands::{quietly, succeeds, target};
use crate::python::shown;
use crate::second_checker::command_line;
use crate::system::{install, may_install, runs};
use crate::web::{CLIENT, install_packages, missing_node, npm};

use toolchain::Toolchain;

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "crates/shomei-wasm";
const CHECKER: &str = "crates/shomei-wasm-checker";
/// The folder of the built package for npm.
const BUILT: &str = "target/wasm/package";
/// The folder of the engine for ShogiHome.
const ENGINE: &str = "target/wasm/shogihome";
/// The certificates that the tests of the second checker have changed, each with its verdict.
pub(crate) const MUTANTS: &str = "target/wasm/mutants";
const WEIGHTS: &str = "crates/shomei-othello/weights/othello.weights";
/// Where `wasm-bindgen` and compilers are installed.
const TOOLS: &str = "target/tools";
/// The time for the download of a C compiler.
const DOWNLOAD: Duration = Duration::from_secs(300);
/// Every browser since 2023 has vectors of 128 bits.
const RUST_FLAGS: &str = "-C target-feature=+simd128";
/// The compressors of zstd for levels that certificates do not use: 300 kB.
const C_FLAGS: &str = "-DZSTD_EXCLUDE_GREEDY_BLOCK_COMPRESSOR \
                       -DZSTD_EXCLUDE_LAZY_BLOCK_COMPRESSOR -DZSTD_EXCLUDE_LAZY2_BLOCK_COMPRESSOR \
                       -DZSTD_EXCLUDE_BTLAZY2_BLOCK_COMPRESSOR -DZSTD_EXCLUDE_BTOPT_BLOCK_COMPRESSOR \
                       -DZSTD_EXCLUDE_BTULTRA_BLOCK_COMPRESSOR";

/// A module to build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Module<'a> {
    /// The crate.
    pub(crate) name: &'a str,
    /// Its features besides the default ones.
    pub(crate) features: &'a [&'a str],
}

const SOLVER: Module<'_> = Module {
    name: "shomei-wasm",
    features: &[],
};

const SMALL: Module<'_> = Module {
    name: "shomei-wasm-checker",
    features: &[],
};

/// The crate of the searches, in the names of functions.
const SEARCHES: &[u8] = b"shomei_search";

/// Builds the package and the engine, and tests them.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    let package = root.join(BUILT);
    let (module, checker) = (package.join("module"), package.join("checker"));
    if let Some(verdict) = build(root, SOLVER, &module)? {
        return Ok(verdict);
    }
    if let Some(verdict) = build(root, SMALL, &checker)? {
        return Ok(verdict);
    }
    if !has_searches(root, SOLVER)? || has_searches(root, SMALL)? {
        return Ok(Verdict::Failed("searches in the checker".to_owned()));
    }
    let Some(shomei) = command_line(root)? else {
        return Ok(Verdict::failed());
    };
    copy_into(&root.join(PACKAGE).join("package"), &package)?;
    std::fs::copy(root.join(WEIGHTS), package.join("othello.weights"))?;
    write_engine(root, &module, &root.join(ENGINE))?;
    let mut notes = Vec::new();
    match has_right_types(root)? {
        Ok(true) => {}
        Ok(false) => return Ok(Verdict::Failed("the types of the package".to_owned())),
        Err(reason) => notes.push(format!("types not checked: {reason}")),
    }
    let mut tests = Command::new("node");
    tests.arg("--test");
    let names = [
        "same",
        "package",
        "own",
        "examples",
        "documents",
        "shogihome",
    ];
    tests.args(names.map(|name| format!("test/{name}.test.mjs")));
    if root.join(MUTANTS).is_dir() {
        tests.arg(root.join(CHECKER).join("test/mutants.test.mjs"));
    } else {
        let reason = "no changed certificates: `cargo xtask second-checker` writes them";
        println!("{reason}");
        notes.push(reason.to_owned());
    }
    tests.current_dir(root.join(PACKAGE));
    tests.env("SHOMEI", shomei).env("SHOMEI_WASM", &module);
    tests.env("SHOMEI_PACKAGE", &package);
    tests.env("SHOMEI_SHOGIHOME", root.join(ENGINE));
    tests.env("SHOMEI_CHECKER", &checker);
    tests.env("SHOMEI_MUTANTS", root.join(MUTANTS));
    if !shown(&mut tests)?.0 {
        return Ok(Verdict::failed());
    }
    match measures::sizes(root, &module, &checker)? {
        Ok(sizes) => notes.insert(0, sizes),
        Err(sizes) => return Ok(Verdict::Failed(sizes)),
    }
    notes.push(measures::times(root, &module)?);
    Ok(Verdict::Noted(notes.join("; ")))
}

/// Whether the module contains functions of the searches. The names of functions are removed only
/// from the files of the package.
fn has_searches(root: &Path, module: Module<'_>) -> Result<bool> {
    let code = std::fs::read(built(root, module)?)?;
    let mut parts = code.windows(SEARCHES.len());
    Ok(parts.any(|part| part == SEARCHES))
}

/// The file that Cargo builds.
fn built(root: &Path, module: Module<'_>) -> Result<PathBuf> {
    let file = format!("wasm/{}.wasm", module.name.replace('-', "_"));
    Ok(target(root)?.join(TARGET).join(file))
}

/// Writes the engine for the web edition of ShogiHome, with a module that solves shogi.
fn write_engine(root: &Path, module: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    copy_into(&root.join(PACKAGE).join("shogihome"), folder)?;
    let code = module.join("shomei_wasm_bg.wasm");
    std::fs::copy(code, folder.join("shomei.wasm"))?;
    std::fs::copy(module.join("shomei_wasm.js"), folder.join("module.js"))?;
    Ok(())
}

/// Builds a module, and writes it into a folder. Returns the verdict if that is not possible.
pub(crate) fn build(root: &Path, module: Module<'_>, folder: &Path) -> Result<Option<Verdict>> {
    if let Some(reason) = missing_node().or_else(missing_clang) {
        return Ok(Some(Verdict::Skipped(reason)));
    }
    let toolchain = match Toolchain::find(root)? {
        Ok(toolchain) => toolchain,
        Err(reason) => return Ok(Some(Verdict::Skipped(reason))),
    };
    let bindgen = match bindgen(root)? {
        Ok(bindgen) => bindgen,
        Err(reason) => return Ok(Some(Verdict::Skipped(reason))),
    };
    let Module { name, features } = module;
    let features = features.join(",");
    println!(
        "cargo build --profile wasm --package {name} --features '{features}' --target {TARGET}"
    );
    let mut build = Command::new("cargo");
    build.args(["build", "--profile", "wasm", "--package", name]);
    build.args(["--features", &features, "--target", TARGET]);
    toolchain.set(&mut build);
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", RUST_FLAGS);
    build.env("CFLAGS_wasm32_unknown_unknown", C_FLAGS);
    if !succeeds(build.current_dir(root))? {
        return Ok(Some(Verdict::failed()));
    }
    let mut bind = Command::new(bindgen);
    bind.args(["--remove-name-section", "--target", "web", "--out-dir"]);
    bind.arg(folder).arg(built(root, module)?);
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

/// Whether the compiler of TypeScript accepts a program that uses the types of the package, or the
/// reason why it is missing. The client of the page has the compiler.
fn has_right_types(root: &Path) -> Result<Result<bool, String>> {
    let client = root.join(CLIENT);
    if !client.join("node_modules").is_dir()
        && let Err(reason) = install_packages(&client)?
    {
        return Ok(Err(reason));
    }
    let mut check = npm(&client, &["exec", "--", "tsc", "--project"]);
    succeeds(check.arg(root.join(PACKAGE).join("test"))).map(Ok)
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
    println!("cargo install wasm-bindgen-cli --version {version} --locked");
    let mut install = Command::new("cargo");
    // The program runs for a second; without optimisation it is built in half the time.
    install.args([
        "install",
        "--debug",
        "--force",
        "--locked",
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
