//! The limits of a check that apply to the derivation, too.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use shomei_proof::CheckLimits;
use web_time::Instant;

use super::derive::NoResults;

/// The end of a check that takes too long.
#[derive(Debug)]
pub(super) struct Alarm {
    stop: Option<Arc<AtomicBool>>,
    end: Option<Instant>,
}

impl Alarm {
    /// Starts the clock of these limits.
    pub(super) fn of(limits: &CheckLimits) -> Alarm {
        Alarm {
            stop: limits.stop.clone(),
            end: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
        }
    }

    /// The remaining time.
    pub(super) fn left(&self) -> Option<Duration> {
        let now = Instant::now();
        self.end.map(|end| end.saturating_duration_since(now))
    }

    pub(super) fn check(&self) -> Result<(), NoResults> {
        let is_stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed));
        match is_stopped || self.left() == Some(Duration::ZERO) {
            true => Err(NoResults::Stopped),
            false => Ok(()),
        }
    }
}
