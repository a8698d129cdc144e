//! What is known of all records at once: how much hangs on each, and which record names it
//! first.

use std::io::BufReader;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei::certificates::{Certificate, Size, Sizes};
use shomei::proof::{Child, Reader, Record};
use shomei::{Error, Kinds};

use super::Stored;

/// So many bytes the tables take for each record: 16 for the sizes and 4 for the first parent.
pub(crate) const BYTES_PER_RECORD: u64 = 20;

/// The tables of a certificate.
#[derive(Debug)]
pub(crate) struct Tables {
    sizes: Sizes,
    /// The record that names each record first; it is 0 for the root.
    first_parents: Vec<u32>,
}

impl Tables {
    /// Makes them, in two or three passes over the records.
    ///
    /// # Errors
    ///
    /// [`Limit`](shomei::ErrorKind::Limit) when they would take more than `memory` bytes, or it
    /// is stopped; those of [`Certificate::sizes`].
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
        let sizes = certificate.sizes(stop)?;
        drop(certificate);
        let first_parents = first_parents(stored, records, stop)?;
        Ok(Tables {
            sizes,
            first_parents,
        })
    }

    /// What hangs on a record.
    pub(crate) fn size(&self, number: u64) -> Option<Size> {
        self.sizes.of(number)
    }

    /// The first record that names this one, nothing for the root. Its number is smaller.
    pub(crate) fn first_parent(&self, number: u64) -> Option<u64> {
        let place = usize::try_from(number).ok()?;
        let parent = u64::from(*self.first_parents.get(place)?);
        (parent < number).then_some(parent)
    }
}

/// The records that a record names, with the place of each move; each record once.
pub(crate) fn named(record: &Record) -> impl Iterator<Item = (u32, u64)> + '_ {
    record.children().filter_map(|(mv, child)| match child {
        Child::Record(number) => Some((mv, number)),
        Child::Terminal => None,
    })
}

/// The records of a file from front to back, with their numbers, until `see` has enough.
pub(crate) fn visit(
    stored: &Stored,
    stop: &AtomicBool,
    mut see: impl FnMut(u64, &Record) -> Result<Seen, Error>,
) -> Result<(), Error> {
    let damaged = |error: shomei::proof::ReadError| Error::input(error.to_string());
    let mut reader = Reader::open(BufReader::new(stored.reader())).map_err(damaged)?;
    let mut number = 0;
    while let Some(record) = reader.next_record().map_err(damaged)? {
        if number % 1024 == 0 && stop.load(Ordering::Relaxed) {
            return Err(Error::limit("stopped before every record was read"));
        }
        if see(number, &record)? == Seen::Enough {
            break;
        }
        number += 1;
    }
    Ok(())
}

/// Whether more records are to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Enough,
    More,
}

fn first_parents(stored: &Stored, records: u64, stop: &AtomicBool) -> Result<Vec<u32>, Error> {
    let no_room = |_| Error::limit("the memory does not suffice for the first parents");
    let mut parents: Vec<u32> = Vec::new();
    let length = usize::try_from(records).unwrap_or(usize::MAX);
    parents.try_reserve_exact(length).map_err(no_room)?;
    parents.resize(length, u32::MAX);
    visit(stored, stop, |number, record| {
        let parent = u32::try_from(number)
            .map_err(|_| Error::limit("the tables hold numbers of records below 2^32"))?;
        for (_, child) in named(record) {
            let place = usize::try_from(child).ok();
            if let Some(known) = place.and_then(|place| parents.get_mut(place)) {
                *known = parent.min(*known);
            }
        }
        Ok(Seen::More)
    })?;
    Ok(parents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;

    #[test]
    fn the_first_parent_is_the_smallest() {
        let text = "r = OR { a }  a = AND { b, c }  b = OR { d }  c = OR { d }  d = AND { Won }";
        let stored = samples::stored(&samples::proof(text));
        let stop = AtomicBool::new(false);
        let tables = Tables::make(&Kinds::builtin(), &stored, 1 << 20, &stop).unwrap();
        let root = tables.size(0).unwrap();
        assert_eq!((root.longest_line, root.as_tree), (Some(4), Some(6)));
        assert_eq!(tables.first_parent(0), None);
        assert_eq!(tables.first_parent(1), Some(0));
        // Whichever of b and c comes first, d is named by it first.
        assert_eq!(tables.size(4).unwrap().parents, 2);
        assert_eq!(tables.first_parent(4), Some(2));
        assert_eq!(tables.first_parent(5), None);
    }

    #[test]
    fn too_little_memory_and_a_stop_are_limits() {
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let kinds = Kinds::builtin();
        let little = Tables::make(&kinds, &stored, 59, &AtomicBool::new(false)).unwrap_err();
        assert_eq!(little.kind(), shomei::ErrorKind::Limit);
        assert!(Tables::make(&kinds, &stored, 60, &AtomicBool::new(false)).is_ok());
        let stopped = Tables::make(&kinds, &stored, 60, &AtomicBool::new(true)).unwrap_err();
        assert_eq!(stopped.kind(), shomei::ErrorKind::Limit);
    }
}
