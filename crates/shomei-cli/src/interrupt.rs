//! Ctrl-C: the first one asks the search to stop and report, the second one
//! ends the program at once, and leaves nothing half-written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use shomei::files;

use crate::failure::Failure;

/// The exit code of a program that was ended by Ctrl-C: 128 + SIGINT.
const ENDED_AT_ONCE: i32 = 130;

/// What the handler of the signal and the commands share.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    /// Catches Ctrl-C, SIGTERM and SIGHUP from now on.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let shared = interrupt.clone();
        ctrlc::set_handler(move || shared.signalled()).context("cannot catch Ctrl-C")?;
        Ok(interrupt)
    }

    /// The flag that stops a search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Asks to stop.
    pub(crate) fn raise(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub(crate) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn signalled(&self) {
        if self.stop.swap(true, Ordering::Relaxed) {
            files::remove_unfinished();
            std::process::exit(ENDED_AT_ONCE);
        }
    }
}
