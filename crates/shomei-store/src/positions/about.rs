//! The owner of a store.

use shomei::AnyGame;
use shomei_game::Key;

use crate::Identity;

/// The version of the format of stores. In stores of version 1, keys of shogi positions did not depend
/// on the set of pieces.
pub const FORMAT: u32 = 2;

/// The game of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the game.
    pub game: String,
    /// Its rules, as the game prints them.
    pub rules: String,
    /// The names of the two sides; the first one begins.
    pub sides: [String; 2],
    /// Identifies the version of the game's position keys: a hash of the keys of some positions.
    pub keys: Key,
}

/// The rows of the table "about".
pub(crate) const ROWS: [&str; 6] = ["format", "game", "rules", "first", "second", "keys"];

impl About {
    /// The description of a game.
    #[must_use]
    pub fn of(game: &AnyGame) -> About {
        About {
            game: game.name(),
            rules: game.rules(),
            sides: game.sides(),
            keys: game.keys(),
        }
    }

    /// The rows of the table "about", in the order of [`ROWS`].
    pub(crate) fn rows(&self) -> [String; 6] {
        let [first, second] = self.sides.clone();
        [
            FORMAT.to_string(),
            self.game.clone(),
            self.rules.clone(),
            first,
            second,
            format!("{:016x}", self.keys.0),
        ]
    }

    /// Parses the rows. The error is the name of the first missing or wrong row.
    pub(crate) fn of_rows(
        mut row: impl FnMut(&str) -> Option<String>,
    ) -> Result<About, &'static str> {
        let mut texts = ROWS.map(|name| row(name).ok_or(name)).into_iter();
        let mut next = || texts.next().unwrap_or(Err("format"));
        let (_, game, rules) = (next()?, next()?, next()?);
        let sides = [next()?, next()?];
        let keys = hexadecimal(&next()?).ok_or("keys")?;
        Ok(About {
            game,
            rules,
            sides,
            keys: Key(keys),
        })
    }

    /// The fields as named texts.
    pub(crate) fn identity(&self) -> Identity {
        Identity::from_iter([
            ("game", self.game.clone()),
            ("rule set", self.rules.clone()),
            ("pair of sides", self.sides.join(" and ")),
            ("version of keys", format!("{:016x}", self.keys.0)),
        ])
    }
}

/// Parses a number of 16 hexadecimal digits in lower case.
pub(crate) fn hexadecimal(text: &str) -> Option<u64> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_number = text.len() == 16 && text.bytes().all(is_digit);
    is_number
        .then(|| u64::from_str_radix(text, 16).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form() {
        assert_eq!(hexadecimal("00000000000000ff"), Some(255));
        for text in [
            "",
            "ff",
            "00000000000000FF",
            "+0000000000000ff",
            "0x000000000000ff",
        ] {
            assert_eq!(hexadecimal(text), None, "{text}");
        }
    }
}
