//! How the lengths of wins look to people.

use shomei::compose::Counted;
use shomei::words::{InLang, plies_in};
use shomei_game::Lang;
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use super::headline::stop_text;
use super::naming::Naming;
use crate::tsume;

/// What is known of the shortest win, if that was asked for and there is one, or
/// may be.
pub(super) fn shortest(request: &Request, answered: &Answered) -> Option<String> {
    let (known, lang) = (answered.result.shortest?, request.lang);
    let length = known.in_lang(lang);
    // The shortest one that is known may be known without its line.
    let most = known.most.map_or(usize::MAX, usize::from);
    let whose = match answered.result.line.moves.len() > most {
        true => lang.pick("; the line is of a longer one", "（手順はより長いもの）"),
        false => "",
    };
    match (answered.result.answer, known.exact()) {
        (Answer::Disproved, _) => None,
        (_, Some(_)) => Some(lang.pick(
            format!("shortest win: {length}, proven{whose}"),
            format!("最短：{length}（証明済み）{whose}"),
        )),
        (Answer::Unknown, None) => {
            let win = match tsume::is_asked(&request.entry.kind, &request.game) {
                true => "詰み",
                false => "勝ち",
            };
            Some(lang.pick(
                format!("shortest win: {length}, if there is one"),
                format!("最短：{win}があれば{length}"),
            ))
        }
        (Answer::Proved, None) => {
            let why = stop_text(answered.result.stopped_by, lang);
            Some(lang.pick(
                format!("shortest win: {length}; stopped by {why}{whose}"),
                format!("最短：{length}、{why}により打ち切り{whose}"),
            ))
        }
    }
}

/// The shortest win with wasted drops left out, where that is another length or not known.
pub(super) fn fewer(answered: &Answered, lang: Lang) -> Option<String> {
    let counted = answered.composition.counted.as_ref()?;
    let is_other = Some(counted.length) != answered.result.shortest;
    is_other.then(|| counted_text(counted, lang))
}

fn counted_text(counted: &Counted<String>, lang: Lang) -> String {
    let length = counted.length.in_lang(lang);
    let why = match (counted.length.exact(), counted.stopped_by) {
        (Some(_), _) => lang.pick(", proven", "（証明済み）").to_string(),
        (None, None) => lang.pick("; given up", "（打ち切り）").to_string(),
        (None, stop) => {
            let why = stop_text(stop, lang);
            lang.pick(
                format!("; stopped by {why}"),
                format!("、{why}により打ち切り"),
            )
        }
    };
    lang.pick(
        format!("without wasted drops: {length}{why}"),
        format!("無駄合を除く：{length}{why}"),
    )
}

/// The shortest win with wasted drops left out, and its line where that is another one.
pub(super) fn without_wasted(answered: &Answered, naming: &Naming) -> Vec<String> {
    let (Some(counted), lang) = (&answered.composition.counted, naming.lang) else {
        return Vec::new();
    };
    let mut lines = vec![counted_text(counted, lang)];
    if !counted.line.is_empty() && counted.line != answered.result.line.moves {
        let plies = plies_in(counted.line.len() as u64, lang);
        let moves = naming.line(&counted.line);
        lines.push(lang.pick(
            format!("line without them ({plies}): {moves}"),
            format!("その手順（{plies}）：{moves}"),
        ));
    }
    lines
}
