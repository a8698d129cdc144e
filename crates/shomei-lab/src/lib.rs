//! Experiments: algorithms on the same positions with the same counters.
//!
//! Read in this order: `experiment.rs` is a file of `experiments/`; `set.rs` and `record.rs` are
//! the positions and the results of runs; `game.rs` runs them for a game of any type; `pipeline.rs`
//! takes experiments of all kinds from the file to the tables, and `journal.rs` keeps finished
//! runs; `results.rs`, `shape.rs` and `report.rs` make the tables for readers, `data.rs` those for
//! programs; `compare.rs` checks whether a program reproduces recorded results, and `page.rs` makes
//! the page. [`run`] is the program `shomei-lab`.
//!
//! Two kinds of experiments have their own tables: `cluster.rs`, and `family.rs`, which uses
//! `graphs.rs`, `meeting.rs` and `bootstrap.rs`.
//!
//! Searches and certificates are those of the library, [`shomei`]. [`assertions`] is for the tests
//! of games.

#![forbid(unsafe_code)]

pub mod assertions;
mod bootstrap;
mod cluster;
mod compare;
mod data;
mod error;
mod experiment;
mod family;
mod game;
mod generate;
mod graphs;
mod journal;
mod machine;
mod meeting;
mod page;
mod pipeline;
mod program;
mod record;
mod reordered;
mod report;
mod results;
mod running;
mod set;
mod shape;
mod source;
#[cfg(test)]
mod testing;

pub use error::LabError;
pub use experiment::Experiment;
pub use pipeline::{Event, Reproduced, Request, reproduce};
pub use program::{LabEntry, builtin, run};
