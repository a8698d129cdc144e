//! The places of a walk: positions with their records, and the moves between them.

use shomei_proof::{Child, Record};

use crate::any::AnyPosition;

/// A position on the walk, with what the certificate says about it.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) position: AnyPosition,
    /// Nothing where the position is finished.
    pub(super) record: Option<(u64, Record)>,
}

/// What a certificate says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Says {
    /// Nothing: the rules decide it. The attacker has won in a proof, and has failed in a
    /// disproof. (A game may see that the attacker has failed before the last move is played.)
    Finished,
    /// One move is enough: the attacker's in a proof, the defender's in a disproof.
    Choice,
    /// Every legal move is answered.
    All,
    /// The plain search of the format finds the claimed value within so many nodes; nothing below
    /// the position is written.
    Resolved {
        /// The nodes of that search.
        nodes: u64,
    },
}

/// A move that a certificate speaks of.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The text of the move.
    pub mv: String,
    /// The position after it.
    pub position: AnyPosition,
    /// The record that answers that position, or that it is finished.
    pub to: Child,
}

impl Node {
    pub(super) fn finished(position: AnyPosition) -> Node {
        Node {
            position,
            record: None,
        }
    }

    /// The number of its record; `None` where the position is finished.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.record.as_ref().map(|(number, _)| *number)
    }

    /// The position, under the goal of the certificate. Moves that the certificate does not
    /// speak of are among its [children](AnyPosition::children).
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// What the certificate says about it.
    #[must_use]
    pub fn says(&self) -> Says {
        match self.record {
            None => Says::Finished,
            Some((_, Record::Choice { .. })) => Says::Choice,
            Some((_, Record::All { .. })) => Says::All,
            Some((_, Record::Resolved { nodes })) => Says::Resolved { nodes },
        }
    }
}
