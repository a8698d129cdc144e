//! One machine: threads of this process with one table.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shomei::jobs::{Crew, Crews, Searcher};
use shomei::{Aim, AnyPosition, Error};
use shomei_parallel::{Done, JobOrder, TreeUpdate};
use shomei_search::Knowledge;
use shomei_search::registry::Settings;
use shomei_search::table::Table;

use crate::batch::{JobDone, MachineTask, MachineTaskDone, TaskResult};
use crate::tasks::{Parts, do_task};
use crate::{Batch, Hello, Question, Returned};

/// The resources of a machine.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// The number of threads.
    pub threads: u32,
    /// The memory of its table in bytes.
    pub memory: usize,
}

/// The state that the threads of a machine share beside the table.
#[derive(Default)]
struct WorkQueue {
    state: Mutex<State>,
    /// Signals that there is work or that the machine is over.
    work: Condvar,
    /// Signals that there are results.
    done: Condvar,
    /// Parts of certificates that the machine checks.
    parts: Parts,
}

#[derive(Default)]
struct State {
    updates: VecDeque<TreeUpdate>,
    orders: VecDeque<JobOrder>,
    tasks: VecDeque<MachineTask>,
    done: Returned,
    /// Received batches.
    batches: VecDeque<Batch>,
    /// The leases of received jobs without a result.
    held: BTreeSet<u64>,
    /// The lease after the last that it received.
    next_lease: u64,
    /// The numbers of received tasks without a result.
    held_tasks: HashSet<u64>,
    table: Option<Arc<Table>>,
    is_open: bool,
    is_over: bool,
    failed: Option<String>,
}

impl State {
    fn has_nothing_to_do(&self) -> bool {
        self.batches.is_empty() && self.orders.is_empty() && self.tasks.is_empty()
    }

    fn has_nothing_to_report(&self) -> bool {
        let is_held = !(self.held.is_empty() && self.held_tasks.is_empty());
        self.done.is_empty() && !(self.is_over && is_held)
    }

    /// Returns all jobs and tasks as failed, since the machine is over.
    fn give_up(&mut self, returned: &mut Returned) {
        let why = self.failed.clone();
        let why = why.unwrap_or_else(|| "it has stopped".into());
        let held = std::mem::take(&mut self.held);
        returned.jobs.extend(held.into_iter().map(|lease| JobDone {
            done: Done::failed(lease, why.clone()),
            known: Vec::new(),
            waited: 0,
            took: 0,
        }));
        let failed = |number| MachineTaskDone {
            number,
            result: TaskResult::Failed(why.clone()),
        };
        returned.tasks.extend(self.held_tasks.drain().map(failed));
    }

    /// Notes the jobs and tasks of a batch.
    fn hold(&mut self, batch: &Batch) {
        let leases = batch.orders.iter().map(|order| order.lease);
        self.held.extend(leases);
        if let Some(order) = batch.orders.last() {
            self.next_lease = order.lease + 1;
        }
        let numbers = batch.tasks.iter().map(|task| task.number);
        self.held_tasks.extend(numbers);
    }
}

impl WorkQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One machine: threads of this process that search with one table. Dropping it stops them.
pub struct Machine {
    hello: Hello,
    queue: Arc<WorkQueue>,
    stop: Arc<AtomicBool>,
    host: Option<JoinHandle<()>>,
}

impl Machine {
    /// Opens a machine for jobs below this position.
    ///
    /// # Errors
    ///
    /// If the searchers cannot be opened, or the game fails.
    pub fn open(
        position: &AnyPosition,
        aim: Aim,
        settings: &Settings,
        capacity: &Capacity,
    ) -> Result<Machine, Error> {
        let hello = Hello {
            question: Question::new(position, aim, settings)?,
            threads: capacity.threads.max(1),
            // The only random numbers of the standard library.
            table: RandomState::new().build_hasher().finish().max(1),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let queue = Arc::new(WorkQueue::default());
        let crews = Crews {
            settings: settings.clone(),
            tables: 1,
            searchers: hello.threads as usize,
            memory: capacity.memory,
            stop: Arc::clone(&stop),
        };
        let host = {
            let (queue, position) = (Arc::clone(&queue), position.clone());
            let host = move || {
                let opened = position.with_crews(aim, &crews, &mut |crews| {
                    for crew in crews {
                        serve_all(&queue, crew);
                    }
                });
                let mut state = queue.lock();
                if let Err(error) = opened {
                    state.failed = Some(error.to_string());
                }
                state.is_open = true;
                state.is_over = true;
                drop(state);
                queue.done.notify_all();
            };
            thread::Builder::new().name("machine".into()).spawn(host)
        };
        let machine = Machine {
            hello,
            queue,
            stop,
            host: Some(host.map_err(Error::run)?),
        };
        machine.await_opening()?;
        Ok(machine)
    }

    fn await_opening(&self) -> Result<(), Error> {
        let state = self.queue.lock();
        let waits = |state: &mut State| !state.is_open;
        let state = self.queue.done.wait_while(state, waits);
        let state = state.unwrap_or_else(PoisonError::into_inner);
        match &state.failed {
            Some(why) => Err(Error::run(why.clone())),
            None => Ok(()),
        }
    }

    /// The first message of the machine.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Takes a batch.
    pub fn submit(&self, batch: Batch) {
        let mut state = self.queue.lock();
        state.hold(&batch);
        state.batches.push_back(batch);
        drop(state);
        self.queue.work.notify_all();
    }

    /// Takes the results since the last call. Waits at most for `wait` until there are some.
    #[must_use]
    pub fn poll(&self, wait: Duration) -> Returned {
        let state = self.queue.lock();
        let waits = |state: &mut State| state.has_nothing_to_report();
        let waited = self.queue.done.wait_timeout_while(state, wait, waits);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let mut returned = std::mem::take(&mut state.done);
        if state.is_over {
            state.give_up(&mut returned);
        }
        returned.oldest = *state.held.first().unwrap_or(&state.next_lease);
        returned
    }

    /// The positions that its table has solved on every path, for a certificate: at most about
    /// `most`, those that took the most work. A table smaller than 4 MiB reports nothing.
    #[must_use]
    pub fn solved(&self, most: usize) -> Vec<Knowledge> {
        let table = self.queue.lock().table.clone();
        table.map_or_else(Vec::new, |table| {
            table.solved(most, |key, entry| Knowledge::of_entry((key.0, 0), &entry))
        })
    }

    /// Stops all jobs. Finished ones are still returned with their results, the others as failed.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.queue.lock().is_over = true;
        self.queue.work.notify_all();
        self.queue.done.notify_all();
    }
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("hello", &self.hello)
            .finish_non_exhaustive()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.stop();
        if let Some(host) = self.host.take() {
            // A thread that has panicked has printed its message.
            let _ = host.join();
        }
    }
}

/// Runs all threads of a machine until it is over.
fn serve_all(queue: &WorkQueue, crew: Crew<'_>) {
    let Crew { table, searchers } = crew;
    let mut state = queue.lock();
    state.table = Some(Arc::clone(&table));
    state.is_open = true;
    drop(state);
    queue.done.notify_all();
    thread::scope(|scope| {
        for mut searcher in searchers {
            let table = &table;
            let serve = move || {
                let _leaving = Leaving(queue);
                serve(queue, &mut *searcher, table);
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, serve) {
                let mut state = queue.lock();
                state.failed = Some(format!("cannot start a thread: {error}"));
                state.is_over = true;
            }
        }
    });
}

/// The loop of one thread.
fn serve(queue: &WorkQueue, searcher: &mut dyn Searcher, table: &Table) {
    let mut free_since = Instant::now();
    loop {
        let mut state = queue.lock();
        while !state.is_over && state.has_nothing_to_do() {
            let waited = queue.work.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_over {
            return;
        }
        // The first free thread unpacks: knowledge must be in the table before its jobs start.
        if let Some(batch) = state.batches.pop_front() {
            drop(state);
            shomei_parallel::store(table, &batch.known);
            let mut state = queue.lock();
            state.updates.extend(batch.updates);
            state.orders.extend(batch.orders);
            state.tasks.extend(batch.tasks);
            drop(state);
            queue.work.notify_all();
            continue;
        }
        if let Some(task) = state.tasks.pop_front() {
            drop(state);
            let result = do_task(searcher, &queue.parts, &task.work);
            let mut state = queue.lock();
            if state.held_tasks.remove(&task.number) {
                let number = task.number;
                state.done.tasks.push(MachineTaskDone { number, result });
            }
            drop(state);
            queue.done.notify_all();
            free_since = Instant::now();
            continue;
        }
        let updates = std::mem::take(&mut state.updates);
        let Some(order) = state.orders.pop_front() else {
            continue;
        };
        drop(state);
        updates
            .iter()
            .for_each(|update| searcher.store_update(update));
        let begins = Instant::now();
        let (done, known) = searcher.run(&order);
        let waited = nanoseconds(begins - free_since);
        free_since = Instant::now();
        let took = nanoseconds(free_since - begins);
        let mut state = queue.lock();
        if let Some(why) = &done.failed {
            state.failed = Some(why.clone());
        }
        // If the machine is over meanwhile, the job was returned as failed.
        if state.held.remove(&done.lease) {
            state.done.jobs.push(JobDone {
                done,
                known,
                waited,
                took,
            });
        }
        drop(state);
        queue.done.notify_all();
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Ends the machine when a thread ends for any reason: the coordinator must not wait for its job.
struct Leaving<'a>(&'a WorkQueue);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        if thread::panicking() {
            state.failed = Some("a searcher has panicked".into());
        }
        state.is_over = true;
        drop(state);
        self.0.work.notify_all();
        self.0.done.notify_all();
    }
}
