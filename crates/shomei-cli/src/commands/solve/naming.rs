//! What people who speak a language call the moves of a result.

use std::cell::RefCell;

use shomei::AnyGame;
use shomei::words::left_over_in;
use shomei_game::{Lang, Side};

use super::Request;
use super::answer::Answered;
use crate::language::Names;
use crate::tsume;

/// Names of moves behind the position of a result.
///
/// In English these are the usual texts. What cannot be played, which no result has, is named by
/// its text, too.
pub(super) struct Naming {
    game: &'static str,
    opened: AnyGame,
    attacker: Side,
    names: Option<RefCell<Names>>,
    pub(super) lang: Lang,
    /// Whether the question is one of tsume-shogi.
    pub(super) is_tsume: bool,
}

impl Naming {
    /// Those of a result.
    pub(super) fn of(request: &Request, answered: &Answered) -> Naming {
        let lang = request.lang;
        let attacker = answered.result.aim.attacker;
        let names = (lang != Lang::En).then(|| {
            let root = request.game.position(&answered.result.position).ok()?;
            Some(Names::of(root.for_attacker(attacker), lang))
        });
        Naming {
            game: request.entry.kind.name,
            opened: request.game.clone(),
            attacker,
            names: names.flatten().map(RefCell::new),
            lang,
            is_tsume: tsume::is_asked(&request.entry.kind, &request.game),
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
        let there = (self.lang != Lang::En).then(|| {
            let there = self.opened.position(position).ok()?;
            Some(Names::of(there.for_attacker(self.attacker), self.lang))
        });
        match there.flatten() {
            Some(mut there) => there.behind(&[], moves).join(" "),
            None => moves.join(" "),
        }
    }

    /// A move of the position.
    pub(super) fn mv(&self, mv: &str) -> String {
        self.names(&[], &[mv.to_string()]).join(" ")
    }

    fn names(&self, before: &[String], moves: &[String]) -> Vec<String> {
        match &self.names {
            Some(names) => names.borrow_mut().behind(before, moves),
            None => moves.to_vec(),
        }
    }
}
