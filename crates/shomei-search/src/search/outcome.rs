//! How a node was solved: what every search tells about it.
//!
//! A proof is a finite tree with won leaves; it uses no repetition and holds on
//! every path. A disproof may use that some position repeats the path: then it
//! holds only on paths that have this position (graph-history interaction,
//! `docs/references.md [10], [16]`). So every disproof carries the least and the
//! largest index of the path on which it rests. If the least is not above the node, the
//! repetitions point into the node's own tree: the tree is closed, the attacker
//! can leave it nowhere, and the disproof holds on every path.

use shomei_game::{Key, Role};

use crate::table::{Entry, Value};
use crate::{Bounds, Knowledge, Number};

/// The indices of the path that a disproof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Support {
    /// The least; `u32::MAX` when it rests on none.
    pub(crate) least: u32,
    /// The largest; 0 when it rests on none.
    pub(crate) last: u32,
}

impl Support {
    /// A disproof that holds on every path; also every proof.
    pub(crate) const NONE: Support = Support {
        least: u32::MAX,
        last: 0,
    };

    /// A repetition of the position with this index.
    pub(crate) fn on(index: usize) -> Support {
        let index = index as u32;
        Support {
            least: index,
            last: index,
        }
    }

    /// A disproof of which only the least index is known: enough to tell
    /// whether it holds on every path, not to store it for some.
    pub(crate) fn from_least(least: u32) -> Support {
        let last = if least == Self::NONE.least {
            0
        } else {
            u32::MAX
        };
        Support { least, last }
    }

    /// What two disproofs together rest on.
    pub(crate) fn join(self, other: Support) -> Support {
        Support {
            least: self.least.min(other.least),
            last: self.last.max(other.last),
        }
    }

    /// What a node with this index rests on if its children rest on this: what points
    /// at the node itself or below it is part of the node's own tree.
    pub(crate) fn seen_from(self, index: usize) -> Support {
        let index = index as u32;
        if self.least >= index {
            return Support::NONE;
        }
        Support {
            least: self.least,
            last: self.last.min(index - 1),
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self.least == u32::MAX
    }
}

/// What a node hands to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) bounds: Bounds,
    pub(crate) support: Support,
    /// Plies to the end of the game where it is solved: a bound, and the
    /// measure by which a proof can be walked without going round.
    pub(crate) length: u16,
    /// The place of the move that solves it, in the game's own order once the node is left.
    pub(crate) best: Option<usize>,
}

/// What a solved child adds to the [`Outcome`] of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) support: Support,
    pub(crate) length: u16,
}

impl Outcome {
    pub(crate) const UNTOUCHED: Outcome = Outcome::plain(Bounds::UNIT);

    /// A node with these numbers that rest on nothing: it is not solved, or the rules decide it.
    pub(crate) const fn plain(bounds: Bounds) -> Outcome {
        Outcome {
            bounds,
            support: Support::NONE,
            length: 0,
            best: None,
        }
    }

    /// What a node returns whose numbers are `bounds`. `role`: the side to move; `index`:
    /// the node's place on the path; `children`: of each its place, the number that the
    /// side to move wants to bring to 0, and what its value rests on.
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

    /// One child solves the node with this index: of several, given by their
    /// places, the one whose support begins deepest, then the shortest.
    pub(crate) fn by_one(
        bounds: Bounds,
        index: usize,
        solving: impl Iterator<Item = (usize, Part)>,
    ) -> Outcome {
        let order =
            |(_, part): &(usize, Part)| (std::cmp::Reverse(part.support.least), part.length);
        let Some((best, part)) = solving.min_by_key(order) else {
            return Outcome::plain(bounds);
        };
        Outcome {
            bounds,
            support: part.support.seen_from(index),
            length: part.length.saturating_add(1),
            best: Some(best),
        }
    }

    /// All children are lost for the mover of the node with this index: it
    /// rests on whatever any of them rests on.
    pub(crate) fn by_all(
        bounds: Bounds,
        index: usize,
        children: impl Iterator<Item = Part>,
    ) -> Outcome {
        let all = children.fold((Support::NONE, 0), |(support, length), part| {
            (support.join(part.support), length.max(part.length))
        });
        Outcome {
            bounds,
            support: all.0.seen_from(index),
            length: all.1.saturating_add(1),
            best: None,
        }
    }

    /// What a table may say of the node whatever the path: nothing unless it
    /// is solved so.
    pub(crate) fn value(&self) -> Option<Value> {
        let length = self.length;
        let best = self.short_best();
        if self.bounds.is_proved() {
            Some(Value::Proved { length, best })
        } else if self.bounds.is_disproved() && self.support.is_none() {
            Some(Value::Disproved { length, best })
        } else {
            None
        }
    }

    /// [`Outcome::value`] as an entry, after this work, for a node with this
    /// index.
    pub(crate) fn entry(&self, work: u64, index: usize) -> Option<Entry> {
        Some(Entry {
            value: self.value()?,
            work,
            min_depth: Entry::depth_of(index),
        })
    }

    /// What may be shown of the node with this key to others, after this work and whatever the
    /// path: nothing of a disproof that rests on the path.
    pub(crate) fn shown(&self, key: Key, work: u64) -> Option<Knowledge> {
        self.support.is_none().then(|| Knowledge {
            best: self.short_best().map(u16::from),
            work,
            ..Knowledge::untouched((key.0, 0)).after(self)
        })
    }

    /// The place of the move as an entry holds it.
    pub(crate) fn short_best(&self) -> Option<u8> {
        Value::best_of(self.best?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn support_that_lies_below_the_node_is_its_own() {
        let support = Support::on(3).join(Support::on(7));
        assert_eq!(support, Support { least: 3, last: 7 });
        assert_eq!(support.seen_from(5), Support { least: 3, last: 4 });
        assert_eq!(support.seen_from(4), Support { least: 3, last: 3 });
        assert!(support.seen_from(3).is_none());
        assert!(Support::NONE.join(Support::NONE).seen_from(0).is_none());
        assert_eq!(Support::NONE.join(Support::on(2)), Support::on(2));
    }
}
