//! The upper tree as plain data, so that a coordinator can stop and continue. Searches in progress
//! are not included: their leaves are free in the restored tree.

use shomei_game::Role;
use shomei_search::registry::{OpenError, Settings};

use super::node::TreeChild;
use super::{ChildId, UpperTree, Ways};
use crate::OpenedChild;

/// An upper tree as plain data, for a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedTree {
    root: SavedChild,
    /// All nodes, each after its parent.
    nodes: Vec<SavedNode>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedNode {
    /// The number of the parent, and the place of the child there; `None` for the root.
    above: Option<(u32, u16)>,
    is_attackers: bool,
    children: Vec<SavedChild>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedChild {
    child: OpenedChild,
    plies: u64,
    visits: u32,
}

impl From<&TreeChild> for SavedChild {
    fn from(child: &TreeChild) -> SavedChild {
        SavedChild {
            child: OpenedChild {
                place: child.place,
                costs: (child.cost.phi, child.cost.delta),
                group: child.group,
                knowledge: child.knowledge,
            },
            plies: child.plies,
            visits: child.visits,
        }
    }
}

impl From<&SavedChild> for TreeChild {
    fn from(saved: &SavedChild) -> TreeChild {
        TreeChild {
            plies: saved.plies,
            visits: saved.visits,
            ..TreeChild::new(&saved.child)
        }
    }
}

impl UpperTree {
    /// The tree as plain data, for a journal.
    #[must_use]
    pub fn save(&self) -> SavedTree {
        let mut saved: Vec<SavedNode> = Vec::new();
        let mut next: Vec<(&TreeChild, Option<(u32, u16)>)> = vec![(&self.root, None)];
        while let Some((child, above)) = next.pop() {
            let Some((_, node)) = self.node(child) else {
                continue;
            };
            let number = saved.len() as u32;
            let below = (0..).zip(&node.children);
            next.extend(below.map(|(place, child)| (child, Some((number, place)))));
            saved.push(SavedNode {
                above,
                is_attackers: node.role == Role::Attacker,
                children: node.children.iter().map(SavedChild::from).collect(),
            });
        }
        SavedTree {
            root: SavedChild::from(&self.root),
            nodes: saved,
        }
    }

    /// Restores a saved tree; `None` if the data is not a valid tree. Searches that were in
    /// progress are not included: their leaves are free.
    ///
    /// # Errors
    ///
    /// Those of [`UpperTree::new`].
    pub fn restore(
        saved: &SavedTree,
        settings: &Settings,
        ways: &Ways,
    ) -> Result<Option<UpperTree>, OpenError> {
        let mut tree = UpperTree::new(saved.root.child.knowledge.id(), settings, ways)?;
        tree.root = TreeChild::from(&saved.root);
        let is_whole = tree.hang(&saved.nodes).is_some();
        Ok(is_whole.then_some(tree))
    }

    /// Adds nodes, each below one that is already there. Returns `None` at the first node without a
    /// valid parent.
    fn hang(&mut self, nodes: &[SavedNode]) -> Option<()> {
        let mut ids: Vec<u64> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let line = match node.above {
                None => Vec::new(),
                Some((above, place)) => {
                    let (node, place) = (*ids.get(above as usize)?, usize::from(place));
                    let child = ChildId { node, place };
                    self.get(child)?;
                    self.line_to(child)
                }
            };
            let is_leaf = self.child(&line).node.is_none();
            if !is_leaf || (node.above.is_none() && !ids.is_empty()) {
                return None;
            }
            let role = match node.is_attackers {
                true => Role::Attacker,
                false => Role::Defender,
            };
            let children = node.children.iter().map(TreeChild::from).collect();
            ids.push(self.add(role, children, &line));
        }
        Some(())
    }
}
