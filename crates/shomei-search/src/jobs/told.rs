//! What is known of a position, as plain data.

use shomei_proof::Claim;

use crate::harvest::OnLine;
use crate::search::outcome::{Outcome, Support};
use crate::table::{Entry, PathIndex, Value};
use crate::{Bounds, Number, Solved};

use super::Known;

/// What is known of a leaf of the upper tree, or of a child of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Told {
    /// The proof number; [`u32::MAX`] is infinite.
    pub pn: u32,
    /// The disproof number.
    pub dn: u32,
    /// The least and the largest index of the line that a disproof rests on; none where it
    /// holds on every line.
    pub rests_on: Option<(u32, u32)>,
    /// Plies to the end of the game, where it is solved.
    pub length: u16,
    /// The place of the move that solves it.
    pub best: Option<u16>,
}

impl Told {
    /// Nothing is known.
    pub const UNTOUCHED: Told = Told {
        pn: 1,
        dn: 1,
        rests_on: None,
        length: 0,
        best: None,
    };

    pub(super) fn of(outcome: &Outcome) -> Told {
        let Support { least, last } = outcome.support;
        Told {
            pn: outcome.bounds.pn().get(),
            dn: outcome.bounds.dn().get(),
            rests_on: (!outcome.support.is_none()).then_some((least, last)),
            length: outcome.length,
            best: outcome.best.and_then(|best| u16::try_from(best).ok()),
        }
    }

    /// The outcome; nothing if no search says this.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        Some(Outcome {
            bounds: bounds(self.pn, self.dn)?,
            support: match self.rests_on {
                None => Support::NONE,
                Some((least, last)) => Support { least, last },
            },
            length: self.length,
            best: self.best.map(usize::from),
        })
    }
}

/// What is known of a position whatever the line, or on the lines with a common beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Says {
    /// The attacker reaches its goal.
    Proved {
        /// Plies to the goal.
        length: u16,
        /// The place of the chosen move.
        best: Option<u8>,
    },
    /// The attacker fails.
    Disproved {
        /// Plies of the disproof.
        length: u16,
        /// The place of the chosen move.
        best: Option<u8>,
    },
    /// Not solved.
    Unsolved {
        /// The proof number, finite and not 0.
        pn: u32,
        /// The disproof number, finite and not 0.
        dn: u32,
    },
    /// The attacker fails on the lines that begin as the one on which this was found;
    /// [`Known::check`](super::Known::check) is the code of that beginning.
    DisprovedOnLine {
        /// The proof number on other lines, finite and not 0.
        pn: u32,
        /// The disproof number on other lines.
        dn: u32,
        /// Plies of the disproof.
        length: u16,
        /// The place of the chosen move.
        best: Option<u8>,
        /// The least index of the line that it rests on.
        least: u16,
        /// The largest one: the beginning goes so far.
        last: u16,
    },
}

impl Says {
    /// Whether it is solved, on every line.
    #[must_use]
    pub fn is_solved(self) -> bool {
        matches!(self, Says::Proved { .. } | Says::Disproved { .. })
    }

    pub(super) fn on_line(found: &OnLine) -> Says {
        let (least, last) = found.rests_on;
        Says::DisprovedOnLine {
            pn: found.before.pn().get(),
            dn: found.before.dn().get(),
            length: found.length,
            best: found.best,
            least: least.get() as u16,
            last: last.get() as u16,
        }
    }

    /// What an entry of a table says; nothing of one that holds on some lines only.
    #[must_use]
    pub fn of(entry: &Entry) -> Option<Says> {
        match entry.value {
            Value::Proved { length, best } => Some(Says::Proved { length, best }),
            Value::Disproved { length, best } => Some(Says::Disproved { length, best }),
            Value::Unsolved { bounds, .. } => Some(Says::Unsolved {
                pn: bounds.pn().get(),
                dn: bounds.dn().get(),
            }),
            Value::TwinDisproved { .. } => None,
        }
    }

    /// The value as a table keeps it under the key of the position; nothing if no search says this.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        match self {
            Says::Proved { length, best } => Some(Value::Proved { length, best }),
            Says::Disproved { length, best } => Some(Value::Disproved { length, best }),
            Says::Unsolved { pn, dn } => {
                let bounds = bounds(pn, dn).filter(|bounds| !bounds.is_solved())?;
                Some(Value::Unsolved { bounds, twin: None })
            }
            Says::DisprovedOnLine { pn, dn, last, .. } => {
                let bounds = bounds(pn, dn).filter(|bounds| !bounds.is_solved())?;
                let twin = Some(PathIndex::new(usize::from(last))?);
                Some(Value::Unsolved { bounds, twin })
            }
        }
    }

    /// What a table keeps under the key of the position mixed with the code of the line, of a
    /// disproof that does not hold on every line.
    pub(super) fn twin(self) -> Option<Value> {
        match self {
            Says::DisprovedOnLine {
                length,
                best,
                least,
                last,
                ..
            } if least <= last => Some(Value::TwinDisproved {
                length,
                best,
                r: PathIndex::new(usize::from(least))?,
                m: PathIndex::new(usize::from(last))?,
            }),
            _ => None,
        }
    }

    /// What a node of the tree that has this value hands to its parent.
    pub(super) fn outcome(self) -> Option<Outcome> {
        let (bounds, length, best) = match self.value()? {
            Value::Proved { length, best } => (Bounds::PROVED, length, best),
            Value::Disproved { length, best } => (Bounds::DISPROVED, length, best),
            Value::Unsolved { .. } | Value::TwinDisproved { .. } => return None,
        };
        Some(Outcome {
            bounds,
            support: Support::NONE,
            length,
            best: best.map(usize::from),
        })
    }
}

impl From<Solved> for Known {
    fn from(solved: Solved) -> Known {
        let Solved { length, best, .. } = solved;
        Known {
            key: solved.key.0,
            check: solved.check,
            says: match solved.claim {
                Claim::Proved => Says::Proved { length, best },
                Claim::Disproved => Says::Disproved { length, best },
            },
            work: solved.work,
            board: None,
        }
    }
}

/// The bounds with these numbers; nothing if no position can have them.
pub(super) fn bounds(pn: u32, dn: u32) -> Option<Bounds> {
    let is_finite = |number: u32| (1..=Number::MAX.get()).contains(&number);
    match (pn, dn) {
        (0, u32::MAX) => Some(Bounds::PROVED),
        (u32::MAX, 0) => Some(Bounds::DISPROVED),
        _ if is_finite(pn) && is_finite(dn) => {
            Some(Bounds::unsolved(Number::new(pn), Number::new(dn)))
        }
        _ => None,
    }
}
