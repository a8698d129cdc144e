//! The proof-number search family over any game that answers the questions of
//! [`shomei_game`].
//!
//! Read in this order: [`Number`] and [`Bounds`] are what a search knows of a
//! position; `rule.rs` makes a parent's numbers from its children's;
//! [`search`] holds the algorithms, one file each; [`table`] is their memory.
//!
//! The crate does no input or output. Searches take [`Limits`], report
//! their progress to an [`Observer`], and return a [`Report`].

mod account;
mod bracket;
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

pub use account::Account;
pub use bracket::Bracket;
pub use knowledge::{BoundsError, Knowledge};
pub use limits::Limits;
pub use number::{Bounds, Number};
pub use observer::{Event, Observer, Progress, Silent};
pub use report::{Answer, Counters, Report, Stop};
pub use rule::{Epsilon, Rule, Rules, Schedule, Ties};
pub use solved_sink::SolvedSink;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
