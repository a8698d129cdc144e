//! Retrograde analysis for a search that revisits few positions many times (the option `fixpoint`).
//!
//! A small graph with many cycles has very many paths through the same few positions, and a
//! path-dependent disproof is valid on some of them only. So a search may expand each position
//! thousands of times: it *cycles*. In this case, the positions below a node are collected, breadth
//! first and by the rules alone, and their values are computed by retrograde analysis
//! (`retrograde_graph.rs`), as in the oracle of `shomei-testkit` and in endgame tables
//! (`docs/references.md [36]`). These values do not depend on the path, so they are valid wherever
//! the position occurs.
//!
//! ```text
//! at intervals
//!   1  were nearly all nodes since the last look entered before?
//!      the node: the deepest one that was on the stack all the time
//!   2  collect the positions below it, up to a bound; nothing is collected below solved ones
//!   3  solve them by retrograde analysis
//!   4a store the decided ones
//!   4b go up to the highest decided node of the stack
//! ```
//!
//! `revisit_monitor.rs` determines when a look is due and how much a collection may take. The
//! interval between two looks is a large fraction of all nodes, so that a long search which cycles
//! only for a while is not interrupted. All collections together expand at most a sixteenth as many
//! nodes as the search. A collection that reached its bound is repeated when twice the number is
//! allowed.
//!
//! This applies to games that can return to a position. It does not apply if the option
//! `path-dependence` is off, which shows the behaviour of a search without such precautions. If
//! several searchers share a table, the first one looks between two jobs and collects from the root,
//! on behalf of all.
//!
//! A pursuit game of 200 positions takes 16,517 nodes, and 3,277,142 without retrograde analysis. A
//! random graph of 60,000 positions takes 1,566,729 nodes in tables of 64 MiB or more, and with four
//! threads 1.8 to 2.6 million (5.5 to 6.2 million when each thread collected for itself). Without
//! retrograde analysis it is not solved in 10 million.
//!
//! Invariants: in a stored proof, each position has a smaller length than its parent. A stored
//! disproof is part of a closed set: it uses no repetition. Neither passes a position of the path
//! above the root of the search (the prefix). A position that fails only because it repeats one of
//! these is not stored; the nodes of the stack get its value with its path dependence. Every
//! expansion is counted, and every limit is checked.
//!
//! Memory: 64 MiB, a 64th of the memory of the table or half of its unused memory, whichever is the
//! most, but at most a quarter of the memory of the table and 4 GiB, and at least a mebibyte. A
//! position takes twice its own size plus about 100 bytes, a move 12 bytes. All of it is released at
//! once. If the table loses entries, by SiblingGC or because it is tiny, another 128 KiB for the
//! nodes that were entered last.

mod collect;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use shomei_game::{Game, Key, Status};

use super::DfPn;
use super::Returned;
use super::node::{Child, Frame};
use super::revisit_monitor::{RevisitMonitor, Watched};
use crate::budget::Budget;
use crate::retrograde_graph::{GraphValue, RetrogradeGraph};
use crate::search::outcome::{Outcome, PathDependence};
use crate::search::twins::TwinTable;
use crate::table::{Entry, Table, Value};
use crate::{Bounds, Counters, Number, Observer, Silent, Stop};

/// A smaller table loses entries so soon that they do not show whether a search cycles.
const LEAST_TABLE: usize = 1 << 20;

/// A search that cycles fills its table with entries for ever new paths, so a collection can need
/// memory when the table uses all of it. Line and certificate take as much after the search.
const MOST_BESIDE: usize = 64 << 20;

impl Table {
    /// The memory that a collection may use in addition to the table: at most a quarter of the
    /// memory of the table, which may grow meanwhile. The indices of positions and moves have 32
    /// bits, and each takes more than one byte.
    fn room_for_collection(&self) -> usize {
        let beside = MOST_BESIDE.max(self.bytes() / 64);
        let room = beside.max(self.unused() / 2).min(self.bytes() / 4);
        room.clamp(1 << 20, u32::MAX as usize)
    }
}

impl<G: Game> DfPn<'_, G> {
    /// Begins to monitor a search or many jobs, if retrograde analysis is applicable.
    pub(super) fn watch_revisits(&mut self, watched: Watched) {
        let is_wanted = self.options.fixpoint && self.options.path_dependence && self.path.repeats;
        let watched = if is_wanted { watched } else { Watched::Not };
        let forgets = self.store.gc.is_some() || self.store.table.bytes() < LEAST_TABLE;
        let remembered = match forgets && watched != Watched::Not {
            true => RevisitMonitor::RECENT,
            false => 0,
        };
        self.monitor.begin(watched, remembered);
    }

    /// Checks whether the search cycles; if so, solves the positions below the node at which it
    /// cycles, as far as allowed.
    pub(super) fn solve_revisited(&mut self, observer: &mut dyn Observer) {
        let since = std::mem::replace(&mut self.monitor.since, self.budget.counters.work());
        let Some(allowed) = self.monitor.look(self.budget.work_left()) else {
            return;
        };
        // The deepest node that has been on the stack since the last look.
        let stayed = |frame: &Frame<G::Position>| frame.work_at_entry <= since;
        let Some(at) = self.stack.frames.partition_point(stayed).checked_sub(1) else {
            return;
        };
        let above = self.path.keys.len() - self.stack.frames.len();
        let barred: HashSet<Key> = self.path.keys.keys()[..above].iter().copied().collect();
        let root = self.stack.frames[at].position.clone();
        let graph = self.collect(root, &barred, allowed, observer);
        self.monitor.since = self.budget.counters.work();
        if let Some(graph) = graph {
            self.go_up(&graph, &barred, at);
        }
    }

    /// The number of positions that one of several threads may collect between two jobs. `left` is
    /// the remaining work of all threads.
    pub fn look_between_jobs(&mut self, left: u64) -> Option<u64> {
        match self.monitor.is_due_between_jobs() && left >= self.monitor.wanted {
            true => self.monitor.look(left),
            false => None,
        }
    }

    /// Collects up to `allowed` positions below the root of all jobs, because one job is too short
    /// to cycle. Returns the work done.
    pub fn collect_between_jobs(
        &mut self,
        root: &G::Position,
        allowed: u64,
        budget: Budget,
    ) -> (Counters, Option<Stop>) {
        self.budget = budget;
        self.collect(root.clone(), &HashSet::new(), allowed, &mut Silent);
        (self.budget.counters, self.budget.stopped_by)
    }

    /// Begins to monitor the jobs of this searcher on behalf of all that share its table, if
    /// retrograde analysis is applicable. The others must not be monitored.
    pub fn watch_jobs(&mut self) {
        self.watch_revisits(Watched::Jobs);
    }

    /// Steps 2, 3 and 4a: collects the positions below one, solves them, and stores the results.
    /// Returns `None` if a limit was reached. `barred`: the positions of the path above the root of
    /// the search.
    fn collect(
        &mut self,
        root: G::Position,
        barred: &HashSet<Key>,
        allowed: u64,
        observer: &mut dyn Observer,
    ) -> Option<RetrogradeGraph<G::Position>> {
        let before = self.budget.counters.work();
        let graph = self.explore(root, barred, allowed, observer);
        let budget = &mut self.budget;
        let work = budget.counters.work() - before;
        let goes_on = || {
            budget.poll();
            budget.stopped_by.is_none()
        };
        let graph = graph.and_then(|mut graph| graph.solve(goes_on).then_some(graph));
        let is_decided = |graph: &RetrogradeGraph<_>| graph.found(0) != GraphValue::Unknown;
        match graph.as_ref().is_some_and(is_decided) {
            true => self.monitor.note_decided(work),
            false => self.monitor.note_undecided(work, allowed),
        }
        self.keep(graph.as_ref()?);
        graph
    }

    /// Step 4a: stores the values that are valid on every path.
    fn keep(&mut self, graph: &RetrogradeGraph<G::Position>) {
        for id in 0..graph.expanded() {
            let best = graph.best(id);
            let value = match graph.found(id) {
                _ if graph.is_given(id) => continue,
                GraphValue::Proved(length) => Value::Proved { length, best },
                // A cycle has no length.
                GraphValue::Failed => Value::Disproved { length: 1, best },
                _ => continue,
            };
            let key = graph.key(id);
            let known = self.store.table.probe(key);
            let entry = Entry {
                value,
                work: 1 + known.map_or(0, |entry| entry.work),
                min_depth: known.map_or(Entry::MAX_MIN_DEPTH, |entry| entry.min_depth),
            };
            self.store.store(key, entry);
            if id.is_multiple_of(1 << 12) {
                self.store.table.grow_if_full();
            }
        }
    }

    /// Step 4b: leaves the nodes of the stack down to the highest decided one, or to the one from
    /// which positions were collected, and gives this node the values of its children.
    fn go_up(&mut self, graph: &RetrogradeGraph<G::Position>, barred: &HashSet<Key>, at: usize) {
        let is_decided = |frame: &Frame<G::Position>| {
            graph.find(frame.key, &frame.position).is_some_and(|id| {
                let found = graph.found(id);
                !graph.is_given(id) && matches!(found, GraphValue::Proved(_) | GraphValue::Failed)
            })
        };
        let highest = self.stack.frames[..at]
            .iter()
            .position(is_decided)
            .unwrap_or(at);
        while self.stack.frames.len() > highest + 1 {
            let before = self.stack.frames[self.stack.frames.len() - 1].before;
            let outcome = Outcome::plain(before);
            self.leave(&outcome);
            self.update(&Returned::only(outcome));
        }
        self.simulation.models.clear();
        for child in self.stack.frames[highest].children.clone() {
            let Child {
                deferred,
                path_dependence,
                ..
            } = self.stack.children[child];
            let own = self.stack.pairs[child].own;
            let is_solved = own == Number::ZERO || own.is_infinite();
            if deferred || !is_solved || !path_dependence.is_none() {
                self.update_child(graph, barred, child);
            }
        }
    }

    /// Gives a child of the top node its value.
    fn update_child(
        &mut self,
        graph: &RetrogradeGraph<G::Position>,
        barred: &HashSet<Key>,
        child: usize,
    ) {
        let frame = &self.stack.frames[self.stack.frames.len() - 1];
        let Child { mv, key, .. } = self.stack.children[child];
        let position = self.game.play(&frame.position, mv);
        let found = match self.game.status(&position) {
            Status::Won => GraphValue::Proved(0),
            Status::Failed => GraphValue::Failed,
            Status::Open => {
                let id = graph.find(key, &position);
                match id.map(|id| graph.found(id)) {
                    Some(found) => found,
                    None => match self.path_independent_value(barred, key, &position) {
                        // The node itself has a more precise path dependence for this repetition.
                        GraphValue::FailedHere => GraphValue::Unknown,
                        known => known,
                    },
                }
            }
        };
        let (bounds, length) = match found {
            GraphValue::Proved(length) => (Bounds::PROVED, length),
            GraphValue::Failed | GraphValue::FailedHere => (Bounds::DISPROVED, 1),
            GraphValue::Open | GraphValue::Unknown => return,
        };
        let above = self.path.keys.len() - self.stack.frames.len();
        let child_mut = &mut self.stack.children[child];
        child_mut.path_dependence = match found {
            GraphValue::FailedHere => PathDependence::on(0).join(PathDependence::on(above - 1)),
            _ => PathDependence::NONE,
        };
        child_mut.length = length;
        child_mut.deferred = false;
        self.stack.set_numbers(child, bounds);
        if G::GROUPS {
            self.stack.review_deferred();
        }
    }
}
