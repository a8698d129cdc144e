//! Groups of searches of a game that may reuse each other's results.

use std::sync::atomic::{AtomicU64, Ordering};

/// A series of searches that may each use what the game's own searches found in the earlier ones,
/// such as all questions for one score. Searches of different series, and searches without a
/// series, share nothing, so their node counts depend only on their question.
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
    /// A new series.
    #[must_use]
    pub fn begin() -> Series {
        static BEGUN: AtomicU64 = AtomicU64::new(1);
        Series(BEGUN.fetch_add(1, Ordering::Relaxed))
    }

    /// The unique number of the series; it is not 0.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0
    }
}
