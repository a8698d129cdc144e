//! The sizes of the subtrees of a certificate.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei_proof::{Child, Record};

use super::content::may_name;
use super::{Certificate, of_content, of_reading};
use crate::error::{Error, ErrorKind};

/// The size of the subtree of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The plies of the longest line from the position along the records to a finished or a
    /// re-solved position. `None` if a line below the record may repeat: see [`Sizes`].
    pub longest_line: Option<u64>,
    /// The number of records of the subtree, drawn as a tree: the record itself counts, and a
    /// record that several lines reach counts once for each. [`u64::MAX`] means this number or
    /// more. `None` where [`Size::longest_line`] is.
    pub as_tree: Option<u64>,
    /// The number of moves, of all records, that lead to the record. It is 0 for the root of a
    /// proof; moves of a disproof can lead back to its root.
    pub parents: u64,
}

/// The size of the subtree of each record of a certificate.
///
/// The table takes 16 bytes for each record; making it also takes one block of the file. Lines and
/// parents are counted up to 2^32 - 1.
///
/// In a proof, children have larger numbers than the records that name them, so every line ends,
/// and one pass from the last record to the first makes the table. In a disproof a move can lead
/// back to a record that is already on the line. Then play repeats for ever, and no record of the
/// cycle has a size. The table does not search for cycles: a record has no size if a move below it
/// leads to a record of a smaller number, or to the record itself. Every cycle has such a move. Not
/// every such move closes a cycle, so some records of a disproof whose lines all end may have no
/// size. Every size in the table is correct.
///
/// Like a walk, the table does not check a certificate.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// The number of records.
    records: u64,
    /// Entries in the reverse order of the records.
    known: Vec<RecordSize>,
}

/// The entry of a record.
#[derive(Clone, Copy, Debug)]
struct RecordSize {
    /// 0 if the record has no size.
    as_tree: u64,
    longest_line: u32,
    parents: u32,
}

impl Certificate {
    /// Makes the table of sizes, in one pass over the records (two if a disproof leads back). A
    /// pass reads some million records per second. Setting `stop` ends it soon.
    ///
    /// # Errors
    ///
    /// [`Input`](crate::ErrorKind::Input), with the number of the record, when a record is damaged,
    /// or names one that does not exist or, in a proof, one that comes before it;
    /// [`Run`](crate::ErrorKind::Run) when the source cannot be read;
    /// [`Limit`](crate::ErrorKind::Limit) when it is stopped, or the memory does not suffice.
    pub fn sizes(&mut self, stop: &AtomicBool) -> Result<Sizes, Error> {
        let (header, records) = (self.header().clone(), self.totals().records);
        let mut sizes = Sizes {
            records,
            known: Vec::new(),
        };
        let mut leads_back = false;
        self.visit_backwards(stop, |number, record| {
            for (mv, child) in record.children() {
                if let Child::Record(child) = child {
                    may_name(&header, records, (number, mv, child)).map_err(of_content)?;
                    leads_back |= child <= number;
                }
            }
            sizes.make_room(number + 1).map_err(no_room)?;
            sizes.push(number, record);
            Ok(())
        })?;
        if leads_back {
            self.visit_backwards(stop, |number, record| {
                for child in numbers(record).filter(|&child| child <= number) {
                    sizes.count(child);
                }
                Ok(())
            })?;
        }
        Ok(sizes)
    }

    /// Passes each record with its number to a function, from the last record to the first.
    fn visit_backwards(
        &mut self,
        stop: &AtomicBool,
        mut see: impl FnMut(u64, &Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut left = self.totals().records;
        while left > 0 {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::limit("stopped before every record was read"));
            }
            let block = self.reader.block_around(left - 1).map_err(of_reading)?;
            // A block contains at least the record for which it was fetched.
            let (first, records) = block.unwrap_or_default();
            for (place, record) in records.iter().enumerate().rev() {
                see(first + place as u64, record)?;
            }
            left = first;
        }
        Ok(())
    }
}

impl Sizes {
    /// The number of records.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.known.len() as u64
    }

    /// Whether there are no records, because the rules decide the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The size of the record with this number; `None` if there is no such record.
    #[must_use]
    pub fn of(&self, number: u64) -> Option<Size> {
        let known = self.known.get(self.place(number)?)?;
        let has_size = known.as_tree > 0;
        Some(Size {
            longest_line: has_size.then_some(u64::from(known.longest_line)),
            as_tree: has_size.then_some(known.as_tree),
            parents: u64::from(known.parents),
        })
    }

    /// The index of the entry of a record.
    fn place(&self, number: u64) -> Option<usize> {
        usize::try_from(self.records.checked_sub(number)?.checked_sub(1)?).ok()
    }

    /// Adds a record. Its number is one less than that of the record added before it.
    fn push(&mut self, number: u64, record: &Record) {
        let (mut longest_line, mut as_tree) = (0_u32, Some(1_u64));
        for (_, child) in record.children() {
            let (line, records) = match child {
                Child::Terminal => (0, Some(0)),
                Child::Record(child) => self.below(number, child),
            };
            longest_line = longest_line.max(line.saturating_add(1));
            as_tree = as_tree.zip(records).map(|(a, b)| a.saturating_add(b));
        }
        self.known.push(RecordSize {
            as_tree: as_tree.unwrap_or(0),
            longest_line,
            parents: 0,
        });
        for child in numbers(record).filter(|&child| child > number) {
            self.count(child);
        }
    }

    /// The longest line and the tree size of a child; (0, `None`) if the child has no size or the
    /// move leads back.
    fn below(&self, number: u64, child: u64) -> (u32, Option<u64>) {
        let known = self.place(child).and_then(|place| self.known.get(place));
        match known.filter(|known| child > number && known.as_tree > 0) {
            Some(known) => (known.longest_line, Some(known.as_tree)),
            None => (0, None),
        }
    }

    /// Counts one more move that leads to a record.
    fn count(&mut self, child: u64) {
        let place = self.place(child);
        if let Some(known) = place.and_then(|place| self.known.get_mut(place)) {
            known.parents = known.parents.saturating_add(1);
        }
    }

    /// Reserves memory for further records. The amount grows with the number of records that were
    /// read, so a false count in the file causes no large allocation.
    fn make_room(&mut self, left: u64) -> Result<(), TryReserveError> {
        if self.known.len() < self.known.capacity() {
            return Ok(());
        }
        let twice = self.known.len().max(FIRST_ROOM);
        let more = usize::try_from(left).map_or(twice, |left| left.min(twice));
        self.known.try_reserve_exact(more)
    }
}

/// The initial capacity, in records.
const FIRST_ROOM: usize = 1 << 12;

/// The records that a record refers to.
fn numbers(record: &Record) -> impl Iterator<Item = u64> + '_ {
    record.children().filter_map(|(_, child)| match child {
        Child::Record(number) => Some(number),
        Child::Terminal => None,
    })
}

fn no_room(error: TryReserveError) -> Error {
    let message = "the memory does not suffice for the sizes of all records";
    Error::caused(ErrorKind::Limit, message, error)
}
