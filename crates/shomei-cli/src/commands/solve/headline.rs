//! The answer in a sentence.

use shomei::words::{InLang, attacker_in, bounds_in, unit_in};
use shomei::{Found, MoveValue, Value};
use shomei_game::Lang;
use shomei_search::{Answer, Stop};

use super::Request;
use super::answer::Answered;
use crate::output::{counted, grouped};
use crate::tsume;

/// The answer in a sentence.
pub(super) fn headline(request: &Request, answered: &Answered) -> String {
    let (kind, lang) = (&request.entry.kind, request.lang);
    let attacker = kind.sides[answered.result.aim.attacker.index()];
    let side = attacker_in(kind.name, attacker, lang);
    let why = stop_text(answered.result.stopped_by, lang);
    match &answered.result.found {
        Found::Score(known) | Found::Scores(known, _) => {
            let unit = unit_in(kind.range.map_or("", |range| range.unit), lang);
            let text = bounds_in(known.bounds, lang);
            return match (lang, known.score()) {
                (Lang::En, Some(_)) => format!("score {text} ({unit})"),
                (Lang::En, None) => format!("score unknown, {text} ({unit}): stopped by {why}"),
                (Lang::Ja, Some(_)) => format!("{unit} {text}"),
                (Lang::Ja, None) => format!("{unit}は未確定、{text}：{why}により打ち切り"),
            };
        }
        Found::Moves(None, moves) => return unknown_moves(moves, &why, lang),
        _ => {}
    }
    if lang == Lang::Ja && answered.result.value().is_none() && tsume::is_asked(kind, &request.game)
    {
        let answer = answered.result.answer;
        let said = tsume::sentence(answer, answered.result.aim.attacker);
        let (pn, dn) = (answered.result.bounds.pn(), answered.result.bounds.dn());
        return match answer {
            Answer::Unknown => format!("{said}、{why}により打ち切り、pn {pn}、dn {dn}"),
            _ => said,
        };
    }
    match (answered.result.value(), answered.result.answer) {
        (Some(Value::Draw), _) => lang.pick(
            "draw: neither side can force a win".to_string(),
            "引き分け：どちらも勝ちを強制できない".to_string(),
        ),
        (value @ Some(_), _) => {
            let value = value.in_lang(lang);
            lang.pick(
                format!("{value}: {side} wins"),
                format!("{value}：{side}の勝ち"),
            )
        }
        (None, Answer::Proved) => lang.pick(
            format!("proved: {side} wins"),
            format!("証明：{side}の勝ち"),
        ),
        (None, Answer::Disproved) => lang.pick(
            format!("disproved: {side} cannot force a win"),
            format!("反証：{side}は勝ちを強制できない"),
        ),
        (None, Answer::Unknown) => {
            let (pn, dn) = (answered.result.bounds.pn(), answered.result.bounds.dn());
            lang.pick(
                format!("unknown whether {side} wins: stopped by {why}, pn {pn}, dn {dn}"),
                format!("不明：{side}が勝つかどうか、{why}により打ち切り、pn {pn}、dn {dn}"),
            )
        }
    }
}

fn unknown_moves(moves: &[MoveValue], why: &str, lang: Lang) -> String {
    let open = moves.iter().filter(|known| known.value.is_none()).count();
    let draws = moves.iter().any(|known| known.value == Some(Value::Draw));
    let at_least = match draws {
        true => lang.pick(", at least a draw", "（引き分け以上）"),
        false => "",
    };
    let all = moves.len() as u64;
    match lang {
        Lang::En => format!(
            "unknown{at_least}: {open} of {} have no value, stopped by {why}",
            counted(all, "move")
        ),
        Lang::Ja => {
            let all = grouped(all);
            format!("不明{at_least}：{all}手のうち{open}手は結果が出ず、{why}により打ち切り")
        }
    }
}

pub(super) fn stop_text(stop: Option<Stop>, lang: Lang) -> String {
    let nothing = lang.pick("nothing", "なし");
    stop.map_or(nothing.to_string(), |stop| stop.in_lang(lang))
}
