//! Tsume-shogi: rules and notation.
//!
//! In a mating problem of shogi every move of the attacker is a check, every move of the defender
//! is an evasion, and a pawn drop must not mate. The attacker fails if it has no check, and also in
//! endless play.
//!
//! [`Shogi`] is the game with one of the [`Rules`]; [`Position`] is a board with both hands and the
//! side to move.
//!
//! ```
//! use shomei_game::{Game, Goal, Kind, Notation, Side, Status, perft};
//! use shomei_shogi::Shogi;
//!
//! let game = Shogi::open("tsume", Goal::win(Side::First)).unwrap();
//! let position = game.parse_position("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
//! let mate = game.parse_move(&position, "G*5b").unwrap();
//! assert_eq!(game.status(&game.play(&position, mate)), Status::Won);
//!
//! let full = Shogi::open("full", Goal::win(Side::First)).unwrap();
//! assert_eq!(perft(&full, &full.start(), 2), 900);
//! ```
//!
//! For speed, sets of squares are 128-bit numbers, checks and evasions are generated directly, and
//! one visitor of moves serves lists, counts and tests for the existence of a move. A few shifts
//! compute the attacked squares of all stepping pieces of a side at once.

#![forbid(unsafe_code)]

mod attacks;
mod before;
mod bits;
mod checks;
mod dominance;
mod fault;
mod game;
mod hand;
mod hints;
mod legal;
mod more;
mod moves;
mod mudaai;
mod notation;
mod numbers;
mod piece;
mod position;
mod rules;
mod square;
mod texts;
pub mod training;
mod variants;
mod whole_game;

pub use fault::Fault;
pub use game::Shogi;
pub use hand::Hand;
pub use moves::Move;
pub use numbers::Numbers;
pub use piece::Kind;
pub use position::Position;
pub use rules::Rules;
pub use square::Square;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
