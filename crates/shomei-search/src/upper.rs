//! The upper tree of several searchers: it chooses the node that is searched next.
//!
//! The searchers are the threads of one process (`threads.rs`), or machines that
//! share no memory ([`crate::jobs`]). The tree is the same.
//!
//! Its inner nodes are those below which much was searched; its leaves are the
//! children of these, and a job is a df-pn search below one leaf. One thread
//! at a time holds the tree, for as long as it takes to walk down a line.
//!
//! ```text
//! n            real numbers: what the searches returned, combined upwards
//!  \           free numbers: the same, but phi is that of the best free child
//!   c
//!    \
//!     leaf     jobs: searches below; busy: no leaf below is free
//! ```
//!
//! A leaf that is being searched is flagged and keeps its numbers. A node all of whose
//! unsolved children are flagged is flagged, too. A line is chosen by the free numbers; its
//! thresholds come from the real ones. The rejected alternative counts a leaf under way as
//! solved, in the way its numbers say it will end: 2, 4 and 16 threads were 1.88, 3.5 and 10.7
//! times as fast as one thread with that, and are 1.94, 3.8 and 13.5 times with flags.
//!
//! Invariants: a node is open by its real numbers; a line never repeats a
//! position, so disproofs hold at their places in the tree.

mod exchange;
mod index;
mod node;
mod options;
mod replay;
mod settle;

use std::collections::HashSet;

use shomei_game::Key;

use crate::Bounds;
use crate::knowledge::NodeUpdate;
use crate::rule::{Pair, Rules};
use crate::search::df_pn::Suspended;

use exchange::LineStep;
pub(crate) use exchange::{Job, JobOutcome, LeafLine};
use index::Index;
pub(crate) use node::TreeChild;
use node::TreeNode;
pub(crate) use options::Options;
pub use replay::SavedTree;

/// The tree. See the [module text](self).
#[derive(Debug)]
pub(crate) struct SharedTree<P, M> {
    root: TreeChild<M>,
    nodes: Vec<Option<TreeNode<P, M>>>,
    free: Vec<usize>,
    serial: u64,
    /// The keys of the leaves that are being searched: a position that occurs twice
    /// in the tree is not searched twice at once.
    searched: HashSet<Key>,
    index: Option<Index>,
    children: usize,
    options: Options,
    pairs: Vec<Pair>,
}

/// Where a walk has led.
enum Descent<P, M> {
    /// To a leaf.
    To(Box<Job<P, M>>),
    /// Into a node without one.
    Into(usize),
}

impl<P: Clone, M: Copy> SharedTree<P, M> {
    /// A tree of nothing but its root.
    pub(crate) fn new(root: (u64, u64), options: Options) -> SharedTree<P, M> {
        SharedTree {
            root: TreeChild::root(root),
            nodes: Vec::new(),
            free: Vec::new(),
            serial: 0,
            searched: HashSet::new(),
            index: options.has_index.then(Index::default),
            children: 0,
            options,
            pairs: Vec::new(),
        }
    }

    pub(crate) fn root(&self) -> Bounds {
        self.root.knowledge.bounds
    }

    /// The root, as a child without a parent.
    pub(crate) fn root_child(&self) -> &TreeChild<M> {
        &self.root
    }

    /// How many children all nodes have together.
    pub(crate) fn children(&self) -> usize {
        self.children
    }

    /// How numbers are combined by now.
    fn rules(&self) -> Rules {
        self.options.schedule.rules_at(self.root.knowledge.work)
    }

    /// Expansions of the next job at a leaf.
    ///
    /// A full tree opens no leaf, so jobs at one leaf grow until they solve it. A job also walks
    /// down the line again on which the last one ended, one expansion per ply, and this must be a
    /// small part of the job: with jobs shorter than the line, a forced line of 5,000 plies took 3.7
    /// million expansions instead of 5,000.
    ///
    /// The rejected alternative is a budget that grows with all work. It keeps the tree small, but
    /// long jobs end with older numbers: 16 machines were 9.7 times as fast as one thread with such
    /// budgets, and 10.9 times with fixed ones; with a round trip of 1 ms 7.1 and 8.0 times.
    fn budget(&self, leaf: &TreeChild<M>) -> u64 {
        let share = self.options.share;
        let grown = if leaf.knowledge.work >= share {
            leaf.knowledge.work
        } else {
            0
        };
        share.max(grown).max(Self::BELOW * leaf.plies)
    }

    /// The expansions of a job to each ply of the line that it begins with.
    const BELOW: u64 = 4;

    fn is_full(&self) -> bool {
        self.children >= self.options.most_children
    }

    /// The next job; nothing when the root is solved or all leaves that matter are busy.
    pub(crate) fn pick(&mut self) -> Option<Job<P, M>> {
        if self.root.knowledge.bounds.is_solved() || self.root.busy {
            return None;
        }
        // A node may be free and have no leaf: the free positions below are also elsewhere in the
        // tree and searched there. Then another line is chosen.
        let mut barred = Vec::new();
        loop {
            match self.walk_down(&barred) {
                Descent::To(job) => {
                    self.begin(&job.line);
                    return Some(*job);
                }
                Descent::Into(node) if self.root.node != Some(node) => barred.push(node),
                Descent::Into(_) => return None,
            }
        }
    }

    /// Walks down to the next leaf, past nodes that have none.
    fn walk_down(&mut self, barred: &[usize]) -> Descent<P, M> {
        let mut steps = Vec::new();
        let mut prefix = Vec::new();
        let (mut thresholds, mut owner) = (Pair::INFINITE, None);
        let mut child = &self.root;
        while let Some(id) = child.node {
            let Some(node) = &self.nodes[id] else {
                break;
            };
            prefix.push(child.knowledge.position_key());
            if owner.is_some_and(|owner| owner != node.role) {
                thresholds = thresholds.swapped();
            }
            let Some(place) = node.choose(&self.searched, barred) else {
                return Descent::Into(id);
            };
            let rules = (self.rules(), self.options.epsilon);
            thresholds = node.thresholds(place, thresholds, rules, &mut self.pairs);
            owner = Some(node.role);
            let serial = node.serial;
            steps.push(LineStep {
                node: id,
                serial,
                place,
            });
            child = &node.children[place];
        }
        let above = steps.last();
        let above = above.and_then(|step: &LineStep| self.nodes[step.node].as_ref());
        let parent = above.and_then(|node| Some((node.position.clone(), child.mv?)));
        let work = child.knowledge.work;
        let share = self.options.share;
        let job = Job {
            prefix,
            parent,
            key: child.knowledge.position_key(),
            thresholds,
            role_of_thresholds: owner,
            budget: self.budget(child),
            reserved: 0,
            work,
            before: self.root.knowledge.work,
            opens_at: if self.is_full() {
                u64::MAX
            } else {
                // Of less than eight expansions there is no eighth.
                (share * self.options.opens_at).div_ceil(8)
            },
            line: LeafLine {
                steps,
                key: child.knowledge.position_key(),
            },
        };
        Descent::To(Box::new(job))
    }

    /// Marks the leaf of a line as being searched.
    fn begin(&mut self, line: &LeafLine) {
        let leaf = self.leaf(line);
        leaf.busy = true;
        self.searched.insert(line.key);
        self.root.jobs += 1;
        for step in &line.steps {
            if let Some(node) = &mut self.nodes[step.node] {
                node.children[step.place].jobs += 1;
            }
        }
        self.settle_above(line, line.steps.len(), &mut Vec::new());
    }

    /// Ends a job. What it changed, from the deepest to the root.
    pub(crate) fn end(&mut self, line: &LeafLine, result: JobOutcome<P, M>) -> Vec<NodeUpdate> {
        let mut changed = Vec::new();
        self.searched.remove(&line.key);
        let valid = self.count_down(line, result.work);
        if let Some((index, outcome)) = result.known {
            if index <= valid {
                self.solve(line, index, outcome, &mut changed);
                self.settle_above(line, index, &mut changed);
            }
            return changed;
        }
        if valid < line.steps.len() || self.leaf(line).knowledge.bounds.is_solved() {
            return changed;
        }
        let rises_only = self.leaf(line).visits >= Self::VISITS;
        let leaf = self.leaf(line);
        leaf.busy = false;
        leaf.visits += 1;
        leaf.plies = result.suspended.map_or(0, |aside| aside.plies);
        if !result.outcome.bounds.is_solved() && rises_only {
            let (before, now) = (leaf.knowledge.bounds, result.outcome.bounds);
            leaf.knowledge.bounds =
                Bounds::unsolved(before.pn().max(now.pn()), before.dn().max(now.dn()));
        } else {
            leaf.knowledge = leaf.knowledge.after(&result.outcome);
        }
        leaf.free = leaf.knowledge.bounds;
        if let Some((position, role, mut children)) = result.opened {
            if let Some(Suspended { plies, place }) = result.suspended
                && let Some(child) = children.get_mut(place)
            {
                child.plies = plies.saturating_sub(1);
            }
            let id = self.add(position, role, children, line);
            self.leaf(line).node = Some(id);
            self.settle(line, line.steps.len(), &mut changed);
        }
        self.settle_above(line, line.steps.len(), &mut changed);
        changed
    }

    /// After this many jobs at one leaf its numbers only rise, so that siblings
    /// whose numbers fall in turn do not keep a search for ever.
    const VISITS: u32 = 64;

    /// A job will never be brought back: its leaf is free again.
    pub(crate) fn lose(&mut self, line: &LeafLine) {
        self.searched.remove(&line.key);
        if self.count_down(line, 0) == line.steps.len()
            && !self.leaf(line).knowledge.bounds.is_solved()
        {
            self.leaf(line).busy = false;
            self.settle_above(line, line.steps.len(), &mut Vec::new());
        }
    }

    /// Takes a job off its line and adds its work. How many steps of the line
    /// are still there.
    fn count_down(&mut self, line: &LeafLine, work: u64) -> usize {
        self.root.jobs -= 1;
        self.root.knowledge.work += work;
        for (index, step) in line.steps.iter().enumerate() {
            match &mut self.nodes[step.node] {
                Some(node) if node.serial == step.serial => {
                    let child = &mut node.children[step.place];
                    child.jobs -= 1;
                    child.knowledge.work += work;
                }
                _ => return index,
            }
        }
        line.steps.len()
    }

    fn leaf(&mut self, line: &LeafLine) -> &mut TreeChild<M> {
        self.child(line, line.steps.len())
    }

    /// The root and the children of a line by their index.
    fn child(&mut self, line: &LeafLine, index: usize) -> &mut TreeChild<M> {
        if let Some(before) = index.checked_sub(1) {
            let LineStep { node, place, .. } = line.steps[before];
            if let Some(node) = &mut self.nodes[node] {
                return &mut node.children[place];
            }
        }
        &mut self.root
    }
}
