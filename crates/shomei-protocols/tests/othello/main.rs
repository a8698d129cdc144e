//! Conversations about Othello, as graphical programs have them, and by dice. What is claimed in
//! them is held against rules and a search that share nothing with the program's.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod gtp;
mod gtp_random;
mod nboard;
mod nboard_random;
mod reference;
mod talk;
