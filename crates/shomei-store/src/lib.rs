#![doc = include_str!("../README.md")]
//!
//! # Files
//!
//! `identity.rs`: the owner of a file. `frames.rs`: the common form of checkpoints and journals.
//! `checkpoint.rs`, `journal.rs`: the two kinds. `positions/`: stores. `positions/text.rs`: a store
//! as lines of JSON.

#![forbid(unsafe_code)]

mod checkpoint;
mod error;
mod frames;
mod identity;
mod journal;
#[cfg(feature = "positions")]
mod positions;

pub use checkpoint::{Checkpoint, CheckpointState};
pub use error::{Problem, StoreError};
pub use frames::{FileKind, FileRecord};
pub use identity::{Difference, Identity};
pub use journal::Journal;
#[cfg(feature = "positions")]
pub use positions::{
    About, BATCH, Contradiction, FORMAT, Merged, Store, Text, TextError, Totals, aim_text, export,
    import,
};
