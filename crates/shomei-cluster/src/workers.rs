//! The coordinator's view of machines, and the loop between coordinator and machines.

use std::ops::ControlFlow;

use shomei::Answer;

use shomei_store::StoreError;

use crate::{Batch, Coordinator, Hello, Journal, MachineId, Progress, Returned};

/// An event of a machine.
#[derive(Clone, Debug)]
pub enum Event {
    /// A machine has joined, or joined again with an empty table.
    Joined(MachineId, Hello),
    /// A machine was lost.
    Lost(MachineId),
    /// A machine has returned results.
    Returned(MachineId, Returned),
}

/// The machines: threads of this process, a simulation, or a cluster.
pub trait Workers {
    /// The monotonic time in a unit of the implementation.
    fn now(&self) -> u64;

    /// Sends a batch. Only the results of its jobs show whether it has arrived.
    fn submit(&mut self, machine: MachineId, batch: Batch);

    /// Waits for events, at most until this time or until a limit of the implementation, and
    /// returns the events.
    fn poll(&mut self, until: Option<u64>) -> Vec<Event>;

    /// The part of the time in which the coordinator has worked since the last measurement, if the
    /// next one is due.
    fn load(&mut self) -> Option<f64> {
        None
    }

    /// Dismisses a machine: it gets no more work.
    fn dismiss(&mut self, machine: MachineId);
}

/// The error of a search on many machines.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DriveError {
    /// All machines were dismissed or cannot do jobs.
    #[error("no machine can take part: {0}")]
    NoMachine(String),
    /// The game has failed.
    #[error("{0}")]
    Game(String),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] StoreError),
}

/// Lets machines search until the root is solved or `watch` stops the search. `watch` is called
/// after every event, so it must be fast.
///
/// # Errors
///
/// If no machine can take part, the game fails, or the journal cannot be written.
pub fn drive(
    coordinator: &mut Coordinator,
    workers: &mut dyn Workers,
    mut journal: Option<&mut Journal>,
    watch: &mut dyn FnMut(&Coordinator) -> ControlFlow<()>,
) -> Result<Answer, DriveError> {
    loop {
        if let Some(journal) = journal.as_deref_mut() {
            journal.follow(coordinator)?;
        }
        if coordinator.is_over() || watch(coordinator).is_break() {
            if let Some(journal) = journal.as_deref_mut() {
                journal.sync()?;
            }
            return Ok(coordinator.answer());
        }
        for (machine, batch) in coordinator.batches(workers.now()) {
            workers.submit(machine, batch);
        }
        let mut refused: Option<String> = None;
        for event in workers.poll(coordinator.deadline()) {
            match event {
                Event::Joined(id, hello) => match coordinator.joined(id, &hello, workers.now()) {
                    Ok(()) => {}
                    Err(refusal) => {
                        workers.dismiss(id);
                        refused = Some(refusal.to_string());
                    }
                },
                Event::Lost(id) => coordinator.lost(id),
                Event::Returned(id, returned) => {
                    coordinator.returned(id, &returned, workers.now());
                }
            }
        }
        coordinator.tick(workers.now());
        if let Some(load) = workers.load() {
            coordinator.set_load(load);
        }
        let failures: Vec<(MachineId, String)> = coordinator
            .failures()
            .map(|(id, why)| (id, why.to_owned()))
            .collect();
        for (id, why) in failures {
            workers.dismiss(id);
            coordinator.dismiss(id);
            refused = Some(format!("{id}: {why}"));
        }
        let Progress { machines, .. } = coordinator.progress();
        // A machine that was lost may return, one that was refused does not.
        if let (0, Some(why)) = (machines, refused) {
            return Err(DriveError::NoMachine(why));
        }
    }
}
