//! The upper tree of several threads: which node is searched next, and by whom.
//!
//! Its inner nodes are those below which much was searched; its leaves are the
//! children of these, and a job is a df-pn search below one leaf. One thread
//! at a time holds the tree, for as long as it takes to walk down a line.
//!
//! ```text
//! n            real numbers: what the searches returned, combined upwards
//!  \           seen numbers: the same, but a leaf that a thread searches counts
//!   c          as solved already, the way its numbers say it will end
//!    \
//!     leaf     jobs: threads below; busy: no leaf below is free
//! ```
//!
//! A line is chosen by the seen numbers, its thresholds come from the real ones. So
//! a thread works at what will be needed if the others' searches end as
//! expected. Where the seen numbers say that all is solved, the real ones
//! choose among what is free.
//!
//! Invariants: a node is open by its real numbers; a line never repeats a
//! position, so disproofs in the tree hold where they stand.

mod exchange;
mod node;

use std::collections::HashSet;

use shomei_game::{Key, Role};

use crate::Bounds;
use crate::rule::{Epsilon, Pair, Rules};
use crate::search::df_pn::{DfPnOptions, PutAside};
use crate::search::outcome::Outcome;

use exchange::Step;
pub(super) use exchange::{Brought, Changed, Job, Line};
pub(super) use node::Child;
use node::Node;

/// The tree. See the [module text](self).
#[derive(Debug)]
pub(super) struct Tree<P, M> {
    root: Child<M>,
    nodes: Vec<Option<Node<P, M>>>,
    free: Vec<usize>,
    serial: u64,
    /// The keys of the leaves that are being searched: one that stands elsewhere
    /// in the tree, too, is not searched twice at once.
    searched: HashSet<Key>,
    children: usize,
    most_children: usize,
    rules: Rules,
    epsilon: Epsilon,
    /// Expansions of a job.
    share: u64,
    pairs: Vec<Pair>,
}

impl<P: Clone, M: Copy> Tree<P, M> {
    /// A leaf is opened, and a job put aside, after at least this part of all
    /// work: so the tree stays small however long the search is.
    const PART: u64 = 4096;
    /// Its children take at most this part of the table's memory, on top of it;
    /// then jobs grow instead of the tree.
    const MEMORY: usize = 16;
    const LEAST_CHILDREN: usize = 1 << 12;

    /// A tree beside a table of so many bytes.
    pub(super) fn new(root: Key, options: &DfPnOptions, table: usize) -> Tree<P, M> {
        let most = table / Self::MEMORY / size_of::<Child<M>>();
        Tree {
            root: Child::root(root),
            nodes: Vec::new(),
            free: Vec::new(),
            serial: 0,
            searched: HashSet::new(),
            children: 0,
            most_children: most.max(Self::LEAST_CHILDREN),
            rules: options.rules(),
            epsilon: options.epsilon,
            share: options.share.get(),
            pairs: Vec::new(),
        }
    }

    pub(super) fn root(&self) -> Bounds {
        self.root.outcome.bounds
    }

    /// Expansions of a job by now.
    fn share(&self) -> u64 {
        self.share.max(self.root.work / Self::PART)
    }

    /// Expansions of the next job at a leaf.
    ///
    /// A leaf that is not opened any more must be solved by jobs that grow. And a job
    /// walks down the line again on which the last one was put aside, a node a ply:
    /// that must be a small part of it. With shares shorter than the line a forced
    /// line of 5,000 plies took 3.7 million expansions in place of 5,000.
    fn budget(&self, leaf: &Child<M>) -> u64 {
        let grown = if leaf.work >= self.share() {
            leaf.work
        } else {
            0
        };
        self.share().max(grown).max(Self::BELOW * leaf.plies)
    }

    /// The expansions of a job to each ply of the line that it begins with.
    const BELOW: u64 = 4;

    fn is_full(&self) -> bool {
        self.children >= self.most_children
    }

    /// The next job; nothing when the root is solved or all leaves that matter
    /// are busy.
    pub(super) fn pick(&mut self) -> Option<Job<P, M>> {
        if self.root.outcome.bounds.is_solved() || self.root.busy {
            return None;
        }
        let by_seen = !self.root.seen.is_solved();
        let mut steps = Vec::new();
        let mut prefix = Vec::new();
        let (mut thresholds, mut owner) = (Pair::INFINITE, None);
        let mut child = &self.root;
        while let Some(id) = child.node {
            let Some(node) = &self.nodes[id] else {
                break;
            };
            prefix.push(child.key);
            if owner.is_some_and(|owner| owner != node.role) {
                thresholds = thresholds.swapped();
            }
            let place = node.choose(by_seen, &self.searched)?;
            thresholds = node.thresholds(
                place,
                thresholds,
                (self.rules, self.epsilon),
                &mut self.pairs,
            );
            owner = Some(node.role);
            let serial = node.serial;
            steps.push(Step {
                node: id,
                serial,
                place,
            });
            child = &node.children[place];
        }
        let above = steps.last();
        let above = above.and_then(|step: &Step| self.nodes[step.node].as_ref());
        let parent = above.and_then(|node| Some((node.position.clone(), child.mv?)));
        let work = child.work;
        let job = Job {
            prefix,
            parent,
            key: child.key,
            thresholds,
            role_of_thresholds: owner,
            budget: self.budget(child),
            reserved: 0,
            work,
            opens_at: if self.is_full() {
                u64::MAX
            } else {
                self.share()
            },
            line: Line {
                steps,
                key: child.key,
            },
        };
        self.begin(&job.line);
        Some(job)
    }

    /// Marks the leaf of a line as being searched.
    fn begin(&mut self, line: &Line) {
        let leaf = self.leaf(line);
        leaf.busy = true;
        let bounds = leaf.outcome.bounds;
        leaf.seen = if bounds.pn() <= bounds.dn() {
            Bounds::PROVED
        } else {
            Bounds::DISPROVED
        };
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
    pub(super) fn end(&mut self, line: &Line, brought: Brought<P, M>) -> Vec<Changed> {
        let mut changed = Vec::new();
        self.searched.remove(&line.key);
        let valid = self.count_down(line, brought.work);
        if let Some((index, outcome)) = brought.known {
            if index <= valid {
                self.solve(line, index, outcome);
                self.settle_above(line, index, &mut changed);
            }
            return changed;
        }
        if valid < line.steps.len() {
            return changed;
        }
        let rises_only = self.leaf(line).visits >= Self::VISITS;
        let leaf = self.leaf(line);
        leaf.busy = false;
        leaf.visits += 1;
        leaf.plies = brought.put_aside.map_or(0, |aside| aside.plies);
        if !brought.outcome.bounds.is_solved() && rises_only {
            let (before, now) = (leaf.outcome.bounds, brought.outcome.bounds);
            leaf.outcome.bounds =
                Bounds::unsolved(before.pn().max(now.pn()), before.dn().max(now.dn()));
        } else {
            leaf.outcome = brought.outcome;
        }
        leaf.seen = leaf.outcome.bounds;
        if let Some((position, role, mut children)) = brought.opened {
            if let Some(PutAside { plies, place }) = brought.put_aside
                && let Some(child) = children.get_mut(place)
            {
                child.plies = plies.saturating_sub(1);
            }
            let id = self.add(position, role, children);
            self.leaf(line).node = Some(id);
            self.settle(line, line.steps.len(), &mut changed);
        }
        self.settle_above(line, line.steps.len(), &mut changed);
        changed
    }

    /// After so many jobs at one leaf its numbers only rise, so that siblings
    /// whose numbers fall in turn do not keep a search for ever.
    const VISITS: u32 = 64;

    /// A position of a line is solved, on whatever line.
    fn solve(&mut self, line: &Line, index: usize, outcome: Outcome) {
        let child = self.child(line, index);
        child.outcome = outcome;
        child.seen = outcome.bounds;
        child.busy = false;
        if let Some(id) = child.node.take() {
            self.remove(id);
        }
    }

    /// Takes a job off its line and adds its work. How many steps of the line
    /// are still there.
    fn count_down(&mut self, line: &Line, work: u64) -> usize {
        self.root.jobs -= 1;
        self.root.work += work;
        for (index, step) in line.steps.iter().enumerate() {
            match &mut self.nodes[step.node] {
                Some(node) if node.serial == step.serial => {
                    let child = &mut node.children[step.place];
                    child.jobs -= 1;
                    child.work += work;
                }
                _ => return index,
            }
        }
        line.steps.len()
    }

    fn leaf(&mut self, line: &Line) -> &mut Child<M> {
        self.child(line, line.steps.len())
    }

    /// The root and the children of a line by their index.
    fn child(&mut self, line: &Line, index: usize) -> &mut Child<M> {
        if let Some(before) = index.checked_sub(1) {
            let Step { node, place, .. } = line.steps[before];
            if let Some(node) = &mut self.nodes[node] {
                return &mut node.children[place];
            }
        }
        &mut self.root
    }

    /// Takes the numbers of the node with this index over from its children.
    /// Whether anything changed that its parent sees; if its real numbers did,
    /// that is noted.
    fn settle(&mut self, line: &Line, index: usize, all: &mut Vec<Changed>) -> bool {
        let Some(id) = self.child(line, index).node else {
            return false;
        };
        let Some(node) = &self.nodes[id] else {
            return false;
        };
        let role = node.role;
        let scan = node.scan(self.rules, &mut self.pairs, |child| child.outcome.bounds);
        let bounds = Bounds::from_numbers(role, scan.phi, scan.delta);
        let scan = node.scan(self.rules, &mut self.pairs, |child| child.seen);
        let seen = Bounds::from_numbers(role, scan.phi, scan.delta);
        let outcome = node.outcome(bounds, index);
        let busy = !node.children.iter().any(Child::is_free);
        let child = self.child(line, index);
        let before = child.outcome.bounds;
        let was = (before, child.seen, child.busy);
        child.outcome = outcome;
        child.seen = if bounds.is_solved() { bounds } else { seen };
        child.busy = busy && !bounds.is_solved();
        let moved = was != (bounds, child.seen, child.busy);
        let changed = Changed {
            index,
            key: child.key,
            outcome,
            before,
            work: child.work,
        };
        if bounds.is_solved() {
            child.node = None;
            self.remove(id);
        }
        if bounds != before {
            all.push(changed);
        }
        moved
    }

    /// Settles the nodes above this index, from below, until nothing changes.
    fn settle_above(&mut self, line: &Line, index: usize, all: &mut Vec<Changed>) {
        for index in (0..index).rev() {
            if !self.settle(line, index, all) {
                break;
            }
        }
    }

    fn add(&mut self, position: P, role: Role, children: Vec<Child<M>>) -> usize {
        self.serial += 1;
        self.children += children.len();
        let node = Some(Node {
            serial: self.serial,
            position,
            role,
            children,
        });
        if let Some(id) = self.free.pop() {
            self.nodes[id] = node;
            id
        } else {
            self.nodes.push(node);
            self.nodes.len() - 1
        }
    }

    fn remove(&mut self, id: usize) {
        let mut ids = vec![id];
        while let Some(id) = ids.pop() {
            if let Some(node) = self.nodes[id].take() {
                self.free.push(id);
                self.children -= node.children.len();
                ids.extend(node.children.iter().filter_map(|child| child.node));
            }
        }
    }
}
