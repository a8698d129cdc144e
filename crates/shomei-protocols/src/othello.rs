//! Othello for the protocols [`nboard`](crate::nboard) and [`gtp`](crate::gtp): play and search.
//!
//! Every statement about a position is either proven or a guess. A *proven* statement is the result
//! of an exhaustive search: a score, or a lower bound of a move's score. A *guess* comes from the
//! evaluation function and is used only if a move is required.

mod choice;
mod guess;
mod play;
mod solver;
mod watching;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use shomei::{Limits, SearchConfig};

pub(crate) use choice::{Basis, discs, guessed};
pub(crate) use guess::ranked;
pub(crate) use play::Play;
pub(crate) use solver::{Line, Solver};
pub(crate) use watching::{IgnoreProgress, ProvenScore, Watches, Work};

/// The resources of a search.
///
/// ```
/// use shomei_protocols::othello::Options;
///
/// let options = Options { time: Some(std::time::Duration::from_secs(60)), ..Options::default() };
/// assert_eq!((options.threads.get(), options.memory), (1, 64 << 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The memory of the tables, in bytes.
    pub memory: usize,
    /// The number of search threads.
    pub threads: NonZeroUsize,
    /// The longest time for a move or a hint. `None`: the time of the protocol's clock for a move,
    /// or [`Options::USUAL_TIME`] without a clock; no limit for a hint, which runs until it is
    /// complete or another command interrupts it.
    pub time: Option<Duration>,
}

impl Options {
    /// The longest time for a move if neither the options nor a clock limit it.
    pub const USUAL_TIME: Duration = Duration::from_secs(10);

    /// The longest time for a move if there is no clock.
    pub(crate) fn time_of_move(&self) -> Duration {
        self.time.unwrap_or(Self::USUAL_TIME)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            memory: SearchConfig::MEMORY,
            threads: NonZeroUsize::MIN,
            time: None,
        }
    }
}

/// Limits of a search that begins now: an optional time, and a flag that stops it.
pub(crate) fn limits(time: Option<Duration>, stop: &Arc<AtomicBool>) -> Limits {
    Limits {
        // A deadline that overflows the clock is not a limit.
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    }
}

/// The text of a pass in the notation of the game.
pub(crate) const PASS: &str = "--";
