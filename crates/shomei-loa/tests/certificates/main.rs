//! Real positions, solved by every algorithm; a certificate of every answer is written, read back
//! and checked.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod corpus;
mod cycles;
mod wins;
