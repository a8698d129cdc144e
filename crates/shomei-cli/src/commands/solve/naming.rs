//! What people who speak a language call the moves of a result.

use shomei::AnyPosition;
use shomei::words::left_over_in;
use shomei_game::{Lang, Side};

use super::Request;
use super::answer::Answered;
use crate::language::names_behind;

/// Names of moves behind the position of a result.
///
/// In English these are the usual texts. What cannot be played, which no result has, is named by
/// its text, too.
pub(super) struct Naming {
    game: &'static str,
    attacker: Side,
    root: Option<AnyPosition>,
    pub(super) lang: Lang,
}

impl Naming {
    /// Those of a result.
    pub(super) fn of(request: &Request, answered: &Answered) -> Naming {
        let lang = request.lang;
        let attacker = answered.result.aim.attacker;
        let root = (lang != Lang::En).then(|| {
            let root = request.game.position(&answered.result.position).ok()?;
            Some(root.for_attacker(attacker))
        });
        Naming {
            game: request.entry.kind.name,
            attacker,
            root: root.flatten(),
            lang,
        }
    }

    /// What the attacker has left at the end.
    pub(super) fn left_over(&self, left: &str) -> String {
        left_over_in(left, self.game, self.lang)
    }

    /// A line from the position on.
    pub(super) fn line(&self, moves: &[String]) -> String {
        self.behind(&[], moves)
    }

    /// A line behind these moves.
    pub(super) fn behind(&self, before: &[String], moves: &[String]) -> String {
        self.names(before, moves).join(" ")
    }

    /// A line from another position on, of the same game and question.
    pub(super) fn elsewhere(&self, position: &str, moves: &[String]) -> String {
        let there = self.root.as_ref().and_then(|root| {
            let there = root.game().position(position).ok()?;
            Some(there.for_attacker(self.attacker))
        });
        match there {
            Some(there) => names_behind(&there, &[], moves, self.lang).join(" "),
            None => moves.join(" "),
        }
    }

    /// A move of the position.
    pub(super) fn mv(&self, mv: &str) -> String {
        self.names(&[], &[mv.to_string()]).join(" ")
    }

    fn names(&self, before: &[String], moves: &[String]) -> Vec<String> {
        match &self.root {
            Some(root) => names_behind(root, before, moves, self.lang),
            None => moves.to_vec(),
        }
    }
}
