//! The places of a walk: positions with their records, and the moves between them.

use shomei_game::Status;
use shomei_proof::{Child, Record};

use crate::any::AnyPosition;

/// A position of a walk, with its record in the certificate.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) position: AnyPosition,
    /// `None` if the position is finished, or too few plies remain.
    pub(super) record: Option<(u64, Record)>,
}

/// The content of a certificate about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeContent {
    /// No record: the rules decide the position. The attacker has won in a proof, and has failed in
    /// a disproof. (A game can detect before the last move that the attacker has failed.)
    Finished,
    /// No record: the position is open, but too few plies remain for a win. Only a certificate
    /// about a number of plies ends in such positions.
    OutOfPlies,
    /// A record with one move: the attacker's in a proof, the defender's in a disproof.
    Choice,
    /// A record that answers every legal move.
    All,
    /// The plain search of the format finds the claimed value within this number of nodes; the
    /// certificate contains no records below the position.
    Resolved {
        /// The nodes of that search.
        nodes: u64,
    },
}

/// A move that a certificate answers.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The text of the move.
    pub mv: String,
    /// The position after the move.
    pub position: AnyPosition,
    /// The record of that position, or a finished position.
    pub to: Child,
}

impl Node {
    pub(super) fn finished(position: AnyPosition) -> Node {
        Node {
            position,
            record: None,
        }
    }

    /// The number of the record, if there is one.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.record.as_ref().map(|(number, _)| *number)
    }

    /// The position, under the goal of the certificate. Its [children](AnyPosition::children)
    /// include moves that the certificate does not answer.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The content of the certificate about the position.
    #[must_use]
    pub fn content(&self) -> NodeContent {
        match self.record {
            None if self.position.status() == Status::Open => NodeContent::OutOfPlies,
            None => NodeContent::Finished,
            Some((_, Record::Choice { .. })) => NodeContent::Choice,
            Some((_, Record::All { .. })) => NodeContent::All,
            Some((_, Record::Resolved { nodes })) => NodeContent::Resolved { nodes },
        }
    }
}
