//! `compose check`: other solutions along the line of the shortest win, as text.

use shomei::compose::{Defences, Deviation, Given, OtherWinKind, Resistance};
use shomei::composers::{OtherSolutions, Others};
use shomei::messages::{InLang, plies_in};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::answer::Answered;
use super::author_solution::AuthorSolution;
use super::naming::Naming;

/// The greatest number of listed undecided moves.
const MOST_OPEN: usize = 10;

/// The verdict and the pieces left over, on one line.
pub(super) fn one_line(solutions: &OtherSolutions, naming: &Naming) -> String {
    let verdict = verdict(solutions, naming.lang);
    match left_over(solutions, naming) {
        Some(left) => format!("{verdict}{}{left}", msg::PartsSeparator.text(naming.lang)),
        None => verdict,
    }
}

/// The pieces that the attacker has left, if any.
fn left_over(solutions: &OtherSolutions, naming: &Naming) -> Option<String> {
    let pieces = naming.left_over(solutions.left_over()?);
    Some(msg::Surplus { pieces }.text(naming.lang))
}

fn verdict(solutions: &OtherSolutions, lang: Lang) -> String {
    let verdict = solutions.verdict().in_lang(lang);
    msg::YozumeVerdict { verdict }.text(lang)
}

/// The verdict, the other winning moves, the undecided ones, and the pieces left over.
pub(super) fn lines(solutions: &OtherSolutions, naming: &Naming) -> Vec<String> {
    let lang = naming.lang;
    let mut lines = vec![verdict(solutions, lang)];
    if let Some(Others { found, .. }) = &solutions.others {
        let others = found.others.iter();
        lines.extend(others.map(|other| other_win(&solutions.line, other, naming)));
        let shown = found.open.iter().take(MOST_OPEN);
        lines.extend(shown.map(|(ply, mv)| {
            let place = place(&solutions.line, *ply, mv, naming);
            not_decided(solutions, &place, lang)
        }));
        if let Some(count @ 1..) = found.open.len().checked_sub(MOST_OPEN) {
            lines.push(indented(&msg::MoreMovesNotDecided { count }.text(lang)));
        }
    }
    lines.extend(left_over(solutions, naming));
    if let Some(others) = &solutions.others {
        let line = &solutions.line;
        let result = others.defences.iter();
        lines.extend(result.flat_map(|all| defences(solutions, all, line, naming)));
        let result = others.given.iter();
        lines.extend(result.flat_map(|(given, _)| given_lines(solutions, given, naming)));
    }
    lines
}

fn indented(text: &str) -> String {
    format!("  {text}")
}

/// The judgement of the problem by the tolerated flaws, if there is one. It is about the shortest
/// solution if the author's moves are none.
pub(super) fn judgement(answered: &Answered, lang: Lang) -> Option<String> {
    let judged = answered.composition.judgement.as_ref()?;
    let verdict = judged.in_lang(lang);
    let given = answered.notes.author_solution.as_ref();
    Some(match given.is_some_and(AuthorSolution::is_faulty) {
        true => msg::JudgementOfShortest { verdict }.text(lang),
        false => msg::Judgement { verdict }.text(lang),
    })
}

/// The lines about the author's solution.
fn given_lines(solutions: &OtherSolutions, given: &Given<String>, naming: &Naming) -> Vec<String> {
    // The first move is already illegal, which another line says.
    if given.line.is_empty() {
        return Vec::new();
    }
    let lang = naming.lang;
    let plies = plies_in(given.line.len() as u64, lang);
    let moves = naming.line(&given.line);
    if !given.wins {
        return vec![msg::GivenLineNoWin { plies, moves }.text(lang)];
    }
    let mut lines = vec![msg::GivenLine { plies, moves }.text(lang)];
    let line = &given.line;
    let others = given.found.others.iter();
    lines.extend(others.map(|other| other_win(line, other, naming)));
    lines.extend(given.found.open.iter().map(|(ply, mv)| {
        let place = place(line, *ply, mv, naming);
        not_decided(solutions, &place, lang)
    }));
    lines.extend(defences(solutions, &given.defences, line, naming));
    lines
}

/// The lines about other defences, by their kinds.
fn defences(
    solutions: &OtherSolutions,
    all: &Defences<String>,
    line: &[String],
    naming: &Naming,
) -> Vec<String> {
    let lang = naming.lang;
    if all.found.is_empty() && all.open.is_empty() {
        return vec![msg::DefencesNone.text(lang)];
    }
    let mut lines = vec![msg::DefencesFound.text(lang)];
    lines.extend(all.found.iter().map(|defence| {
        let kind = resistance_in(defence.kind, lang);
        let length = defence.length.in_lang(lang);
        let place = (defence.ply, &defence.line[..]);
        deviation_text(line, place, &length, &kind, naming)
    }));
    lines.extend(all.open.iter().map(|(ply, mv)| {
        let place = place(line, *ply, mv, naming);
        not_decided(solutions, &place, lang)
    }));
    lines
}

/// The effect of another defence.
pub(crate) fn resistance_in(kind: Resistance, lang: Lang) -> String {
    match kind {
        Resistance::Holds => msg::DefenceHolds.text(lang),
        Resistance::Longer { .. } => msg::DefenceLonger.text(lang),
        Resistance::Same => msg::DefenceSame.text(lang),
        Resistance::AnotherWay => msg::DefenceAnotherWay.text(lang),
    }
}

/// The line about an undecided move.
fn not_decided(solutions: &OtherSolutions, place: &str, lang: Lang) -> String {
    if solutions.is_stopped {
        return indented(&msg::PlaceNotDecided { place }.text(lang));
    }
    let count = solutions.nodes;
    let nodes = msg::CountNodes { count }.text(lang);
    indented(&msg::PlaceNotDecidedWithin { place, nodes }.text(lang))
}

/// The line about another winning move.
fn other_win(line: &[String], other: &Deviation<String, OtherWinKind>, naming: &Naming) -> String {
    let lang = naming.lang;
    let (length, kind) = (other.length.in_lang(lang), other.kind.in_lang(lang));
    deviation_text(line, (other.ply, &other.line), &length, &kind, naming)
}

/// A deviation from a line, with the moves after it.
fn deviation_text(
    main: &[String],
    (ply, moves): (usize, &[String]),
    length: &str,
    kind: &str,
    naming: &Naming,
) -> String {
    let lang = naming.lang;
    let first = moves.first().map_or("-", String::as_str);
    let place = place(main, ply, first, naming);
    if moves.len() < 2 {
        let text = msg::PlaceDescribed {
            place,
            length,
            kind,
        };
        return indented(&text.text(lang));
    }
    let before = main.get(..ply).unwrap_or_default();
    let moves = naming.after(before, moves);
    let text = msg::PlaceDescribedLine {
        place,
        length,
        kind,
        moves,
    };
    indented(&text.text(lang))
}

/// The place of a move: its number, and the move of the line that it replaces.
fn place(line: &[String], ply: usize, mv: &str, naming: &Naming) -> String {
    let before = line.get(..ply).unwrap_or_default();
    let name = |mv: &str| naming.after(before, &[mv.to_string()]);
    let instead = line.get(ply).map_or("-".to_string(), |mv| name(mv));
    let (number, mv) = (ply + 1, name(mv));
    msg::PlaceInLine {
        number,
        mv,
        instead,
    }
    .text(naming.lang)
}
