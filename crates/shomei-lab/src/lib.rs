//! Experiments: every algorithm on the same positions, counted alike.
#![forbid(unsafe_code)]

