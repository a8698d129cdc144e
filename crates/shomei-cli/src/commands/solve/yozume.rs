//! `--yozume`: how other solutions along the line of the shortest win look to people.

use shomei::composers::Judgement;
use shomei::questions::OtherSolutions;
use shomei::solving::Others;
use shomei_search::shortest::Bracket;
use shomei_search::solutions::{Defences, Found, Given};

use crate::output::{counted, grouped, length_text, plies_text};

/// Moves that are not decided are told up to so many.
const MOST_OPEN: usize = 10;

/// The verdict and what is left over, for a list.
pub(super) fn one_line(solutions: &OtherSolutions) -> String {
    let left_over = solutions.left_over();
    let surplus = left_over.map_or(String::new(), |left| format!("; surplus: {left}"));
    format!("yozume: {}{surplus}", solutions.verdict())
}

/// What composers call the problem.
pub(super) fn judgement(judged: &Judgement) -> String {
    format!("verdict: {}", judged.text())
}

/// The verdict, each move that wins, those that are not decided, what is left over; what was found
/// of the other defences, and along a line that was given.
pub(super) fn lines(solutions: &OtherSolutions) -> Vec<String> {
    let mut lines = vec![format!("yozume: {}", solutions.verdict())];
    let Some(others) = &solutions.others else {
        return lines;
    };
    let Others {
        found, defences, ..
    } = others;
    let told = Told {
        solutions,
        line: &solutions.line,
    };
    told.moves(found, &mut lines);
    let left_over = solutions.left_over().into_iter();
    lines.extend(left_over.map(|left| format!("surplus: {left}")));
    if let Some(defences) = defences {
        told.defences(defences, &mut lines);
    }
    if let Some((given, left)) = &others.given {
        given_lines(solutions, given, left.as_deref(), &mut lines);
    }
    lines
}

/// What was found along a line that was given.
fn given_lines(
    solutions: &OtherSolutions,
    given: &Given<String>,
    left: Option<&str>,
    lines: &mut Vec<String>,
) {
    let plies = plies_text(given.line.len() as u64);
    let line = given.line.join(" ");
    if !given.wins {
        lines.push(format!("given line ({plies}): no win at its end: {line}"));
        return;
    }
    lines.push(format!("given line ({plies}): {line}"));
    let told = Told {
        solutions,
        line: &given.line,
    };
    told.moves(&given.found, lines);
    lines.extend(left.map(|left| format!("surplus of the given line: {left}")));
    told.defences(&given.defences, lines);
}

/// What is told of a line.
struct Told<'a> {
    solutions: &'a OtherSolutions,
    line: &'a [String],
}

impl Told<'_> {
    /// Other moves of the attacker.
    fn moves(&self, found: &Found<String>, lines: &mut Vec<String>) {
        lines.extend(found.others.iter().map(|other| {
            let kind = other.kind.to_string();
            self.one(other.ply, &other.line, other.length, &kind)
        }));
        self.open(&found.open, lines);
    }

    /// Other defences.
    fn defences(&self, defences: &Defences<String>, lines: &mut Vec<String>) {
        if defences.found.is_empty() && defences.open.is_empty() {
            lines.push("other defences: variations only".to_string());
            return;
        }
        lines.push("other defences:".to_string());
        lines.extend(defences.found.iter().map(|defence| {
            let kind = defence.kind.to_string();
            self.one(defence.ply, &defence.line, defence.length, &kind)
        }));
        self.open(&defences.open, lines);
    }

    fn one(&self, ply: usize, line: &[String], length: Bracket, kind: &str) -> String {
        let place = self.place(ply, line.first().map_or("-", String::as_str));
        let length = length_text(length);
        let line = match line.len() {
            0 | 1 => String::new(),
            _ => format!(": {}", line.join(" ")),
        };
        format!("  {place}: {length}, {kind}{line}")
    }

    /// Moves that are not decided.
    fn open(&self, open: &[(usize, String)], lines: &mut Vec<String>) {
        let within = match self.solutions.is_stopped {
            true => String::new(),
            false => format!(" within {}", counted(self.solutions.nodes, "node")),
        };
        let shown = open.iter().take(MOST_OPEN);
        lines.extend(shown.map(|(ply, mv)| {
            let place = self.place(*ply, mv);
            format!("  {place}: not decided{within}")
        }));
        if let Some(more @ 1..) = open.len().checked_sub(MOST_OPEN) {
            let more = counted(more as u64, "more move");
            lines.push(format!("  {more}: not decided"));
        }
    }

    /// Which move is meant, in place of which.
    fn place(&self, ply: usize, mv: &str) -> String {
        let main = self.line.get(ply).map_or("-", String::as_str);
        let number = grouped(ply as u64 + 1);
        format!("move {number}, {mv} for {main}")
    }
}
