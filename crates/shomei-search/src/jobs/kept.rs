//! The upper tree as plain data, so that whoever holds it can stop and go on.

use shomei_game::{EdgeCost, Key, Role};

use super::Told;
use super::tree::{self, UpperTree, Ways};
use crate::registry::{OpenError, Settings};
use crate::upper::{KeptChild, KeptNode, Tree};

/// A tree that was kept. Searches under way are not part of it: in the tree that is made of it
/// their leaves are free.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kept {
    root: Position,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Node {
    above: Option<(u32, u16)>,
    is_attackers: bool,
    children: Vec<Position>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Position {
    place: Option<u16>,
    key: u64,
    check: u64,
    costs: (i32, i32),
    told: Told,
    work: u64,
    plies: u64,
    visits: u32,
}

impl From<&KeptChild<u16>> for Position {
    fn from(child: &KeptChild<u16>) -> Position {
        Position {
            place: child.mv,
            key: child.key.0,
            check: child.check,
            costs: (child.cost.phi, child.cost.delta),
            told: Told::of(&child.outcome),
            work: child.work,
            plies: child.plies,
            visits: child.visits,
        }
    }
}

impl Position {
    fn child(&self) -> Option<KeptChild<u16>> {
        let (phi, delta) = self.costs;
        Some(KeptChild {
            mv: self.place,
            place: self.place.map_or(0, u32::from),
            key: Key(self.key),
            check: self.check,
            cost: EdgeCost { phi, delta },
            outcome: self.told.outcome()?,
            work: self.work,
            plies: self.plies,
            visits: self.visits,
        })
    }
}

impl Node {
    fn node(&self) -> Option<KeptNode<(), u16>> {
        let children: Option<Vec<_>> = self.children.iter().map(Position::child).collect();
        let (above, place) = self.above.unzip();
        Some(KeptNode {
            above: above.map(|a| a as usize).zip(place.map(usize::from)),
            position: (),
            role: match self.is_attackers {
                true => Role::Attacker,
                false => Role::Defender,
            },
            children: children?,
        })
    }
}

impl UpperTree {
    /// The tree as plain data.
    #[must_use]
    pub fn keep(&self) -> Kept {
        let (root, nodes) = self.tree.keep();
        let node = |node: &KeptNode<(), u16>| Node {
            above: node
                .above
                .map(|(above, place)| (above as u32, place as u16)),
            is_attackers: node.role == Role::Attacker,
            children: node.children.iter().map(Position::from).collect(),
        };
        Kept {
            root: Position::from(&root),
            nodes: nodes.iter().map(node).collect(),
        }
    }

    /// The tree that was kept; nothing if no tree can have been kept like this.
    ///
    /// # Errors
    ///
    /// Those of [`UpperTree::new`].
    pub fn restore(
        kept: &Kept,
        settings: &Settings,
        ways: &Ways,
    ) -> Result<Option<UpperTree>, OpenError> {
        let options = tree::options(settings, ways)?;
        let nodes: Option<Vec<_>> = kept.nodes.iter().map(Node::node).collect();
        let parts = kept.root.child().zip(nodes);
        let tree = parts.and_then(|(root, nodes)| Tree::restore(options, root, nodes));
        Ok(tree.map(|tree| UpperTree { tree }))
    }
}
