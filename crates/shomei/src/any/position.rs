//! A position without the type of its game.

use std::fmt;
use std::sync::Arc;

use shomei_game::{Game, Goal, KnownScore, Notation, NotationError, Outcome, Scored, Side};
use shomei_proof::{Claim, Header};
use shomei_search::table::Table;

use super::hired::Hired;
use super::searches::Searches;
use super::{Aim, AnyGame, AnyPosition, Ended, no_scores};
use crate::error::Error;
use crate::likely;

erased!(AnyPosition, ErasedPosition: Home {
    /// The position on one line.
    fn text(&self) -> String;

    /// The position to look at.
    fn diagram(&self) -> String;

    /// The side to move.
    fn to_move(&self) -> Side;

    /// How the game ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Why nothing can be played, where that depends on who attacks.
    fn why_over(&self) -> Option<String>;

    /// How the game ended where `attacker` has to win, in games in which what may be played
    /// depends on that.
    ///
    /// # Errors
    ///
    /// Where nobody can have meant to ask for it.
    fn end_for(&self, attacker: Side) -> Result<Option<Ended>, NotationError>;

    /// Whether what may be played depends on who attacks.
    fn rules_depend_on_goal(&self) -> bool;

    /// The texts of the legal moves; empty when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The legal moves and the positions they lead to.
    fn children(&self) -> Vec<(String, AnyPosition)>;

    /// The moves that may be played where `attacker` has to win, and the positions that they
    /// lead to.
    fn children_for(&self, attacker: Side) -> Vec<(String, AnyPosition)>;

    /// The position after a legal move, given as text.
    ///
    /// # Errors
    ///
    /// When it is no move, or not legal here.
    fn play(&self, mv: &str) -> Result<AnyPosition, NotationError>;

    /// What stands at the head of a certificate that claims this of the position: two
    /// certificates are about one question when their heads are equal.
    ///
    /// # Errors
    ///
    /// When the game has no scores and one is aimed at.
    fn header(&self, aim: Aim, claim: Claim) -> Result<Header, Error>;

    /// The usual text of the legal move that this text means.
    ///
    /// # Errors
    ///
    /// When it is no move, or not legal here.
    fn move_text(&self, text: &str) -> Result<String, NotationError>;

    /// The score of a finished game as `side` sees it, where results have a size.
    fn score(&self, side: Side) -> Option<i32>;

    /// About what score the side to move will have; 0 where nothing is known.
    fn guess_score(&self) -> i32;

    /// The same with more thought, for a search for the score to begin with.
    fn first_guess(&self) -> i32;

    /// The position with the scores of moves, as others write them.
    fn format_scores(&self, scores: &[KnownScore]) -> Option<String>;

    /// How much of the game is left, in [units](AnyGame::remaining_unit) of the game.
    fn remaining(&self) -> Option<u32>;

    /// The number of move paths of this length.
    fn perft(&self, depth: u32) -> u64;

    /// The number of move paths below each move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// The likeliest line while a search with this table asks whether `attacker`
    /// can force a win. It proves nothing.
    fn likely_line(&self, attacker: Side, table: &Table) -> Vec<String>;
});

/// Equal are positions of the same game under the same rules with the same text.
impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.text() == other.text() && self.game().is_like(other.game())
    }
}

impl Eq for AnyPosition {}

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

/// A position of a known type.
pub(super) struct Placed<G: Scored> {
    pub(super) home: AnyGame,
    /// The game, with the goal that may be meant.
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

    /// The moves of a game, and the positions in it that they lead to.
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

    /// The game in which the attacker has to reach this.
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

/// The game of a position.
pub(super) trait Home: Hired + Searches {
    fn home(&self) -> &AnyGame;
}

impl<G: Game + Scored + 'static> Home for Placed<G> {
    fn home(&self) -> &AnyGame {
        &self.home
    }
}

impl<G: Game + Scored + 'static> ErasedPosition for Placed<G> {
    fn text(&self) -> String {
        self.game.format_position(&self.position)
    }

    fn diagram(&self) -> String {
        self.game.diagram(&self.position)
    }

    fn to_move(&self) -> Side {
        self.game.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn why_over(&self) -> Option<String> {
        self.game.why_over(&self.position)
    }

    fn end_for(&self, attacker: Side) -> Result<Option<Ended>, NotationError> {
        let game = self.game.with_goal(Goal::win(attacker));
        game.check_goal(&self.position)?;
        let ended = |outcome| Ended {
            outcome,
            why: game.why_over(&self.position),
        };
        Ok(game.outcome(&self.position).map(ended))
    }

    fn rules_depend_on_goal(&self) -> bool {
        self.game.rules_depend_on_goal()
    }

    fn moves(&self) -> Vec<String> {
        let legal = self.legal_under(&self.game);
        legal.into_iter().map(|mv| self.text_of(mv)).collect()
    }

    fn children(&self) -> Vec<(String, AnyPosition)> {
        self.children_under(&self.game)
    }

    fn children_for(&self, attacker: Side) -> Vec<(String, AnyPosition)> {
        self.children_under(&Arc::new(self.game.with_goal(Goal::win(attacker))))
    }

    fn play(&self, mv: &str) -> Result<AnyPosition, NotationError> {
        let mv = self.game.parse_move(&self.position, mv)?;
        let position = self.game.play(&self.position, mv);
        Ok(AnyPosition::of(
            &self.home,
            Arc::clone(&self.game),
            position,
        ))
    }

    fn header(&self, aim: Aim, claim: Claim) -> Result<Header, Error> {
        Ok(Header::of(&self.aimed(aim)?, &self.position, claim))
    }

    fn move_text(&self, text: &str) -> Result<String, NotationError> {
        let mv = self.game.parse_move(&self.position, text)?;
        Ok(self.text_of(mv))
    }

    fn score(&self, side: Side) -> Option<i32> {
        self.game.score(&self.position, side)
    }

    fn guess_score(&self) -> i32 {
        self.game.guess_score(&self.position)
    }

    fn first_guess(&self) -> i32 {
        self.game.first_guess(&self.position)
    }

    fn format_scores(&self, scores: &[KnownScore]) -> Option<String> {
        self.game.format_scores(&self.position, scores)
    }

    fn remaining(&self) -> Option<u32> {
        self.game.remaining(&self.position)
    }

    fn perft(&self, depth: u32) -> u64 {
        shomei_game::perft(&*self.game, &self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let counts = shomei_game::divide(&*self.game, &self.position, depth);
        counts
            .into_iter()
            .map(|(mv, n)| (self.text_of(mv), n))
            .collect()
    }

    fn likely_line(&self, attacker: Side, table: &Table) -> Vec<String> {
        let game = self.game.with_goal(Goal::win(attacker));
        likely::line(&game, &self.position, table)
    }
}

/// What comes of asking a game, unless it has failed meanwhile.
pub(super) fn believe<G: Notation, T>(game: &G, found: Result<T, Error>) -> Result<T, Error> {
    match Error::of_fault(game.fault()) {
        Some(failure) => Err(failure),
        None => found,
    }
}
