//! Shared code of the tests of shomei.
//!
//! * [`conformance`]: checks that a game keeps the contracts of `shomei-game`.
//! * [`perft`]: files with numbers of move paths.
//! * [`corpus`]: files with positions of known value.
//! * [`order`]: checks the order of moves, on which certificates depend.
//! * [`Oracle`]: the values of small games, by retrograde analysis of their graph.
//! * [`random`]: random games written as text.
//! * [`pursuit`]: games with few positions and very many lines.
//! * [`shogi_records`]: records of shogi as other programs write them.
//! * [`data`]: the data of papers and of other programs, which is not always available.
//!
//! The kit depends only on the traits of games, so every crate can use it in its tests. A crate
//! with a search runs it over a [`corpus`] and compares it with the [`Oracle`] in its own tests.

#![forbid(unsafe_code)]

pub mod conformance;
pub mod corpus;
pub mod data;
pub mod order;
pub mod perft;
pub mod pursuit;
pub mod random;
pub mod shogi_records;
pub mod variants;

mod fault;
mod oracle;

pub use fault::FileFault;
pub use oracle::Oracle;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
