//! Builds the static edition of the page, which needs no server, and tests it in a browser.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::ci::Verdict;
use crate::commands::succeeds;
use crate::python::shown;
use crate::second_checker::command_line;
use crate::wasm::{self, Module};
use crate::web::{CLIENT, browser, faults, install_packages, npm};

/// The folder of the module.
const MODULE: &str = "target/static/module";
/// The folder of the page that is tested.
const PAGE: &str = "target/static/page";
/// A file by which a static edition is recognised.
const MARK: &str = "app.webmanifest";
/// The module that answers the page.
const PAGE_MODULE: Module<'_> = Module {
    name: "shomei-wasm",
    features: &["page"],
};

/// Writes the static edition into a folder, whose other files are removed. Returns the verdict if
/// that is not possible.
pub(crate) fn write(root: &Path, folder: &Path) -> Result<Option<Verdict>> {
    ensure!(
        is_ours(folder)?,
        "{} has files that are not of a static edition: give another folder, or empty it",
        folder.display()
    );
    let module = std::path::absolute(root.join(MODULE))?;
    if let Some(verdict) = wasm::build(root, PAGE_MODULE, &module)? {
        return Ok(Some(verdict));
    }
    let client = root.join(CLIENT);
    if let Err(reason) = install_packages(&client)? {
        return Ok(Some(Verdict::Skipped(reason)));
    }
    let folder = std::path::absolute(folder)?.display().to_string();
    let args = [
        "run",
        "build:static",
        "--",
        "--outDir",
        &folder,
        "--emptyOutDir",
    ];
    println!("npm {}", args.join(" "));
    let mut build = npm(&client, &args);
    let is_built = succeeds(build.env("SHOMEI_MODULE", module))?;
    Ok((!is_built).then(Verdict::failed))
}

/// Whether the folder is empty, absent, or has a static edition, which is replaced.
fn is_ours(folder: &Path) -> Result<bool> {
    if !folder.exists() || folder.join(MARK).is_file() {
        return Ok(true);
    }
    Ok(std::fs::read_dir(folder)?.next().is_none())
}

/// Writes the static edition, and tests it from a plain server of files if there is a browser.
pub(crate) fn run(root: &Path) -> Result<Verdict> {
    let page = root.join(PAGE);
    if let Some(verdict) = write(root, &page)? {
        return Ok(verdict);
    }
    let browser = match browser() {
        Ok(browser) => browser,
        Err(reason) => return Ok(Verdict::Noted(format!("without a browser: {reason}"))),
    };
    let Some(shomei) = command_line(root)? else {
        return Ok(Verdict::failed());
    };
    println!("npm run test:static");
    let mut tests = npm(&root.join(CLIENT), &["run", "test:static"]);
    tests.env("SHOMEI", shomei).env("CHROMIUM", browser);
    tests.env("SHOMEI_PAGE", std::path::absolute(&page)?);
    let (has_passed, lines) = shown(&mut tests)?;
    Ok(match has_passed {
        true => Verdict::Passed,
        false => Verdict::Failed(format!("npm run test:static{}", faults(&lines))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page");
        assert!(is_ours(&page).unwrap());
        std::fs::create_dir(&page).unwrap();
        assert!(is_ours(&page).unwrap());
        std::fs::write(page.join("thesis.txt"), "x").unwrap();
        assert!(!is_ours(&page).unwrap());
        std::fs::write(page.join(MARK), "{}").unwrap();
        assert!(is_ours(&page).unwrap());
    }
}
