//! Certificates of small random games: accepted when they are right, rejected
//! with the right reason when they are not.

#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests may stop at the first surprise"
)]

mod accepted;
mod damaged;
mod faulty;
mod hostile;
mod invalid;
mod layout;
mod limits;
mod lines;
mod mutants;
mod support;
