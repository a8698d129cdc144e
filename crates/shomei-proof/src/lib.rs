//! Certificates: files that show that a position is proved, disproved or not won within a number of
//! plies, and a checker that trusts only the rules of the game.
//!
//! A certificate is a graph of [records](Record). Each record answers one open position: by one
//! move, by a child for every legal move, or by leaving the position to a [plain
//! search](plain_search) by the checker. Record 0 answers the root. A search passes its strategy to
//! a [`Writer`]; [`check`] replays it; [`IndexedReader`] reads single records for a viewer. The
//! layout and the conditions are described in
//! [certificate-format.md](https://github.com/shomei-solver/shomei/blob/main/docs/reference/certificate-format.md),
//! from which anyone can write another checker.
//!
//! Checking a file:
//!
//! ```no_run
//! use std::fs::File;
//! use std::io::BufReader;
//!
//! use shomei_game::TreeGame;
//! use shomei_proof::{CheckError, CheckLimits, Reader, check_within};
//!
//! let file = File::open("a.proof")?;
//! let limits = CheckLimits::for_file(file.metadata()?.len());
//! let reader = Reader::open(BufReader::new(file))?;
//! // The type of a game, such as `shomei_loa::Loa`.
//! let (game, root) = reader.header().open::<TreeGame>()?;
//! let claim = reader.header().claim;
//! match check_within(&game, &root, reader, &limits) {
//!     Ok(_) => println!("{claim}"),
//!     Err(CheckError::Rejected(why)) if why.is_limit() => println!("not decided: {why}"),
//!     Err(why) => println!("not valid: {why}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A damaged file is detected in one of three places: [`Reader::open`] (the first bytes),
//! [`Header::open`] (texts that do not describe a position of the game) and the check.
//!
//! The dependencies are part of the argument: this crate depends on the traits of games and on no
//! search, so that a fault of a search cannot be hidden in the checker.

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
mod plies;

pub use check::{Verified, check, check_within};
pub use error::{Damage, Field, Part, ReadError, RecordFault, WriteError};
pub use format::FORMAT_VERSION;
pub use header::{Claim, Header, HeaderError};
pub use index::Totals;
pub use indexed::IndexedReader;
pub use limits::CheckLimits;
pub use part::{Naming, Slice};
pub use plain::{MAX_PLIES, PlainResult, plain_search};
pub use plies::least_plies;
pub use reader::Reader;
pub use record::{Child, Record};
pub use rejection::{CheckError, Rejection};
/// Formats a text from a file on one line.
pub use shomei_game::escape::one_line;
pub use writer::{Summary, Writer};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
