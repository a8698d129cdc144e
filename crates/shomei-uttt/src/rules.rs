//! The one option.

use std::fmt;

use shomei_game::{NotationError, Place};

/// What a search is told about positions that the attacker cannot win any more. The rules of
/// play are always the same.
///
/// ```
/// use shomei_uttt::Rules;
///
/// assert_eq!(Rules::parse(""), Ok(Rules::Standard));
/// assert_eq!(Rules::PlayOut.to_string(), "standard,play-out");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A position is failed for the attacker as soon as it can make no line of
    /// boards any more.
    #[default]
    Standard,
    /// A position is failed only when the game is over. This is for experiments: the answers
    /// are the same, and searches take longer.
    PlayOut,
}

impl Rules {
    /// The forms that [`Rules::parse`] reads.
    pub(crate) const HELP: &'static str = "standard; with play-out behind a comma positions in which \
        the attacker can make no line any more are searched to the end of the game, for experiments";

    /// Reads a rule set, in either case. An empty text means `standard`.
    ///
    /// # Errors
    ///
    /// When the text is none of the two.
    pub fn parse(text: &str) -> Result<Rules, NotationError> {
        let words: Vec<String> = text.split(',').map(|w| w.trim().to_lowercase()).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["" | "standard"] => Ok(Rules::Standard),
            ["standard", "play-out"] => Ok(Rules::PlayOut),
            _ => Err(NotationError::new(
                Place::Column(1),
                format!(
                    "unknown rules \"{}\"; expected {} or {}",
                    text.trim(),
                    Rules::Standard,
                    Rules::PlayOut
                ),
            )),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Standard => "standard",
            Rules::PlayOut => "standard,play-out",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for rules in [Rules::Standard, Rules::PlayOut] {
            assert_eq!(Rules::parse(&rules.to_string()), Ok(rules));
        }
        assert_eq!(Rules::parse(" Standard , Play-Out "), Ok(Rules::PlayOut));
    }

    #[test]
    fn unknown_rules_are_refused() {
        for text in ["play-out", "standard,standard", "standard,", "wild"] {
            let message = format!(
                "column 1: unknown rules \"{text}\"; expected standard or standard,play-out"
            );
            assert_eq!(Rules::parse(text).unwrap_err().to_string(), message);
        }
    }
}
