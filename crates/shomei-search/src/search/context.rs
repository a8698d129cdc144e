//! The search context shared by searches with trees or faithful tables: the game, the path from the
//! root, the budget, and the tables of solved positions.

use std::sync::Arc;

use shomei_game::{Children, Game, Key, LeafPolicy};

use crate::budget::Budget;
use crate::faithful::ProvedTable;
use crate::path::Path;
use crate::search::best_first::ArenaNode;
use crate::search::evaluate::{self, Init, evaluate};
use crate::search::outcome::{Outcome, PathDependence};
use crate::table::{Gauge, Table, TableError};
use crate::{Bounds, Event, Limits, Observer, Progress};

/// The table of solved positions gets 1/8 of the memory.
const SOLVED_PART: usize = 8;

/// The table of solved positions for a search with `memory` bytes in total.
pub(crate) fn solved_table(memory: usize) -> Result<Arc<Table>, TableError> {
    Table::new((memory / SOLVED_PART).max(memory.min(64))).map(Arc::new)
}

/// The memory that remains for the search.
pub(crate) fn beside_solved(memory: usize) -> usize {
    memory - memory / SOLVED_PART
}

/// The data that a search of one problem works on.
#[derive(Debug)]
pub(crate) struct SearchContext<'g, G: Game> {
    pub(crate) game: &'g G,
    /// The numbers of new leaves.
    pub(crate) init: Init,
    /// The path from the root to the current node, across all levels of the search.
    pub(crate) path: Path,
    pub(crate) budget: Budget,
    /// Solved positions, for lines of play and certificates. The searches never read this table.
    pub(crate) solved: Arc<Table>,
    /// Proved positions that the searches do read (*TT* of `docs/references.md [2]`).
    pub(crate) proved: ProvedTable,
    /// The largest path index above a tree that one of its leaves has repeated: see
    /// [`SearchContext::watch_repetitions`].
    last_above: u32,
    /// The path index of the root of that tree.
    base: u32,
    gauge: Gauge,
    moves: Vec<G::Move>,
    children: Children<G::Move>,
}

impl<'g, G: Game> SearchContext<'g, G> {
    pub(crate) fn new(
        game: &'g G,
        init: Init,
        solved: Arc<Table>,
        proved: ProvedTable,
    ) -> SearchContext<'g, G> {
        SearchContext {
            game,
            init,
            path: Path::new(),
            budget: Budget::open(game, &Limits::default()),
            solved,
            proved,
            last_above: 0,
            base: 0,
            gauge: Gauge::default(),
            moves: Vec::new(),
            children: Children::new(),
        }
    }

    /// Opens the budget of a search. Returns the bounds of its root if the rules solve it.
    pub(crate) fn open(&mut self, root: &G::Position, limits: &Limits) -> Option<Bounds> {
        self.budget = Budget::open(self.game, limits);
        self.path.clear();
        evaluate::solved(self.game.status(root))
    }

    /// Whether the search must end. Polls the limits at intervals, and then reports the root's
    /// bounds and the memory in use to the observer.
    #[inline]
    pub(crate) fn must_stop(
        &mut self,
        observer: &mut dyn Observer,
        root: impl FnOnce() -> (Bounds, f64),
    ) -> bool {
        if self.budget.poll_due() {
            self.budget.poll();
            self.gauge.read(&self.solved);
            let (bounds, fill) = root();
            observer.event(&Event::Progress(Progress {
                bounds,
                counters: self.budget.counters,
                fill,
            }));
        }
        self.budget.exhausted()
    }

    /// The first move of an open position; `None` if the game has failed.
    pub(crate) fn any_move(&mut self, position: &G::Position) -> Option<G::Move> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        self.moves.first().copied()
    }

    /// Appends all children of an open position with their evaluation: by the rules, by a
    /// repetition, by a known proof, or by initial numbers.
    pub(crate) fn evaluate_children(
        &mut self,
        position: &G::Position,
        out: &mut Vec<ArenaNode<G::Move>>,
    ) {
        let SearchContext { game, children, .. } = self;
        let policy = LeafPolicy::new(self.init);
        children.clear();
        game.children(position, policy, children);
        for child in 0..children.len() {
            evaluate((*game, position), policy, child..children.len(), children);
        }
        let start = out.len();
        let leaves = children.listed().iter();
        out.extend(leaves.map(|child| ArenaNode::new(child.mv, child.evaluation.into())));
        let counters = &mut self.budget.counters;
        counters.leaf_nodes += std::mem::take(&mut children.leaf_nodes);
        counters.expanded += 1;
        counters.generated += children.len() as u64;
        counters.evaluated += children.len() as u64;
        let leaves = &mut out[start..];
        if game.can_repeat() {
            self.note_repetitions(leaves);
        }
        if self.proved.is_used() {
            self.note_proofs(leaves);
        }
    }

    /// Disproves the open children that repeat a position of the path.
    fn note_repetitions(&mut self, leaves: &mut [ArenaNode<G::Move>]) {
        for (leaf, child) in leaves.iter_mut().zip(self.children.listed()) {
            if let Some(index) = self.path.find(child.key)
                && !leaf.bounds.is_solved()
            {
                let path_dependence = PathDependence::on(index);
                leaf.solve(&Outcome {
                    path_dependence,
                    ..Outcome::plain(Bounds::DISPROVED)
                });
                if path_dependence.last < self.base {
                    self.last_above = self.last_above.max(path_dependence.last);
                }
            }
        }
    }

    /// Proves the open children that are in the table of proved nodes.
    fn note_proofs(&mut self, leaves: &mut [ArenaNode<G::Move>]) {
        for (leaf, child) in leaves.iter_mut().zip(self.children.listed()) {
            if !leaf.bounds.is_solved()
                && let Some(length) = self.proved.probe(child.key)
            {
                self.budget.counters.table_hits += 1;
                leaf.solve(&Outcome {
                    length,
                    ..Outcome::plain(Bounds::PROVED)
                });
            }
        }
    }

    /// If the path already contains the position, the path dependence of its failure.
    #[inline]
    pub(crate) fn repeats(&self, key: Key) -> Option<PathDependence> {
        if self.game.can_repeat() {
            self.path.find(key).map(PathDependence::on)
        } else {
            None
        }
    }

    /// Begins to record the repetitions by the leaves of a tree whose root has this path index. The
    /// nodes of the tree store only the least index on which they depend.
    pub(crate) fn watch_repetitions(&mut self, base: usize) {
        self.base = base as u32;
        self.last_above = 0;
    }

    /// Completes the path dependence of a disproof of that tree, of which only the least index is
    /// known.
    pub(crate) fn watched(&self, path_dependence: PathDependence) -> PathDependence {
        if path_dependence.is_none() {
            return path_dependence;
        }
        debug_assert!(
            path_dependence.least <= self.last_above,
            "some leaf repeated it"
        );
        PathDependence {
            least: path_dependence.least,
            last: self.last_above,
        }
    }

    /// Stores a solved interior node with this path index.
    pub(crate) fn note(&mut self, key: Key, outcome: &Outcome, work: u64, index: usize) {
        if let Some(entry) = outcome.entry(work, index) {
            self.solved.store(key, entry);
        }
        if outcome.bounds.is_proved() {
            self.proved.store(key, outcome.length);
        }
    }
}
