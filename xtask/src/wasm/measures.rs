//! Measures the modules: their sizes, which have limits, and the time of their searches.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::PACKAGE;
use crate::commands::target;
use crate::python::shown;

const SIZES: &str = "xtask/src/wasm/sizes.mjs";

/// The sizes of the module and of the checker in these folders. The error is a size above its limit.
pub(super) fn sizes(
    root: &Path,
    module: &Path,
    checker: &Path,
) -> Result<std::result::Result<String, String>> {
    let mut measure = Command::new("node");
    measure.arg(root.join(SIZES));
    measure.env("SHOMEI_WASM", module);
    measure.env("SHOMEI_CHECKER", checker);
    let (is_small, lines) = shown(&mut measure)?;
    let text = lines.join("; ");
    Ok(if is_small { Ok(text) } else { Err(text) })
}

/// The time of the module in times that of a release build of the native program, for each game. The
/// text is the reason if the times cannot be compared: there is no such build, or an old one that
/// searches other nodes.
pub(super) fn times(root: &Path, module: &Path) -> Result<String> {
    let program = format!("shomei{}", std::env::consts::EXE_SUFFIX);
    let native = target(root)?.join("release").join(program);
    if !native.is_file() {
        let reason = format!("times not compared: {} is not built", native.display());
        println!("{reason}");
        return Ok(reason);
    }
    let mut compare = Command::new("node");
    compare.arg(root.join(PACKAGE).join("test/speed.mjs"));
    compare.env("SHOMEI", native).env("SHOMEI_WASM", module);
    compare.env("SHOMEI_ROUNDS", "1");
    let (is_compared, lines) = shown(&mut compare)?;
    Ok(match is_compared {
        true => format!("times of the native program: {}", ratios(&lines)),
        false => "times not compared: speed.mjs fails".to_owned(),
    })
}

/// The games with their ratios: the part of each line before the parenthesis.
fn ratios(lines: &[String]) -> String {
    let ratios = lines.iter().filter_map(|line| line.split_once(" ("));
    let ratios: Vec<String> = ratios.map(|(ratio, _)| ratio.replace(':', "")).collect();
    ratios.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratios_are_in_the_lines() {
        let lines = [
            "loa: 1.29 (364049 nodes; 0.70 s compiled)",
            "uttt: 1.39 (1)",
        ];
        assert_eq!(ratios(&lines.map(str::to_owned)), "loa 1.29, uttt 1.39");
    }
}
