//! df-pn by several threads.
//!
//! What it does: the threads share the table, and a small tree of the positions
//! near the root below which most was searched (`tree.rs`). Each takes a leaf of
//! that tree, searches it as df-pn does, within limits and for
//! a number of expansions at most, brings back its numbers, and takes the next. After
//! J. Pawlewicz and R. Hayward, "Scalable parallel DFPN search", Computers and
//! Games 2013 (`docs/references.md [13]`).
//!
//! ```text
//! each thread, until the root is solved or a limit is reached
//!   1  with the tree: bring back the last job; take the next leaf
//!   2  store the numbers of the line above it
//!   3  mid(leaf, limits) of df-pn, for no more than a share of expansions
//!   4  if much was searched below the leaf: open it, that is make its children
//! ```
//!
//! Differs from the paper in:
//!
//! * Leaves under way are flagged and keep their numbers (`tree.rs`). The paper counts them as
//!   solved.
//! * A job that begins where the last one was suspended walks down its line again,
//!   so its share is at least four expansions a ply of that line.
//! * A leaf is opened when a whole share was searched below it. The tree has a limit, so
//!   its memory does not grow with the search.
//!
//! Invariants: every thread pushes the whole line from the root, so a disproof
//! that rests on a repetition is shared only with lines it holds on, as with
//! one thread. The tree holds each line apart.
//!
//! Which thread comes first is up to chance: numbers of nodes differ from run to
//! run, answers do not. One thread without the option `share` uses nothing of this.

use std::num::NonZeroU64;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use shomei_game::{Fault, Game};
use shomei_search::job::solved;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{
    Account, Counters, Event, Limits, Observer, Progress, Report, Silent, SolvedSink, Stop,
};

use crate::tree::TreeChild;
use crate::worker::{JobResult, Worker};
use crate::{JobOrder, Ticket, TreeUpdate, UpperTree, Ways};

/// Several searchers at one table. See the [module text](self).
pub(crate) struct Team<'g, G: Game> {
    game: &'g G,
    options: DfPnOptions,
    workers: Vec<Worker<'g, G>>,
}

/// What the threads share besides the table.
struct TeamState {
    tree: UpperTree,
    account: Account,
    /// Work that jobs under way may still do.
    reserved: u64,
    ended: bool,
}

/// The shared state, and a signal for the threads that wait for a job.
struct WorkQueue {
    shared: Mutex<TeamState>,
    /// A job was brought back, or the search has ended.
    news: Condvar,
}

/// A job that was picked.
struct Task {
    ticket: Ticket,
    order: JobOrder,
    /// Work that is set aside for it.
    reserved: u64,
}

/// The children of the tree take at most this part of the table's memory, on top of it. Then
/// no leaf is opened, and jobs grow.
const MEMORY: usize = 16;

const LEAST_CHILDREN: usize = 1 << 12;

impl<'g, G: Game> Team<'g, G> {
    pub(crate) fn new(game: &'g G, options: DfPnOptions, table: &Arc<Table>) -> Team<'g, G> {
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
        }
    }

    /// The tree of a search that begins now.
    fn tree(&self, root: &G::Position) -> UpperTree {
        let most = self.table().bytes() / MEMORY / size_of::<TreeChild>();
        let ways = Ways {
            least: (self.options.share).map_or(Ways::default().least, NonZeroU64::get),
            opens_at: 8,
            most_children: most.max(LEAST_CHILDREN),
        };
        UpperTree::at_one_table((self.game.key(root).0, 0), self.options.clone(), &ways)
    }

    fn run(&mut self, root: &G::Position, account: Account, observer: &mut dyn Observer) -> Report {
        let queue = WorkQueue {
            shared: Mutex::new(TeamState {
                tree: self.tree(root),
                account,
                reserved: 0,
                ended: false,
            }),
            news: Condvar::new(),
        };
        for worker in &mut self.workers {
            worker.search.watch_jobs();
        }
        if let Some((first, others)) = self.workers.split_first_mut() {
            thread::scope(|scope| {
                for worker in others {
                    let queue = &queue;
                    let serve = move || queue.serve(worker, root, &mut Silent);
                    // Where the system gives no more threads, fewer will do.
                    if thread::Builder::new().spawn_scoped(scope, serve).is_err() {
                        break;
                    }
                }
                queue.serve(first, root, observer);
            });
        }
        let shared = queue.lock();
        shared.account.report(shared.tree.root().bounds)
    }
}

impl<G: Game> Search<G> for Team<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let mut account = Account::open(self.game, limits);
        account.poll();
        let mut report = match solved(self.game.status(root)) {
            Some(bounds) => account.report(bounds),
            None => self.run(root, account, observer),
        };
        report.counters.stored = self.table().used();
        report
    }

    fn table(&self) -> &Arc<Table> {
        self.workers[0].search.table()
    }

    fn report_to(&mut self, sink: &SolvedSink<G::Position>) -> bool {
        // Each thread shows what it solves.
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

    /// What a thread does.
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
            let Some((task, account)) = next else {
                return;
            };
            // 3, 4. The search.
            let result = worker.run(root, &task.order, task.reserved, account);
            worked += result.counters.work();
            done = Some((task, result));
        }
    }

    /// Where the jobs of this thread walk round among few positions: collects these, and
    /// reads their graph backwards. The result is in the table.
    fn look_at_walk<G: Game>(&self, worker: &mut Worker<'_, G>, root: &G::Position) {
        let mut shared = self.lock();
        let left = shared.left();
        let Some(allowed) = worker.search.look_between_jobs(left) else {
            return;
        };
        shared.reserved += allowed;
        let account = shared.account.part(allowed);
        drop(shared);
        let search = &mut worker.search;
        let (counters, stopped_by) = search.collect_between_jobs(root, allowed, account);
        self.lock().take_back(allowed, &counters, stopped_by);
        self.news.notify_all();
    }

    /// Brings a job back and takes the next; none when the search has ended.
    /// And what has changed in the tree, to be stored. A result that cannot be becomes the game's
    /// `fault`.
    fn exchange(
        &self,
        done: Option<(Task, JobResult)>,
        fault: Option<&Fault>,
    ) -> (Option<(Task, Account)>, TreeUpdate) {
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

    /// Looks at the clock and the flag, and reports to the observer.
    fn poll<G: Game>(&self, worker: &mut Worker<'_, G>, observer: &mut dyn Observer) {
        let fill = worker.search.fill();
        let mut shared = self.lock();
        shared.account.poll();
        let progress = Progress {
            bounds: shared.tree.root().bounds,
            counters: shared.account.counters,
            fill,
        };
        drop(shared);
        observer.event(&Event::Progress(progress));
    }
}

impl TeamState {
    /// Takes over what a job brings. A job that could not be done, or whose result cannot be, comes
    /// of a game that answers otherwise than before: then there is no use in going on.
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

    /// Takes over work for which `reserved` nodes were set aside.
    fn take_back(&mut self, reserved: u64, counters: &Counters, stopped_by: Option<Stop>) {
        self.reserved -= reserved;
        self.account.add(counters);
        // Other limits may be those of its share alone: see `next`.
        if let Some(stop @ (Stop::Time | Stop::Interrupt | Stop::Game)) = stopped_by {
            self.stop(stop);
        }
    }

    fn stop(&mut self, stop: Stop) {
        self.account.stopped_by.get_or_insert(stop);
        self.ended = true;
    }

    /// The nodes that are left, and not reserved for work under way.
    fn left(&self) -> u64 {
        self.account.nodes_left().saturating_sub(self.reserved)
    }

    /// The next job and the account of its work; none if there is none now, or the search has ended.
    fn next(&mut self) -> Option<(Task, Account)> {
        if self.account.exhausted() {
            self.ended = true;
            return None;
        }
        let left = self.left();
        // Jobs under way may not need all that they may do.
        if left == 0 {
            return None;
        }
        let (ticket, mut order) = self.tree.pick()?;
        debug_assert!(
            !order.above.contains(&order.key) || self.account.game_has_failed(),
            "a line repeats a position"
        );
        // One more to open the leaf.
        let reserved = order.budget.saturating_add(1).min(left);
        order.budget = order.budget.min(left);
        self.reserved += reserved;
        let account = self.account.part(order.budget);
        let task = Task {
            ticket,
            order,
            reserved,
        };
        Some((task, account))
    }
}

/// Ends the search when a thread leaves, however it does: the others must not
/// wait for a job that will never be brought back.
struct EndOnDrop<'a>(&'a WorkQueue);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.news.notify_all();
    }
}
