//! How many jobs wait at a machine: as few as are needed so that its threads do not wait.
//!
//! A job that waits was picked when less was known, so each further one costs. But a thread that has
//! done its last job does nothing until the next one has come. Machines report how long their
//! threads had nothing to do, so the coordinator need not know how long messages take.

/// Sets how many more jobs than the least wait at each thread of a machine.
#[derive(Debug, Default)]
pub(super) struct QueueDepth {
    more: u32,
    jobs: u32,
    waited: u64,
    took: u64,
    /// Whether there was no leaf for it: then more jobs are not to be had.
    has_starved: bool,
    /// Looks in a row at which threads had hardly waited.
    calm: u32,
}

impl QueueDepth {
    /// Jobs of each thread between two looks.
    const JOBS: u32 = 8;
    /// Above this part of the time, in 1,024ths, threads wait too long.
    const LONG: u64 = 48;
    /// Below this part they hardly wait.
    const SHORT: u64 = 8;
    /// After this many calm looks in a row, one job fewer is tried.
    const CALM: u32 = 16;

    /// How many more than the least.
    pub(super) fn more(&self) -> u32 {
        self.more
    }

    /// There was room at the machine and no leaf.
    pub(super) fn starves(&mut self) {
        self.has_starved = true;
    }

    /// A job has come back: how long its thread had waited for it, and how long it took.
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
    fn the_stock_grows_while_threads_wait_and_shrinks_slowly_when_they_do_not() {
        let mut queue_depth = QueueDepth::default();
        assert_eq!(look(&mut queue_depth, 0, 100), 0);
        let grown: Vec<u32> = (0..5).map(|_| look(&mut queue_depth, 50, 100)).collect();
        assert_eq!(grown, [1, 2, 4, 5, 5]);
        assert_eq!(look(&mut queue_depth, 2, 100), 5);
        let calm: Vec<u32> = (0..32).map(|_| look(&mut queue_depth, 0, 100)).collect();
        assert_eq!((calm[14], calm[15], calm[30], calm[31]), (5, 4, 4, 3));
    }

    #[test]
    fn a_machine_for_which_there_is_no_leaf_gets_no_larger_stock() {
        let mut queue_depth = QueueDepth::default();
        queue_depth.starves();
        assert_eq!(look(&mut queue_depth, 500, 100), 0);
        assert_eq!(look(&mut queue_depth, 500, 100), 1);
    }
}
