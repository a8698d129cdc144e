//! What a call of `mid` does next, and what it hands back.

use shomei_game::Resource;

use super::frame::Source;
use crate::rule::Pair;
use crate::search::outcome::Outcome;

/// What a frame does next.
pub(super) enum Step {
    /// Search this child (an index into `kids`) up to these thresholds.
    Descend(usize, Pair),
    /// Go back to the parent with this; where that is asked for, with what
    /// it rests on.
    Return(Outcome, Option<Source>),
}

/// What a call of `mid` hands back.
pub(super) struct Returned {
    pub(super) outcome: Outcome,
    /// What its numbers rest on, where that is asked for.
    pub(super) source: Option<Source>,
    /// How far the value goes of a node that is solved, where that is known.
    pub(super) reach: Option<Resource>,
}

impl Returned {
    /// Of a node that was not searched.
    pub(super) fn only(outcome: Outcome) -> Returned {
        Returned {
            outcome,
            source: None,
            reach: None,
        }
    }
}
