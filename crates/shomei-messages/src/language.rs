//! The languages, and the one that a reader has chosen.

use std::sync::OnceLock;

use shomei_game::Lang;

use crate::in_use;

/// All languages that have a catalogue, English first.
#[must_use]
pub fn languages() -> &'static [Lang] {
    static LANGUAGES: OnceLock<Vec<Lang>> = OnceLock::new();
    LANGUAGES.get_or_init(|| in_use().iter().map(|bundle| bundle.lang).collect())
}

/// The language of a tag such as `ja`, `ja-JP` or `ja_JP.UTF-8`, in either case. `None` for a
/// language without a catalogue.
///
/// ```
/// use shomei_game::Lang;
/// use shomei_messages::language;
///
/// assert_eq!(language("ja-JP"), Some(Lang::JA));
/// assert_eq!(language("tlh"), None);
/// ```
#[must_use]
pub fn language(tag: &str) -> Option<Lang> {
    let end = tag.find(['-', '_', '.', '@']).unwrap_or(tag.len());
    let primary = &tag[..end];
    let mut all = languages().iter().copied();
    all.find(|lang| lang.code().eq_ignore_ascii_case(primary))
}

/// The language of a locale as POSIX describes it: that of the first of `LC_ALL`, `LC_MESSAGES` and
/// `LANG` that is set and not empty. It is English where that language has no catalogue, or where
/// the locale names an encoding other than UTF-8, which a terminal could not show. `variable` looks
/// up a variable of the environment.
///
/// ```
/// use shomei_game::Lang;
/// use shomei_messages::from_locale;
///
/// let variable = |name: &str| (name == "LANG").then(|| "ja_JP.UTF-8".to_string());
/// assert_eq!(from_locale(variable), Lang::JA);
/// ```
#[must_use]
pub fn from_locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let values = names.into_iter().filter_map(variable);
    let first = values.into_iter().find(|value| !value.is_empty());
    let shown = first.filter(|tag| {
        let encoding = tag.split_once('.').map(|(_, encoding)| encoding);
        let encoding = encoding.map(|encoding| encoding.split('@').next().unwrap_or_default());
        encoding.is_none_or(|name| {
            let is = |utf8: &str| name.eq_ignore_ascii_case(utf8);
            is("utf-8") || is("utf8")
        })
    });
    shown.and_then(|tag| language(&tag)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_browsers_and_of_systems_are_understood() {
        for tag in ["ja", "JA", "ja-JP", "ja_JP.UTF-8", "ja@x"] {
            assert_eq!(language(tag), Some(Lang::JA), "{tag}");
        }
        assert_eq!(language("en-GB"), Some(Lang::EN));
        for tag in ["", "tlh", "jav", "japanese", "-ja", "C.UTF-8"] {
            assert_eq!(language(tag), None, "{tag}");
        }
    }

    /// The language where these variables are set.
    fn chosen(variables: &[(&str, &str)]) -> Lang {
        from_locale(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn the_first_variable_of_a_locale_that_is_set_counts() {
        assert_eq!(chosen(&[]), Lang::EN);
        assert_eq!(chosen(&[("LANG", "ja_JP.UTF-8")]), Lang::JA);
        let both = [("LANG", "ja_JP.UTF-8"), ("LC_MESSAGES", "en_US.UTF-8")];
        assert_eq!(chosen(&both), Lang::EN);
        let all = [("LC_ALL", "ja_JP.utf8"), ("LC_MESSAGES", "C")];
        assert_eq!(chosen(&all), Lang::JA);
        for other in ["ja_JP.eucJP", "ja_JP.SJIS", "ja_JP.eucJP@x"] {
            assert_eq!(chosen(&[("LC_ALL", other)]), Lang::EN, "{other}");
        }
        assert_eq!(chosen(&[("LC_ALL", "ja_JP.UTF-8@x")]), Lang::JA);
        assert_eq!(chosen(&[("LC_ALL", "C"), ("LANG", "ja")]), Lang::EN);
        assert_eq!(chosen(&[("LC_ALL", ""), ("LANG", "ja")]), Lang::JA);
        assert_eq!(chosen(&[("LANG", "de_DE.UTF-8")]), Lang::EN);
    }
}
