//! `--depth`: what the defender answers where there is no win.

use serde::Serialize;
use shomei_search::extract::{Branch, Then};

use super::asking::Asked;
use crate::output::plies_text;

/// The answers of the defender, so many plies deep.
#[derive(Clone, Debug)]
pub(super) struct Refutation {
    depth: u32,
    tree: Then<String>,
}

impl Refutation {
    /// What a question has found, if it was asked for and there is no win.
    pub(super) fn of(asked: &Asked) -> Option<Refutation> {
        let depth = asked.wanted.depth?;
        let Some(Ok(tree)) = &asked.solution.refutation else {
            return None;
        };
        Some(Refutation {
            depth,
            tree: tree.clone(),
        })
    }

    /// A line for each move of the attacker, with the answer behind it; what comes
    /// then is further to the right.
    pub(super) fn lines(&self) -> Vec<String> {
        let plies = plies_text(u64::from(self.depth));
        let mut lines = vec![format!("refutation ({plies} deep):")];
        add(&self.tree, String::new(), 1, &mut lines);
        lines
    }
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

/// The same as an object.
#[derive(Debug, Serialize)]
pub(super) struct Json<'a> {
    depth: u32,
    #[serde(flatten)]
    then: JsonThen<'a>,
}

/// What comes behind a move: the moves, or why there are none.
#[derive(Debug, Serialize)]
struct JsonThen<'a> {
    /// `reply`, `all`, `over`, `decided`, `deeper` or `as_after`.
    then: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<JsonBranch<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_after: Option<&'a [String]>,
}

#[derive(Debug, Serialize)]
struct JsonBranch<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    then: JsonThen<'a>,
}

impl<'a> Json<'a> {
    pub(super) fn of(refutation: &'a Refutation) -> Json<'a> {
        Json {
            depth: refutation.depth,
            then: JsonThen::of(&refutation.tree),
        }
    }
}

impl<'a> JsonThen<'a> {
    fn of(then: &'a Then<String>) -> JsonThen<'a> {
        let branch = |branch: &'a Branch<String>| JsonBranch {
            mv: &branch.mv,
            then: JsonThen::of(&branch.then),
        };
        let (name, moves, as_after) = match then {
            Then::Over => ("over", Vec::new(), None),
            Then::Decided => ("decided", Vec::new(), None),
            Then::Deeper => ("deeper", Vec::new(), None),
            Then::AsAfter(moves) => ("as_after", Vec::new(), Some(&moves[..])),
            Then::Reply(reply) => ("reply", vec![branch(reply)], None),
            Then::All(all) => ("all", all.iter().map(branch).collect(), None),
        };
        JsonThen {
            then: name,
            moves,
            as_after,
        }
    }
}
