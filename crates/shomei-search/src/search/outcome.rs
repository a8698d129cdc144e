//! The result of a visit of a node, in the form that all searches use.
//!
//! A proof is a finite tree with won leaves. It uses no repetition and is valid on every path. A
//! disproof can depend on the fact that a position repeats one of the path; then it is valid only
//! on paths that contain this position (graph-history interaction, `docs/references.md [10],
//! [16]`). So every disproof carries the least and the largest path index on which it depends. If
//! the least index is not above the node, all repetitions point into the node's own tree: the tree
//! is closed, the attacker cannot leave it, and the disproof is valid on every path.

use shomei_game::{Key, Role};

use crate::table::{Entry, Value};
use crate::{Bounds, Knowledge, Number};

/// The range of path indices on which a disproof depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathDependence {
    /// The least index; `u32::MAX` if it depends on none.
    pub(crate) least: u32,
    /// The largest index; 0 if it depends on none.
    pub(crate) last: u32,
}

impl PathDependence {
    /// The value for a disproof that is valid on every path, and for every proof.
    pub(crate) const NONE: PathDependence = PathDependence {
        least: u32::MAX,
        last: 0,
    };

    /// A repetition of the position with this index.
    pub(crate) fn on(index: usize) -> PathDependence {
        let index = index as u32;
        PathDependence {
            least: index,
            last: index,
        }
    }

    /// The path dependence of a disproof whose least index alone is known. This is enough to
    /// determine whether it is valid on every path, but not to store it for some paths.
    pub(crate) fn from_least(least: u32) -> PathDependence {
        let last = if least == Self::NONE.least {
            0
        } else {
            u32::MAX
        };
        PathDependence { least, last }
    }

    /// The path dependence of two disproofs together.
    pub(crate) fn join(self, other: PathDependence) -> PathDependence {
        PathDependence {
            least: self.least.min(other.least),
            last: self.last.max(other.last),
        }
    }

    /// The path dependence of a node with this index, computed from that of its children. A
    /// repetition of the node itself or of a node below it belongs to the node's own tree and is
    /// removed.
    pub(crate) fn seen_from(self, index: usize) -> PathDependence {
        let index = index as u32;
        if self.least >= index {
            return PathDependence::NONE;
        }
        PathDependence {
            least: self.least,
            last: self.last.min(index - 1),
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self.least == u32::MAX
    }
}

/// The result that a node returns to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) bounds: Bounds,
    pub(crate) path_dependence: PathDependence,
    /// Plies to the end of the game if it is solved. It is an upper bound, and it decreases along a
    /// proof, so that following the proof cannot cycle.
    pub(crate) length: u16,
    /// The place of the solving move, in the game's move order once the node is left.
    pub(crate) best: Option<usize>,
}

/// The contribution of a solved child to the [`Outcome`] of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) path_dependence: PathDependence,
    pub(crate) length: u16,
}

impl Outcome {
    pub(crate) const UNTOUCHED: Outcome = Outcome::plain(Bounds::UNIT);

    /// A node with these numbers and no path dependence: it is unsolved, or the rules decide it.
    pub(crate) const fn plain(bounds: Bounds) -> Outcome {
        Outcome {
            bounds,
            path_dependence: PathDependence::NONE,
            length: 0,
            best: None,
        }
    }

    /// The outcome of a node with these bounds. `role`: the side to move; `index`: the node's path
    /// index; `children`: for each child its place, the number that the side to move wants to bring
    /// to 0, and its contribution.
    pub(crate) fn of_node(
        bounds: Bounds,
        role: Role,
        index: usize,
        children: impl Iterator<Item = (usize, Number, Part)>,
    ) -> Outcome {
        if !bounds.is_solved() {
            return Outcome::plain(bounds);
        }
        if bounds.of(role) == Number::ZERO {
            let solving = children.filter(|&(_, own, _)| own == Number::ZERO);
            let solving = solving.map(|(place, _, part)| (place, part));
            Outcome::by_one(bounds, index, solving)
        } else {
            Outcome::by_all(bounds, index, children.map(|(_, _, part)| part))
        }
    }

    /// The outcome of a node that one child solves. Among several such children, chooses the one
    /// whose path dependence has the largest least index, then the shortest.
    pub(crate) fn by_one(
        bounds: Bounds,
        index: usize,
        solving: impl Iterator<Item = (usize, Part)>,
    ) -> Outcome {
        let order = |(_, part): &(usize, Part)| {
            (std::cmp::Reverse(part.path_dependence.least), part.length)
        };
        let Some((best, part)) = solving.min_by_key(order) else {
            return Outcome::plain(bounds);
        };
        Outcome {
            bounds,
            path_dependence: part.path_dependence.seen_from(index),
            length: part.length.saturating_add(1),
            best: Some(best),
        }
    }

    /// The outcome of a node at which all children are lost for the mover. It depends on the
    /// repetitions of all of them.
    pub(crate) fn by_all(
        bounds: Bounds,
        index: usize,
        children: impl Iterator<Item = Part>,
    ) -> Outcome {
        let all = children.fold(
            (PathDependence::NONE, 0),
            |(path_dependence, length), part| {
                (
                    path_dependence.join(part.path_dependence),
                    length.max(part.length),
                )
            },
        );
        Outcome {
            bounds,
            path_dependence: all.0.seen_from(index),
            length: all.1.saturating_add(1),
            best: None,
        }
    }

    /// The value for the table if the node is solved on every path, otherwise `None`.
    pub(crate) fn value(&self) -> Option<Value> {
        let length = self.length;
        let best = self.short_best();
        if self.bounds.is_proved() {
            Some(Value::Proved { length, best })
        } else if self.bounds.is_disproved() && self.path_dependence.is_none() {
            Some(Value::Disproved { length, best })
        } else {
            None
        }
    }

    /// [`Outcome::value`] as an entry with this work, for a node with this path index.
    pub(crate) fn entry(&self, work: u64, index: usize) -> Option<Entry> {
        Some(Entry {
            value: self.value()?,
            work,
            min_depth: Entry::depth_of(index),
        })
    }

    /// The knowledge that can be reported about the node with this key and this work; `None` for a
    /// path-dependent disproof.
    pub(crate) fn shown(&self, key: Key, work: u64) -> Option<Knowledge> {
        self.path_dependence.is_none().then(|| Knowledge {
            best: self.short_best().map(u16::from),
            work,
            ..Knowledge::untouched((key.0, 0)).after(self)
        })
    }

    /// The place of the move as an entry stores it; `None` for places from 255 on, too.
    pub(crate) fn short_best(&self) -> Option<u8> {
        Value::best_of(self.best?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_below_the_node_are_its_own() {
        let path_dependence = PathDependence::on(3).join(PathDependence::on(7));
        assert_eq!(path_dependence, PathDependence { least: 3, last: 7 });
        assert_eq!(
            path_dependence.seen_from(5),
            PathDependence { least: 3, last: 4 }
        );
        assert_eq!(
            path_dependence.seen_from(4),
            PathDependence { least: 3, last: 3 }
        );
        assert!(path_dependence.seen_from(3).is_none());
        assert!(
            PathDependence::NONE
                .join(PathDependence::NONE)
                .seen_from(0)
                .is_none()
        );
        assert_eq!(
            PathDependence::NONE.join(PathDependence::on(2)),
            PathDependence::on(2)
        );
    }
}
