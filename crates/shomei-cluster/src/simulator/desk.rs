//! The time of the coordinator in a simulation.

use crate::Event;

/// The coordinator handles one event after another, and each job takes the same time.
#[derive(Debug, Default)]
pub(super) struct Desk {
    /// The time at which it is free.
    pub(super) free: u64,
    /// The jobs and their time since the last measurement.
    jobs: u64,
    worked: u64,
}

impl Desk {
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

    /// The time worked since the last measurement, if the next one is due.
    pub(super) fn worked(&mut self) -> Option<u64> {
        if self.jobs < Self::JOBS {
            return None;
        }
        self.jobs = 0;
        Some(std::mem::take(&mut self.worked))
    }
}
