//! What a walk through a certificate asks of a position under the goal that it stands under, what
//! people call its moves, and how a position is known where solved ones are kept.

use std::sync::Arc;

use shomei_game::{Game, Goal, Lang, NotationError, OneMore, Role, Scored, Side, Status};
use shomei_search::Knowledge;

use super::position::Placed;
use super::{Aim, AnyPosition};
use crate::error::Error;

/// Whether the attacker of a goal has reached it, who is to move, and single moves by number.
pub(super) trait Asked {
    fn status(&self) -> Status;
    fn role(&self) -> Role;
    fn aimed_at(&self, attacker: Side) -> Option<AnyPosition>;
    fn after(&self, mv: u32) -> Result<(String, AnyPosition), usize>;
    fn identity(&self, aim: Aim) -> Result<(u64, u64), Error>;
    fn with_one_more(&self, attacker: Side) -> Vec<OneMore<AnyPosition>>;
}

impl AnyPosition {
    /// Whether the rules decide the position for the attacker of its goal.
    pub(crate) fn status(&self) -> Status {
        self.0.status()
    }

    /// Whether the attacker of its goal is to move, or the defender.
    pub(crate) fn role(&self) -> Role {
        self.0.role()
    }

    /// The position under the goal that this side wins. It matters in games in which what may
    /// be played depends on who has to win: a position that was read stands under the goal of
    /// its side to move, or of the other side where only that can be meant.
    #[must_use]
    pub fn for_attacker(&self, attacker: Side) -> AnyPosition {
        self.0.aimed_at(attacker).unwrap_or_else(|| self.clone())
    }

    /// The legal move at this place of the order of the rules, counted from 0, and the position
    /// after it; how many legal moves there are where there is no such move.
    pub(crate) fn after(&self, mv: u32) -> Result<(String, AnyPosition), usize> {
        self.0.after(mv)
    }

    /// What people who speak this language call a legal move: `▲７六歩` in Japanese shogi, the
    /// usual text in the other games and in English. `last` is the usual text of the move that
    /// led to the position, where there is one: the name of a shogi move that takes on the same
    /// square begins with 同.
    ///
    /// This is the only source of such names: the pictures of `shomei-board` know no rules.
    ///
    /// # Errors
    ///
    /// When the text is no move, or not legal here.
    pub fn move_name(
        &self,
        mv: &str,
        last: Option<&str>,
        lang: Lang,
    ) -> Result<String, NotationError> {
        let mv = self.move_text(mv)?;
        let name = self.game().0.move_name(&self.text(), &mv, last, lang);
        Ok(name.unwrap_or(mv))
    }

    /// The positions in which this side, as the attacker, has one thing more than here, such as a
    /// piece in hand; none in games without such a custom.
    #[must_use]
    pub fn with_one_more(&self, attacker: Side) -> Vec<OneMore<AnyPosition>> {
        self.0.with_one_more(attacker)
    }

    /// The position to look at, as people who speak this language have it: in Japanese shogi with
    /// kanji.
    #[must_use]
    pub fn diagram_in(&self, lang: Lang) -> String {
        let diagram = self.game().0.diagram_in(&self.text(), lang);
        diagram.unwrap_or_else(|| self.diagram())
    }

    /// What identifies the position for this aim in a store or among machines: see
    /// [`Knowledge::id`].
    ///
    /// # Errors
    ///
    /// When the game has no scores and one is aimed at.
    pub fn identity(&self, aim: Aim) -> Result<(u64, u64), Error> {
        self.0.identity(aim)
    }
}

impl<G: Game + Scored + 'static> Asked for Placed<G> {
    fn status(&self) -> Status {
        self.game.status(&self.position)
    }

    fn role(&self) -> Role {
        self.game.role(&self.position)
    }

    /// Nothing where it stands under that goal already.
    fn aimed_at(&self, attacker: Side) -> Option<AnyPosition> {
        if self.game.goal() == Goal::win(attacker) {
            return None;
        }
        let game = Arc::new(self.game.with_goal(Goal::win(attacker)));
        let position = self.position.clone();
        Some(AnyPosition::of(&self.home, game, position))
    }

    fn after(&self, mv: u32) -> Result<(String, AnyPosition), usize> {
        let legal = self.legal_under(&self.game);
        let Some(&mv) = legal.get(mv as usize) else {
            return Err(legal.len());
        };
        let position = self.game.play(&self.position, mv);
        let position = AnyPosition::of(&self.home, Arc::clone(&self.game), position);
        Ok((self.text_of(mv), position))
    }

    fn identity(&self, aim: Aim) -> Result<(u64, u64), Error> {
        let game = self.aimed(aim)?;
        let text = game.format_position(&self.position);
        Ok((game.key(&self.position).0, Knowledge::check_of(&text)))
    }

    fn with_one_more(&self, attacker: Side) -> Vec<OneMore<AnyPosition>> {
        let game = Arc::new(self.game.with_goal(Goal::win(attacker)));
        let customs = game.composition();
        let more = customs.map_or(Vec::new(), |customs| customs.with_one_more(&self.position));
        let any = |more: OneMore<G::Position>| OneMore {
            what: more.what,
            from: more.from,
            position: AnyPosition::of(&self.home, Arc::clone(&game), more.position),
        };
        more.into_iter().map(any).collect()
    }
}
