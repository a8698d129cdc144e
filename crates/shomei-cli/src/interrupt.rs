//! Ctrl-C: the first one stops the search, which reports its result; the second one ends the
//! program at once and removes unfinished files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei::files;
use shomei_game::error_text;

use crate::failure::Failure;

/// The exit code of a program that Ctrl-C ended: 128 + SIGINT.
const ENDED_AT_ONCE: i32 = 130;

/// The stop flag, which the signal handler shares with the commands.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler of Ctrl-C, SIGTERM and SIGHUP.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let shared = interrupt.clone();
        let about = || error_text!("cannot-catch-ctrl-c", "cannot catch Ctrl-C");
        ctrlc::set_handler(move || shared.handle_signal())
            .map_err(|error| Failure::caused(about(), error))?;
        Ok(interrupt)
    }

    /// The flag that stops a search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// From now on the first Ctrl-C ends the program, and removes unfinished files.
    #[cfg(feature = "store")]
    pub(crate) fn end_at_once(&self) {
        self.raise();
    }

    /// Sets the flag, as the first Ctrl-C does.
    pub(crate) fn raise(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub(crate) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn handle_signal(&self) {
        if self.stop.swap(true, Ordering::Relaxed) {
            files::remove_unfinished();
            std::process::exit(ENDED_AT_ONCE);
        }
    }
}
