//! A tree of best-first proof-number search: `pn` has one, `pn2` has two, and `pds_pn` has one at
//! its leaves.
//!
//! The three steps of the search are methods: [`Tree::select`] descends to the most-proving node,
//! [`Tree::expand`] gives it children, and [`Tree::update`] updates its ancestors. Tree and caller
//! share one path ([`SearchContext::path`]). A tree can have its root anywhere on the path, so
//! repetitions of positions above the root are detected too.

mod arena;
mod line;

use shomei_game::{Game, Key, Role};

use crate::budget::Budget;
use crate::faithful::StoreError;
use crate::rule::{Pair, least_and_total};
use crate::search::context::SearchContext;
use crate::search::outcome::{Outcome, Part, PathDependence};
use crate::{Bounds, Number};

pub(crate) use arena::{Arena, ArenaNode, NodeId};
use line::TreePath;

/// What happens to the subtree of a solved node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolvedSubtree {
    /// It is deleted to make room for other nodes.
    Deleted,
    /// It is kept, and counts as stored.
    Kept,
}

/// The tree and the path to the current node.
#[derive(Debug)]
pub(crate) struct Tree<G: Game> {
    pub(crate) arena: Arena<G::Move>,
    line: TreePath<G::Position>,
    /// The index of the root on the path of the whole search.
    base: usize,
    /// The children of the node that is being expanded.
    leaves: Vec<ArenaNode<G::Move>>,
}

/// The root of every tree.
pub(crate) const ROOT: NodeId = 0;

impl<G: Game> Tree<G> {
    /// The bytes of one node.
    pub(crate) const NODE_BYTES: usize = size_of::<ArenaNode<G::Move>>();

    /// An empty tree of at most `limit` nodes, if there is memory for them.
    pub(crate) fn new(limit: usize, solved: SolvedSubtree) -> Result<Tree<G>, StoreError> {
        let no_memory = StoreError {
            number: limit,
            what: "nodes",
            bytes: Self::NODE_BYTES,
        };
        Ok(Tree {
            arena: Arena::new(limit, solved).ok_or(no_memory)?,
            line: TreePath::new(),
            base: 0,
            leaves: Vec::new(),
        })
    }

    /// Begins a tree at `root`, the last position of the path. `mv` can be any move, because no
    /// move leads to the root.
    pub(crate) fn begin(
        &mut self,
        context: &SearchContext<'_, G>,
        root: &G::Position,
        mv: G::Move,
    ) {
        self.arena.restart(ArenaNode::new(mv, Bounds::UNIT));
        debug_assert!(context.path.len() > 0, "the root is on the line");
        self.line.begin(ROOT, root.clone());
        self.base = context.path.len() - 1;
    }

    /// Removes all nodes below the root from the path.
    pub(crate) fn end(&mut self, context: &mut SearchContext<'_, G>) {
        while context.path.len() > self.base + 1 {
            context.path.pop();
        }
    }

    /// The numbers of the root.
    pub(crate) fn bounds(&self) -> Bounds {
        self.arena.node(ROOT).bounds
    }

    /// The outcome of the root if it is solved, otherwise its numbers.
    pub(crate) fn outcome(&self) -> Outcome {
        let root = self.arena.node(ROOT);
        let Part {
            path_dependence,
            length,
        } = part(root);
        Outcome {
            path_dependence,
            length,
            ..Outcome::plain(root.bounds)
        }
    }

    /// The position of the root.
    pub(crate) fn root(&self) -> &G::Position {
        self.line.root()
    }

    /// The trees below the unsolved expanded children of the root, with the keys of these children.
    pub(crate) fn subtrees(
        &self,
        context: &SearchContext<'_, G>,
    ) -> impl Iterator<Item = (Key, Vec<ArenaNode<G::Move>>)> {
        let expanded = self.arena.node(ROOT).children();
        let expanded = expanded.map(|child| child as NodeId).filter(|&child| {
            let node = self.arena.node(child);
            !node.bounds.is_solved() && !node.children().is_empty()
        });
        let (game, root) = (context.game, self.root());
        expanded.map(move |child| {
            let key = game.key(&game.play(root, self.arena.node(child).mv));
            (key, self.arena.copy_of(child))
        })
    }

    /// The position at the end of the path.
    pub(crate) fn position(&self) -> &G::Position {
        self.line.last().1
    }

    fn id(&self) -> NodeId {
        self.line.last().0
    }

    /// The move that led to the end of the path.
    pub(crate) fn mv(&self) -> G::Move {
        self.arena.node(self.id()).mv
    }

    /// Extends the path to the most-proving node below its end.
    pub(crate) fn select(&mut self, context: &mut SearchContext<'_, G>) {
        loop {
            let (id, position) = self.line.last();
            let range = self.arena.node(id).children();
            let role = context.game.role(position);
            let Some(best) = most_proving(role, self.arena.children(id)) else {
                return;
            };
            let child = (range.start + best) as NodeId;
            let mv = self.arena.node(child).mv;
            let position = self
                .line
                .push(child, |position| context.game.play(position, mv));
            context.path.push(context.game.key(position));
        }
    }

    /// Gives the node at the end of the path its evaluated children; returns `false` if there is no
    /// room.
    pub(crate) fn expand(&mut self, context: &mut SearchContext<'_, G>) -> bool {
        let mut leaves = std::mem::take(&mut self.leaves);
        leaves.clear();
        context.evaluate_children(self.position(), &mut leaves);
        let has_room = self.arena.adopt(self.id(), leaves.iter().copied());
        self.leaves = leaves;
        has_room
    }

    /// Gives the node at the end of the path children from another tree; returns `false` if there
    /// is no room.
    pub(crate) fn adopt(&mut self, children: &[ArenaNode<G::Move>]) -> bool {
        let leaves = children.iter().map(ArenaNode::without_children);
        self.arena.adopt(self.id(), leaves)
    }

    /// Stores the outcome of the node at the end of the path, which another search has solved.
    pub(crate) fn settle(&mut self, context: &mut SearchContext<'_, G>, outcome: &Outcome) {
        let id = self.id();
        self.arena.solve(id, outcome);
        if self.line.len() > 1 {
            self.line.pop();
            context.path.pop();
            self.update(context);
        }
    }

    /// Moves up from the end of the path as long as numbers change.
    pub(crate) fn update(&mut self, context: &mut SearchContext<'_, G>) {
        loop {
            let (id, position) = self.line.last();
            let role = context.game.role(position);
            let children = self.arena.children(id);
            let bounds = combine(role, children, &mut context.budget);
            if bounds == self.arena.node(id).bounds {
                return;
            }
            if bounds.is_solved() {
                self.finish(context, id, role, bounds);
            } else {
                self.arena.node_mut(id).bounds = bounds;
            }
            if self.line.len() == 1 {
                return;
            }
            self.line.pop();
            context.path.pop();
        }
    }

    /// Stores the outcome of the solved node at the end of the path, and releases its subtree.
    fn finish(
        &mut self,
        context: &mut SearchContext<'_, G>,
        id: NodeId,
        role: Role,
        bounds: Bounds,
    ) {
        let index = context.path.len() - 1;
        let children = self.arena.children(id);
        let children = (0..).zip(children);
        let children = children.map(|(i, child)| (i, child.bounds.of(role), part(child)));
        let outcome = Outcome::of_node(bounds, role, index, children);
        let work = self.arena.solve(id, &outcome) as u64;
        let key = self.key(context);
        context.note(key, &outcome, work, index);
    }

    fn key(&self, context: &SearchContext<'_, G>) -> Key {
        context.game.key(self.position())
    }
}

/// The numbers of a node whose mover has `role`.
#[inline]
fn combine<M: Copy>(role: Role, children: &[ArenaNode<M>], budget: &mut Budget) -> Bounds {
    // One copy of the loop per role, so that the loop does not test the role.
    let (own, total) = match role {
        Role::Attacker => least_and_total(pairs_of(children, Role::Attacker)),
        Role::Defender => least_and_total(pairs_of(children, Role::Defender)),
    };
    budget.counters.saturations += u64::from(total == Number::MAX);
    Bounds::from_numbers(role, own, total)
}

#[inline]
fn pairs_of<M>(children: &[ArenaNode<M>], role: Role) -> impl Iterator<Item = Pair> {
    children
        .iter()
        .map(move |child| Pair::of(child.bounds, role))
}

/// The place of the first child with the least number for a mover of this role; `None` if there are
/// no children.
#[inline]
fn most_proving<M: Copy>(role: Role, children: &[ArenaNode<M>]) -> Option<usize> {
    // Number and place are packed into one word, so that the least is found without a branch.
    let ranked = |number: fn(Bounds) -> Number| {
        let ranked = (0u64..).zip(children);
        let ranked = ranked.map(|(i, child)| u64::from(number(child.bounds).get()) << 32 | i);
        ranked.min().map(|best| best as u32 as usize)
    };
    match role {
        Role::Attacker => ranked(Bounds::pn),
        Role::Defender => ranked(Bounds::dn),
    }
}

/// The contribution of a child to the outcome of its parent; no path dependence while it is
/// unsolved.
fn part<M: Copy>(node: &ArenaNode<M>) -> Part {
    Part {
        path_dependence: match node.bounds.is_solved() {
            true => PathDependence::from_least(node.path_dependence()),
            false => PathDependence::NONE,
        },
        length: node.length,
    }
}
