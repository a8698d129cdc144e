//! Queries, and the combination of two answers into a value.

use std::fmt;

use shomei_game::{Outcome, Side};

/// A query about a position.
///
/// ```
/// use shomei::{Kinds, Query, Question, Session, WinLength};
///
/// let query = Query::from(Question::Value);
/// assert_eq!(query.length, WinLength::Any);
/// // The mate in the fewest plies.
/// let game = Kinds::builtin().open("shogi", "")?;
/// let root = game.position("4k4/9/9/9/9/9/9/9/9 b R2G 1")?;
/// let answered = Session::new(&game)?.ask(&root, Question::MoverWins.shortest())?;
/// assert_eq!(answered.shortest.and_then(|bounds| bounds.exact()), Some(5));
/// # Ok::<(), shomei::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The question.
    pub question: Question,
    /// Whether the length of a win matters. With a score it is an error.
    pub length: WinLength,
    /// Whether to search for a line of play if no single search has one: for a score or a draw.
    pub line: ExactLine,
}

/// A question about a win of any length, with a line of play.
impl From<Question> for Query {
    fn from(question: Question) -> Query {
        Query {
            question,
            length: WinLength::Any,
            line: ExactLine::Search,
        }
    }
}

/// The length of the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WinLength {
    /// Any win.
    #[default]
    Any,
    /// The win in the fewest plies, with a proof that no win is shorter. Requires df-pn with one
    /// thread.
    Shortest,
}

/// Whether the shortest win is asked for.
impl From<bool> for WinLength {
    fn from(shortest: bool) -> WinLength {
        match shortest {
            true => WinLength::Shortest,
            false => WinLength::Any,
        }
    }
}

/// Whether to search for a line of play that keeps an exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExactLine {
    /// Yes, with further searches.
    Search,
    /// No.
    Omit,
}

/// The question of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Can the default attacker force a win? It is the side to move, or its opponent if only the
    /// opponent can win, as in a problem of tsume-shogi with the defender to move. See
    /// [`AnyPosition::attacker`](crate::AnyPosition::attacker).
    MoverWins,
    /// Can this side force a win?
    Win(Side),
    /// Win, draw or loss for the side to move? Under rules that depend on the attacker, such as
    /// `tsume`, a draw only means that neither side has a forced mate: ask
    /// [`MoverWins`](Question::MoverWins) there, or open shogi as `full`.
    Value,
    /// Win, draw or loss, for every legal move?
    Moves,
    /// Can this side force a win, for every legal move?
    MovesFor(Side),
    /// Which score for the side to move, in games whose results have one?
    Score,
    /// Which score, for every legal move?
    MoveScores,
}

impl Question {
    /// This question about the win in the fewest plies: see [`WinLength::Shortest`].
    #[must_use]
    pub fn shortest(self) -> Query {
        Query {
            length: WinLength::Shortest,
            ..Query::from(self)
        }
    }

    /// Whether the question asks for scores.
    #[must_use]
    pub fn is_of_scores(self) -> bool {
        matches!(self, Question::Score | Question::MoveScores)
    }

    /// Whether the answer is combined from disproofs, as a draw or a score is. One wrong disproof
    /// makes it wrong, so a session refuses options with which disproofs can be wrong.
    pub(crate) fn needs_disproofs(self) -> bool {
        !matches!(self, Question::MoverWins | Question::Win(_))
    }

    /// Whether the answer is win, draw or loss, or a score, instead of yes or no.
    #[must_use]
    pub fn is_of_value(self) -> bool {
        match self {
            Question::MoverWins | Question::Win(_) | Question::MovesFor(_) => false,
            Question::Value | Question::Moves | Question::Score | Question::MoveScores => true,
        }
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move can force a win.
    Win,
    /// Neither side can force a win.
    Draw,
    /// The opponent can force a win.
    Loss,
}

impl Value {
    /// The value of a finished game for `mover`.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, mover: Side) -> Value {
        match outcome {
            Outcome::Draw => Value::Draw,
            Outcome::Win(side) if side == mover => Value::Win,
            Outcome::Win(_) => Value::Loss,
        }
    }

    /// The value for the other side.
    #[must_use]
    pub fn for_opponent(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
