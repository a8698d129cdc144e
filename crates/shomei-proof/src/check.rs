//! The checker: replays a certificate with the rules and accepts it, or reports the record that
//! fails.
//!
//! Why an accepted certificate is right:
//!
//! * *Proof.* Records refer only to larger numbers, so there is a last one. By induction from the
//!   end, the attacker wins each position: by the given move, or after every move of the defender.
//! * *Disproof.* The positions of the records form a closed set without won positions: the defender
//!   has a move that stays in the set or makes the attacker fail, and all moves of the attacker
//!   stay in the set or fail. A defender who never leaves the set is never beaten; the play may
//!   continue for ever.
//! * *Within N plies.* The remaining plies of a record are those of the preceding records that name
//!   it, minus 1: the smallest number in a proof, the largest in a disproof. A win within few plies
//!   is also one within more. *Proof:* by induction from the end, each position is won within its
//!   remaining plies. *Disproof:* a move may lead back to a record that has at least as many plies
//!   as remain after the move. By induction on k, no position is won within k plies if it has k or
//!   more remaining plies: the same holds for k - 1 and the positions after its moves.
//! * *Re-solved leaves* are decided by the search of `plain.rs`, which uses nothing of the
//!   certificate.
//!
//! Memory: the positions that are referred to and not yet read, which is the width of the DAG; for a
//! disproof, whose edges can lead back, all positions, in version 2 with their plies.

use std::io::Read;

use shomei_game::{Game, Status};

use crate::ledger::{Edge, Ledger};
use crate::local::Local;
use crate::plies::check_plies;
use crate::{CheckError, CheckLimits, Claim, Header, Reader, Record, Rejection, Totals};

/// The results of checking an accepted certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The claim that is now verified for the root position.
    pub claim: Claim,
    /// The number of plies within which the attacker can win, or cannot win; `None` for any number.
    pub plies: Option<u16>,
    /// The records, edges, terminal children and re-solved leaves.
    pub totals: Totals,
    /// The nodes searched for the re-solved leaves.
    pub search_nodes: u64,
    /// The largest number of positions held in memory.
    pub peak_positions: u64,
    /// The plies of the longest line through the records of a proof. The attacker wins within this
    /// number of plies, plus those of the re-solved leaf if the line ends in one. `None` for a
    /// disproof, whose play may continue for ever.
    pub longest_line: Option<u64>,
}

/// Checks a certificate about `root` under the rules and the goal of `game`,
/// within the default [`CheckLimits`].
///
/// The texts of the header are ignored: compare them, or take game and root from
/// [`Header::open`](crate::Header::open). The claim is that of the header.
///
/// A file is accepted if it is complete and undamaged, and if
///
/// * there is no record if and only if the rules settle the root, and then as claimed;
/// * record 0 answers the root, and an earlier record refers to every other record; all records
///   that are referred to exist; all references to a record are made for the same position;
/// * a position in which the [chooser](Claim::chooser) of the claim is to move has one legal move,
///   and any other position has one child for every legal move, unless it is re-solved;
/// * a child is terminal if and only if the rules settle the position after the move, and then as
///   claimed (a position with too few [remaining plies](Header::plies) counts as failed); in a
///   proof, a child has a larger number than its record; in a disproof about a number of plies, a
///   child without a larger number has at least as many plies as remain after the move;
/// * [`plain_search`](crate::plain_search) confirms every re-solved leaf within the nodes of the
///   record;
/// * the number of plies of the claim, if there is one, is possible at the root.
///
/// # Errors
///
/// [`CheckError::Rejected`] with the record and the reason; [`CheckError::Io`] if the file could
/// not be read.
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
/// [`CheckError::Io`] if the file could not be read.
pub fn check_within<G: Game, R: Read>(
    game: &G,
    root: &G::Position,
    mut reader: Reader<R>,
    limits: &CheckLimits,
) -> Result<Verified, CheckError> {
    let Header { claim, plies, .. } = *reader.header();
    let status = game.status(root);
    if status != Status::Open && status != claim.end() {
        return Err(Rejection::RootValue { status, claim }.into());
    }
    let mut checker = Checker {
        local: Local::new(game, (claim, plies), limits),
        ledger: Ledger::new(root.clone(), game.heap_bytes(root), limits, claim),
        longest_line: 0,
    };
    if status == Status::Open {
        check_plies(game, root, plies)?;
    }
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
        plies,
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
        let game = self.local.game;
        let named = self
            .ledger
            .take(number, |position| game.heap_bytes(position))?;
        // A record is named only while plies remain for its position.
        let left = self.local.plies.map(|plies| plies - named.plies as u16);
        if self.local.may_lead_back() {
            let heap = game.heap_bytes(&named.position);
            let plies = left.map(|_| named.plies as u16);
            self.ledger
                .keep(number, named.position.clone(), heap, plies)?;
        }
        if let Record::Resolved { nodes } = *record {
            self.longest_line = self.longest_line.max(named.plies);
            let (held, place) = (self.ledger.bytes(), (number, &named.position));
            return self.local.resolve(place, left, nodes, held);
        }
        let left_after = left.map(|left| left - 1);
        self.local.shape(number, record, &named.position)?;
        for (mv, child) in record.children() {
            self.local.step(number, || self.ledger.bytes())?;
            self.local.count_edge(number)?;
            let place = (number, &named.position);
            let plies = named.plies + 1;
            match self.local.child(place, (mv, child), left_after)? {
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
