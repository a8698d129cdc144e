//! The proof-number search family for any game that implements the traits of [`shomei_game`].
//!
//! Read in this order: [`Number`] and [`Bounds`] are the numbers of a position; `rule.rs` computes
//! the numbers of a parent from those of its children; [`search`] contains the algorithms, one file
//! each; [`table`] contains the transposition tables.
//!
//! The crate does no input or output. Searches take [`Limits`], report their progress to an
//! [`Observer`], and return a [`Report`].

mod bracket;
mod budget;
mod faithful;
pub mod job;
mod knowledge;
mod limits;
mod number;
mod observer;
mod options;
mod path;
pub mod registry;
mod report;
mod retrograde_graph;
mod rule;
pub mod search;
mod solved_sink;
pub mod table;

pub use bracket::Bracket;
pub use budget::Budget;
pub use knowledge::{BoundsError, Knowledge};
pub use limits::Limits;
pub use number::{Bounds, Number};
pub use observer::{Event, Observer, Progress, Silent};
pub use report::{Answer, Counters, Report, Stop};
pub use rule::{Epsilon, Groups, Rule, Rules, Schedule, Ties};
pub use solved_sink::SolvedSink;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
