//! The constants of the format. `docs/certificate-format.md` is the reference
//! for the layout; this file and the document change together.
//!
//! ```text
//! | header | block | block | ... | index | trailer |
//! ```
//!
//! All fixed-width integers are little-endian. Every byte of a file is under a
//! CRC-32 or is compared with a constant, so a single flipped byte is noticed.

/// The first bytes of a file. The first has its high bit set and the last is a
/// line feed, so that transfers as text are noticed at once.
pub(crate) const MAGIC: [u8; 8] = *b"\x89shomei\n";

/// The last bytes of a file.
pub(crate) const END_MAGIC: [u8; 5] = *b"\x89qed\n";

/// The version of the format that this crate reads and writes.
pub const FORMAT_VERSION: u16 = 1;

/// The first byte of a block.
pub(crate) const BLOCK_TAG: u8 = b'B';
/// The first byte of the index.
pub(crate) const INDEX_TAG: u8 = b'I';
/// The first byte of the trailer.
pub(crate) const TRAILER_TAG: u8 = b'T';

/// A block ends with the first record that reaches this many raw bytes, so
/// every record begins below it.
///
/// Small enough that fetching one record by number is quick, large enough for
/// the compressor to find repetitions. That *readers* insist on it bounds how
/// many records a few compressed bytes can stand for.
pub(crate) const BLOCK_TARGET: usize = 64 << 10;

/// The longest block before compression: the target and one record of
/// [`MAX_CHILDREN`] children fit. A reader never allocates more on the word of
/// a length field.
pub(crate) const MAX_RAW: u32 = 16 << 20;

/// The longest block after compression: zstd adds a little to data that it
/// cannot compress.
pub(crate) const MAX_PACKED: u32 = MAX_RAW + (MAX_RAW >> 7);

/// The most children a record may name.
pub(crate) const MAX_CHILDREN: usize = 1 << 20;

/// Record numbers are below this, so that their differences fit 64 bits with
/// room for the sign and the mark of a terminal child.
pub(crate) const NUMBER_LIMIT: u64 = 1 << 62;

/// The most bytes of the name of the game, and of the attacker.
pub(crate) const MAX_NAME: u32 = 64;
/// The most bytes of the rules.
pub(crate) const MAX_RULES: u32 = 1 << 20;
/// The most bytes of the root position.
pub(crate) const MAX_ROOT: u32 = 64 << 10;
