//! The texts of the lengths of wins.

use shomei::compose::Counted;
use shomei::messages::{InLang, is_tsume, plies_in};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use super::naming::Naming;

/// The bounds of the shortest win, if the question asks for it and a win is possible.
pub(super) fn shortest(request: &Request, answered: &Answered) -> Option<String> {
    let (known, lang) = (answered.result.shortest?, request.lang);
    let is_mate = is_tsume(request.kind.name, &request.game.rules());
    let plies = known.in_lang(lang);
    let length = match is_mate && known.exact().is_some() {
        true => msg::MateIn { plies }.text(lang),
        false => plies,
    };
    // The search may find the length before a line of this length.
    let most = known.most.map_or(usize::MAX, usize::from);
    let is_longer = answered.result.line.moves.len() > most;
    let limit = answered.result.stopped_by.in_lang(lang);
    match (answered.result.answer, known.exact(), is_longer) {
        (Answer::Disproved, ..) => None,
        (_, Some(_), false) => Some(msg::ShortestProven { length }.text(lang)),
        (_, Some(_), true) => Some(msg::ShortestProvenOtherLine { length }.text(lang)),
        (Answer::Unknown, None, _) if is_mate => Some(msg::ShortestMateIfAny { length }.text(lang)),
        (Answer::Unknown, None, _) => Some(msg::ShortestIfAny { length }.text(lang)),
        (Answer::Proved, None, false) => Some(msg::ShortestStopped { length, limit }.text(lang)),
        (Answer::Proved, None, true) => {
            Some(msg::ShortestStoppedOtherLine { length, limit }.text(lang))
        }
    }
}

/// The shortest win without wasted interpositions; `None` if it is the length of the shortest win.
pub(super) fn fewer(answered: &Answered, lang: Lang) -> Option<String> {
    let counted = answered.composition.counted.as_ref()?;
    let is_other = Some(counted.length) != answered.result.shortest;
    is_other.then(|| counted_text(counted, lang))
}

fn counted_text(counted: &Counted<String>, lang: Lang) -> String {
    let length = counted.length.in_lang(lang);
    match (counted.length.exact(), counted.stopped_by) {
        (Some(_), _) => msg::WithoutWastedProven { length }.text(lang),
        (None, None) => msg::WithoutWastedGivenUp { length }.text(lang),
        (None, stop) => {
            let limit = stop.in_lang(lang);
            msg::WithoutWastedStopped { length, limit }.text(lang)
        }
    }
}

/// The shortest win without wasted interpositions, and its line if it differs.
pub(super) fn without_wasted(answered: &Answered, naming: &Naming) -> Vec<String> {
    let (Some(counted), lang) = (&answered.composition.counted, naming.lang) else {
        return Vec::new();
    };
    let mut lines = vec![counted_text(counted, lang)];
    if !counted.line.is_empty() && counted.line != answered.result.line.moves {
        let plies = plies_in(counted.line.len() as u64, lang);
        let moves = naming.line(&counted.line);
        lines.push(msg::LineWithoutWasted { plies, moves }.text(lang));
    }
    lines
}
