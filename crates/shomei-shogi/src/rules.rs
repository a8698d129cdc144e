//! What the attacker may play, and what is mate.

use std::fmt;

use shomei_game::NotationError;

/// A rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Mating problems: the attacker may only check. Without a check it has
    /// failed.
    #[default]
    Tsume,
    /// Mating problems without wasted interpositions: as [`Rules::Tsume`], but a check from
    /// afar is also mate where the defender can only drop pieces between that are all wasted.
    Mudaai,
    /// Both sides may play every legal move, and a side without a legal move has lost.
    Full,
}

impl Rules {
    /// The forms that [`Rules::parse`] reads.
    pub(crate) const HELP: &'static str = "tsume (the default: the attacker may only check), tsume-mudaai (the same, and \
        mate where only wasted drops between are left) or full (every legal move)";

    /// All of them as texts.
    pub(crate) const SETS: &'static [&'static str] = &["tsume", "tsume-mudaai", "full"];

    /// Whether the attacker may only check.
    #[inline]
    pub(crate) fn only_checks(self) -> bool {
        self != Rules::Full
    }

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
        } else if is("tsume-mudaai") {
            Ok(Rules::Mudaai)
        } else if is("full") {
            Ok(Rules::Full)
        } else {
            let message =
                format!("unknown rules \"{word}\"; known are tsume, tsume-mudaai and full");
            Err(NotationError::whole(message))
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
