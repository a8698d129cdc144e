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

    /// The language of a locale as POSIX describes it: that of the first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is set and not empty, and English where it is no known
    /// one, or names an encoding other than UTF-8, which a terminal could not show. `variable` looks
    /// variables of the environment up.
    ///
    /// ```
    /// use shomei_game::Lang;
    ///
    /// let variable = |name: &str| (name == "LANG").then(|| "ja_JP.UTF-8".to_string());
    /// assert_eq!(Lang::of_locale(variable), Lang::Ja);
    /// ```
    #[must_use]
    pub fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let values = names.into_iter().filter_map(variable);
        let first = values.into_iter().find(|value| !value.is_empty());
        let shown = first.filter(|tag| {
            let encoding = tag.split_once('.').map(|(_, encoding)| encoding);
            let encoding = encoding.map(|encoding| encoding.split('@').next().unwrap_or_default());
            encoding.is_none_or(|name| {
                ["utf-8", "utf8"]
                    .iter()
                    .any(|utf8| name.eq_ignore_ascii_case(utf8))
            })
        });
        shown.and_then(|tag| Lang::parse(&tag)).unwrap_or_default()
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

    /// The language where these variables are set.
    fn chosen(variables: &[(&str, &str)]) -> Lang {
        Lang::of_locale(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn the_first_variable_of_a_locale_that_is_set_counts() {
        assert_eq!(chosen(&[]), Lang::En);
        assert_eq!(chosen(&[("LANG", "ja_JP.UTF-8")]), Lang::Ja);
        let both = [("LANG", "ja_JP.UTF-8"), ("LC_MESSAGES", "en_US.UTF-8")];
        assert_eq!(chosen(&both), Lang::En);
        let all = [("LC_ALL", "ja_JP.utf8"), ("LC_MESSAGES", "C")];
        assert_eq!(chosen(&all), Lang::Ja);
        for other in ["ja_JP.eucJP", "ja_JP.SJIS", "ja_JP.eucJP@x"] {
            assert_eq!(chosen(&[("LC_ALL", other)]), Lang::En, "{other}");
        }
        assert_eq!(chosen(&[("LC_ALL", "ja_JP.UTF-8@x")]), Lang::Ja);
        assert_eq!(chosen(&[("LC_ALL", "C"), ("LANG", "ja")]), Lang::En);
        assert_eq!(chosen(&[("LC_ALL", ""), ("LANG", "ja")]), Lang::Ja);
        assert_eq!(chosen(&[("LANG", "de_DE.UTF-8")]), Lang::En);
    }

    #[test]
    fn codes_are_read_again() {
        for lang in Lang::ALL {
            assert_eq!(Lang::parse(&lang.to_string()), Some(lang));
        }
    }
}
