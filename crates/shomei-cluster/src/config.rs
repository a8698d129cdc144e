//! How a coordinator shares the work.

use serde::{Deserialize, Serialize};
use shomei_parallel::Ways;

/// How a coordinator shares the work. The defaults are those of the design; what single runs of the
/// simulation say about each is in `docs/results/cluster-simulated.md`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How the next leaf is chosen, and how long jobs are.
    pub ways: Ways,
    /// Jobs that wait at a machine for each of its threads while it does others, so that no
    /// thread waits for an answer on its way.
    pub queued: u32,
    /// The most jobs that wait for each thread: the number grows while threads report that they
    /// wait.
    pub most_queued: u32,
    /// Whether what is solved anywhere goes to all machines.
    pub sends_solved: bool,
    /// The least expansions of a solved position that goes to all machines.
    pub least_solved: u64,
    /// Whether what a machine has left unsolved below a leaf goes to the machine that takes the
    /// leaf over.
    pub sends_unsolved: bool,
    /// The least expansions of an unsolved position that does.
    pub least_unsolved: u64,
    /// What is unsolved and took less than this part of a job's expansions is not sent, so
    /// that traffic does not grow with the length of jobs.
    pub least_part: u64,
    /// How long a job may take before its leaf is given to another machine, in the unit of the
    /// clock of [`Workers`](crate::Workers); 0: for ever.
    pub lease: u64,
    /// The most solved positions that are kept for machines that come later and for the
    /// certificate; then those are dropped that took the least work.
    pub most_solved: usize,
    /// The most unsolved positions that are kept for machines that take a leaf over.
    pub most_unsolved: usize,
    /// The most positions in one batch.
    pub most_in_parcel: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            ways: Ways::default(),
            queued: 1,
            most_queued: 16,
            sends_solved: true,
            least_solved: 4,
            sends_unsolved: true,
            least_unsolved: 2,
            least_part: 1 << 10,
            lease: 0,
            most_solved: 1 << 23,
            most_unsolved: 1 << 24,
            most_in_parcel: 1 << 16,
        }
    }
}
