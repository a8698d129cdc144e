//! PDS-PN: proof-number and disproof-number search whose leaves are evaluated by proof-number
//! searches.
//!
//! PDS (`pds.rs`) in which a child that is not in the table is evaluated by a separate proof-number
//! search (`best_first.rs`). The first level needs no memory except its table, which can lose
//! entries; the second is fast (`docs/references.md [5]`).
//!
//! ```text
//! MID(n) as in pds.rs, but
//!   8    if c is not in the table:
//!          y = min(x f(x), N - x), x the entries in use        (growth.rs)
//!          a proof-number search at c, until c is solved
//!          or more than y nodes are stored
//!          store c with the numbers of its root
//!        else MID(c)
//! ```
//!
//! Only the root of the second tree is kept. This tree uses mobility for initial numbers, evaluates
//! every child at once, and deletes the subtrees of solved nodes.
//!
//! Differences from the paper:
//!
//! * Those listed in `pds.rs`.
//! * A child counts as known once it was searched from its current parent, even if the table has
//!   lost it. Otherwise a table that loses everything would repeat the same small second search for
//!   ever.
//! * The second level expands at least one node, even if the formula gives it none: this happens
//!   with few entries, and when the table is full and N is the number of its entries.
//!
//! A second level is a tree. If paths meet repeatedly, as on a chain of diamonds, the tree grows
//! with the number of paths. Because solved subtrees are deleted, its size limit does not stop it.
//!
//! Memory: see `depth_first.rs`, plus the nodes of a tree (`pn.rs`) for N nodes.

mod info;

use shomei_game::Game;

use crate::Observer;
use crate::search::best_first::Tree;
use crate::search::depth_first::{DepthCall, DepthFirst};
use crate::search::growth::Growth;
use crate::search::outcome::Outcome;

pub use info::INFO;
pub(crate) use info::open;

/// The second level: one tree, which starts anew at every leaf of the first level.
#[derive(Debug)]
pub(crate) struct SecondLevel<G: Game> {
    tree: Tree<G>,
    growth: Growth,
    /// The largest number of nodes that both levels together store in memory: N.
    store: usize,
}

impl<G: Game> SecondLevel<G> {
    /// Room for the children of one node. A node with more children is searched by MID.
    const LEAST: usize = 1024;

    /// Grows the tree at the end of the path.
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

    /// The outcome for a child that is not in the table; `None` if MID has to search it.
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
        search.context.budget.counters.evaluated += 1;
        if let Some(over) = search.over(child) {
            return Some(over);
        }
        let bound = self.growth.bound(search.table.len(), self.store);
        let expanded = search.context.budget.counters.expanded;
        let index = search.context.path.len();
        search.context.path.push(child.key);
        search.context.watch_repetitions(index);
        self.tree.begin(&search.context, &child.position, mv);
        self.grow(search, bound, observer);
        search.note_stored(self.tree.arena.peak());
        self.tree.end(&mut search.context);
        search.context.path.pop();
        let mut outcome = self.tree.outcome();
        // The disproof is stored for all paths that share the part on which it depends.
        outcome.path_dependence = search.context.watched(outcome.path_dependence);
        let work = search.context.budget.counters.expanded - expanded;
        search.store_leaf(child, &outcome, work.max(1));
        Some(outcome)
    }
}
