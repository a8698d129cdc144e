//! Positions solved by every algorithm, and every answer through a certificate
//! that is written, read back and checked.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod corpus;
mod data;
