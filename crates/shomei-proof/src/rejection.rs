//! Why a certificate does not show its claim.

use std::time::Duration;

use shomei_game::{Role, Status};

use crate::{Claim, Damage, ReadError};

/// Why the checker does not accept a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The bytes could not be read. This error does not mean that the certificate is wrong.
    #[error("cannot read the certificate")]
    Io(#[from] std::io::Error),
    /// The certificate is wrong or damaged, or a limit of the checker was reached:
    /// [`Rejection::is_limit`] distinguishes these.
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

/// The error in a certificate, and its record.
///
/// Moves are numbered by their place in the game's move order, from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The file is not a certificate in form.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// The rules settle the root position, but not as claimed.
    #[error("the root position is {}, but the certificate claims that it is {claim}", status_text(*.status))]
    RootValue {
        /// The status by the rules.
        status: Status,
        /// The claim of the certificate.
        claim: Claim,
    },
    /// The rules settle the root position, so it needs no answer.
    #[error("the root position is settled by the rules, so no record may follow")]
    RootIsOver,
    /// The claim is about fewer plies than any win of the root position needs.
    #[error(
        "the claim is about {plies} plies, but a win of the root position needs at least {least}"
    )]
    TooFewPlies {
        /// The plies of the claim.
        plies: u16,
        /// The smallest possible number.
        least: u16,
    },
    /// The sides take turns and only the attacker's moves win, so no win of the root position has
    /// this number of plies.
    #[error("the claim is about {plies} plies, but one ply fewer claims the same")]
    WrongParity {
        /// The plies of the claim.
        plies: u16,
    },
    /// The root position is open, but the certificate has no record.
    #[error("the root position is open by the rules, but there is no record")]
    RootUnanswered,
    /// No earlier record leads to this one, so its position is unknown.
    #[error("record {record}: no record before it names it")]
    Unreachable {
        /// The record.
        record: u64,
    },
    /// A record refers to a record that the file does not contain.
    #[error("record {record} names record {child}, but there are {records} records")]
    MissingRecord {
        /// The record that refers to it.
        record: u64,
        /// The missing record.
        child: u64,
        /// The number of records.
        records: u64,
    },
    /// A record has one move where all must be answered, or the other way round.
    #[error("record {record}: the {} is to move, so a position that is {claim} needs {}", role_text(*.role), kind_text(*.role, *.claim))]
    WrongKind {
        /// The record.
        record: u64,
        /// The side to move in its position.
        role: Role,
        /// The claim of the certificate.
        claim: Claim,
    },
    /// The move does not exist.
    #[error("record {record}: the rules give {moves} moves, there is no move {mv}")]
    NoSuchMove {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The number of legal moves.
        moves: usize,
    },
    /// A record has more or fewer moves than are legal.
    #[error("record {record}: the rules give {moves} moves, the record lists {listed}")]
    WrongCount {
        /// The record.
        record: u64,
        /// The number of legal moves.
        moves: usize,
        /// The number of moves in the record.
        listed: usize,
    },
    /// A move that is recorded as terminal does not end the game, or ends it otherwise.
    #[error("record {record}, move {mv}: the position after it is {}, not {} as the record says", status_text(*.status), end_text(*.claim))]
    WrongTerminal {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The status of the position after it by the rules.
        status: Status,
        /// The claim of the certificate.
        claim: Claim,
    },
    /// A move that is recorded as leading to another record ends the game.
    #[error("record {record}, move {mv}: the position after it is {}, so it has no record", status_text(*.status))]
    ChildIsOver {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The status of the position after it by the rules.
        status: Status,
    },
    /// A move leads to another record, but too few plies remain after it for any win.
    #[error("record {record}, move {mv}: too few plies remain after it, so it has no record")]
    OutOfPlies {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
    },
    /// A move leads back to a record that shows its claim for fewer plies than remain after the
    /// move.
    #[error("record {record}, move {mv}: record {child} has fewer plies than remain after it")]
    FewerPlies {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The record to which it leads.
        child: u64,
    },
    /// Except in a disproof, every move must lead to a later record, so that play along it ends.
    #[error("record {record}, move {mv}: leads back to record {child}, which only a disproof may")]
    BackwardChild {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The record to which it leads.
        child: u64,
    },
    /// Two records lead to a third one with different positions.
    #[error("record {record}, move {mv}: the position after it is not that of record {child}")]
    PositionDiffers {
        /// The record.
        record: u64,
        /// The place of the move.
        mv: u32,
        /// The record to which it leads.
        child: u64,
    },
    /// Plain search finds the opposite value.
    #[error("record {record}: plain search finds that the position is {found} after {nodes} nodes")]
    LeafValue {
        /// The record.
        record: u64,
        /// The value that the search finds.
        found: Claim,
        /// The number of nodes of the search.
        nodes: u64,
    },
    /// Plain search needs more nodes than the record allows.
    #[error("record {record}: plain search does not decide the position within {nodes} nodes")]
    LeafUnsettled {
        /// The record.
        record: u64,
        /// The number of nodes that the record allows.
        nodes: u64,
    },
    /// The record asks for more nodes than [`CheckLimits`](crate::CheckLimits) allows for one
    /// record. The claim may still be right.
    #[error("record {record}: asks for a search of {nodes} nodes, this checker allows {limit}")]
    LeafLimit {
        /// The record.
        record: u64,
        /// The number of nodes that the record asks for.
        nodes: u64,
        /// The number of nodes that are allowed.
        limit: u64,
    },
    /// All records together need more nodes than [`CheckLimits`](crate::CheckLimits) allows. The
    /// claim may still be right.
    #[error(
        "record {record}: the {limit} nodes that this checker allows for all searches are spent"
    )]
    SearchLimit {
        /// The record at which the nodes were used up.
        record: u64,
        /// The number of nodes that are allowed.
        limit: u64,
    },
    /// More positions must be held in memory than [`CheckLimits`](crate::CheckLimits) allows. The
    /// claim may still be right.
    #[error("record {record}: more than {limit} positions would have to be held")]
    PositionLimit {
        /// The record at which the limit was exceeded.
        record: u64,
        /// The number of positions that are allowed.
        limit: u64,
    },
    /// All records together have more children than [`CheckLimits`](crate::CheckLimits) allows. The
    /// claim may still be right.
    #[error("record {record}: more than the {limit} edges that this checker allows")]
    EdgeLimit {
        /// The record at which the limit was exceeded.
        record: u64,
        /// The number of children that are allowed.
        limit: u64,
    },
    /// Positions would take more bytes than [`CheckLimits`](crate::CheckLimits) allows. The claim
    /// may still be right.
    #[error("record {record}: the positions to be held take more than {limit} bytes")]
    ByteLimit {
        /// The record at which the limit was exceeded.
        record: u64,
        /// The number of bytes that are allowed.
        limit: u64,
    },
    /// The check takes longer than [`CheckLimits`](crate::CheckLimits) allows. The claim may still
    /// be right.
    #[error("record {record}: the time limit of {:.1} s is reached", .limit.as_secs_f64())]
    TimeLimit {
        /// The record at which the time was used up.
        record: u64,
        /// The time limit.
        limit: Duration,
    },
    /// The [stop flag](crate::CheckLimits::stop) of the check was set. The claim may still be
    /// right.
    #[error("record {record}: the check was stopped")]
    Stopped {
        /// The record at which the check ended.
        record: u64,
    },
    /// By the rules, a position is open but has no move: a fault of the game, not of the
    /// certificate.
    #[error("record {record}: the rules give no move in a position that they call open")]
    NoMoves {
        /// The record.
        record: u64,
    },
}

impl Rejection {
    /// The record with the fault, or at which a limit was reached; `None` for a fault of the file or
    /// of the root position.
    #[must_use]
    pub fn record(&self) -> Option<u64> {
        match self {
            Rejection::Unreachable { record, .. }
            | Rejection::MissingRecord { record, .. }
            | Rejection::WrongKind { record, .. }
            | Rejection::NoSuchMove { record, .. }
            | Rejection::WrongCount { record, .. }
            | Rejection::WrongTerminal { record, .. }
            | Rejection::ChildIsOver { record, .. }
            | Rejection::OutOfPlies { record, .. }
            | Rejection::FewerPlies { record, .. }
            | Rejection::BackwardChild { record, .. }
            | Rejection::PositionDiffers { record, .. }
            | Rejection::LeafValue { record, .. }
            | Rejection::LeafUnsettled { record, .. }
            | Rejection::LeafLimit { record, .. }
            | Rejection::SearchLimit { record, .. }
            | Rejection::PositionLimit { record, .. }
            | Rejection::EdgeLimit { record, .. }
            | Rejection::ByteLimit { record, .. }
            | Rejection::TimeLimit { record, .. }
            | Rejection::Stopped { record, .. }
            | Rejection::NoMoves { record, .. }
            | Rejection::Damaged(Damage::BadRecord { record, .. }) => Some(*record),
            _ => None,
        }
    }

    /// Whether a limit of the checker was reached, or the check was stopped, so that the
    /// certificate may still be right.
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
