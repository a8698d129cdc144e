//! The names of the moves of a result in the user's language.

use std::cell::RefCell;

use shomei::messages::is_tsume;
use shomei::{AnyGame, AnyPosition, MoveValue};
use shomei_game::{Lang, Side};

use super::Request;
use super::answer::Answered;
use super::report::move_text;
use crate::language::MoveNames;
use crate::tsume;

/// Names the moves after the position of a result. In English these are the usual texts.
pub(super) struct Naming {
    opened: AnyGame,
    attacker: Side,
    names: Option<RefCell<MoveNames>>,
    pub(super) lang: Lang,
    /// Whether the question is a tsume-shogi problem.
    pub(super) is_tsume: bool,
}

impl Naming {
    /// The names for a result.
    pub(super) fn of(request: &Request, answered: &Answered) -> Naming {
        let root = request.game.position(&answered.result.position).ok();
        Naming::about(request, root, answered.result.aim.attacker)
    }

    /// The names for a position and an attacker.
    pub(super) fn about(request: &Request, root: Option<AnyPosition>, attacker: Side) -> Naming {
        let lang = request.lang;
        let names =
            (lang != Lang::EN).then(|| Some(MoveNames::of(root?.for_attacker(attacker), lang)));
        Naming {
            opened: request.game.clone(),
            attacker,
            names: names.flatten().map(RefCell::new),
            lang,
            is_tsume: is_tsume(request.kind.name, &request.game.rules()),
        }
    }

    /// The names of the pieces that the attacker has left.
    pub(super) fn left_over(&self, left: &str) -> String {
        self.opened.thing_name(left, self.lang)
    }

    /// A line that begins at the position.
    pub(super) fn line(&self, moves: &[String]) -> String {
        self.after(&[], moves)
    }

    /// A line that begins after the moves `before`.
    pub(super) fn after(&self, before: &[String], moves: &[String]) -> String {
        self.names(before, moves).join(" ")
    }

    /// A line that begins at another position of the same game and question.
    pub(super) fn line_from(&self, position: &str, moves: &[String]) -> String {
        let there = (self.lang != Lang::EN).then(|| {
            let there = self.opened.position(position).ok()?;
            Some(MoveNames::of(there.for_attacker(self.attacker), self.lang))
        });
        match there.flatten() {
            Some(mut there) => there.after(&[], moves).join(" "),
            None => moves.join(" "),
        }
    }

    /// A move of the position.
    pub(super) fn mv(&self, mv: &str) -> String {
        self.names(&[], &[mv.to_string()]).join(" ")
    }

    /// The value of a move as text.
    pub(super) fn move_text(&self, known: &MoveValue) -> String {
        match self.is_tsume {
            true => tsume::move_text(known, self.lang),
            false => move_text(known, self.lang),
        }
    }

    fn names(&self, before: &[String], moves: &[String]) -> Vec<String> {
        match &self.names {
            Some(names) => names.borrow_mut().after(before, moves),
            None => moves.to_vec(),
        }
    }
}
