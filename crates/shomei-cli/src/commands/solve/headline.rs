//! The answer as a headline.

use shomei::messages::{InLang, attacker_in, bounds_in, defender_in, is_tsume, unit_in};
use shomei::{Found, MoveValue, Value};
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;

/// The answer as a headline.
pub(super) fn headline(request: &Request, answered: &Answered) -> String {
    let (kind, lang) = (&request.kind, request.lang);
    let result = &answered.result;
    match &result.found {
        Found::Score(known) | Found::Scores(known, _) => {
            let unit = unit_in(kind.range.map_or("", |range| range.unit), lang);
            let score = bounds_in(known.bounds, lang);
            if known.score().is_some() {
                return msg::HeadlineScore { score, unit }.text(lang);
            }
            let limit = result.stopped_by.in_lang(lang);
            return msg::HeadlineScoreOpen { score, unit, limit }.text(lang);
        }
        Found::Moves(None, moves) => return unknown_moves(request, answered, moves),
        _ => {}
    }
    let is_tsume = is_tsume(kind.name, &request.game.rules());
    if result.value().is_none() && is_tsume {
        return mate(request, answered);
    }
    let attacker = kind.sides[result.aim.attacker.index()];
    let side = attacker_in(kind.name, attacker, lang);
    match (result.value(), result.answer) {
        (Some(Value::Draw), _) if is_tsume => msg::HeadlineNeitherMates.text(lang),
        (Some(Value::Draw), _) => msg::HeadlineDraw.text(lang),
        (Some(Value::Win | Value::Loss), _) if is_tsume => mate(request, answered),
        (value @ Some(_), _) => {
            let value = value.in_lang(lang);
            msg::HeadlineValue { value, side }.text(lang)
        }
        (None, Answer::Proved) => msg::HeadlineProved { side }.text(lang),
        (None, Answer::Disproved) => msg::HeadlineDisproved { side }.text(lang),
        (None, Answer::Unknown) => {
            let limit = result.stopped_by.in_lang(lang);
            let [pn, dn] = numbers(answered);
            msg::HeadlineOpen {
                side,
                limit,
                pn,
                dn,
            }
            .text(lang)
        }
    }
}

/// The answer to a problem of tsume-shogi.
fn mate(request: &Request, answered: &Answered) -> String {
    let (lang, side) = (request.lang, answered.result.aim.attacker);
    let name = request.kind.sides[side.index()];
    let attacker = attacker_in(request.kind.name, name, lang);
    let defender = defender_in(side, lang);
    match answered.result.answer {
        Answer::Proved => msg::HeadlineMate { attacker, defender }.text(lang),
        Answer::Disproved => msg::HeadlineNoMate { attacker, defender }.text(lang),
        Answer::Unknown => {
            let limit = answered.result.stopped_by.in_lang(lang);
            let [pn, dn] = numbers(answered);
            msg::HeadlineMateOpen {
                attacker,
                defender,
                limit,
                pn,
                dn,
            }
            .text(lang)
        }
    }
}

/// The proof and disproof number as text.
fn numbers(answered: &Answered) -> [String; 2] {
    let bounds = answered.result.bounds;
    [bounds.pn(), bounds.dn()].map(|number| number.to_string())
}

fn unknown_moves(request: &Request, answered: &Answered, moves: &[MoveValue]) -> String {
    let lang = request.lang;
    let open = moves.iter().filter(|known| known.value.is_none()).count();
    let all = msg::CountMoves { count: moves.len() }.text(lang);
    let limit = answered.result.stopped_by.in_lang(lang);
    match moves.iter().any(|known| known.value == Some(Value::Draw)) {
        true => msg::HeadlineMovesOpenDraw { open, all, limit }.text(lang),
        false => msg::HeadlineMovesOpen { open, all, limit }.text(lang),
    }
}
