//! Certificates of small random games: right ones are accepted, wrong ones are rejected for the
//! right reason.

#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests may stop at the first surprise"
)]

mod accepted;
mod bounded;
mod damaged;
mod faulty;
mod hostile;
mod invalid;
mod layout;
mod limits;
mod lines;
mod mutants;
mod support;
