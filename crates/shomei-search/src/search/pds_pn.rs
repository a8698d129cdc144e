//! PDS-PN: proof-number and disproof-number search whose leaves are evaluated
//! by proof-number searches.
//!
//! What it does: PDS (`pds.rs`), but a child that the table does not know is
//! evaluated by a proof-number search of its own (`best_first.rs`). The first
//! level needs no memory beyond its table, which may forget; the second is fast
//! (`docs/references.md [5]`).
//!
//! ```text
//! MID(n) as in pds.rs, but
//!   8    if the table does not know c:
//!          y = min(x f(x), N - x), x the entries in use        (growth.rs)
//!          a proof-number search at c, until c is solved
//!          or more than y nodes are stored
//!          store c with the numbers of its root
//!        else MID(c)
//! ```
//!
//! Of the second tree the root alone is kept. It begins with mobility, looks at
//! every child at once and deletes the subtrees of solved nodes.
//!
//! Differs from the paper in:
//!
//! * What `pds.rs` says.
//! * A child counts as known as soon as it was searched from its present
//!   parent, even if the table has lost it: else a table that loses everything
//!   would have the same small second search made for ever.
//! * The second level expands one node at least, also where the formula leaves
//!   it none: next to few entries, and when the table is full and N is the
//!   number of its entries.
//!
//! A second level is a tree: where lines meet again and again, as on a chain of
//! diamonds, it grows with the number of lines, and deleting solved subtrees
//! keeps it from being stopped.
//!
//! Memory: see `depth_first.rs`, and 16 bytes and a move a node for N nodes.

mod info;

use shomei_game::Game;

use crate::Observer;
use crate::search::best_first::Tree;
use crate::search::depth_first::{DepthCall, DepthFirst};
use crate::search::growth::Growth;
use crate::search::outcome::Outcome;

pub use info::INFO;
pub(crate) use info::open;

/// The second level: one tree, begun anew at every leaf of the first.
#[derive(Debug)]
pub(crate) struct SecondLevel<G: Game> {
    tree: Tree<G>,
    growth: Growth,
    /// The most nodes that both levels together hold in memory: N.
    store: usize,
}

impl<G: Game> SecondLevel<G> {
    /// Room for the children of one node. A node with more is left to MID.
    const LEAST: usize = 1024;

    /// Grows the tree at the end of the line.
    fn grow(&mut self, search: &mut DepthFirst<'_, G>, bound: usize, observer: &mut dyn Observer) {
        let tree = &mut self.tree;
        let mut has_grown = false;
        while !tree.bounds().is_solved() && !search.must_stop(observer) {
            if has_grown && tree.arena.live() > bound {
                break;
            }
            tree.select(&mut search.context);
            if !tree.expand(&mut search.context) {
                break;
            }
            tree.update(&mut search.context);
            has_grown = true;
        }
    }

    /// The numbers of a child that the table does not know; `None` if they are left to MID.
    pub(crate) fn evaluate(
        &mut self,
        search: &mut DepthFirst<'_, G>,
        child: &DepthCall<G::Position>,
        mv: G::Move,
        observer: &mut dyn Observer,
    ) -> Option<Outcome> {
        if search.must_stop(observer) {
            return None;
        }
        search.context.account.counters.evaluated += 1;
        if let Some(over) = search.over(child) {
            return Some(over);
        }
        let bound = self.growth.bound(search.table.len(), self.store);
        let expanded = search.context.account.counters.expanded;
        let index = search.context.path.len();
        search.context.path.push(child.key);
        search.context.watch_repetitions(index);
        self.tree.begin(&search.context, &child.position, mv);
        self.grow(search, bound, observer);
        search.note_stored(self.tree.arena.peak());
        self.tree.end(&mut search.context);
        search.context.path.pop();
        let mut outcome = self.tree.outcome();
        // A disproof is shared by all lines with what it rests on in common.
        outcome.support = search.context.watched(outcome.support);
        let work = search.context.account.counters.expanded - expanded;
        search.store_leaf(child, &outcome, work.max(1));
        Some(outcome)
    }
}
