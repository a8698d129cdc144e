//! A cluster in virtual time: how fast machines would be that are not there.
//!
//! The searches are real, on real tables, and so are the coordinator and its messages. Only
//! the time is not: a job takes as long as it has expansions ([`Done::work`]), a message as long as
//! [`Cluster`] says, and the coordinator no time at all. Everything follows from the seed, so
//! a simulation repeats exactly.
//!
//! ```text
//! submit   the batch arrives at its machine half a round trip later
//! arrives  what is known goes into the table; free threads take orders
//! starts   the whole job is searched now, in real time; it ends that many expansions later
//! ends     the result is on its way for half a round trip; the thread takes the next order
//! poll     lets virtual time pass until something happens for the coordinator
//! ```
//!
//! A job is searched whole when it starts. Threads of one machine so find in their table what
//! another job will have written only a little later, at most one job ahead. Jobs are short against
//! a search, so this changes little; cutting them into slices would change more, since each slice
//! walks down its line again.
//!
//! What can go wrong is simulated, too: results that are lost, late, or come twice, and machines
//! that are lost with their tables and join again.
//!
//! [`Done::work`]: shomei_parallel::Done::work

mod host;
mod run;

use std::collections::BTreeMap;

use shomei::game::Dice;
use shomei::jobs::Crew;
use shomei_parallel::{Done, JobOrder};

use crate::batch::TaskResult;
use crate::{Batch, Event, Hello, MachineId, Returned, Workers};
use host::Host;
pub use run::{Simulation, simulate};

/// The machines of a simulation, the network between them, and what goes wrong. Times are in
/// expansions of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// How many machines.
    pub machines: u32,
    /// The threads of each, which share its table.
    pub threads: u32,
    /// The memory of each table in bytes.
    pub memory: usize,
    /// The time that a message and its answer are on their way, together.
    pub round_trip: u64,
    /// The entries that the link of a machine carries in each direction in the time of 1,000
    /// expansions; 0: any number at once.
    pub bandwidth: u64,
    /// Results of 10,000 that never arrive. With it goes [`Config::lease`](crate::Config::lease).
    pub lost: u64,
    /// Results of 10,000 that arrive twice.
    pub twice: u64,
    /// Results of 10,000 that need [`away`](Self::away) longer.
    pub late: u64,
    /// Jobs of 10,000 after which the machine is lost, with its table.
    pub crashes: u64,
    /// How long a lost machine is away, and a late result is late. A machine that has had nothing
    /// to do for four times as long says hello again where results can be lost.
    pub away: u64,
    /// Where all luck comes from.
    pub seed: u64,
}

impl Default for Cluster {
    /// One machine of one thread, and nothing goes wrong.
    fn default() -> Cluster {
        Cluster {
            machines: 1,
            threads: 1,
            memory: 1 << 28,
            round_trip: 0,
            bandwidth: 0,
            lost: 0,
            twice: 0,
            late: 0,
            crashes: 0,
            away: 10_000,
            seed: 0,
        }
    }
}

/// What was on the links, and what went wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The time in which threads were searching, all together.
    pub busy: u64,
    /// Entries that went to machines.
    pub entries_out: u64,
    /// Entries that came from machines.
    pub entries_back: u64,
    /// Results that never arrived.
    pub lost: u64,
    /// Results that came twice.
    pub twice: u64,
    /// Results that came late.
    pub late: u64,
    /// Machines that were lost.
    pub crashes: u64,
}

/// What happens when its time comes.
enum Happening {
    Arrives(Batch),
    Ends(usize),
    Joins,
    /// Something for the coordinator.
    Event(Event),
    /// A look whether the machine has had nothing to do since this job.
    IsIdle(u64),
}

/// Sees every job when it has been searched.
pub type Watch<'w> = &'w mut dyn FnMut(&JobOrder, &Done);

/// Machines in virtual time.
pub struct Simulator<'a, 'w> {
    cluster: Cluster,
    hello: Hello,
    hosts: Vec<Host<'a>>,
    now: u64,
    /// By time, and by order where that is the same; with the machine, and which of its lives.
    coming: BTreeMap<(u64, u64), (usize, u32, Happening)>,
    serial: u64,
    luck: Dice,
    traffic: Traffic,
    watch: Watch<'w>,
}

impl<'a, 'w> Simulator<'a, 'w> {
    /// Machines with these searchers, a crew each.
    pub fn new(
        cluster: &Cluster,
        hello: Hello,
        crews: Vec<Crew<'a>>,
        watch: Watch<'w>,
    ) -> Simulator<'a, 'w> {
        let mut simulator = Simulator {
            cluster: cluster.clone(),
            hello,
            hosts: crews.into_iter().map(Host::new).collect(),
            now: 0,
            coming: BTreeMap::new(),
            serial: 0,
            luck: Dice::new(cluster.seed),
            traffic: Traffic::default(),
            watch,
        };
        for host in 0..simulator.hosts.len() {
            simulator.will(0, host, Happening::Joins);
        }
        simulator
    }

    /// What was on the links so far, and what went wrong.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    fn will(&mut self, at: u64, host: usize, happening: Happening) {
        self.serial += 1;
        let life = self.hosts[host].life;
        self.coming
            .insert((at, self.serial), (host, life, happening));
    }

    /// Whether it happens this time, with this probability in 10,000ths.
    fn strikes(&mut self, of_ten_thousand: u64) -> bool {
        of_ten_thousand > 0 && (self.luck.below(10_000) as u64) < of_ten_thousand
    }

    /// When a message arrives that goes now, with `entries` entries, over a link that is free at
    /// `free`; then it is free again.
    fn carried(&self, free: &mut u64, entries: u64) -> u64 {
        let begins = self.now.max(*free);
        let takes = entries
            .saturating_mul(1000)
            .checked_div(self.cluster.bandwidth);
        *free = begins + takes.unwrap_or(0);
        *free + self.cluster.round_trip / 2
    }

    /// The event for the coordinator, if this is one.
    fn happen(&mut self, host: usize, life: u32, happening: Happening) -> Option<Event> {
        match happening {
            Happening::Event(event) => return Some(event),
            Happening::Joins => {
                let id = MachineId(host as u32);
                return Some(Event::Joined(id, self.hello.clone()));
            }
            // It was for a machine that is no more.
            _ if self.hosts[host].life != life => {}
            Happening::Arrives(batch) => {
                self.hosts[host].unpack(batch);
                self.start_all(host);
            }
            Happening::Ends(thread) => self.end(host, thread),
            Happening::IsIdle(jobs) => {
                if self.hosts[host].has_been_idle_since(jobs) {
                    self.will(self.now, host, Happening::Joins);
                    self.look_again(host);
                }
            }
        }
        None
    }

    /// Free threads take what there is to do.
    fn start_all(&mut self, host: usize) {
        while let Some((thread, work)) = self.hosts[host].next_task() {
            let takes = work.max(1);
            self.traffic.busy += takes;
            self.will(self.now + takes, host, Happening::Ends(thread));
        }
        while let Some((thread, order)) = self.hosts[host].next_order() {
            let (done, takes) = self.hosts[host].search(thread, &order, self.now);
            (self.watch)(&order, &done);
            self.traffic.busy += takes;
            self.will(self.now + takes, host, Happening::Ends(thread));
        }
    }

    fn end(&mut self, host: usize, thread: usize) {
        let done = self.hosts[host].take_done(thread, self.now);
        if self.strikes(self.cluster.crashes) {
            self.crash(host);
            return;
        }
        if let Some(done) = done {
            self.bring(host, done);
        }
        self.start_all(host);
        self.look_again(host);
    }

    /// Where results can be lost a machine that hears nothing says hello again.
    fn look_again(&mut self, host: usize) {
        if self.cluster.lost > 0 {
            let jobs = self.hosts[host].jobs;
            let at = self.now + 4 * self.cluster.away.max(1);
            self.will(at, host, Happening::IsIdle(jobs));
        }
    }

    /// A result goes to the coordinator.
    fn bring(&mut self, host: usize, done: Returned) {
        if self.strikes(self.cluster.lost) {
            self.traffic.lost += 1;
            return;
        }
        let known = done.jobs.iter().map(|job| job.known.len());
        let tasks = done.tasks.iter().map(|task| match &task.result {
            TaskResult::Filled(_, known) => known.len(),
            TaskResult::Part(_) | TaskResult::Failed(_) => 0,
        });
        let entries = known.chain(tasks).sum::<usize>() as u64;
        self.traffic.entries_back += entries;
        let mut free = self.hosts[host].free_back;
        let mut at = self.carried(&mut free, entries);
        self.hosts[host].free_back = free;
        let event = |returned| Happening::Event(Event::Returned(MachineId(host as u32), returned));
        if self.strikes(self.cluster.late) {
            self.traffic.late += 1;
            at += self.cluster.away;
        }
        if self.strikes(self.cluster.twice) {
            self.traffic.twice += 1;
            self.will(at + self.cluster.away, host, event(done.clone()));
        }
        self.will(at, host, event(done));
    }

    /// The machine is lost with its table, and joins again later.
    fn crash(&mut self, host: usize) {
        self.traffic.crashes += 1;
        self.hosts[host].crash();
        let id = MachineId(host as u32);
        let heard = self.now + self.cluster.round_trip / 2;
        self.will(heard, host, Happening::Event(Event::Lost(id)));
        self.will(heard + self.cluster.away, host, Happening::Joins);
    }
}

impl Workers for Simulator<'_, '_> {
    /// In expansions of one thread.
    fn now(&self) -> u64 {
        self.now
    }

    fn submit(&mut self, machine: MachineId, batch: Batch) {
        let host = machine.0 as usize;
        if self.hosts.get(host).is_some_and(|host| !host.is_dismissed) {
            let settled = batch.updates.iter().map(|settled| settled.nodes.len());
            let entries = (batch.known.len() + settled.sum::<usize>()) as u64;
            self.traffic.entries_out += entries;
            let mut free = self.hosts[host].free_out;
            let at = self.carried(&mut free, entries);
            self.hosts[host].free_out = free;
            self.will(at, host, Happening::Arrives(batch));
        }
    }

    fn poll(&mut self, until: Option<u64>) -> Vec<Event> {
        loop {
            let next = self.coming.keys().next().map(|&(at, _)| at);
            match (next, until) {
                (Some(at), until) if until.is_none_or(|until| at <= until) => {}
                (_, Some(until)) => {
                    self.now = self.now.max(until);
                    return Vec::new();
                }
                // Nobody will ever do anything: all say hello again.
                _ => {
                    for host in 0..self.hosts.len() {
                        if !self.hosts[host].is_dismissed {
                            self.will(self.now + self.cluster.away, host, Happening::Joins);
                        }
                    }
                    if self.coming.is_empty() {
                        return Vec::new();
                    }
                }
            }
            if let Some(((at, _), (host, life, happening))) = self.coming.pop_first() {
                self.now = self.now.max(at);
                if let Some(event) = self.happen(host, life, happening) {
                    return vec![event];
                }
            }
        }
    }

    fn dismiss(&mut self, machine: MachineId, _why: &str) {
        if let Some(host) = self.hosts.get_mut(machine.0 as usize) {
            host.crash();
            host.is_dismissed = true;
        }
    }
}

impl std::fmt::Debug for Simulator<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulator")
            .field("cluster", &self.cluster)
            .field("now", &self.now)
            .field("traffic", &self.traffic)
            .finish_non_exhaustive()
    }
}
