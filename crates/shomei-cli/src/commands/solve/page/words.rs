//! What a page says, in English and in Japanese.

use shomei::Value;
use shomei::data::{AnswerData, ProblemData};
use shomei::words::{InLang, bounds_in, plies_in, score_text, side_in, verdict_in};
use shomei_game::Lang;
use shomei_search::Answer;

use super::super::answer::Answered;
use crate::tsume;

/// The answer in a sentence.
pub(super) fn headline(data: &AnswerData, answered: &Answered, lang: Lang) -> String {
    let result = &answered.result;
    let attacker = side_in(&data.game, &data.attacker, lang);
    if let Some(known) = result.score() {
        let text = bounds_in(known.bounds, lang);
        return match known.score() {
            Some(score) => {
                let score = score_text(score);
                lang.pick(format!("The score is {score}."), format!("石差は{score}。"))
            }
            None => lang.pick(
                format!("The score is not known: {text}."),
                format!("石差は未確定：{text}。"),
            ),
        };
    }
    let is_won = matches!(result.answer, Answer::Proved | Answer::Disproved);
    let is_tsume = tsume::is_of(&data.game, &data.rules);
    if lang == Lang::Ja && is_won && is_tsume && result.value().is_none() {
        let said = tsume::sentence(result.answer, result.aim.attacker);
        return format!("{said}。");
    }
    match (result.value(), result.answer) {
        (Some(Value::Draw), _) => lang.pick(
            "A draw: neither side can force a win.".to_string(),
            "引き分け：どちらも勝ちを強制できない。".to_string(),
        ),
        (Some(_), _) | (None, Answer::Proved) => lang.pick(
            format!("{attacker} can force a win."),
            format!("{attacker}は勝ちを強制できる。"),
        ),
        (None, Answer::Disproved) => lang.pick(
            format!("{attacker} cannot force a win."),
            format!("{attacker}は勝ちを強制できない。"),
        ),
        (None, Answer::Unknown) => {
            let why = result.stopped_by.map(|stop| stop.in_lang(lang));
            let why = why.unwrap_or(lang.pick("nothing", "なし").to_string());
            lang.pick(
                format!("Not known: the search was stopped by {why}."),
                format!("不明：{why}により打ち切り。"),
            )
        }
    }
}

/// The length of the shortest win, where that was asked for.
pub(super) fn shortest(data: &AnswerData, lang: Lang) -> Option<String> {
    let length = data.length;
    let least = length.length_at_least?;
    Some(match (length.length.flatten(), length.length_proven) {
        (Some(plies), Some(true)) => lang.pick(
            format!(
                "The shortest win takes {}, which is proven.",
                plies_in(u64::from(plies), lang)
            ),
            format!("最短{plies}手（証明済み）。"),
        ),
        (Some(most), _) => lang.pick(
            format!("The shortest win takes at least {least} and at most {most} plies."),
            format!("最短手数は{least}手以上{most}手以下。"),
        ),
        (None, _) => lang.pick(
            format!("A win takes at least {}.", plies_in(u64::from(least), lang)),
            format!("勝つには{least}手以上かかる。"),
        ),
    })
}

/// Whether a problem has one solution.
pub(super) fn verdict(verdict: &str, lang: Lang) -> String {
    let en = match verdict {
        "unique" => "There is no other solution.",
        "unique but for the last move" => "There is another solution at the last move only.",
        "not unique" => "There are other solutions.",
        "not decided" => "Whether there are other solutions is not decided.",
        _ => verdict,
    };
    lang.pick(en.to_string(), verdict_in(verdict, lang))
}

/// The plies without wasted drops, where they were counted and are others.
pub(super) fn counted(data: &ProblemData, lang: Lang) -> Option<String> {
    let counted = data.counted.as_ref()?;
    let (least, most) = (counted.length_at_least, counted.length?);
    if Some(most) == data.answer.length.length.flatten() && counted.length_proven {
        return None;
    }
    let plies = plies_in(u64::from(most), lang);
    Some(match counted.length_proven {
        true => lang.pick(
            format!("Without wasted drops it takes {plies}."),
            format!("無駄合を除くと{plies}。"),
        ),
        false => lang.pick(
            format!("Without wasted drops it takes at least {least} and at most {most} plies."),
            format!("無駄合を除くと{least}手以上{most}手以下。"),
        ),
    })
}

/// What composers call the problem.
pub(super) fn judgement(answered: &Answered, lang: Lang) -> Option<String> {
    let judged = answered.composition.judgement.as_ref()?.in_lang(lang);
    Some(lang.pick(
        format!("Composers call it: {judged}."),
        format!("判定：{judged}。"),
    ))
}
