//! The program as its users see it: arguments in, texts and exit codes out.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod bad_input;
mod batch;
mod board_records;
mod certificates;
mod checkpoint;
mod composers;
mod convert;
mod corpora;
mod engines;
mod guarded;
mod hostile;
mod interrupt;
mod json;
mod language;
mod limits;
mod lists;
mod many;
mod moves;
mod othello;
mod othello_small;
mod overwrite;
mod page;
mod questions;
mod records;
mod review;
mod shell;
mod shogi;
mod shortest;
mod sides;
mod solve;
mod store;
mod support;
// The record has the separators of paths as they are elsewhere.
#[cfg(not(windows))]
mod transcript;
mod usi;
#[cfg(feature = "web")]
mod web;
#[cfg(unix)]
mod writes;
mod yozume;

/// The programs that are tried out, by their names.
pub(crate) const PROGRAMS: &[(&str, &str)] = &[
    ("shomei", env!("CARGO_BIN_EXE_shomei")),
    ("shomei-usi", env!("CARGO_BIN_EXE_shomei-usi")),
];
