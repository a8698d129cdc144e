//! Which searches of a game may build on each other.

use std::sync::atomic::{AtomicU64, Ordering};

/// Searches one after another that may each use what those before have found by searches of the
/// game's own, such as all questions for one score. Searches of no series, or of two, share
/// nothing, so that their node counts depend on nothing but their question.
///
/// ```
/// use shomei_game::Series;
///
/// let series = Series::begin();
/// assert_eq!(series, series.clone());
/// assert_ne!(series, Series::begin());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series(u64);

impl Series {
    /// A series of its own.
    #[must_use]
    pub fn begin() -> Series {
        static BEGUN: AtomicU64 = AtomicU64::new(1);
        Series(BEGUN.fetch_add(1, Ordering::Relaxed))
    }

    /// A number that no other series has; it is not 0.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0
    }
}
