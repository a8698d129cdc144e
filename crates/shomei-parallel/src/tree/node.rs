//! A node of the upper tree and its children: their numbers, and the choice and thresholds of a
//! child.

use std::collections::HashSet;

use shomei_game::{EdgeCost, Key, Role};
use shomei_search::job::{Count, DEFERRED, OpenGroups, Pair, Rules, Scan, without_cost};
use shomei_search::{Bounds, Epsilon, Knowledge, Number};

use super::ChildId;
use crate::OpenedChild;

/// A child of a node, or the root.
#[derive(Clone, Debug)]
pub(crate) struct TreeChild {
    /// The place of the move that leads here, in the game's move order; 0 for the root.
    pub(super) place: u16,
    pub(super) cost: EdgeCost,
    /// The group of the move; 0 for none.
    pub(super) group: u32,
    /// The knowledge about the position; its work is that of all jobs below.
    pub(super) knowledge: Knowledge,
    /// The numbers by which a path is chosen: like the real ones, but phi is that of the best free
    /// child.
    pub(super) free: Bounds,
    /// Plies of the path on which the last job here was suspended.
    pub(super) plies: u64,
    /// Jobs that ended here without a solution.
    pub(super) visits: u32,
    /// Number of jobs in progress below.
    pub(super) jobs: u32,
    /// Whether no leaf below is free.
    pub(super) busy: bool,
    pub(super) node: Option<u64>,
}

impl TreeChild {
    pub(super) fn new(child: &OpenedChild) -> TreeChild {
        let (phi, delta) = child.costs;
        TreeChild {
            place: child.place,
            cost: EdgeCost { phi, delta },
            group: child.group,
            knowledge: child.knowledge,
            free: child.knowledge.bounds,
            plies: 0,
            visits: 0,
            jobs: 0,
            busy: false,
            node: None,
        }
    }

    /// Whether a leaf below may be searched.
    pub(super) fn is_free(&self) -> bool {
        !self.busy && !self.knowledge.bounds.is_solved()
    }
}

/// Whether a child is deferred: an earlier child of its group is not solved. `open` are the groups
/// of the earlier children; the function must be called for all children in their order.
fn is_deferred(open: &mut OpenGroups, child: &TreeChild, role: Role) -> bool {
    let bounds = child.knowledge.bounds;
    if child.group == 0 || bounds.is_solved() {
        return false;
    }
    let is_deferred = open.defers(child.group);
    if !is_deferred {
        open.note(child.group, Pair::of(bounds, role));
    }
    is_deferred
}

/// An inner node.
#[derive(Debug)]
pub(super) struct TreeNode {
    /// The child of the node above that this node belongs to; `None` for the root.
    pub(super) above: Option<ChildId>,
    pub(super) role: Role,
    pub(super) children: Vec<TreeChild>,
}

impl TreeNode {
    /// The children that are not deferred, with their places.
    fn not_deferred(&self) -> impl Iterator<Item = (usize, &TreeChild)> {
        let mut open = OpenGroups::default();
        let children = self.children.iter().enumerate();
        children.filter(move |(_, child)| !is_deferred(&mut open, child, self.role))
    }

    /// Whether a leaf below may be searched.
    pub(super) fn has_free(&self) -> bool {
        self.not_deferred().any(|(_, child)| child.is_free())
    }

    /// The free child with the least number. Skips leaves whose position is being searched
    /// elsewhere in the tree, and nodes below which there is no available leaf (`barred`).
    pub(super) fn choose(&self, searched: &HashSet<Key>, barred: &[u64]) -> Option<usize> {
        let number = |child: &TreeChild| child.free.of(self.role).with_cost(child.cost.phi);
        let elsewhere = |child: &TreeChild| {
            child.node.is_none() && searched.contains(&Key(child.knowledge.key))
        };
        let is_barred = |child: &TreeChild| child.node.is_some_and(|id| barred.contains(&id));
        let is_free = |child: &TreeChild| child.is_free() && !elsewhere(child) && !is_barred(child);
        let free = self.not_deferred().filter(|(_, child)| is_free(child));
        let best = free.min_by_key(|(_, child)| (number(child), child.jobs));
        best.map(|(place, _)| place)
    }

    /// Combines numbers of the children. Also returns these numbers, seen from the side to move.
    pub(super) fn scan(
        &self,
        rules: Rules,
        bounds: impl Fn(&TreeChild) -> Bounds,
    ) -> (Scan, Vec<Pair>) {
        let mut open = OpenGroups::default();
        let seen = |child: &TreeChild| {
            if is_deferred(&mut open, child, self.role) {
                return DEFERRED;
            }
            let Pair { own, other } = Pair::of(bounds(child), self.role);
            Pair {
                own: own.with_cost(child.cost.phi),
                other: other.with_cost(child.cost.delta),
            }
        };
        let pairs: Vec<Pair> = self.children.iter().map(seen).collect();
        let scan = Scan::of(rules.at(self.role), |_| Count::Added, &pairs);
        (scan, pairs)
    }

    /// The numbers by which a path is chosen: phi is that of the best free child, delta is computed
    /// from all children.
    pub(super) fn free(&self, rules: Rules) -> Bounds {
        let (scan, pairs) = self.scan(rules, |child| child.free);
        let phi = self.free_phi(&pairs).unwrap_or(scan.phi);
        Bounds::from_numbers(self.role, phi, scan.delta)
    }

    /// The least number of the free children that are not deferred. If none is free: the largest
    /// number of the unsolved children that are not deferred.
    fn free_phi(&self, pairs: &[Pair]) -> Option<Number> {
        let numbers = |busy: bool| {
            let children = self.children.iter().zip(pairs);
            let unsolved = children
                .filter(|(child, pair)| !child.knowledge.bounds.is_solved() && **pair != DEFERRED);
            let some = unsolved.filter(move |(child, _)| child.busy == busy);
            some.map(|(_, pair)| pair.own)
        };
        numbers(false).min().or_else(|| numbers(true).max())
    }

    /// The thresholds of a child: those of df-pn if it is the best, otherwise at least such that
    /// one of its numbers changes.
    pub(super) fn thresholds(
        &self,
        place: usize,
        thresholds: Pair,
        (rules, epsilon): (Rules, Epsilon),
    ) -> Pair {
        let (scan, pairs) = self.scan(rules, |child| child.knowledge.bounds);
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

    /// The knowledge about the node with these numbers, computed from its children. `index`: its
    /// index on the path.
    pub(super) fn knowledge(&self, bounds: Bounds, index: usize) -> Knowledge {
        let children = self.children.iter();
        let children = children.map(|child| (child.place, &child.knowledge));
        Knowledge::of_node(bounds, self.role, index, children)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(place: u16, group: u32, bounds: Bounds) -> TreeChild {
        TreeChild::new(&OpenedChild {
            place,
            costs: (0, 0),
            group,
            knowledge: Knowledge {
                bounds,
                ..Knowledge::untouched((place.into(), 0))
            },
        })
    }

    #[test]
    fn a_child_is_deferred_until_the_earlier_ones_of_its_group_have_failed() {
        let open = |pn, dn| Bounds::unsolved(Number::new(pn), Number::new(dn));
        let mut node = TreeNode {
            above: None,
            role: Role::Attacker,
            children: vec![
                child(0, 1, open(9, 4)),
                child(1, 0, open(7, 3)),
                child(2, 1, open(2, 8)),
                child(3, 1, open(1, 8)),
            ],
        };
        let choice = |node: &TreeNode| node.choose(&HashSet::new(), &[]);
        let rules = Rules::default();
        let numbers = |node: &TreeNode| node.free(rules);
        // The children 2 and 3 are deferred: they add nothing, and are not chosen.
        assert_eq!(choice(&node), Some(1));
        assert_eq!(numbers(&node), open(7, 7));
        // While the first child of the group is searched, the next one stays deferred.
        node.children[0].busy = true;
        node.children[1].busy = true;
        assert_eq!((choice(&node), node.has_free()), (None, false));
        // It has failed, so child 2 is next, and 3 is deferred.
        node.children[0] = child(0, 1, Bounds::DISPROVED);
        assert_eq!((choice(&node), node.has_free()), (Some(2), true));
        assert_eq!(numbers(&node), open(2, 11));
        // A solution elsewhere decides the node, although the child was deferred.
        node.children[3].knowledge.bounds = Bounds::PROVED;
        let (scan, _) = node.scan(rules, |child| child.knowledge.bounds);
        assert_eq!(
            Bounds::from_numbers(node.role, scan.phi, scan.delta),
            Bounds::PROVED
        );
    }
}
