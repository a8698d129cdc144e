//! Ultimate tic-tac-toe: rules and notation.
//!
//! Nine boards of tic-tac-toe stand in the cells of a tenth. X moves first, the
//! sides mark an empty cell in turn, and the cell that is marked names the board
//! in which the opponent must move next. The side that makes a line in a local board wins
//! it; a full board without a line belongs to nobody. Such boards are closed: no
//! more moves are played in them, and a side that is sent to one moves in any board
//! that is open. The game is won by a line of three won boards, and drawn when
//! no board is open any more.
//!
//! Under the rules `open` boards that are won stay open: a side that is sent to one must play in it
//! as long as it has an empty cell, and may choose only where it is sent to a full one. Whoever
//! made the first line in a board owns it; later lines change nothing.
//!
//! ```text
//! local boards, and the cells of each     a b c
//!                                         d e f
//!                                         g h i
//! ```
//!
//! A move is two letters, board and cell: after `ea` the opponent moves in board
//! a. [`Uttt`] is the game under one of the [`Rules`]; [`Position`] is a board
//! with the side to move.
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
//! How it is fast: the marks of a side in a board are nine bits, and what they
//! mean is read from a table of all 512. A position carries which boards are
//! won, closed, and can still be won by each side; a move changes that of one
//! board (`outline.rs`).

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

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
