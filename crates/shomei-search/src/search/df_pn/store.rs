//! The memory of df-pn outside of its path: the table with its twins, the boards of positions that
//! dominate each other, SiblingGC, which frees entries, and the sink of solved positions.
//!
//! A board is solved with a dominance bound ([`shomei_game::Game::dominance_bound`]). The bound of
//! a node is computed from those of its children when the search leaves the node.

use std::sync::Arc;

use shomei_game::{Board, Decided, Game, Key, Resource, Role, Status, own_resource};

use super::DfPn;
use super::node::{Child, Extra, Frame, PlayedPath};
use crate::path::Path;
use crate::search::outcome::{Outcome, PathDependence};
use crate::search::sibling_gc::SiblingGc;
use crate::search::twins::{self, Left, TwinTable};
use crate::table::{BoardValue, Entry, Gauge, Table};
use crate::{Bounds, Counters, Knowledge, Number, SolvedSink};

/// Whether a child is looked up in the table. The children of a node that is not in the table are
/// not looked up. This saves one miss of the processor's cache per child, but transpositions are
/// detected later, when a child is chosen (`look_up_late`). On 38 positions of Lines of Action this
/// gave 30 % more expansions per second for the same number of expansions in the geometric mean
/// (466 against 468).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    Table,
    Nothing,
}

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct Store<G: Game> {
    pub(super) table: Arc<Table>,
    /// Another table, whose solved positions are used, too.
    pub(super) solved: Option<Arc<Table>>,
    /// Frees entries below decided nodes, if requested.
    pub(super) gc: Option<SiblingGc<G>>,
    pub(super) gauge: Gauge,
    /// Receives the knowledge about each node that the search leaves.
    pub(super) sink: Option<SolvedSink<G::Position>>,
    /// Whether path-dependent disproofs are stored separately.
    pub(super) path_dependence: bool,
}

impl<G: Game> Store<G> {
    /// Whether solved boards are stored.
    #[inline]
    pub(super) fn has_boards(&self) -> bool {
        G::DOMINATES && self.table.boards().is_some()
    }

    /// The bounds of a child that needs no evaluation: by a repetition, by the table, or by a
    /// position with the same board that dominates it.
    #[inline(always)]
    pub(super) fn known(
        &self,
        path: &PlayedPath,
        (child, mut extra): (&mut Child<G::Move>, Option<&mut Extra>),
        probe: Probe,
        counters: &mut Counters,
    ) -> Option<Bounds> {
        let board = extra.as_ref().and_then(|extra| extra.board);
        if let Some(path_dependence) = path.repetition(child.key, board) {
            child.path_dependence = path_dependence;
            return Some(Bounds::DISPROVED);
        }
        if path.supposes
            && let Some((bounds, length, bound)) = self.supposed(path, child.key, board)
        {
            child.length = length;
            if let Some(extra) = &mut extra {
                extra.bound = bound;
            }
            return Some(bounds);
        }
        let known = match probe {
            Probe::Table => self.look_up(child, &path.keys, counters),
            Probe::Nothing => None,
        };
        if let Some(extra) = extra
            && !known.is_some_and(Bounds::is_solved)
            && let Some(value) = self.dominating(board)
        {
            counters.table_hits += 1;
            child.length = value.length;
            extra.bound = Some(value.bound);
            return Some(value.bounds);
        }
        known
    }

    /// The bounds, the length and the dominance bound of a position that counts as failed, is proved,
    /// or is solved in the other table.
    #[cold]
    pub(super) fn supposed(
        &self,
        path: &PlayedPath,
        key: Key,
        board: Option<Board>,
    ) -> Option<(Bounds, u16, Option<Resource>)> {
        if path.assumed.contains(&key) {
            return Some((Bounds::DISPROVED, 0, None));
        }
        if path.proved.contains(&key) {
            return Some((Bounds::PROVED, 0, None));
        }
        solved_in::<G>(self.solved.as_ref()?, key, board)
    }

    /// The bounds and the length of a position, if it is solved on every path: as supposed, by the
    /// table, or by a position with the same board that dominates it.
    pub(super) fn solved_value(
        &self,
        path: &PlayedPath,
        key: Key,
        board: Option<Board>,
    ) -> Option<(Bounds, u16)> {
        let supposed = path.supposes.then(|| self.supposed(path, key, board));
        let known = supposed.flatten();
        let known = known.or_else(|| solved_in::<G>(&self.table, key, board));
        known.map(|(bounds, length, _)| (bounds, length))
    }

    /// The bounds of a child according to the table. Inlined, because a function call per child
    /// would cost 2 % of all instructions in ultimate tic-tac-toe.
    #[inline(always)]
    pub(super) fn look_up(
        &self,
        child: &mut Child<G::Move>,
        path: &Path,
        counters: &mut Counters,
    ) -> Option<Bounds> {
        child.looked_up = true;
        let entry = self.table.probe_packed(child.key)?;
        child.expanded = true;
        counters.table_hits += 1;
        let value = entry.value();
        if !value.is_solved() {
            child.min_depth = entry.min_depth();
        }
        let outcome = twins::outcome(self, path, child.key, value)?;
        child.path_dependence = outcome.path_dependence;
        child.length = outcome.length;
        Some(outcome.bounds)
    }

    /// The value of a position with this board whose dominance bound applies: a proof with at most
    /// this resource, or a disproof with at least this resource.
    #[inline]
    pub(super) fn dominating(&self, board: Option<Board>) -> Option<BoardValue> {
        if !G::DOMINATES {
            return None;
        }
        self.table.boards()?.find(board)
    }

    /// The numbers of a child, raised by those of positions with the same board.
    #[inline]
    pub(super) fn raised(&self, board: Option<Board>, bounds: Bounds) -> Bounds {
        match self.table.boards() {
            Some(boards) if G::DOMINATES && !bounds.is_solved() => boards.raise(board, bounds),
            _ => bounds,
        }
    }

    /// Stores the outcome of a node that the search leaves; `bound` is its dominance bound.
    pub(super) fn save(
        &mut self,
        game: &G,
        position: &G::Position,
        left: &Left,
        outcome: &Outcome,
        bound: Option<Resource>,
        path: &PlayedPath,
    ) {
        self.save_board(game, position, outcome, bound);
        let mut outcome = *outcome;
        if !self.path_dependence {
            outcome.path_dependence = PathDependence::NONE;
        }
        self.show(game, (position, bound), left, &outcome, path);
        twins::store(self, &path.keys, left, &outcome);
    }

    fn save_board(
        &self,
        game: &G,
        position: &G::Position,
        outcome: &Outcome,
        bound: Option<Resource>,
    ) {
        let Outcome { bounds, length, .. } = *outcome;
        if let Some(boards) = self.table.boards()
            && let Some((board, resource)) = game.resource(position)
        {
            match bound {
                _ if !bounds.is_solved() => boards.note(board, resource, bounds),
                Some(bound) => {
                    let value = BoardValue {
                        bounds,
                        length,
                        bound,
                    };
                    boards.insert(board, value);
                }
                None => {}
            }
        }
    }

    /// Reports a node and its dominance bound to the sink.
    #[inline]
    fn show(
        &self,
        game: &G,
        (position, bound): (&G::Position, Option<Resource>),
        left: &Left,
        outcome: &Outcome,
        path: &PlayedPath,
    ) {
        if let Some(sink) = &self.sink
            && sink.wants(outcome.bounds, left.work)
            && !path.supposes
            && !game.fault().is_some_and(shomei_game::Fault::is_set)
            && let Some(known) = outcome.shown(left.key, left.work)
        {
            let bound = bound.filter(|_| outcome.bounds.is_solved());
            let board = game.resource(position);
            let board = board.map(|(board, own)| (board.0, bound.unwrap_or(own).bits()));
            sink.report(position, Knowledge { board, ..known });
        }
    }

    /// Frees the entries below a decided node, which is the last one of the path, if requested.
    pub(super) fn free_below(
        &mut self,
        game: &G,
        frame: &Frame<G::Position>,
        path: &mut PlayedPath,
    ) {
        if let Some(gc) = &mut self.gc {
            gc.free_below(game, &frame.position, &self.table, &mut path.keys);
        }
    }

    /// Whether numbers of children could decrease for ever because the store has lost entries below
    /// them: see [`keep_from_falling`](super::node::Stack::keep_from_falling).
    pub(super) fn has_lost(&self, path: &PlayedPath) -> bool {
        let frees = self.gc.as_ref().is_some_and(|gc| gc.has_freed);
        self.gauge.was_full() || (frees && path.repeats)
    }

    /// Sets the counters of the collector at the beginning of a search.
    pub(super) fn begin(&mut self) {
        if let Some(gc) = &mut self.gc {
            gc.begin(&self.table);
        }
    }

    /// The number of stored entries for a search that ends with these counters.
    pub(super) fn stored(&self, counters: &Counters) -> u64 {
        match &self.gc {
            Some(gc) => gc.most,
            // If the game decides the root, the table does not change, and counting a large table
            // would take longer than the search.
            None if counters.generated == 0 => 0,
            None => self.table.used(),
        }
    }

    /// Measures the fill of the table, at intervals.
    pub(super) fn measure(&mut self) -> f64 {
        let fill = self.gauge.read(&self.table);
        if let Some(gc) = &mut self.gc {
            gc.cleared(std::mem::take(&mut self.gauge.cleared));
        }
        fill
    }
}

/// The bounds, the length and the dominance bound of a position that a table solves on every path.
fn solved_in<G: Game>(
    table: &Table,
    key: Key,
    board: Option<Board>,
) -> Option<(Bounds, u16, Option<Resource>)> {
    let entry = table.probe(key);
    let known = entry.and_then(|entry| Knowledge::of_entry((key.0, 0), &entry));
    if let Some(known) = known.filter(Knowledge::is_solved) {
        return Some((known.bounds, known.length, None));
    }
    let boards = table.boards().filter(|_| G::DOMINATES)?;
    let value = boards.find(board)?;
    Some((value.bounds, value.length, Some(value.bound)))
}

impl<G: Game> TwinTable for Store<G> {
    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        self.table.probe(key)
    }

    fn store(&mut self, key: Key, entry: Entry) {
        let is_new = self.table.store_counted(key, entry);
        if let Some(gc) = &mut self.gc
            && is_new
        {
            gc.added();
        }
    }
}

/// Dominance bounds: the least resource of a proof, the greatest of a disproof, computed from those
/// of the children.
impl<G: Game> DfPn<'_, G> {
    /// The bound of a node that the search leaves; `None` if its value is not valid on every path.
    /// Its children must still be on the stack.
    pub(super) fn dominance_bound(
        &self,
        frame: &Frame<G::Position>,
        outcome: &Outcome,
    ) -> Option<Resource> {
        let is_known = outcome.bounds.is_solved() && outcome.path_dependence.is_none();
        if !self.store.has_boards() || !is_known {
            return None;
        }
        let winner = match outcome.bounds.is_proved() {
            true => Role::Attacker,
            false => Role::Defender,
        };
        let (game, position) = (self.game, &frame.position);
        let child = |child: usize| {
            let mv = self.stack.children[child].mv;
            (mv, self.bound_of_child(position, child, winner))
        };
        if outcome.bounds.of(frame.role) == Number::ZERO {
            let (mv, bound) = child(frame.children.start + outcome.best?);
            let decided = Decided::ByOne { winner, mv, bound };
            return Some(game.dominance_bound(position, decided));
        }
        let bounds: Vec<_> = frame.children.clone().map(child).collect();
        let bounds = bounds.as_slice();
        Some(game.dominance_bound(position, Decided::ByAll { winner, bounds }))
    }

    fn bound_of_child(&self, position: &G::Position, child: usize, winner: Role) -> Resource {
        if let Some(bound) = self.stack.extras.get(child).and_then(|extra| extra.bound) {
            return bound;
        }
        let child = &self.stack.children[child];
        let played = self.game.play(position, child.mv);
        if child.length == 0 && self.game.status(&played) != Status::Open {
            return self.game.dominance_bound(&played, Decided::AtEnd);
        }
        // The child was solved by the table, which stores no bound, or by a repetition.
        let known = self.store.dominating(self.game.resource(&played));
        let known = known.filter(|value| {
            child.path_dependence.is_none()
                && value.bounds.is_proved() == (winner == Role::Attacker)
        });
        known.map_or_else(|| own_resource(self.game, &played), |value| value.bound)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shomei_game::{Notation, TreeGame};
    use shomei_testkit::random::{Shape, game};

    use super::*;
    use crate::search::Search;
    use crate::search::df_pn::{DfPn, DfPnOptions, Gc};
    use crate::table::Value;
    use crate::{Answer, Limits, Silent};

    fn searcher(game: &TreeGame, buckets: usize) -> DfPn<'_, TreeGame> {
        let options = DfPnOptions {
            gc: Gc::Sibling,
            ..DfPnOptions::default()
        };
        DfPn::new(game, options, Arc::new(Table::new(buckets * 64).unwrap()))
    }

    #[test]
    fn the_budget_counts_what_the_table_holds() {
        for shape in Shape::ALL {
            for seed in 0..400 {
                let game = game(seed, shape, 60);
                for buckets in [1, 3, 64] {
                    let mut search = searcher(&game, buckets);
                    let limits = Limits::nodes(100_000);
                    let report = search.search(&game.start(), &limits, &mut Silent);
                    let held = search.table().count();
                    let gc = search.store.gc.as_ref().unwrap();
                    assert_eq!(gc.in_use, held, "seed {seed}, {shape:?}, {buckets}");
                    assert!(report.counters.stored >= held);
                    assert!(report.counters.stored <= 4 * buckets as u64);
                    assert_eq!(search.path.keys.len(), 0);
                }
            }
        }
    }

    /// The other table contains a wrong disproof of `x`, which shows whether it was used.
    #[test]
    fn another_table_is_used_except_for_positions_that_are_proved() {
        let text = "r = OR { x, y }  x = AND { w }  w = OR { Won }  y = AND { z }  z = OR { }";
        let game = TreeGame::parse(text).unwrap();
        let x = game.key(&game.parse_position("x").unwrap());
        let other = Table::new(64).unwrap();
        let value = Value::Disproved {
            length: 3,
            best: None,
        };
        let entry = Entry {
            value,
            work: 1,
            min_depth: 1,
        };
        other.store(x, entry);
        let mut search = searcher(&game, 64);
        let answer = |search: &mut DfPn<'_, TreeGame>| {
            search.clear_table();
            let report = search.search(&game.start(), &Limits::default(), &mut Silent);
            report.answer
        };
        assert_eq!(answer(&mut search), Answer::Proved);
        search.use_solved_of(Some(Arc::new(other)));
        assert_eq!(answer(&mut search), Answer::Disproved);
        search.proved().insert(x);
        assert_eq!(answer(&mut search), Answer::Proved);
        search.use_solved_of(None);
        assert_eq!(answer(&mut search), Answer::Proved);
    }

    /// `x` is refuted only on the path through `r` and `a`, because it repeats `r`. Its entry
    /// refers to its twin, and both are removed when `a` is decided.
    #[test]
    fn twins_go_with_their_entries() {
        let text = "top = AND { r, s }  r = OR { a }  a = AND { x, y }  x = OR { z }
                    z = AND { r, w }  y = OR { Won }  w = OR { Won }  s = OR { Won }";
        let game = TreeGame::parse(text).unwrap();
        let mut search = searcher(&game, 64);
        let report = search.search(&game.start(), &Limits::default(), &mut Silent);
        assert!(report.bounds.is_disproved());
        let [r, a, x, z] = ["r", "a", "x", "z"].map(|name| {
            let position = game.parse_position(name).unwrap();
            search
                .table()
                .probe(shomei_game::Game::key(&game, &position))
        });
        assert!(r.is_some() && a.is_none() && x.is_none() && z.is_none());
        // The root and `r`; no twin is left.
        assert_eq!(search.table().count(), 2);
    }
}
