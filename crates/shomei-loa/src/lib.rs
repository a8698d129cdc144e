//! Lines of Action: rules and notation.
//!
//! Two sides of twelve pieces on an 8 by 8 board. A piece moves along a line exactly as many
//! squares as there are pieces of either colour on the whole line; it may jump over its own pieces
//! but not over the opponent's, and captures the piece on which it lands. The side that first
//! connects all its pieces into one unit, with neighbours in eight directions, wins. Invented by
//! Claude Soucie, published in S. Sackson, *A Gamut of Games* (1969, second edition 1982). The
//! rules also allow a smaller board of 5 by 5, 6 by 6 or 7 by 7 squares ([`Size`]).
//!
//! [`Loa`] is the game with one of the [`Rules`]; [`Position`] is a board with the side to move.
//!
//! ```
//! use shomei_game::{Game, Goal, Kind, Notation, Side, perft};
//! use shomei_loa::Loa;
//!
//! let game = Loa::open("olympiad", Goal::win(Side::First)).unwrap();
//! assert_eq!(perft(&game, &game.start(), 3), 44_952);
//!
//! let position = game.parse_position("start moves d1-b3 h7-f7").unwrap();
//! assert_eq!(game.to_move(&position), Side::First);
//! let mv = game.parse_move(&position, "b1-b4").unwrap();
//! assert_eq!(game.format_move(&position, mv), "b1-b4");
//! ```
//!
//! For speed, a position stores the number of moves of both sides and whether each is connected. A
//! move changes at most seven lines, and the contribution of a line is read from a table of all
//! line configurations (`lines.rs`). So a child costs a few dozen instructions, which include its
//! status and mobility.

#![forbid(unsafe_code)]

mod bitboard;
mod evaluation;
mod game;
mod hints;
mod lines;
mod movegen;
mod moves;
mod notation;
mod position;
mod preview;
mod rules;
mod size;
mod square;

pub use game::Loa;
pub use moves::Move;
pub use position::{Position, PositionError};
pub use rules::{NoMove, Rules, Simultaneous};
pub use size::Size;
pub use square::Square;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
