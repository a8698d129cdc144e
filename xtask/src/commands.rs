//! Running other programs and reporting why they fail.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// The folder that Cargo builds into.
pub(crate) fn target(root: &Path) -> Result<PathBuf> {
    let named = std::env::var_os("CARGO_TARGET_DIR");
    let target = named.map_or_else(|| root.join("target"), PathBuf::from);
    Ok(std::path::absolute(target)?)
}

/// Runs a command and shows its output.
pub(crate) fn succeeds(command: &mut Command) -> Result<bool> {
    let status = command.status();
    let status = status.with_context(|| format!("{}", command.get_program().display()))?;
    Ok(status.success())
}

/// Runs a command and hides its output. The error is the last line of the output.
pub(crate) fn quietly(command: &mut Command) -> Result<std::result::Result<(), String>> {
    let output = command.output();
    let output = output.with_context(|| format!("{}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    println!("{text}");
    Ok(Err(reason(&text).to_owned()))
}

/// The last line that is not blank.
fn reason(output: &str) -> &str {
    let mut lines = output.lines().rev().map(str::trim);
    lines
        .find(|line| !line.is_empty())
        .unwrap_or("no reason was given")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_last_line_with_words() {
        assert_eq!(reason("a\nERROR: b\n\n"), "ERROR: b");
        assert_eq!(reason(""), "no reason was given");
    }
}
