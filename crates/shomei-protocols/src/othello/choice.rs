//! The choice of a move: a proven one if possible, else a guess.

use std::time::Duration;

use shomei::{AnyPosition, Error, Limits};

use super::guess;
use super::solver::{Line, Solver};
use super::watching::{Watches, Work};

/// A move, and the reason for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The move in the notation of the game.
    pub(crate) mv: String,
    pub(crate) basis: Basis,
    /// The number of nodes searched.
    pub(crate) nodes: u64,
    /// The time used, in seconds.
    pub(crate) seconds: f64,
}

/// The reason for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// There is only one legal move.
    Only,
    /// It is proven to be a best move: it leads to this score, and no move leads to a better one.
    Best(i32),
    /// It is proven to win by at least this score; another move may win by more.
    Wins(i32),
    /// Nothing is proven. The evaluation estimates this score.
    Guess(i32),
}

impl Basis {
    /// The reason as English text.
    pub(crate) fn text(self) -> String {
        match self {
            Basis::Only => "the only move".to_string(),
            Basis::Best(score) => format!("proven: a best move, {}", discs(score)),
            Basis::Wins(least) => {
                format!("proven: wins by at least {least} discs; not proven to be a best move")
            }
            Basis::Guess(score) => {
                format!("not proven: the choice of the evaluation, about {score:+} discs")
            }
        }
    }

    /// The score that is proven or estimated.
    pub(crate) fn score(self) -> Option<i32> {
        match self {
            Basis::Only => None,
            Basis::Best(score) | Basis::Wins(score) | Basis::Guess(score) => Some(score),
        }
    }
}

/// The English text of a proven score, from the view of the side to move.
pub(crate) fn discs(score: i32) -> String {
    match score {
        0 => "a draw".to_string(),
        1.. => format!("wins by {score} discs"),
        _ => format!("loses by {} discs", -score),
    }
}

/// With more empty squares than this, a score is proven quickly or not at all, except in rare
/// positions in which the game ends early.
const HOPELESS: u32 = 36;

/// The longest time of the attempt in such a position.
const A_MOMENT: Duration = Duration::from_secs(1);

impl Solver {
    /// The choice of a move for the side to move, within limits; `None` if the game is over. If the
    /// search fails or reaches its limits, the choice is a guess.
    pub(crate) fn choose(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        watcher: &mut dyn Watches,
    ) -> Result<Option<Choice>, Error> {
        let mut work = Work::begin();
        let moves = position.moves();
        let (mv, basis) = match &moves[..] {
            [] => return Ok(None),
            [only] => (only.clone(), Basis::Only),
            _ => self.choose_of_several(position, limits, &mut work, watcher)?,
        };
        Ok(Some(Choice {
            mv,
            basis,
            nodes: work.nodes,
            seconds: work.seconds(),
        }))
    }

    fn choose_of_several(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        work: &mut Work,
        watcher: &mut dyn Watches,
    ) -> Result<(String, Basis), Error> {
        let limits = patience(position, limits);
        let found = self.score(position, &limits, Line::First, work, watcher)?;
        let solved = found.solved().map(|(score, mv)| (score, mv.to_string()));
        Ok(match (solved, found.best) {
            (Some((score, mv)), _) => (mv, Basis::Best(score)),
            (None, Some((least, mv))) if least > 0 => (mv, Basis::Wins(least)),
            _ => guessed(position),
        })
    }
}

/// The move that the evaluation prefers, in a position with legal moves.
pub(crate) fn guessed(position: &AnyPosition) -> (String, Basis) {
    let first = guess::ranked(position).into_iter().next();
    let (mv, score) = first.unwrap_or_default();
    (mv, Basis::Guess(score))
}

/// The limits for a position: narrower if a proof is unlikely.
fn patience(position: &AnyPosition, limits: &Limits) -> Limits {
    if position
        .remaining()
        .is_none_or(|empties| empties <= HOPELESS)
    {
        return limits.clone();
    }
    let moment = limits
        .time_left()
        .map_or(A_MOMENT, |left| left.min(A_MOMENT));
    Limits {
        time: Some(moment),
        deadline: None,
        ..limits.clone()
    }
    .started()
}
