//! A tree of best-first proof-number search: what `pn` has one of, `pn2` two,
//! and `pds_pn` one at its leaves.
//!
//! The three steps of the search are methods: [`Tree::select`] goes to the
//! most-proving node, [`Tree::expand`] gives it children, [`Tree::update`]
//! climbs back. Tree and caller share one line of positions
//! ([`Ground::path`]): a tree may have its root anywhere on it, so a position
//! that repeats one above the root is recognised too.

mod arena;

use shomei_game::{Game, Key, Role, Solvable};

use crate::account::Account;
use crate::search::ground::{Ground, Leaf};
use crate::search::outcome::{Outcome, Part, Support};
use crate::{Bounds, Number};

pub(crate) use arena::{Arena, Node, NodeId};

/// What becomes of the subtree of a solved node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolvedSubtree {
    /// It makes room for other nodes.
    Deleted,
    /// It stays, and counts as stored.
    Kept,
}

/// The tree and the line to the node at work.
#[derive(Debug)]
pub(crate) struct Tree<G: Game> {
    pub(crate) arena: Arena<G::Move>,
    line: Vec<(NodeId, G::Position)>,
    /// The place of the root on the line of the whole search.
    base: usize,
    leaves: Vec<Leaf<G::Move>>,
}

/// The root of every tree.
const ROOT: NodeId = 0;

impl<G: Solvable> Tree<G> {
    /// An empty tree of at most `limit` nodes; `None` when memory for them
    /// cannot be reserved.
    pub(crate) fn new(limit: usize, solved: SolvedSubtree) -> Option<Tree<G>> {
        Some(Tree {
            arena: Arena::new(limit, solved)?,
            line: Vec::new(),
            base: 0,
            leaves: Vec::new(),
        })
    }

    /// Begins a tree at `root`, the last position of the line. `mv` is any
    /// move: none leads to the root.
    pub(crate) fn begin(&mut self, ground: &Ground<'_, G>, root: &G::Position, mv: G::Move) {
        self.arena.restart(Node::unsolved(mv, Bounds::UNIT));
        debug_assert!(ground.path.len() > 0, "the root is on the line");
        self.line.clear();
        self.line.push((ROOT, root.clone()));
        self.base = ground.path.len() - 1;
    }

    /// Takes everything below the root off the line.
    pub(crate) fn end(&mut self, ground: &mut Ground<'_, G>) {
        while ground.path.len() > self.base + 1 {
            ground.path.pop();
        }
    }

    /// The numbers of the root.
    pub(crate) fn bounds(&self) -> Bounds {
        self.arena.node(ROOT).bounds
    }

    /// How the root was solved, or its numbers.
    pub(crate) fn outcome(&self) -> Outcome {
        let root = self.arena.node(ROOT);
        if root.bounds.is_solved() {
            let part = part(root);
            Outcome {
                bounds: root.bounds,
                support: part.support,
                length: part.length,
                best: None,
            }
        } else {
            Outcome::unsolved(root.bounds)
        }
    }

    /// The children of the root.
    pub(crate) fn root_children(&self) -> &[Node<G::Move>] {
        self.arena.children(ROOT)
    }

    /// The position of the root.
    pub(crate) fn root(&self) -> &G::Position {
        &self.line[0].1
    }

    /// The trees below the unsolved children of the root that have been
    /// expanded, with the keys of these children.
    pub(crate) fn subtrees(
        &self,
        ground: &Ground<'_, G>,
    ) -> impl Iterator<Item = (Key, Vec<Node<G::Move>>)> {
        let expanded = self.arena.node(ROOT).children();
        let expanded = expanded.map(|child| child as NodeId).filter(|&child| {
            let node = self.arena.node(child);
            !node.bounds.is_solved() && !node.children().is_empty()
        });
        let (game, root) = (ground.game, self.root());
        expanded.map(move |child| {
            let key = game.key_after(root, self.arena.node(child).mv);
            (key, self.arena.copy_of(child))
        })
    }

    /// The position at the end of the line.
    pub(crate) fn position(&self) -> &G::Position {
        &self.line[self.line.len() - 1].1
    }

    fn id(&self) -> NodeId {
        self.line[self.line.len() - 1].0
    }

    /// The move that led to the end of the line.
    pub(crate) fn mv(&self) -> G::Move {
        self.arena.node(self.id()).mv
    }

    /// Extends the line to the most-proving node below its end.
    pub(crate) fn select(&mut self, ground: &mut Ground<'_, G>) {
        loop {
            let (id, position) = &self.line[self.line.len() - 1];
            let range = self.arena.node(*id).children();
            let role = ground.game.role(position);
            let numbers = self.arena.children(*id).iter().map(|c| c.bounds.of(role));
            let Some((best, _)) = numbers.enumerate().min_by_key(|&(_, number)| number) else {
                return;
            };
            let child = (range.start + best) as NodeId;
            let position = ground.game.play(position, self.arena.node(child).mv);
            ground.path.push(ground.game.key(&position));
            self.line.push((child, position));
        }
    }

    /// Gives the node at the end of the line its evaluated children; `false`
    /// when there is no room.
    pub(crate) fn expand(&mut self, ground: &mut Ground<'_, G>) -> bool {
        let mut leaves = std::mem::take(&mut self.leaves);
        leaves.clear();
        ground.evaluate_children(self.position(), &mut leaves);
        let has_room = self.arena.adopt(self.id(), leaves.iter().map(Node::new));
        self.leaves = leaves;
        has_room
    }

    /// Gives the node at the end of the line children from another tree;
    /// `false` when there is no room.
    pub(crate) fn adopt(&mut self, children: &[Node<G::Move>]) -> bool {
        let leaves = children.iter().map(Node::without_children);
        self.arena.adopt(self.id(), leaves)
    }

    /// The node at the end of the line was solved by another search.
    pub(crate) fn settle(&mut self, ground: &mut Ground<'_, G>, outcome: &Outcome) {
        let id = self.id();
        self.arena.solve(id, outcome);
        if self.line.len() > 1 {
            self.line.pop();
            ground.path.pop();
            self.update(ground);
        }
    }

    /// Climbs from the end of the line while numbers change.
    pub(crate) fn update(&mut self, ground: &mut Ground<'_, G>) {
        while let Some((id, position)) = self.line.last() {
            let id = *id;
            let role = ground.game.role(position);
            let children = self.arena.children(id);
            let bounds = combine(role, children, &mut ground.account);
            if bounds == self.arena.node(id).bounds {
                return;
            }
            if bounds.is_solved() {
                self.finish(ground, id, role, bounds);
            } else {
                self.arena.node_mut(id).bounds = bounds;
            }
            if self.line.len() == 1 {
                return;
            }
            self.line.pop();
            ground.path.pop();
        }
    }

    /// The node at the end of the line is solved: notes how, and gives its
    /// tree back.
    fn finish(&mut self, ground: &mut Ground<'_, G>, id: NodeId, role: Role, bounds: Bounds) {
        let index = ground.path.len() - 1;
        let children = self.arena.children(id);
        let children = (0..).zip(children);
        let children = children.map(|(i, child)| (i, child.bounds.of(role), part(child)));
        let outcome = Outcome::of_node(bounds, role, index, children);
        let work = self.arena.solve(id, &outcome) as u64;
        let key = self.key(ground);
        ground.note(key, &outcome, work, index);
    }

    fn key(&self, ground: &Ground<'_, G>) -> Key {
        ground.game.key(self.position())
    }
}

/// The numbers of a node whose mover has `role`.
#[inline]
fn combine<M: Copy>(role: Role, children: &[Node<M>], account: &mut Account) -> Bounds {
    let mut own = Number::INFINITE;
    let mut sum = Number::ZERO;
    let mut saturated = false;
    for child in children {
        own = own.min(child.bounds.of(role));
        sum = sum.plus(child.bounds.of(role.opponent()));
        saturated |= sum == Number::MAX;
    }
    account.counters.saturations += u64::from(saturated && !sum.is_infinite());
    Bounds::from_numbers(role, own, sum)
}

/// What a child tells its parent: nothing as long as it is not solved.
fn part<M: Copy>(node: &Node<M>) -> Part {
    Part {
        support: match node.bounds.is_solved() {
            true => Support::from_least(node.support()),
            false => Support::NONE,
        },
        length: node.length,
    }
}
