//! Machines as a coordinator sees them, and the loop between the two.

use std::ops::ControlFlow;

use shomei::Answer;

use crate::{Batch, Coordinator, Hello, Journal, JournalError, MachineId, Progress, Returned};

/// What happens at machines.
#[derive(Clone, Debug)]
pub enum Event {
    /// A machine has come, or comes again with an empty table.
    Joined(MachineId, Hello),
    /// A machine is gone.
    Lost(MachineId),
    /// Jobs were done.
    Returned(MachineId, Returned),
}

/// Machines that do jobs: threads of this process, a simulation, or a cluster.
pub trait Workers {
    /// The time, in a unit of their own; it never goes back.
    fn now(&self) -> u64;

    /// Sends a batch. Whether it arrives shows when its jobs come back.
    fn submit(&mut self, machine: MachineId, batch: Batch);

    /// Waits until something happens, or until this time, or for as long as these machines
    /// think right, and returns what has happened.
    fn poll(&mut self, until: Option<u64>) -> Vec<Event>;

    /// Sends a machine away, for a reason in words.
    fn dismiss(&mut self, machine: MachineId, why: &str);
}

/// Why a search on many machines has ended without an answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DriveError {
    /// Every machine that came was sent away, or cannot do jobs.
    #[error("no machine can take part: {0}")]
    NoMachine(String),
    /// The game has failed.
    #[error("{0}")]
    Game(String),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Lets machines search until the root is solved, or until `watch` has enough. `watch` is
/// called after everything that happens, so it must be quick.
///
/// # Errors
///
/// When no machine can take part, or the journal cannot be written.
pub fn drive(
    coordinator: &mut Coordinator,
    workers: &mut dyn Workers,
    mut journal: Option<&mut Journal>,
    watch: &mut dyn FnMut(&Coordinator) -> ControlFlow<()>,
) -> Result<Answer, DriveError> {
    let mut refused: Option<String> = None;
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
        for event in workers.poll(coordinator.deadline()) {
            match event {
                Event::Joined(id, hello) => match coordinator.joined(id, &hello, workers.now()) {
                    Ok(()) => refused = None,
                    Err(refusal) => {
                        workers.dismiss(id, &refusal.why);
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
        let failures: Vec<(MachineId, String)> = coordinator
            .failures()
            .map(|(id, why)| (id, why.to_owned()))
            .collect();
        for (id, why) in failures {
            workers.dismiss(id, &why);
            coordinator.dismiss(id);
            refused = Some(format!("{id}: {why}"));
        }
        let Progress { machines, .. } = coordinator.progress();
        if let (0, Some(why)) = (machines, &refused) {
            return Err(DriveError::NoMachine(why.clone()));
        }
    }
}
