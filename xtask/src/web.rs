//! Builds and tests the server's page: a TypeScript client whose built files are committed.
//!
//! Node checks, tests and builds it. The built files must equal the committed ones byte for byte,
//! since the server embeds the committed files. Then a browser tests the page of the real program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::ci::Verdict;
use crate::commands::{quietly, succeeds, target};
use crate::python::shown;
use crate::system::{install, may_install, runs};

pub(crate) const CLIENT: &str = "crates/shomei-web/client";
/// The built files, which the server embeds.
const ASSETS: &str = "crates/shomei-web/assets";
/// The folder of the new build.
const BUILT: &str = "target/web/assets";

/// The version that Vite and the tests require: `engines` in package.json.
const OLDEST: (u32, u32) = (20, 19);

/// The names of Chromium on different systems.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];

/// The time for the download of Chromium.
const DOWNLOAD: Duration = Duration::from_secs(600);

/// Checks, tests and builds the client, and tests the page in a browser if one is available.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    if let Some(reason) = missing_node() {
        return Ok(Verdict::Skipped(reason));
    }
    let client = root.join(CLIENT);
    if let Err(reason) = install_packages(&client)? {
        return Ok(Verdict::Skipped(reason));
    }
    for script in ["check", "test"] {
        println!("npm run {script}");
        if !succeeds(&mut npm(&client, &["run", script]))? {
            return Ok(Verdict::Failed(format!("npm run {script}")));
        }
    }
    if !is_built_anew(root, &client)? {
        return Ok(Verdict::Failed("the client is not built anew".to_owned()));
    }
    let browser = match browser() {
        Ok(browser) => browser,
        Err(reason) => return Ok(Verdict::Noted(format!("without a browser: {reason}"))),
    };
    in_browser(root, &client, browser)
}

/// Installs the packages of the client, or returns the reason for the failure.
pub(crate) fn install_packages(client: &Path) -> Result<std::result::Result<(), String>> {
    println!("npm ci");
    let mut install = npm(client, &["ci", "--no-audit", "--no-fund"]);
    let installed = quietly(&mut install)?;
    Ok(installed
        .map_err(|reason| format!("the packages of the client cannot be installed: {reason}")))
}

/// Tests the page in a browser with the program that the tests have built: a release build takes
/// minutes more.
fn in_browser(root: &Path, client: &Path, browser: &str) -> Result<Verdict> {
    let mut build = Command::new("cargo");
    // `cargo build` would select other features than the tests and rebuild most crates.
    build.args(["test", "--no-run", "--workspace", "--test", "cli"]);
    // A program with games of its own, which a test of the page starts.
    build.args(["--example", "boards"]);
    if !succeeds(build.current_dir(root))? {
        return Ok(Verdict::failed());
    }
    let program = target(root)?
        .join("debug")
        .join(format!("shomei{}", std::env::consts::EXE_SUFFIX));
    for script in ["test:browser", "weight"] {
        println!("npm run {script}");
        let mut command = npm(client, &["run", script]);
        command.env("SHOMEI", &program).env("CHROMIUM", browser);
        let (has_passed, lines) = shown(&mut command)?;
        if !has_passed {
            return Ok(Verdict::Failed(format!(
                "npm run {script}{}",
                faults(&lines)
            )));
        }
    }
    Ok(Verdict::Passed)
}

/// The failed tests in the output of Node, with their errors and places, each after a semicolon.
pub(crate) fn faults(lines: &[String]) -> String {
    const BEGINNINGS: [&str; 4] = ["not ok ", "✖ ", "error: ", "location: "];
    const MOST: usize = 12;
    let is_fault = |line: &&str| BEGINNINGS.iter().any(|begin| line.starts_with(begin));
    let found = lines.iter().map(|line| line.trim()).filter(is_fault);
    found.take(MOST).map(|line| format!("; {line}")).collect()
}

/// The reason why the client cannot be built and tested with Node, if there is one.
pub(crate) fn missing_node() -> Option<String> {
    let (major, minor) = OLDEST;
    let wanted = format!("Node.js {major}.{minor} or later");
    let Ok(output) = Command::new("node").arg("--version").output() else {
        return Some(format!("{wanted} is not installed"));
    };
    let text = String::from_utf8_lossy(&output.stdout);
    match version(&text) {
        None => Some(format!("`node --version` says {:?}", text.trim())),
        Some(found) if found < OLDEST => Some(format!("{wanted} is needed, not {}", text.trim())),
        Some(_) if !runs("npm", &["--version"]) => Some("npm is not installed".to_owned()),
        Some(_) => None,
    }
}

/// The first two numbers of `v20.19.1`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The name of a browser, which is installed if possible; else the reason why there is none.
pub(crate) fn browser() -> std::result::Result<&'static str, String> {
    let find = || BROWSERS.into_iter().find(|name| runs(name, &["--version"]));
    if let Some(found) = find() {
        return Ok(found);
    }
    if !may_install() {
        return Err("Chromium is not installed, and cannot be here".to_owned());
    }
    install(&["chromium", "fonts-noto-cjk"], DOWNLOAD)
        .map_err(|reason| format!("Chromium cannot be installed: {reason}"))?;
    find().ok_or_else(|| "Chromium was installed and does not run".to_owned())
}

/// Builds the client and compares the result with the committed files.
fn is_built_anew(root: &Path, client: &Path) -> Result<bool> {
    let built = std::path::absolute(root.join(BUILT))?;
    let folder = built.display().to_string();
    let args = ["run", "build", "--", "--emptyOutDir", "--outDir", &folder];
    println!("npm {}", args.join(" "));
    if !succeeds(&mut npm(client, &args))? {
        return Ok(false);
    }
    let faults = differences(&files(&root.join(ASSETS))?, &files(&built)?);
    for fault in &faults {
        println!("{ASSETS}/{fault}");
    }
    if !faults.is_empty() {
        println!(
            "the committed files differ from the build: run `npm run build` in {CLIENT} and commit them"
        );
    }
    Ok(faults.is_empty())
}

type Files = BTreeMap<String, Vec<u8>>;

/// Every file below a folder, by its path there.
fn files(folder: &Path) -> Result<Files> {
    let mut found = Files::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        let whole = folder.join(&below);
        let entries = std::fs::read_dir(&whole).with_context(|| whole.display().to_string())?;
        for entry in entries {
            let entry = entry?;
            let path = below.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                let name = path.to_string_lossy().replace('\\', "/");
                found.insert(name, std::fs::read(entry.path())?);
            }
        }
    }
    Ok(found)
}

/// Missing, surplus and different files.
fn differences(committed: &Files, built: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, bytes) in built {
        match committed.get(name) {
            None => faults.push(format!("{name}: built but not committed")),
            Some(other) if other != bytes => faults.push(format!("{name}: differs from the build")),
            Some(_) => {}
        }
    }
    let left_over = committed.keys().filter(|name| !built.contains_key(*name));
    faults.extend(left_over.map(|name| format!("{name}: committed but not built")));
    faults
}

/// npm in the folder of the client, with reduced output.
pub(crate) fn npm(client: &Path, args: &[&str]) -> Command {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(name);
    command.args(args).current_dir(client);
    command.env("npm_config_update_notifier", "false");
    command.env("npm_config_loglevel", "error");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_named_with_their_errors() {
        let lines = [
            "ok 1 - one",
            "not ok 2 - two",
            "  error: 'no card'",
            "# fail 1",
        ];
        let lines = lines.map(str::to_owned);
        assert_eq!(faults(&lines), "; not ok 2 - two; error: 'no card'");
        assert_eq!(faults(&lines[..1]), "");
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("v20.19.1\n"), Some((20, 19)));
        assert!(version("v20.9.0").unwrap() < OLDEST);
        assert!(version("v22.2.0").unwrap() > OLDEST);
        assert_eq!(version("20.1"), None);
        assert_eq!(version(""), None);
    }

    #[test]
    fn the_oldest_version_is_that_of_the_package() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let text = std::fs::read_to_string(root.join(CLIENT).join("package.json")).unwrap();
        let (major, minor) = OLDEST;
        let line = format!("\"node\": \">={major}.{minor}\"");
        assert!(text.contains(&line), "no `{line}`");
    }

    #[test]
    fn every_difference_is_named() {
        let files = |pairs: &[(&str, &str)]| -> Files {
            let pairs = pairs.iter();
            pairs
                .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
                .collect()
        };
        let committed = files(&[("a.js", "1"), ("b.css", "2"), ("index.html", "3")]);
        assert!(differences(&committed, &committed).is_empty());
        let built = files(&[("a.js", "1"), ("c.css", "2"), ("index.html", "4")]);
        assert_eq!(
            differences(&committed, &built),
            [
                "c.css: built but not committed",
                "index.html: differs from the build",
                "b.css: committed but not built"
            ]
        );
    }

    #[test]
    fn the_committed_files_are_found_in_their_folders() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let found = files(&root.join(ASSETS)).unwrap();
        assert!(found.contains_key("index.html"));
        assert!(
            found.keys().any(|name| name.starts_with("assets/")),
            "{:?}",
            found.keys()
        );
    }
}
