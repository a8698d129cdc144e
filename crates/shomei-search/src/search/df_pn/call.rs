//! The calls of df-pn: as a [`Search`], below a prefix by the extraction of certificates, and in
//! jobs below the leaves of an upper tree that several searchers share.
//!
//! Several searchers ([`crate::job`]) use only the following functions of df-pn, in addition to
//! [`Search`]:
//!
//! ```text
//! watch_jobs            before the first job
//! search_job            mid(leaf, thresholds) within a budget
//! open_leaf             the children of a leaf, for the upper tree
//! store_updates         stores changes that the end of a job has made above its leaf
//! look_between_jobs, collect_between_jobs
//!                       whether jobs revisit few positions, and the retrograde
//!                       analysis of these (retrograde.rs)
//! ```
//!
//! Invariant: the path of a job begins at the root of the tree, so a path-dependent disproof is
//! stored for the paths on which it is valid, as in a search by one thread.

use std::collections::HashSet;
use std::sync::Arc;

use shomei_game::{EdgeCost, Game, Key, Role};

use super::node::{Call, Costs};
use super::revisit_monitor::Watched;
use super::{DfPn, DfPnOptions, Gc};
use crate::budget::Budget;
use crate::knowledge::NodeUpdate;
use crate::rule::Pair;
use crate::search::outcome::Outcome;
use crate::search::twins::{self, Left};
use crate::search::{Search, evaluate};
use crate::table::{Entry, Table};
use crate::{
    Bounds, Counters, Knowledge, Limits, Number, Observer, Report, Silent, SolvedSink, Stop,
};

/// A leaf of an upper tree.
#[derive(Debug)]
pub struct JobLeaf<'a, P> {
    /// The keys of the positions above it, from the root: a return to one of them fails.
    pub path: &'a [Key],
    /// Its position.
    pub position: &'a P,
    /// Its key.
    pub key: Key,
}

/// The result of a job's search.
#[derive(Debug)]
pub struct JobSearch {
    /// The new knowledge about the leaf.
    pub leaf: Knowledge,
    /// The place at which the search was suspended, if its budget ended it.
    pub suspended: Option<Suspended>,
    /// The work of the job.
    pub counters: Counters,
    /// The limit that ended the search.
    pub stopped_by: Option<Stop>,
}

/// The place at which a limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Suspended {
    /// Plies from the root of the search to its current node.
    pub plies: u64,
    /// The place of the root's child on the path to that node.
    pub place: u16,
}

/// A child of an opened leaf.
#[derive(Debug)]
pub struct LeafChild<M> {
    /// The move.
    pub mv: M,
    /// The cost of the move, which is not included in the knowledge.
    pub cost: EdgeCost,
    /// The group of the move ([`shomei_game::MoveHints::group`]); 0 for none.
    pub group: u32,
    /// The knowledge about the position after the move.
    pub knowledge: Knowledge,
}

/// The result of a search below a prefix.
#[derive(Debug)]
pub struct Searched {
    /// The report of the search.
    pub report: Report,
    /// The place of the move that solves the root, if one move does.
    pub best: Option<usize>,
}

impl<'g, G: Game> DfPn<'g, G> {
    /// Begins a path with these positions.
    pub(super) fn begin_line(&mut self, prefix: &[Key]) {
        self.stack.clear();
        self.path.begin(prefix);
        self.path.supposes = self.store.solved.is_some() || !self.path.assumed.is_empty();
        self.simulation.models.clear();
        self.monitor.since = 0;
    }

    /// Searches a position below the path `prefix`; see [`DfPn::mid`].
    fn run(
        &mut self,
        prefix: &[Key],
        root: G::Position,
        key: Key,
        thresholds: Pair,
        observer: &mut dyn Observer,
    ) -> (Outcome, Option<Suspended>) {
        self.begin_line(prefix);
        if self.budget.exhausted() {
            return (Outcome::UNTOUCHED, None);
        }
        if let Some(outcome) = self.solve_leaf(&root, key) {
            return (outcome, None);
        }
        let call = Call {
            position: root,
            key,
            thresholds,
            increase: false,
            expanded: false,
            costs: Costs::Added,
        };
        self.mid(call, observer)
    }

    /// Searches `root` as if it was reached through the positions with the keys `prefix`: a return
    /// to one of them fails.
    pub fn search_below(
        &mut self,
        prefix: &[Key],
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Searched {
        self.budget = Budget::open(self.game, limits);
        self.watch_revisits(Watched::Search);
        let mut best = None;
        self.stack.root = match evaluate::solved(self.game.status(root)) {
            Some(bounds) => bounds,
            None => {
                let key = self.game.key(root);
                let (outcome, _) = self.run(prefix, root.clone(), key, Pair::INFINITE, observer);
                best = outcome.best;
                outcome.bounds
            }
        };
        let report = self.budget.report(self.stack.root);
        Searched { report, best }
    }

    /// The positions that count as failed in later searches. Disproofs then depend on this
    /// assumption, so use a separate table.
    pub fn assumed(&mut self) -> &mut HashSet<Key> {
        &mut self.path.assumed
    }

    /// The positions that are proved in later searches with another table.
    pub fn proved(&mut self) -> &mut HashSet<Key> {
        &mut self.path.proved
    }

    /// Sets another table, whose solved positions later searches use. The values of
    /// [`DfPn::assumed`] and [`DfPn::proved`] have priority over it.
    pub fn use_solved_of(&mut self, table: Option<Arc<Table>>) {
        self.store.solved = table;
    }

    /// Removes all results.
    pub fn clear_table(&mut self) {
        self.store.table.clear();
        self.stack.sources.clear();
    }

    /// The fraction of the table that is in use.
    pub fn fill(&mut self) -> f64 {
        self.store.measure()
    }

    /// Searches below a leaf until a number reaches its threshold or the budget is exhausted.
    /// `thresholds` are seen from the side to move at the leaf.
    pub fn search_job(
        &mut self,
        leaf: &JobLeaf<'_, G::Position>,
        thresholds: Pair,
        budget: Budget,
    ) -> JobSearch {
        self.budget = budget;
        let JobLeaf {
            path,
            position,
            key,
        } = *leaf;
        let (outcome, suspended) = self.run(path, position.clone(), key, thresholds, &mut Silent);
        JobSearch {
            leaf: Knowledge::untouched((key.0, 0)).after(&outcome),
            suspended,
            counters: self.budget.counters,
            stopped_by: self.budget.stopped_by,
        }
    }

    /// The children of the leaf whose job has just ended, with the knowledge about each, and the
    /// role of the side to move. Adds the work to that of the job.
    pub fn open_leaf(
        &mut self,
        leaf: &JobLeaf<'_, G::Position>,
        job: &mut JobSearch,
    ) -> (Role, Vec<LeafChild<G::Move>>) {
        self.begin_line(leaf.path);
        self.enter(Call {
            position: leaf.position.clone(),
            key: leaf.key,
            thresholds: Pair::INFINITE,
            increase: false,
            expanded: false,
            costs: Costs::LeftOut,
        });
        // The tree itself defers children, but it needs the numbers of each.
        self.end_deferrals();
        for i in 0..self.stack.children.len() {
            // A solved child may repeat the path, which its table entry does not show.
            let Pair { own, other } = self.stack.pairs[i];
            if own != Number::ZERO && other != Number::ZERO {
                self.look_up_late(i);
            }
        }
        self.path.pop();
        let Some(frame) = self.stack.frames.pop() else {
            unreachable!("`enter` puts a frame on the stack");
        };
        let (game, stack, role) = (self.game, &self.stack, frame.role);
        let child = |place: usize| {
            let child = &stack.children[place];
            let Pair { own, other } = stack.pairs[place];
            let outcome = Outcome {
                bounds: Bounds::from_numbers(role, own, other),
                path_dependence: child.path_dependence,
                length: child.length,
                best: None,
            };
            LeafChild {
                mv: child.mv,
                cost: match self.options.edge_costs {
                    true => game.hints(&frame.position, child.mv).cost,
                    false => EdgeCost::default(),
                },
                group: match G::GROUPS {
                    true => stack.extras[place].group,
                    false => 0,
                },
                knowledge: Knowledge::untouched((child.key.0, 0)).after(&outcome),
            }
        };
        let children = (0..stack.children.len()).map(child).collect();
        (job.counters, job.stopped_by) = (self.budget.counters, self.budget.stopped_by);
        (role, children)
    }

    /// Stores changes that the end of a job has made to nodes on the path through the positions
    /// `above` the leaf.
    pub fn store_updates(&mut self, above: &[Key], updates: &[NodeUpdate]) {
        self.begin_line(above);
        // The children of an opened leaf are below the path.
        let on_path = |update: &&NodeUpdate| update.index <= above.len();
        for update in updates.iter().filter(on_path) {
            self.store_update(update);
        }
    }

    fn store_update(&mut self, update: &NodeUpdate) {
        let key = Key(update.knowledge.key);
        let known = self.store.table.probe(key);
        let left = Left {
            key,
            work: update.knowledge.work,
            min_depth: Entry::depth_of(update.index),
            before: update.before,
            twin: known.and_then(|entry| entry.value.twin()),
        };
        let outcome = update.knowledge.outcome();
        twins::store(&mut self.store, &self.path.keys, &left, &outcome);
    }
}

impl<G: Game> Search<G> for DfPn<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        self.store.begin();
        let mut report = self.search_below(&[], root, limits, observer).report;
        report.counters.stored = self.store.stored(&report.counters);
        report
    }

    fn table(&self) -> &Arc<Table> {
        &self.store.table
    }

    fn report_to(&mut self, sink: &SolvedSink<G::Position>) -> bool {
        let is_sound = self.options.path_dependence;
        self.store.sink = is_sound.then(|| sink.clone());
        is_sound
    }

    fn options_for_holes(&self) -> DfPnOptions {
        DfPnOptions {
            threshold_control: true,
            path_dependence: true,
            leaf_solver: false,
            gc: Gc::Off,
            ..self.options.clone()
        }
    }
}
