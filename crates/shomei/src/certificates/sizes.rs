//! How much hangs on each record of a certificate.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei_proof::{Child, Record};

use super::content::may_name;
use super::{Certificate, of_content, of_reading};
use crate::error::{Error, ErrorKind};

/// What hangs on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The plies of the longest line from its position along the records to a finished or a
    /// re-solved position. `None` where a line below it may go round: see [`Sizes`].
    pub longest_line: Option<u64>,
    /// How many records there are, itself included, when what hangs on it is drawn as a tree:
    /// a record that several lines reach counts once for each. [`u64::MAX`] stands for as many
    /// and more. `None` where [`Size::longest_line`] is.
    pub as_tree: Option<u64>,
    /// How many moves of all records lead to it. It is 0 for the root of a proof; the root of a
    /// disproof can be reached again.
    pub parents: u64,
}

/// A table beside a certificate: for each record how much hangs on it.
///
/// It takes 16 bytes for each record, and while it is made one block of the file. Lines and
/// parents are counted up to 2^32 - 1.
///
/// In a proof children have larger numbers than the records that name them, so every line ends, and
/// one pass from the last record to the first makes the table. In a disproof a move may
/// lead back to a record that is on the line already. Then play goes round for ever and nothing
/// below has a size. The table does not look for circles: it gives no size to a record below which
/// a move leads to a record of a smaller number, or to the record itself. Every circle
/// has such a move. Not every such move closes a circle, so some records of a disproof that end
/// all their lines may have no size; those that have one have the right one.
///
/// Like a walk, the table does not check a certificate.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// How many records there are.
    records: u64,
    /// The last record stands first.
    known: Vec<RecordSize>,
}

/// What is known of a record.
#[derive(Clone, Copy, Debug)]
struct RecordSize {
    /// 0 where the record has no size.
    as_tree: u64,
    longest_line: u32,
    parents: u32,
}

impl Certificate {
    /// Makes the table of sizes, in one pass over the records (two where a disproof leads
    /// back). Some million records take a second. Setting `stop` ends it soon.
    ///
    /// # Errors
    ///
    /// [`Input`](crate::ErrorKind::Input), with the number of the record, when a record is damaged,
    /// or names one that does not exist or, in a proof, one that comes before it;
    /// [`Run`](crate::ErrorKind::Run) when the source cannot be read;
    /// [`Limit`](crate::ErrorKind::Limit) when it is stopped, or the memory does not suffice.
    pub fn sizes(&mut self, stop: &AtomicBool) -> Result<Sizes, Error> {
        let (claim, records) = (self.claim(), self.totals().records);
        let mut sizes = Sizes {
            records,
            known: Vec::new(),
        };
        let mut leads_back = false;
        self.visit_backwards(stop, |number, record| {
            for (mv, child) in record.children() {
                if let Child::Record(child) = child {
                    may_name(claim, records, number, mv, child).map_err(of_content)?;
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

    /// Shows each record with its number, from the last to the first.
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
            // A block holds at least the record that it was fetched for.
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
    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.known.len() as u64
    }

    /// Whether there are none, since the rules decide the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What hangs on the record with this number, `None` when there are fewer.
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

    /// Where a record stands.
    fn place(&self, number: u64) -> Option<usize> {
        usize::try_from(self.records.checked_sub(number)?.checked_sub(1)?).ok()
    }

    /// Adds a record, whose number is one less than that of the last one added.
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

    /// The longest line and the tree of a child; no tree where it has no size, or where the
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

    /// Makes room for one of the records that are left. What is taken grows with what was read,
    /// so that no memory is taken on the word of the file.
    fn make_room(&mut self, left: u64) -> Result<(), TryReserveError> {
        if self.known.len() < self.known.capacity() {
            return Ok(());
        }
        let twice = self.known.len().max(FIRST_ROOM);
        let more = usize::try_from(left).map_or(twice, |left| left.min(twice));
        self.known.try_reserve_exact(more)
    }
}

/// So many records have room at first.
const FIRST_ROOM: usize = 1 << 12;

/// The records that a record names.
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
