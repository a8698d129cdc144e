//! The languages of texts for people.

use std::fmt;

/// A language of texts for people, by its code, such as `en` or `ja`.
///
/// Texts that programs read, such as positions and moves in records, certificates and JSON,
/// are the same in every language.
///
/// ```
/// use shomei_game::Lang;
///
/// assert_eq!(Lang::default(), Lang::EN);
/// assert_eq!(Lang::JA.code(), "ja");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lang(&'static str);

impl Lang {
    /// English, the default.
    pub const EN: Lang = Lang("en");

    /// Japanese.
    pub const JA: Lang = Lang("ja");

    /// The language with this code, in lower case as in HTML. Which languages have texts is known
    /// to `shomei-messages`.
    #[must_use]
    pub const fn new(code: &'static str) -> Lang {
        Lang(code)
    }

    /// Its code in HTML and SVG, such as `ja`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.0
    }
}

impl Default for Lang {
    fn default() -> Lang {
        Lang::EN
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
