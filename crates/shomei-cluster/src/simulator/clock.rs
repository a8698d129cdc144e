//! The time of the coordinator in a simulation.

use crate::Event;

/// The coordinator handles one event after another, and each job takes the same time.
#[derive(Debug, Default)]
pub(super) struct CoordinatorClock {
    /// The time at which it is free.
    pub(super) free: u64,
    /// The jobs and the time worked since the last measurement, and its time.
    jobs: u64,
    worked: u64,
    since: u64,
}

impl CoordinatorClock {
    /// The jobs between two measurements.
    const JOBS: u64 = 64;

    /// Takes an event, with this time for each of its jobs.
    pub(super) fn take(&mut self, event: &Event, now: u64, per_job: u64) {
        if let Event::Returned(_, returned) = event {
            let jobs = returned.jobs.len() as u64;
            self.jobs += jobs;
            self.worked += jobs * per_job;
            self.free = now + jobs * per_job;
        }
    }

    /// The load since the last measurement, if the next one is due.
    pub(super) fn load(&mut self, now: u64) -> Option<f64> {
        if self.jobs < Self::JOBS {
            return None;
        }
        let load = self.worked as f64 / now.saturating_sub(self.since).max(1) as f64;
        *self = CoordinatorClock {
            free: self.free,
            since: now,
            ..CoordinatorClock::default()
        };
        Some(load.min(1.0))
    }
}
