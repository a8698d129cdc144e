//! The progress of a search in numbers.

use serde::{Deserialize, Serialize};
use shomei_parallel::Done;

use super::{Coordinator, Lease};

/// What has happened so far, in numbers: jobs, nodes, expansions and work of all runs of a journal, all
/// else of the present one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Jobs that were brought back in time.
    pub jobs: u64,
    /// Of these, jobs that their budget ended.
    pub jobs_of_full_length: u64,
    /// Nodes of all jobs that came back, as limits count them.
    pub nodes: u64,
    /// Of these, expansions.
    pub expanded: u64,
    /// Work of all jobs, in units of about one expansion.
    pub work: u64,
    /// Work at leaves that were solved or gone when it came back.
    pub wasted: u64,
    /// Results that came too late, twice, or with the lease of another run.
    pub late: u64,
    /// Jobs that were given to another machine, since theirs was lost or too slow.
    pub lost: u64,
    /// Results that no search can have brought.
    pub wrong: u64,
    /// Positions about which two searches disagreed.
    pub contradictions: u64,
    /// Solved positions that were sent to machines, each time they were.
    #[serde(rename = "told_solved")]
    pub sent_solved: u64,
    /// Unsolved positions that were sent.
    #[serde(rename = "told_unsolved")]
    pub sent_unsolved: u64,
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The proof number of the root; [`u32::MAX`] is infinite.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// Machines that are there.
    pub machines: usize,
    /// Their threads.
    pub threads: u32,
    /// Jobs under way.
    pub under_way: usize,
    /// Positions in the upper tree.
    pub tree: usize,
    /// The least expansions of a job.
    pub budget: u64,
    /// Solved positions that are kept.
    pub solved: usize,
    /// Unsolved positions that are kept.
    pub unsolved: usize,
    /// What has happened so far.
    pub figures: Figures,
}

impl Coordinator {
    /// The progress of the search.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let root = self.tree.root().bounds;
        let there = || self.machines.values().filter(|machine| machine.is_there);
        Progress {
            pn: root.pn().get(),
            dn: root.dn().get(),
            machines: there().count(),
            threads: there().map(|machine| machine.threads).sum(),
            under_way: self.leases.len(),
            tree: self.tree.size(),
            budget: self.config.ways.least,
            solved: self.log.len(),
            unsolved: self.hints.held(),
            figures: self.figures,
        }
    }

    /// Counts a job whose result came in time.
    pub(super) fn count(&mut self, lease: &Lease, done: &Done) {
        let figures = &mut self.figures;
        figures.jobs += 1;
        figures.jobs_of_full_length += u64::from(done.work >= lease.budget);
        figures.nodes += done.nodes;
        figures.expanded += done.expanded;
        figures.work += done.work;
    }
}
