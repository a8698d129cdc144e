//! What people who speak a language call the moves of a result.

use shomei::AnyPosition;
use shomei::words::left_over_in;
use shomei_game::Lang;

use super::Request;
use super::answer::Answered;
use crate::language::names_behind;

/// Names of moves behind the position of a result.
///
/// In English these are the usual texts. What cannot be played, which no result has, is named by
/// its text, too.
pub(super) struct Naming {
    game: &'static str,
    root: Option<AnyPosition>,
    pub(super) lang: Lang,
}

impl Naming {
    /// Those of a result.
    pub(super) fn of(request: &Request, answered: &Answered) -> Naming {
        let lang = request.lang;
        let root = (lang != Lang::En).then(|| {
            let root = request.game.position(&answered.result.position).ok()?;
            Some(root.for_attacker(answered.result.aim.attacker))
        });
        Naming {
            game: request.entry.kind.name,
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
