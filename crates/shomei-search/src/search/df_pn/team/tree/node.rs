//! A node of the upper tree and its children: their numbers, and which child is
//! searched how far.

use std::collections::HashSet;

use shomei_game::{EdgeCost, Key, Role};

use crate::Bounds;
use crate::rule::{Count, Epsilon, Pair, Rules, Scan, without_cost};
use crate::search::outcome::{Outcome, Part};

/// A child of a node, or the root.
#[derive(Clone, Debug)]
pub(in super::super) struct Child<M> {
    /// The move that leads here; nothing for the root.
    pub(super) mv: Option<M>,
    pub(super) key: Key,
    pub(super) cost: EdgeCost,
    pub(super) outcome: Outcome,
    /// The numbers with the searches under way taken as done.
    pub(super) seen: Bounds,
    /// Expansions below.
    pub(super) work: u64,
    /// Plies of the line on which the last job here was put aside.
    pub(super) plies: u64,
    /// Jobs that ended here without a solution.
    pub(super) visits: u32,
    /// Jobs below.
    pub(super) jobs: u32,
    /// Whether nothing below is free.
    pub(super) busy: bool,
    pub(super) node: Option<usize>,
}

impl<M> Child<M> {
    pub(super) fn root(key: Key) -> Child<M> {
        Child {
            mv: None,
            key,
            cost: EdgeCost::default(),
            outcome: Outcome::UNTOUCHED,
            seen: Bounds::UNIT,
            work: 0,
            plies: 0,
            visits: 0,
            jobs: 0,
            busy: false,
            node: None,
        }
    }

    pub(in super::super) fn new(mv: M, key: Key, cost: EdgeCost, outcome: Outcome) -> Child<M> {
        Child {
            mv: Some(mv),
            key,
            cost,
            outcome,
            seen: outcome.bounds,
            work: 0,
            plies: 0,
            visits: 0,
            jobs: 0,
            busy: false,
            node: None,
        }
    }
}

impl<M> Child<M> {
    /// Whether something below may be searched.
    pub(super) fn is_free(&self) -> bool {
        !self.busy && !self.outcome.bounds.is_solved()
    }
}

/// An inner node.
#[derive(Debug)]
pub(super) struct Node<P, M> {
    /// Different for every node there ever was.
    pub(super) serial: u64,
    pub(super) position: P,
    pub(super) role: Role,
    pub(super) children: Vec<Child<M>>,
}

impl<P, M> Node<P, M> {
    /// The free child with the least number, that is not being searched elsewhere
    /// in the tree.
    pub(super) fn choose(&self, by_seen: bool, searched: &HashSet<Key>) -> Option<usize> {
        let number = |child: &Child<M>| {
            let bounds = if by_seen {
                child.seen
            } else {
                child.outcome.bounds
            };
            bounds.of(self.role).with_cost(child.cost.phi)
        };
        let elsewhere = |child: &Child<M>| child.node.is_none() && searched.contains(&child.key);
        let is_free = |child: &Child<M>| child.is_free() && !elsewhere(child);
        let free = (0..).zip(&self.children).filter(|(_, c)| is_free(c));
        let best = free.min_by_key(|(_, child)| (number(child), child.jobs));
        best.map(|(place, _)| place)
    }

    pub(super) fn scan(
        &self,
        rules: Rules,
        pairs: &mut Vec<Pair>,
        bounds: impl Fn(&Child<M>) -> Bounds,
    ) -> Scan {
        pairs.clear();
        pairs.extend(self.children.iter().map(|child| {
            let bounds = bounds(child);
            Pair {
                own: bounds.of(self.role).with_cost(child.cost.phi),
                other: bounds.of(self.role.opponent()).with_cost(child.cost.delta),
            }
        }));
        Scan::of(rules.at(self.role), |_| Count::Added, pairs)
    }

    /// How far a child may be searched: as df-pn says if it is the best, else at
    /// least so that one of its numbers changes.
    pub(super) fn thresholds(
        &self,
        place: usize,
        thresholds: Pair,
        (rules, epsilon): (Rules, Epsilon),
        pairs: &mut Vec<Pair>,
    ) -> Pair {
        let scan = self.scan(rules, pairs, |child| child.outcome.bounds);
        let child = pairs[place];
        let rival = if place == scan.best {
            scan.second
        } else {
            scan.phi
        };
        let own = thresholds.own.min(epsilon.threshold(rival));
        let other =
            scan.threshold_of_other(rules.at(self.role), (child, Count::Added), thresholds.other);
        let cost = self.children[place].cost;
        Pair {
            own: without_cost(own.max(epsilon.threshold(child.own)), cost.phi),
            other: without_cost(other.max(Epsilon::ZERO.threshold(child.other)), cost.delta),
        }
    }

    pub(super) fn outcome(&self, bounds: Bounds, index: usize) -> Outcome {
        let child = |(place, child): (usize, &Child<M>)| {
            let Outcome {
                bounds,
                support,
                length,
                ..
            } = child.outcome;
            (place, bounds.of(self.role), Part { support, length })
        };
        let children = (0..).zip(&self.children).map(child);
        Outcome::of_node(bounds, self.role, index, children)
    }
}
