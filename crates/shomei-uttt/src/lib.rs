//! Ultimate tic-tac-toe: rules and notation.
//!
//! Nine boards of tic-tac-toe are placed in the cells of a tenth. X moves first, the sides mark an
//! empty cell in turn, and the cell of a mark determines the board in which the opponent must move
//! next. The side that makes a line in a local board wins it; a full board without a line has no
//! owner. Such boards are closed: no more moves are played in them, and a side that is sent to one
//! moves in any open board. The game is won by a line of three won boards, and drawn when no board
//! is open.
//!
//! Under the rules `open`, won boards stay open: a side that is sent to one must play in it while
//! it has an empty cell, and may choose only if it is sent to a full one. The side with the first
//! line in a board owns it; later lines change nothing.
//!
//! ```text
//! local boards, and the cells of each     a b c
//!                                         d e f
//!                                         g h i
//! ```
//!
//! A move is two letters, board and cell: after `ea` the opponent moves in board a. [`Uttt`] is the
//! game with one of the [`Rules`]; [`Position`] is a board with the side to move.
//!
//! ```
//! use shomei_game::{Game, Goal, Kind, Notation, Side, perft};
//! use shomei_uttt::Uttt;
//!
//! let game = Uttt::open("standard", Goal::win(Side::First)).unwrap();
//! assert_eq!(perft(&game, &game.start(), 3), 6_336);
//!
//! let position = game.parse_position("ee ea").unwrap();
//! let mv = game.parse_move(&position, "ai").unwrap();
//! assert_eq!(
//!     game.format_position(&game.play(&position, mv)),
//!     "O;........@;........X/........./........./........./O...X..../........./........./........./.........",
//! );
//! ```
//!
//! For speed, the marks of a side in a board are nine bits, and their properties are read from a
//! table of all 512 sets. A position stores the boards that are won, closed, and winnable for each
//! side; a move changes only those of one board (`outline.rs`).

#![forbid(unsafe_code)]

mod cell;
mod endgame;
mod game;
mod hints;
mod moves;
mod notation;
mod outline;
mod position;
mod preview;
mod rules;
mod sending;

pub use cell::Cell;
pub use game::Uttt;
pub use moves::Move;
pub use outline::State;
pub use position::{Position, PositionError};
pub use rules::{Hopeless, Rules, WonBoards};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
