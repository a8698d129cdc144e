//! One node on the stack of df-pn, and its children.
//!
//! Old children: a child is *old* if its least known distance from the root is
//! not larger than the node's own. Every cycle has such an edge, since the
//! distance cannot grow all the way round. Numbers that only feed each other
//! round a cycle would make every node return at once, for ever; so below an
//! old child the thresholds are raised on entry until a fresh node is expanded
//! (threshold control, `docs/references.md [9]`).

use std::ops::Range;

use shomei_game::{Key, Role};

use super::ghi::Support;
use crate::rule::Pair;
use crate::table::PathIndex;
use crate::{Bounds, Number};

/// A node on the current line.
#[derive(Debug)]
pub(super) struct Frame<P> {
    pub(super) position: P,
    pub(super) key: Key,
    pub(super) role: Role,
    /// Where its children stand.
    pub(super) kids: Range<usize>,
    /// The thresholds: `own` for phi, `other` for delta.
    pub(super) limits: Pair,
    /// Whether thresholds are raised (`inc`).
    pub(super) increase: bool,
    pub(super) first_pass: bool,
    /// Whether some child was old when it was looked up.
    pub(super) has_old: bool,
    /// The child searched last.
    pub(super) last: Option<usize>,
    /// The node's index on the line.
    pub(super) index: usize,
    /// Its least known distance from the root.
    pub(super) min_depth: u16,
    /// What the table knew: a path-dependent disproof under this prefix.
    pub(super) twin: Option<PathIndex>,
    /// The numbers it had before it was solved.
    pub(super) before: Bounds,
    /// The account's expansions when it was entered.
    pub(super) expanded_before: u64,
    /// Work done below it in earlier visits.
    pub(super) work_before: u64,
}

/// A child of a node on the current line; its numbers stand apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kid<M> {
    pub(super) key: Key,
    pub(super) mv: M,
    /// What its disproof rests on.
    pub(super) support: Support,
    /// Plies to the end where it is solved.
    pub(super) length: u16,
    pub(super) min_depth: u16,
    /// Whether the table was asked about it.
    pub(super) looked_up: bool,
    /// Whether it is known to have been expanded.
    pub(super) expanded: bool,
}

impl<M> Kid<M> {
    /// The distance of a child the table does not know: never old.
    pub(super) const UNKNOWN_DEPTH: u16 = u16::MAX;

    pub(super) fn new(mv: M, key: Key) -> Kid<M> {
        Kid {
            key,
            mv,
            support: Support::NONE,
            length: 0,
            min_depth: Self::UNKNOWN_DEPTH,
            looked_up: false,
            expanded: false,
        }
    }
}

/// What a parent tells a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inherited {
    /// Whether thresholds are raised (`inc`).
    pub(super) increase: bool,
    /// Whether the node is known to have been expanded before.
    pub(super) expanded: bool,
}

/// What a node hands to its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) bounds: Bounds,
    pub(super) support: Support,
    /// Plies to the end of the game where it is solved: a bound, and the
    /// measure by which a proof can be walked without going round.
    pub(super) length: u16,
    /// The place of the move that solves it.
    pub(super) best: Option<usize>,
}

impl Outcome {
    pub(super) const UNTOUCHED: Outcome = Outcome {
        bounds: Bounds::UNIT,
        support: Support::NONE,
        length: 0,
        best: None,
    };
}

impl<P> Frame<P> {
    /// Whether an unsolved child is old.
    pub(super) fn sees_old_child<M>(&self, kids: &[Kid<M>], pairs: &[Pair]) -> bool {
        self.kids.clone().any(|i| {
            kids[i].min_depth <= self.min_depth
                && pairs[i].own != Number::ZERO
                && !pairs[i].own.is_infinite()
        })
    }

    /// Lifts the limits above the numbers the node came with.
    pub(super) fn raise_limits(&mut self, phi: Number, delta: Number) {
        let above = |x: Number| crate::rule::Epsilon::ZERO.limit(x);
        self.limits.own = self.limits.own.max(above(phi));
        self.limits.other = self.limits.other.max(above(delta));
    }

    /// What this node returns when its numbers are `bounds`.
    pub(super) fn outcome<M>(&self, bounds: Bounds, kids: &[Kid<M>], pairs: &[Pair]) -> Outcome {
        let own_kids = &kids[self.kids.clone()];
        let pairs = &pairs[self.kids.clone()];
        if !bounds.is_solved() {
            return Outcome {
                bounds,
                ..Outcome::UNTOUCHED
            };
        }
        if bounds.of(self.role) == Number::ZERO {
            self.outcome_of_best(bounds, own_kids, pairs)
        } else {
            self.outcome_of_all(bounds, own_kids)
        }
    }

    /// One child solves the node: of several, the one whose disproof rests on
    /// the least, then the shortest.
    fn outcome_of_best<M>(&self, bounds: Bounds, kids: &[Kid<M>], pairs: &[Pair]) -> Outcome {
        let solving = (0..kids.len()).filter(|&i| pairs[i].own == Number::ZERO);
        let order = |&i: &usize| (std::cmp::Reverse(kids[i].support.least), kids[i].length);
        let Some(best) = solving.min_by_key(order) else {
            return Outcome {
                bounds,
                ..Outcome::UNTOUCHED
            };
        };
        Outcome {
            bounds,
            support: kids[best].support.seen_from(self.index),
            length: kids[best].length.saturating_add(1),
            best: Some(best),
        }
    }

    /// All children are lost for the mover: the node rests on whatever any of
    /// them rests on.
    fn outcome_of_all<M>(&self, bounds: Bounds, kids: &[Kid<M>]) -> Outcome {
        let support = kids
            .iter()
            .fold(Support::NONE, |support, kid| support.join(kid.support));
        let longest = kids.iter().map(|kid| kid.length).max().unwrap_or(0);
        Outcome {
            bounds,
            support: support.seen_from(self.index),
            length: longest.saturating_add(1),
            best: None,
        }
    }
}
