//! Board games outside the program.
//!
//! The rules and texts of each game are written as docs/guides/adding-a-game.md describes it.
//! docs/results/solved.md contains the results of the games. The example `boards` of shomei-cli is
//! the program with them.
//!
//! They are a crate of their own so that searches of them are compiled once: for that example, and
//! for the tests.

#![forbid(unsafe_code)]

mod breakthrough;
mod connect_four;
mod five_in_a_row;
mod grid;
mod hex;
mod tuned;
mod uttt_within;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use five_in_a_row::FiveInARow;
pub use hex::Hex;
pub use tuned::{Tips, Tuned};
pub use uttt_within::UtttWithin;

use shomei::Kind;

/// The games, for `Kinds::of` and `shomei_cli::run`.
#[must_use]
pub fn kinds() -> Vec<Kind> {
    vec![
        Kind::of::<Tuned<Breakthrough>>(),
        Kind::of::<Tuned<ConnectFour>>(),
        Kind::of::<Tuned<FiveInARow>>(),
        Kind::of::<Tuned<Hex>>(),
        Kind::of::<Tuned<UtttWithin>>(),
    ]
}
