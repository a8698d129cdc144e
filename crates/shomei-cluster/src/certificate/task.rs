//! The tasks of machines for a certificate: their assignment and the loop.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;

use shomei::Error;

use crate::batch::{MachineTask, TaskResult, Work};
use crate::{Batch, DriveError, Event, Hello, MachineId, Question, Refused, Returned, Workers};

/// The tasks of a machine.
#[derive(Debug)]
struct TaskWorker {
    threads: u32,
    under_way: u32,
}

/// An assigned task.
#[derive(Debug)]
struct AssignedTask {
    machine: MachineId,
    /// The work, for another machine if this one is lost; `None` if the task is for this machine
    /// only.
    work: Option<Work>,
}

/// The waiting and the assigned tasks. A lost task goes to another machine.
#[derive(Debug)]
pub struct TaskQueue {
    question: Question,
    machines: BTreeMap<MachineId, TaskWorker>,
    waiting: VecDeque<(u64, Work)>,
    /// Tasks for one particular machine.
    pinned: Vec<(u64, MachineId, Work)>,
    under_way: HashMap<u64, AssignedTask>,
    serial: u64,
    failures: Vec<(MachineId, String)>,
}

impl TaskQueue {
    /// A queue for these machines, given by their numbers and threads. `kind` separates the numbers
    /// of these tasks from those of other certificate tasks, whose results may still arrive.
    pub(super) fn new(
        question: Question,
        kind: u8,
        machines: impl IntoIterator<Item = (MachineId, u32)>,
    ) -> TaskQueue {
        let worker = |(id, threads)| (id, TaskWorker::with(threads));
        TaskQueue {
            question,
            machines: machines.into_iter().map(worker).collect(),
            waiting: VecDeque::new(),
            pinned: Vec::new(),
            under_way: HashMap::new(),
            serial: u64::from(kind) << 56,
            failures: Vec::new(),
        }
    }

    /// Adds a task for any machine.
    pub(super) fn add(&mut self, work: Work) {
        self.serial += 1;
        self.waiting.push_back((self.serial, work));
    }

    /// Adds a task for this machine only.
    pub(super) fn add_for(&mut self, machine: MachineId, work: Work) {
        self.serial += 1;
        self.pinned.push((self.serial, machine, work));
    }

    /// Each machine once for each of its threads.
    pub(super) fn threads(&self) -> impl Iterator<Item = MachineId> {
        let each = |(&id, worker): (&MachineId, &TaskWorker)| (0..worker.threads).map(move |_| id);
        self.machines.iter().flat_map(each)
    }

    /// Drops all waiting and assigned tasks.
    pub(super) fn drop_all(&mut self) {
        self.waiting.clear();
        self.pinned.clear();
        self.under_way.clear();
        self.machines
            .values_mut()
            .for_each(|worker| worker.under_way = 0);
    }

    /// Whether no task is waiting or assigned.
    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.pinned.is_empty() && self.under_way.is_empty()
    }

    /// Assigns the next tasks. Returns the batches to send.
    fn batches(&mut self) -> Vec<(MachineId, Batch)> {
        let mut batches: BTreeMap<MachineId, Batch> = BTreeMap::new();
        for (number, machine, work) in self.pinned.drain(..) {
            if let Some(worker) = self.machines.get_mut(&machine) {
                worker.under_way += 1;
            }
            let assigned = AssignedTask {
                machine,
                work: None,
            };
            self.under_way.insert(number, assigned);
            let batch = batches.entry(machine).or_default();
            batch.tasks.push(MachineTask { number, work });
        }
        while let Some((number, work)) = self.waiting.pop_front() {
            let free = self
                .machines
                .iter_mut()
                .filter(|(_, worker)| worker.has_room());
            let Some((&machine, worker)) = free.min_by_key(|(_, worker)| worker.load()) else {
                self.waiting.push_front((number, work));
                break;
            };
            worker.under_way += 1;
            let assigned = AssignedTask {
                machine,
                work: Some(work.clone()),
            };
            self.under_way.insert(number, assigned);
            let batch = batches.entry(machine).or_default();
            batch.tasks.push(MachineTask { number, work });
        }
        batches.into_iter().collect()
    }

    /// Ends a task; `None` for a late, repeated or unknown result.
    fn end(&mut self, id: MachineId, number: u64) -> Option<AssignedTask> {
        if self.under_way.get(&number)?.machine != id {
            return None;
        }
        if let Some(worker) = self.machines.get_mut(&id) {
            worker.under_way = worker.under_way.saturating_sub(1);
        }
        self.under_way.remove(&number)
    }

    fn give_back(&mut self, id: MachineId) {
        let of_it = self.under_way.iter().filter(|(_, task)| task.machine == id);
        let mut numbers: Vec<u64> = of_it.map(|(&number, _)| number).collect();
        numbers.sort_unstable();
        for number in numbers {
            // The task gets a new number.
            if let Some(work) = self.under_way.remove(&number).and_then(|task| task.work) {
                self.add(work);
            }
        }
    }

    fn lost(&mut self, id: MachineId) {
        self.machines.remove(&id);
        self.give_back(id);
    }
}

impl TaskWorker {
    /// The tasks of a thread: the current one and one waiting.
    const MOST: u32 = 2;

    fn with(threads: u32) -> TaskWorker {
        TaskWorker {
            threads: threads.max(1),
            under_way: 0,
        }
    }

    fn has_room(&self) -> bool {
        self.under_way < TaskWorker::MOST.saturating_mul(self.threads)
    }

    fn load(&self) -> u32 {
        (self.under_way << 8) / self.threads
    }
}

/// Work of machines for a certificate, as a state machine without a clock: see [`run`].
pub trait CertificateTask {
    /// The tasks of the machines.
    fn queue(&mut self) -> &mut TaskQueue;

    /// Whether the work is done or impossible.
    fn is_over(&self) -> bool;

    /// Adds the next tasks to the idle queue, or ends the work.
    ///
    /// # Errors
    ///
    /// If the game fails.
    fn go_on(&mut self) -> Result<(), Error>;

    /// Takes the result of a task. There is no `work` if the task was for one machine only.
    fn take(&mut self, work: Option<Work>, result: TaskResult);

    /// Reacts to the loss of a machine and its data.
    fn has_lost(&mut self, _machine: MachineId) {}

    /// The batches to send.
    ///
    /// # Errors
    ///
    /// If the game fails.
    fn batches(&mut self) -> Result<Vec<(MachineId, Batch)>, Error> {
        // The data of a failed machine is lost, even before the caller asks for failures.
        let failed: Vec<MachineId> = self.queue().failures.iter().map(|(id, _)| *id).collect();
        failed.into_iter().for_each(|id| self.lost(id));
        // The next machine that joins continues.
        if self.machines() == 0 {
            return Ok(Vec::new());
        }
        while !self.is_over() && self.queue().is_idle() {
            self.go_on()?;
        }
        match self.is_over() {
            true => Ok(Vec::new()),
            false => Ok(self.queue().batches()),
        }
    }

    /// Takes the results of a machine. Late and repeated results are ignored.
    fn returned(&mut self, id: MachineId, returned: Returned) {
        for done in returned.tasks {
            let Some(AssignedTask { work, .. }) = self.queue().end(id, done.number) else {
                continue;
            };
            match done.result {
                TaskResult::Failed(why) => {
                    if let Some(work) = work {
                        self.queue().add(work);
                    }
                    self.queue().failures.push((id, why));
                }
                result => self.take(work, result),
            }
        }
    }

    /// Adds a machine. One that joins again has lost its data.
    ///
    /// # Errors
    ///
    /// If its question or its version differs.
    fn joined(&mut self, id: MachineId, hello: &Hello) -> Result<(), Refused> {
        self.lost(id);
        self.queue().failures.retain(|(failed, _)| *failed != id);
        if let Some(why) = self.queue().question.difference(&hello.question) {
            return Err(Refused { machine: id, why });
        }
        self.queue()
            .machines
            .insert(id, TaskWorker::with(hello.threads));
        Ok(())
    }

    /// Removes a machine.
    fn lost(&mut self, id: MachineId) {
        if self.queue().machines.contains_key(&id) {
            self.queue().lost(id);
            self.has_lost(id);
        }
    }

    /// The machines that failed since the last call, with the reasons. They get no more tasks.
    fn failures(&mut self) -> Vec<(MachineId, String)> {
        let failures = std::mem::take(&mut self.queue().failures);
        for (id, _) in &failures {
            self.lost(*id);
        }
        failures
    }

    /// The number of machines.
    fn machines(&mut self) -> usize {
        self.queue().machines.len()
    }
}

/// Lets machines work until the task is over or `watch` stops it.
///
/// # Errors
///
/// If no machine can take part, or the game fails.
pub fn run(
    task: &mut dyn CertificateTask,
    workers: &mut dyn Workers,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<(), DriveError> {
    loop {
        let batches = task.batches();
        for (machine, batch) in batches.map_err(|error| DriveError::Game(error.to_string()))? {
            workers.submit(machine, batch);
        }
        if task.is_over() || watch().is_break() {
            return Ok(());
        }
        for event in workers.poll(None) {
            match event {
                Event::Joined(id, hello) => {
                    if task.joined(id, &hello).is_err() {
                        workers.dismiss(id);
                    }
                }
                Event::Lost(id) => task.lost(id),
                Event::Returned(id, returned) => task.returned(id, returned),
            }
        }
        let failures = task.failures();
        for (id, _) in &failures {
            workers.dismiss(*id);
        }
        if let (0, Some((id, why))) = (task.machines(), failures.last()) {
            return Err(DriveError::NoMachine(format!("{id}: {why}")));
        }
    }
}
