//! The languages of texts for people.

use std::fmt;

/// A language in which people are told things: who moves, what a move is called.
///
/// Texts that programs read, such as positions and moves in records, certificates and JSON,
/// are the same in every language.
///
/// ```
/// use shomei_game::Lang;
///
/// assert_eq!(Lang::parse("ja-JP"), Some(Lang::Ja));
/// assert_eq!(Lang::Ja.pick("Black", "先手"), "先手");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English, the usual one.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// All languages, the usual one first.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ja];

    /// The language of a tag such as `ja`, `ja-JP` or `ja_JP.UTF-8`, in either case. `None`
    /// for any other language.
    #[must_use]
    pub fn parse(tag: &str) -> Option<Lang> {
        let end = tag.find(['-', '_', '.', '@']).unwrap_or(tag.len());
        let primary = &tag[..end];
        Lang::ALL
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(primary))
    }

    /// Its two letters in HTML and SVG: `en` or `ja`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
        }
    }

    /// The text in this language.
    #[must_use]
    pub fn pick<T>(self, en: T, ja: T) -> T {
        match self {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_browsers_and_of_systems_are_understood() {
        for tag in ["ja", "JA", "ja-JP", "ja_JP.UTF-8", "ja@x"] {
            assert_eq!(Lang::parse(tag), Some(Lang::Ja), "{tag}");
        }
        assert_eq!(Lang::parse("en-GB"), Some(Lang::En));
        for tag in ["", "de", "jav", "japanese", "-ja", "C.UTF-8"] {
            assert_eq!(Lang::parse(tag), None, "{tag}");
        }
    }

    #[test]
    fn codes_are_read_again() {
        for lang in Lang::ALL {
            assert_eq!(Lang::parse(&lang.to_string()), Some(lang));
        }
    }
}
