//! Sentences in the language of the reader.

mod errors;
mod names;
mod nodes;

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de};
use shomei::AnyPosition;
use shomei::composers::ProblemCheck;
use shomei::messages::answer_in;

pub(crate) use errors::{
    bad_address, certificate_too_long, check_fault, error_text, no_bundle, no_certificate,
    not_kept, search_fault, too_many_bodies, way_too_long,
};
pub(crate) use names::{capital_side, form, side, title, to_move};
pub(crate) use nodes::{claim, finished, node};
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

/// A value in each language, by the code of the language: mostly a text.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct InEachLang<T = String>(pub(crate) BTreeMap<&'static str, T>);

impl<T> InEachLang<T> {
    pub(crate) fn of(value: impl Fn(Lang) -> T) -> InEachLang<T> {
        let languages = languages().iter();
        InEachLang(languages.map(|&lang| (lang.code(), value(lang))).collect())
    }

    /// The value in a language.
    pub(crate) fn get(&self, lang: Lang) -> Option<&T> {
        self.0.get(lang.code())
    }
}
