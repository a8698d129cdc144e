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
pub(crate) use nodes::{claim, finished, node, why_over};
pub(crate) use said::{Said, error_text, rejection};
pub(crate) use shomei::game::Lang;

/// A language in an address: `en`, `ja`.
pub(crate) fn lang<'a, D: Deserializer<'a>>(from: D) -> Result<Lang, D::Error> {
    let text = String::deserialize(from)?;
    let unknown = || de::Error::custom("lang is en or ja");
    Lang::parse(&text).ok_or_else(unknown)
}
