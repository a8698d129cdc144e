//! Proof-number search: best first, with the whole tree in memory.
//!
//! It repeatedly expands the *most-proving node*: at OR nodes the search descends to the child with
//! the least proof number, at AND nodes to the child with the least disproof number
//! (`docs/references.md [1], [2]`).
//!
//! ```text
//! until the root is solved or there is no room:
//!   1  n = root; while n has children: n = its most-proving child
//!   2  expand n and evaluate all its children
//!   3  update n and its ancestors from their children,
//!      until one does not change; a solved node loses its subtree
//! ```
//!
//! Differences from the papers:
//!
//! * Step 1 begins where step 3 ended, because nothing has changed above that node.
//! * A child that repeats a position of the path is a failed leaf. Disproofs that depend on such
//!   leaves are not stored in the table.
//! * Every solved inner node is stored in a table before its subtree is released. Lines of play and
//!   certificates are made from this table.
//!
//! With `proved-table`, the search looks up every new child in a table of proved interior nodes
//! (*TT* of `docs/references.md [2]`).
//!
//! Memory: 18 bytes plus the size of a move per node (option `store`), rounded up to a multiple of
//! four, not counting the tables.

mod info;

use std::sync::Arc;

use shomei_game::Game;

use crate::faithful::{ProvedTable, StoreError};
use crate::search::Search;
use crate::search::best_first::{SolvedSubtree, Tree};
use crate::search::context::SearchContext;
use crate::table::Table;
use crate::{Bounds, Limits, Observer, Report, Stop};

pub use info::INFO;
pub(crate) use info::{INIT, PROVED_TABLE, open};

/// The searcher. See the [module text](self).
#[derive(Debug)]
pub(crate) struct Pn<'g, G: Game> {
    context: SearchContext<'g, G>,
    tree: Tree<G>,
}

impl<'g, G: Game> Pn<'g, G> {
    /// A searcher that stores at most `store` nodes in memory.
    pub(crate) fn new(
        context: SearchContext<'g, G>,
        store: usize,
    ) -> Result<Pn<'g, G>, StoreError> {
        let tree = Tree::new(store, SolvedSubtree::Deleted)?;
        Ok(Pn { context, tree })
    }

    /// The table of proved nodes.
    pub(crate) fn proved(&self) -> &ProvedTable {
        &self.context.proved
    }

    fn run(&mut self, root: &G::Position, observer: &mut dyn Observer) -> Bounds {
        let Pn { context, tree } = self;
        context.path.push(context.game.key(root));
        let Some(mv) = context.any_move(root) else {
            return Bounds::UNIT;
        };
        tree.begin(context, root, mv);
        while !tree.bounds().is_solved() {
            if context.must_stop(observer, || (tree.bounds(), tree.arena.fill())) {
                break;
            }
            // 1. The most-proving node.
            tree.select(context);
            // 2. Its children.
            if !tree.expand(context) {
                context.budget.stopped_by = Some(Stop::Memory);
                break;
            }
            // 3. Its ancestors.
            tree.update(context);
        }
        context.budget.counters.stored = tree.arena.peak() as u64;
        tree.bounds()
    }
}

impl<G: Game> Search<G> for Pn<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let bounds = match self.context.open(root, limits) {
            Some(bounds) => bounds,
            None => self.run(root, observer),
        };
        self.context.budget.report(bounds)
    }

    fn table(&self) -> &Arc<Table> {
        &self.context.solved
    }
}
