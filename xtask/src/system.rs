//! Programs of the system, and its packages, which apt-get installs where this process may do so.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::commands::quietly;

/// Whether a program runs and succeeds; its output is discarded.
pub(crate) fn runs(program: impl AsRef<OsStr>, args: &[&str]) -> bool {
    let status = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// Whether this process may install system packages.
pub(crate) fn may_install() -> bool {
    is_root() && runs("apt-get", &["--version"])
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Installs packages, or returns the reason for the failure.
///
/// The download may take `most`. Unpacking has no limit: apt-get installs nothing more after an
/// interrupted one.
pub(crate) fn install(packages: &[&str], most: Duration) -> Result<(), String> {
    // Another step of `ci` can be installing something, and apt-get would fail.
    let turn = File::create(env::temp_dir().join("shomei-apt-get.lock"));
    let turn = turn.and_then(|turn| turn.lock().map(|()| turn));
    let _turn = turn.map_err(|error| error.to_string())?;
    println!("apt-get install {}", packages.join(" "));
    let args = ["install", "--yes", "--no-install-recommends"];
    let download = [&args[..], &["--download-only"], packages].concat();
    load(&download, Path::new("."), most)?;
    finished(Command::new("apt-get").args(args).args(packages))
}

/// Writes the files of packages into a folder, or returns the reason for the failure. The download
/// may take `most`.
pub(crate) fn download(packages: &[&str], folder: &Path, most: Duration) -> Result<(), String> {
    println!("apt-get download {}", packages.join(" "));
    load(&[&["download"], packages].concat(), folder, most)
}

/// Runs a download of apt-get in a folder. Updates the lists of packages if it fails.
fn load(args: &[&str], folder: &Path, most: Duration) -> Result<(), String> {
    let start = Instant::now();
    let apt_get = |args: &[&str], limit: Duration| {
        // `timeout 0` would have no limit.
        let seconds = limit.as_secs().max(1).to_string();
        let mut command = Command::new("timeout");
        command.args([&seconds, "apt-get", "--quiet"]).args(args);
        finished(command.current_dir(folder))
    };
    let left = || most.saturating_sub(start.elapsed());
    let loaded = apt_get(args, most).or_else(|_| {
        // The lists of packages are missing or old.
        apt_get(&["update"], left())?;
        apt_get(args, left())
    });
    if loaded.is_err() && start.elapsed() >= most {
        return Err(format!("the download takes more than {} s", most.as_secs()));
    }
    loaded
}

/// Runs a command of apt-get, which asks nothing.
fn finished(command: &mut Command) -> Result<(), String> {
    match quietly(command.env("DEBIAN_FRONTEND", "noninteractive")) {
        Ok(result) => result,
        Err(error) => Err(format!("{error:#}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_runs_if_it_exists_and_succeeds() {
        assert!(runs("cargo", &["--version"]));
        assert!(!runs("cargo", &["no-such-command"]));
        assert!(!runs("no-such-program", &[]));
    }
}
