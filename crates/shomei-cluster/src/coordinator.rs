//! The coordinator holds the upper tree and distributes the work.
//!
//! A coordinator is a state machine. Its caller reports events and times, and gets the batches to
//! send. It opens no file, reads no clock and knows no game.
//!
//! ```text
//! joined    adds a machine, or refuses one with another question
//! batches   gives jobs to every machine with room: picks and flags a leaf, and sends it with the
//!           new solved positions and with hints of other machines below the leaf
//! returned  takes finished jobs: their numbers go up the tree; solved positions go into the log,
//!           and into the tree wherever they occur; unsolved positions become hints for the machine
//!           that takes the leaf over. Frees the leaves of lost results
//! lost      removes a machine and frees its leaves
//! tick      frees the leaves of jobs whose lease has expired
//! ```
//!
//! Late and repeated results, and those with a lease of an earlier run, do not change the numbers
//! of the tree, but their solved positions are valid and are taken. Results of a machine are
//! ignored after its game has failed or it has returned an impossible result. If two searches
//! disagree about a position, the coordinator removes it and counts a contradiction: only a
//! certificate shows which was right.

mod figures;
mod hints;
mod job_length;
mod knowledge;
mod log;
mod machines;
mod queue_depth;
mod record;

use std::collections::BTreeMap;

use shomei::{Answer, Error};
use shomei_parallel::{Ticket, TreeUpdate, UpperTree};
use shomei_search::Knowledge;

use crate::batch::JobDone;
use crate::{Batch, Config, Question, Returned};
pub use figures::{Figures, Progress};
use hints::JobHints;
use job_length::JobLength;
use log::{Log, Noted};
use machines::MachineState;
pub use machines::{MachineId, Refused};
pub use record::{Record, Snapshot};

/// A job under way.
#[derive(Debug)]
struct Lease {
    machine: MachineId,
    ticket: Ticket,
    places: Vec<u16>,
    budget: u64,
    sent: u64,
    /// The machine's pointer into the log before the batch with this job was sent.
    log_pointer: usize,
    /// The hints of other machines that were sent with this job.
    hints: Vec<u64>,
}

/// Holds the upper tree of one question and distributes its work to machines: a state machine
/// without clock and files.
///
/// The caller passes times in nanoseconds from any starting point.
#[derive(Debug)]
pub struct Coordinator {
    question: Question,
    config: Config,
    tree: UpperTree,
    machines: BTreeMap<MachineId, MachineState>,
    leases: BTreeMap<u64, Lease>,
    /// Distinguishes the leases of this run from those of earlier runs.
    run: u32,
    serial: u64,
    /// The earliest time at which a lease can have expired.
    look_at_leases: Option<u64>,
    log: Log,
    hints: JobHints,
    figures: Figures,
    job_length: JobLength,
    /// The events since the last [`Coordinator::take_records`], for a journal.
    records: Vec<Record>,
    keeps_records: bool,
}

impl Coordinator {
    /// A coordinator for a question, without machines.
    ///
    /// # Errors
    ///
    /// If the options are not options of df-pn, or allow wrong disproofs.
    pub fn new(question: Question, config: Config) -> Result<Coordinator, Error> {
        let tree = UpperTree::new(question.key, &question.settings(), &config.ways);
        let tree = tree.map_err(|error| Error::usage(error.to_string()))?;
        Ok(Coordinator::with_tree(question, config, tree))
    }

    fn with_tree(question: Question, config: Config, tree: UpperTree) -> Coordinator {
        Coordinator {
            question,
            config,
            tree,
            machines: BTreeMap::new(),
            leases: BTreeMap::new(),
            run: 0,
            serial: 0,
            look_at_leases: None,
            log: Log::default(),
            hints: JobHints::default(),
            figures: Figures::default(),
            job_length: JobLength::default(),
            records: Vec::new(),
            keeps_records: false,
        }
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The knowledge about the root.
    #[must_use]
    pub fn root(&self) -> Knowledge {
        self.tree.root()
    }

    /// The answer; unknown until the root is solved.
    #[must_use]
    pub fn answer(&self) -> Answer {
        Answer::from(self.tree.root().bounds)
    }

    /// Whether the root is solved.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tree.root().bounds.is_solved()
    }

    /// The positions solved on every path, for the certificate and for a store.
    pub fn solved(&self) -> impl Iterator<Item = &Knowledge> {
        self.log.all()
    }

    /// Adds solved positions from another source, such as a store.
    pub fn add_solved(&mut self, known: &[Knowledge]) {
        for part in known.chunks(record::PART) {
            let news = part.iter().copied();
            let news = news.filter(|known| self.note(known, None) == Noted::New);
            let news = news.collect();
            self.record_solved(news);
        }
    }

    /// The batches to send: the next jobs of every machine with room, with the knowledge for them.
    pub fn batches(&mut self, now: u64) -> Vec<(MachineId, Batch)> {
        let mut batches: BTreeMap<MachineId, Batch> = BTreeMap::new();
        if self.is_over() {
            return Vec::new();
        }
        // Every thread gets one job before any thread gets a queued one.
        while let Some(id) = self.emptiest() {
            if !self.add_order(id, now, batches.entry(id).or_default()) {
                self.note_starving();
                break;
            }
        }
        for (&id, batch) in &mut batches {
            self.add_news(id, batch);
        }
        batches.retain(|_, batch| !batch.orders.is_empty());
        batches.into_iter().collect()
    }

    /// Notes that there is no leaf for the machines with room.
    fn note_starving(&mut self) {
        let queued = self.config.queued;
        let machines = self.machines.values_mut();
        machines
            .filter(|machine| machine.has_room(queued))
            .for_each(|machine| machine.queue_depth.starves());
    }

    /// Adds the next job for a machine, if there is one.
    fn add_order(&mut self, id: MachineId, now: u64, batch: &mut Batch) -> bool {
        let Some(machine) = self.machines.get_mut(&id) else {
            return false;
        };
        let Some((ticket, mut order)) = self.tree.pick() else {
            return false;
        };
        self.serial += 1;
        // 40 bits are enough for one job per microsecond during twelve days.
        order.lease = u64::from(self.run) << 40 | self.serial & ((1 << 40) - 1);
        let least = order.budget / self.config.least_part.max(1);
        // Longer jobs alone would not save the time for solved positions. The certificate also uses
        // the log, so the minimum rises otherwise only when the log is full.
        let factor = self.job_length.factor();
        let least_solved = self.config.least_solved.saturating_mul(factor);
        order.reports_solved = least_solved.max(self.log.least());
        order.reports_unsolved = self.config.least_unsolved.max(least);
        let mut hints = Vec::new();
        for (number, known) in self.hints.take(ticket.line(), id, &mut machine.sent_hints) {
            self.figures.sent_unsolved += known.len() as u64;
            batch.known.extend(known.iter());
            hints.push(number);
        }
        machine.sent.push_back(order.lease);
        let lease = Lease {
            machine: id,
            ticket,
            places: order.places.clone(),
            budget: order.budget,
            sent: now,
            log_pointer: machine.log_pointer,
            hints,
        };
        self.leases.insert(order.lease, lease);
        if self.config.lease > 0 {
            let due = now.saturating_add(self.config.lease);
            self.look_at_leases = Some(self.look_at_leases.map_or(due, |next| next.min(due)));
        }
        batch.orders.push(order);
        true
    }

    /// Adds solved positions that a machine does not know yet.
    fn add_news(&mut self, id: MachineId, batch: &mut Batch) {
        let Some(machine) = self.machines.get_mut(&id) else {
            return;
        };
        if batch.orders.is_empty() {
            return;
        }
        batch.updates = std::mem::take(&mut machine.updates);
        let (news, pointer) = self
            .log
            .news(id, machine.log_pointer, self.config.most_in_batch);
        let before = batch.known.len();
        batch.known.extend(news);
        machine.log_pointer = pointer;
        self.figures.sent_solved += (batch.known.len() - before) as u64;
    }

    /// Takes the results of a machine.
    pub fn returned(&mut self, id: MachineId, returned: &Returned, now: u64) {
        for job in &returned.jobs {
            self.job_returned(id, job, now);
        }
        if let Some(machine) = self.machines.get_mut(&id) {
            let lost = machine.take_before(returned.oldest);
            self.lose(lost);
        }
        let tree = &self.tree;
        let oldest = self
            .hints
            .tidy(self.config.most_unsolved, |child| tree.is_open(child));
        if let Some(oldest) = oldest {
            for machine in self.machines.values_mut() {
                machine.sent_hints.retain(|&hints| hints >= oldest);
            }
        }
    }

    fn job_returned(&mut self, id: MachineId, job: &JobDone, now: u64) {
        let Some(machine) = self.machines.get_mut(&id) else {
            return;
        };
        // Results of a failed machine are not used.
        if machine.failed.is_some() {
            return;
        }
        machine.heard = now;
        machine.silent_until = None;
        machine.is_probed = false;
        machine.failed.clone_from(&job.done.failed);
        let lease = self.leases.get(&job.done.lease);
        let is_due = lease.is_some_and(|lease| lease.machine == id);
        let lease = is_due
            .then(|| self.leases.remove(&job.done.lease))
            .flatten();
        if lease.is_some() {
            machine.ends(job.done.lease);
            let most = self.config.most_queued.saturating_sub(self.config.queued);
            let threads = machine.threads;
            machine
                .queue_depth
                .follow((job.waited, job.took), threads, most);
        }
        match lease {
            Some(lease) if job.done.failed.is_some() => {
                self.tree.lose(&lease.ticket);
                self.figures.lost += 1;
            }
            Some(lease) => self.job_ends(id, job, &lease),
            None if job.done.failed.is_some() => {}
            None => {
                self.figures.late += 1;
                self.take_knowledge(id, job, None);
            }
        }
    }

    fn job_ends(&mut self, id: MachineId, job: &JobDone, lease: &Lease) {
        let leaf = lease.ticket.line().last();
        let was_open = leaf.is_none_or(|&leaf| self.tree.is_open(leaf));
        match self.tree.end(&lease.ticket, &job.done) {
            Ok(ended) => {
                self.count(lease, &job.done);
                if !was_open {
                    self.figures.wasted += job.done.work;
                }
                self.record(&lease.places, job);
                self.add_update(id, ended.update);
                for known in &ended.solved {
                    self.note(known, None);
                }
                self.take_knowledge(id, job, Some(lease));
            }
            Err(fault) => {
                self.figures.wrong += 1;
                if let Some(machine) = self.machines.get_mut(&id) {
                    machine.failed = Some(format!("it returned an impossible result: {fault}"));
                }
            }
        }
    }

    /// Queues the changes of a job for the table of its machine.
    fn add_update(&mut self, id: MachineId, settled: TreeUpdate) {
        if let Some(machine) = self.machines.get_mut(&id)
            && !settled.nodes.is_empty()
        {
            machine.updates.push(settled);
        }
    }
}
