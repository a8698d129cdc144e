//! Checks a certificate in parts: each machine checks one range of its records.
//!
//! References between parts are exchanged as [`Named`] entries, with the text of the position.
//! [`Slice`] describes the protocol that makes the check of the whole complete.

use std::io::{Cursor, Read, Seek};
use std::ops::Range;
use std::sync::Arc;

use shomei_game::Notation;
use shomei_proof::{CheckLimits, IndexedReader, Naming, Record, Rejection, Slice, Totals};

/// A reference from a record of one part to a record of another part, for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Named {
    /// The record that contains the reference.
    pub record: u64,
    /// The index of the move.
    pub mv: u32,
    /// The record that the move leads to.
    pub child: u64,
    /// The text of the position after the move.
    pub position: String,
}

/// A fault of a part of a certificate, or the reason why it cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("{reason}")]
pub struct PartFault {
    /// The record or the part of the file, and its fault.
    pub reason: String,
    /// Whether a limit was reached: then the certificate may still be correct.
    pub is_limit: bool,
}

impl PartFault {
    fn of(reason: &dyn ToString) -> PartFault {
        PartFault {
            reason: reason.to_string(),
            is_limit: false,
        }
    }
}

impl From<Rejection> for PartFault {
    fn from(rejection: Rejection) -> PartFault {
        PartFault {
            reason: rejection.to_string(),
            is_limit: rejection.is_limit(),
        }
    }
}

/// A part of a certificate that is being checked: [`Slice`] without the type of its game.
pub trait Part: Send {
    /// Accepts references from other parts, checks every record that can be checked now, and
    /// returns the references to other parts.
    ///
    /// # Errors
    ///
    /// The fault, with its record.
    fn go_on(&mut self, named: &[Named]) -> Result<Vec<Named>, PartFault>;

    /// The totals of the part, once no reference is left to exchange.
    ///
    /// # Errors
    ///
    /// A record that no reference reaches.
    fn finish(&self) -> Result<Totals, PartFault>;
}

/// Opens a part of a certificate. The header must be about this game.
///
/// # Errors
///
/// The header, the index or a block of the part is damaged, or the certificate is about another
/// game, other rules or another goal.
pub(crate) fn open<G: Notation + Send + 'static>(
    game: &G,
    certificate: &Arc<[u8]>,
    records: Range<u64>,
    limits: CheckLimits,
) -> Result<Box<dyn Part>, PartFault>
where
    G::Position: Send,
{
    let mut reader = IndexedReader::open(Cursor::new(Arc::clone(certificate)))
        .map_err(|error| PartFault::of(&error))?;
    let header = reader.header().clone();
    let (game, _) = header
        .open_with(game)
        .map_err(|error| PartFault::of(&error))?;
    if header.plies.is_some() {
        // The remaining plies of a record depend on all records that name it.
        let reason = "a certificate about a number of plies cannot be checked in parts";
        return Err(PartFault::of(&reason));
    }
    let read = read(&mut reader, &records)?;
    Ok(Box::new(Typed {
        slice: Slice::new(header.claim, records.start, read, limits),
        game,
    }))
}

/// Reads the records of a range; each block is read once.
fn read<R: Read + Seek>(
    reader: &mut IndexedReader<R>,
    range: &Range<u64>,
) -> Result<Vec<Record>, PartFault> {
    let mut records = Vec::new();
    let mut next = range.start;
    while next < range.end {
        let block = reader
            .block_around(next)
            .map_err(|error| PartFault::of(&error))?;
        let Some((first, block)) = block else {
            return Err(PartFault::of(&format!("record {next}: there is none")));
        };
        let end = first + block.len() as u64;
        let skipped = (next - first) as usize;
        let wanted = (range.end.min(end) - next) as usize;
        records.extend(block.into_iter().skip(skipped).take(wanted));
        next = end;
    }
    Ok(records)
}

struct Typed<G: Notation> {
    game: G,
    slice: Slice<G::Position>,
}

impl<G: Notation + Send> Part for Typed<G>
where
    G::Position: Send,
{
    fn go_on(&mut self, named: &[Named]) -> Result<Vec<Named>, PartFault> {
        for Named {
            record,
            mv,
            child,
            position,
        } in named
        {
            let naming = Naming {
                record: *record,
                mv: *mv,
                child: *child,
            };
            let read = self.game.parse_position(position).map_err(|error| {
                PartFault::of(&format!(
                    "record {record}, move {mv}: its position: {error}"
                ))
            })?;
            self.slice.name(naming, read)?;
        }
        let mut leads = Vec::new();
        let mut unreadable = None;
        let game = &self.game;
        self.slice.go_on(game, &mut |naming, position| {
            let Naming { record, mv, child } = naming;
            let text = game.format_position(position);
            // Two positions with the same text could not be distinguished in other parts.
            if game.parse_position(&text).ok().as_ref() != Some(position) {
                unreadable.get_or_insert(naming);
            }
            leads.push(Named {
                record,
                mv,
                child,
                position: text,
            });
        })?;
        match unreadable {
            Some(Naming { record, mv, .. }) => Err(PartFault {
                reason: format!(
                    "record {record}, move {mv}: the text of the position after it is not read as that \
                     position, so this certificate cannot be checked in parts"
                ),
                is_limit: true,
            }),
            None => Ok(leads),
        }
    }

    fn finish(&self) -> Result<Totals, PartFault> {
        Ok(self.slice.finish()?)
    }
}
