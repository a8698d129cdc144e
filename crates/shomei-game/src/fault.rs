//! The error of a game that cannot answer.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Stores the error that keeps a game from answering, such as an exception of another language or a
/// process that has ended.
///
/// The functions of [`Game`](crate::Game) return no errors, because fast games have none. A game
/// that may fail holds a `Fault`, returns it from [`Game::fault`](crate::Game::fault),
/// [reports](Fault::report) its first error to it and then returns arbitrary values. A search
/// checks the fault before it uses an answer, and stops without an answer if the fault is set.
///
/// All clones share one error. A fault is permanent: results from a game that has failed may be
/// wrong, so a new game is needed to continue.
///
/// ```
/// use shomei_game::Fault;
///
/// let fault = Fault::default();
/// assert!(!fault.is_set());
/// fault.report("the process has ended");
/// fault.report("a later error is not kept");
/// assert_eq!(fault.error().unwrap().to_string(), "the process has ended");
/// ```
#[derive(Clone, Default)]
pub struct Fault(Arc<OnceLock<Arc<dyn Error + Send + Sync>>>);

impl Fault {
    /// Stores this error, unless one is stored already.
    pub fn report(&self, error: impl Into<Box<dyn Error + Send + Sync>>) {
        // The first error is the cause of the later ones.
        let _ = self.0.set(Arc::from(error.into()));
    }

    /// Whether an error is stored.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.get().is_some()
    }

    /// The first error.
    #[must_use]
    pub fn error(&self) -> Option<Arc<dyn Error + Send + Sync>> {
        self.0.get().cloned()
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fault").field(&self.0.get()).finish()
    }
}
