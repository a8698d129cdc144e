//! One node on the stack of df-pn, and its children.
//!
//! Old children: a child is *old* if its least known distance from the root is
//! not larger than the node's own. Every cycle has such an edge, since the
//! distance cannot grow all the way round. Numbers that only feed each other
//! round a cycle would make every node return at once, for ever; so below an
//! old child the thresholds are raised on entry until a fresh node is expanded
//! (threshold control, `docs/references.md [9]`).

use std::ops::Range;

use shomei_game::{Key, Resource, Role};

use crate::rule::{Pair, Scan};
use crate::search::outcome::{Outcome, Part, Support};
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
    pub(super) thresholds: Pair,
    /// Whether thresholds are raised (the papers' inc).
    pub(super) increase: bool,
    pub(super) first_pass: bool,
    /// Whether some child was old when it was looked up.
    pub(super) has_old: bool,
    /// Whether children wait for others of their chain, and one of those may have
    /// failed since that was looked at.
    pub(super) waits: Waits,
    /// Whether children are merged (the partition rule).
    pub(super) merges: bool,
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
    /// The account's work when it was entered.
    pub(super) work_at_entry: u64,
    /// Work done below it in earlier visits.
    pub(super) work_before: u64,
}

/// What is to be done about children that wait (`chains.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Waits {
    /// None waits.
    #[default]
    No,
    /// Some do.
    Some,
    /// Some do, and a child has been solved since that was looked at.
    Look,
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
    /// Whether it waits for another one of its chain.
    pub(super) waits: bool,
    /// The chain it belongs to; 0 for none.
    pub(super) chain: u32,
    /// How far its value goes, where it is solved and that is known.
    pub(super) reach: Option<Resource>,
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
            waits: false,
            chain: 0,
            reach: None,
        }
    }
}

/// What the number rests on that is small because its mover has a choice: one
/// child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// The mover's.
    pub(super) role: Role,
    pub(super) child: Key,
}

/// What a parent tells a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inherited {
    /// Whether thresholds are raised (the papers' inc).
    pub(super) increase: bool,
    /// Whether the node is known to have been expanded before.
    pub(super) expanded: bool,
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

    /// Lifts the thresholds above the numbers the node came with.
    pub(super) fn raise_thresholds(&mut self, phi: Number, delta: Number) {
        let above = |x: Number| crate::rule::Epsilon::ZERO.threshold(x);
        self.thresholds.own = self.thresholds.own.max(above(phi));
        self.thresholds.other = self.thresholds.other.max(above(delta));
    }

    /// What this node returns when its numbers are `bounds`.
    pub(super) fn outcome<M>(&self, bounds: Bounds, kids: &[Kid<M>], pairs: &[Pair]) -> Outcome {
        let kids = &kids[self.kids.clone()];
        let pairs = &pairs[self.kids.clone()];
        let child = |(place, (kid, pair)): (usize, (&Kid<M>, &Pair))| {
            let part = Part {
                support: kid.support,
                length: kid.length,
            };
            (place, pair.own, part)
        };
        let children = (0..).zip(kids.iter().zip(pairs)).map(child);
        Outcome::of_node(bounds, self.role, self.index, children)
    }

    /// What the phi of this node rests on.
    pub(super) fn source<M>(&self, scan: &Scan, kids: &[Kid<M>]) -> Source {
        Source {
            role: self.role,
            child: kids[self.kids.start + scan.best].key,
        }
    }
}
