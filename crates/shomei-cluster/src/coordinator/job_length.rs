//! Adapts the length of jobs to the load of the coordinator: as short as it can hand out.
//!
//! A long job ends with older numbers, so it costs: on 16 machines in virtual time, jobs of 8,192
//! expansions cost nothing, and jobs of 32,768 a third of the speed. But short jobs take the
//! coordinator more time, and if it has too little, threads wait.

use super::Coordinator;
use super::queue_depth::QueueDepth;

/// The length of jobs as a multiple of [`Ways::least`](shomei_parallel::Ways::least).
#[derive(Debug)]
pub(super) struct JobLength {
    factor: f64,
}

impl Default for JobLength {
    fn default() -> JobLength {
        JobLength { factor: 1.0 }
    }
}

impl JobLength {
    /// The target load: the part of the time in which the coordinator works.
    const LOAD: f64 = 0.7;
    /// Above this load, threads wait for the coordinator.
    const FULL: f64 = 0.95;
    const MOST: f64 = 256.0;

    /// The factor, rounded up.
    pub(super) fn factor(&self) -> u64 {
        self.factor.ceil() as u64
    }

    /// Follows the load since the last call.
    fn follow(&mut self, load: f64) {
        let change = (load / Self::LOAD).clamp(0.5, 2.0);
        self.factor = (self.factor * change).clamp(1.0, Self::MOST);
    }
}

impl Coordinator {
    /// Adapts the length of jobs to the part of the time since the last call in which the
    /// coordinator has worked. To be called several times a second.
    pub fn set_load(&mut self, load: f64) {
        self.job_length.follow(load);
        if load > JobLength::FULL {
            // Deeper queues do not help against this waiting.
            for machine in self.machines.values_mut() {
                machine.queue_depth = QueueDepth::default();
            }
        }
        self.tree.set_least(self.least());
    }

    /// The minimum budget of the next job.
    pub(super) fn least(&self) -> u64 {
        let least = self.config.ways.least;
        least.saturating_mul(self.job_length.factor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after some steps, if the coordinator has this load with a factor of 1.
    fn factor(length: &mut JobLength, load_at_1: f64) -> u64 {
        for _ in 0..40 {
            length.follow((load_at_1 / length.factor() as f64).min(1.0));
        }
        length.factor()
    }

    #[test]
    fn jobs_are_as_short_as_the_coordinator_can_hand_out() {
        let mut length = JobLength::default();
        assert_eq!(factor(&mut length, 0.0), 1);
        assert_eq!(factor(&mut length, 0.6), 1);
        let ten = factor(&mut length, 7.0);
        assert!((9..=11).contains(&ten), "{ten}");
        assert_eq!(factor(&mut length, 1e6), 256);
        // With few leaves or machines they become shorter again.
        assert_eq!(factor(&mut length, 0.1), 1);
    }
}
