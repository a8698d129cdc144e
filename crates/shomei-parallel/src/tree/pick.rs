//! Selects the next leaf of the upper tree to search, and its thresholds.

use std::iter;

use shomei_game::Key;
use shomei_search::job::Pair;

use super::node::TreeChild;
use super::{ChildId, Ticket, UpperTree};
use crate::JobOrder;
use crate::job::seen_by;

impl UpperTree {
    /// The number of expansions of the next job at a leaf.
    ///
    /// A full tree opens no leaf, so jobs at one leaf grow until they solve it. A job also follows
    /// the path again on which the last one ended, one expansion per ply, and this must be a small
    /// part of the job: with jobs shorter than the path, a forced line of 5,000 plies took 3.7
    /// million expansions instead of 5,000.
    ///
    /// The rejected alternative is a budget that grows with the total work. It keeps the tree
    /// small, but long jobs end with older numbers: with such budgets, 16 machines were 9.7 times
    /// as fast as one thread, and 10.9 times with fixed ones; with a round trip of 1 ms, 7.1 and
    /// 8.0 times.
    fn budget(&self, leaf: &TreeChild, depth: usize) -> u64 {
        let least = self.least(depth);
        least.max(leaf.knowledge.work).max(Self::BELOW * leaf.plies)
    }

    /// The minimum number of expansions of a job at a leaf of this depth.
    ///
    /// To pick a job and to play the moves to its leaf takes time for each ply. Without this limit,
    /// two threads need 1.35 times the processor time for a problem of 1,525 plies.
    fn least(&self, depth: usize) -> u64 {
        self.ways.least.max(Self::ABOVE * depth as u64)
    }

    /// The expansions of a job per ply above its leaf.
    const ABOVE: u64 = 16;

    /// The expansions of a job per ply of the path with which it begins.
    const BELOW: u64 = 4;

    /// The next job, without its lease and the limits of its reports; `None` if the root is solved
    /// or all relevant leaves are being searched.
    pub fn pick(&mut self) -> Option<(Ticket, JobOrder)> {
        if self.root.knowledge.bounds.is_solved() || self.root.busy {
            return None;
        }
        // A node can be free without an available leaf: its free positions also occur elsewhere in
        // the tree and are being searched there. In this case, another path is chosen.
        let mut barred = Vec::new();
        let (line, thresholds) = loop {
            match self.walk_down(&barred) {
                Ok(found) => break found,
                Err(node) if self.root.node != Some(node) => barred.push(node),
                Err(_) => return None,
            }
        };
        let ticket = self.begin(line);
        let order = self.order(&ticket, thresholds);
        Some((ticket, order))
    }

    /// Descends to the next leaf, avoiding nodes without an available one. Returns the path, and
    /// the thresholds seen from the attacker; or a node without an available leaf to which the path
    /// has led.
    fn walk_down(&self, barred: &[u64]) -> Result<(Vec<ChildId>, Pair), u64> {
        let rules = (self.rules(), self.options.epsilon);
        let mut line = Vec::new();
        let mut thresholds = Pair::INFINITE;
        let mut child = &self.root;
        while let Some((id, node)) = self.node(child) {
            let place = node.choose(&self.searched, barred).ok_or(id)?;
            let pair = node.thresholds(place, seen_by(node.role, thresholds), rules);
            thresholds = seen_by(node.role, pair);
            line.push(ChildId { node: id, place });
            child = &node.children[place];
        }
        Ok((line, thresholds))
    }

    fn order(&self, ticket: &Ticket, thresholds: Pair) -> JobOrder {
        let leaf = self.children_on(&ticket.line).last();
        let leaf = leaf.unwrap_or(&self.root);
        let places = self.children_on(&ticket.line).map(|child| child.place);
        let is_full = self.children >= self.ways.most_children;
        let least = self.least(ticket.line.len());
        JobOrder {
            lease: 0,
            places: places.collect(),
            above: ticket.above.clone(),
            key: ticket.key.0,
            pn: thresholds.own.get(),
            dn: thresholds.other.get(),
            budget: self.budget(leaf, ticket.line.len()),
            work: leaf.knowledge.work,
            before: self.root.knowledge.work,
            opens_at: match is_full {
                true => u64::MAX,
                // Round up, because fewer than eight expansions have no whole eighth.
                false => least.saturating_mul(self.ways.opens_at).div_ceil(8),
            },
            reports_solved: u64::MAX,
            reports_unsolved: u64::MAX,
        }
    }

    /// Marks the leaf at the end of a path as being searched.
    pub(super) fn begin(&mut self, line: Vec<ChildId>) -> Ticket {
        self.root.jobs += 1;
        for &step in &line {
            if let Some(child) = self.get_mut(step) {
                child.jobs += 1;
            }
        }
        self.child(&line).busy = true;
        self.settle_above(&line, &mut Vec::new());
        let positions = iter::once(&self.root).chain(self.children_on(&line));
        let mut above: Vec<u64> = positions.map(|child| child.knowledge.key).collect();
        let key = Key(above.pop().unwrap_or(self.root.knowledge.key));
        self.searched.insert(key);
        Ticket { line, above, key }
    }
}
