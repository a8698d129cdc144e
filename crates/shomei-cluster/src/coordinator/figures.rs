//! The progress of a search in numbers.

use serde::{Deserialize, Serialize};
use shomei_parallel::Done;
use shomei_search::Number;

use super::{Coordinator, Lease};

/// The counters of a search. Jobs, nodes, expansions and work include earlier runs of the journal;
/// the other counters are of the current run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Jobs whose results arrived in time.
    pub jobs: u64,
    /// Of these, jobs that used up their budget.
    pub jobs_of_full_length: u64,
    /// Nodes of all returned jobs, as limits count them.
    pub nodes: u64,
    /// Of these, expansions.
    pub expanded: u64,
    /// Work of all returned jobs, in units of about one expansion.
    pub work: u64,
    /// Work at leaves that were solved or removed meanwhile.
    pub wasted: u64,
    /// Late and repeated results, and those with a lease of another run.
    pub late: u64,
    /// Jobs given to another machine, because theirs was lost or too slow, or because their result
    /// was lost.
    pub lost: u64,
    /// Impossible results.
    pub wrong: u64,
    /// Positions about which two searches disagreed.
    pub contradictions: u64,
    /// Solved positions sent to machines, counted for each machine.
    #[serde(rename = "told_solved")]
    pub sent_solved: u64,
    /// Unsolved positions sent to machines.
    #[serde(rename = "told_unsolved")]
    pub sent_unsolved: u64,
}

impl Figures {
    /// Adds a job.
    pub(super) fn add(&mut self, done: &Done) {
        self.jobs += 1;
        self.nodes += done.nodes;
        self.expanded += done.expanded;
        self.work += done.work;
    }

    /// The counters that a later run continues.
    pub(super) fn of_jobs(self) -> Figures {
        Figures {
            jobs: self.jobs,
            nodes: self.nodes,
            expanded: self.expanded,
            work: self.work,
            ..Figures::default()
        }
    }
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The proof number of the root; `None` is infinite.
    pub pn: Option<u32>,
    /// The disproof number of the root.
    pub dn: Option<u32>,
    /// The number of connected machines.
    pub machines: usize,
    /// The number of their threads.
    pub threads: u32,
    /// Assigned jobs.
    pub under_way: usize,
    /// Positions in the upper tree.
    pub tree: usize,
    /// The minimum expansions of a job.
    pub budget: u64,
    /// Solved positions in memory.
    pub solved: usize,
    /// Unsolved positions in memory.
    pub unsolved: usize,
    /// The counters so far.
    pub figures: Figures,
}

impl Coordinator {
    /// The progress so far.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let root = self.tree.root().bounds;
        let finite = |number: Number| (!number.is_infinite()).then(|| number.get());
        let there = || self.machines.values().filter(|machine| machine.is_there);
        Progress {
            pn: finite(root.pn()),
            dn: finite(root.dn()),
            machines: there().count(),
            threads: there().map(|machine| machine.threads).sum(),
            under_way: self.leases.len(),
            tree: self.tree.size(),
            budget: self.least(),
            solved: self.log.len(),
            unsolved: self.hints.held(),
            figures: self.figures,
        }
    }

    /// Counts a job whose result came in time.
    pub(super) fn count(&mut self, lease: &Lease, done: &Done) {
        self.figures.add(done);
        self.figures.jobs_of_full_length += u64::from(done.work >= lease.budget);
    }
}
