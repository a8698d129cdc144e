//! `--depth`: how the answers of the defender look to people.

use shomei::questions::Refutation;
use shomei_search::extract::{Branch, Then};

use crate::output::plies_text;

/// A line for each move of the attacker, with the answer behind it; what comes
/// then is further to the right.
pub(super) fn lines(refutation: &Refutation) -> Vec<String> {
    let plies = plies_text(u64::from(refutation.depth));
    let mut lines = vec![format!("refutation ({plies} deep):")];
    add(&refutation.tree, String::new(), 1, &mut lines);
    lines
}

/// Adds what comes behind the moves of `line`, which is not added yet.
fn add(then: &Then<String>, line: String, level: usize, lines: &mut Vec<String>) {
    let (mut line, mut then) = (line, then);
    while let Then::Reply(reply) = then {
        line = joined(&line, &reply.mv);
        then = &reply.then;
    }
    let end = match then {
        Then::Over => ": over".to_string(),
        Then::Decided => ": decided by plain search".to_string(),
        Then::Deeper => " ...".to_string(),
        Then::AsAfter(moves) if moves.is_empty() => ": as at the start".to_string(),
        Then::AsAfter(moves) => format!(": as after {}", moves.join(" ")),
        Then::Reply(_) | Then::All(_) => String::new(),
    };
    // At the root there may be nothing before the attacker's moves.
    let is_said = !(line.is_empty() && end.is_empty());
    if is_said {
        lines.push(format!("{}{line}{end}", "  ".repeat(level)));
    }
    if let Then::All(branches) = then {
        let level = level + usize::from(is_said);
        for Branch { mv, then } in branches {
            add(then, mv.clone(), level, lines);
        }
    }
}

fn joined(line: &str, mv: &str) -> String {
    match line {
        "" => mv.to_string(),
        _ => format!("{line} {mv}"),
    }
}
