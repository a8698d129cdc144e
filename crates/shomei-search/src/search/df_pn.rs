//! Depth-first proof-number search (df-pn).
//!
//! It searches the most-proving node as proof-number search does, but depth first: it leaves a node
//! only when one of its numbers reaches a threshold at which the choice of some ancestor could
//! change (`docs/references.md [3], [4], [15]`). Numbers are stored in a table that can lose
//! entries. All data that is needed to make progress is on the stack.
//!
//! ```text
//! mid(n, thresholds, increase)
//!   1  expand n: list all children; look them up if the table contains n, and evaluate the others
//!      if n is not known to have been expanded before: increase = false
//!   2  loop:
//!        if an unsolved child is old: increase = true
//!        (phi, delta) = scan of the children
//!        on the first pass, if increase: raise both thresholds above the numbers
//!   3    if solved, or phi >= thresholds.own, or delta >= thresholds.other,
//!        or a limit of the search is reached: break
//!   4    s = the child searched last while it is good enough, else the best
//!        if s was not looked up yet and the table contains it: back to 2, as in a first pass
//!        if the game's leaf solver decides s: take over its result
//!        else mid(s, thresholds of s, increase); take over what it returns
//!   5  store n; return
//! ```
//!
//! In the papers `thresholds.own` is th_phi, `thresholds.other` is th_delta, and `increase` is inc.
//! `DfPn::mid` has comments with these step numbers. The parts that the papers leave to each
//! program are separate components:
//!
//! | component | purpose |
//! |---|---|
//! | `node.rs` | the path: nodes, their children, positions that must not be repeated |
//! | `expand.rs` | steps 1 and 5 |
//! | `leaf.rs` | positions that the game's leaf solver decides |
//! | `child_cache.rs` | keeps lists of children from one visit of a node to the next |
//! | `store.rs` | table, twins, boards and dominance bounds, garbage collection, sink |
//! | `deferred.rs` | children that are deferred until earlier ones of their group have failed |
//! | `simulation.rs` | repeats the proof against one move of a group against the next one |
//! | `revisit_monitor.rs` | detects that the search revisits few positions |
//! | `retrograde.rs` | solves these positions by retrograde analysis |
//! | `call.rs` | calls of `mid`: a search, a search below a prefix, a job |
//!
//! Differences from the papers:
//!
//! * Numbers are stored as (pn, dn), not as (phi, delta) of the side to move, so a side can move
//!   twice in a row.
//! * The threshold set by the second best child is widened by a fraction of itself (epsilon,
//!   `docs/references.md [11]`), and the search stays with the child searched last while that child
//!   is below the threshold.
//! * A node is expanded even if its table entry shows that its numbers reach the thresholds.
//! * `docs/references.md [4]` raises delta of a child to phi of its node at entry; this search not.
//! * By the weak rule a child's threshold is that of the largest number (`rule/scan.rs`).
//! * A child's numbers are taken from the call that searched it, never read back from the table
//!   (the table is only a cache).
//! * Old children and repetitions (`docs/references.md [9], [10]`): see `node.rs` and `store.rs`.
//! * Once a measurement has found the table full, the numbers of children on the stack can only rise,
//!   so that the search ends. (Buckets overflow earlier; until then, this is not shown.)
//! * The stack is explicit, so only memory limits the depth.
//!
//! Invariants: outside simulations, a child is entered only with numbers below both its thresholds;
//! a solved value is stored under the key of its position only if it is valid on every path.
//!
//! Memory: the table, and per ply of the current path one frame and its children (about 50 bytes
//! per child).

pub(crate) mod call;
mod child_cache;
pub(crate) mod deferred;
mod expand;
mod leaf;
mod node;
pub(crate) mod options;
mod retrograde;
mod revisit_monitor;
mod simulation;
mod store;

use std::sync::Arc;

use shomei_game::{Game, Resource, Role};

use crate::budget::Budget;
use crate::path::PathDominance;
use crate::rule::partition::{Source, Sources};
use crate::rule::{Pair, Scan, Ties, without_cost};
use crate::search::outcome::Outcome;
use crate::search::sibling_gc::SiblingGc;
use crate::table::{Gauge, Table};
use crate::{Bounds, Event, Limits, Number, Observer, Progress};

pub use call::Searched;
use call::Suspended;
use child_cache::ChildCache;
use node::{Call, Child, Costs, Deferred, PlayedPath, Stack};
pub use options::{DfPnOptions, Gc, INFO};
pub(crate) use options::{new_table, open, open_on, read};
use revisit_monitor::RevisitMonitor;
use simulation::{SIMULATED, Simulation};
use store::Store;

/// The searcher. See the [module text](self).
#[derive(Debug)]
pub struct DfPn<'g, G: Game> {
    game: &'g G,
    options: DfPnOptions,
    store: Store<G>,
    path: PlayedPath,
    stack: Stack<G::Position, G::Move>,
    cache: ChildCache<G::Move>,
    budget: Budget,
    monitor: RevisitMonitor,
    simulation: Simulation<G::Position>,
}

/// The result that a call of `mid` returns to its parent.
struct Returned {
    outcome: Outcome,
    /// The child that determines its phi, if the partition rule needs it.
    source: Option<Source>,
    /// The dominance bound of a solved node, if it is known.
    bound: Option<Resource>,
}

impl Returned {
    /// The result of a node that was not searched.
    fn only(outcome: Outcome) -> Returned {
        Returned {
            outcome,
            source: None,
            bound: None,
        }
    }
}

impl<'g, G: Game> DfPn<'g, G> {
    /// A searcher of `game` that works with `table`, which must contain only entries of this game
    /// with this goal. By the partition rule, it uses additional memory: a sixteenth of the
    /// table's.
    pub fn new(game: &'g G, options: DfPnOptions, table: Arc<Table>) -> DfPn<'g, G> {
        DfPn::one_of(1, game, options, table)
    }

    /// One of several searchers, which share that additional memory.
    pub fn one_of(
        searchers: usize,
        game: &'g G,
        options: DfPnOptions,
        table: Arc<Table>,
    ) -> DfPn<'g, G> {
        let sources = Sources::new(&options.schedule, table.bytes() / searchers);
        let store = Store {
            gc: SiblingGc::new(options.gc),
            gauge: Gauge::default(),
            sink: None,
            path_dependence: options.path_dependence,
            solved: None,
            table,
        };
        let dominance = store.has_boards().then(PathDominance::new);
        DfPn {
            game,
            path: PlayedPath::new(game, dominance),
            stack: Stack::new(sources),
            cache: ChildCache::new(),
            budget: Budget::open(game, &Limits::default()),
            monitor: RevisitMonitor::of(searchers),
            simulation: Simulation::default(),
            store,
            options,
        }
    }

    /// The loop of the [module text](self), with an explicit stack instead of recursion. If a limit
    /// of the budget ended the search, also returns the place at which it was suspended.
    fn mid(
        &mut self,
        root: Call<G::Position>,
        observer: &mut dyn Observer,
    ) -> (Outcome, Option<Suspended>) {
        let mut suspended = None;
        // 1. Expand the node.
        self.enter(root);
        loop {
            self.do_what_is_due(observer);
            let exhausted = self.budget.exhausted();

            // 2. Its numbers, and higher thresholds where a child is old.
            let (scan, bounds) = self.combine(observer);
            let top = self.stack.frames.len() - 1;
            let frame = &mut self.stack.frames[top];
            if self.simulation.models.is_empty() {
                frame.begin_pass(scan.phi, scan.delta);
            }

            // 3. Return to the parent if the node is done.
            let Pair { own, other } = frame.thresholds;
            let simulated = self.simulate(bounds);
            let is_done = bounds.is_solved() || scan.phi >= own || scan.delta >= other;
            if exhausted || is_done && simulated.is_none() {
                if self.budget.stopped_by.is_some() && suspended.is_none() {
                    suspended = self.suspended();
                }
                // 5. Store the node.
                let returned = self.finish(bounds, &scan);
                if top == 0 {
                    return (returned.outcome, suspended);
                }
                self.update(&returned);
                continue;
            }

            // 4. Search the child that is chosen; the parent takes over what it returns.
            let (child, thresholds) = match &simulated {
                Some((child, _)) => (*child, SIMULATED),
                None => self.select(&scan),
            };
            let frame = &mut self.stack.frames[top];
            frame.last = Some(child - frame.children.start);
            if self.look_up_late(child) {
                // Its numbers have changed, so choose again.
                continue;
            }
            let Child {
                mv, key, expanded, ..
            } = self.stack.children[child];
            let position = self.game.play(&self.stack.frames[top].position, mv);
            if !expanded && let Some(outcome) = self.solve_leaf(&position, key) {
                self.update(&Returned::only(outcome));
                continue;
            }
            self.push_model(child, simulated);
            self.enter(Call {
                thresholds: self.seen_by_child(thresholds, &position),
                increase: self.stack.frames[top].increase,
                position,
                key,
                expanded,
                costs: Costs::Added,
            });
        }
    }

    /// Checks the clock and the stop flag, the revisit monitor, and the groups in which a child was
    /// solved. The groups must be checked before the numbers of the node are computed: deferred
    /// children have the numbers of failed ones, so a node whose other children have failed would
    /// look lost.
    #[inline]
    fn do_what_is_due(&mut self, observer: &mut dyn Observer) {
        if self.budget.poll_due() {
            self.poll(observer);
        }
        if self.monitor.is_due() {
            self.solve_revisited(observer);
        }
        if G::GROUPS
            && let Some(frame) = self.stack.frames.last()
            && frame.deferred == Deferred::Review
        {
            self.review_groups();
        }
    }

    fn poll(&mut self, observer: &mut dyn Observer) {
        self.budget.poll();
        let fill = self.store.measure();
        observer.event(&Event::Progress(Progress {
            bounds: self.stack.root,
            counters: self.budget.counters,
            fill,
        }));
    }

    /// The scan of the children of the node on top, and its numbers.
    fn combine(&mut self, observer: &mut dyn Observer) -> (Scan, Bounds) {
        let top = self.stack.frames.len() - 1;
        let frame = &self.stack.frames[top];
        if frame.has_old && !frame.increase {
            self.stack.frames[top].increase = self.stack.has_old_child(frame);
        }
        let frame = &self.stack.frames[top];
        let expanded = self.budget.before + self.budget.counters.expanded;
        let rules = self.options.schedule.rules_at(expanded);
        let pairs = &self.stack.pairs[frame.children.clone()];
        let scan = Scan::of(rules.at(frame.role), |i| self.stack.count(frame, i), pairs);
        let scan = match (rules.ties, frame.role) {
            (Ties::LargerDn, Role::Attacker) => scan.with_larger_of_best(pairs),
            _ => scan,
        };
        self.budget.counters.saturations += u64::from(scan.delta == Number::MAX);
        let bounds = Bounds::from_numbers(frame.role, scan.phi, scan.delta);
        if top == 0 && (frame.last.is_none() || bounds != self.stack.root) {
            self.stack.root = bounds;
            observer.event(&Event::Root(bounds));
        }
        if !bounds.is_solved() {
            self.stack.frames[top].before = bounds;
        }
        (scan, bounds)
    }

    /// Selects the child of the top node that is searched next, and its thresholds: the child
    /// searched last while it is good enough, else the best. By the branch rule, a child that is
    /// not the best can be above its threshold.
    fn select(&mut self, scan: &Scan) -> (usize, Pair) {
        let top = self.stack.frames.len() - 1;
        let frame = &self.stack.frames[top];
        let epsilon = self.options.epsilon;
        let (first, thresholds) = (frame.children.start, frame.thresholds);
        let pairs = &self.stack.pairs[frame.children.clone()];
        let threshold_of_other = |i: usize| {
            let child = (pairs[i], self.stack.count(frame, i));
            scan.threshold_of_other(child, thresholds.other)
        };
        let last_is_good = |last: usize| {
            let Pair { own, other } = pairs[last];
            last != scan.best
                && own < thresholds.own
                && own < epsilon.threshold(scan.phi)
                && other < threshold_of_other(last)
        };
        let (chosen, rival) = match frame.last {
            Some(last) if last_is_good(last) => (last, scan.phi),
            _ => (scan.best, scan.second),
        };
        let own = thresholds.own.min(epsilon.threshold(rival));
        let other = threshold_of_other(chosen);
        debug_assert!(pairs[chosen].own < own && pairs[chosen].other < other);
        let cost = self.stack.costs.get(first + chosen).copied();
        let cost = cost.unwrap_or_default();
        let thresholds = Pair {
            own: without_cost(own, cost.phi),
            other: without_cost(other, cost.delta),
        };
        (first + chosen, thresholds)
    }

    /// Converts the thresholds of a child from the view of the top node to that of the child. They
    /// are the same only if the same side moves again.
    #[inline]
    fn seen_by_child(&self, thresholds: Pair, child: &G::Position) -> Pair {
        let role = self.stack.frames[self.stack.frames.len() - 1].role;
        match self.game.role(child) == role {
            true => thresholds,
            false => thresholds.swapped(),
        }
    }

    /// Removes the top node from the path, stores it, and returns its result.
    fn finish(&mut self, bounds: Bounds, scan: &Scan) -> Returned {
        let frame = &self.stack.frames[self.stack.frames.len() - 1];
        let outcome = self.stack.outcome(frame, bounds);
        let source = match bounds.is_solved() {
            true => None,
            false => self.stack.source(frame, scan),
        };
        let bound = self.leave(&outcome);
        Returned {
            outcome,
            source,
            bound,
        }
    }

    /// Takes over the result of the child that was searched last.
    fn update(&mut self, returned: &Returned) {
        let Some(child) = self.stack.last_searched() else {
            return;
        };
        let Returned {
            outcome,
            source,
            bound,
        } = returned;
        let known = &mut self.stack.children[child];
        known.expanded = true;
        known.path_dependence = outcome.path_dependence;
        known.length = outcome.length;
        if let Some(extra) = self.stack.extras.get_mut(child) {
            extra.bound = *bound;
        }
        let before = self.stack.pairs[child];
        self.stack.set_numbers(child, outcome.bounds);
        if !outcome.bounds.is_solved() {
            if self.store.has_lost(&self.path) {
                self.stack.keep_from_falling(child, before);
            }
        } else if G::GROUPS {
            self.stack.review_deferred();
        }
        if let Some(source) = *source {
            self.stack.note_source(child, source);
        }
    }

    /// The place at which the search is suspended; `None` if it has not left its root.
    fn suspended(&self) -> Option<Suspended> {
        let place = u16::try_from(self.stack.frames.first()?.last?).ok()?;
        let plies = self.stack.frames.len() as u64 - 1;
        Some(Suspended { plies, place })
    }
}
