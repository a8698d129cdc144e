//! Machines in this process.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use shomei_search::Knowledge;

use crate::{Batch, Event, Machine, MachineId, Workers};

/// Machines in this process, to try a cluster and for tests. On one machine the threads of a
/// session are faster.
#[derive(Debug)]
pub struct Local {
    machines: BTreeMap<MachineId, Machine>,
    news: Vec<Event>,
    began: Instant,
    patience: Duration,
}

impl Local {
    /// These machines, numbered from 0. A [`poll`](Workers::poll) waits at most for `patience`.
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
    /// The positions that the tables of all machines have solved on every path, at most about
    /// `most` of each table.
    #[must_use]
    pub fn solved(&self, most: usize) -> Vec<Knowledge> {
        let machines = self.machines.values();
        machines.flat_map(|machine| machine.solved(most)).collect()
    }
}

impl Workers for Local {
    /// Nanoseconds since the machines were opened.
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
        // Polls the machines in turn, so that each is polled and none blocks the others.
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

    fn dismiss(&mut self, machine: MachineId) {
        self.machines.remove(&machine);
    }
}
