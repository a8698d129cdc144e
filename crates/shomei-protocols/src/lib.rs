//! Sessions of the protocols by which graphical programs use a solver, over any input and output.
//!
//! [`usi`] solves tsume-shogi for shogi programs. [`nboard`] and [`gtp`] solve and play Othello for
//! Othello programs and for programs that show boards of any game. A session reads lines from a
//! [`BufRead`](std::io::BufRead) and writes lines to a [`Write`](std::io::Write), so it can be
//! tested without a process and served over any transport.

#![forbid(unsafe_code)]

mod breakdown;
mod conversation;
pub mod gtp;
pub mod nboard;
pub mod othello;
mod out;
pub mod usi;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
