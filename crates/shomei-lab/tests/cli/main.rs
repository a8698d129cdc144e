//! The program as its users see it: arguments in, texts and exit codes out.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod bad_input;
mod generate;
mod reproduce;
#[allow(dead_code, reason = "the tests of `shomei` need more of it")]
#[path = "../../../shomei-cli/tests/cli/support.rs"]
mod support;
mod train;
// The transcript has the path separators of other systems.
#[cfg(not(windows))]
mod transcript;
#[cfg(unix)]
mod writes;

/// The tested programs by their names.
pub(crate) const PROGRAMS: &[(&str, &str)] = &[("shomei-lab", env!("CARGO_BIN_EXE_shomei-lab"))];
