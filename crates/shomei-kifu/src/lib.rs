//! Records of shogi (棋譜): reads and writes KIF, KI2, CSA, JKF and diagrams (BOD).
//!
//! [`Kifu::read`] reads a file in any of these formats, in UTF-8, UTF-16, Shift-JIS, EUC-JP or
//! ISO-2022-JP; it detects both. A [`Kifu`] contains the headings, the first position, and a tree
//! of moves with comments and endings. Each move is checked by the rules ([`shomei_shogi`]), and a
//! fault is an [`Error`] with line and column. [`Kifu::to_bytes`] and [`Kifu::to_text`] write any
//! format.
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
//! Thinking times are not kept. CSA contains only the main line; BOD contains no moves. In handicap
//! games the players are 下手 (first side) and 上手.
//!
//! [`move_name`], [`ending_name`] and [`diagram`] format moves, endings and boards for players.
//! [`Records`] connects the crate with programs that handle records of any game.

// Why the crate has its own readers: the other crates that read KIF treat a faulty line as the end
// of the record, so that a faulty diagram becomes the usual start. They report no line and column,
// and do not support "rest of the pieces"; one panics on some handicaps, another requires a newer
// compiler. The tests compare the written files with one of those crates. `encoding_rs` decodes and
// encodes.
//
// The files: `encoding` decodes bytes; `format` detects the format; `kif`, `csa` and `jkf` read
// with the help of `scan` (a line from left to right), `names`, `setup` (a board that is not yet a
// position) and `moves`; `builder` attaches variations, `ending` names endings; `write` and `csa`
// print the lines of `line`. `move_name` names moves with the words of `relative`.

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
mod things;
mod write;

pub use bod::diagram;
pub use encoding::Encoding;
pub use ending::ending_name;
pub use error::{Error, Spot};
pub use format::{Format, is_kifu};
pub use kifu::Kifu;
pub use line::{KifuLine, Place, Step};
pub use move_name::move_name;
pub use shomei_game::{Ending, LineEnd, RecordNode, RecordTree, Records, Side};
/// The rules of shogi: positions, moves and pieces.
pub use shomei_shogi as shogi;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
