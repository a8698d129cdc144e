//! Texts of bundles: the question, the results as rows, the verdict.

use shomei_compose::{Uniqueness, Word};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::{Answer, Bracket};

use super::{InLang, attacker_in, bounds_in, is_tsume, plies_in};
use crate::bundles::{BundleQuestion, Manifest, MoveResult, PositionResult};
use crate::questions::Value;

/// A result of a bundle.
#[derive(Clone, Debug)]
pub struct BundleRow<'a> {
    /// The number of the move in the line, if the question is about a line.
    pub number: Option<usize>,
    /// The number of plies of the line before the move.
    pub before: usize,
    /// The move; `None` for the result of the position itself.
    pub mv: Option<&'a str>,
    /// The result.
    pub result: String,
    /// The kind of the move or its loss; can be empty.
    pub note: String,
    /// Whether a part of the result is not known.
    pub is_open: bool,
    /// The files of the certificates that prove the result.
    pub certificates: &'a [String],
}

/// The question of a bundle.
#[must_use]
pub fn bundle_question_in(manifest: &Manifest, lang: Lang) -> String {
    let attacker = manifest.attacker.as_deref().unwrap_or_default();
    let side = attacker_in(&manifest.game, attacker, lang);
    match manifest.question {
        BundleQuestion::Win => msg::BundleWin { side }.text(lang),
        BundleQuestion::Value => msg::BundleValue.text(lang),
        BundleQuestion::Score => msg::BundleScore.text(lang),
        BundleQuestion::WinByMove => msg::BundleWinByMove { side }.text(lang),
        BundleQuestion::ValueByMove => msg::BundleValueByMove.text(lang),
        BundleQuestion::ScoreByMove => msg::BundleScoreByMove.text(lang),
        BundleQuestion::Solution => msg::BundleSolution { side }.text(lang),
    }
}

/// The results of a bundle as rows.
#[must_use]
pub fn bundle_rows_in(manifest: &Manifest, lang: Lang) -> Vec<BundleRow<'_>> {
    let mut rows = Vec::new();
    for result in &manifest.results {
        rows.extend(position_row(manifest, result, lang));
        let moves = result.moves.iter();
        rows.extend(moves.map(|row| move_row(manifest, result.plies, row, lang)));
    }
    rows
}

/// The result of a position, if the question asks for one.
fn position_row<'a>(
    manifest: &'a Manifest,
    result: &'a PositionResult,
    lang: Lang,
) -> Option<BundleRow<'a>> {
    let answer = (result.answer.as_deref(), result.value.as_deref());
    let text = result_text(manifest, answer, result.score, result.length, lang);
    let plies = Some(result.plies).filter(|_| manifest.from.is_some());
    let before = plies.and_then(|plies| plies.checked_sub(1));
    let loss = result.lost.filter(|lost| *lost != [0, 0]).map(|lost| {
        let loss = loss_text(lost);
        msg::BundleLost { loss }.text(lang)
    });
    (!text.is_empty()).then(|| BundleRow {
        number: plies,
        before: before.unwrap_or_default(),
        mv: before
            .and_then(|at| manifest.line.get(at))
            .map(String::as_str),
        result: text,
        note: loss.unwrap_or_default(),
        is_open: result.is_open(),
        certificates: &result.certificates,
    })
}

fn move_row<'a>(
    manifest: &Manifest,
    plies: usize,
    row: &'a MoveResult,
    lang: Lang,
) -> BundleRow<'a> {
    let answer = (row.answer.as_deref(), row.value.as_deref());
    let kind = row.kind.as_deref().map(|kind| kind_text(kind, lang));
    let is_solution = manifest.question == BundleQuestion::Solution;
    BundleRow {
        number: is_solution.then_some(plies + 1),
        before: plies,
        mv: Some(&row.mv),
        result: result_text(manifest, answer, row.score, row.length, lang),
        note: kind.unwrap_or_default(),
        is_open: row.is_open(),
        certificates: &row.certificates,
    }
}

fn loss_text([low, high]: [i32; 2]) -> String {
    match low == high {
        true => low.to_string(),
        false => format!("{low}..{high}"),
    }
}

/// A result in words.
fn result_text(
    manifest: &Manifest,
    (answer, value): (Option<&str>, Option<&str>),
    score: Option<[i32; 2]>,
    length: Option<(u16, Option<u16>)>,
    lang: Lang,
) -> String {
    let answer = answer.map(|answer| match answer {
        "proved" => Answer::Proved,
        "disproved" => Answer::Disproved,
        _ => Answer::Unknown,
    });
    let value = value.map(|value| match value {
        "win" => Some(Value::Win),
        "draw" => Some(Value::Draw),
        "loss" => Some(Value::Loss),
        _ => None,
    });
    let length = length.map(|(least, most)| Bracket { least, most });
    if is_tsume(&manifest.game, &manifest.rules) && (answer.is_some() || value.is_some()) {
        return tsume_result_in((answer, value.flatten()), length, lang);
    }
    let parts = [
        answer.map(|answer| answer.in_lang(lang)),
        value.map(|value| value.in_lang(lang)),
        score.map(|score| bounds_in(score, lang)),
        length.map(|length| length.in_lang(lang)),
    ];
    let separator = msg::PartsSeparator.text(lang);
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(&separator)
}

/// The kind of another move that wins.
fn kind_text(kind: &str, lang: Lang) -> String {
    match Word::ALL.into_iter().find(|word| word.name() == kind) {
        Some(word) => word.in_lang(lang),
        None => kind.to_string(),
    }
}

/// The verdict on the solution of a bundle.
#[must_use]
pub fn bundle_verdict_in(verdict: &str, lang: Lang) -> String {
    use Uniqueness::{NotDecided, NotUnique, Unique, UniqueButLast};
    let all = [Unique, UniqueButLast, NotUnique, NotDecided];
    match all.into_iter().find(|known| known.to_string() == verdict) {
        Some(known) => known.in_lang(lang),
        None => msg::BundleNoSolution.text(lang),
    }
}

/// An answer or a value as text: a mate with its length, or no mate. The value is that of a side: a
/// win means that it mates, a loss that it is mated.
#[must_use]
pub fn tsume_result_in(
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
