//! Rule sets: the legal moves of the attacker and the definition of mate.

use std::fmt;

use shomei_game::{NotationError, error_text};

/// A rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Mating problems: the attacker may only give check, and fails if it has no check.
    #[default]
    Tsume,
    /// Mating problems without wasted interpositions: as [`Rules::Tsume`], but a check from afar is
    /// also mate if the defender's only legal moves are wasted interposing drops.
    Mudaai,
    /// Both sides may play every legal move, and a side without a legal move has lost.
    Full,
}

impl Rules {
    /// The texts that [`Rules::parse`] reads, for a help page.
    pub(crate) const HELP: &'static str = "tsume (the default): every move of the attacker has to \
        give check. tsume-mudaai: the same, and a position in which only wasted interpositions \
        are left is mate. full: every legal move is allowed";

    /// The texts of all rule sets.
    pub(crate) const SETS: &'static [&'static str] = &["tsume", "tsume-mudaai", "full"];

    /// Whether the attacker may only check.
    #[inline]
    pub(crate) fn only_checks(self) -> bool {
        self != Rules::Full
    }

    /// Reads a rule set, ignoring case. An empty text means `tsume`.
    ///
    /// # Errors
    ///
    /// If there is no such rule set.
    pub fn parse(text: &str) -> Result<Rules, NotationError> {
        let word = text.trim();
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if word.is_empty() || is("tsume") {
            Ok(Rules::Tsume)
        } else if is("tsume-mudaai") {
            Ok(Rules::Mudaai)
        } else if is("full") {
            Ok(Rules::Full)
        } else {
            Err(NotationError::whole(error_text!(
                "shogi-unknown-rules",
                "unknown rules \"{name}\"; known are tsume, tsume-mudaai and full",
                name = word
            )))
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Tsume => "tsume",
            Rules::Mudaai => "tsume-mudaai",
            Rules::Full => "full",
        })
    }
}
