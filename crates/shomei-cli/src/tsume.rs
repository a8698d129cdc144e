//! Texts for the values of moves in tsume-shogi: mates in place of wins and losses.

use shomei::messages::{InLang, plies_in};
use shomei::{MoveValue, Value};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::{Answer, Bracket};

/// The value of a move as text.
pub(crate) fn move_text(known: &MoveValue, lang: Lang) -> String {
    result_text((known.answer, known.value), known.length, lang)
}

/// An answer or a value as text: a mate with its length, or no mate. The value is that of a side: a
/// win means that it mates, a loss that it is mated.
pub(crate) fn result_text(
    (answer, value): (Option<Answer>, Option<Value>),
    length: Option<Bracket>,
    lang: Lang,
) -> String {
    let is_mate = match (answer, value) {
        (Some(Answer::Disproved), _) | (_, Some(Value::Draw)) => return msg::NoMate.text(lang),
        (Some(answer), _) => answer == Answer::Proved,
        (None, value) => value.is_some(),
    };
    if !is_mate {
        return msg::ValueUnknown.text(lang);
    }
    let is_suffered = value == Some(Value::Loss);
    let exact = length.and_then(Bracket::exact);
    if let Some(plies) = exact.map(|plies| plies_in(plies.into(), lang)) {
        return match is_suffered {
            true => msg::MoveMatedIn { plies }.text(lang),
            false => msg::MoveMateIn { plies }.text(lang),
        };
    }
    let value = match is_suffered {
        true => msg::MoveMated.text(lang),
        false => msg::Mate.text(lang),
    };
    match length.map(|length| length.in_lang(lang)) {
        Some(length) => msg::WinIn { value, length }.text(lang),
        None => value,
    }
}
