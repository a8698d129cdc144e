//! A table as a file: long searches can go on from it.
//!
//! ```text
//! file    "shomeick", version u32, header, chunk..., nothing more
//! header  length u32, JSON, CRC-32 u32
//! chunk   entries in use u32; if any: a bit an entry of the chunk, then the two
//!         words of each in use; CRC-32 u32 of all of it
//! ```
//!
//! Sums show damage, not intent: whoever writes a file by hand can make a table say
//! anything. Entries that no search writes are refused; whether one is true only a
//! certificate shows, which is made with the rules alone.
//!
//! A chunk is 16,384 buckets, the last one what is left. All numbers are
//! little-endian. Empty entries take a bit, so a file is as large as what is in
//! the table.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use shomei_search::table::{BadEntry, Table};

/// The first bytes of every checkpoint.
pub const MAGIC: &[u8; 8] = b"shomeick";
const VERSION: u32 = 1;
/// No header is larger; a length that was damaged is not believed.
const LARGEST_HEADER: u32 = 1 << 24;

const CHUNK_BUCKETS: usize = 1 << 14;
const BUCKET_WORDS: usize = 8;
const PAIR: usize = Table::ENTRY_WORDS;
const CHUNK_ENTRIES: usize = CHUNK_BUCKETS * BUCKET_WORDS / PAIR;

/// The question that a table belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`Table::FORMAT`].
    pub format: u32,
    /// The version and the build of the program.
    pub program: String,
    /// The name of the game.
    pub game: String,
    /// Its rules, as the game prints them.
    pub rules: String,
    /// The side that must win.
    pub attacker: String,
    /// The root on one line.
    pub position: String,
    /// The name of the algorithm.
    pub algorithm: String,
    /// The options that were set, but for those of threads.
    pub options: Vec<(String, String)>,
    /// The memory of the search, in bytes.
    pub memory: usize,
    /// The buckets of its table.
    pub buckets: usize,
    /// The time of the search so far.
    pub milliseconds: u64,
}

/// Why a file is not a checkpoint that can be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It begins with something else.
    #[error("it is no checkpoint")]
    Foreign,
    /// It is of another version.
    #[error("it is a checkpoint of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// The header does not stand its checksum.
    #[error("its header is damaged")]
    Header,
    /// A chunk does not stand its checksum, or ends too soon.
    #[error("it is damaged in chunk {chunk} of {chunks}")]
    Chunk {
        /// Which, from 1.
        chunk: usize,
        /// How many there are.
        chunks: usize,
    },
    /// A chunk stands its checksum and holds what no search writes.
    #[error("it holds what no search writes: entry {slot} of bucket {bucket}")]
    Entry {
        /// Which, from 1.
        bucket: usize,
        /// Which, from 1.
        slot: usize,
    },
    /// There is more behind the last chunk.
    #[error("it goes on behind its last chunk")]
    Longer,
}

/// Writes a table that others may be writing to. Whether it was written to its
/// end, before somebody wanted to stop.
pub fn write(
    header: &Header,
    table: &Table,
    mut out: impl Write,
    is_wanted: impl Fn() -> bool,
) -> io::Result<bool> {
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    let json = serde_json::to_vec(header)?;
    out.write_all(&(json.len() as u32).to_le_bytes())?;
    out.write_all(&json)?;
    out.write_all(&crc32fast::hash(&json).to_le_bytes())?;
    let mut words = vec![0; CHUNK_BUCKETS * BUCKET_WORDS];
    let mut bytes = Vec::new();
    for first in (0..table.buckets()).step_by(CHUNK_BUCKETS) {
        if !is_wanted() {
            return Ok(false);
        }
        let copied = table.copy_words(first, &mut words);
        encode(&words[..copied], &mut bytes);
        out.write_all(&bytes)?;
        out.write_all(&crc32fast::hash(&bytes).to_le_bytes())?;
    }
    out.flush()?;
    Ok(true)
}

/// A chunk without its checksum.
fn encode(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.clear();
    let is_used = |pair: &&[u64]| pair.iter().any(|&word| word != 0);
    let used = words.chunks_exact(PAIR).filter(is_used).count() as u32;
    bytes.extend(used.to_le_bytes());
    if used == 0 {
        return;
    }
    let start = bytes.len();
    bytes.resize(start + words.len().div_ceil(8 * PAIR), 0);
    for (i, pair) in words.chunks_exact(PAIR).enumerate() {
        if is_used(&pair) {
            bytes[start + i / 8] |= 1 << (i % 8);
            pair.iter()
                .for_each(|word| bytes.extend(word.to_le_bytes()));
        }
    }
}

/// A checkpoint whose header was read.
#[derive(Debug)]
pub struct Checkpoint<R> {
    /// What is said of the search.
    pub header: Header,
    input: R,
}

impl<R: Read> Checkpoint<R> {
    /// Reads the header.
    pub fn open(mut input: R) -> Result<Checkpoint<R>, CheckpointError> {
        let mut magic = [0; 8];
        match input.read_exact(&mut magic) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
            result => result?,
        }
        if magic != *MAGIC {
            return Err(CheckpointError::Foreign);
        }
        let damaged = |_| CheckpointError::Header;
        let version = number(&mut input).map_err(damaged)?;
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        let length = number(&mut input).map_err(damaged)?;
        if length > LARGEST_HEADER {
            return Err(CheckpointError::Header);
        }
        let mut json = vec![0; length as usize];
        input.read_exact(&mut json).map_err(damaged)?;
        let sum = number(&mut input).map_err(damaged)?;
        if sum != crc32fast::hash(&json) {
            return Err(CheckpointError::Header);
        }
        let header = serde_json::from_slice(&json).map_err(|_| CheckpointError::Header)?;
        Ok(Checkpoint { header, input })
    }

    /// Reads the chunks, into a table of the size that the header tells where
    /// one is given.
    pub fn load(mut self, table: Option<&Table>) -> Result<(), CheckpointError> {
        let buckets = self.header.buckets;
        let chunks = buckets.div_ceil(CHUNK_BUCKETS);
        let mut words = Vec::new();
        for chunk in 0..chunks {
            let first = chunk * CHUNK_BUCKETS;
            let entries = (buckets - first).min(CHUNK_BUCKETS) * BUCKET_WORDS / PAIR;
            match decode(&mut self.input, entries, &mut words) {
                Ok(true) => {}
                Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                    return Err(error.into());
                }
                _ => {
                    let chunk = chunk + 1;
                    return Err(CheckpointError::Chunk { chunk, chunks });
                }
            }
            let entry = |BadEntry { entry, .. }| CheckpointError::Entry {
                bucket: first + entry * PAIR / BUCKET_WORDS + 1,
                slot: entry % (BUCKET_WORDS / PAIR) + 1,
            };
            match table {
                Some(table) => table.set_words(first, &words),
                None => Table::check_words(&words),
            }
            .map_err(entry)?;
        }
        if self.input.read(&mut [0])? > 0 {
            return Err(CheckpointError::Longer);
        }
        Ok(())
    }
}

/// Reads a chunk of so many entries; whether it stands its checksum.
fn decode(input: &mut impl Read, entries: usize, words: &mut Vec<u64>) -> io::Result<bool> {
    debug_assert!(entries <= CHUNK_ENTRIES);
    let mut hasher = Hasher::new();
    let used = number(input)?;
    hasher.update(&used.to_le_bytes());
    words.clear();
    words.resize(entries * PAIR, 0);
    if used as usize > entries {
        return Ok(false);
    }
    if used > 0 {
        let mut bits = vec![0; entries.div_ceil(8)];
        input.read_exact(&mut bits)?;
        hasher.update(&bits);
        let mut bytes = vec![0; used as usize * PAIR * 8];
        input.read_exact(&mut bytes)?;
        hasher.update(&bytes);
        let mut pairs = bytes.chunks_exact(PAIR * 8);
        let is_used = |i: &usize| bits[i / 8] & 1 << (i % 8) != 0;
        for i in (0..entries).filter(is_used) {
            let Some(pair) = pairs.next() else {
                return Ok(false);
            };
            for (word, bytes) in words[i * PAIR..].iter_mut().zip(pair.chunks_exact(8)) {
                let bytes = bytes.try_into().unwrap_or_default();
                *word = u64::from_le_bytes(bytes);
            }
        }
        if pairs.next().is_some() {
            return Ok(false);
        }
    }
    Ok(number(input)? == hasher.finalize())
}

fn number(input: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use shomei_game::Key;
    use shomei_search::table::{Entry, Value};

    use super::*;

    fn header(table: &Table) -> Header {
        Header {
            format: Table::FORMAT,
            program: "1.2.3".into(),
            game: "tree".into(),
            rules: "r = OR { Won }".into(),
            attacker: "first".into(),
            position: "r".into(),
            algorithm: "df-pn".into(),
            options: vec![("epsilon".into(), "0".into())],
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
        assert!(write(&header(table), table, &mut bytes, || true).unwrap());
        bytes
    }

    fn read(bytes: &[u8], table: Option<&Table>) -> Result<Header, CheckpointError> {
        let checkpoint = Checkpoint::open(bytes)?;
        let header = checkpoint.header.clone();
        checkpoint.load(table)?;
        Ok(header)
    }

    #[test]
    fn a_table_comes_back_from_any_number_of_chunks() {
        for (buckets, entries) in [(1, 0), (1, 3), (100, 90), (40_000, 5_000), (16_384, 10)] {
            let table = table(buckets, entries);
            let bytes = written(&table);
            let copy = Table::new(64 * buckets).unwrap();
            assert_eq!(read(&bytes, Some(&copy)).unwrap(), header(&table));
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
        let error = |bytes: &[u8]| read(bytes, None).unwrap_err().to_string();
        assert_eq!(error(b""), "it is no checkpoint");
        assert_eq!(error(b"shomei proof"), "it is no checkpoint");
        assert_eq!(error(&bytes[..30]), "its header is damaged");
        let mut other = bytes.clone();
        other[8] = 9;
        let text = "it is a checkpoint of version 9; this program reads version 1";
        assert_eq!(error(&other), text);
        let last = &bytes[..bytes.len() - 1];
        assert_eq!(error(last), "it is damaged in chunk 3 of 3");
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(error(&longer), "it goes on behind its last chunk");
    }

    /// Somebody may write a file by hand, with right sums.
    #[test]
    fn an_entry_that_no_search_writes_is_refused_with_its_place() {
        let table = table(20_000, 30_000);
        let mut words = vec![0; 20_000 * BUCKET_WORDS];
        table.copy_words(0, &mut words);
        let bad = (17_000 * BUCKET_WORDS..).find(|i| i % 2 == 1 && words[*i] != 0);
        let bad = bad.unwrap();
        // A kind that there is not, which counts as solved.
        words[bad] |= 15;
        let bytes = written(&table);
        let json = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let mut crafted = bytes[..16 + json + 4].to_vec();
        for words in words.chunks(CHUNK_BUCKETS * BUCKET_WORDS) {
            let mut chunk = Vec::new();
            encode(words, &mut chunk);
            crafted.extend(&chunk);
            crafted.extend(crc32fast::hash(&chunk).to_le_bytes());
        }
        let (bucket, slot) = (bad / BUCKET_WORDS + 1, bad % BUCKET_WORDS / PAIR + 1);
        let text = format!("it holds what no search writes: entry {slot} of bucket {bucket}");
        let into = Table::new(64 * 20_000).unwrap();
        for table in [None, Some(&into)] {
            assert_eq!(read(&crafted, table).unwrap_err().to_string(), text);
        }
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
