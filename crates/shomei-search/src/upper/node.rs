//! A node of the upper tree and its children: their numbers, and which child is
//! searched how far.

use std::collections::HashSet;

use shomei_game::{EdgeCost, Key, Role};

use crate::rule::{Count, Epsilon, Pair, Rules, Scan, without_cost};
use crate::search::df_pn::LeafChild;
use crate::search::outcome::{Outcome, Part};
use crate::{Bounds, Knowledge, Number};

/// A child of a node, or the root.
#[derive(Clone, Debug)]
pub(crate) struct TreeChild<M> {
    /// The move that leads here; nothing for the root.
    pub(crate) mv: Option<M>,
    /// The place of that move in the game's own order. The children of a node may be in another
    /// one.
    pub(crate) place: u32,
    pub(crate) cost: EdgeCost,
    /// What is known of the position; its work is that of all jobs below.
    pub(crate) knowledge: Knowledge,
    /// The numbers by which a line is chosen: those that are known, but phi is that of the best free
    /// child.
    pub(super) free: Bounds,
    /// Plies of the line on which the last job here was suspended.
    pub(super) plies: u64,
    /// Jobs that ended here without a solution.
    pub(super) visits: u32,
    /// Jobs below.
    pub(super) jobs: u32,
    /// Whether nothing below is free.
    pub(super) busy: bool,
    pub(super) node: Option<usize>,
}

impl<M> TreeChild<M> {
    pub(super) fn root(id: (u64, u64)) -> TreeChild<M> {
        TreeChild::of((None, 0), EdgeCost::default(), Knowledge::untouched(id))
    }

    /// `place`: that of the move in the game's own order.
    pub(crate) fn new(
        (mv, place): (M, usize),
        cost: EdgeCost,
        knowledge: Knowledge,
    ) -> TreeChild<M> {
        let place = u32::try_from(place).unwrap_or(u32::MAX);
        TreeChild::of((Some(mv), place), cost, knowledge)
    }

    pub(super) fn of(
        (mv, place): (Option<M>, u32),
        cost: EdgeCost,
        knowledge: Knowledge,
    ) -> TreeChild<M> {
        TreeChild {
            mv,
            place,
            cost,
            knowledge,
            free: knowledge.bounds,
            plies: 0,
            visits: 0,
            jobs: 0,
            busy: false,
            node: None,
        }
    }

    /// Whether something below may be searched.
    pub(super) fn is_free(&self) -> bool {
        !self.busy && !self.knowledge.bounds.is_solved()
    }
}

impl<M> From<LeafChild<M>> for TreeChild<M> {
    fn from(child: LeafChild<M>) -> TreeChild<M> {
        TreeChild::new((child.mv, child.place), child.cost, child.knowledge)
    }
}

/// An inner node.
#[derive(Debug)]
pub(crate) struct TreeNode<P, M> {
    /// Different for every node there ever was.
    pub(super) serial: u64,
    /// The node above and the place there; nothing for the root.
    pub(super) above: Option<ChildPlace>,
    pub(super) position: P,
    pub(super) role: Role,
    pub(super) children: Vec<TreeChild<M>>,
}

/// A child by its node and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChildPlace {
    pub(super) node: usize,
    pub(super) place: usize,
}

impl<P, M> TreeNode<P, M> {
    /// The free child with the least number, that is not being searched elsewhere
    /// in the tree.
    /// Nor below which there is no leaf.
    pub(super) fn choose(&self, searched: &HashSet<Key>, barred: &[usize]) -> Option<usize> {
        let number = |child: &TreeChild<M>| child.free.of(self.role).with_cost(child.cost.phi);
        let elsewhere = |child: &TreeChild<M>| {
            child.node.is_none() && searched.contains(&child.knowledge.position_key())
        };
        let is_barred = |child: &TreeChild<M>| child.node.is_some_and(|id| barred.contains(&id));
        let is_free =
            |child: &TreeChild<M>| child.is_free() && !elsewhere(child) && !is_barred(child);
        let free = (0..).zip(&self.children).filter(|(_, c)| is_free(c));
        let best = free.min_by_key(|(_, child)| (number(child), child.jobs));
        best.map(|(place, _)| place)
    }

    pub(super) fn scan(
        &self,
        rules: Rules,
        pairs: &mut Vec<Pair>,
        bounds: impl Fn(&TreeChild<M>) -> Bounds,
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

    /// The numbers by which a line is chosen: phi is that of the best free child, delta is made of
    /// all children.
    pub(super) fn free(&self, rules: Rules, pairs: &mut Vec<Pair>) -> Bounds {
        let scan = self.scan(rules, pairs, |child| child.free);
        let phi = self.free_phi(pairs).unwrap_or(scan.phi);
        Bounds::from_numbers(self.role, phi, scan.delta)
    }

    /// The least number of the free children; the largest of all unsolved ones where none
    /// is free.
    fn free_phi(&self, pairs: &[Pair]) -> Option<Number> {
        let numbers = |busy: bool| {
            let children = self.children.iter().zip(pairs);
            let unsolved = children.filter(|(child, _)| !child.knowledge.bounds.is_solved());
            let some = unsolved.filter(move |(child, _)| child.busy == busy);
            some.map(|(_, pair)| pair.own)
        };
        numbers(false).min().or_else(|| numbers(true).max())
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
        let scan = self.scan(rules, pairs, |child| child.knowledge.bounds);
        let child = pairs[place];
        let rival = if place == scan.best {
            scan.second
        } else {
            scan.phi
        };
        let own = thresholds.own.min(epsilon.threshold(rival));
        let other = scan.threshold_of_other((child, Count::Added), thresholds.other);
        let cost = self.children[place].cost;
        Pair {
            own: without_cost(own.max(epsilon.threshold(child.own)), cost.phi),
            other: without_cost(other.max(Epsilon::ZERO.threshold(child.other)), cost.delta),
        }
    }

    pub(super) fn outcome(&self, bounds: Bounds, index: usize) -> Outcome {
        let child = |child: &TreeChild<M>| {
            let Outcome {
                bounds,
                support,
                length,
                ..
            } = child.knowledge.outcome();
            let place = child.place as usize;
            (place, bounds.of(self.role), Part { support, length })
        };
        Outcome::of_node(bounds, self.role, index, self.children.iter().map(child))
    }
}
