//! How a game says that it cannot answer.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Where a game puts the error that keeps it from answering: an exception of another
/// language, a process that is gone.
///
/// The functions of [`Game`](crate::Game) have no place for an error, since the games that a
/// search is fast on have none. A game that may fail holds a `Fault`, hands it out from
/// [`Game::fault`](crate::Game::fault), [reports](Fault::report) its first error there and
/// then returns anything: a search looks at the fault before it believes an answer, and ends
/// without one.
///
/// All clones are one and the same. A fault is for good: what was searched with a game that
/// has failed may be wrong, so a new game is needed to go on.
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
    /// Keeps this error, unless there is one already.
    pub fn report(&self, error: impl Into<Box<dyn Error + Send + Sync>>) {
        // The first error is the cause of all others.
        let _ = self.0.set(Arc::from(error.into()));
    }

    /// Whether the game has failed.
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
