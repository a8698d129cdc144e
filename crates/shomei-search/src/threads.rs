//! df-pn by several threads.
//!
//! What it does: the threads share the table, and a small tree of the positions
//! near the root below which most was searched (`upper.rs`). Each takes a leaf of
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
//! * Leaves under way are flagged and keep their numbers (`upper.rs`). The paper counts them as
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
//! run, answers do not. With one thread nothing of this is used.

mod job;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use shomei_game::Game;

use crate::account::Account;
use crate::knowledge::NodeUpdate;
use crate::options::{OpenError, Settings};
use crate::search::df_pn::{self, Crew, DfPn, DfPnOptions};
use crate::search::{Search, evaluate};
use crate::table::Table;
use crate::upper::{self, Job, SharedTree};
use crate::{Counters, Event, Limits, Observer, Progress, Report, Silent, SolvedSink, Stop};

use job::FinishedJob;
pub(crate) use job::do_job;

pub(crate) use crate::search::df_pn::INFO;

/// df-pn with these settings, in one thread or several, with a table of `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let table = Arc::new(df_pn::new_table::<G>(settings, memory)?);
    searcher(game, settings, table)
}

/// The same, with the table of an earlier search.
pub(crate) fn open_on<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    table.let_grow();
    searcher(game, settings, table)
}

fn searcher<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let (options, crew) = df_pn::read(settings)?;
    Ok(match crew {
        Crew::One => Box::new(DfPn::new(game, options, table)),
        Crew::Team => Box::new(Team::new(game, &options, &table)),
    })
}

/// Several searchers at one table. See the [module text](self).
#[derive(Debug)]
struct Team<'g, G: Game> {
    workers: Vec<DfPn<'g, G>>,
}

/// What the threads share besides the table.
struct TeamState<P, M> {
    tree: SharedTree<P, M>,
    account: Account,
    /// Work that jobs under way may still do.
    reserved: u64,
    ended: bool,
}

/// The shared state, and a signal for the threads that wait for a job.
struct WorkQueue<P, M> {
    shared: Mutex<TeamState<P, M>>,
    /// A job was brought back, or the search has ended.
    news: Condvar,
}

/// The children of the tree take at most this part of the table's memory, on top of it. Then
/// no leaf is opened, and jobs grow.
const MEMORY: usize = 16;

const LEAST_CHILDREN: usize = 1 << 12;

/// How threads use the tree, beside a table of `table` bytes.
fn tree_options<M>(options: &DfPnOptions, table: usize) -> upper::Options {
    let most = table / MEMORY / size_of::<upper::TreeChild<M>>();
    upper::Options {
        schedule: options.schedule.clone(),
        epsilon: options.epsilon,
        share: options.share.get(),
        opens_at: 8,
        most_children: most.max(LEAST_CHILDREN),
        has_index: false,
    }
}

/// A job and the account of its work.
type Task<P, M> = (Job<P, M>, Account);

impl<'g, G: Game> Team<'g, G> {
    fn new(game: &'g G, options: &DfPnOptions, table: &Arc<Table>) -> Team<'g, G> {
        let threads = options.threads.get();
        let worker = |_| DfPn::one_of(threads, game, options.clone(), Arc::clone(table));
        Team {
            workers: (0..threads).map(worker).collect(),
        }
    }

    fn first(&self) -> &DfPn<'g, G> {
        &self.workers[0]
    }

    fn run(&mut self, root: &G::Position, account: Account, observer: &mut dyn Observer) -> Report {
        let first = self.first();
        let (options, game) = (first.options().clone(), first.game());
        let queue = WorkQueue {
            shared: Mutex::new(TeamState {
                tree: SharedTree::new(
                    (game.key(root).0, 0),
                    tree_options::<G::Move>(&options, first.table().bytes()),
                ),
                account,
                reserved: 0,
                ended: false,
            }),
            news: Condvar::new(),
        };
        for worker in &mut self.workers {
            worker.watch_jobs();
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
        let shared = queue.shared.into_inner();
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        shared.account.report(shared.tree.root())
    }
}

impl<G: Game> Search<G> for Team<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let mut account = Account::open(self.first().game(), limits);
        account.poll();
        let mut report = match evaluate::solved(self.first().game().status(root)) {
            Some(bounds) => account.report(bounds),
            None => self.run(root, account, observer),
        };
        report.counters.stored = self.table().used();
        report
    }

    fn table(&self) -> &Arc<Table> {
        self.first().table()
    }

    fn report_to(&mut self, sink: &SolvedSink<G::Position>) -> bool {
        // Each thread shows what it solves.
        self.workers.iter_mut().all(|worker| worker.report_to(sink))
    }

    fn options_for_holes(&self) -> DfPnOptions {
        self.first().options_for_holes()
    }
}

impl<P: Clone, M: Copy> WorkQueue<P, M> {
    fn lock(&self) -> MutexGuard<'_, TeamState<P, M>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does.
    fn serve<G>(&self, worker: &mut DfPn<'_, G>, root: &G::Position, observer: &mut dyn Observer)
    where
        G: Game<Position = P, Move = M>,
    {
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
            let (next, changed) = self.exchange(&mut done);
            for changed in &changed {
                worker.store_update(changed);
            }
            let Some((job, account)) = next else {
                return;
            };
            // 3, 4. The search.
            let table = Arc::clone(worker.table());
            let result = do_job(worker, &table, &job, root, account);
            worked += result.counters.work();
            done = Some(result);
        }
    }

    /// Where the jobs of this thread walk round among few positions: collects these, and
    /// reads their graph backwards. The result is in the table.
    fn look_at_walk<G>(&self, worker: &mut DfPn<'_, G>, root: &G::Position)
    where
        G: Game<Position = P, Move = M>,
    {
        let mut shared = self.lock();
        let left = shared.left();
        let Some(allowed) = worker.look_between_jobs(left) else {
            return;
        };
        shared.reserved += allowed;
        let account = shared.account.part(allowed);
        drop(shared);
        let (counters, stopped_by) = worker.collect_between_jobs(root, allowed, account);
        self.lock().take_back(allowed, &counters, stopped_by);
        self.news.notify_all();
    }

    /// Brings a job back and takes the next; none when the search has ended.
    /// And the nodes that changed, to be stored.
    fn exchange(
        &self,
        done: &mut Option<FinishedJob<P, M>>,
    ) -> (Option<Task<P, M>>, Vec<NodeUpdate>) {
        let mut shared = self.lock();
        let mut changed = Vec::new();
        if let Some(done) = done.take() {
            changed = shared.bring_back(done);
            self.news.notify_all();
        }
        loop {
            if shared.ended {
                return (None, changed);
            }
            match shared.next() {
                Some(job) => return (Some(job), changed),
                None if shared.ended => self.news.notify_all(),
                None => {
                    shared = self
                        .news
                        .wait(shared)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl<P: Clone, M: Copy> TeamState<P, M> {
    /// Takes over what a job brings.
    fn bring_back(&mut self, done: FinishedJob<P, M>) -> Vec<NodeUpdate> {
        self.take_back(done.reserved, &done.counters, done.stopped_by);
        let changed = self.tree.end(&done.line, done.result);
        if self.tree.root().is_solved() {
            self.ended = true;
        }
        changed
    }

    /// Takes over work for which `reserved` nodes were set aside.
    fn take_back(&mut self, reserved: u64, counters: &Counters, stopped_by: Option<Stop>) {
        self.reserved -= reserved;
        self.account.add(counters);
        // Other limits may be those of its share alone: see `next`.
        if let Some(stop @ (Stop::Time | Stop::Interrupt | Stop::Game)) = stopped_by {
            self.account.stopped_by.get_or_insert(stop);
            self.ended = true;
        }
    }

    /// The nodes that are left, and not reserved for work under way.
    fn left(&self) -> u64 {
        self.account.nodes_left().saturating_sub(self.reserved)
    }

    /// The next job and its account; none if there is none now, or the search has
    /// ended.
    fn next(&mut self) -> Option<Task<P, M>> {
        if self.account.exhausted() {
            self.ended = true;
            return None;
        }
        let left = self.left();
        // Jobs under way may not need all that they may do.
        if left == 0 {
            return None;
        }
        let mut job = self.tree.pick()?;
        debug_assert!(
            !job.prefix.contains(&job.key) || self.account.game_has_failed(),
            "a line repeats a position"
        );
        // One more to open the leaf.
        job.reserved = job.budget.saturating_add(1).min(left);
        job.budget = job.budget.min(left);
        self.reserved += job.reserved;
        let account = self.account.part(job.budget);
        Some((job, account))
    }
}

/// Ends the search when a thread leaves, however it does: the others must not
/// wait for a job that will never be brought back.
struct EndOnDrop<'a, P: Clone, M: Copy>(&'a WorkQueue<P, M>);

impl<P: Clone, M: Copy> Drop for EndOnDrop<'_, P, M> {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.news.notify_all();
    }
}

impl<P: Clone, M: Copy> WorkQueue<P, M> {
    /// Looks at the clock and the flag, and reports to the observer.
    fn poll<G>(&self, worker: &mut DfPn<'_, G>, observer: &mut dyn Observer)
    where
        G: Game<Position = P, Move = M>,
    {
        let fill = worker.fill();
        let mut shared = self.lock();
        shared.account.poll();
        let progress = Progress {
            bounds: shared.tree.root(),
            counters: shared.account.counters,
            fill,
        };
        drop(shared);
        observer.event(&Event::Progress(progress));
    }
}
