//! Disproofs that rest on repetitions, and how they are stored.
//!
//! A proof is a finite tree with won leaves; it uses no repetition and holds
//! on every line. A disproof may use that some position repeats the line: then
//! it holds for lines that have this position only (graph-history interaction,
//! `docs/references.md [10], [16]`).
//!
//! Every disproof therefore carries the least and the largest index of the
//! line that it rests on. If the least is not above the node, the repetitions
//! point into the node's own tree: the tree is closed, the attacker can leave
//! it nowhere, and the disproof holds on every line. Otherwise it is stored as
//! a *twin*, under a key mixed from the position's and the code of the line up
//! to the largest index; the position's own entry keeps unsolved numbers and
//! remembers that index. A line with the same prefix finds the twin by one
//! more probe.
//!
//! The rejected alternative, not storing such disproofs at all, is
//! exponential: on a chain of n diamonds that ends in a repetition it visits
//! 5 2^n - 3 nodes, with twins 3 n + 2.

use shomei_game::Solvable;

use super::DfPn;
use super::frame::{Frame, Outcome};
use crate::table::{Entry, PathIndex, Value};

/// The indices of the line that a disproof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Support {
    /// The least; `u32::MAX` when it rests on none.
    pub(super) least: u32,
    /// The largest; 0 when it rests on none.
    pub(super) last: u32,
}

impl Support {
    /// A disproof that holds on every line; also every proof.
    pub(super) const NONE: Support = Support {
        least: u32::MAX,
        last: 0,
    };

    /// A repetition of the position with this index.
    pub(super) fn on(index: usize) -> Support {
        let index = index as u32;
        Support {
            least: index,
            last: index,
        }
    }

    /// What two disproofs together rest on.
    pub(super) fn join(self, other: Support) -> Support {
        Support {
            least: self.least.min(other.least),
            last: self.last.max(other.last),
        }
    }

    /// The same, for a node with this index: what points at the node itself or
    /// below it is part of the node's own tree.
    pub(super) fn seen_from(self, index: usize) -> Support {
        let index = index as u32;
        if self.least >= index {
            return Support::NONE;
        }
        Support {
            least: self.least,
            last: self.last.min(index - 1),
        }
    }

    pub(super) fn is_none(self) -> bool {
        self.least == u32::MAX
    }
}

/// The place of a move as an entry holds it: unknown from 255 on.
fn short(best: Option<usize>) -> Option<u8> {
    let best = u8::try_from(best?).ok()?;
    (best != u8::MAX).then_some(best)
}

impl<G: Solvable> DfPn<'_, G> {
    /// Stores what is known about a node that is being left.
    pub(super) fn store(&mut self, frame: &Frame<G::Position>, outcome: &Outcome, work: u64) {
        let Outcome {
            bounds,
            support,
            length,
            best,
        } = *outcome;
        let best = short(best);
        let entry = |value| Entry {
            value,
            work,
            min_depth: frame.min_depth,
        };
        if G::DOMINATES && bounds.is_solved() && support.is_none() {
            self.dominance
                .insert(self.game.resource(&frame.position), bounds, length);
        }
        let value = if bounds.is_proved() {
            Value::Proved { length, best }
        } else if !bounds.is_disproved() {
            Value::Unsolved {
                bounds,
                twin: frame.twin,
            }
        } else if support.is_none() || !self.options.path_dependence {
            Value::Disproved { length, best }
        } else {
            let twin = self.store_twin(frame, outcome, work);
            Value::Unsolved {
                bounds: frame.before,
                twin: twin.or(frame.twin),
            }
        };
        self.table.store(frame.key, entry(value));
    }

    /// Stores a disproof for the lines it holds on. Indices too large for an
    /// entry (16,383) are not stored: it is found again when needed.
    fn store_twin(
        &self,
        frame: &Frame<G::Position>,
        outcome: &Outcome,
        work: u64,
    ) -> Option<PathIndex> {
        let r = PathIndex::new(outcome.support.least as usize)?;
        let m = PathIndex::new(outcome.support.last as usize)?;
        let value = Value::TwinDisproved {
            length: outcome.length,
            best: short(outcome.best),
            r,
            m,
        };
        let entry = Entry {
            value,
            work,
            min_depth: frame.min_depth,
        };
        self.table.store(self.path.twin_key(frame.key, m), entry);
        Some(m)
    }

    /// The twin of an entry, if the current line shares its prefix.
    pub(super) fn look_up_twin(
        &self,
        key: shomei_game::Key,
        m: PathIndex,
    ) -> Option<(Support, u16)> {
        if m.get() >= self.path.len() {
            return None;
        }
        let entry = self.table.probe(self.path.twin_key(key, m))?;
        match entry.value {
            Value::TwinDisproved { length, r, m, .. } => {
                let support = Support {
                    least: r.get() as u32,
                    last: m.get() as u32,
                };
                Some((support, length))
            }
            _ => None,
        }
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
