//! Othello as the protocols [`nboard`](crate::nboard) and [`gtp`](crate::gtp) play and solve it.
//!
//! Everything that is told of a position is of one of two kinds. What is *proven* comes from
//! searches that leave nothing out: a score, or that a move wins by at least so much. A *guess*
//! comes from the evaluation of the game, and is told only where a move has to be named.

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
pub(crate) use watching::{Found, Silence, Watches, Work};

/// How much may be used for thinking.
///
/// ```
/// use shomei_protocols::othello::Options;
///
/// let options = Options { time: Some(std::time::Duration::from_secs(60)), ..Options::default() };
/// assert_eq!((options.threads.get(), options.memory), (1, 64 << 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes for the tables.
    pub memory: usize,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// The longest time for a move, or for what is told of one position. `None`: the protocol's
    /// clock or else [`Options::USUAL_TIME`] for a move, and any time for a hint, which goes on
    /// until it is complete or something else is asked for.
    pub time: Option<Duration>,
}

impl Options {
    /// The longest time for a move where nobody says otherwise.
    pub const USUAL_TIME: Duration = Duration::from_secs(10);

    /// The longest time for a move where there is no clock.
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

/// Limits from now on: so much time, if that is limited, and a flag that ends all.
pub(crate) fn limits(time: Option<Duration>, stop: &Arc<AtomicBool>) -> Limits {
    Limits {
        // A time too long for the clock is no limit.
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    }
}

/// The text of a move that is a pass, as the game writes it.
pub(crate) const PASS: &str = "--";
