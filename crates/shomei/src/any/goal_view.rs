//! Queries about a position under its goal, the names of its moves in a language, and the identity
//! of a position in a store.

use std::sync::Arc;

use shomei_game::{
    Change, Game, Goal, Lang, NotationError, OneMore, Role, Scored, Side, Status, Variant,
};
use shomei_proof::{PlainResult, plain_search};
use shomei_search::Knowledge;

use super::position::{Home, Placed};
use super::{Aim, AnyPosition};
use crate::error::Error;

erased!(
    AnyPosition,
    Home,
    impl<G: Game + Scored + 'static> GoalView for Placed<G> {
        /// Whether the rules decide the position for the attacker of its goal, and how.
        pub(crate) fn status(&self) -> Status {
            self.game.status(&self.position)
        }

        /// Whether the attacker of the goal or the defender is to move.
        pub(crate) fn role(&self) -> Role {
            self.game.role(&self.position)
        }

        /// The legal move with this index (from 0, in the order of the rules), and the position
        /// after it. The error is the number of legal moves.
        pub(crate) fn after(&self, mv: u32) -> Result<(String, AnyPosition), usize> {
            let legal = self.legal_under(&self.game);
            let Some(&mv) = legal.get(mv as usize) else {
                return Err(legal.len());
            };
            let position = self.game.play(&self.position, mv);
            let position = AnyPosition::of(&self.home, Arc::clone(&self.game), position);
            Ok((self.text_of(mv), position))
        }

        /// The positions in which this side, as the attacker, has one thing more than here, such as
        /// a piece in hand; empty for games whose composers do not ask this.
        #[must_use]
        pub fn with_one_more(&self, attacker: Side) -> Vec<OneMore<AnyPosition>> {
            let game = Arc::new(self.game.with_goal(Goal::win(attacker)));
            let rules = game.composing_rules();
            let more = rules.map_or(Vec::new(), |rules| rules.with_one_more(&self.position));
            let any = |more: OneMore<G::Position>| OneMore {
                what: more.what,
                from: more.from,
                position: AnyPosition::of(&self.home, Arc::clone(&game), more.position),
            };
            more.into_iter().map(any).collect()
        }

        /// The legal positions that differ from this one by one of these changes, each once, if
        /// this side attacks; empty for games without composed problems.
        #[must_use]
        pub fn variants(&self, attacker: Side, changes: &[Change]) -> Vec<Variant<AnyPosition>> {
            let game = Arc::new(self.game.with_goal(Goal::win(attacker)));
            let rules = game.composing_rules();
            let all = rules.map_or(Vec::new(), |rules| rules.variants(&self.position, changes));
            let any = |one: Variant<G::Position>| Variant {
                change: one.change,
                what: one.what,
                position: AnyPosition::of(&self.home, Arc::clone(&game), one.position),
            };
            all.into_iter().map(any).collect()
        }

        /// The positions from which a move of this side, as the attacker, and an answer lead here,
        /// at most `most`; empty for games without composed problems.
        #[must_use]
        pub fn two_plies_before(&self, attacker: Side, most: usize) -> Vec<AnyPosition> {
            let game = Arc::new(self.game.with_goal(Goal::win(attacker)));
            let rules = game.composing_rules();
            let all = rules.map_or(Vec::new(), |rules| rules.before(&self.position, most));
            let any = |position| AnyPosition::of(&self.home, Arc::clone(&game), position);
            all.into_iter().map(any).collect()
        }

        /// The things that the attacker has left at the end of a won game, such as pieces in hand;
        /// `None` if nothing is left, and in games whose composers do not count them.
        #[must_use]
        pub fn surplus(&self) -> Option<String> {
            self.game.composing_rules()?.surplus(&self.position)
        }

        /// The status that the [plain search](shomei_proof::plain_search) of certificates finds
        /// within this number of nodes; `None` if they are not enough.
        #[must_use]
        pub fn plain_status(&self, nodes: u64) -> Option<Status> {
            match plain_search(&*self.game, &self.position, nodes) {
                PlainResult::Won { .. } => Some(Status::Won),
                PlainResult::Failed { .. } => Some(Status::Failed),
                PlainResult::Limit => None,
            }
        }

        /// The identity of the position for this aim, in a store and between machines: see
        /// [`Knowledge::id`].
        ///
        /// # Errors
        ///
        /// The aim is a score, and the game has no scores.
        pub fn identity(&self, aim: Aim) -> Result<(u64, u64), Error> {
            let game = self.aimed(aim)?;
            let text = game.format_position(&self.position);
            Ok((game.key(&self.position).0, Knowledge::check_of(&text)))
        }
    }
);

impl AnyPosition {
    /// The position under the goal that this side wins. This matters in games whose legal moves
    /// depend on the attacker: the attacker of a parsed position is the side to move, or its
    /// opponent if only the opponent can win.
    #[must_use]
    pub fn for_attacker(&self, attacker: Side) -> AnyPosition {
        self.0.aimed_at(attacker).unwrap_or_else(|| self.clone())
    }

    /// The name of a legal move in a language: `▲７六歩` in Japanese shogi, the usual text in the
    /// other games and in English. `last` is the usual text of the move that led to the position,
    /// if any: the name of a shogi move that captures on the same square begins with 同.
    ///
    /// This is the only source of such names: `shomei-board` does not know the rules.
    ///
    /// # Errors
    ///
    /// The text is not a move, or the move is illegal here for each attacker that can win.
    pub fn move_name(
        &self,
        mv: &str,
        last: Option<&str>,
        lang: Lang,
    ) -> Result<String, NotationError> {
        // A name needs no goal, and a question about every move lists the moves for both.
        let attackers = Side::BOTH
            .into_iter()
            .filter(|&side| self.end_for(side).is_ok());
        let mut texts = attackers.map(|side| self.for_attacker(side).move_text(mv));
        let other = |error| texts.find_map(Result::ok).ok_or(error);
        let mv = self.move_text(mv).or_else(other)?;
        let name = self.game().0.move_name(&self.text(), &mv, last, lang);
        Ok(name.unwrap_or(mv))
    }

    /// The diagram of the position in a language: in Japanese, shogi diagrams use kanji.
    #[must_use]
    pub fn diagram_in(&self, lang: Lang) -> String {
        let diagram = self.game().0.diagram_in(&self.text(), lang);
        diagram.unwrap_or_else(|| self.diagram())
    }
}
