//! Errors in the form of a file, and the errors of reading and writing. `rejection.rs` contains the
//! errors in the content.

use std::fmt;
use std::io;

/// A text of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The name of the game.
    Game,
    /// The rules, in the notation of the game.
    Rules,
    /// The name of the attacking side.
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
    /// The beginning of the file.
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
    /// The fixed-size end of the file.
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

/// An error in the bytes of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The block ends inside the record.
    #[error("it is cut off")]
    CutOff,
    /// An integer is above 64 bits, or not in its shortest form.
    #[error("an integer is not in its shortest form, or above 64 bits")]
    BadInteger,
    /// The kind is not one of the three.
    #[error("kind {0} is unknown")]
    UnknownKind(u8),
    /// The move index is above 32 bits.
    #[error("move index {0} is above 32 bits")]
    MoveTooLarge(u64),
    /// A record must have at least one child and at most 2^20.
    #[error("it names {0} children, where 1 to 1048576 are possible")]
    ChildCount(u64),
    /// A child number is negative, or 2^62 or more.
    #[error("a child number is out of range")]
    ChildNumber,
}

/// Why a file is not a certificate in form: it was cut off or altered, or another program wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The first bytes are not those of a certificate.
    #[error("this is not a certificate: the first bytes are not \"\\x89shomei\\n\"")]
    NotACertificate,
    /// This crate does not read the version.
    #[error(
        "format version {found} is not supported; this program reads versions up to {supported}"
    )]
    UnsupportedVersion {
        /// The version of the file.
        found: u16,
        /// The newest version that this crate reads.
        supported: u16,
    },
    /// The file ends too early.
    #[error("the file is cut off in {part}")]
    Truncated {
        /// The part in which it ends.
        part: Part,
    },
    /// The bytes do not match their CRC-32.
    #[error("altered: the checksum of {part} does not agree")]
    Checksum {
        /// The part with these bytes.
        part: Part,
    },
    /// A text of the header is longer than the format allows.
    #[error("the {field} has {length} bytes, at most {limit} are possible")]
    TextTooLong {
        /// The text.
        field: Field,
        /// Its length.
        length: u32,
        /// The largest possible length.
        limit: u32,
    },
    /// A text of the header is not UTF-8.
    #[error("the {field} is not UTF-8")]
    NotUtf8 {
        /// The text.
        field: Field,
    },
    /// The version has no claim with this number.
    #[error("claim {0} is unknown")]
    UnknownClaim(u8),
    /// The number of plies of the claim is above 65,535.
    #[error("the claim is about {0} plies, at most 65535 are possible")]
    TooManyPlies(u32),
    /// A part begins with a byte that begins no part, or is out of order.
    #[error(
        "a part begins with the byte {tag:#04x} after {blocks} blocks, which is not possible there"
    )]
    UnexpectedPart {
        /// The byte.
        tag: u8,
        /// The number of blocks before it.
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
    /// The first record of a block does not follow the last record of the previous block.
    #[error("block {block} begins with record {found}, expected {expected}")]
    BlockStart {
        /// The block.
        block: u64,
        /// The required number.
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
    /// The bytes of a block are more or fewer than its records need, or a record begins after the
    /// point at which the block must have ended.
    #[error("block {block} does not end with its last record")]
    BlockEnd {
        /// The block.
        block: u64,
    },
    /// The bytes are not a valid record.
    #[error("record {record}: {fault}")]
    BadRecord {
        /// The record.
        record: u64,
        /// The error.
        fault: RecordFault,
    },
    /// The index does not match the blocks.
    #[error("the index does not agree with the blocks at entry {entry}")]
    IndexDiffers {
        /// The first entry that differs.
        entry: u64,
    },
    /// A total of the trailer differs from the counted number.
    #[error("the trailer states {stated} {what}, but {counted} were counted")]
    TotalDiffers {
        /// The counted items.
        what: &'static str,
        /// The number in the trailer.
        stated: u64,
        /// The true number.
        counted: u64,
    },
    /// The last bytes are not those of a certificate.
    #[error("the file does not end as a certificate does: it is cut off, or something follows")]
    BadEnd,
    /// There are bytes after the trailer.
    #[error("something follows the end of the certificate")]
    TrailingData,
}

/// Why the rest of a certificate could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes could not be read. This error does not mean that the certificate is wrong.
    #[error("cannot read the certificate")]
    Io(#[from] io::Error),
    /// The bytes are not a certificate.
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
        /// The text.
        field: Field,
        /// Its length.
        length: usize,
        /// The largest possible length.
        limit: u32,
    },
    /// The format cannot represent this record.
    #[error("record {record} cannot be written: {fault}")]
    BadRecord {
        /// The number that the record would have had.
        record: u64,
        /// The error.
        fault: RecordFault,
    },
}
