//! Builds the static edition of the page, which needs no server, and tests it in a browser.

use std::path::Path;

use anyhow::Result;

use crate::ci::Verdict;
use crate::commands::succeeds;
use crate::python::shown;
use crate::second_checker::command_line;
use crate::wasm;
use crate::web::{CLIENT, browser, faults, install_packages, npm};

/// The folder of the module.
const MODULE: &str = "target/static/module";
/// The folder of the page that is tested.
const PAGE: &str = "target/static/page";
/// The feature of `shomei-wasm` that answers the page.
const FEATURE: &str = "page";

/// Writes the static edition into a folder, whose other files are removed. Returns the verdict if
/// that is not possible.
pub(crate) fn write(root: &Path, folder: &Path) -> Result<Option<Verdict>> {
    let module = std::path::absolute(root.join(MODULE))?;
    if let Some(verdict) = wasm::build(root, &[FEATURE], &module)? {
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
