//! `compose check`: how other solutions along the line of the shortest win look to people.

use shomei::compose::{Defences, Deviation, Given, Kind, Resistance};
use shomei::composers::{OtherSolutions, Others};
use shomei::words::InLang;
use shomei_game::Lang;

use super::answer::Answered;
use super::naming::Naming;
use crate::output::{counted, grouped};

/// Moves that are not decided are told up to so many.
const MOST_OPEN: usize = 10;

/// The verdict and what is left over, for a list.
pub(super) fn one_line(solutions: &OtherSolutions, naming: &Naming) -> String {
    let verdict = verdict(solutions, naming.lang);
    match left_over(solutions, naming) {
        Some(left) => format!("{verdict}; {left}"),
        None => verdict,
    }
}

/// What the attacker has left at the end, if anything.
fn left_over(solutions: &OtherSolutions, naming: &Naming) -> Option<String> {
    let left = naming.left_over(solutions.left_over()?);
    let text = naming.lang;
    Some(text.pick(format!("surplus: {left}"), format!("駒余り：{left}")))
}

fn verdict(solutions: &OtherSolutions, lang: Lang) -> String {
    let verdict = solutions.verdict().in_lang(lang);
    lang.pick(format!("yozume: {verdict}"), format!("余詰：{verdict}"))
}

/// The verdict, each move that wins, those that are not decided, what is left over.
pub(super) fn lines(solutions: &OtherSolutions, naming: &Naming) -> Vec<String> {
    let lang = naming.lang;
    let mut lines = vec![verdict(solutions, lang)];
    if let Some(Others { found, .. }) = &solutions.others {
        let others = found.others.iter();
        lines.extend(others.map(|other| other_line(solutions, other, naming)));
        let shown = found.open.iter().take(MOST_OPEN);
        lines.extend(shown.map(|(ply, mv)| {
            let place = place(&solutions.line, *ply, mv, naming);
            not_decided(solutions, &place, lang)
        }));
        if let Some(more @ 1..) = found.open.len().checked_sub(MOST_OPEN) {
            lines.push(match lang {
                Lang::En => format!("  {}: not decided", counted(more as u64, "more move")),
                Lang::Ja => format!("  ほか{}手：未確定", grouped(more as u64)),
            });
        }
    }
    lines.extend(left_over(solutions, naming));
    if let Some(others) = &solutions.others {
        let line = &solutions.line;
        let told = others.defences.iter();
        lines.extend(told.flat_map(|all| defences(solutions, all, line, naming)));
        let told = others.given.iter();
        lines.extend(told.flat_map(|(given, _)| given_lines(solutions, given, naming)));
    }
    lines
}

/// What composers call the problem, where they have words for it.
pub(super) fn judgement(answered: &Answered, lang: Lang) -> Option<String> {
    let judged = answered.composition.judgement.as_ref();
    judged.map(|judged| {
        let name = lang.pick("verdict: ", "判定：");
        format!("{name}{}", judged.in_lang(lang))
    })
}

/// What was found along a line that was given.
fn given_lines(solutions: &OtherSolutions, given: &Given<String>, naming: &Naming) -> Vec<String> {
    let lang = naming.lang;
    let (plies, line) = (given.line.len(), naming.line(&given.line));
    let end = match given.wins {
        true => "",
        false => lang.pick(", no win at its end", "、詰みで終わらない"),
    };
    let mut lines = vec![lang.pick(
        format!("given line ({plies} plies{end}): {line}"),
        format!("与えられた手順（{plies}手{end}）：{line}"),
    )];
    if given.wins {
        let line = &given.line;
        lines.extend(given.found.others.iter().map(|other| {
            let kind = other.kind.in_lang(lang);
            told(
                line,
                other.ply,
                &other.line,
                &other.length.in_lang(lang),
                &kind,
                naming,
            )
        }));
        lines.extend(given.found.open.iter().map(|(ply, mv)| {
            let place = place(line, *ply, mv, naming);
            not_decided(solutions, &place, lang)
        }));
        lines.extend(defences(solutions, &given.defences, line, naming));
    }
    lines
}

/// What other defences are.
fn defences(
    solutions: &OtherSolutions,
    all: &Defences<String>,
    line: &[String],
    naming: &Naming,
) -> Vec<String> {
    let lang = naming.lang;
    if all.found.is_empty() && all.open.is_empty() {
        let none = lang.pick("other defences: variations only", "他の応手：変化のみ");
        return vec![none.to_string()];
    }
    let mut lines = vec![lang.pick("other defences:", "他の応手：").to_string()];
    lines.extend(all.found.iter().map(|defence| {
        let kind = match (lang, defence.kind) {
            (Lang::En, kind) => kind.to_string(),
            (Lang::Ja, Resistance::Holds) => "不詰".to_string(),
            (Lang::Ja, Resistance::Longer { .. }) => "変長".to_string(),
            (Lang::Ja, Resistance::Same) => "変同".to_string(),
            (Lang::Ja, Resistance::AnotherWay) => "変別".to_string(),
        };
        let length = defence.length.in_lang(lang);
        told(line, defence.ply, &defence.line, &length, &kind, naming)
    }));
    lines.extend(all.open.iter().map(|(ply, mv)| {
        let place = place(line, *ply, mv, naming);
        not_decided(solutions, &place, lang)
    }));
    lines
}

/// A move of which it is not known whether it wins.
fn not_decided(solutions: &OtherSolutions, place: &str, lang: Lang) -> String {
    let nodes = solutions.nodes;
    match (lang, solutions.is_stopped) {
        (Lang::En, true) => format!("  {place}: not decided"),
        (Lang::En, false) => format!("  {place}: not decided within {}", counted(nodes, "node")),
        (Lang::Ja, true) => format!("  {place}：未確定"),
        (Lang::Ja, false) => format!("  {place}：{}節点では未確定", grouped(nodes)),
    }
}

fn other_line(
    solutions: &OtherSolutions,
    other: &Deviation<String, Kind>,
    naming: &Naming,
) -> String {
    let lang = naming.lang;
    let (length, kind) = (other.length.in_lang(lang), other.kind.in_lang(lang));
    told(
        &solutions.line,
        other.ply,
        &other.line,
        &length,
        &kind,
        naming,
    )
}

/// A move in place of one of a line, with what follows.
fn told(
    main: &[String],
    ply: usize,
    moves: &[String],
    length: &str,
    kind: &str,
    naming: &Naming,
) -> String {
    let lang = naming.lang;
    let place = place(main, ply, moves.first().map_or("-", String::as_str), naming);
    let line = match moves.len() {
        0 | 1 => String::new(),
        _ => {
            let before = main.get(..ply).unwrap_or_default();
            let line = naming.behind(before, moves);
            lang.pick(format!(": {line}"), format!("：{line}"))
        }
    };
    lang.pick(
        format!("  {place}: {length}, {kind}{line}"),
        format!("  {place}：{length}、{kind}{line}"),
    )
}

/// Which move is meant, in place of which.
fn place(line: &[String], ply: usize, mv: &str, naming: &Naming) -> String {
    let before = line.get(..ply).unwrap_or_default();
    let name = |mv: &str| naming.behind(before, &[mv.to_string()]);
    let main = line.get(ply).map_or("-".to_string(), |mv| name(mv));
    let (number, mv) = (grouped(ply as u64 + 1), name(mv));
    naming.lang.pick(
        format!("move {number}, {mv} for {main}"),
        format!("{number}手目、{main}で{mv}"),
    )
}
