//! `--yozume`: how other solutions along the line of the shortest win look to people.

use shomei::questions::OtherSolutions;
use shomei::solving::Others;
use shomei::words::InLang;
use shomei_game::Lang;
use shomei_search::solutions::Other;

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
            let place = place(solutions, *ply, mv, naming);
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

fn other_line(solutions: &OtherSolutions, other: &Other<String>, naming: &Naming) -> String {
    let lang = naming.lang;
    let place = place(solutions, other.ply, &other.mv, naming);
    let (length, kind) = (other.length.in_lang(lang), other.kind.in_lang(lang));
    let line = match other.line.len() {
        0 | 1 => String::new(),
        _ => {
            let before = solutions.line.get(..other.ply).unwrap_or_default();
            let line = naming.behind(before, &other.line);
            lang.pick(format!(": {line}"), format!("：{line}"))
        }
    };
    lang.pick(
        format!("  {place}: {length}, {kind}{line}"),
        format!("  {place}：{length}、{kind}{line}"),
    )
}

/// Which move is meant, in place of which.
fn place(solutions: &OtherSolutions, ply: usize, mv: &str, naming: &Naming) -> String {
    let before = solutions.line.get(..ply).unwrap_or_default();
    let name = |mv: &str| naming.behind(before, &[mv.to_string()]);
    let main = solutions
        .line
        .get(ply)
        .map_or("-".to_string(), |mv| name(mv));
    let (number, mv) = (grouped(ply as u64 + 1), name(mv));
    naming.lang.pick(
        format!("move {number}, {mv} for {main}"),
        format!("{number}手目、{main}で{mv}"),
    )
}
