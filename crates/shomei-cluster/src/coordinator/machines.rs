//! The machines of a coordinator: their presence, their jobs and the knowledge sent to them.

use std::collections::{HashSet, VecDeque};
use std::fmt;

use serde::{Deserialize, Serialize};
use shomei_parallel::TreeUpdate;

use super::Coordinator;
use super::queue_depth::QueueDepth;
use crate::Hello;

/// The number of a machine, which is never used again for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MachineId(pub u32);

impl fmt::Display for MachineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "machine {}", self.0)
    }
}

/// The refusal of a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{machine} is refused: {why}")]
pub struct Refused {
    /// The machine.
    pub machine: MachineId,
    /// The reason.
    pub why: String,
}

/// A machine.
#[derive(Debug)]
pub(super) struct MachineState {
    pub(super) threads: u32,
    /// Identifies its table among all processes; 0 is unknown.
    identity: u64,
    /// Whether the machine has joined and is not lost.
    pub(super) is_there: bool,
    /// The reason why the machine cannot do jobs, if there is one.
    pub(super) failed: Option<String>,
    /// Its jobs under way, in the order in which they were sent.
    pub(super) sent: VecDeque<u64>,
    /// The time of its last result, or of its joining.
    pub(super) heard: u64,
    /// The time until which it gets no jobs, because one of its leases has expired.
    pub(super) silent_until: Option<u64>,
    /// Whether it gets only one job, to test whether it answers.
    pub(super) is_probed: bool,
    /// The pointer after the last position of the log that was sent to it.
    pub(super) log_pointer: usize,
    pub(super) sent_hints: HashSet<u64>,
    pub(super) updates: Vec<TreeUpdate>,
    pub(super) queue_depth: QueueDepth,
}

impl MachineState {
    /// The number of jobs under way.
    fn under_way(&self) -> u32 {
        self.sent.len() as u32
    }

    /// Ends a job.
    pub(super) fn ends(&mut self, lease: u64) {
        if let Some(place) = self.sent.iter().position(|&sent| sent == lease) {
            self.sent.remove(place);
        }
    }

    /// Takes the jobs before this one: their results were lost.
    ///
    /// The leases alone would notice this late: with five lost results of 100, 16 machines had a
    /// third of their speed.
    pub(super) fn take_before(&mut self, oldest: u64) -> Vec<u64> {
        let place = self.sent.partition_point(|&sent| sent < oldest);
        self.sent.drain(..place).collect()
    }

    pub(super) fn has_room(&self, least_queued: u32) -> bool {
        let queued = least_queued.saturating_add(self.queue_depth.more());
        let most = match (self.silent_until, self.is_probed) {
            (Some(_), _) => 0,
            (None, true) => 1,
            (None, false) => self.threads.saturating_mul(queued.saturating_add(1)),
        };
        self.is_there && self.failed.is_none() && self.under_way() < most
    }
}

impl Coordinator {
    /// Adds a machine. One that joins again with the same table gets only the positions solved
    /// since; with another table it gets all.
    ///
    /// # Errors
    ///
    /// If its question or its version differs, or it has no threads.
    pub fn joined(&mut self, id: MachineId, hello: &Hello, now: u64) -> Result<(), Refused> {
        let refused = |why: String| Refused { machine: id, why };
        if let Some(difference) = self.question.difference(&hello.question) {
            return Err(refused(difference));
        }
        if hello.threads == 0 {
            return Err(refused("it has no threads".into()));
        }
        self.lost(id);
        let before = self.machines.remove(&id);
        let before = before.filter(|before| before.identity == hello.table && hello.table != 0);
        let (log_pointer, sent_hints, updates) = before.map_or_else(Default::default, |before| {
            (before.log_pointer, before.sent_hints, before.updates)
        });
        let machine = MachineState {
            threads: hello.threads,
            identity: hello.table,
            is_there: true,
            failed: None,
            sent: VecDeque::new(),
            heard: now,
            silent_until: None,
            is_probed: false,
            log_pointer,
            sent_hints,
            updates,
            queue_depth: QueueDepth::default(),
        };
        self.machines.insert(id, machine);
        Ok(())
    }

    /// Removes a machine and frees its jobs. Solved positions in its late results are taken, but it
    /// gets no more jobs until it joins again.
    pub fn lost(&mut self, id: MachineId) {
        let Some(machine) = self.machines.get_mut(&id) else {
            return;
        };
        machine.is_there = false;
        let leases = std::mem::take(&mut machine.sent);
        for lease in leases.iter().filter_map(|number| self.leases.get(number)) {
            // It is unknown whether the machine received the batch of a job that has not returned.
            // Its tree updates are not repeated, since they only save work.
            machine.log_pointer = machine.log_pointer.min(lease.log_pointer);
            for hints in &lease.hints {
                machine.sent_hints.remove(hints);
            }
        }
        self.lose(leases);
    }

    /// Removes a machine for good, because it reports a failure or the caller decides so.
    pub fn dismiss(&mut self, id: MachineId) {
        self.lost(id);
        self.machines.remove(&id);
    }

    /// Frees the jobs whose lease has expired. Their machine gets no jobs for the duration of a
    /// lease, and then only one, unless it returns a result before.
    ///
    /// Every result of a machine renews its leases, since jobs wait there for each other. But a job
    /// that is eight times as old as a lease counts as lost.
    pub fn tick(&mut self, now: u64) {
        for machine in self.machines.values_mut() {
            if machine.silent_until.is_some_and(|until| until <= now) {
                machine.silent_until = None;
                machine.is_probed = true;
            }
        }
        if self.look_at_leases.is_none_or(|next| now < next) {
            return;
        }
        let mut over = Vec::new();
        let mut next: Option<u64> = None;
        for (&id, lease) in &self.leases {
            let heard = self.machines.get(&lease.machine).map_or(0, |m| m.heard);
            let most = lease
                .sent
                .saturating_add(self.config.lease.saturating_mul(PATIENCE));
            let due = heard
                .max(lease.sent)
                .saturating_add(self.config.lease)
                .min(most);
            match due <= now {
                true => over.push((id, lease.machine)),
                false => next = Some(next.map_or(due, |next| next.min(due))),
            }
        }
        self.look_at_leases = next;
        for (lease, id) in over {
            self.lose([lease]);
            if let Some(machine) = self.machines.get_mut(&id) {
                machine.silent_until = Some(now.saturating_add(self.config.lease));
                machine.ends(lease);
            }
        }
    }

    /// The time of the next [`Coordinator::tick`], for a lease or for a silent machine.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        let there = self.machines.values().filter(|machine| machine.is_there);
        let silent = there.filter_map(|machine| machine.silent_until).min();
        self.look_at_leases.into_iter().chain(silent).min()
    }

    /// The machines that can do jobs, with their threads.
    pub fn there(&self) -> impl Iterator<Item = (MachineId, u32)> {
        let there = self.machines.iter();
        let there = there.filter(|(_, machine)| machine.is_there && machine.failed.is_none());
        there.map(|(&id, machine)| (id, machine.threads))
    }

    /// The machines that cannot do jobs, with the reasons.
    pub fn failures(&self) -> impl Iterator<Item = (MachineId, &str)> {
        self.machines
            .iter()
            .filter_map(|(&id, machine)| Some((id, machine.failed.as_deref()?)))
    }

    pub(super) fn lose(&mut self, leases: impl IntoIterator<Item = u64>) {
        for id in leases {
            if let Some(lease) = self.leases.remove(&id) {
                self.tree.lose(&lease.ticket);
                self.figures.lost += 1;
            }
        }
    }

    /// The machine with room that has the fewest jobs per thread.
    pub(super) fn emptiest(&self) -> Option<MachineId> {
        let queued = self.config.queued;
        let room = self
            .machines
            .iter()
            .filter(|(_, machine)| machine.has_room(queued));
        let least = room.min_by_key(|(id, machine)| (machine.under_way() / machine.threads, **id));
        least.map(|(&id, _)| id)
    }
}

/// A lease ends after this multiple of its length, even if its machine returns results.
const PATIENCE: u64 = 8;
