//! The constants of the format. `docs/reference/certificate-format.md` describes the layout; this
//! file and the document must change together.
//!
//! ```text
//! | header | block | block | ... | index | trailer |
//! ```
//!
//! All fixed-width integers are little-endian. Every byte of a file is covered by a CRC-32 or
//! compared with a constant, so a single flipped byte is detected.

/// The first bytes of a file. The first has its high bit set and the last is a line feed, so that
/// transfers in text mode are detected at once.
pub(crate) const MAGIC: [u8; 8] = *b"\x89shomei\n";

/// The last bytes of a file.
pub(crate) const END_MAGIC: [u8; 5] = *b"\x89qed\n";

/// The newest version of the format that this crate reads and writes. A certificate has the lowest
/// version with its claim.
pub const FORMAT_VERSION: u16 = 2;

/// The first byte of a block.
pub(crate) const BLOCK_TAG: u8 = b'B';
/// The first byte of the index.
pub(crate) const INDEX_TAG: u8 = b'I';
/// The first byte of the trailer.
pub(crate) const TRAILER_TAG: u8 = b'T';

/// A block ends with the first record that reaches this number of raw bytes, so every record begins
/// below it.
///
/// The value is small enough that reading one record by number is quick, and large enough for the
/// compressor to find repetitions. *Readers* require it, which bounds the number of records that a
/// few compressed bytes can represent.
pub(crate) const BLOCK_TARGET: usize = 64 << 10;

/// The longest block before compression: the target plus one record with [`MAX_CHILDREN`] children
/// fits. A reader never allocates more because of a length field.
pub(crate) const MAX_RAW: u32 = 16 << 20;

/// The longest block after compression: zstd adds a little to data that it
/// cannot compress.
pub(crate) const MAX_PACKED: u32 = MAX_RAW + (MAX_RAW >> 7);

/// The largest number of children of a record.
pub(crate) const MAX_CHILDREN: usize = 1 << 20;

/// Record numbers are below this limit, so that their differences fit in 64 bits with room for the
/// sign and the mark of a terminal child.
pub(crate) const NUMBER_LIMIT: u64 = 1 << 62;

/// The largest number of bytes of the name of the game, and of the attacker.
pub(crate) const MAX_NAME: u32 = 64;
/// The largest number of bytes of the rules.
pub(crate) const MAX_RULES: u32 = 1 << 20;
/// The largest number of bytes of the root position.
pub(crate) const MAX_ROOT: u32 = 64 << 10;
