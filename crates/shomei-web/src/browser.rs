//! Opening the page in the browser of whoever sits at this machine.

use std::process::{Command, Stdio};
use std::thread;

/// Asks the system to open an address in the browser; `failed` is told where that does not work.
/// The program that does it gets the address as an argument of its own: no shell reads it.
///
/// That a browser has shown anything is not known.
pub fn open(address: &str, failed: impl FnOnce(String) + Send + 'static) {
    let (program, before) = OPENER;
    let mut command = Command::new(program);
    command.args(before).arg(address);
    // Some openers stay as long as the browser does.
    let waiting = thread::Builder::new().name("browser".to_string());
    // Without a thread there is nobody to open it, nor to tell so.
    let _ = waiting.spawn(move || {
        if let Err(why) = run(command) {
            failed(why);
        }
    });
}

#[cfg(target_os = "macos")]
const OPENER: (&str, &[&str]) = ("open", &[]);
#[cfg(windows)]
const OPENER: (&str, &[&str]) = ("rundll32", &["url.dll,FileProtocolHandler"]);
#[cfg(not(any(target_os = "macos", windows)))]
const OPENER: (&str, &[&str]) = ("xdg-open", &[]);

/// Runs a program that opens the page to its end; why it has failed.
fn run(mut command: Command) -> Result<(), String> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let program = command.get_program().to_string_lossy().into_owned();
    let ended = command.status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program} has failed, {status}")),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_work_is_told() {
        let why = run(Command::new("shomei-has-no-such-program")).unwrap_err();
        assert!(why.starts_with("shomei-has-no-such-program: "), "{why}");
        let mut failing = Command::new(std::env::current_exe().unwrap());
        failing.arg("--no-such-option-of-tests");
        assert!(run(failing).unwrap_err().contains("has failed"));
    }
}
