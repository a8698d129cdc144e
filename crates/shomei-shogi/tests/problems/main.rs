//! Other solutions of tsume-shogi problems, from `corpus/shogi/` and from other sources, compared
//! with plain searches of every line; and how the problems of the corpus were made.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]
#![allow(
    clippy::print_stdout,
    reason = "lists are printed, and what was skipped"
)]

mod brute;
mod climb;
mod complete;
mod compose;
mod composers;
mod corpus;
mod counted;
mod others;
mod perpetual;
mod solved;
mod variations;
