//! Stops a question from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the questions of a session, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// Stops the current question and all later ones. They return their results so far: an answer
    /// that was not found is unknown.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Allows questions again.
    pub fn go_on(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether questions are stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag that searches check.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl From<Arc<AtomicBool>> for Stopper {
    /// A stopper that sets this flag.
    fn from(flag: Arc<AtomicBool>) -> Stopper {
        Stopper(flag)
    }
}
