//! `compose check --refutation`: how the answers of the defender look to people.

use shomei::composers::Refutation;
use shomei::extract::{Branch, Then};
use shomei::words::plies_in;

use super::naming::Naming;

/// A line for each move of the attacker, with the answer behind it; what comes
/// then is further to the right.
pub(super) fn lines(refutation: &Refutation, naming: &Naming) -> Vec<String> {
    let plies = plies_in(u64::from(refutation.depth), naming.lang);
    let heading = naming.lang.pick(
        format!("refutation ({plies} deep):"),
        format!("受方の応手（{plies}まで）："),
    );
    let mut tree = Tree {
        naming,
        lines: vec![heading],
    };
    tree.add(&refutation.tree, &mut Vec::new(), 0, 1);
    tree.lines
}

/// The lines so far.
struct Tree<'a> {
    naming: &'a Naming,
    lines: Vec<String>,
}

impl Tree<'_> {
    /// Adds what comes behind the moves of `path`, of which those from `said` on are not
    /// added yet.
    fn add(&mut self, then: &Then<String>, path: &mut Vec<String>, said: usize, level: usize) {
        let before = path.len();
        let mut then = then;
        while let Then::Reply(reply) = then {
            path.push(reply.mv.clone());
            then = &reply.then;
        }
        let line = self.naming.behind(&path[..said], &path[said..]);
        let end = self.end(then);
        // At the root there may be nothing before the attacker's moves.
        let is_said = !(line.is_empty() && end.is_empty());
        if is_said {
            self.lines
                .push(format!("{}{line}{end}", "  ".repeat(level)));
        }
        if let Then::All(branches) = then {
            let level = level + usize::from(is_said);
            for Branch { mv, then } in branches {
                let said = path.len();
                path.push(mv.clone());
                self.add(then, path, said, level);
                path.pop();
            }
        }
        path.truncate(before);
    }

    /// Why nothing follows on the line.
    fn end(&self, then: &Then<String>) -> String {
        let lang = self.naming.lang;
        match then {
            Then::Over => lang.pick(": over", "：終局").to_string(),
            Then::Decided => lang
                .pick(": decided by plain search", "：単純な探索で確定")
                .to_string(),
            Then::Deeper => " ...".to_string(),
            Then::AsAfter(moves) if moves.is_empty() => {
                lang.pick(": as at the start", "：最初と同じ").to_string()
            }
            Then::AsAfter(moves) => {
                let moves = self.naming.line(moves);
                lang.pick(
                    format!(": as after {moves}"),
                    format!("：{moves}の後と同じ"),
                )
            }
            Then::Reply(_) | Then::All(_) => String::new(),
        }
    }
}
