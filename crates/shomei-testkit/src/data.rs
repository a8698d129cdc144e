//! Data of papers and of other programs that the repository does not contain: games, sets of
//! positions and problems published by others.
//!
//! The environment variable `SHOMEI_DATA` gives the folder with the data; the default is
//! `../shared/data` next to the repository. A test that needs the data belongs in a module `data`
//! and is ignored with this reason, so that plain `cargo test` reports that it has not run:
//!
//! ```text
//! mod data {
//!     #[test]
//!     #[ignore = "needs the data of the papers: SHOMEI_DATA"]
//!     fn published_games_are_legal() { ... }
//! }
//! ```
//!
//! `cargo xtask ci` runs these tests if the folder exists, and otherwise reports that it does not.
//! A test that is run without the data fails.

use std::path::PathBuf;

/// The environment variable with the folder.
const VARIABLE: &str = "SHOMEI_DATA";

/// The path of the folder, whether or not it exists.
#[must_use]
pub fn folder() -> PathBuf {
    std::env::var_os(VARIABLE).map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    )
}

/// The bytes of a file of the folder, such as `loa/perft.txt`.
///
/// # Panics
///
/// If it cannot be read, so that a test which needs it fails.
#[must_use]
pub fn bytes(name: &str) -> Vec<u8> {
    let path = folder().join(name);
    std::fs::read(&path).unwrap_or_else(|error| {
        panic!(
            "{}: {error}; {VARIABLE} names the folder with the data of the papers",
            path.display()
        )
    })
}

/// The text of a file of the folder.
///
/// # Panics
///
/// If it cannot be read or is not UTF-8.
#[must_use]
pub fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "SHOMEI_DATA names the folder with the data of the papers")]
    fn a_missing_file_fails_the_test_that_needs_it() {
        let _ = text("there/is/no.such");
    }
}
