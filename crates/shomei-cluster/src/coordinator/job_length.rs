//! Adapts the length of jobs to the speed of the coordinator: as short as it can distribute.
//!
//! A long job ends with older numbers, so each costs: jobs of 8,192 expansions cost nothing on 16
//! machines, and those of 32,768 a third of the speed. But a job takes the coordinator about the
//! same time whatever its length, and if jobs are too short, threads wait for it.
//!
//! The duration of a job is proportional to its budget. So the smallest sufficient budget follows
//! from measurements, also while threads wait:
//!
//! ```text
//! load = threads * coordinator's time per job / duration of a job
//! ```

use super::Coordinator;
use super::queue_depth::QueueDepth;

/// The length of jobs as a multiple of [`Ways::least`](shomei_parallel::Ways::least).
#[derive(Debug)]
pub(super) struct JobLength {
    pub(super) factor: u64,
    /// The recently returned jobs.
    jobs: f64,
    /// The sum of their durations, each divided by its factor.
    took: f64,
    /// The time of the coordinator for them.
    worked: f64,
}

impl Default for JobLength {
    fn default() -> JobLength {
        JobLength {
            factor: 1,
            jobs: 0.0,
            took: 0.0,
            worked: 0.0,
        }
    }
}

impl JobLength {
    /// The part of the time in which the coordinator works, if it has many threads.
    const LOAD: f64 = 0.7;
    /// The longest jobs take some tenths of a second.
    const MOST: f64 = 256.0;
    /// The weight of earlier measurements.
    const MEMORY: f64 = 0.5;

    /// Notes a returned job, with the factor of its budget.
    pub(super) fn note(&mut self, took: u64, factor: u64) {
        self.jobs += 1.0;
        self.took += took as f64 / factor as f64;
    }

    /// Computes the factor for this number of threads, after the coordinator has worked for this
    /// time since the last call.
    fn follow(&mut self, worked: u64, threads: u32) {
        self.worked += worked as f64;
        if self.jobs < 1.0 || self.took <= 0.0 {
            return;
        }
        let (per_job, duration) = (self.worked / self.jobs, self.took / self.jobs);
        let factor = f64::from(threads) * per_job / (duration * Self::LOAD);
        self.factor = factor.ceil().clamp(1.0, Self::MOST) as u64;
        self.jobs *= Self::MEMORY;
        self.took *= Self::MEMORY;
        self.worked *= Self::MEMORY;
    }
}

impl Coordinator {
    /// Adapts the length of jobs, after the coordinator has worked for this time since the last
    /// call, in the unit of its clock. To be called several times a second.
    pub fn worked(&mut self, time: u64) {
        let threads = self.there().map(|(_, threads)| threads).sum();
        let before = self.job_length.factor;
        self.job_length.follow(time, threads);
        if self.job_length.factor > before {
            // Threads have waited for the coordinator. Deeper queues do not help against this.
            for machine in self.machines.values_mut() {
                machine.queue_depth = QueueDepth::default();
            }
        }
        self.tree.set_least(self.least());
    }

    /// The minimum budget of the next job.
    pub(super) fn least(&self) -> u64 {
        let least = self.config.ways.least;
        least.saturating_mul(self.job_length.factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factors for 140 threads and jobs of 1,000 units times the factor, after measurements of
    /// 100 jobs.
    fn factors(per_job: u64, measurements: usize) -> Vec<u64> {
        let mut length = JobLength::default();
        let mut factors = Vec::new();
        for _ in 0..measurements {
            for _ in 0..100 {
                length.note(1_000 * length.factor, length.factor);
            }
            length.follow(100 * per_job, 140);
            factors.push(length.factor);
        }
        factors
    }

    #[test]
    fn jobs_are_as_short_as_the_coordinator_can_distribute() {
        assert_eq!(factors(0, 3), [1, 1, 1]);
        assert_eq!(factors(5, 3), [1, 1, 1]);
        assert_eq!(factors(50, 3), [10, 10, 10]);
        assert_eq!(factors(1_000_000, 1), [256]);
    }

    #[test]
    fn they_become_shorter_again() {
        let mut length = JobLength::default();
        length.note(1_000, 1);
        length.follow(1_000, 70);
        assert_eq!(length.factor, 100);
        for _ in 0..10 {
            length.note(100_000, 100);
            length.follow(0, 70);
        }
        assert_eq!(length.factor, 1);
        // Without a job there is nothing to compute.
        let mut idle = JobLength::default();
        idle.follow(1_000, 1);
        assert_eq!(idle.factor, 1);
    }
}
