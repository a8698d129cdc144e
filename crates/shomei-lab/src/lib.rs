//! Experiments: every algorithm on the same positions, counted alike.
//!
//! Read in this order: [`experiment`] is what a file under `experiments/`
//! says; [`set`] and [`trial`] are what is run, [`game`] runs it for a game of
//! any type; [`pipeline`] takes experiments of all kinds from the file to the tables, with
//! [`journal`] as its memory; `results.rs`, `shape.rs` and `report.rs` make the tables;
//! [`compare()`] looks whether a program still makes the nodes of recorded ones, and
//! [`write_page`] makes the page. [`run`] is the program `shomei-lab`.
//!
//! [`cluster`] and [`family`] are experiments of kinds of their own; the second needs [`graphs`],
//! [`meeting`] and `bootstrap.rs`.
//!
//! A search and its certificate are those of the library, [`shomei`]. [`assertions`] is for
//! the tests of games.

#![forbid(unsafe_code)]

pub mod assertions;
mod bootstrap;
pub mod cluster;
mod compare;
mod data;
mod error;
pub mod experiment;
pub mod family;
pub mod game;
pub mod generate;
pub mod graphs;
pub mod journal;
mod machine;
pub mod meeting;
mod page;
mod parallel;
pub mod pipeline;
mod program;
mod reordered;
mod report;
mod results;
mod running;
pub mod set;
mod shape;
mod source;
#[cfg(test)]
mod testing;
pub mod thresholds;
pub mod trial;

pub use compare::{CompareRequest, Compared, compare};
pub use error::LabError;
pub use page::{PageRequest, write_page};
pub use pipeline::{Event, Reproduced, Request, reproduce};
pub use program::{LabEntry, builtin, run};
