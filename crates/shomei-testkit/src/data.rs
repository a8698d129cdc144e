//! The data of papers and of other programs, which the repository does not hold: games, sets of
//! positions and problems that others have published.
//!
//! The folder with them is named by the environment variable `SHOMEI_DATA`; without it,
//! `../shared/data` beside the repository is asked. A test that needs them stands in a module
//! `data` and is ignored for this reason, so that plain `cargo test` says that it has not run:
//!
//! ```text
//! mod data {
//!     #[test]
//!     #[ignore = "needs the data of the papers: SHOMEI_DATA"]
//!     fn published_games_are_legal() { ... }
//! }
//! ```
//!
//! `cargo xtask ci` runs these tests where the folder exists, and otherwise says that it does
//! not. A test that is run without the data fails.

use std::path::PathBuf;

/// What names the folder.
const VARIABLE: &str = "SHOMEI_DATA";

/// Where the folder is, whether or not it exists.
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
/// When it cannot be read: whoever runs a test that needs it wants to know.
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
/// When it cannot be read, or is no text.
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
