//! Sentences for people, in English and in Japanese.
//!
//! All texts that the server makes for people stand here, so that a third language is a third arm
//! of each `match`. Errors of the library, which name places in what was given, are English.

mod answers;
mod names;
mod nodes;
mod said;

use serde::{Deserialize, Deserializer, de};

pub(crate) use answers::answer;
pub(crate) use names::{capital_side, form, side, title, to_move};
pub(crate) use nodes::{claim, finished, node};
pub(crate) use said::{Said, error_text, rejection};
pub(crate) use shomei::game::Lang;

/// A language in an address: `en`, `ja`.
pub(crate) fn lang<'a, D: Deserializer<'a>>(from: D) -> Result<Lang, D::Error> {
    let text = String::deserialize(from)?;
    let unknown = || de::Error::custom("lang is en or ja");
    Lang::parse(&text).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use shomei::words::kind_in;

    use super::*;

    /// The page has its own table of words; those of the library are the same.
    #[test]
    fn the_page_calls_other_solutions_what_the_library_calls_them() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("client/src/words/ja.ts");
        let page = std::fs::read_to_string(path).unwrap();
        for kind in ["shorter", "equal", "promotion", "longer", "detour"] {
            let line = format!("  {kind}: \"{}\",", kind_in(kind, Lang::Ja));
            assert!(page.contains(&line), "{line}");
        }
        for kind in ["order of moves", "length not found", "last move"] {
            let line = format!("  \"{kind}\": \"{}\",", kind_in(kind, Lang::Ja));
            assert!(page.contains(&line), "{line}");
        }
    }
}
