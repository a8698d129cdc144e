//! Sentences in the language of the reader.

mod names;
mod nodes;
mod server_message;

use serde::{Deserialize, Deserializer, de};
use shomei::AnyPosition;
use shomei::composers::ProblemCheck;
use shomei::messages::answer_in;

pub(crate) use names::{capital_side, form, side, title, to_move};
pub(crate) use nodes::{claim, finished, node};
pub(crate) use server_message::{ServerMessage, error_text};
pub(crate) use shomei::game::Lang;
use shomei_messages::{BetweenSentences, Message, language, languages};

/// An answer in a few sentences.
pub(crate) fn answer(position: &AnyPosition, answered: &ProblemCheck, lang: Lang) -> String {
    answer_in(position, &answered.result, &answered.composition, lang)
        .join(&BetweenSentences.text(lang))
}

/// A language in an address: `en`, `ja`.
pub(crate) fn lang<'a, D: Deserializer<'a>>(from: D) -> Result<Lang, D::Error> {
    let text = String::deserialize(from)?;
    let unknown = || {
        let known: Vec<&str> = languages().iter().map(|lang| lang.code()).collect();
        de::Error::custom(format!("lang is one of {}", known.join(", ")))
    };
    language(&text).ok_or_else(unknown)
}
