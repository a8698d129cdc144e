//! The upper tree as plain data, so that a coordinator can stop and continue. Searches under way
//! are not part of it: their leaves are free in the new tree.

use shomei_game::{EdgeCost, Role};

use super::exchange::{LeafLine, LineStep};
use super::node::{ChildPlace, TreeChild, TreeNode};
use super::{Options, SharedTree};
use crate::Knowledge;
use crate::search::outcome::Outcome;

/// An upper tree as plain data, for a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedTree {
    root: SavedChild,
    /// All nodes, each after the one above it.
    nodes: Vec<SavedNode>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedNode {
    /// The number of the node above, and the place there; nothing for the root.
    above: Option<(u32, u16)>,
    is_attackers: bool,
    children: Vec<SavedChild>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedChild {
    /// The place of the move in the game's order; nothing for the root.
    place: Option<u16>,
    costs: (i32, i32),
    knowledge: Knowledge,
    plies: u64,
    visits: u32,
}

impl From<&TreeChild<u16>> for SavedChild {
    fn from(child: &TreeChild<u16>) -> SavedChild {
        SavedChild {
            place: child.mv,
            costs: (child.cost.phi, child.cost.delta),
            knowledge: child.knowledge,
            plies: child.plies,
            visits: child.visits,
        }
    }
}

impl From<SavedChild> for TreeChild<u16> {
    fn from(saved: SavedChild) -> TreeChild<u16> {
        let (phi, delta) = saved.costs;
        let place = saved.place.map_or(0, u32::from);
        TreeChild {
            plies: saved.plies,
            visits: saved.visits,
            ..TreeChild::of(
                (saved.place, place),
                EdgeCost { phi, delta },
                saved.knowledge,
            )
        }
    }
}

impl SharedTree<(), u16> {
    /// The tree as plain data.
    pub(crate) fn save(&self) -> SavedTree {
        let mut saved: Vec<SavedNode> = Vec::new();
        let mut next: Vec<(usize, Option<(u32, u16)>)> = Vec::new();
        next.extend(self.root.node.map(|id| (id, None)));
        while let Some((id, above)) = next.pop() {
            let Some(node) = &self.nodes[id] else {
                continue;
            };
            let number = saved.len() as u32;
            let below = (0..).zip(&node.children);
            let below = below.filter_map(|(place, child)| Some((child.node?, place)));
            next.extend(below.map(|(id, place)| (id, Some((number, place)))));
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

    /// The tree that was saved; nothing if no tree can have been saved like this.
    pub(crate) fn restore(options: Options, saved: &SavedTree) -> Option<SharedTree<(), u16>> {
        let mut tree = SharedTree::new(saved.root.knowledge.id(), options);
        tree.root = saved.root.into();
        let mut ids: Vec<usize> = Vec::with_capacity(saved.nodes.len());
        for node in &saved.nodes {
            let line = match node.above {
                None => LeafLine::of_another_tree(tree.root.knowledge.position_key()),
                Some((above, place)) => {
                    let (node, place) = (*ids.get(above as usize)?, usize::from(place));
                    let child = tree.nodes.get(node)?.as_ref()?.children.get(place)?;
                    let key = child.knowledge.position_key();
                    tree.line_to(ChildPlace { node, place }, key)
                }
            };
            let is_leaf = tree.child(&line, line.steps.len()).node.is_none();
            if !is_leaf || (node.above.is_none() && !ids.is_empty()) {
                return None;
            }
            let role = match node.is_attackers {
                true => Role::Attacker,
                false => Role::Defender,
            };
            let children = node.children.iter().copied().map(TreeChild::from).collect();
            let id = tree.add((), role, children, &line);
            tree.child(&line, line.steps.len()).node = Some(id);
            ids.push(id);
        }
        Some(tree)
    }
}

impl<P: Clone, M: Copy + PartialEq> SharedTree<P, M> {
    /// Begins a job again that was picked before; nothing if no leaf is there.
    pub(crate) fn pick_again(&mut self, moves: &[M]) -> Option<LeafLine> {
        let mut steps = Vec::new();
        let mut child = &self.root;
        for &mv in moves {
            let id = child.node?;
            let node = self.nodes.get(id)?.as_ref()?;
            let place = node.children.iter().position(|c| c.mv == Some(mv))?;
            let serial = node.serial;
            steps.push(LineStep {
                node: id,
                serial,
                place,
            });
            child = &node.children[place];
        }
        if child.node.is_some() || !child.is_free() {
            return None;
        }
        let key = child.knowledge.position_key();
        let line = LeafLine { steps, key };
        self.begin(&line);
        Some(line)
    }

    /// The position with this index on a line that was picked before is solved, as far as it is
    /// still there.
    pub(crate) fn solve_again(&mut self, moves: &[M], index: usize, outcome: Outcome) {
        let mut steps = Vec::new();
        let mut child = &self.root;
        for &mv in moves.iter().take(index) {
            let node = child
                .node
                .and_then(|id| Some((id, self.nodes[id].as_ref()?)));
            let place = |node: &TreeNode<P, M>| node.children.iter().position(|c| c.mv == Some(mv));
            let Some((id, node, place)) =
                node.and_then(|(id, node)| Some((id, node, place(node)?)))
            else {
                return;
            };
            let serial = node.serial;
            steps.push(LineStep {
                node: id,
                serial,
                place,
            });
            child = &node.children[place];
        }
        if !child.knowledge.bounds.is_solved() {
            let key = child.knowledge.position_key();
            let line = LeafLine { steps, key };
            self.solve(&line, index, outcome, &mut Vec::new());
            self.settle_above(&line, index, &mut Vec::new());
        }
    }

    /// Adds the work of a job whose leaf is not there any more, as far as its line is.
    pub(crate) fn add_work(&mut self, moves: &[M], work: u64) {
        self.root.knowledge.work += work;
        let mut next = self.root.node;
        for &mv in moves {
            let Some(node) = next.and_then(|id| self.nodes.get_mut(id)?.as_mut()) else {
                return;
            };
            let mut children = node.children.iter_mut();
            let Some(child) = children.find(|child| child.mv == Some(mv)) else {
                return;
            };
            child.knowledge.work += work;
            next = child.node;
        }
    }

    /// The nodes on a line as the tree knows them, from the root to the node above the leaf.
    pub(crate) fn above<'a>(
        &'a self,
        line: &'a LeafLine,
    ) -> impl Iterator<Item = &'a TreeChild<M>> {
        let last = line.steps.len();
        let below = line.steps[..last.saturating_sub(1)].iter();
        let below = below.filter_map(|step| {
            let node = self.nodes[step.node].as_ref()?;
            node.children.get(step.place)
        });
        (last > 0).then_some(&self.root).into_iter().chain(below)
    }

    /// The moves of a line.
    pub(crate) fn moves(&self, line: &LeafLine) -> Vec<M> {
        let mv = |step: &LineStep| self.nodes[step.node].as_ref()?.children.get(step.place)?.mv;
        line.steps.iter().filter_map(mv).collect()
    }
}
