//! The configuration of a coordinator.

use serde::{Deserialize, Serialize};
use shomei_parallel::Ways;

/// The configuration of a coordinator. `docs/results/cluster-simulated.md` contains measurements in
/// simulations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The choice of the next leaf and the length of jobs.
    pub ways: Ways,
    /// The number of jobs queued at a machine for each of its threads, so that a thread does not
    /// wait for a message.
    pub queued: u32,
    /// The limit of queued jobs for each thread. The number grows while threads report waiting
    /// times.
    pub most_queued: u32,
    /// The minimum expansions for a solved position to be sent to all machines. It grows with the
    /// length of jobs while the coordinator is busy.
    pub least_solved: u64,
    /// The minimum expansions for an unsolved position to be sent to the machine that takes over a
    /// leaf above it; [`u64::MAX`] sends none.
    pub least_unsolved: u64,
    /// An unsolved position is sent only if it took at least 1/N of the job's expansions, N being
    /// this number, so that traffic does not grow with the length of jobs.
    pub least_part: u64,
    /// The time after which the leaf of a job is given to another machine, in the unit of the clock
    /// of [`Workers`](crate::Workers); 0 is unlimited.
    pub lease: u64,
    /// The limit of solved positions kept for later machines and for the certificate. Those that
    /// took the least work are dropped first.
    pub most_solved: usize,
    /// The limit of unsolved positions kept for machines that take a leaf over.
    pub most_unsolved: usize,
    /// The limit of positions in a batch.
    pub most_in_batch: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            ways: Ways::default(),
            queued: 1,
            most_queued: 16,
            least_solved: 1,
            least_unsolved: 2,
            least_part: 1 << 10,
            lease: 0,
            most_solved: 1 << 23,
            most_unsolved: 1 << 24,
            most_in_batch: 1 << 16,
        }
    }
}
