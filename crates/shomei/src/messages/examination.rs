//! Texts of problems on the workbench.

use shomei_compose::Word;
use shomei_game::{Change, Lang};
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::InLang;
use crate::any::AnyGame;
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

/// A change of a problem with the changed thing, such as `move P5e-5d`.
#[must_use]
pub fn variant_in(change: Change, what: &str, game: &AnyGame, lang: Lang) -> String {
    let text = format!("{} {}", change.in_lang(lang), game.thing_name(what, lang));
    text.trim_end().to_string()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "shogi")]
    fn changes_have_japanese_names() {
        let game = crate::Kinds::builtin().open("shogi", "").unwrap();
        let text = |change, what, lang| variant_in(change, what, &game, lang);
        let moved = text(Change::Move, "P5e-5d", Lang::JA);
        assert_eq!(moved, "移動 ▲５五歩→５四");
        assert_eq!(text(Change::Shift, "left", Lang::JA), "平行移動 左へ");
        assert_eq!(text(Change::Mirror, "", Lang::JA), "左右反転");
        // Another text stays.
        assert_eq!(text(Change::Hand, "+é", Lang::JA), "持駒 +é");
        let english = text(Change::Move, "P5e-5d", Lang::EN);
        assert_eq!(english, "move P5e-5d");
    }
}
