//! Why a certificate does not show what it claims.

use std::time::Duration;

use shomei_game::{Role, Status};

use crate::{Claim, Damage, ReadError};

/// Why the checker does not accept a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The bytes could not be had; says nothing about the certificate.
    #[error("cannot read the certificate")]
    Io(#[from] std::io::Error),
    /// The certificate does not show what it claims.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

impl From<ReadError> for CheckError {
    fn from(error: ReadError) -> CheckError {
        match error {
            ReadError::Io(error) => CheckError::Io(error),
            ReadError::Damaged(damage) => Rejection::Damaged(damage).into(),
        }
    }
}

/// What is wrong with a certificate, and in which record.
///
/// Moves are named by their place in the order of the rules, from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The file is no certificate in form.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// The rules settle the root position, and not as claimed.
    #[error("the root position is {}, but the certificate claims that it is {claim}", status_text(*.status))]
    RootValue {
        /// What the rules say.
        status: Status,
        /// What the certificate says.
        claim: Claim,
    },
    /// The rules settle the root position, so there is nothing to answer.
    #[error("the root position is settled by the rules, so no record may follow")]
    RootIsOver,
    /// The root position is open and nothing is said about it.
    #[error("the root position is open by the rules, but there is no record")]
    RootUnanswered,
    /// No record before this one leads here, so its position is unknown.
    #[error("record {record}: no record before it names it")]
    Unreachable {
        /// The record.
        record: u64,
    },
    /// A record is named that the file does not contain.
    #[error("record {record} names record {child}, but there are {records} records")]
    MissingRecord {
        /// The record that names it.
        record: u64,
        /// The record that is named.
        child: u64,
        /// How many records there are.
        records: u64,
    },
    /// One move where all must be answered, or the other way round.
    #[error("record {record}: the {} is to move, so a position that is {claim} needs {}", role_text(*.role), kind_text(*.role, *.claim))]
    WrongKind {
        /// The record.
        record: u64,
        /// Who is to move in its position.
        role: Role,
        /// What the certificate says.
        claim: Claim,
    },
    /// The move does not exist.
    #[error("record {record}: the rules give {moves} moves, there is no move {mv}")]
    NoSuchMove {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// How many legal moves there are.
        moves: usize,
    },
    /// Not every legal move is answered, or more than there are.
    #[error("record {record}: the rules give {moves} moves, the record lists {listed}")]
    WrongCount {
        /// The record.
        record: u64,
        /// How many legal moves there are.
        moves: usize,
        /// How many the record lists.
        listed: usize,
    },
    /// A move that is said to end the game does not, or ends it otherwise.
    #[error("record {record}, move {mv}: the position after it is {}, not {} as the record says", status_text(*.status), end_text(*.claim))]
    WrongTerminal {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// What the rules say about the position after it.
        status: Status,
        /// What the certificate says.
        claim: Claim,
    },
    /// A move that is said to lead to another record ends the game.
    #[error("record {record}, move {mv}: the position after it is {}, so it has no record", status_text(*.status))]
    ChildIsOver {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// What the rules say about the position after it.
        status: Status,
    },
    /// In a proof every move must lead on, so that play along it ends.
    #[error("record {record}, move {mv}: leads back to record {child}, which a proof must not")]
    BackwardChild {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The record that is named.
        child: u64,
    },
    /// Two records name a third one for different positions.
    #[error("record {record}, move {mv}: the position after it is not that of record {child}")]
    PositionDiffers {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The record that is named.
        child: u64,
    },
    /// The search finds the other value.
    #[error("record {record}: plain search finds that the position is {found} after {nodes} nodes")]
    LeafValue {
        /// The record.
        record: u64,
        /// What the search says.
        found: Claim,
        /// How many nodes it looked at.
        nodes: u64,
    },
    /// The search needs more nodes than the record says.
    #[error("record {record}: plain search does not decide the position within {nodes} nodes")]
    LeafUnsettled {
        /// The record.
        record: u64,
        /// How many nodes the record allows.
        nodes: u64,
    },
    /// The record asks for more nodes than [`CheckLimits`](crate::CheckLimits)
    /// allows for one record. Says nothing about the claim.
    #[error("record {record}: asks for a search of {nodes} nodes, this checker allows {limit}")]
    LeafLimit {
        /// The record.
        record: u64,
        /// How many nodes the record asks for.
        nodes: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// All records together need more nodes than
    /// [`CheckLimits`](crate::CheckLimits) allows. Says nothing about the claim.
    #[error(
        "record {record}: the {limit} nodes that this checker allows for all searches are spent"
    )]
    SearchLimit {
        /// The record at which they were spent.
        record: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// More positions must be held than [`CheckLimits`](crate::CheckLimits)
    /// allows. Says nothing about the claim.
    #[error("record {record}: more than {limit} positions would have to be held")]
    PositionLimit {
        /// The record at which there were too many.
        record: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// All records together name more children than
    /// [`CheckLimits`](crate::CheckLimits) allows. Says nothing about the claim.
    #[error("record {record}: more than the {limit} edges that this checker allows")]
    EdgeLimit {
        /// The record at which there were too many.
        record: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// Positions would take more bytes than [`CheckLimits`](crate::CheckLimits)
    /// allows. Says nothing about the claim.
    #[error("record {record}: the positions to be held take more than {limit} bytes")]
    ByteLimit {
        /// The record at which there were too many.
        record: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// The check takes longer than [`CheckLimits`](crate::CheckLimits) allows.
    /// Says nothing about the claim.
    #[error("record {record}: the {:.1} s that this checker allows are over", .limit.as_secs_f64())]
    TimeLimit {
        /// The record at which the time was over.
        record: u64,
        /// How long it was.
        limit: Duration,
    },
    /// Somebody [asked](crate::CheckLimits::stop) the check to end. Says nothing
    /// about the claim.
    #[error("record {record}: the check was stopped")]
    Stopped {
        /// The record at which it ended.
        record: u64,
    },
    /// The rules call a position open in which they give no move: a fault of
    /// the game, not of the certificate.
    #[error("record {record}: the rules give no move in a position that they call open")]
    NoMoves {
        /// The record.
        record: u64,
    },
}

impl Rejection {
    /// Whether a limit of the checker was reached, or it was stopped, so that the certificate may
    /// still be right.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Rejection::LeafLimit { .. }
                | Rejection::SearchLimit { .. }
                | Rejection::PositionLimit { .. }
                | Rejection::EdgeLimit { .. }
                | Rejection::ByteLimit { .. }
                | Rejection::TimeLimit { .. }
                | Rejection::Stopped { .. }
        )
    }
}

fn role_text(role: Role) -> &'static str {
    match role {
        Role::Attacker => "attacker",
        Role::Defender => "defender",
    }
}

fn kind_text(role: Role, claim: Claim) -> &'static str {
    if claim.chooser() == role {
        "one move"
    } else {
        "all moves"
    }
}

fn status_text(status: Status) -> &'static str {
    match status {
        Status::Won => "won",
        Status::Failed => "failed",
        Status::Open => "open",
    }
}

fn end_text(claim: Claim) -> &'static str {
    status_text(claim.end())
}
