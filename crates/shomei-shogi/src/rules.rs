//! What the attacker may play.

use std::fmt;

use shomei_game::NotationError;

/// A rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Mating problems: the attacker may only check. Without a check it has
    /// failed.
    #[default]
    Tsume,
    /// Both sides may play every legal move; who has none has lost.
    Full,
}

impl Rules {
    /// The forms that [`Rules::parse`] reads.
    pub(crate) const HELP: &'static str =
        "tsume (the default: the attacker may only check) or full (every legal move)";

    /// Reads a rule set, in either case. An empty text means `tsume`.
    ///
    /// # Errors
    ///
    /// When there is no such rule set.
    pub fn parse(text: &str) -> Result<Rules, NotationError> {
        let word = text.trim();
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if word.is_empty() || is("tsume") {
            Ok(Rules::Tsume)
        } else if is("full") {
            Ok(Rules::Full)
        } else {
            let message = format!("unknown rules \"{word}\"; known are tsume and full");
            Err(NotationError::whole(message))
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Tsume => "tsume",
            Rules::Full => "full",
        })
    }
}
