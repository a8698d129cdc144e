//! The path of df-pn: its nodes with their children, and the positions above the root.
//!
//! Old children: a child is *old* if its least known distance from the root is not larger than the
//! node's own. Every cycle contains such an edge, because the distance cannot grow at every step of
//! the cycle. Numbers that depend only on each other around a cycle would make every node return at
//! once, for ever. So below an old child the thresholds are raised on entry until a node is
//! expanded for the first time (threshold control, `docs/references.md [9]`).

use std::collections::HashSet;
use std::ops::Range;

use shomei_game::{Board, EdgeCost, Game, Key, Resource, Role};

use crate::path::{Path, PathDominance};
use crate::rule::partition::{Source, Sources};
use crate::rule::{Count, Epsilon, Pair, Scan};
use crate::search::outcome::{Outcome, Part, PathDependence};
use crate::table::PathIndex;
use crate::{Bounds, Number};

/// A call of `mid`: the position to search and its thresholds.
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

/// Whether the numbers of a node's children include edge costs, in a search that has costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Costs {
    Added,
    /// For the upper tree, which adds the costs itself.
    LeftOut,
}

/// A node on the path.
#[derive(Debug)]
pub(super) struct Frame<P> {
    pub(super) position: P,
    pub(super) key: Key,
    pub(super) role: Role,
    /// The range of its children in the lists of the [`Stack`].
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
    /// The largest path index of its twin, if its entry refers to one (`twins.rs`).
    pub(super) twin: Option<PathIndex>,
    /// Its last unsolved numbers. Its entry keeps them if a disproof is stored as a twin.
    pub(super) before: Bounds,
    /// The budget's work when the node was entered.
    pub(super) work_at_entry: u64,
    /// Work done below it in earlier visits.
    pub(super) work_before: u64,
}

/// Whether a node has deferred children (`deferred.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Deferred {
    /// No child is deferred.
    #[default]
    No,
    /// Some children are deferred.
    Some,
    /// Some children are deferred, and a child has been solved since their groups were last
    /// reviewed.
    Review,
}

/// A child of a node on the path; its numbers are in a separate list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) key: Key,
    /// The path dependence of its disproof.
    pub(super) path_dependence: PathDependence,
    pub(super) mv: M,
    /// Plies to the end of the game if it is solved.
    pub(super) length: u16,
    pub(super) min_depth: u16,
    /// Whether it was looked up in the table.
    pub(super) looked_up: bool,
    /// Whether it is known to have been expanded before.
    pub(super) expanded: bool,
    /// Whether it is deferred.
    pub(super) deferred: bool,
}

/// Data of a child that only some games use: groups of moves, and boards that dominate each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extra {
    /// The group of its move; 0 for none.
    pub(super) group: u32,
    pub(super) board: Option<Board>,
    /// The dominance bound, if the child is solved and the bound is known.
    pub(super) bound: Option<Resource>,
}

impl<M> Child<M> {
    /// The distance of a child that is not in the table: never old.
    const UNKNOWN_DEPTH: u16 = u16::MAX;

    #[inline]
    pub(super) fn new(mv: M, key: Key) -> Child<M> {
        Child {
            key,
            path_dependence: PathDependence::NONE,
            mv,
            length: 0,
            min_depth: Self::UNKNOWN_DEPTH,
            looked_up: false,
            expanded: false,
            deferred: false,
        }
    }
}

impl<P> Frame<P> {
    /// On the first pass, if thresholds are to be raised, raises them above the numbers of the
    /// node.
    pub(super) fn begin_pass(&mut self, phi: Number, delta: Number) {
        if self.first_pass && self.increase {
            let above = |x: Number| Epsilon::ZERO.threshold(x);
            self.thresholds.own = self.thresholds.own.max(above(phi));
            self.thresholds.other = self.thresholds.other.max(above(delta));
        }
        self.first_pass = false;
    }
}

/// The nodes below the root of the search, and the children of all of them. The lists of children
/// are parallel.
#[derive(Debug)]
pub(super) struct Stack<P, M> {
    pub(super) frames: Vec<Frame<P>>,
    /// The children of all frames; the children of each frame follow those of its parent.
    pub(super) children: Vec<Child<M>>,
    /// Their numbers.
    pub(super) pairs: Vec<Pair>,
    /// Empty if the game has neither groups nor boards.
    pub(super) extras: Vec<Extra>,
    /// Their edge costs; empty if costs are off.
    pub(super) costs: Vec<EdgeCost>,
    /// Source detection, which finds children that share work; empty except by the partition rule.
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

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.truncate(0);
    }

    /// Removes the children from this index on.
    pub(super) fn truncate(&mut self, children: usize) {
        self.sources.resize(children);
        self.children.truncate(children);
        self.pairs.truncate(children);
        self.extras.truncate(children);
        self.costs.truncate(children);
    }

    /// The index of the child of the top node that was searched last.
    pub(super) fn last_searched(&self) -> Option<usize> {
        let frame = self.frames.last()?;
        Some(frame.children.start + frame.last?)
    }

    /// Sets the numbers of a child of the top node, and adds its edge cost to them.
    pub(super) fn set_numbers(&mut self, child: usize, bounds: Bounds) {
        if let Some(frame) = self.frames.last() {
            let pair = Pair::of(bounds, frame.role);
            self.pairs[child] = with_cost(pair, self.costs.get(child));
        }
    }

    /// Prevents the numbers of a child from decreasing. They can decrease when the child is
    /// searched again, for one of two reasons. Either a position was solved to which two moves
    /// lead. Or the table has lost entries below the child; then the numbers of siblings could
    /// decrease in turn for ever. So once the table was full, numbers on the stack can only rise,
    /// and every search of a child raises one. The same applies after SiblingGC has freed an entry
    /// in a game with repetitions: two decided nodes of a cycle can free the entries of each other
    /// (`sibling_gc.rs`).
    ///
    /// Before that, decreases are allowed, because those with the first reason save work: without
    /// them, 36 positions of published games take 22 % more nodes.
    pub(super) fn keep_from_falling(&mut self, child: usize, before: Pair) {
        let now = &mut self.pairs[child];
        now.own = now.own.max(before.own);
        now.other = now.other.max(before.other);
    }

    /// Records that a child of the top node has been solved, so that deferred children must be
    /// reviewed.
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

    /// The outcome of a node with these bounds.
    pub(super) fn outcome(&self, frame: &Frame<P>, bounds: Bounds) -> Outcome {
        let child = |place: usize| {
            let i = frame.children.start + place;
            let part = Part {
                path_dependence: self.children[i].path_dependence,
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

    /// Restores the partition that the children of the top node had when the search left it.
    pub(super) fn recall_partition(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.merges = self.sources.recall(frame.key, frame.children.clone());
        }
    }

    /// Records that the child of the top node that was searched last depends on `source`.
    pub(super) fn note_source(&mut self, child: usize, source: Source) {
        if let Some(frame) = self.frames.last_mut() {
            let (children, siblings) = (&self.children, frame.children.clone());
            let source = (source, frame.role);
            frame.merges |= self
                .sources
                .note(child, source, siblings, |i| children[i].key);
        }
    }

    /// The source of a node's phi, if the partition rule needs it.
    pub(super) fn source(&self, frame: &Frame<P>, scan: &Scan) -> Option<Source> {
        self.sources.are_kept().then(|| Source {
            role: frame.role,
            child: self.children[frame.children.start + scan.best].key,
        })
    }
}

/// Adds an edge cost, if there is one.
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

/// The positions on the path to the current node: those above the root of the search, and those on
/// the stack. A child that repeats one of them has failed.
#[derive(Debug)]
pub(super) struct PlayedPath {
    pub(super) keys: Path,
    /// Their boards, if positions dominate each other and can repeat.
    dominance: Option<PathDominance>,
    /// Whether the game can return to a position.
    pub(super) repeats: bool,
    /// Positions that count as failed. The extraction of certificates uses them to close a
    /// disproof.
    pub(super) assumed: HashSet<Key>,
    /// Positions that are proved, whatever the other table says.
    pub(super) proved: HashSet<Key>,
    /// Whether the search uses these positions or another table.
    pub(super) supposes: bool,
}

impl PlayedPath {
    /// An empty path; `dominance` is set if boards are compared.
    pub(super) fn new(game: &impl Game, dominance: Option<PathDominance>) -> PlayedPath {
        let repeats = game.can_repeat();
        PlayedPath {
            keys: Path::new(),
            dominance: dominance.filter(|_| repeats),
            repeats,
            assumed: HashSet::new(),
            proved: HashSet::new(),
            supposes: false,
        }
    }

    /// Begins a path with these positions, whose boards are unknown.
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

    /// The path dependence of a child that has failed because it repeats a position of the path, or
    /// the board of one with no more of the resource.
    #[inline(always)]
    pub(super) fn repetition(&self, key: Key, board: Option<Board>) -> Option<PathDependence> {
        if !self.repeats {
            return None;
        }
        let same = self.keys.find(key);
        let index = same.or_else(|| {
            let (board, resource) = board?;
            self.dominance.as_ref()?.find(board, resource)
        });
        index.map(PathDependence::on)
    }
}
