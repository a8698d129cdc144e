//! Machines within this process.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use shomei_search::Knowledge;

use crate::{Batch, Event, Machine, MachineId, Workers};

/// Machines within this process: to try a cluster out, and for tests. For one machine the
/// threads of a session are the better way.
#[derive(Debug)]
pub struct Local {
    machines: BTreeMap<MachineId, Machine>,
    news: Vec<Event>,
    began: Instant,
    patience: Duration,
}

impl Local {
    /// These machines, numbered from 0. A [`poll`](Workers::poll) waits no longer than
    /// `patience`.
    #[must_use]
    pub fn new(machines: Vec<Machine>, patience: Duration) -> Local {
        let machines: BTreeMap<MachineId, Machine> = (0..).map(MachineId).zip(machines).collect();
        let joined =
            |(&id, machine): (&MachineId, &Machine)| Event::Joined(id, machine.hello().clone());
        Local {
            news: machines.iter().map(joined).collect(),
            machines,
            began: Instant::now(),
            patience,
        }
    }
}

impl Local {
    /// What the tables of all machines have solved on every line: about `most` positions of each at
    /// most.
    #[must_use]
    pub fn solved(&self, most: usize) -> Vec<Knowledge> {
        let machines = self.machines.values();
        machines.flat_map(|machine| machine.solved(most)).collect()
    }
}

impl Workers for Local {
    /// Nanoseconds since they were made.
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn submit(&mut self, machine: MachineId, batch: Batch) {
        if let Some(machine) = self.machines.get(&machine) {
            machine.submit(batch);
        }
    }

    fn poll(&mut self, until: Option<u64>) -> Vec<Event> {
        let mut events = std::mem::take(&mut self.news);
        let left = |until: u64| Duration::from_nanos(until.saturating_sub(self.now()));
        let patience = until.map_or(self.patience, |until| left(until).min(self.patience));
        let end = Instant::now() + patience;
        // Each machine is asked in turn, so that none is forgotten and none waited for alone.
        while events.is_empty() {
            for (&id, machine) in &self.machines {
                let share = Duration::from_micros(200) / self.machines.len().max(1) as u32;
                let returned = machine.poll(share);
                if !returned.is_empty() {
                    events.push(Event::Returned(id, returned));
                }
            }
            if Instant::now() >= end {
                break;
            }
        }
        events
    }

    fn dismiss(&mut self, machine: MachineId, _why: &str) {
        self.machines.remove(&machine);
    }
}
