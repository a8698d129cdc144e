//! A position with an erased game type.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use shomei_game::{
    Game, Goal, KnownScore, Notation, NotationError, Outcome, Picture, Scored, Side,
};
use shomei_proof::{Claim, Header};
use shomei_search::table::Table;

use super::searches::Searches;
use super::{Aim, AnyGame, AnyPosition, Ended, no_scores};
use crate::error::Error;
use crate::likely;

erased!(
    AnyPosition,
    Searches,
    impl<G: Game + Scored + 'static> ErasedPosition for Placed<G> {
        /// The position on one line.
        pub fn text(&self) -> String {
            self.game.format_position(&self.position)
        }

        /// The diagram of the position, in several lines of text.
        pub fn diagram(&self) -> String {
            self.game.diagram(&self.position)
        }

        /// The picture that the game draws of the position; `None` for a game without pictures of
        /// its own. The pictures of the built-in games come from `shomei-board`.
        pub fn picture(&self) -> Option<Picture> {
            self.game.picture(&self.position)
        }

        /// The side to move.
        pub fn to_move(&self) -> Side {
            self.game.to_move(&self.position)
        }

        /// The end of the game; `None` while moves can be played.
        pub fn outcome(&self) -> Option<Outcome> {
            self.game.outcome(&self.position)
        }

        /// The reason why no move can be played, if it depends on the attacker.
        pub fn why_over(&self) -> Option<String> {
            self.game.why_over(&self.position)
        }

        /// The end of the game if `attacker` has to win, in games whose legal moves depend on the
        /// attacker.
        ///
        /// # Errors
        ///
        /// This attacker makes no sense in this position.
        pub fn end_for(&self, attacker: Side) -> Result<Option<Ended>, NotationError> {
            let game = self.game.with_goal(Goal::win(attacker));
            game.check_goal(&self.position)?;
            let ended = |outcome| Ended {
                outcome,
                why: game.why_over(&self.position),
            };
            Ok(game.outcome(&self.position).map(ended))
        }

        /// Whether the legal moves depend on the attacker.
        pub fn rules_depend_on_goal(&self) -> bool {
            self.game.rules_depend_on_goal()
        }

        /// The texts of the legal moves; empty when the game is over.
        pub fn moves(&self) -> Vec<String> {
            let legal = self.legal_under(&self.game);
            legal.into_iter().map(|mv| self.text_of(mv)).collect()
        }

        /// The legal moves and the positions they lead to.
        pub fn children(&self) -> Vec<(String, AnyPosition)> {
            self.children_under(&self.game)
        }

        /// The legal moves if `attacker` has to win, and the positions after them.
        pub fn children_for(&self, attacker: Side) -> Vec<(String, AnyPosition)> {
            self.children_under(&Arc::new(self.game.with_goal(Goal::win(attacker))))
        }

        /// The position after a legal move, given as text.
        ///
        /// # Errors
        ///
        /// The text is not a move, or the move is illegal here.
        pub fn play(&self, mv: &str) -> Result<AnyPosition, NotationError> {
            let mv = self.game.parse_move(&self.position, mv)?;
            let position = self.game.play(&self.position, mv);
            Ok(AnyPosition::of(
                &self.home,
                Arc::clone(&self.game),
                position,
            ))
        }

        /// The header of a certificate of this claim about the position. Two certificates are about
        /// the same question if their headers are equal.
        ///
        /// # Errors
        ///
        /// The aim is a score, and the game has no scores.
        pub fn header(&self, aim: Aim, claim: Claim) -> Result<Header, Error> {
            Ok(Header::of(&self.aimed(aim)?, &self.position, claim))
        }

        /// The usual text of the legal move given by this text.
        ///
        /// # Errors
        ///
        /// The text is not a move, or the move is illegal here.
        pub fn move_text(&self, text: &str) -> Result<String, NotationError> {
            let mv = self.game.parse_move(&self.position, text)?;
            Ok(self.text_of(mv))
        }

        /// The score of a finished game for `side`; `None` in games without scores.
        pub fn score(&self, side: Side) -> Option<i32> {
            self.game.score(&self.position, side)
        }

        /// An estimate of the score of the side to move; 0 if the game has none.
        pub fn guess_score(&self) -> i32 {
            self.game.guess_score(&self.position)
        }

        /// A more expensive estimate of the score, the first question of a search for the score.
        pub fn first_guess(&self) -> i32 {
            self.game.first_guess(&self.position)
        }

        /// The position with the scores of moves, in the form of other programs.
        pub fn format_scores(&self, scores: &[KnownScore]) -> Option<String> {
            self.game.format_scores(&self.position, scores)
        }

        /// The amount of play left, in [units](crate::Kind::remaining) of the game.
        pub fn remaining(&self) -> Option<u32> {
            self.game.remaining(&self.position)
        }

        /// The number of move paths of this length.
        pub fn perft(&self, depth: u32) -> u64 {
            shomei_game::perft(&*self.game, &self.position, depth)
        }

        /// The number of move paths after each move.
        pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
            let counts = shomei_game::divide(&*self.game, &self.position, depth);
            counts
                .into_iter()
                .map(|(mv, n)| (self.text_of(mv), n))
                .collect()
        }

        /// The most likely line of a search with this table for a win of `attacker`. It proves
        /// nothing.
        pub fn likely_line(&self, attacker: Side, table: &Table) -> Vec<String> {
            let game = self.game.with_goal(Goal::win(attacker));
            likely::line(&game, &self.position, table)
        }
    }
);

/// Positions are equal if their game, rules, text and legal moves are equal: where the moves depend
/// on the attacker, it must be the same one. See [`AnyPosition::for_attacker`].
impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        let has_same_attacker = || !self.rules_depend_on_goal() || self.role() == other.role();
        self.text() == other.text() && self.game().is_like(other.game()) && has_same_attacker()
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyPosition").field(&self.text()).finish()
    }
}

/// A position of a known game type.
pub(super) struct Placed<G: Scored> {
    pub(super) home: AnyGame,
    /// The game, under the default goal of the position.
    pub(super) game: Arc<G>,
    pub(super) position: G::Position,
}

impl AnyPosition {
    pub(super) fn of<G: Game + Scored + 'static>(
        home: &AnyGame,
        game: Arc<G>,
        position: G::Position,
    ) -> AnyPosition {
        let home = home.clone();
        AnyPosition(Arc::new(Placed {
            home,
            game,
            position,
        }))
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.0.home()
    }
}

impl<G: Game + Scored + 'static> Placed<G> {
    pub(super) fn legal_under(&self, game: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if !game.is_over(&self.position) {
            game.moves(&self.position, &mut moves);
        }
        moves
    }

    /// The legal moves under a game, and the positions in it after them.
    fn children_under(&self, game: &Arc<G>) -> Vec<(String, AnyPosition)> {
        let child = |mv| {
            let position = game.play(&self.position, mv);
            (
                self.text_of(mv),
                AnyPosition::of(&self.home, Arc::clone(game), position),
            )
        };
        self.legal_under(game).into_iter().map(child).collect()
    }

    /// The game under the goal of this aim.
    pub(super) fn aimed(&self, aim: Aim) -> Result<G, Error> {
        let won = self.game.with_goal(Goal::win(aim.attacker));
        match aim.least {
            None => Ok(won),
            Some(least) => won
                .with_least_score(aim.attacker, least)
                .ok_or_else(|| no_scores(self.game.name())),
        }
    }

    pub(super) fn text_of(&self, mv: G::Move) -> String {
        self.game.format_move(&self.position, mv)
    }
}

/// Methods that are not those of [`AnyPosition`].
pub(super) trait Home: Send + Sync {
    /// The game of the position.
    fn home(&self) -> &AnyGame;

    /// The position under the goal that this side wins; `None` if it has that goal already.
    fn aimed_at(&self, attacker: Side) -> Option<AnyPosition>;
}

impl<G: Game + Scored + 'static> Home for Placed<G> {
    fn home(&self) -> &AnyGame {
        &self.home
    }

    fn aimed_at(&self, attacker: Side) -> Option<AnyPosition> {
        if self.game.goal() == Goal::win(attacker) {
            return None;
        }
        let game = Arc::new(self.game.with_goal(Goal::win(attacker)));
        let position = self.position.clone();
        Some(AnyPosition::of(&self.home, game, position))
    }
}

impl AnyGame {
    /// The result of a query to the game, or the error of the game if it has failed meanwhile.
    ///
    /// # Errors
    ///
    /// The error of the game, or that of the result.
    pub fn unless_failed<T>(&self, found: Result<T, Error>) -> Result<T, Error> {
        self.failure().map_or(found, Err)
    }
}

/// The result of a query to a game of a known type, or the error of the game if it has failed
/// meanwhile.
pub(super) fn unless_failed<G: Notation, T>(game: &G, found: Result<T, Error>) -> Result<T, Error> {
    match Error::of_fault(game.fault()) {
        Some(failure) => Err(failure),
        None => found,
    }
}
