//! A finish by the fixpoint, where the search walks round among few positions.
//!
//! What it does: in a small graph with many cycles there are very many paths through the same
//! few positions, and a path-dependent disproof holds on some of them only. So a search may
//! expand each position thousands of times: it *walks round*. Then the
//! positions below a node are collected, breadth first and by the rules alone, and their
//! values are found by reading the graph backwards (`retrograde_graph.rs`), as the
//! oracle of `shomei-testkit` does and as endgame tables are made (retrograde analysis,
//! `docs/references.md [36]`). A value does not depend on the path, so what is found holds
//! wherever the position is met.
//!
//! ```text
//! now and then
//!   1  were nearly all nodes since the last look entered before?
//!      the node: the deepest one that was on the stack all the time
//!   2  collect the positions below it, up to a bound; solved ones have nothing below
//!   3  read them backwards
//!   4a store what is decided
//!   4b go up to the highest node of the stack that is decided
//! ```
//!
//! When a look is due, and how much a collection may take, is set in `revisit_monitor.rs`: a look
//! comes after so large a part of all nodes that a long search that walks round for a
//! while only is left alone, and all collections together expand a sixteenth of what
//! the search does at most. One that has met its bound is tried again when twice as much is allowed.
//!
//! Used in games that can return to a position. Not used where the option
//! `path-dependence` is off, which is for seeing what a search without such care does.
//! With several threads each looks between two jobs, and collects from the root.
//!
//! Invariants: a proof that is stored has falling lengths, each position's below that of
//! its parent. A disproof that is stored is part of a closed set: it uses no repetition.
//! Neither passes a position of the path above the root of the search (the prefix). What fails
//! only because it repeats one of these is not stored; the nodes of the stack get it with its
//! support.
//! Every expansion is counted, and every limit looked at.
//!
//! Memory: at most an eighth of the table's, out of the part that it does not use yet;
//! where it uses all, a 64th; a mebibyte in any case. A position takes twice its own size
//! and about 100 bytes, a move 12. All is given back at once. Beside a table that forgets,
//! by SiblingGC or because it is tiny, 128 KiB for the nodes that were entered last.

mod collect;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use shomei_game::{Game, Key, Status};

use super::DfPn;
use super::Returned;
use super::node::{Child, Frame};
use super::revisit_monitor::{RevisitMonitor, Watched};
use crate::account::Account;
use crate::retrograde_graph::{GraphValue, RetrogradeGraph};
use crate::search::outcome::{Outcome, Support};
use crate::search::twins::TwinTable;
use crate::table::{Entry, Table, Value};
use crate::{Bounds, Counters, Number, Observer, Silent, Stop};

/// A smaller table forgets so soon that its entries do not show whether a search
/// walks round.
const LEAST_TABLE: usize = 1 << 20;

impl Table {
    /// The memory that a collection may take beside the table.
    fn room_for_collection(&self) -> usize {
        let part = (self.bytes() / 8).min(self.unused());
        part.max(self.bytes() / 64).max(1 << 20)
    }
}

impl<G: Game> DfPn<'_, G> {
    /// Begins to watch a search or many jobs, if that may be of use.
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

    /// Looks whether the search walks round; if so, solves what is below the node where
    /// it does, as far as that is allowed.
    pub(super) fn solve_revisited(&mut self, observer: &mut dyn Observer) {
        let since = std::mem::replace(&mut self.monitor.since, self.account.counters.work());
        let Some(allowed) = self.monitor.look(self.account.work_left()) else {
            return;
        };
        // The deepest node that has been there all the time.
        let stayed = |frame: &Frame<G::Position>| frame.work_at_entry <= since;
        let Some(at) = self.stack.frames.partition_point(stayed).checked_sub(1) else {
            return;
        };
        let above = self.path.keys.len() - self.stack.frames.len();
        let barred: HashSet<Key> = self.path.keys.keys()[..above].iter().copied().collect();
        let root = self.stack.frames[at].position.clone();
        let graph = self.collect(root, &barred, allowed, observer);
        self.monitor.since = self.account.counters.work();
        if let Some(graph) = graph {
            self.go_up(&graph, &barred, at);
        }
    }

    /// How many positions a thread of several may collect between two jobs. `left` is the
    /// work that is left for all of them.
    pub fn look_between_jobs(&mut self, left: u64) -> Option<u64> {
        match self.monitor.is_due(Watched::Jobs) && left >= self.monitor.wanted {
            true => self.monitor.look(left),
            false => None,
        }
    }

    /// Collects up to `allowed` positions from the root of all jobs on: one job is too short
    /// to walk round. Returns the work done.
    pub fn collect_between_jobs(
        &mut self,
        root: &G::Position,
        allowed: u64,
        account: Account,
    ) -> (Counters, Option<Stop>) {
        self.account = account;
        self.collect(root.clone(), &HashSet::new(), allowed, &mut Silent);
        (self.account.counters, self.account.stopped_by)
    }

    /// Begins to watch jobs, if that may be of use.
    pub fn watch_jobs(&mut self) {
        self.watch_revisits(Watched::Jobs);
    }

    /// 2, 3 and 4a. Collects the positions below one, solves them, and stores what comes
    /// out. Nothing is handed back where a limit has been reached. `barred`: the positions of the
    /// line above the root of the search.
    fn collect(
        &mut self,
        root: G::Position,
        barred: &HashSet<Key>,
        allowed: u64,
        observer: &mut dyn Observer,
    ) -> Option<RetrogradeGraph<G::Position>> {
        let before = self.account.counters.work();
        let graph = self.explore(root, barred, allowed, observer);
        let account = &mut self.account;
        let work = account.counters.work() - before;
        let goes_on = || {
            account.poll();
            account.stopped_by.is_none()
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

    /// 4a. Stores what holds on every path.
    fn keep(&mut self, graph: &RetrogradeGraph<G::Position>) {
        for id in 0..graph.expanded() {
            let best = graph.best(id);
            let value = match graph.found(id) {
                _ if graph.is_given(id) => continue,
                GraphValue::Proved(length) => Value::Proved { length, best },
                // A way round has no length.
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

    /// 4b. Leaves the nodes of the stack down to the highest one that is decided, or to
    /// the one from which positions were collected, and gives this one the values of its children.
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
        for child in self.stack.frames[highest].children.clone() {
            let Child { waits, support, .. } = self.stack.children[child];
            let own = self.stack.pairs[child].own;
            let is_solved = own == Number::ZERO || own.is_infinite();
            if waits || !is_solved || !support.is_none() {
                self.update_child(graph, barred, child);
            }
        }
    }

    /// Gives the node on top of the stack the value of a child.
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
                    None => match self.known_whatever_the_line(barred, key, &position) {
                        // The node knows better which position it repeats.
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
        child_mut.support = match found {
            GraphValue::FailedHere => Support::on(0).join(Support::on(above - 1)),
            _ => Support::NONE,
        };
        child_mut.length = length;
        child_mut.waits = false;
        self.stack.set_numbers(child, bounds);
        if G::GROUPS {
            self.stack.review_deferred();
        }
    }
}
