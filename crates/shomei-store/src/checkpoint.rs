//! Checkpoints: a transposition table as a file, from which a long search continues.
//!
//! ```text
//! second record    the state of the search (CheckpointState), as JSON
//! other records    16,384 buckets each, fewer in the last: empty if all entries are empty, or a
//!                  bit for each entry, then the two words of each used entry, little-endian
//! ```
//!
//! A file written by hand can contain false entries. Entries that a search cannot write are
//! rejected. Only a certificate proves an answer, since it depends on the rules alone.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use shomei::files::Purpose;
use shomei_game::error_text;
use shomei_search::table::{BadEntry, Table};

use crate::error::Problem;
use crate::frames::{FileKind, Frames, put};
use crate::{Identity, StoreError};

const KIND: FileKind = FileKind::new("a checkpoint", "question");

const CHUNK_BUCKETS: usize = 1 << 14;
const BUCKET_WORDS: usize = 8;
const PAIR: usize = Table::ENTRY_WORDS;

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointState {
    /// The memory of the search, in bytes.
    pub memory: usize,
    /// The buckets of its table.
    pub buckets: usize,
    /// The duration of the search so far.
    pub milliseconds: u64,
}

/// An open checkpoint, whose table was not read yet.
#[derive(Debug)]
pub struct Checkpoint {
    frames: Frames,
    state: CheckpointState,
}

impl Checkpoint {
    /// The purpose of a checkpoint, which a guard compares before it replaces a file.
    #[must_use]
    pub fn purpose() -> Purpose {
        KIND.purpose()
    }

    /// Writes a table while other threads may change it, as long as `is_wanted` is true. Returns
    /// whether the checkpoint is complete.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(
        mut out: impl Write,
        identity: &Identity,
        state: &CheckpointState,
        table: &Table,
        is_wanted: impl Fn() -> bool,
    ) -> io::Result<bool> {
        KIND.begin(&mut out, identity)?;
        put(&mut out, &serde_json::to_vec(state)?)?;
        let mut words = vec![0; CHUNK_BUCKETS * BUCKET_WORDS];
        let mut bytes = Vec::new();
        for first in (0..table.buckets()).step_by(CHUNK_BUCKETS) {
            if !is_wanted() {
                return Ok(false);
            }
            let copied = table.copy_words(first, &mut words);
            encode(&words[..copied], &mut bytes);
            put(&mut out, &bytes)?;
        }
        out.flush()?;
        Ok(true)
    }

    /// Reads the identity and the state.
    ///
    /// # Errors
    ///
    /// If the file is not a checkpoint, or is damaged before the table.
    pub fn open(path: &Path) -> Result<Checkpoint, StoreError> {
        let file = File::open(path).map_err(|error| Problem::from(error).at(path))?;
        let mut frames = Frames::open(path, file, KIND)?;
        let Some(state) = frames.next()? else {
            return Err(frames.damaged(error_text!(
                "checkpoint-without-table",
                "it ends before its table"
            )));
        };
        let state = state.json()?;
        Ok(Checkpoint { frames, state })
    }

    /// The state of the search.
    #[must_use]
    pub fn state(&self) -> &CheckpointState {
        &self.state
    }

    /// Rejects a checkpoint of another question; the error names the difference.
    ///
    /// # Errors
    ///
    /// [`Problem::Other`].
    pub fn check(&self, expected: &Identity) -> Result<(), StoreError> {
        self.frames.check(expected)
    }

    /// Reads the whole table, into `table` if given.
    ///
    /// # Errors
    ///
    /// If the file is damaged, or `table` has another size.
    pub fn load(mut self, table: Option<&Table>) -> Result<(), StoreError> {
        let buckets = self.state.buckets;
        if let Some(own) = table.map(Table::buckets).filter(|own| *own != buckets) {
            let why = error_text!(
                "checkpoint-table-size",
                "its table has {buckets} buckets, not {own}",
                buckets = buckets,
                own = own
            );
            return Err(self.frames.damaged(why));
        }
        let chunks = buckets.div_ceil(CHUNK_BUCKETS);
        let mut words = Vec::new();
        for chunk in 0..chunks {
            let Some(record) = self.frames.next()? else {
                return Err(self.frames.damaged(error_text!(
                    "checkpoint-part-damaged",
                    "part {part} of {chunks} of its table is cut off or damaged",
                    part = chunk + 1,
                    chunks = chunks
                )));
            };
            let first = chunk * CHUNK_BUCKETS;
            let entries = (buckets - first).min(CHUNK_BUCKETS) * BUCKET_WORDS / PAIR;
            if !decode(record.content(), entries, &mut words) {
                return Err(record.damaged(error_text!(
                    "checkpoint-entries",
                    "its number of entries is wrong"
                )));
            }
            let set = match table {
                Some(table) => table.set_words(first, &words),
                None => Table::check_words(&words),
            };
            set.map_err(|BadEntry { entry, .. }| {
                let bucket = first + entry * PAIR / BUCKET_WORDS + 1;
                let slot = entry % (BUCKET_WORDS / PAIR) + 1;
                record.damaged(error_text!(
                    "checkpoint-bad-entry",
                    "entry {slot} of bucket {bucket} is invalid",
                    slot = slot,
                    bucket = bucket
                ))
            })?;
        }
        match self.frames.next()?.is_none() && !self.frames.is_torn() {
            true => Ok(()),
            false => Err(self.frames.damaged(error_text!(
                "checkpoint-too-long",
                "it has data after its table"
            ))),
        }
    }
}

fn encode(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.clear();
    let is_used = |pair: &[u64]| pair.iter().any(|&word| word != 0);
    if !is_used(words) {
        return;
    }
    bytes.resize(words.len().div_ceil(8 * PAIR), 0);
    for (i, pair) in words.chunks_exact(PAIR).enumerate() {
        if is_used(pair) {
            bytes[i / 8] |= 1 << (i % 8);
            let words = pair.iter().flat_map(|word| word.to_le_bytes());
            bytes.extend(words);
        }
    }
}

/// Reads the words of this number of entries. Returns whether `bytes` has exactly that number.
fn decode(bytes: &[u8], entries: usize, words: &mut Vec<u64>) -> bool {
    words.clear();
    words.resize(entries * PAIR, 0);
    if bytes.is_empty() {
        return true;
    }
    let Some((bits, pairs)) = bytes.split_at_checked(entries.div_ceil(8)) else {
        return false;
    };
    let used: Vec<usize> = (0..8 * bits.len())
        .filter(|i| bits[i / 8] & 1 << (i % 8) != 0)
        .collect();
    let is_right = pairs.len() == used.len() * PAIR * 8 && used.last() < Some(&entries);
    if is_right {
        for (i, pair) in used.into_iter().zip(pairs.chunks_exact(PAIR * 8)) {
            for (word, bytes) in words[i * PAIR..].iter_mut().zip(pair.chunks_exact(8)) {
                *word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
            }
        }
    }
    is_right
}

#[cfg(test)]
mod tests {
    use std::fs;

    use shomei_game::Key;
    use shomei_search::table::{Entry, Value};

    use super::*;

    fn identity() -> Identity {
        Identity::from_iter([("game", "tree"), ("rule set", "r = OR { Won }")])
    }

    fn state(table: &Table) -> CheckpointState {
        CheckpointState {
            memory: table.bytes(),
            buckets: table.buckets(),
            milliseconds: 1500,
        }
    }

    fn table(buckets: usize, entries: u64) -> Table {
        let table = Table::new(64 * buckets).unwrap();
        for i in 0..entries {
            let value = Value::Proved {
                length: i as u16,
                best: None,
            };
            let (work, min_depth) = (i, 7);
            let entry = Entry {
                value,
                work,
                min_depth,
            };
            table.store(Key::of(i), entry);
        }
        table
    }

    fn written(table: &Table) -> Vec<u8> {
        let mut bytes = Vec::new();
        let state = state(table);
        assert!(Checkpoint::write(&mut bytes, &identity(), &state, table, || true).unwrap());
        bytes
    }

    /// The result of reading a file with these bytes.
    fn read(bytes: &[u8], table: Option<&Table>) -> Result<CheckpointState, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        let read = || -> Result<_, StoreError> {
            let checkpoint = Checkpoint::open(file.path())?;
            checkpoint.check(&identity())?;
            let state = checkpoint.state().clone();
            checkpoint.load(table)?;
            Ok(state)
        };
        let place = format!("{}: ", file.path().display());
        read().map_err(|error| error.to_string().replace(&place, ""))
    }

    /// The offsets of the records of a file: the identity, the state, the parts of the table.
    fn records(bytes: &[u8]) -> Vec<usize> {
        let mut at = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let mut records = Vec::new();
        while at < bytes.len() {
            records.push(at);
            let length = std::str::from_utf8(&bytes[at..at + 8]).unwrap();
            at += usize::from_str_radix(length, 16).unwrap() + 28;
        }
        records
    }

    #[test]
    fn a_table_comes_back_from_any_number_of_parts() {
        for (buckets, entries) in [(1, 0), (1, 3), (100, 90), (40_000, 5_000), (16_384, 10)] {
            let table = table(buckets, entries);
            let bytes = written(&table);
            let copy = Table::new(64 * buckets).unwrap();
            assert_eq!(read(&bytes, Some(&copy)).unwrap(), state(&table));
            let same = |i| copy.probe(Key::of(i)) == table.probe(Key::of(i));
            assert!((0..entries).all(same), "{buckets}");
            assert_eq!(copy.used(), table.used());
        }
    }

    #[test]
    fn empty_entries_take_a_bit() {
        let bytes = written(&table(16_384, 10)).len();
        assert!(bytes < 16_384 * 4 / 8 + 10 * 16 + 500, "{bytes}");
    }

    #[test]
    fn damage_is_found_and_named() {
        let bytes = written(&table(40_000, 5_000));
        let error = |bytes: &[u8]| read(bytes, None).unwrap_err();
        let foreign = "it is not a checkpoint: it has another format";
        assert_eq!(error(b""), foreign);
        assert_eq!(error(b"shomei proof"), foreign);
        let text = "it is not a checkpoint: it is a journal of a list";
        assert_eq!(error(b"shomei file 1: a journal of a list\n"), text);
        let text = "it is a checkpoint of version 9; this program reads version 1";
        assert_eq!(error(b"shomei file 9: a checkpoint\n"), text);
        let records = records(&bytes);
        assert_eq!(records.len(), 5);
        let cut = |at: usize| error(&bytes[..at]);
        let text = "it is damaged: it ends before its first record";
        assert_eq!(cut(records[0] + 30), text);
        assert_eq!(
            cut(records[1] + 30),
            "it is damaged: it ends before its table"
        );
        let text = "it is damaged: part 3 of 3 of its table is cut off or damaged";
        assert_eq!(cut(bytes.len() - 1), text);
        let mut other = bytes.clone();
        other[records[2] + 100] ^= 1;
        let at = records[2];
        let text = format!("it is damaged: record 3, at byte {at}: its checksum is wrong");
        assert_eq!(error(&other), text);
        let mut longer = bytes.clone();
        longer.push(b'0');
        let text = "it is damaged: it has data after its table";
        assert_eq!(error(&longer), text);
        let smaller = Table::new(64 * 100).unwrap();
        let other = read(&bytes, Some(&smaller)).unwrap_err();
        assert_eq!(other, "it is damaged: its table has 40000 buckets, not 100");
    }

    /// A file written by hand can have correct checksums.
    #[test]
    fn an_entry_that_no_search_writes_is_refused_with_its_place() {
        let table = table(20_000, 30_000);
        let mut words = vec![0; 20_000 * BUCKET_WORDS];
        table.copy_words(0, &mut words);
        let bad = (17_000 * BUCKET_WORDS..).find(|i| i % 2 == 1 && words[*i] != 0);
        let bad = bad.unwrap();
        // An unknown kind, which counts as solved.
        words[bad] |= 15;
        let bytes = written(&table);
        let records = records(&bytes);
        let mut crafted = bytes[..records[2]].to_vec();
        for words in words.chunks(CHUNK_BUCKETS * BUCKET_WORDS) {
            let mut part = Vec::new();
            encode(words, &mut part);
            put(&mut crafted, &part).unwrap();
        }
        let (bucket, slot) = (bad / BUCKET_WORDS + 1, bad % BUCKET_WORDS / PAIR + 1);
        let place = format!("record 4, at byte {}", records[3]);
        let text = format!("entry {slot} of bucket {bucket} is invalid");
        let into = Table::new(64 * 20_000).unwrap();
        for table in [None, Some(&into)] {
            let error = read(&crafted, table).unwrap_err();
            assert_eq!(error, format!("it is damaged: {place}: {text}"));
        }
        let mut shorter = bytes[..records[2]].to_vec();
        put(&mut shorter, &[1; 20]).unwrap();
        let error = read(&shorter, None).unwrap_err();
        assert!(
            error.ends_with(": its number of entries is wrong"),
            "{error}"
        );
    }

    #[test]
    fn no_changed_byte_goes_unnoticed() {
        let bytes = written(&table(100, 90));
        for i in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[i] ^= 1 << (i % 8);
            assert!(read(&damaged, None).is_err(), "byte {i}");
        }
    }
}
