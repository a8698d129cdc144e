//! Adapts the number of jobs queued at a machine: as few as keep its threads busy.
//!
//! A queued job was picked with less knowledge, so each further one costs. But a thread without a
//! queued job is idle until the next message. Machines report the idle times of their threads, so
//! the coordinator does not need to know the latency.

/// The number of additional jobs queued for each thread of a machine.
#[derive(Debug, Default)]
pub(super) struct QueueDepth {
    more: u32,
    jobs: u32,
    waited: u64,
    took: u64,
    /// Whether there was no leaf for the machine, so that a deeper queue would not help.
    has_starved: bool,
    /// The number of consecutive measurements with hardly any idle time.
    calm: u32,
}

impl QueueDepth {
    /// The jobs per thread between two measurements.
    const JOBS: u32 = 8;
    /// Threads wait too long above this part of the time, in 1,024ths.
    const LONG: u64 = 48;
    /// Threads hardly wait below this part, in 1,024ths.
    const SHORT: u64 = 8;
    /// The depth shrinks by one job after this number of consecutive calm measurements.
    const CALM: u32 = 16;

    /// The additional jobs per thread.
    pub(super) fn more(&self) -> u32 {
        self.more
    }

    /// Notes that the machine had room but there was no leaf.
    pub(super) fn starves(&mut self) {
        self.has_starved = true;
    }

    /// Adds the waiting time and the duration of a returned job.
    pub(super) fn follow(&mut self, (waited, took): (u64, u64), threads: u32, most: u32) {
        self.jobs += 1;
        self.waited = self.waited.saturating_add(waited);
        self.took = self.took.saturating_add(took);
        if self.jobs < Self::JOBS.saturating_mul(threads) {
            return;
        }
        let all = self.waited.saturating_add(self.took).max(1);
        let part = (u128::from(self.waited) * 1024 / u128::from(all)) as u64;
        if self.has_starved {
            self.calm = 0;
        } else if part > Self::LONG {
            self.more += 1 + self.more / 2;
            self.calm = 0;
        } else if part < Self::SHORT {
            self.calm += 1;
            if self.calm == Self::CALM {
                self.more = self.more.saturating_sub(1);
                self.calm = 0;
            }
        } else {
            self.calm = 0;
        }
        *self = QueueDepth {
            more: self.more.min(most),
            calm: self.calm,
            ..QueueDepth::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(queue_depth: &mut QueueDepth, waited: u64, took: u64) -> u32 {
        for _ in 0..16 {
            queue_depth.follow((waited, took), 2, 5);
        }
        queue_depth.more()
    }

    #[test]
    fn the_queue_grows_while_threads_wait_and_shrinks_slowly() {
        let mut queue_depth = QueueDepth::default();
        assert_eq!(look(&mut queue_depth, 0, 100), 0);
        let grown: Vec<u32> = (0..5).map(|_| look(&mut queue_depth, 50, 100)).collect();
        assert_eq!(grown, [1, 2, 4, 5, 5]);
        assert_eq!(look(&mut queue_depth, 2, 100), 5);
        let calm: Vec<u32> = (0..32).map(|_| look(&mut queue_depth, 0, 100)).collect();
        assert_eq!((calm[14], calm[15], calm[30], calm[31]), (5, 4, 4, 3));
    }

    #[test]
    fn a_machine_without_a_leaf_gets_no_deeper_queue() {
        let mut queue_depth = QueueDepth::default();
        queue_depth.starves();
        assert_eq!(look(&mut queue_depth, 500, 100), 0);
        assert_eq!(look(&mut queue_depth, 500, 100), 1);
    }
}
