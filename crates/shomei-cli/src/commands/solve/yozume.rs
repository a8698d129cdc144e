//! `--yozume`: how other solutions along the line of the shortest win look to people.

use shomei::questions::OtherSolutions;
use shomei::solving::Others;
use shomei_search::solutions::Other;

use crate::output::{counted, grouped, length_text};

/// Moves that are not decided are told up to so many.
const MOST_OPEN: usize = 10;

/// The verdict and what is left over, for a list.
pub(super) fn one_line(solutions: &OtherSolutions) -> String {
    let left_over = solutions.left_over();
    let surplus = left_over.map_or(String::new(), |left| format!("; surplus: {left}"));
    format!("yozume: {}{surplus}", solutions.verdict())
}

/// The verdict, each move that wins, those that are not decided, what is left over.
pub(super) fn lines(solutions: &OtherSolutions) -> Vec<String> {
    let mut lines = vec![format!("yozume: {}", solutions.verdict())];
    if let Some(Others { found, .. }) = &solutions.others {
        lines.extend(
            found
                .others
                .iter()
                .map(|other| other_line(solutions, other)),
        );
        let within = match solutions.is_stopped {
            true => String::new(),
            false => format!(" within {}", counted(solutions.nodes, "node")),
        };
        let shown = found.open.iter().take(MOST_OPEN);
        lines.extend(shown.map(|(ply, mv)| {
            let place = place(solutions, *ply, mv);
            format!("  {place}: not decided{within}")
        }));
        if let Some(more @ 1..) = found.open.len().checked_sub(MOST_OPEN) {
            let more = counted(more as u64, "more move");
            lines.push(format!("  {more}: not decided"));
        }
    }
    let left_over = solutions.left_over().into_iter();
    lines.extend(left_over.map(|left| format!("surplus: {left}")));
    lines
}

fn other_line(solutions: &OtherSolutions, other: &Other<String>) -> String {
    let place = place(solutions, other.ply, &other.mv);
    let (length, kind) = (length_text(other.length), other.kind);
    let line = match other.line.len() {
        0 | 1 => String::new(),
        _ => format!(": {}", other.line.join(" ")),
    };
    format!("  {place}: {length}, {kind}{line}")
}

/// Which move is meant, in place of which.
fn place(solutions: &OtherSolutions, ply: usize, mv: &str) -> String {
    let main = solutions.line.get(ply).map_or("-", String::as_str);
    let number = grouped(ply as u64 + 1);
    format!("move {number}, {mv} for {main}")
}
