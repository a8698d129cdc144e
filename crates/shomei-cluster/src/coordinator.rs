//! Who holds the upper tree and shares the work.
//!
//! A coordinator is a state machine: it is told what happened and when, and says what is to be
//! sent. It opens no file, reads no clock and knows no game.
//!
//! ```text
//! joined    a machine has come: it is refused if it means another question
//! parcels   for every machine with room its next jobs: a leaf is picked, flagged,
//!           and sent with what others have solved since, and what they left unsolved there
//! returned  jobs are done: their numbers go up the tree; what is solved goes into the log, and
//!           into the tree wherever it stands there; what is unsolved waits for whoever takes the
//!           leaf over
//! lost      a machine is gone: its leaves are free again
//! tick      jobs whose lease has run out are given to others
//! ```
//!
//! Results that come late, twice, or with a lease of an earlier run change nothing in the tree;
//! what they have solved is true all the same, and is taken. Of a machine whose game fails, or
//! that brings what no search can bring, nothing more is taken. Where two searches disagree about
//! a position, nothing is believed of it any more, and the figures say so: then only a
//! certificate tells who was right.

mod bags;
mod figures;
mod learnt;
mod log;
mod machines;
mod pace;
mod record;

use std::collections::BTreeMap;

use shomei::{Answer, Error};
use shomei_search::Knowledge;
use shomei_search::jobs::{Ticket, TreeUpdate, UpperTree};

use crate::parcel::JobDone;
use crate::{Config, Parcel, Question, Returned};
use bags::Bags;
pub use figures::{Figures, Progress};
use log::Log;
use machines::Machine;
pub use machines::{MachineId, Refused};
pub use record::{Kept, Record};

/// A job under way.
#[derive(Debug)]
struct Lease {
    machine: MachineId,
    ticket: Ticket,
    places: Vec<u16>,
    budget: u64,
    sent: u64,
    /// How much of the log its machine was told before the parcel with this job.
    told: usize,
    /// What was told with this job of what others have left.
    bags: Vec<u64>,
}

/// Who holds the upper tree of one question and shares its work among machines: a state machine
/// without clock and files.
///
/// Times are what the caller says they are, in nanoseconds from any beginning.
#[derive(Debug)]
pub struct Coordinator {
    question: Question,
    config: Config,
    tree: UpperTree,
    machines: BTreeMap<MachineId, Machine>,
    leases: BTreeMap<u64, Lease>,
    /// Tells the leases of this run from those of earlier ones.
    run: u32,
    serial: u64,
    /// When the first lease may have run out.
    look_at_leases: Option<u64>,
    log: Log,
    bags: Bags,
    figures: Figures,
    /// What has happened since it was taken: for a journal.
    records: Vec<Record>,
    keeps_records: bool,
}

impl Coordinator {
    /// A coordinator for a question, without machines.
    ///
    /// # Errors
    ///
    /// When the options are none of df-pn, or ones with which disproofs can be wrong.
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
            bags: Bags::default(),
            figures: Figures::default(),
            records: Vec::new(),
            keeps_records: false,
        }
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What is known of the root.
    #[must_use]
    pub fn root(&self) -> Knowledge {
        self.tree.knowledge()
    }

    /// The answer as it stands: unknown until the root is solved.
    #[must_use]
    pub fn answer(&self) -> Answer {
        Answer::from(self.tree.root())
    }

    /// Whether the root is solved.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tree.root().is_solved()
    }

    /// What was solved on every line, for the certificate and for a store.
    pub fn solved(&self) -> impl Iterator<Item = &Knowledge> {
        self.log.all()
    }

    /// Takes solved positions from elsewhere, such as a store.
    pub fn learn(&mut self, known: &[Knowledge]) {
        for known in known {
            self.note(known, None);
        }
    }

    /// What is to be sent now: for every machine with room its next jobs, and what it has to know
    /// for them.
    pub fn parcels(&mut self, now: u64) -> Vec<(MachineId, Parcel)> {
        let mut parcels: BTreeMap<MachineId, Parcel> = BTreeMap::new();
        if self.is_over() {
            return Vec::new();
        }
        // Every thread gets one job before any has one in store.
        while let Some(id) = self.emptiest() {
            if !self.add_order(id, now, parcels.entry(id).or_default()) {
                break;
            }
        }
        for (&id, parcel) in &mut parcels {
            self.add_news(id, parcel);
        }
        parcels.retain(|_, parcel| !parcel.orders.is_empty());
        parcels.into_iter().collect()
    }

    /// Adds the next job for a machine, if there is one.
    fn add_order(&mut self, id: MachineId, now: u64, parcel: &mut Parcel) -> bool {
        let Some(machine) = self.machines.get_mut(&id) else {
            return false;
        };
        let Some((ticket, mut order)) = self.tree.pick() else {
            machine.pace.starves();
            return false;
        };
        self.serial += 1;
        // 40 bits are enough for a job a microsecond for twelve days.
        order.lease = u64::from(self.run) << 40 | self.serial & ((1 << 40) - 1);
        let least = order.budget / self.config.least_part.max(1);
        // The log is also what the certificate is made of, so this rises only when it is full.
        order.tells_solved = self.config.least_solved.max(self.log.least());
        order.tells_unsolved = match self.config.tells_unsolved {
            true => self.config.least_unsolved.max(least),
            false => u64::MAX,
        };
        let mut bags = Vec::new();
        if self.config.tells_unsolved {
            let line = self.tree.line(&ticket);
            for (number, bag) in self.bags.take(line, id, &mut machine.told_bags) {
                self.figures.told_unsolved += bag.len() as u64;
                parcel.known.extend(bag.iter());
                bags.push(number);
            }
        }
        machine.under_way += 1;
        let lease = Lease {
            machine: id,
            ticket,
            places: order.places.clone(),
            budget: order.budget,
            sent: now,
            told: machine.told,
            bags,
        };
        self.leases.insert(order.lease, lease);
        if self.config.lease > 0 {
            let due = now.saturating_add(self.config.lease);
            self.look_at_leases = Some(self.look_at_leases.map_or(due, |next| next.min(due)));
        }
        parcel.orders.push(order);
        true
    }

    /// Adds what a machine does not know yet.
    fn add_news(&mut self, id: MachineId, parcel: &mut Parcel) {
        let Some(machine) = self.machines.get_mut(&id) else {
            return;
        };
        if parcel.orders.is_empty() {
            return;
        }
        parcel.settled = std::mem::take(&mut machine.settled);
        if self.config.tells_solved {
            let (news, told) = self.log.news(id, machine.told, self.config.most_in_parcel);
            let before = parcel.known.len();
            parcel.known.extend(news);
            machine.told = told;
            self.figures.told_solved += (parcel.known.len() - before) as u64;
        }
    }

    /// Jobs have come back.
    pub fn returned(&mut self, id: MachineId, returned: &Returned, now: u64) {
        for job in &returned.jobs {
            self.job_returned(id, job, now);
        }
        let tree = &self.tree;
        let oldest = self
            .bags
            .tidy(self.config.most_unsolved, |child| tree.is_open(child));
        if let Some(oldest) = oldest {
            for machine in self.machines.values_mut() {
                machine.told_bags.retain(|&bag| bag >= oldest);
            }
        }
    }

    fn job_returned(&mut self, id: MachineId, job: &JobDone, now: u64) {
        let Some(machine) = self.machines.get_mut(&id) else {
            return;
        };
        // Of a machine that has shown that something is wrong with it nothing is believed.
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
            machine.under_way = machine.under_way.saturating_sub(1);
            let most = self.config.most_queued.saturating_sub(self.config.queued);
            let threads = machine.threads;
            machine.pace.follow((job.waited, job.took), threads, most);
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
                self.learnt_by(id, job, None);
            }
        }
    }

    fn job_ends(&mut self, id: MachineId, job: &JobDone, lease: &Lease) {
        let leaf = self.tree.line(&lease.ticket).last();
        let was_open = leaf.is_none_or(|leaf| self.tree.is_open(leaf));
        match self.tree.end(&lease.ticket, &job.done) {
            Ok(ended) => {
                self.count(lease, &job.done, was_open);
                self.record(&lease.places, job);
                self.settled(id, ended.update);
                for known in &ended.solved {
                    self.note(known, None);
                }
                self.learnt_by(id, job, Some(lease));
            }
            Err(fault) => {
                self.figures.wrong += 1;
                if let Some(machine) = self.machines.get_mut(&id) {
                    machine.failed = Some(format!("it brings what no search can bring: {fault}"));
                }
            }
        }
    }

    /// The table of a machine is told what its jobs have changed, with its next jobs.
    fn settled(&mut self, id: MachineId, settled: TreeUpdate) {
        if let Some(machine) = self.machines.get_mut(&id)
            && !settled.nodes.is_empty()
        {
            machine.settled.push(settled);
        }
    }
}
