//! All positions below a root, where they are few: who wins, and whether the attacker
//! can check for ever.

use std::collections::HashMap;

use shomei_game::{Game, Role, Status};
use shomei_shogi::{Position, Shogi};

use crate::brute::moves;

/// The most positions of a graph here.
pub(crate) const MOST_POSITIONS: usize = 20_000;

/// The positions below a root, by number; the root is the first.
pub(crate) struct Graph {
    nodes: Vec<Node>,
}

struct Node {
    role: Role,
    status: Status,
    children: Vec<usize>,
}

impl Graph {
    /// The graph, if it has no more than so many positions.
    pub(crate) fn below(game: &Shogi, root: &Position, most: usize) -> Option<Graph> {
        let mut numbers = HashMap::from([(root.key(), 0)]);
        let mut positions = vec![*root];
        let mut nodes = Vec::new();
        while let Some(position) = positions.get(nodes.len()).copied() {
            let status = game.status(&position);
            let mut children = Vec::new();
            if status == Status::Open {
                for mv in moves(game, &position) {
                    let child = position.play(mv);
                    let number = *numbers.entry(child.key()).or_insert(positions.len());
                    if number == positions.len() {
                        positions.push(child);
                    }
                    assert_eq!(positions[number], child, "one key for two positions");
                    children.push(number);
                }
            }
            if positions.len() > most {
                return None;
            }
            let role = game.role(&position);
            nodes.push(Node {
                role,
                status,
                children,
            });
        }
        Some(Graph { nodes })
    }

    /// Whether the attacker reaches `good` from a position, as it stands.
    fn holds(&self, node: &Node, good: &[bool]) -> bool {
        let mut children = node.children.iter().map(|&child| good[child]);
        match (node.status, node.role) {
            (Status::Won, _) => true,
            (Status::Failed, _) => false,
            (Status::Open, Role::Attacker) => children.any(|good| good),
            (Status::Open, Role::Defender) => children.all(|good| good),
        }
    }

    /// Changes `good` until nothing changes.
    fn settle(&self, mut good: Vec<bool>) -> Vec<bool> {
        loop {
            let holds = self.nodes.iter().map(|node| self.holds(node, &good));
            let next: Vec<bool> = holds.collect();
            if next == good {
                return good;
            }
            good = next;
        }
    }

    /// The positions that the attacker mates from.
    pub(crate) fn won(&self) -> Vec<bool> {
        self.settle(vec![false; self.nodes.len()])
    }

    /// The positions from which it mates or checks for ever.
    pub(crate) fn never_failed(&self) -> Vec<bool> {
        self.settle(vec![true; self.nodes.len()])
    }

    /// What follows the root.
    pub(crate) fn first(&self) -> &[usize] {
        &self.nodes[0].children
    }
}
