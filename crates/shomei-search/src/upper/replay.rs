//! The upper tree taken apart and put together again, so that whoever holds it can stop and go
//! on. Searches under way are not part of that: their leaves are free in the new tree.

use shomei_game::{EdgeCost, Key, Role};

use super::exchange::{Line, Step};
use super::node::{Child, Node, Place};
use super::{Options, Tree};
use crate::search::outcome::Outcome;

/// A child or the root, as it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptChild<M> {
    pub(crate) mv: Option<M>,
    pub(crate) place: u32,
    pub(crate) key: Key,
    pub(crate) check: u64,
    pub(crate) cost: EdgeCost,
    pub(crate) outcome: Outcome,
    pub(crate) work: u64,
    pub(crate) plies: u64,
    pub(crate) visits: u32,
}

/// A node, as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct KeptNode<P, M> {
    /// The number of the node above, and the place there; nothing for the root.
    pub(crate) above: Option<(usize, usize)>,
    pub(crate) position: P,
    pub(crate) role: Role,
    pub(crate) children: Vec<KeptChild<M>>,
}

impl<M: Copy> Child<M> {
    fn kept(&self) -> KeptChild<M> {
        KeptChild {
            mv: self.mv,
            place: self.place,
            key: self.key,
            check: self.check,
            cost: self.cost,
            outcome: self.outcome,
            work: self.work,
            plies: self.plies,
            visits: self.visits,
        }
    }
}

impl<M> From<KeptChild<M>> for Child<M> {
    fn from(kept: KeptChild<M>) -> Child<M> {
        Child {
            mv: kept.mv,
            place: kept.place,
            key: kept.key,
            check: kept.check,
            cost: kept.cost,
            outcome: kept.outcome,
            free: kept.outcome.bounds,
            work: kept.work,
            plies: kept.plies,
            visits: kept.visits,
            jobs: 0,
            busy: false,
            node: None,
        }
    }
}

impl<P: Clone, M: Copy + PartialEq> Tree<P, M> {
    /// The root, and all nodes, each behind the one above it.
    pub(crate) fn keep(&self) -> (KeptChild<M>, Vec<KeptNode<P, M>>) {
        let mut kept: Vec<KeptNode<P, M>> = Vec::new();
        let mut next: Vec<(usize, Option<(usize, usize)>)> = Vec::new();
        next.extend(self.root.node.map(|id| (id, None)));
        while let Some((id, above)) = next.pop() {
            let Some(node) = &self.nodes[id] else {
                continue;
            };
            let number = kept.len();
            let below = (0..).zip(&node.children);
            let below = below.filter_map(|(place, child)| Some((child.node?, place)));
            next.extend(below.map(|(id, place)| (id, Some((number, place)))));
            kept.push(KeptNode {
                above,
                position: node.position.clone(),
                role: node.role,
                children: node.children.iter().map(Child::kept).collect(),
            });
        }
        (self.root.kept(), kept)
    }

    /// The tree that was kept; nothing if no tree can have been kept like this.
    pub(crate) fn restore(
        options: Options,
        root: KeptChild<M>,
        nodes: Vec<KeptNode<P, M>>,
    ) -> Option<Tree<P, M>> {
        let mut tree = Tree::new((root.key, root.check), options);
        tree.root = root.into();
        let mut ids: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let line = match node.above {
                None => Line {
                    steps: Vec::new(),
                    key: tree.root.key,
                },
                Some((above, place)) => {
                    let node = *ids.get(above)?;
                    let key = tree.nodes.get(node)?.as_ref()?.children.get(place)?.key;
                    tree.line_to(Place { node, place }, key)
                }
            };
            let is_leaf = tree.child(&line, line.steps.len()).node.is_none();
            if !is_leaf || (node.above.is_none() && !ids.is_empty()) {
                return None;
            }
            let children = node.children.into_iter().map(Child::from).collect();
            let id = tree.add(node.position, node.role, children, &line);
            tree.child(&line, line.steps.len()).node = Some(id);
            ids.push(id);
        }
        Some(tree)
    }

    /// Begins a job again that was picked before; nothing if no leaf stands there.
    pub(crate) fn pick_again(&mut self, moves: &[M]) -> Option<Line> {
        let mut steps = Vec::new();
        let mut child = &self.root;
        for &mv in moves {
            let id = child.node?;
            let node = self.nodes.get(id)?.as_ref()?;
            let place = node.children.iter().position(|c| c.mv == Some(mv))?;
            let serial = node.serial;
            steps.push(Step {
                node: id,
                serial,
                place,
            });
            child = &node.children[place];
        }
        if child.node.is_some() || !child.is_free() {
            return None;
        }
        let key = child.key;
        let line = Line { steps, key };
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
            let place = |node: &Node<P, M>| node.children.iter().position(|c| c.mv == Some(mv));
            let Some((id, node, place)) =
                node.and_then(|(id, node)| Some((id, node, place(node)?)))
            else {
                return;
            };
            let serial = node.serial;
            steps.push(Step {
                node: id,
                serial,
                place,
            });
            child = &node.children[place];
        }
        if !child.outcome.bounds.is_solved() {
            let key = child.key;
            let line = Line { steps, key };
            self.solve(&line, index, outcome, &mut Vec::new());
            self.settle_above(&line, index, &mut Vec::new());
        }
    }

    /// Adds the work of a job whose leaf is not there any more, as far as its line is.
    pub(crate) fn add_work(&mut self, moves: &[M], work: u64) {
        self.root.work += work;
        let mut next = self.root.node;
        for &mv in moves {
            let Some(node) = next.and_then(|id| self.nodes.get_mut(id)?.as_mut()) else {
                return;
            };
            let mut children = node.children.iter_mut();
            let Some(child) = children.find(|child| child.mv == Some(mv)) else {
                return;
            };
            child.work += work;
            next = child.node;
        }
    }

    /// The nodes on a line as the tree knows them, from the root to the node above the leaf.
    pub(crate) fn above<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = &'a Child<M>> {
        let last = line.steps.len();
        let below = line.steps[..last.saturating_sub(1)].iter();
        let below = below.filter_map(|step| {
            let node = self.nodes[step.node].as_ref()?;
            node.children.get(step.place)
        });
        (last > 0).then_some(&self.root).into_iter().chain(below)
    }

    /// The moves of a line.
    pub(crate) fn moves(&self, line: &Line) -> Vec<M> {
        let mv = |step: &Step| self.nodes[step.node].as_ref()?.children.get(step.place)?.mv;
        line.steps.iter().filter_map(mv).collect()
    }
}
