//! Conversations about Othello with graphical programs, some of them random. The tests check every
//! claim with independent rules and an independent search.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod gtp;
mod gtp_random;
mod nboard;
mod nboard_random;
mod reference;
mod talk;
