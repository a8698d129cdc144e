//! Measures how often paths meet, which is the cause of double counting.
//!
//! A proof number adds up the leaves to be proved as if they were independent. If two paths lead to
//! one position, it is counted once for each path (*double counting*). The effect depends on the
//! problem. So it is measured separately from the compared searches: by textbook proof-number
//! search (`docs/references.md [1]`) with the whole tree in memory and leaves of 1 and 1, on a
//! problem of any game.
//!
//! Two figures are computed from a tree:
//!
//! * *lines per position*: the number of nodes divided by the number of different positions among
//!   them. Only positions at which the game continues and that do not repeat on their path count;
//! * *counts per leaf*: the proof number and the disproof number of the root are sums over sets of
//!   leaves. The figure is the size of these sets divided by the number of different positions in
//!   them: 1.5 means that the root's numbers are 50 % larger than the work that they represent.
//!
//! The second figure changes during the search, so it is measured whenever the number of expansions
//! has grown by a quarter, and the sizes of all these sets are added up.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei_game::{Game, Key, Role, Status};

use crate::record::{Count, Counts, Record};

/// The counts of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// Expanded nodes.
    pub(crate) expanded: u64,
    /// Nodes made at which the game continues.
    pub(crate) nodes: u64,
    /// Different positions among them.
    pub(crate) positions: u64,
    /// The leaves that the root's numbers count, added up over all measurements.
    pub(crate) counted: u64,
    /// Different positions among these.
    pub(crate) different: u64,
}

impl Meeting {
    /// The counts of a run.
    pub(crate) fn counts(self) -> Counts {
        Counts::from([
            (Count::TreeExpanded, self.expanded),
            (Count::TreeNodes, self.nodes),
            (Count::TreePositions, self.positions),
            (Count::LeavesCounted, self.counted),
            (Count::LeavesDifferent, self.different),
        ])
    }
}

/// The nodes per position; `None` without nodes.
pub(crate) fn lines(record: &Record) -> Option<f64> {
    record.ratio(Count::TreeNodes, Count::TreePositions)
}

/// The counts per leaf; `None` if the tree was too small for a measurement.
pub(crate) fn counts(record: &Record) -> Option<f64> {
    record.ratio(Count::LeavesCounted, Count::LeavesDifferent)
}

/// The limit of nodes of a tree.
const MOST_NODES: usize = 1_000_000;

/// Counts in a tree with this limit of expansions; `None` if it was stopped.
pub(crate) fn measure<G: Game>(
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

/// A node. Its children are adjacent.
struct Node<P> {
    position: P,
    key: Key,
    parent: Option<usize>,
    role: Role,
    children: std::ops::Range<usize>,
    pn: u64,
    dn: u64,
}

/// The number of a solved node.
const INFINITE: u64 = u64::MAX;

impl<P> Node<P> {
    fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// The number of this side, which is the minimum over the children if it moves.
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
    /// The number of open nodes made.
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

    /// Whether the position repeats on the path, which is a failure of the attacker.
    fn repeats(&self, key: Key, mut parent: Option<usize>) -> bool {
        while let Some(at) = parent {
            if self.nodes[at].key == key {
                return true;
            }
            parent = self.nodes[at].parent;
        }
        false
    }

    /// The leaf to expand: at each node the first child with the smallest number of the mover.
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

    /// Updates the numbers: the minimum over the children for the mover, the sum for the other
    /// side.
    fn update(&mut self, at: usize) {
        let role = self.nodes[at].role;
        let children = &self.nodes[self.nodes[at].children.clone()];
        let own = children.iter().map(|child| child.number(role)).min();
        let own = own.unwrap_or(INFINITE);
        let others = children.iter().map(|child| child.number(role.opponent()));
        let other = others.fold(0, u64::saturating_add);
        // A node without moves is a failure.
        let (pn, dn) = match role {
            _ if children.is_empty() => (INFINITE, 0),
            Role::Attacker => (own, other),
            Role::Defender => (other, own),
        };
        let node = &mut self.nodes[at];
        (node.pn, node.dn) = (pn, dn);
    }

    /// The number of leaves that the root's number of this side counts, and the number of different
    /// positions among them.
    fn summed(&self, role: Role) -> (u64, u64) {
        let mut counted = 0;
        let mut different = HashSet::new();
        let mut left = vec![0];
        while let Some(at) = left.pop() {
            let node = &self.nodes[at];
            // The node is solved.
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
