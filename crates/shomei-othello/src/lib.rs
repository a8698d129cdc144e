//! Othello: rules, notation, the last empty squares and an evaluation.
//!
//! Black moves first. A disc is placed so that it flips at least one straight line of the
//! opponent's discs that ends at another own disc. A side without such a move passes, and when
//! neither side has one, the game is over. The side with more discs wins.
//!
//! ```text
//! a1 b1 c1 ... h1      square 0 is a1, square 7 h1, square 63 h8
//! a2 ...               the first row of a text is row 1
//! ```
//!
//! [`Othello`] is the game with one of the [`Rules`], which define a win; [`Position`] is a board
//! with the side to move.
//!
//! ```
//! use shomei_game::{Game, Goal, Kind, Notation, Side, perft};
//! use shomei_othello::Othello;
//!
//! let game = Othello::open("standard", Goal::win(Side::First)).unwrap();
//! assert_eq!(perft(&game, &game.start(), 5), 1_396);
//! ```
//!
//! For speed, the discs of each side are one 64-bit set, and moves and flips are computed for whole
//! lines at once (`bits.rs`). The last empty squares have a separate search (`endgame.rs`), which
//! is compiled for several kinds of processors (`cpu.rs`).

// Denied instead of forbidden because of `cpu/x86.rs`.
#![deny(unsafe_code)]

mod bits;
mod cpu;
pub mod endgame;
mod evaluation;
mod game;
mod hints;
mod moves;
mod notation;
mod position;
mod rules;
mod size;
pub mod training;
pub mod wthor;

pub use evaluation::set_default_weights;
pub use game::Othello;
pub use moves::Move;
pub use notation::obf;
pub use position::{Position, PositionError};
pub use rules::Rules;
pub use size::Size;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
