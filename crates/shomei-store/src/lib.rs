//! A store of solved positions: a file in which searches keep, from one to the next, what took
//! them much work.
//!
//! ```
//! use shomei_game::{Key, Side};
//! use shomei_search::{Bounds, Knowledge};
//! use shomei_store::{About, Aim, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("sticks.store");
//! let about = About {
//!     game: "sticks".into(),
//!     rules: String::new(),
//!     sides: ["first".into(), "second".into()],
//!     keys: Key(0x1234),
//! };
//! let solved = Knowledge {
//!     bounds: Bounds::PROVED,
//!     length: 11,
//!     best: Some(0),
//!     work: 1_000_000,
//!     ..Knowledge::untouched((1, Knowledge::check_of("21 first")))
//! };
//! let aim = Aim::win(Side::First);
//!
//! let mut store = Store::open_or_create(&path, &about)?;
//! let merged = store.put(aim, [solved])?;
//! assert_eq!(merged.added, 1);
//! drop(store);
//!
//! // Later, in another program.
//! let store = Store::open(&path, Some(&about))?;
//! assert_eq!(store.get(aim, solved.id())?, Some(solved));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it is good for
//!
//! A store is a cache. Whatever it says makes a later search shorter; nothing in it is evidence,
//! and whoever can write the file can make it say anything. An answer that rests on a store shows
//! that it is right as every other answer does: by its certificate, which is made with the rules
//! of the game. Any entry may be missing, and a store may be removed at any time.
//!
//! # The file
//!
//! It is a database of [redb](https://docs.rs/redb), which survives that its program or its machine
//! ends at any moment: what was committed is there, what was not is not. It belongs to one game
//! under one set of rules ([`About`]), and has a table for each [`Aim`]. An entry takes 28 bytes, and 50 to
//! 100 in the file:
//!
//! ```text
//! table   "about"         text -> text: format, game, rules, first, second, keys
//! table   "first wins"    u128 -> 12 bytes; others are "second wins", "first scores at least -3"
//! key     the key of the position in the upper 64 bits, Knowledge::check_of its text in the lower
//! value   claim u8        1 proved, 2 disproved
//!         best u8         the place of the move; 255: unknown
//!         length u16      in plies, little-endian, as is
//!         work u64        in nodes
//! ```
//!
//! Opening checks the sums of all pages, so it takes some two seconds for each gigabyte, and a file
//! that was damaged is refused. One program at a time has a store open.
//!
//! # Files
//!
//! `about.rs`: whose store it is. `aim.rs`: names of tables. `entry.rs`: an entry as bytes, and
//! what becomes of two that are about one position. `store.rs`: the file. `text.rs`: the same as
//! lines of JSON.

#![forbid(unsafe_code)]

mod about;
mod aim;
mod entry;
mod error;
mod store;
mod text;

pub use about::{About, FORMAT};
pub use aim::Aim;
pub use entry::Contradiction;
pub use error::StoreError;
pub use store::{BATCH, Merged, Store, Totals};
pub use text::{Text, TextError, export, import};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
