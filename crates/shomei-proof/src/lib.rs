//! Certificates: a file that shows that a position is proved or disproved, and
//! a checker that believes nothing but the rules of the game.
//!
//! A certificate is a graph of [records](Record). Each answers one open
//! position: by one move, by a child for every legal move, or by leaving the
//! position to a [plain search](plain_search) that the checker does itself.
//! Record 0 answers the root. A search hands its strategy to a [`Writer`];
//! [`check`] replays it, and [`IndexedReader`] fetches single records for a
//! viewer. The layout and the conditions are written down in
//! `docs/certificate-format.md`, so that nobody need believe this crate.
//!
//! The dependencies are part of the argument: this crate knows the vocabulary
//! of games and no search, so that a fault of a search cannot hide in the
//! checker.

#![forbid(unsafe_code)]

mod format;
mod varint;

mod error;
mod record;
mod rejection;

mod header;
mod source;

mod block;
mod index;

mod indexed;
mod reader;
mod writer;

mod limits;

mod check;
mod guard;
mod ledger;
mod local;
mod part;
mod plain;

pub use check::{Verified, check, check_within};
pub use error::{Damage, Field, Part, ReadError, RecordFault, WriteError};
pub use format::FORMAT_VERSION;
pub use header::{Claim, Header, HeaderError};
pub use index::Totals;
pub use indexed::IndexedReader;
pub use limits::CheckLimits;
pub use part::{Naming, Slice};
pub use plain::{MAX_PLIES, PlainResult, plain_search};
pub use reader::Reader;
pub use record::{Child, Record};
pub use rejection::{CheckError, Rejection};
pub use writer::{Summary, Writer};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
