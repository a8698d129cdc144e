//! Opens the page in the browser of the user.
//!
//! The address of the page contains a token that allows its reader to start work, and every user of
//! the machine can read the arguments of every program. The program that opens the browser is
//! therefore given a small file that redirects to the address. The file is in a folder that only
//! its owner can open.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// A page that was opened, with the file that redirects to it. Dropping this deletes the file, so
/// it has to live as long as the server.
#[derive(Debug)]
#[must_use = "the browser may read the file later"]
pub struct Opening {
    _folder: Option<TempDir>,
}

/// Asks the system to open an address in the browser. `failed` receives the reason if that fails;
/// if the program cannot be started, before this function returns. No shell reads the address, and
/// no argument of a program contains it.
///
/// Success does not mean that a browser has shown the page.
pub fn open(address: &str, failed: impl FnOnce(String) + Send + 'static) -> Opening {
    let folder = match leading_to(address) {
        Ok(folder) => folder,
        Err(error) => {
            failed(format!("no file for it: {error}"));
            return Opening { _folder: None };
        }
    };
    let (program, before) = OPENER;
    let mut command = Command::new(program);
    command.args(before).arg(folder.path().join(NAME));
    match begin(&mut command) {
        Err(why) => failed(why),
        // Some openers run as long as the browser.
        Ok(running) => {
            let waiting = thread::Builder::new().name("browser".to_string());
            // If the thread cannot be started, a later failure is not reported.
            let _ = waiting.spawn(move || {
                if let Err(why) = end(&command, running) {
                    failed(why);
                }
            });
        }
    }
    Opening {
        _folder: Some(folder),
    }
}

/// The name of the file in the folder.
const NAME: &str = "shomei.html";

/// A new folder with a page that redirects to an address.
fn leading_to(address: &str) -> io::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    folder.prefix("shomei-");
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = folder.tempdir()?;
    let mut file = private(&folder.path().join(NAME))?;
    let address = address.replace('&', "&amp;").replace('"', "&quot;");
    write!(
        file,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<title>shomei</title>\n\
         <p><a href=\"{address}\">shomei</a></p>\n"
    )?;
    Ok(folder)
}

/// Creates a file that only its owner can read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(target_os = "macos")]
const OPENER: (&str, &[&str]) = ("open", &[]);
#[cfg(windows)]
const OPENER: (&str, &[&str]) = ("rundll32", &["url.dll,FileProtocolHandler"]);
#[cfg(not(any(target_os = "macos", windows)))]
const OPENER: (&str, &[&str]) = ("xdg-open", &[]);

/// Starts the program that opens the page, or returns the reason why it cannot be started.
fn begin(command: &mut Command) -> Result<Child, String> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let started = command.spawn();
    started.map_err(|error| format!("{}: {error}", program(command)))
}

/// Waits for the end of the program that opens the page; an error if it has failed.
fn end(command: &Command, mut running: Child) -> Result<(), String> {
    match running.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{} has failed, {status}", program(command))),
        Err(error) => Err(format!("{}: {error}", program(command))),
    }
}

fn program(command: &Command) -> Cow<'_, str> {
    command.get_program().to_string_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_program_that_fails_is_reported() {
        let why = begin(&mut Command::new("shomei-has-no-such-program")).unwrap_err();
        assert!(why.starts_with("shomei-has-no-such-program: "), "{why}");
        let mut failing = Command::new(std::env::current_exe().unwrap());
        failing.arg("--no-such-option-of-tests");
        let running = begin(&mut failing).unwrap();
        assert!(end(&failing, running).unwrap_err().contains("has failed"));
    }

    #[test]
    fn the_file_leads_to_the_address_and_goes_with_its_folder() {
        let address = "http://127.0.0.1:7000/#t=0123";
        let folder = leading_to(address).unwrap();
        let path = folder.path().join(NAME);
        let page = fs::read_to_string(&path).unwrap();
        assert!(
            page.contains(&format!("content=\"0; url={address}\"")),
            "{page}"
        );
        let odd = leading_to("http://x/\"><script>").unwrap();
        let page = fs::read_to_string(odd.path().join(NAME)).unwrap();
        assert!(!page.contains("\"><script>"), "{page}");
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    #[cfg(unix)]
    fn only_the_owner_can_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = leading_to("http://127.0.0.1:7000/#t=0123").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(folder.path()), 0o700);
        assert_eq!(mode(&folder.path().join(NAME)), 0o600);
    }
}
