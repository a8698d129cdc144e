//! What the tests of shomei share: random games, the conformance kit of a
//! game, and the corpora.

#![forbid(unsafe_code)]

pub mod random;
