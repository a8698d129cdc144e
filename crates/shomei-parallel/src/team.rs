//! df-pn by several threads.
//!
//! The threads share the table and a small tree of the positions near the root below which most
//! work was done (`tree.rs`). Each thread takes a leaf of that tree, searches it by df-pn within
//! thresholds and a limited number of expansions, returns its numbers, and takes the next leaf.
//! After J. Pawlewicz and R. Hayward, "Scalable parallel DFPN search", Computers and Games 2013
//! (`docs/references.md [13]`).
//!
//! ```text
//! each thread, until the root is solved or a limit is reached
//!   1  with the tree locked: return the last job; take the next leaf
//!   2  store the numbers of the nodes above the last leaf
//!   3  mid(leaf, thresholds) of df-pn, limited to a share of expansions
//!   4  if much was searched below the leaf: open it, which creates its children
//! ```
//!
//! Differences from the paper:
//!
//! * Leaves that are being searched are flagged and keep their numbers (`tree.rs`). The paper
//!   counts them as solved.
//! * A job that begins where the last one was suspended follows its path again, so its share is at
//!   least four expansions per ply of that path.
//! * A leaf is opened when a whole share was searched below it. The tree has a limit, so its memory
//!   does not grow with the search.
//!
//! Invariants: every thread pushes the whole path from the root, so a path-dependent disproof is
//! shared only with paths on which it is valid, as with one thread. The tree stores each path
//! separately.
//!
//! The order of the threads is random: the number of nodes differs from run to run, but the answer
//! does not. One thread without the option `share` does not use this module.

use std::num::NonZeroU64;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use shomei_game::{Fault, Game};
use shomei_search::job::solved;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{
    Budget, Counters, Event, Limits, Observer, Progress, Report, Silent, SolvedSink, Stop,
};

use crate::tree::TreeChild;
use crate::worker::{JobResult, Worker};
use crate::{JobOrder, Ticket, TreeUpdate, UpperTree, Ways};

/// Several searchers that share one table. See the [module text](self).
pub(crate) struct Team<'g, G: Game> {
    game: &'g G,
    options: DfPnOptions,
    /// The minimum expansions of a job.
    share: NonZeroU64,
    workers: Vec<Worker<'g, G>>,
}

/// The state that the threads share in addition to the table.
struct TeamState {
    tree: UpperTree,
    budget: Budget,
    /// Work reserved for jobs in progress.
    reserved: u64,
    ended: bool,
}

/// The shared state, and a signal for the threads that wait for a job.
struct WorkQueue {
    shared: Mutex<TeamState>,
    /// Signalled when a job was returned or the search has ended.
    news: Condvar,
}

/// A job that a thread has taken.
struct Task {
    ticket: Ticket,
    order: JobOrder,
    /// Work reserved for the job.
    reserved: u64,
}

/// The children of the tree take at most this fraction of the table's memory, in addition to it.
/// Beyond that, no leaf is opened, and jobs grow.
const MEMORY: usize = 16;

const LEAST_CHILDREN: usize = 1 << 12;

impl<'g, G: Game> Team<'g, G> {
    pub(crate) fn new(
        game: &'g G,
        (options, share): (DfPnOptions, NonZeroU64),
        table: &Arc<Table>,
    ) -> Team<'g, G> {
        let threads = options.threads.get();
        let worker = |_| Worker {
            game,
            search: DfPn::one_of(threads, game, options.clone(), Arc::clone(table)),
            check: None,
        };
        Team {
            game,
            workers: (0..threads).map(worker).collect(),
            options,
            share,
        }
    }

    /// The tree of a new search.
    fn tree(&self, root: &G::Position) -> UpperTree {
        let most = self.table().bytes() / MEMORY / size_of::<TreeChild>();
        let ways = Ways {
            least: self.share.get(),
            opens_at: 8,
            most_children: most.max(LEAST_CHILDREN),
        };
        UpperTree::at_one_table((self.game.key(root).0, 0), self.options.clone(), &ways)
    }

    fn run(&mut self, root: &G::Position, budget: Budget, observer: &mut dyn Observer) -> Report {
        let queue = WorkQueue {
            shared: Mutex::new(TeamState {
                tree: self.tree(root),
                budget,
                reserved: 0,
                ended: false,
            }),
            news: Condvar::new(),
        };
        if let Some((first, others)) = self.workers.split_first_mut() {
            first.search.watch_jobs();
            thread::scope(|scope| {
                for worker in others {
                    let queue = &queue;
                    let serve = move || queue.serve(worker, root, &mut Silent);
                    // If the system provides no more threads, fewer are used.
                    if thread::Builder::new().spawn_scoped(scope, serve).is_err() {
                        break;
                    }
                }
                queue.serve(first, root, observer);
            });
        }
        let shared = queue.lock();
        shared.budget.report(shared.tree.root().bounds)
    }
}

impl<G: Game> Search<G> for Team<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let mut budget = Budget::open(self.game, limits);
        budget.poll();
        let mut report = match solved(self.game.status(root)) {
            Some(bounds) => budget.report(bounds),
            None => self.run(root, budget, observer),
        };
        report.counters.stored = self.table().used();
        report
    }

    fn table(&self) -> &Arc<Table> {
        self.workers[0].search.table()
    }

    fn report_to(&mut self, sink: &SolvedSink<G::Position>) -> bool {
        // Each thread reports the positions that it solves.
        self.workers
            .iter_mut()
            .all(|worker| worker.search.report_to(sink))
    }

    fn options_for_holes(&self) -> DfPnOptions {
        self.workers[0].search.options_for_holes()
    }
}

impl WorkQueue {
    fn lock(&self) -> MutexGuard<'_, TeamState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The loop of a thread.
    fn serve<G: Game>(
        &self,
        worker: &mut Worker<'_, G>,
        root: &G::Position,
        observer: &mut dyn Observer,
    ) {
        let _leaving = EndOnDrop(self);
        let mut done = None;
        let mut worked = 0;
        loop {
            if worked >= Limits::POLL {
                worked = 0;
                self.poll(worker, observer);
            }
            self.look_at_walk(worker, root);
            // 1, 2. The tree.
            let (next, changed) = self.exchange(done.take(), worker.game.fault());
            worker.store_update(&changed);
            let Some((task, budget)) = next else {
                return;
            };
            // 3, 4. The search.
            let result = worker.run(root, &task.order, task.reserved, budget);
            worked += result.counters.work();
            done = Some((task, result));
        }
    }

    /// If this is the first thread and its jobs revisit few positions, collects these and solves
    /// their graph by retrograde analysis. The results are stored in the table.
    fn look_at_walk<G: Game>(&self, worker: &mut Worker<'_, G>, root: &G::Position) {
        let mut shared = self.lock();
        let left = shared.left();
        let Some(allowed) = worker.search.look_between_jobs(left) else {
            return;
        };
        shared.reserved += allowed;
        let budget = shared.budget.part(allowed);
        drop(shared);
        let search = &mut worker.search;
        let (counters, stopped_by) = search.collect_between_jobs(root, allowed, budget);
        self.lock().take_back(allowed, &counters, stopped_by);
        self.news.notify_all();
    }

    /// Returns a job and takes the next one; `None` if the search has ended. Also returns the
    /// changes in the tree, which must be stored. An impossible result is reported as the game's
    /// `fault`.
    fn exchange(
        &self,
        done: Option<(Task, JobResult)>,
        fault: Option<&Fault>,
    ) -> (Option<(Task, Budget)>, TreeUpdate) {
        let mut shared = self.lock();
        let mut changed = TreeUpdate::default();
        if let Some((task, result)) = done {
            match (shared.bring_back(&task, &result), fault) {
                (Ok(update), _) => changed = update,
                (Err(why), Some(fault)) => fault.report(why),
                (Err(_), None) => {}
            }
            self.news.notify_all();
        }
        while !shared.ended {
            match shared.next() {
                Some(next) => return (Some(next), changed),
                None if shared.ended => self.news.notify_all(),
                None => {
                    let woken = self.news.wait(shared);
                    shared = woken.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        (None, changed)
    }

    /// Checks the clock and the stop flag, and reports to the observer.
    fn poll<G: Game>(&self, worker: &mut Worker<'_, G>, observer: &mut dyn Observer) {
        let fill = worker.search.fill();
        let mut shared = self.lock();
        shared.budget.poll();
        let progress = Progress {
            bounds: shared.tree.root().bounds,
            counters: shared.budget.counters,
            fill,
        };
        drop(shared);
        observer.event(&Event::Progress(progress));
    }
}

impl TeamState {
    /// Takes over the result of a job. A job that could not be done, or an impossible result, means
    /// that the game is inconsistent; then the search ends.
    fn bring_back(&mut self, task: &Task, result: &JobResult) -> Result<TreeUpdate, String> {
        self.take_back(task.reserved, &result.counters, result.stopped_by);
        let ended = match &result.done.failed {
            None => self.tree.end(&task.ticket, &result.done),
            Some(why) => Err(why.clone()),
        };
        match &ended {
            Ok(_) => self.ended |= self.tree.root().bounds.is_solved(),
            Err(_) => self.stop(Stop::Game),
        }
        Ok(ended?.update)
    }

    /// Takes over work for which `reserved` nodes were reserved.
    fn take_back(&mut self, reserved: u64, counters: &Counters, stopped_by: Option<Stop>) {
        self.reserved -= reserved;
        self.budget.add(counters);
        // Other limits can be those of the job's share alone: see `next`.
        if let Some(stop @ (Stop::Time | Stop::Interrupt | Stop::Game)) = stopped_by {
            self.stop(stop);
        }
    }

    fn stop(&mut self, stop: Stop) {
        self.budget.stopped_by.get_or_insert(stop);
        self.ended = true;
    }

    /// The remaining nodes that are not reserved for jobs in progress.
    fn left(&self) -> u64 {
        self.budget.nodes_left().saturating_sub(self.reserved)
    }

    /// The next job and the budget of its work; `None` if no job is available now, or the search
    /// has ended.
    fn next(&mut self) -> Option<(Task, Budget)> {
        if self.budget.exhausted() {
            self.ended = true;
            return None;
        }
        let left = self.left();
        // Jobs in progress may not use all of their reserved work.
        if left == 0 {
            return None;
        }
        let (ticket, mut order) = self.tree.pick()?;
        debug_assert!(
            !order.above.contains(&order.key) || self.budget.game_has_failed(),
            "a line repeats a position"
        );
        // One more expansion to open the leaf.
        let reserved = order.budget.saturating_add(1).min(left);
        order.budget = order.budget.min(left);
        self.reserved += reserved;
        let budget = self.budget.part(order.budget);
        let task = Task {
            ticket,
            order,
            reserved,
        };
        Some((task, budget))
    }
}

/// Ends the search when a thread leaves, for whatever reason: the other threads must not wait for a
/// job that will never be returned.
struct EndOnDrop<'a>(&'a WorkQueue);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.news.notify_all();
    }
}
