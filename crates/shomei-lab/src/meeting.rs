//! How often lines meet: what proof numbers count twice, measured.
//!
//! A proof number adds up the leaves that are still to be proved, as if each were work of its own.
//! Where two lines lead to one position it is counted once for each line (*double counting*). How
//! much that is depends on the problem. So it is measured apart from the searches that are
//! compared: by proof-number search as in the textbook (`docs/references.md [1]`), with its whole
//! tree in memory and leaves of 1 and 1, on a problem of any game.
//!
//! Two figures come of a tree:
//!
//! * *lines a position*: the nodes made, divided by the different positions among them; only
//!   positions at which the game goes on, and that do not repeat one of their line;
//! * *counts a leaf*: the proof number and the disproof number of the root are sums over sets of
//!   leaves. Their sizes, divided by the numbers of different positions in them: 1.5 says that the
//!   root's numbers are half as large again as the work that they stand for.
//!
//! The second changes as the search goes on, so it is taken whenever a quarter more was
//! expanded, and the sizes of all those sets are added up.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use shomei_game::{Game, Key, Role, Status};

/// What was counted in a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// Nodes expanded.
    pub expanded: u64,
    /// Open nodes made.
    pub nodes: u64,
    /// Different positions among them.
    pub positions: u64,
    /// Leaves of which the root's numbers were sums, each time it was looked.
    pub counted: u64,
    /// Different positions among these.
    pub different: u64,
}

impl Meeting {
    /// Nodes for each position; nothing where none was made.
    #[must_use]
    pub fn lines(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.nodes as f64 / self.positions as f64)
    }

    /// How often the root's numbers count a leaf; nothing where the tree was never large enough
    /// to be looked at.
    #[must_use]
    pub fn counts(&self) -> Option<f64> {
        (self.different > 0).then(|| self.counted as f64 / self.different as f64)
    }
}

/// The most nodes of a tree.
const MOST_NODES: usize = 1_000_000;

/// Counts in a tree of at most so many expansions; nothing when that was stopped.
pub fn measure<G: Game>(
    game: &G,
    root: &G::Position,
    expansions: u64,
    stop: &AtomicBool,
) -> Option<Meeting> {
    let mut tree = Tree::new(game, root);
    let mut found = Meeting::default();
    let mut look = 1;
    while !tree.nodes[0].is_solved() && found.expanded < expansions && tree.has_room() {
        if found.expanded % 1_024 == 0 && stop.load(Ordering::Relaxed) {
            return None;
        }
        tree.expand(tree.most_proving());
        found.expanded += 1;
        if found.expanded >= look && !tree.nodes[0].is_solved() {
            look += (look / 4).max(1);
            for role in [Role::Attacker, Role::Defender] {
                let (counted, different) = tree.summed(role);
                found.counted += counted;
                found.different += different;
            }
        }
    }
    found.nodes = tree.open;
    found.positions = tree.positions.len() as u64;
    Some(found)
}

/// A node; its children stand side by side.
struct Node<P> {
    position: P,
    key: Key,
    parent: Option<usize>,
    role: Role,
    children: std::ops::Range<usize>,
    pn: u64,
    dn: u64,
}

/// Of a solved node.
const INFINITE: u64 = u64::MAX;

impl<P> Node<P> {
    fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// The number that is the least of the children's where this side moves.
    fn number(&self, role: Role) -> u64 {
        match role {
            Role::Attacker => self.pn,
            Role::Defender => self.dn,
        }
    }
}

struct Tree<'g, G: Game> {
    game: &'g G,
    nodes: Vec<Node<G::Position>>,
    /// Open nodes made, and the positions among them.
    open: u64,
    positions: HashSet<Key>,
}

impl<'g, G: Game> Tree<'g, G> {
    fn new(game: &'g G, root: &G::Position) -> Tree<'g, G> {
        let mut tree = Tree {
            game,
            nodes: Vec::new(),
            open: 0,
            positions: HashSet::new(),
        };
        tree.make(root.clone(), None);
        tree
    }

    fn has_room(&self) -> bool {
        self.nodes.len() < MOST_NODES
    }

    fn make(&mut self, position: G::Position, parent: Option<usize>) {
        let key = self.game.key(&position);
        let (pn, dn) = match self.game.status(&position) {
            Status::Won => (0, INFINITE),
            Status::Failed => (INFINITE, 0),
            Status::Open if self.repeats(key, parent) => (INFINITE, 0),
            Status::Open => {
                self.open += 1;
                self.positions.insert(key);
                (1, 1)
            }
        };
        self.nodes.push(Node {
            role: self.game.role(&position),
            position,
            key,
            parent,
            children: 0..0,
            pn,
            dn,
        });
    }

    /// Whether a line has come to this position before; then the attacker has failed.
    fn repeats(&self, key: Key, mut parent: Option<usize>) -> bool {
        while let Some(at) = parent {
            if self.nodes[at].key == key {
                return true;
            }
            parent = self.nodes[at].parent;
        }
        false
    }

    /// The leaf to be expanded: at each node the first child with the least number of its mover.
    fn most_proving(&self) -> usize {
        let mut at = 0;
        while !self.nodes[at].children.is_empty() {
            at = self.best(at);
        }
        at
    }

    fn best(&self, at: usize) -> usize {
        let Node { role, children, .. } = &self.nodes[at];
        let least = children
            .clone()
            .min_by_key(|&child| self.nodes[child].number(*role));
        least.unwrap_or(at)
    }

    fn expand(&mut self, leaf: usize) {
        let position = self.nodes[leaf].position.clone();
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let first = self.nodes.len();
        for mv in moves {
            self.make(self.game.play(&position, mv), Some(leaf));
        }
        self.nodes[leaf].children = first..self.nodes.len();
        let mut at = Some(leaf);
        while let Some(node) = at {
            self.update(node);
            at = self.nodes[node].parent;
        }
    }

    /// The least of the children's numbers for the mover, the sum for the other side.
    fn update(&mut self, at: usize) {
        let role = self.nodes[at].role;
        let children = &self.nodes[self.nodes[at].children.clone()];
        let own = children.iter().map(|child| child.number(role)).min();
        let own = own.unwrap_or(INFINITE);
        let others = children.iter().map(|child| child.number(role.opponent()));
        let other = others.fold(0, u64::saturating_add);
        // A node without moves is failed.
        let (pn, dn) = match role {
            _ if children.is_empty() => (INFINITE, 0),
            Role::Attacker => (own, other),
            Role::Defender => (other, own),
        };
        let node = &mut self.nodes[at];
        (node.pn, node.dn) = (pn, dn);
    }

    /// The leaves of which the root's number of this side is the sum, and the different positions
    /// among them.
    fn summed(&self, role: Role) -> (u64, u64) {
        let mut counted = 0;
        let mut different = HashSet::new();
        let mut left = vec![0];
        while let Some(at) = left.pop() {
            let node = &self.nodes[at];
            // Nothing is left to do there.
            if node.number(role) == 0 {
                continue;
            }
            if node.children.is_empty() {
                counted += 1;
                different.insert(node.key);
            } else if node.role == role {
                left.push(self.best(at));
            } else {
                left.extend(node.children.clone());
            }
        }
        (counted, different.len() as u64)
    }
}

#[cfg(test)]
mod tests;
