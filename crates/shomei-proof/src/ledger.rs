//! The position of each record.

use std::collections::{BTreeMap, TryReserveError, VecDeque};

use crate::{CheckLimits, Claim, Rejection};

/// A reference from one record to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) record: u64,
    pub(crate) mv: u32,
    pub(crate) child: u64,
}

/// A position that a record must answer.
#[derive(Clone, Debug)]
pub(crate) struct Named<P> {
    pub(crate) position: P,
    /// The plies from the root to it through the preceding records: the largest number in a proof,
    /// the smallest in a disproof.
    pub(crate) plies: u64,
    /// The first record that referred to it, for messages.
    namer: u64,
}

/// The positions of the records that were referred to and not yet read; in a disproof, also of
/// those that were read.
///
/// Positions are compared, not hashed. All storage grows in small pieces: a hash table would use
/// three times as much memory at the moment when it grows.
#[derive(Debug)]
pub(crate) struct Ledger<P> {
    pending: Pending<P>,
    /// The positions of the records that were read, by number. It stays empty for a proof, whose
    /// edges never lead back.
    read: NumberedPositions<P>,
    /// Selects one of two numbers of plies from the root to a position.
    select: fn(u64, u64) -> u64,
    /// The heap bytes of the positions.
    heap: u64,
    limit: u64,
    bytes: u64,
    peak: u64,
}

impl<P: Clone + Eq> Ledger<P> {
    /// A ledger in which record 0 answers the root, which has `heap` heap bytes.
    pub(crate) fn new(root: P, heap: usize, limits: &CheckLimits, claim: Claim) -> Ledger<P> {
        let root = Named {
            position: root,
            plies: 0,
            namer: 0,
        };
        let mut pending = Pending::default();
        // The memory for one position can always be allocated.
        pending.insert(0, root).unwrap_or_default();
        Ledger {
            pending,
            read: NumberedPositions::default(),
            select: match claim {
                Claim::Proved => u64::max,
                Claim::Disproved => u64::min,
            },
            heap: heap as u64,
            limit: limits.positions,
            bytes: limits.bytes,
            peak: 1,
        }
    }

    /// The largest number of positions held in memory.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }

    /// Approximately the bytes of all positions, rather too many than too few.
    pub(crate) fn bytes(&self) -> u64 {
        (self.pending.bytes() + self.read.bytes()) as u64 + self.heap
    }

    /// Removes and returns the position of a record that is being read. `heap` gives its heap
    /// bytes.
    pub(crate) fn take(
        &mut self,
        record: u64,
        heap: impl Fn(&P) -> usize,
    ) -> Result<Named<P>, Rejection> {
        let named = self.pending.remove(record);
        let named = named.ok_or(Rejection::Unreachable { record })?;
        self.heap -= heap(&named.position) as u64;
        Ok(named)
    }

    /// Keeps the position of a record that was read, and its plies from the root if the claim
    /// limits them. This is done for every record, in order.
    pub(crate) fn keep(
        &mut self,
        record: u64,
        position: P,
        heap: usize,
        plies: Option<u16>,
    ) -> Result<(), Rejection> {
        debug_assert_eq!(self.read.count, record);
        if self.read.push(position, plies).is_err() {
            return Err(self.no_room(record));
        }
        self.heap += heap as u64;
        self.watch(record)
    }

    /// Records that an edge leads to `position`, `plies` from the root. The position has `heap`
    /// heap bytes.
    ///
    /// The edge must not lead back to a record whose position was not kept.
    pub(crate) fn name(
        &mut self,
        edge: Edge,
        position: P,
        heap: usize,
        plies: u64,
    ) -> Result<(), Rejection> {
        let Edge { record, mv, child } = edge;
        let known = match self.read.get(child) {
            Some((position_of_child, from_root)) => {
                // A record that was read shows its claim within its own remaining plies only.
                if *position_of_child == position && from_root.is_some_and(|known| known > plies) {
                    return Err(Rejection::FewerPlies { record, mv, child });
                }
                position_of_child
            }
            None => match self.pending.get_mut(child) {
                Some(named) => {
                    named.plies = (self.select)(named.plies, plies);
                    &named.position
                }
                None => {
                    let named = Named {
                        position,
                        plies,
                        namer: record,
                    };
                    if self.pending.insert(child, named).is_err() {
                        return Err(self.no_room(record));
                    }
                    self.heap += heap as u64;
                    return self.watch(record);
                }
            },
        };
        if *known == position {
            return Ok(());
        }
        Err(Rejection::PositionDiffers { record, mv, child })
    }

    /// Checks that every record that was referred to was read; `records` is their number.
    pub(crate) fn finish(&self, records: u64) -> Result<(), Rejection> {
        self.pending.first().map_or(Ok(()), |(child, named)| {
            Err(Rejection::MissingRecord {
                record: named.namer,
                child,
                records,
            })
        })
    }

    /// The rejection when memory runs out: a certificate must not crash the checker, so the
    /// available memory is a limit too.
    fn no_room(&self, record: u64) -> Rejection {
        let limit = self.held();
        Rejection::PositionLimit { record, limit }
    }

    fn held(&self) -> u64 {
        self.pending.count + self.read.count
    }

    fn watch(&mut self, record: u64) -> Result<(), Rejection> {
        let held = self.held();
        self.peak = self.peak.max(held);
        let limit = self.limit;
        if held > limit {
            return Err(Rejection::PositionLimit { record, limit });
        }
        let limit = self.bytes;
        if self.bytes() > limit {
            return Err(Rejection::ByteLimit { record, limit });
        }
        Ok(())
    }
}

/// Positions by number, beginning with 0, in pieces. If the claim limits the plies, each has its
/// plies from the root.
#[derive(Debug)]
struct NumberedPositions<P> {
    positions: Vec<Vec<P>>,
    /// Empty if the plies are not limited.
    plies: Vec<Vec<u16>>,
    count: u64,
}

impl<P> Default for NumberedPositions<P> {
    fn default() -> NumberedPositions<P> {
        NumberedPositions {
            positions: Vec::new(),
            plies: Vec::new(),
            count: 0,
        }
    }
}

impl<P> NumberedPositions<P> {
    /// The number of positions in a piece.
    const PIECE: usize = 1 << 12;

    fn push(&mut self, position: P, plies: Option<u16>) -> Result<(), TryReserveError> {
        push_in_pieces(&mut self.positions, position, Self::PIECE)?;
        if let Some(plies) = plies {
            push_in_pieces(&mut self.plies, plies, Self::PIECE)?;
        }
        self.count += 1;
        Ok(())
    }

    /// The position of a record that was read, and its plies from the root if they are limited.
    fn get(&self, record: u64) -> Option<(&P, Option<u64>)> {
        let record = usize::try_from(record).ok()?;
        let (piece, place) = (record / Self::PIECE, record % Self::PIECE);
        let plies = self.plies.get(piece).and_then(|piece| piece.get(place));
        let plies = plies.map(|&plies| u64::from(plies));
        Some((self.positions.get(piece)?.get(place)?, plies))
    }

    fn bytes(&self) -> usize {
        let (positions, plies) = (self.positions.len(), self.plies.len());
        Self::PIECE * (size_of::<P>() * positions + size_of::<u16>() * plies)
    }
}

/// Adds an element to the last piece, which has room for `each`, or to a new one.
fn push_in_pieces<T>(
    pieces: &mut Vec<Vec<T>>,
    element: T,
    each: usize,
) -> Result<(), TryReserveError> {
    if pieces.last().is_none_or(|piece| piece.len() == each) {
        let mut piece = Vec::new();
        piece.try_reserve_exact(each)?;
        pieces.try_reserve(1)?;
        pieces.push(piece);
    }
    if let Some(piece) = pieces.last_mut() {
        piece.push(element);
    }
    Ok(())
}

/// Positions by number. Children usually have successive numbers, and the smallest number is
/// removed next.
#[derive(Debug)]
struct Pending<P> {
    /// Each piece contains the numbers that agree in all but the low [`LOW`] bits; no piece is
    /// empty.
    pieces: BTreeMap<u64, Piece<P>>,
    count: u64,
    /// The total capacity of the pieces.
    room: usize,
}

/// The number of bits of a place in a piece, which is a bit of a `u64`.
const LOW: u32 = 6;

/// Up to 64 positions in the order of their numbers.
#[derive(Debug)]
struct Piece<P> {
    /// A bit for each number that is present.
    present: u64,
    named: VecDeque<Named<P>>,
}

impl<P> Default for Pending<P> {
    fn default() -> Pending<P> {
        Pending {
            pieces: BTreeMap::new(),
            count: 0,
            room: 0,
        }
    }
}

impl<P> Pending<P> {
    /// Inserts a number that is not present.
    fn insert(&mut self, number: u64, named: Named<P>) -> Result<(), TryReserveError> {
        let piece = self.pieces.entry(number >> LOW).or_insert_with(|| Piece {
            present: 0,
            named: VecDeque::new(),
        });
        let before = piece.named.capacity();
        piece.named.try_reserve(1)?;
        self.room += piece.named.capacity() - before;
        let (bit, place) = piece.place(number);
        debug_assert_eq!(piece.present & bit, 0);
        piece.present |= bit;
        piece.named.insert(place, named);
        self.count += 1;
        Ok(())
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut Named<P>> {
        let piece = self.pieces.get_mut(&(number >> LOW))?;
        let (bit, place) = piece.place(number);
        match piece.present & bit {
            0 => None,
            _ => piece.named.get_mut(place),
        }
    }

    fn remove(&mut self, number: u64) -> Option<Named<P>> {
        let piece = self.pieces.get_mut(&(number >> LOW))?;
        let (bit, place) = piece.place(number);
        if piece.present & bit == 0 {
            return None;
        }
        piece.present &= !bit;
        let named = piece.named.remove(place);
        self.count -= 1;
        if piece.present == 0 {
            self.room -= piece.named.capacity();
            self.pieces.remove(&(number >> LOW));
        }
        named
    }

    /// The smallest number.
    fn first(&self) -> Option<(u64, &Named<P>)> {
        let (high, piece) = self.pieces.first_key_value()?;
        let low = u64::from(piece.present.trailing_zeros());
        Some(((high << LOW) + low, piece.named.front()?))
    }

    /// The bytes of everything; nodes of a B-tree are about half full.
    fn bytes(&self) -> usize {
        size_of::<Named<P>>() * self.room + 2 * size_of::<(u64, Piece<P>)>() * self.pieces.len()
    }
}

impl<P> Piece<P> {
    /// The bit of a number, and how many smaller numbers are present.
    fn place(&self, number: u64) -> (u64, usize) {
        let bit = 1 << (number % (1 << LOW));
        (bit, (self.present & (bit - 1)).count_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use shomei_game::KeyStream;

    use super::*;

    /// Compared with a plain map, for numbers near each other and far apart.
    #[test]
    fn positions_are_found_by_their_numbers() {
        let mut stream = KeyStream::new(7);
        let (mut pending, mut plain) = (Pending::default(), BTreeMap::new());
        for step in 0..20_000 {
            let key = stream.next_key().0;
            let number = match key % 3 {
                0 => key >> 8 & 0x7f,
                1 => key >> 8 & 0x3_ff00,
                _ => 1 << (key >> 8 & 0x3d),
            };
            let is_there = plain.contains_key(&number);
            if is_there {
                assert_eq!(
                    pending.get_mut(number).map(|named| named.position),
                    plain.get(&number).copied()
                );
                let removed = pending.remove(number).map(|named| named.position);
                assert_eq!(removed, plain.remove(&number));
            } else {
                assert!(pending.get_mut(number).is_none() && pending.remove(number).is_none());
                plain.insert(number, step);
                let (position, plies, namer) = (step, 0, 0);
                pending
                    .insert(
                        number,
                        Named {
                            position,
                            plies,
                            namer,
                        },
                    )
                    .unwrap();
            }
            let first = pending
                .first()
                .map(|(number, named)| (number, named.position));
            assert_eq!(
                first,
                plain.first_key_value().map(|(&number, &at)| (number, at))
            );
            assert_eq!(pending.count, plain.len() as u64);
            let room: usize = pending
                .pieces
                .values()
                .map(|piece| piece.named.capacity())
                .sum();
            assert_eq!(pending.room, room);
        }
        assert!(plain.len() > 100);
    }
}
