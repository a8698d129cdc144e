//! Runs the program with arguments and compares its output and exit codes.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod bad_input;
mod batch;
mod board_records;
mod bundles;
mod catalogues;
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
mod small_proofs;
mod solve;
mod store;
mod support;
// The transcripts contain the path separators of Unix.
#[cfg(not(windows))]
mod transcript;
mod usi;
#[cfg(feature = "web")]
mod web;
#[cfg(unix)]
mod writes;
mod yozume;

/// The tested programs by name.
pub(crate) const PROGRAMS: &[(&str, &str)] = &[
    ("shomei", env!("CARGO_BIN_EXE_shomei")),
    ("shomei-usi", env!("CARGO_BIN_EXE_shomei-usi")),
];
