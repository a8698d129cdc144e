//! What the tests of shomei share.
//!
//! * [`conformance`]: whether a game keeps the contracts of `shomei-game`.
//! * [`perft`]: files with numbers of move paths.
//! * [`corpus`]: files with positions of known value.
//! * [`order`]: whether the order of moves is the one that certificates rest on.
//! * [`Oracle`]: the values of small games, by reading their graph backwards.
//! * [`random`]: random games written as text.
//! * [`pursuit`]: games with few positions and very many lines.
//! * [`shogi_records`]: records of shogi as other programs write them.
//! * [`data`]: the data of papers and of other programs, which not everybody has.
//!
//! The kit knows the vocabulary only, so that every crate can use it in its
//! tests. A crate with a search runs it over a [`corpus`], and holds it against the [`Oracle`], in
//! its own tests.

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

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
