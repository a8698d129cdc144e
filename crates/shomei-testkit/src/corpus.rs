//! The corpora of the repository: [`shomei_game::corpus`] parses the texts, this module reads the
//! files.

use shomei_game::Kind;

pub use shomei_game::corpus::{Case, Skip, Value, parse};

use crate::fault::{FileFault, read};

/// The cases of a file in the folder `corpus` of the repository; the file must be about this game.
///
/// # Errors
///
/// If the file cannot be read, or the first invalid line.
pub fn load<G: Kind>(name: &str) -> Result<Vec<Case>, FileFault> {
    Ok(parse(name, &read(name)?, G::FACTS)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::TreeGame;

    #[test]
    fn a_missing_file_is_named() {
        let error = load::<TreeGame>("no-such-file.txt")
            .unwrap_err()
            .to_string();
        assert!(error.contains("no-such-file.txt"), "{error}");
    }
}
