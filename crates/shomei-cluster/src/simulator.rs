//! A cluster in virtual time, to measure the speed of machines that do not exist.
//!
//! The searches, the tables, the coordinator and its messages are real. Only the time is virtual: a
//! job takes its number of expansions ([`Done::work`]), and a message and the work of the coordinator
//! for a job take the times given by [`Cluster`]. A simulation with the same seed repeats exactly.
//!
//! ```text
//! submit   the batch arrives at its machine after half a round trip
//! arrives  its knowledge goes into the table; free threads take jobs
//! starts   the whole job is searched now; in virtual time it ends after its expansions
//! ends     the result arrives after half a round trip; the thread takes the next job
//! poll     advances virtual time to the next event for the coordinator
//! ```
//!
//! Since a whole job is searched when it starts, other threads of the machine see its entries too
//! early, by at most the length of one job. Jobs are short compared with a search, so the effect is
//! small; cutting jobs into slices would have a larger effect, since each slice walks down its path
//! again.
//!
//! Faults are simulated as well: lost, late and repeated results, and machines that are lost with
//! their tables and join again.
//!
//! [`Done::work`]: shomei_parallel::Done::work

mod clock;
mod host;
mod run;

use std::collections::BTreeMap;

use shomei::game::Dice;
use shomei::jobs::Crew;
use shomei_parallel::{Done, JobOrder};

use crate::batch::TaskResult;
use crate::{Batch, Event, Hello, MachineId, Returned, Workers};
use clock::CoordinatorClock;
use host::Host;
pub use run::{Simulation, simulate};

/// The machines of a simulation, their network and its faults. Times are in expansions of one
/// thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The number of machines.
    pub machines: u32,
    /// The threads of each machine, which share its table.
    pub threads: u32,
    /// The memory of each table in bytes.
    pub memory: usize,
    /// The time of a message and its reply together.
    pub round_trip: u64,
    /// The number of entries that the link of a machine carries in each direction in the time of
    /// 1,000 expansions; 0 is unlimited.
    pub bandwidth: u64,
    /// The time of the coordinator for one job.
    pub per_job: u64,
    /// Lost results per 10,000. Needs [`Config::lease`](crate::Config::lease).
    pub lost: u64,
    /// Results per 10,000 that are delivered twice.
    pub twice: u64,
    /// Results per 10,000 that are late by [`away`](Self::away).
    pub late: u64,
    /// Jobs per 10,000 after which the machine is lost with its table.
    pub crashes: u64,
    /// The absence of a lost machine, and the delay of a late result. If results can be lost, a
    /// machine joins again after an idle time of four times this value.
    pub away: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Cluster {
    /// One machine of one thread without faults.
    fn default() -> Cluster {
        Cluster {
            machines: 1,
            threads: 1,
            memory: 1 << 28,
            round_trip: 0,
            bandwidth: 0,
            per_job: 0,
            lost: 0,
            twice: 0,
            late: 0,
            crashes: 0,
            away: 10_000,
            seed: 0,
        }
    }
}

/// The traffic on the links and the faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The sum of the search times of all threads.
    pub busy: u64,
    /// Entries sent to machines.
    pub entries_out: u64,
    /// Entries sent by machines.
    pub entries_back: u64,
    /// Lost results.
    pub lost: u64,
    /// Results delivered twice.
    pub twice: u64,
    /// Late results.
    pub late: u64,
    /// Lost machines.
    pub crashes: u64,
}

/// An event of the simulation.
enum Happening {
    Arrives(Batch),
    Ends(usize),
    Joins,
    /// An event for the coordinator.
    Event(Event),
    /// Tests whether the machine has been idle since this job.
    IsIdle(u64),
}

/// Called with every job and its result.
pub type Watch<'w> = &'w mut dyn FnMut(&JobOrder, &Done);

/// Machines in virtual time.
pub struct Simulator<'a, 'w> {
    cluster: Cluster,
    hello: Hello,
    hosts: Vec<Host<'a>>,
    now: u64,
    /// Future events by time and serial number, with the machine and the number of its life.
    coming: BTreeMap<(u64, u64), (usize, u32, Happening)>,
    serial: u64,
    luck: Dice,
    traffic: Traffic,
    clock: CoordinatorClock,
    watch: Watch<'w>,
}

impl<'a, 'w> Simulator<'a, 'w> {
    /// Machines with these searchers, one crew for each.
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
            clock: CoordinatorClock::default(),
            watch,
        };
        for host in 0..simulator.hosts.len() {
            simulator.will(0, host, Happening::Joins);
        }
        simulator
    }

    /// The traffic and the faults so far.
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

    /// Whether a fault occurs, with this probability in 10,000ths.
    fn strikes(&mut self, of_ten_thousand: u64) -> bool {
        of_ten_thousand > 0 && (self.luck.below(10_000) as u64) < of_ten_thousand
    }

    /// The arrival time of a message with `entries` entries that is sent at `from` or now over a link
    /// that is free at `free`. Sets `free` to the end of the transfer.
    fn carried(&self, from: u64, free: &mut u64, entries: u64) -> u64 {
        let begins = self.now.max(*free).max(from);
        let takes = entries
            .saturating_mul(1000)
            .checked_div(self.cluster.bandwidth);
        *free = begins + takes.unwrap_or(0);
        *free + self.cluster.round_trip / 2
    }

    /// Processes an event. Returns it if it is for the coordinator.
    fn happen(&mut self, host: usize, life: u32, happening: Happening) -> Option<Event> {
        match happening {
            Happening::Event(event) => return Some(event),
            Happening::Joins => {
                let id = MachineId(host as u32);
                return Some(Event::Joined(id, self.hello.clone()));
            }
            // The event is for an earlier life of the machine.
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

    /// Assigns tasks and jobs to free threads.
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

    /// If results can be lost, schedules a test whether the machine is idle, so that it joins
    /// again.
    fn look_again(&mut self, host: usize) {
        if self.cluster.lost > 0 {
            let jobs = self.hosts[host].jobs;
            let at = self.now + 4 * self.cluster.away.max(1);
            self.will(at, host, Happening::IsIdle(jobs));
        }
    }

    /// Sends a result to the coordinator.
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
        let mut at = self.carried(0, &mut free, entries);
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

    /// Loses the machine with its table and schedules its return.
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
    /// The virtual time in expansions of one thread.
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
            let at = self.carried(self.clock.free, &mut free, entries);
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
                // There is no event left: all machines join again.
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
            if let Some(((at, serial), (host, life, happening))) = self.coming.pop_first() {
                self.now = self.now.max(at);
                if let Happening::Event(event) = &happening {
                    if self.now < self.clock.free {
                        // With the same serial number, no later event overtakes it.
                        let later = (self.clock.free, serial);
                        self.coming.insert(later, (host, life, happening));
                        continue;
                    }
                    self.clock.take(event, self.now, self.cluster.per_job);
                }
                if let Some(event) = self.happen(host, life, happening) {
                    return vec![event];
                }
            }
        }
    }

    fn load(&mut self) -> Option<f64> {
        self.clock.load(self.now)
    }

    fn dismiss(&mut self, machine: MachineId) {
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
