//! `compose check --refutation`: the defender's answers as text.

use shomei::composers::Refutation;
use shomei::extract::{Branch, Then};
use shomei::messages::plies_in;
use shomei_messages::{self as msg, Message};

use super::naming::Naming;

/// A line for each move of the attacker, with the answer after it; later moves are indented further.
pub(super) fn lines(refutation: &Refutation, naming: &Naming) -> Vec<String> {
    let plies = plies_in(u64::from(refutation.depth), naming.lang);
    let heading = msg::RefutationHead { plies }.text(naming.lang);
    let mut tree = Tree {
        naming,
        lines: vec![heading],
    };
    tree.add(&refutation.tree, &mut Vec::new(), 0, 1);
    tree.lines
}

struct Tree<'a> {
    naming: &'a Naming,
    lines: Vec<String>,
}

impl Tree<'_> {
    /// Adds the moves after `path`. The first `shown` moves of `path` are in the lines already.
    fn add(&mut self, then: &Then<String>, path: &mut Vec<String>, shown: usize, level: usize) {
        let before = path.len();
        let mut then = then;
        while let Then::Reply(reply) = then {
            path.push(reply.mv.clone());
            then = &reply.then;
        }
        let line = self.naming.after(&path[..shown], &path[shown..]);
        let end = self.end(then);
        // The root may have no line before the attacker's moves.
        let is_shown = !(line.is_empty() && end.is_empty());
        if is_shown {
            self.lines
                .push(format!("{}{line}{end}", "  ".repeat(level)));
        }
        if let Then::All(branches) = then {
            let level = level + usize::from(is_shown);
            for Branch { mv, then } in branches {
                let shown = path.len();
                path.push(mv.clone());
                self.add(then, path, shown, level);
                path.pop();
            }
        }
        path.truncate(before);
    }

    /// The reason why the line ends here.
    fn end(&self, then: &Then<String>) -> String {
        let lang = self.naming.lang;
        match then {
            Then::Over => msg::RefutationOver.text(lang),
            Then::Decided => msg::RefutationDecided.text(lang),
            Then::Deeper => " ...".to_string(),
            Then::AsAfter(moves) if moves.is_empty() => msg::RefutationAsStart.text(lang),
            Then::AsAfter(moves) => {
                let moves = self.naming.line(moves);
                msg::RefutationAsAfter { moves }.text(lang)
            }
            Then::Reply(_) | Then::All(_) => String::new(),
        }
    }
}
