//! Tables about all records, such as the sizes of subtrees, and passes over all records.

use std::collections::TryReserveError;
use std::io::BufReader;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei::certificates::{Certificate, Size, Sizes};
use shomei::game::error_text;
use shomei::messages::grouped;
use shomei::proof::{Child, IndexedReader, ReadError, Record};
use shomei::{Error, Kinds};

use super::{Part, Stored};

/// The memory of the table per record.
pub(crate) const BYTES_PER_RECORD: u64 = 16;

/// The table of a certificate.
#[derive(Debug)]
pub(crate) struct Tables {
    sizes: Sizes,
}

impl Tables {
    /// Computes the table in one or two passes over the records.
    ///
    /// # Errors
    ///
    /// [`Limit`](shomei::ErrorKind::Limit) when the table would take more than `memory` bytes or
    /// the computation is stopped; those of [`Certificate::sizes`].
    pub(crate) fn make(
        kinds: &Kinds,
        stored: &Stored,
        memory: u64,
        stop: &AtomicBool,
    ) -> Result<Tables, Error> {
        let mut certificate = Certificate::open(kinds, stored.reader())?;
        let records = certificate.totals().records;
        if records.saturating_mul(BYTES_PER_RECORD) > memory {
            let message = format!(
                "the lengths of {records} records take {BYTES_PER_RECORD} bytes each, more than \
                 the memory that they may have"
            );
            return Err(Error::limit(message));
        }
        Ok(Tables {
            sizes: certificate.sizes(stop)?,
        })
    }

    /// The size of the subtree of a record.
    pub(crate) fn size(&self, number: u64) -> Option<Size> {
        self.sizes.of(number)
    }
}

/// The records that a record references, with the index of each move.
pub(crate) fn named(record: &Record) -> impl Iterator<Item = (u32, u64)> + '_ {
    record.children().filter_map(|(mv, child)| match child {
        Child::Record(number) => Some((mv, number)),
        Child::Terminal => None,
    })
}

/// Whether a visit continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Enough,
    More,
}

/// Visits the records before this one with their numbers, from last to first, until `see` returns
/// [`Seen::Enough`]. Tests `stop` after every block of some thousand records.
pub(crate) fn visit_backwards(
    stored: &Stored,
    before: u64,
    stop: &AtomicBool,
    mut see: impl FnMut(u64, &Record) -> Seen,
) -> Result<(), Error> {
    let damaged = |error: ReadError| Error::input(error.to_string());
    let mut reader =
        IndexedReader::<BufReader<Part>>::open(BufReader::new(stored.reader())).map_err(damaged)?;
    let mut left = before.min(reader.totals().records);
    while left > 0 {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::limit("stopped before every record was read"));
        }
        let block = reader.block_around(left - 1).map_err(damaged)?;
        // A block contains at least the record for which it was fetched.
        let (first, records) = block.unwrap_or_default();
        for (place, record) in records.iter().enumerate().rev() {
            let number = first + place as u64;
            if number < left && see(number, record) == Seen::Enough {
                return Ok(());
            }
        }
        left = first;
    }
    Ok(())
}

/// A set of records, one bit for each.
#[derive(Debug)]
pub(crate) struct Marks(Vec<u64>);

/// The maximum number of records in a set, which then takes 128 MiB.
const MOST_MARKS: u64 = 1 << 30;

impl Marks {
    /// An empty set for this number of records.
    ///
    /// # Errors
    ///
    /// [`Limit`](shomei::ErrorKind::Limit) when the number of records is above the maximum or the
    /// memory is not sufficient.
    pub(crate) fn new(records: u64) -> Result<Marks, Error> {
        let no_room = |_: TryReserveError| Error::limit("the memory does not suffice");
        if records > MOST_MARKS {
            return Err(Error::limit(error_text!(
                "records-too-many",
                "{records} records are too many to search",
                records = grouped(records)
            )));
        }
        let length = usize::try_from(records / 64 + 1).unwrap_or(usize::MAX);
        let mut bits = Vec::new();
        bits.try_reserve_exact(length).map_err(no_room)?;
        bits.resize(length, 0);
        Ok(Marks(bits))
    }

    /// Adds a record; false if it is in the set already or out of range.
    pub(crate) fn add(&mut self, number: u64) -> bool {
        let place = usize::try_from(number / 64).ok();
        let Some(bits) = place.and_then(|place| self.0.get_mut(place)) else {
            return false;
        };
        let bit = 1 << (number % 64);
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;

    #[test]
    fn the_sizes_are_those_of_the_records() {
        let text = "r = OR { a }  a = AND { b, c }  b = OR { d }  c = OR { d }  d = AND { Won }";
        let stored = samples::stored(&samples::proof(text));
        let stop = AtomicBool::new(false);
        let tables = Tables::make(&Kinds::builtin(), &stored, 1 << 20, &stop).unwrap();
        let root = tables.size(0).unwrap();
        assert_eq!((root.longest_line, root.as_tree), (Some(4), Some(6)));
        assert_eq!(tables.size(4).unwrap().parents, 2);
        assert!(tables.size(5).is_none());
    }

    #[test]
    fn too_little_memory_and_a_stop_are_limits() {
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let kinds = Kinds::builtin();
        let little = Tables::make(&kinds, &stored, 47, &AtomicBool::new(false)).unwrap_err();
        assert_eq!(little.kind(), shomei::ErrorKind::Limit);
        assert!(Tables::make(&kinds, &stored, 48, &AtomicBool::new(false)).is_ok());
        let stopped = Tables::make(&kinds, &stored, 48, &AtomicBool::new(true)).unwrap_err();
        assert_eq!(stopped.kind(), shomei::ErrorKind::Limit);
    }

    #[test]
    fn records_are_seen_from_back_to_front() {
        let stored = samples::stored(&samples::long_proof(20_000));
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        visit_backwards(&stored, 19_990, &stop, |number, record| {
            seen.push(number);
            // Each record references the next one.
            assert_eq!(named(record).next(), Some((0, number + 1)));
            if number == 7 {
                Seen::Enough
            } else {
                Seen::More
            }
        })
        .unwrap();
        assert!(seen.into_iter().eq((7..19_990).rev()));
        stop.store(true, Ordering::Relaxed);
        assert!(visit_backwards(&stored, 9, &stop, |_, _| Seen::More).is_err());
    }

    #[test]
    fn a_record_is_new_once() {
        let mut marks = Marks::new(130).unwrap();
        assert!(marks.add(0) && marks.add(64) && marks.add(129));
        assert!(!marks.add(64) && !marks.add(1_000));
        assert!(Marks::new(u64::MAX).is_err());
    }
}
