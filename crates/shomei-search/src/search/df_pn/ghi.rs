//! How df-pn stores disproofs that rest on repetitions.
//!
//! A disproof that does not hold on every line ([`Support`]) is stored as a
//! *twin*, under a key mixed from the position's and the code of the line up
//! to the largest index that it rests on; the position's own entry keeps
//! unsolved numbers and remembers that index. A line with the same prefix finds
//! the twin by one more probe (`docs/references.md [10]`).
//!
//! The rejected alternative, not storing such disproofs at all, is
//! exponential: on a chain of n diamonds that ends in a repetition it visits
//! 5 2^n - 3 nodes, with twins 3 n + 2.

use shomei_game::Solvable;

use super::DfPn;
use super::frame::Frame;
use crate::search::outcome::{Outcome, Support};
use crate::table::{Entry, PathIndex, Value};

impl<G: Solvable> DfPn<'_, G> {
    /// Stores what is known about a node that is being left.
    pub(super) fn store(&mut self, frame: &Frame<G::Position>, outcome: &Outcome, work: u64) {
        let Outcome {
            bounds,
            support,
            length,
            ..
        } = *outcome;
        let best = outcome.short_best();
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
            best: outcome.short_best(),
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
