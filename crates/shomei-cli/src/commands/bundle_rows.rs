//! The results of a bundle as rows of a table.

use shomei::bundles::{BundleQuestion, Manifest, MoveResult, PositionResult};
use shomei::compose::{Uniqueness, Word};
use shomei::messages::{InLang, bounds_in, is_tsume};
use shomei::{Answer, Value};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::Bracket;

use crate::tsume;

/// A result of a bundle.
#[derive(Debug)]
pub(crate) struct BundleRow {
    /// The number of moves before the position, the move, the result, and the kind of the move or
    /// its loss.
    pub(crate) cells: [String; 4],
    /// The number of moves of the line before the move, or before the position.
    pub(crate) plies: usize,
    /// Whether a part of the result is not known.
    pub(crate) is_open: bool,
    /// The files of the certificates.
    pub(crate) certificates: Vec<String>,
}

/// The results of a bundle.
pub(crate) fn rows(manifest: &Manifest, lang: Lang) -> Vec<BundleRow> {
    let mut rows = Vec::new();
    for result in &manifest.results {
        let PositionResult { plies, lost, .. } = result;
        let last = plies.checked_sub(1).and_then(|at| manifest.line.get(at));
        let is_review = manifest.from.is_some();
        let text = result_text(
            manifest,
            (result.answer.as_deref(), result.value.as_deref()),
            result.score,
            result.length,
            lang,
        );
        if !text.is_empty() {
            let number = if is_review {
                plies.to_string()
            } else {
                String::new()
            };
            let mv = last.filter(|_| is_review).cloned().unwrap_or_default();
            let loss = lost.filter(|lost| *lost != [0, 0]).map(|lost| {
                let loss = loss_text(lost);
                msg::BundleLost { loss }.text(lang)
            });
            rows.push(BundleRow {
                cells: [number, mv, text, loss.unwrap_or_default()],
                plies: *plies,
                is_open: result.is_open(),
                certificates: result.certificates.clone(),
            });
        }
        let moves = result.moves.iter();
        rows.extend(moves.map(|row| move_row(manifest, *plies, row, lang)));
    }
    rows
}

fn move_row(manifest: &Manifest, plies: usize, row: &MoveResult, lang: Lang) -> BundleRow {
    let number = match manifest.question {
        BundleQuestion::Solution => (plies + 1).to_string(),
        _ => String::new(),
    };
    let text = result_text(
        manifest,
        (row.answer.as_deref(), row.value.as_deref()),
        row.score,
        row.length,
        lang,
    );
    let kind = row.kind.as_deref().map(|kind| kind_text(kind, lang));
    BundleRow {
        cells: [number, row.mv.clone(), text, kind.unwrap_or_default()],
        plies,
        is_open: row.is_open(),
        certificates: row.certificates.clone(),
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
        return tsume::result_text((answer, value.flatten()), length, lang);
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

/// Whether the solution is the only one, in words.
pub(crate) fn verdict_text(verdict: &str, lang: Lang) -> String {
    use Uniqueness::{NotDecided, NotUnique, Unique, UniqueButLast};
    let all = [Unique, UniqueButLast, NotUnique, NotDecided];
    match all.into_iter().find(|known| known.to_string() == verdict) {
        Some(known) => known.in_lang(lang),
        None => msg::BundleNoSolution.text(lang),
    }
}
