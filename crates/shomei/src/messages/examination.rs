//! Texts of problems on the workbench.

use shomei_compose::Word;
use shomei_game::{Change, Lang};
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::InLang;
use crate::composers::Examination;

impl InLang for Change {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            Change::Move => msg::ChangeMove.text(lang),
            Change::Add => msg::ChangeAdd.text(lang),
            Change::Remove => msg::ChangeRemove.text(lang),
            Change::Exchange => msg::ChangeExchange.text(lang),
            Change::Hand => msg::ChangeHand.text(lang),
            Change::Shift => msg::ChangeShift.text(lang),
            Change::Mirror => msg::ChangeMirror.text(lang),
        }
    }
}

/// The length of an examined problem, or that there is no mate.
#[must_use]
pub fn examined_length_in(examined: &Examination, lang: Lang) -> String {
    match (examined.answer, examined.length) {
        (Answer::Disproved, _) => Word::NoMate.in_lang(lang),
        (_, Some(length)) => length.in_lang(lang),
        (answer, None) => answer.in_lang(lang),
    }
}

/// The most serious flaw of an examined problem, or that it has none; empty if there is no mate.
/// `name` names a move of another solution, which is played after a number of plies.
#[must_use]
pub fn examined_flaw_in(
    examined: &Examination,
    name: impl FnOnce(usize, &str) -> String,
    lang: Lang,
) -> String {
    match (examined.answer, examined.first_flaw, &examined.other) {
        (Answer::Disproved, ..) => String::new(),
        (_, Some(flaw), Some((ply, mv, _))) => {
            let (flaw, number, mv) = (flaw.in_lang(lang), ply + 1, name(*ply, mv));
            let example = msg::VaryExample { number, mv }.text(lang);
            format!("{flaw} {example}")
        }
        (_, Some(flaw), None) => flaw.in_lang(lang),
        _ => examined.judgement.in_lang(lang),
    }
}
