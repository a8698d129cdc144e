//! Ctrl-C: the first one asks the search to stop and report, the second one
//! ends the program at once, and leaves nothing half-written.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context;

use crate::failure::Failure;

/// The exit code of a program that was ended by Ctrl-C: 128 + SIGINT.
const ENDED_AT_ONCE: i32 = 130;

/// What the handler of the signal and the commands share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    /// Files to be removed if the program ends at once.
    unfinished: Arc<Mutex<Vec<PathBuf>>>,
}

impl Interrupt {
    /// Catches Ctrl-C, SIGTERM and SIGHUP from now on.
    pub(crate) fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let shared = interrupt.clone();
        ctrlc::set_handler(move || shared.signalled()).context("cannot catch Ctrl-C")?;
        Ok(interrupt)
    }

    /// The flag that stops a search.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
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

    /// Removes this file, should the program end at once while the guard lives.
    pub(crate) fn guard(&self, path: &Path) -> Unfinished {
        self.files().push(path.to_path_buf());
        Unfinished {
            interrupt: self.clone(),
            path: path.to_path_buf(),
        }
    }

    fn signalled(&self) {
        if self.stop.swap(true, Ordering::Relaxed) {
            for path in self.files().iter() {
                let _ = std::fs::remove_file(path);
            }
            std::process::exit(ENDED_AT_ONCE);
        }
    }

    fn files(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.unfinished
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file that is not complete yet.
#[derive(Debug)]
pub(crate) struct Unfinished {
    interrupt: Interrupt,
    path: PathBuf,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.interrupt.files().retain(|path| *path != self.path);
    }
}
