//! Two-level proof-number search (PN²).
//!
//! A proof-number search whose leaves are evaluated by a second proof-number search. Only the
//! children of the root of the second tree are kept, so the first tree represents far more nodes
//! than it stores (`docs/references.md [2], [5], [8], [25]`).
//!
//! ```text
//! until the root is solved or there is no room:
//!   1  n = the most-proving leaf of the first tree
//!   2  y = min(x f(x), N - x), x the nodes of the first tree    (growth.rs)
//!      a proof-number search at n, until n is solved
//!      or more than y nodes are stored
//!   3  n takes over the children of its root with their numbers;
//!      update n and its ancestors
//! ```
//!
//! The children that n takes over are searched at the second level only when they are chosen
//! themselves (delayed evaluation). Inside a second tree, every child is evaluated at once.
//!
//! Options: *delete* releases the subtrees of solved nodes of the second tree, so that it can
//! search longer; *cache* keeps second trees until their nodes are chosen (`cache.rs`); *quit* ends
//! a second search whose root is an OR node with a proof number above twice the disproof number,
//! both above 100.
//!
//! Differences from the papers:
//!
//! * The cache takes a tenth of N in addition to the two trees.
//! * The first tree always deletes solved subtrees.
//! * Repetitions and solved nodes are treated as in `pn`.
//!
//! Memory: 18 bytes plus the size of a move per node, rounded up to a multiple of four. Room for N
//! nodes is reserved for each of the two trees, but together they use at most N, apart from the
//! children of the last node that the second one expands.

mod cache;
mod info;

use std::sync::Arc;

use shomei_game::{Game, Role};

use crate::search::Search;
use crate::search::best_first::{ROOT, Tree};
use crate::search::context::SearchContext;
use crate::search::growth::Growth;
use crate::table::Table;
use crate::{Bounds, Limits, Number, Observer, Report, Stop};

use cache::TreeCache;
pub use info::INFO;
pub(crate) use info::open;

/// The searcher. See the [module text](self).
#[derive(Debug)]
struct Pn2<'g, G: Game> {
    context: SearchContext<'g, G>,
    /// The largest number of nodes in memory, both trees together: N.
    store: usize,
    /// How the second level grows with the first.
    growth: Growth,
    /// Whether unpromising second-level searches are ended early.
    quits: bool,
    first: Tree<G>,
    second: Tree<G>,
    cache: TreeCache<G::Move>,
    /// The largest number of nodes in memory so far.
    peak: usize,
}

impl<G: Game> Pn2<'_, G> {
    fn run(&mut self, root: &G::Position, observer: &mut dyn Observer) -> Bounds {
        self.cache.clear();
        self.peak = 0;
        let context = &mut self.context;
        context.path.push(context.game.key(root));
        let Some(mv) = context.any_move(root) else {
            return Bounds::UNIT;
        };
        self.first.begin(context, root, mv);
        while !self.first.bounds().is_solved() && self.context.budget.stopped_by.is_none() {
            // 1. The most-proving node of the first tree.
            self.first.select(&mut self.context);
            // 2. Its second-level search.
            if !self.search_below(observer) {
                break;
            }
            // 3. Its children and its ancestors.
            self.take_over();
        }
        self.context.budget.counters.stored = self.peak as u64;
        self.first.bounds()
    }

    /// Step 2: searches the node at the end of the first tree's path with the second tree. Returns
    /// `false` if a limit was reached, or there was no memory, before anything was expanded.
    fn search_below(&mut self, observer: &mut dyn Observer) -> bool {
        let Pn2 {
            context,
            store,
            first,
            second,
            cache,
            ..
        } = self;
        let stored = first.arena.live();
        let bound = self.growth.bound(stored, *store);
        second.begin(context, first.position(), first.mv());
        if cache.is_used()
            && let Some(tree) = cache.take(context.path.code())
        {
            second.arena.load(&tree);
        }
        let root = first.bounds();
        let fill = |second: usize| (stored + second) as f64 / *store as f64;
        let mut has_grown = false;
        while !second.bounds().is_solved() {
            let live = second.arena.live();
            if context.must_stop(observer, || (root, fill(live))) {
                break;
            }
            if has_grown && (live > bound || self.quits && is_hopeless(context, second)) {
                break;
            }
            second.select(context);
            if !second.expand(context) {
                // What the second tree has found goes into the first one.
                if !has_grown {
                    context.budget.stopped_by = Some(Stop::Memory);
                }
                break;
            }
            second.update(context);
            has_grown = true;
        }
        self.peak = self.peak.max(stored + second.arena.peak());
        second.end(context);
        has_grown
    }

    /// Step 3: transfers the results of the second tree to the first.
    fn take_over(&mut self) {
        let Pn2 {
            context,
            first,
            second,
            cache,
            ..
        } = self;
        if second.bounds().is_solved() {
            first.settle(context, &second.outcome());
            return;
        }
        if !first.adopt(second.arena.children(ROOT)) {
            context.budget.stopped_by.get_or_insert(Stop::Memory);
            return;
        }
        if cache.is_used() {
            for (key, tree) in second.subtrees(context) {
                cache.put(context.path.code_with(key), tree);
            }
        }
        first.update(context);
    }
}

/// Whether to end a second-level search because its root is an OR node that will probably be
/// disproved.
fn is_hopeless<G: Game>(context: &SearchContext<'_, G>, second: &Tree<G>) -> bool {
    const LEAST: u32 = 100;
    let bounds = second.bounds();
    let (pn, dn) = (bounds.pn(), bounds.dn());
    let least = Number::new(LEAST);
    context.game.role(second.root()) == Role::Attacker
        && pn > dn.plus(dn)
        && pn > least
        && dn > least
}

impl<G: Game> Search<G> for Pn2<'_, G> {
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
