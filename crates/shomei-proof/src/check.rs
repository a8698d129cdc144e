//! The checker: replays a certificate with the rules and accepts it, or names
//! the record that fails.
//!
//! Why an accepted certificate is right:
//!
//! * *Proof.* Records name larger numbers only, so there is a last one, and by
//!   induction from the end the attacker wins each position: by the named move,
//!   or after every move of the defender.
//! * *Disproof.* The positions of the records form a closed set without won
//!   positions: the defender has a move that stays in it or fails the attacker,
//!   the attacker has only such moves. A defender who never leaves it is never
//!   beaten; the play may go on for ever.
//! * *Re-solved leaves* are decided by the search of `plain.rs`, which sees
//!   nothing of the certificate.
//!
//! Memory: a proof needs the positions that are named and not yet read, the
//! width of the DAG; a disproof, whose edges may lead back, all positions.

use std::io::Read;

use shomei_game::{Game, Status};

use crate::ledger::{Edge, Ledger};
use crate::local::Local;
use crate::{CheckError, CheckLimits, Claim, Reader, Record, Rejection, Totals};

/// What was checked in an accepted certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// What is now known about the root position.
    pub claim: Claim,
    /// The records, edges, terminal children and re-solved leaves.
    pub totals: Totals,
    /// The nodes searched for the re-solved leaves.
    pub search_nodes: u64,
    /// The most positions held at once.
    pub peak_positions: u64,
    /// The plies of the longest line through the records of a proof: the
    /// attacker wins within so many, and those of the re-solved leaf at which
    /// the line ends, if it does. `None` for a disproof, which may go on for
    /// ever.
    pub longest_line: Option<u64>,
}

/// Checks a certificate about `root` under the rules and the goal of `game`,
/// within the default [`CheckLimits`].
///
/// The texts of the header are not looked at: compare them, or take game and
/// root from [`Header::open`](crate::Header::open). The claim is the header's.
///
/// A file is accepted that is whole and undamaged, and in which
///
/// * there is no record exactly if the rules settle the root, and then as
///   claimed;
/// * record 0 answers the root, and every other record is named by one before
///   it; records that are named exist; all that name a record name it for the
///   same position;
/// * a position in which the [chooser](Claim::chooser) of the claim is to move
///   has one legal move, any other one child for every legal move, unless it is
///   re-solved;
/// * a child is terminal exactly if the rules settle the position after the
///   move, and then as claimed; in a proof, a child has a larger number than
///   its record;
/// * [`plain_search`](crate::plain_search) confirms every re-solved leaf within the nodes of the
///   record.
///
/// # Errors
///
/// [`CheckError::Rejected`] with the record and the reason; [`CheckError::Io`]
/// when the file could not be read.
pub fn check<G: Game, R: Read>(
    game: &G,
    root: &G::Position,
    reader: Reader<R>,
) -> Result<Verified, CheckError> {
    check_within(game, root, reader, &CheckLimits::default())
}

/// Checks a certificate as [`check`] does, within the given limits.
///
/// # Errors
///
/// [`CheckError::Rejected`] with the record and the reason, or the limit that was reached;
/// [`CheckError::Io`] when the file could not be read.
pub fn check_within<G: Game, R: Read>(
    game: &G,
    root: &G::Position,
    mut reader: Reader<R>,
    limits: &CheckLimits,
) -> Result<Verified, CheckError> {
    let claim = reader.header().claim;
    let status = game.status(root);
    if status != Status::Open && status != claim.end() {
        return Err(Rejection::RootValue { status, claim }.into());
    }
    let mut checker = Checker {
        local: Local::new(game, claim, limits),
        ledger: Ledger::new(root.clone(), game.heap_bytes(root), limits),
        longest_line: 0,
    };
    let mut records = 0;
    while let Some(record) = reader.next_record()? {
        if status != Status::Open {
            return Err(Rejection::RootIsOver.into());
        }
        checker.record(records, &record)?;
        records += 1;
    }
    if status == Status::Open {
        checker.finish(records)?;
    }
    Ok(Verified {
        claim,
        totals: reader.totals(),
        search_nodes: checker.local.search_nodes,
        peak_positions: checker.ledger.peak(),
        longest_line: (claim == Claim::Proved).then_some(checker.longest_line),
    })
}

struct Checker<'a, G: Game> {
    local: Local<'a, G>,
    ledger: Ledger<G::Position>,
    longest_line: u64,
}

impl<G: Game> Checker<'_, G> {
    /// Checks the record with this number.
    fn record(&mut self, number: u64, record: &Record) -> Result<(), Rejection> {
        self.local.step(number, || self.ledger.bytes())?;
        let (game, claim) = (self.local.game, self.local.claim);
        let named = self
            .ledger
            .take(number, |position| game.heap_bytes(position))?;
        if claim == Claim::Disproved {
            let heap = game.heap_bytes(&named.position);
            self.ledger.keep(number, named.position.clone(), heap)?;
        }
        if let Record::Resolved { nodes } = *record {
            self.longest_line = self.longest_line.max(named.plies);
            let held = self.ledger.bytes();
            return self.local.resolve(number, &named.position, nodes, held);
        }
        self.local.shape(number, record, &named.position)?;
        for (mv, child) in record.children() {
            self.local.step(number, || self.ledger.bytes())?;
            self.local.count_edge(number)?;
            let place = (number, &named.position);
            let plies = named.plies + 1;
            match self.local.child(place, mv, child)? {
                None => self.longest_line = self.longest_line.max(plies),
                Some((child, position)) => {
                    let heap = game.heap_bytes(&position);
                    let edge = Edge {
                        record: number,
                        mv,
                        child,
                    };
                    self.ledger.name(edge, position, heap, plies)?;
                }
            }
        }
        Ok(())
    }

    fn finish(&self, records: u64) -> Result<(), Rejection> {
        if records == 0 {
            return Err(Rejection::RootUnanswered);
        }
        self.ledger.finish(records)
    }
}
