//! What df-pn remembers outside of its path: the table with its twins, the boards of positions
//! that dominate each other, the collection that frees entries, and the sink of solved positions.

use std::sync::Arc;

use shomei_game::{Board, Game, Key, Resource};

use super::node::{Child, Frame, PlayedPath};
use crate::path::Path;
use crate::search::outcome::{Outcome, Support};
use crate::search::sibling_gc::SiblingGc;
use crate::search::twins::{self, Left, Memory};
use crate::table::{BoardValue, Entry, Gauge, Table, Value};
use crate::{Bounds, Counters, Harvest};

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct Store<G: Game> {
    pub(super) table: Arc<Table>,
    /// What forgets below decided nodes, if that is asked for.
    pub(super) gc: Option<SiblingGc<G::Position, G::Move>>,
    pub(super) gauge: Gauge,
    /// Receives what is known of a node that is left.
    pub(super) sink: Option<Harvest<G::Position>>,
    /// Whether disproofs that rest on a repetition are kept apart.
    pub(super) path_dependence: bool,
}

impl<G: Game> Store<G> {
    /// Whether the boards of positions are kept.
    #[inline]
    pub(super) fn has_boards(&self) -> bool {
        G::DOMINATES && self.table.boards().is_some()
    }

    #[inline]
    pub(super) fn prefetch_board(&self, board: Option<Board>) {
        if let Some(boards) = self.table.boards() {
            boards.prefetch(board);
        }
    }

    /// What the table knows about a child.
    #[inline]
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
        match entry.value() {
            Value::Proved { length, .. } => {
                child.length = length;
                Some(Bounds::PROVED)
            }
            Value::Disproved { length, .. } => {
                child.length = length;
                Some(Bounds::DISPROVED)
            }
            // Twins are stored under other keys; one here is a collision.
            Value::TwinDisproved { .. } => None,
            Value::Unsolved { bounds, twin } => {
                child.min_depth = entry.min_depth();
                let twin = twin.and_then(|m| twins::find(&self.table, path, child.key, m));
                if let Some((support, length)) = twin {
                    child.support = support;
                    child.length = length;
                    return Some(Bounds::DISPROVED);
                }
                Some(bounds)
            }
        }
    }

    /// The value of a board, if one with as much of the resource, or as little, is solved.
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

    /// Stores what is known about a node that is left; `bound`: its dominance bound.
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
            outcome.support = Support::NONE;
        }
        self.show(game, (position, bound), left, &outcome, path);
        match &mut self.gc {
            None => twins::store(&mut self.table, &path.keys, left, &outcome),
            Some(gc) => gc.store(&self.table, |table| {
                twins::store(table, &path.keys, left, &outcome);
            }),
        }
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

    /// Stores an entry that holds on every path.
    pub(super) fn save_entry(&mut self, key: Key, entry: Entry) {
        match &mut self.gc {
            None => self.table.store(key, entry),
            Some(gc) => gc.store(&self.table, |table| table.store(key, entry)),
        }
    }

    /// Shows the sink what is known of a node, and its dominance bound.
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
            && sink.wants(left.work)
            && path.assumed.is_empty()
            && !game.fault().is_some_and(shomei_game::Fault::is_set)
        {
            let entry = || outcome.shown(left.work, usize::from(left.min_depth));
            let bound = bound.filter(|_| outcome.bounds.is_solved());
            sink.look(position, left.key, entry, || {
                let (board, own) = game.resource(position)?;
                Some((board, bound.unwrap_or(own)))
            });
        }
    }

    /// Frees what is stored below a node that was decided, the last one of the path, if that is
    /// asked for.
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

    /// Whether numbers of children may fall for ever because the store has lost what they rest
    /// on: see [`DfPn::keep_from_falling`](super::DfPn::keep_from_falling).
    pub(super) fn has_lost(&self, repeats: bool) -> bool {
        let frees = self.gc.as_ref().is_some_and(SiblingGc::has_freed);
        self.gauge.was_full() || (frees && repeats)
    }

    /// A search begins with what is in the table.
    pub(super) fn begin(&mut self) {
        if let Some(gc) = &mut self.gc {
            gc.begin(&self.table);
        }
    }

    /// What a search that ends with these counters has stored.
    pub(super) fn stored(&self, counters: &Counters) -> u64 {
        match &self.gc {
            Some(gc) => gc.most(),
            // A root that the game decides leaves the table as it is, and a look
            // at a large one takes longer than that.
            None if counters.generated == 0 => 0,
            None => self.table.used(),
        }
    }

    /// Measures the fill of the table, now and then.
    pub(super) fn measure(&mut self) -> f64 {
        let fill = self.gauge.read(&self.table);
        if let Some(gc) = &mut self.gc {
            gc.cleared(self.gauge.take_cleared());
        }
        fill
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
    use crate::{Limits, Silent};

    fn searcher(game: &TreeGame, buckets: usize) -> DfPn<'_, TreeGame> {
        let options = DfPnOptions {
            gc: Gc::Sibling,
            ..DfPnOptions::default()
        };
        DfPn::new(game, options, Arc::new(Table::new(buckets * 64).unwrap()))
    }

    #[test]
    fn the_account_is_what_the_table_holds() {
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

    /// `x` is refuted on the line through `r` and `a` only, because it repeats
    /// `r`: the entry names its twin, and both go when `a` is decided.
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
