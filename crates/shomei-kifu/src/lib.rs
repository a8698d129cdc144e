//! Records of shogi (棋譜): reads and writes KIF, KI2, CSA, JKF and diagrams (BOD).
//!
//! [`Kifu::read`] takes the bytes of a file in any of these formats and in UTF-8, UTF-16,
//! Shift-JIS, EUC-JP or ISO-2022-JP; it finds both. A [`Kifu`] has the headings, the position that
//! it begins with, and a tree of moves with comments and ends. Each move is checked by the rules
//! ([`shomei_shogi`]), and a fault is an [`Error`] with line and column.
//! [`Kifu::to_bytes`] and [`Kifu::to_text`] write any format.
//!
//! ```
//! use shomei_kifu::{Format, Kifu};
//!
//! let kifu = Kifu::read("手合割：平手\n   1 ７六歩(77)\n   2 投了\n".as_bytes())?;
//! let step = kifu.main_line().steps[0];
//! assert_eq!((step.number(), step.name()), (1, "▲７六歩".to_string()));
//! assert!(kifu.to_text(Format::Csa).ends_with("+7776FU\n%TORYO\n"));
//! # Ok::<(), shomei_kifu::Error>(())
//! ```
//!
//! [`move_name`] and [`diagram`] write moves and boards as players read them. [`Records`] connects
//! the crate with programs that work with records of any game.
//!
//! # Why the readers are our own
//!
//! The crates that read KIF take a bad line for the end of what they read, so that a diagram with a
//! fault becomes the usual start, name no line and column, and know no "rest of the pieces"; one
//! stops the program on some handicaps, another asks for a newer compiler. The tests hold what is
//! written against one of those crates. `encoding_rs` does the encodings.
//!
//! # The files
//!
//! `encoding` makes bytes a text; `format` finds its format; `kif`, `csa` and `jkf` read with the
//! help of `scan` (a line from left to right), `names`, `setup` (a board that is not yet a position)
//! and `moves`; `builder` puts variations where they belong, `ending` names how games end; `write` and
//! `csa` print the lines of `line`. `move_name` names moves by the words of `relative`.

#![forbid(unsafe_code)]

mod bod;
mod builder;
mod csa;
mod encoding;
mod ending;
mod error;
mod format;
mod jkf;
mod kif;
mod kifu;
mod line;
mod move_name;
mod moves;
mod names;
mod records;
mod relative;
mod scan;
mod setup;
mod write;

pub use bod::diagram;
pub use encoding::Encoding;
pub use error::{Error, Spot};
pub use format::{Format, is_kifu};
pub use kifu::Kifu;
pub use line::{KifuLine, Place, Step};
pub use move_name::move_name;
pub use shomei_game::{Ending, LineEnd, RecordNode, RecordTree, Records, Side};
/// The rules of shogi: positions, moves and pieces.
pub use shomei_shogi as shogi;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
