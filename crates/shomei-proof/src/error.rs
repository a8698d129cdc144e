//! What can be wrong with the form of a file, and the errors of reading and
//! writing. What can be wrong with its content stands in `rejection.rs`.

use std::fmt;
use std::io;

/// A text of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The name of the game.
    Game,
    /// The rules, as the game writes them.
    Rules,
    /// The name of the side that attacks.
    Attacker,
    /// The root position.
    Root,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Game => "name of the game",
            Field::Rules => "rules",
            Field::Attacker => "attacker",
            Field::Root => "root position",
        })
    }
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What stands in front.
    Header,
    /// A block of records.
    Block {
        /// Its number, from 0.
        number: u64,
        /// The number of its first record.
        first: u64,
    },
    /// The index of blocks.
    Index,
    /// The fixed-size end.
    Trailer,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Header => f.write_str("the header"),
            Part::Block { number, first } => write!(f, "block {number} (from record {first} on)"),
            Part::Index => f.write_str("the index"),
            Part::Trailer => f.write_str("the trailer"),
        }
    }
}

/// What is wrong with the bytes of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The block ends inside the record.
    #[error("it is cut off")]
    CutOff,
    /// An integer is above 64 bits, or longer than it need be.
    #[error("an integer is not in its shortest form, or above 64 bits")]
    BadInteger,
    /// The kind is none of the three.
    #[error("kind {0} is unknown")]
    UnknownKind(u8),
    /// The move index is above 32 bits.
    #[error("move index {0} is above 32 bits")]
    MoveTooLarge(u64),
    /// A record names at least one child and at most 2^20.
    #[error("it names {0} children, where 1 to 1048576 are possible")]
    ChildCount(u64),
    /// A child number is negative, or 2^62 or more.
    #[error("a child number is out of range")]
    ChildNumber,
}

/// Why a file is no certificate in form: it was cut off, altered, or written
/// by something else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The first bytes are not those of a certificate.
    #[error("this is no certificate: the first bytes are not \"\\x89shomei\\n\"")]
    NotACertificate,
    /// The version is not one that this crate reads.
    #[error("format version {found} is not supported; this program reads version {supported}")]
    UnsupportedVersion {
        /// The version of the file.
        found: u16,
        /// The version of this crate.
        supported: u16,
    },
    /// The file ends too early.
    #[error("the file is cut off in {part}")]
    Truncated {
        /// Where it ends.
        part: Part,
    },
    /// The bytes do not agree with their CRC-32.
    #[error("altered: the checksum of {part} does not agree")]
    Checksum {
        /// Which bytes.
        part: Part,
    },
    /// A text of the header is longer than the format allows.
    #[error("the {field} has {length} bytes, at most {limit} are possible")]
    TextTooLong {
        /// Which text.
        field: Field,
        /// Its length.
        length: u32,
        /// The longest possible.
        limit: u32,
    },
    /// A text of the header is not UTF-8.
    #[error("the {field} is not UTF-8")]
    NotUtf8 {
        /// Which text.
        field: Field,
    },
    /// The claim is neither proved (1) nor disproved (2).
    #[error("claim {0} is unknown")]
    UnknownClaim(u8),
    /// A part begins with a byte that begins no part, or stands out of order.
    #[error(
        "a part begins with the byte {tag:#04x} after {blocks} blocks, which is not possible there"
    )]
    UnexpectedPart {
        /// The byte.
        tag: u8,
        /// How many blocks stand before it.
        blocks: u64,
    },
    /// A length of a block is zero or above the format's limit.
    #[error("block {block} claims {raw} bytes in {packed}, which is out of range")]
    BlockLength {
        /// The block.
        block: u64,
        /// Its length before compression.
        raw: u32,
        /// Its length after compression.
        packed: u32,
    },
    /// The first record of a block is not the one after the last record of the
    /// block before it.
    #[error("block {block} begins with record {found}, expected {expected}")]
    BlockStart {
        /// The block.
        block: u64,
        /// The number that must come.
        expected: u64,
        /// The number in the file.
        found: u64,
    },
    /// The compressed bytes are not one zstd frame of the claimed length.
    #[error("block {block} cannot be decompressed to the length that it claims")]
    BlockPacking {
        /// The block.
        block: u64,
    },
    /// The bytes of a block are more or fewer than its records need, or a
    /// record begins behind the place where the block must have ended.
    #[error("block {block} does not end with its last record")]
    BlockEnd {
        /// The block.
        block: u64,
    },
    /// The bytes of a record are no record.
    #[error("record {record}: {fault}")]
    BadRecord {
        /// The record.
        record: u64,
        /// What is wrong.
        fault: RecordFault,
    },
    /// The index does not agree with the blocks.
    #[error("the index does not agree with the blocks at entry {entry}")]
    IndexDiffers {
        /// The first entry that differs.
        entry: u64,
    },
    /// A total of the trailer is not what was counted.
    #[error("the trailer states {stated} {what}, but {counted} were counted")]
    TotalDiffers {
        /// What is counted.
        what: &'static str,
        /// The number in the trailer.
        stated: u64,
        /// The true number.
        counted: u64,
    },
    /// The last bytes are not those of a certificate.
    #[error("the file does not end as a certificate does: it is cut off, or something follows")]
    BadEnd,
    /// Something follows the trailer.
    #[error("something follows the end of the certificate")]
    TrailingData,
}

/// Why a certificate could not be read on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes could not be had; says nothing about the certificate.
    #[error("cannot read the certificate")]
    Io(#[from] io::Error),
    /// The bytes are no certificate.
    #[error(transparent)]
    Damaged(#[from] Damage),
}

/// Why a certificate could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The bytes could not be stored.
    #[error("cannot write the certificate")]
    Io(#[from] io::Error),
    /// A text of the header is longer than the format allows.
    #[error("the {field} has {length} bytes, at most {limit} can be written")]
    TextTooLong {
        /// Which text.
        field: Field,
        /// Its length.
        length: usize,
        /// The longest possible.
        limit: u32,
    },
    /// The format has no form for this record.
    #[error("record {record} cannot be written: {fault}")]
    BadRecord {
        /// The number that the record would have had.
        record: u64,
        /// What is wrong.
        fault: RecordFault,
    },
}
