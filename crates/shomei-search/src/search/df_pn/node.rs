//! The path of df-pn: the nodes on it with their children, and the positions before the root.
//!
//! Old children: a child is *old* if its least known distance from the root is
//! not larger than the node's own. Every cycle has such an edge, since the
//! distance cannot grow all the way round. Numbers that only feed each other
//! round a cycle would make every node return at once, for ever; so below an
//! old child the thresholds are raised on entry until a node is expanded for the
//! first time (threshold control, `docs/references.md [9]`).

use std::collections::HashSet;
use std::ops::Range;

use shomei_game::{Board, EdgeCost, Game, Key, Resource, Role};

use crate::path::{Path, PathDominance};
use crate::rule::partition::{Source, Sources};
use crate::rule::{Count, Epsilon, Pair, Scan};
use crate::search::outcome::{Outcome, Part, Support};
use crate::table::PathIndex;
use crate::{Bounds, Number};

/// A call of `mid`: a position that is to be searched up to these thresholds.
#[derive(Debug)]
pub(super) struct Call<P> {
    pub(super) position: P,
    pub(super) key: Key,
    pub(super) thresholds: Pair,
    /// Whether thresholds are raised (the papers' inc).
    pub(super) increase: bool,
    /// Whether the node is known to have been expanded before, even if the table has lost it.
    pub(super) expanded: bool,
    pub(super) costs: Costs,
}

/// Whether the numbers of a node's children have edge costs in them, where the search has costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Costs {
    Added,
    /// For the upper tree, which adds them itself.
    LeftOut,
}

/// A node on the path.
#[derive(Debug)]
pub(super) struct Frame<P> {
    pub(super) position: P,
    pub(super) key: Key,
    pub(super) role: Role,
    /// The places of its children in the lists of the [`Stack`].
    pub(super) children: Range<usize>,
    /// The thresholds: `own` for phi, `other` for delta.
    pub(super) thresholds: Pair,
    /// Whether thresholds are raised (the papers' inc).
    pub(super) increase: bool,
    pub(super) first_pass: bool,
    /// Whether some child was old when it was looked up.
    pub(super) has_old: bool,
    /// Whether children are deferred.
    pub(super) deferred: Deferred,
    /// Whether children are merged (the partition rule).
    pub(super) merges: bool,
    /// The child that was searched last, counted from the first child.
    pub(super) last: Option<usize>,
    /// The node's index on the path.
    pub(super) index: usize,
    /// Its least known distance from the root.
    pub(super) min_depth: u16,
    /// The largest path index of its twin, if its entry names one (`twins.rs`).
    pub(super) twin: Option<PathIndex>,
    /// Its last unsolved numbers. Its entry keeps them if a disproof is stored as a twin.
    pub(super) before: Bounds,
    /// The account's work when it was entered.
    pub(super) work_at_entry: u64,
    /// Work done below it in earlier visits.
    pub(super) work_before: u64,
}

/// Whether a node has children that wait for others of their group (`deferred.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Deferred {
    /// None waits.
    #[default]
    No,
    /// Some do.
    Some,
    /// Some do, and a child has been solved since their groups were looked at.
    Review,
}

/// A child of a node on the path; its numbers are in a list of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) key: Key,
    /// What its disproof rests on.
    pub(super) support: Support,
    pub(super) mv: M,
    /// Plies to the end where it is solved.
    pub(super) length: u16,
    pub(super) min_depth: u16,
    /// Whether the table was asked about it.
    pub(super) looked_up: bool,
    /// Whether it is known to have been expanded.
    pub(super) expanded: bool,
    /// Whether it waits for another one of its group.
    pub(super) waits: bool,
}

/// What only some games have of a child: groups of moves, and boards that dominate each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extra {
    /// The group of its move; 0 for none.
    pub(super) group: u32,
    pub(super) board: Option<Board>,
    /// The dominance bound, where the child is solved and the bound is known.
    pub(super) bound: Option<Resource>,
}

impl<M> Child<M> {
    /// The distance of a child the table does not know: never old.
    const UNKNOWN_DEPTH: u16 = u16::MAX;

    #[inline]
    pub(super) fn new(mv: M, key: Key) -> Child<M> {
        Child {
            key,
            support: Support::NONE,
            mv,
            length: 0,
            min_depth: Self::UNKNOWN_DEPTH,
            looked_up: false,
            expanded: false,
            waits: false,
        }
    }
}

impl<P> Frame<P> {
    /// Raises the thresholds above the numbers that the node came with.
    pub(super) fn raise_thresholds(&mut self, phi: Number, delta: Number) {
        let above = |x: Number| Epsilon::ZERO.threshold(x);
        self.thresholds.own = self.thresholds.own.max(above(phi));
        self.thresholds.other = self.thresholds.other.max(above(delta));
    }
}

/// The nodes below the root of the search, and the children of all of them. What is known of a
/// child has the same place in each list.
#[derive(Debug)]
pub(super) struct Stack<P, M> {
    pub(super) frames: Vec<Frame<P>>,
    /// The children of all frames, each frame's after its parent's.
    pub(super) children: Vec<Child<M>>,
    /// Their numbers.
    pub(super) pairs: Vec<Pair>,
    /// Empty where the game has neither groups nor boards.
    pub(super) extras: Vec<Extra>,
    /// Their edge costs; empty when costs are off.
    pub(super) costs: Vec<EdgeCost>,
    /// Which of them share work; empty but by the partition rule.
    pub(super) sources: Sources,
    /// The numbers of the root.
    pub(super) root: Bounds,
}

impl<P, M> Stack<P, M> {
    pub(super) fn new(sources: Sources) -> Stack<P, M> {
        Stack {
            frames: Vec::new(),
            children: Vec::new(),
            pairs: Vec::new(),
            extras: Vec::new(),
            costs: Vec::new(),
            sources,
            root: Bounds::UNIT,
        }
    }

    /// Takes everything off.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.truncate(0);
    }

    /// Takes off the children from this place on.
    pub(super) fn truncate(&mut self, children: usize) {
        self.sources.resize(children);
        self.children.truncate(children);
        self.pairs.truncate(children);
        self.extras.truncate(children);
        self.costs.truncate(children);
    }

    /// The node on top, and the place of the child that was searched last.
    pub(super) fn last_searched(&self) -> Option<usize> {
        let frame = self.frames.last()?;
        Some(frame.children.start + frame.last?)
    }

    /// Notes the numbers of a child of the node on top, to which its edge cost is added.
    pub(super) fn set_numbers(&mut self, child: usize, bounds: Bounds) {
        if let Some(frame) = self.frames.last() {
            let pair = Pair::of(bounds, frame.role);
            self.pairs[child] = with_cost(pair, self.costs.get(child));
        }
    }

    /// Keeps the numbers of a child from falling. They may fall when it is searched again, for one
    /// of two reasons. Either a position was solved to which two of its moves lead. Or the table has
    /// lost entries below it; then the numbers of siblings may fall in turn for ever. So once the
    /// table was full, numbers on the stack only rise, and every search of a child raises one. The
    /// same holds after SiblingGC has freed an entry in a game with repetitions: two decided nodes of
    /// a cycle can free the entries of each other (`sibling_gc.rs`).
    ///
    /// Not done before, because falls for the first reason save work: without them, 36 positions of
    /// published games take 22 % more nodes.
    pub(super) fn keep_from_falling(&mut self, child: usize, before: Pair) {
        let now = &mut self.pairs[child];
        now.own = now.own.max(before.own);
        now.other = now.other.max(before.other);
    }

    /// Notes that a child of the node on top has been solved, on which others may wait.
    pub(super) fn review_deferred(&mut self) {
        if let Some(frame) = self.frames.last_mut()
            && frame.deferred == Deferred::Some
        {
            frame.deferred = Deferred::Review;
        }
    }

    /// Whether an unsolved child of a node is old.
    pub(super) fn has_old_child(&self, frame: &Frame<P>) -> bool {
        frame.children.clone().any(|i| {
            self.children[i].min_depth <= frame.min_depth
                && self.pairs[i].own != Number::ZERO
                && !self.pairs[i].own.is_infinite()
        })
    }

    /// What a node returns when its numbers are `bounds`.
    pub(super) fn outcome(&self, frame: &Frame<P>, bounds: Bounds) -> Outcome {
        let child = |place: usize| {
            let i = frame.children.start + place;
            let part = Part {
                support: self.children[i].support,
                length: self.children[i].length,
            };
            (place, self.pairs[i].own, part)
        };
        let children = (0..frame.children.len()).map(child);
        Outcome::of_node(bounds, frame.role, frame.index, children)
    }

    /// How a child of a node, counted from its first child, enters the sum of the partition rule.
    #[inline]
    pub(super) fn count(&self, frame: &Frame<P>, child: usize) -> Count {
        match frame.merges {
            true => self.sources.count(frame.children.start + child),
            false => Count::Added,
        }
    }

    /// Gives the children of the node on top the partition that they had when it was left.
    pub(super) fn recall_partition(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.merges = self.sources.recall(frame.key, frame.children.clone());
        }
    }

    /// The child of the node on top that was searched last rests on `source`.
    pub(super) fn note_source(&mut self, child: usize, source: Source) {
        if let Some(frame) = self.frames.last_mut() {
            let (children, siblings) = (&self.children, frame.children.clone());
            let source = (source, frame.role);
            frame.merges |= self
                .sources
                .note(child, source, siblings, |i| children[i].key);
        }
    }

    /// What the phi of a node rests on, where the partition rule asks for it.
    pub(super) fn source(&self, frame: &Frame<P>, scan: &Scan) -> Option<Source> {
        self.sources.are_kept().then(|| Source {
            role: frame.role,
            child: self.children[frame.children.start + scan.best].key,
        })
    }
}

/// Numbers with an edge cost, if there is one.
#[inline]
pub(super) fn with_cost(pair: Pair, cost: Option<&EdgeCost>) -> Pair {
    match cost {
        None => pair,
        Some(cost) => Pair {
            own: pair.own.with_cost(cost.phi),
            other: pair.other.with_cost(cost.delta),
        },
    }
}

/// The positions that play has passed on the way to the node at work: those above the root of the
/// search, and those of the stack. A child that repeats one of them has failed.
#[derive(Debug)]
pub(super) struct PlayedPath {
    pub(super) keys: Path,
    /// Their boards, where positions dominate each other and repeat.
    dominance: Option<PathDominance>,
    /// Whether the game can return to a position at all.
    pub(super) repeats: bool,
    /// Positions that count as failed: the extraction of certificates closes a disproof so.
    pub(super) assumed: HashSet<Key>,
}

impl PlayedPath {
    /// Of a game, with `dominance` where boards are compared.
    pub(super) fn new(game: &impl Game, dominance: Option<PathDominance>) -> PlayedPath {
        let repeats = game.can_repeat();
        PlayedPath {
            keys: Path::new(),
            dominance: dominance.filter(|_| repeats),
            repeats,
            assumed: HashSet::new(),
        }
    }

    /// Begins a path with these positions, whose boards are not known.
    pub(super) fn begin(&mut self, prefix: &[Key]) {
        self.keys.clear();
        if let Some(dominance) = &mut self.dominance {
            dominance.clear();
        }
        for &key in prefix {
            self.push(key, || None);
        }
    }

    #[inline]
    pub(super) fn push(&mut self, key: Key, board: impl FnOnce() -> Option<Board>) {
        self.keys.push(key);
        if let Some(dominance) = &mut self.dominance {
            dominance.push(board());
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
        if let Some(dominance) = &mut self.dominance {
            dominance.pop();
        }
    }

    /// What the failure of a child rests on that repeats a position of the path, or its board
    /// with no more of the resource.
    #[inline(always)]
    pub(super) fn repetition(&self, key: Key, board: Option<Board>) -> Option<Support> {
        if !self.repeats {
            return None;
        }
        let same = self.keys.find(key);
        let index = same.or_else(|| {
            let (board, resource) = board?;
            self.dominance.as_ref()?.find(board, resource)
        });
        index.map(Support::on)
    }
}
