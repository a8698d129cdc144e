//! A machine of a simulation: searchers with one table, and their work.

use std::collections::{BTreeSet, VecDeque};

use shomei::jobs::Crew;
use shomei_parallel::{Done, JobOrder, TreeUpdate};

use crate::batch::{JobDone, MachineTask, MachineTaskDone, TaskResult};
use crate::tasks::{Parts, do_task};
use crate::{Batch, Returned};

/// A simulated machine. Each loss begins another life.
pub(super) struct Host<'a> {
    crew: Crew<'a>,
    pub(super) life: u32,
    pub(super) is_dismissed: bool,
    /// Idle threads.
    free: BTreeSet<usize>,
    /// The time since which each thread has been idle.
    free_since: Vec<u64>,
    orders: VecDeque<JobOrder>,
    /// The lease after the last that it received.
    next_lease: u64,
    tasks: VecDeque<MachineTask>,
    parts: Parts,
    updates: VecDeque<TreeUpdate>,
    /// The result of each thread's current job or task.
    done: Vec<Option<Returned>>,
    /// The times at which its links to the machine and back are free.
    pub(super) free_out: u64,
    pub(super) free_back: u64,
    /// The number of jobs begun.
    pub(super) jobs: u64,
}

impl<'a> Host<'a> {
    pub(super) fn new(crew: Crew<'a>) -> Host<'a> {
        let threads = crew.searchers.len();
        Host {
            crew,
            life: 0,
            is_dismissed: false,
            free: (0..threads).collect(),
            free_since: vec![0; threads],
            orders: VecDeque::new(),
            next_lease: 0,
            tasks: VecDeque::new(),
            parts: Parts::default(),
            updates: VecDeque::new(),
            done: (0..threads).map(|_| None).collect(),
            free_out: 0,
            free_back: 0,
            jobs: 0,
        }
    }

    /// Takes a batch. Its knowledge goes into the table before its jobs begin.
    pub(super) fn unpack(&mut self, batch: Batch) {
        self.crew.store(&batch.known);
        self.updates.extend(batch.updates);
        self.orders.extend(batch.orders);
        if let Some(order) = self.orders.back() {
            self.next_lease = order.lease + 1;
        }
        self.tasks.extend(batch.tasks);
    }

    /// Does the next task if there is one and a free thread. Returns the thread and the work.
    pub(super) fn next_task(&mut self) -> Option<(usize, u64)> {
        if self.tasks.is_empty() {
            return None;
        }
        let thread = self.free.pop_first()?;
        let MachineTask { number, work } = self.tasks.pop_front()?;
        self.jobs += 1;
        let searcher = &mut *self.crew.searchers[thread];
        let result = do_task(searcher, &self.parts, &work);
        let takes = match &result {
            TaskResult::Filled(filled, _) => filled.work,
            TaskResult::Part(_) | TaskResult::Failed(_) => 0,
        };
        self.done[thread] = Some(Returned {
            tasks: vec![MachineTaskDone { number, result }],
            ..Returned::default()
        });
        Some((thread, takes))
    }

    /// The next job and the thread that takes it, if there are both.
    pub(super) fn next_order(&mut self) -> Option<(usize, JobOrder)> {
        if self.orders.is_empty() {
            return None;
        }
        let thread = self.free.pop_first()?;
        Some((thread, self.orders.pop_front()?))
    }

    /// Searches a job as a thread does. Returns the result and its duration. The knowledge for
    /// other machines is held until the job ends.
    pub(super) fn search(&mut self, thread: usize, order: &JobOrder, now: u64) -> (Done, u64) {
        self.jobs += 1;
        let searcher = &mut self.crew.searchers[thread];
        for settled in self.updates.drain(..) {
            searcher.store_update(&settled);
        }
        let (done, known) = searcher.run(order);
        // A job without work takes time, too.
        let took = done.work.max(1);
        let job = JobDone {
            done: done.clone(),
            known,
            waited: now - self.free_since[thread],
            took,
        };
        self.done[thread] = Some(Returned {
            jobs: vec![job],
            ..Returned::default()
        });
        (done, took)
    }

    /// Ends the job or task of a thread.
    pub(super) fn take_done(&mut self, thread: usize, now: u64) -> Option<Returned> {
        self.free.insert(thread);
        self.free_since[thread] = now;
        let mut done = self.done[thread].take()?;
        let searched = self.done.iter().flatten().flat_map(|done| &done.jobs);
        let held = searched.map(|job| job.done.lease);
        let held = held.chain(self.orders.front().map(|order| order.lease));
        done.oldest = held.min().unwrap_or(self.next_lease);
        Some(done)
    }

    /// Whether the machine is idle and has begun exactly `jobs` jobs.
    pub(super) fn has_been_idle_since(&self, jobs: u64) -> bool {
        let has_work = !(self.orders.is_empty() && self.tasks.is_empty());
        self.jobs == jobs && self.free.len() == self.done.len() && !has_work
    }

    /// Loses its table and its work.
    pub(super) fn crash(&mut self) {
        self.life += 1;
        self.crew.table.clear();
        self.free = (0..self.done.len()).collect();
        self.orders.clear();
        self.next_lease = 0;
        self.tasks.clear();
        self.parts.clear();
        self.updates.clear();
        self.done.fill_with(|| None);
        self.free_out = 0;
        self.free_back = 0;
    }
}
