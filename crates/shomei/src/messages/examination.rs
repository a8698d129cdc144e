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

/// A change of a problem with the changed thing, such as `move P5e-5d`.
#[must_use]
pub fn variant_in(change: Change, what: &str, game: &str, lang: Lang) -> String {
    let is_named = lang == Lang::JA && game == "shogi";
    let named = is_named.then(|| thing_in_japanese(change, what)).flatten();
    let what = named.as_deref().unwrap_or(what);
    let text = format!("{} {what}", change.in_lang(lang));
    text.trim_end().to_string()
}

/// The changed thing of a shogi problem, such as `▲５五歩→５四`; `None` for another text.
fn thing_in_japanese(change: Change, what: &str) -> Option<String> {
    let mut rest = what;
    let mut text = String::new();
    match change {
        Change::Shift => {
            let directions = ["left", "right", "up", "down"];
            let at = directions.iter().position(|known| *known == what)?;
            return Some(["左へ", "右へ", "上へ", "下へ"][at].to_string());
        }
        Change::Hand => {
            while let Some(sign) = rest.chars().next() {
                rest = &rest[sign.len_utf8()..];
                text.push(if sign == '+' { '＋' } else { '−' });
                text.push_str(take_piece(&mut rest)?.0);
            }
            return Some(text);
        }
        _ => {}
    }
    let (name, side) = take_piece(&mut rest)?;
    text = format!("{side}{}{name}", take_square(&mut rest)?);
    match rest.chars().next() {
        Some('-') => {
            rest = &rest[1..];
            text = format!("{text}→{}", take_square(&mut rest)?);
        }
        Some('=') => {
            rest = &rest[1..];
            text = format!("{text}→{}", take_piece(&mut rest)?.0);
        }
        _ => {}
    }
    rest.is_empty().then_some(text)
}

/// Takes a piece from the beginning of a text: its name and the mark of its side.
fn take_piece(rest: &mut &str) -> Option<(&'static str, char)> {
    const NAMES: [(char, &str, &str); 8] = [
        ('P', "歩", "と"),
        ('L', "香", "成香"),
        ('N', "桂", "成桂"),
        ('S', "銀", "成銀"),
        ('G', "金", "金"),
        ('B', "角", "馬"),
        ('R', "飛", "龍"),
        ('K', "玉", "玉"),
    ];
    let plain = rest.strip_prefix('+');
    let text = plain.unwrap_or(rest);
    let letter = text.chars().next()?;
    let is_piece = |(known, ..): &&(char, &str, &str)| *known == letter.to_ascii_uppercase();
    let (_, name, promoted) = NAMES.iter().find(is_piece)?;
    *rest = &text[1..];
    let side = if letter.is_ascii_uppercase() {
        '▲'
    } else {
        '△'
    };
    Some((if plain.is_some() { promoted } else { name }, side))
}

/// Takes a square from the beginning of a text, such as `5e`.
fn take_square(rest: &mut &str) -> Option<String> {
    let mut letters = rest.chars();
    let file = letters.next()?.to_digit(10)?.checked_sub(1)?;
    let rank = u32::from(letters.next()?).checked_sub(u32::from('a'))?;
    let file = "１２３４５６７８９".chars().nth(file as usize)?;
    let rank = "一二三四五六七八九".chars().nth(rank as usize)?;
    *rest = letters.as_str();
    Some(format!("{file}{rank}"))
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
    fn changes_have_japanese_names() {
        let text = |change, what| variant_in(change, what, "shogi", Lang::JA);
        assert_eq!(text(Change::Move, "P5e-5d"), "移動 ▲５五歩→５四");
        assert_eq!(text(Change::Move, "+r1a-2b"), "移動 △１一龍→２二");
        assert_eq!(text(Change::Add, "+P9i"), "追加 ▲９九と");
        assert_eq!(text(Change::Remove, "n3c"), "除去 △３三桂");
        assert_eq!(text(Change::Exchange, "G1a=+P"), "交換 ▲１一金→と");
        assert_eq!(text(Change::Hand, "-R+P"), "持駒 −飛＋歩");
        assert_eq!(text(Change::Hand, "+B"), "持駒 ＋角");
        assert_eq!(text(Change::Shift, "left"), "平行移動 左へ");
        assert_eq!(text(Change::Mirror, ""), "左右反転");
        // Another text stays.
        for odd in ["", "X5e", "P5", "P0e", "P5é", "P5e-5", "P5e=", "P5ex", "é"] {
            assert_eq!(text(Change::Move, odd), format!("移動 {odd}").trim_end());
        }
        assert_eq!(text(Change::Hand, "+é"), "持駒 +é");
        let english = variant_in(Change::Move, "P5e-5d", "shogi", Lang::EN);
        assert_eq!(english, "move P5e-5d");
    }
}
