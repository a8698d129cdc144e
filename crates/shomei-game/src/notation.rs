//! Reading and writing positions and moves, and the errors of doing so.

use std::fmt;

use crate::escape::{excerpt, one_line};
use crate::{ComposingRules, ErrorText, Game, Goal, Picture, Series, Side, error_text};

/// Where in the text a [`NotationError`] lies. Counting starts at 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The text as a whole.
    Whole,
    /// A character of a one-line text.
    Column(usize),
    /// A character of a text of several lines.
    LineColumn(usize, usize),
    /// A square, by its name.
    Square(Box<ErrorText>),
    /// A move of a record: its number in plies and its text.
    Move(usize, String),
}

impl Place {
    /// A square, by its name.
    pub fn square(name: impl Into<ErrorText>) -> Place {
        Place::Square(Box::new(name.into()))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => Ok(()),
            Place::Column(column) => write!(f, "column {column}: "),
            Place::LineColumn(line, column) => write!(f, "line {line}, column {column}: "),
            Place::Square(name) => write!(f, "square {name}: "),
            Place::Move(number, text) => write!(f, "move {number} ({text}): "),
        }
    }
}

/// A parse error: a position, a move or a record cannot be read.
///
/// `Display` shows it in English on one line, with [visible escapes](one_line) for the characters of
/// the text that it quotes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", one_line(&format!("{place}{message}")))]
#[non_exhaustive]
pub struct NotationError {
    /// Where.
    pub place: Place,
    /// What is wrong, and what was expected.
    pub message: ErrorText,
}

impl NotationError {
    /// The error that this is wrong at this place.
    pub fn new(place: Place, message: impl Into<ErrorText>) -> NotationError {
        NotationError {
            place,
            message: message.into(),
        }
    }

    /// The error with its place as a text, as an argument of another error.
    #[must_use]
    pub fn text(&self) -> ErrorText {
        let error = self.message.clone();
        match &self.place {
            Place::Whole => error,
            Place::Column(column) => error_text!(
                "error-at-column",
                "column {column}: {error}",
                column = column,
                error = error
            ),
            Place::LineColumn(line, column) => error_text!(
                "error-at-line",
                "line {line}, column {column}: {error}",
                line = line,
                column = column,
                error = error
            ),
            Place::Square(name) => {
                // Without the box the argument keeps its identifier.
                let name: &ErrorText = name;
                error_text!(
                    "error-at-square",
                    "square {name}: {error}",
                    name = name,
                    error = error
                )
            }
            Place::Move(number, mv) => error_text!(
                "error-at-move",
                "move {number} ({mv}): {error}",
                number = number,
                mv = mv,
                error = error
            ),
        }
    }

    /// The error that this is wrong with a move of a record, by its number in plies and its text.
    pub fn in_move(ply: usize, text: &str, message: impl Into<ErrorText>) -> NotationError {
        NotationError::new(Place::Move(ply, excerpt(text).into_owned()), message)
    }

    /// The error that this is wrong with the text as a whole.
    pub fn whole(message: impl Into<ErrorText>) -> NotationError {
        NotationError::new(Place::Whole, message)
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Neither side has won.
    Draw,
}

/// A game that people can talk to: names, texts of positions and moves, diagrams.
///
/// Everything here is asked of a *value*, so a game whose rules and name are known only while
/// the program runs can answer it. What is known of a game before there is a value, such as
/// how to open it from a text, is asked by [`Kind`](crate::Kind).
///
/// # Contract
///
/// `parse_position(format_position(p)) == p`, and `parse_move(p, format_move(p, m)) == m`. The
/// texts that `rules` and `format_position` return are one line. A certificate stores these
/// texts.
///
/// `parse_position` refuses unused text after a position, and reports its place. Ignoring that text
/// could answer a question that the user did not ask. `parse_position` also reads the output of
/// `diagram`.
pub trait Notation: Game + Sized {
    /// Whether the library reads a certificate of the game back before it hands it out.
    ///
    /// A certificate names moves by their place in the list of legal moves, so a game that
    /// does not always list the same moves in the same order has none that is right.
    /// A game that its own tests hold against the conformance kit may say `false`, which saves
    /// the time of the check.
    const READ_BACK: bool = true;

    /// How [`perft`](crate::perft()) counts a path that ends before its length: not at all, as
    /// is the custom in chess, or as one path. Published numbers of a game follow one custom or
    /// the other.
    const PATHS_OF_FINISHED: u64 = 0;

    /// The name of the game, as certificates and checkpoints store it.
    fn name(&self) -> &str;

    /// The names of the two sides, lower case, the first side first.
    fn sides(&self) -> [&str; 2];

    /// The rules on one line, with every option that decides the legal moves and the winner,
    /// as [`Kind::open`](crate::Kind::open) reads them. By this text, certificates and checkpoints
    /// distinguish games of one name.
    ///
    /// The default, an empty text, is for games that have no options.
    fn rules(&self) -> String {
        String::new()
    }

    /// The goal.
    fn goal(&self) -> Goal;

    /// The game with these rules in which another goal is asked for.
    #[must_use]
    fn with_goal(&self, goal: Goal) -> Self;

    /// The game with other hints: what [`Game::estimate`], [`Game::hints`] and
    /// [`Game::solve_leaf`] return. Hints change how long a search takes and never an answer,
    /// so certificates do not store them. Hints that the text does not name stay as they were.
    ///
    /// # Errors
    ///
    /// When there are no such hints.
    fn with_hints(&self, text: &str) -> Result<Self, NotationError> {
        if text.trim().is_empty() {
            Ok(self.with_goal(self.goal()))
        } else {
            Err(NotationError::whole(error_text!(
                "game-without-hints",
                "{game} has no hints",
                game = self.name()
            )))
        }
    }

    /// The game with the hints that suit a search from `root` best. Hints that a user has set stay
    /// as they are. Searches of one `series` may share what the game's own searches find.
    ///
    /// `None`, the default, changes nothing.
    fn for_root(&self, _root: &Self::Position, _series: Option<&Series>) -> Option<Self> {
        None
    }

    /// The largest table in bytes that helps a search from `root`. A larger one that is hardly
    /// used costs time.
    ///
    /// `None`, the default, means that any table helps.
    fn useful_memory(&self, _root: &Self::Position) -> Option<usize> {
        None
    }

    /// Why searches of the game are slower on this machine than on others, for the user to
    /// know; `None` where they are not.
    fn why_slow(&self) -> Option<String> {
        None
    }

    /// The game with other weights in its evaluation, from a file that a training has
    /// written.
    ///
    /// # Errors
    ///
    /// When they are damaged or of another version, or the game has none.
    fn with_weights(&self, _bytes: &[u8]) -> Result<Self, NotationError> {
        Err(NotationError::whole(error_text!(
            "game-without-weights",
            "{game} has no weights",
            game = self.name()
        )))
    }

    /// What composers ask about the game, where its problems are composed and judged as those of
    /// tsume-shogi are, with the same words.
    fn composing_rules(&self) -> Option<&dyn ComposingRules<Self>> {
        None
    }

    /// The usual starting position.
    fn start(&self) -> Self::Position;

    /// The side to move.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// How the game ended by the rules, `None` while it goes on: exactly while
    /// [`Game::is_over`] is false.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Whether the goal decides which moves are legal, and so when the game is over. It does
    /// in mating problems, where the attacker has to give check and the defender has not.
    fn rules_depend_on_goal(&self) -> bool {
        false
    }

    /// Why no move can be played in a finished position of a game whose rules depend on the
    /// goal: such as "Black has no check". A winner by the rules would mislead there.
    fn why_over(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Refuses a position in which the goal makes no sense although the rules have an answer:
    /// a mating problem without a king to mate, say. A user who asks that has made a mistake.
    ///
    /// # Errors
    ///
    /// When something is missing; the message names it.
    fn check_goal(&self, _position: &Self::Position) -> Result<(), NotationError> {
        Ok(())
    }

    /// Reads a position in any of the game's forms, the diagram among them. A list of
    /// moves after a position ends with its line, unless its form marks a continuation.
    ///
    /// # Errors
    ///
    /// When the text is not a position or is not used up; the error has the line and column, the
    /// square or the number of the move.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The position on one line.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a move that is legal in `position`.
    ///
    /// The default knows the texts that `format_move` writes.
    ///
    /// # Errors
    ///
    /// When the text is not a move, or the move is not legal here.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        if self.outcome(position).is_none() {
            self.moves(position, &mut moves);
        }
        move_of(text, &moves, |mv| self.format_move(position, mv))
    }

    /// The usual text of a move.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The position as several lines to look at, which `parse_position` reads again.
    ///
    /// The default is the position on one line.
    fn diagram(&self, position: &Self::Position) -> String {
        self.format_position(position)
    }

    /// A picture of the position. Without one, which is the default, pages and notebooks show
    /// the [diagram](Notation::diagram).
    fn picture(&self, _position: &Self::Position) -> Option<Picture> {
        None
    }
}

/// The move with this text.
pub(crate) fn move_of<M: Copy>(
    text: &str,
    moves: &[M],
    format: impl Fn(M) -> String,
) -> Result<M, NotationError> {
    let text = text.trim();
    let found = moves.iter().find(|&&mv| format(mv) == text);
    found.copied().ok_or_else(|| {
        NotationError::whole(error_text!(
            "no-legal-move",
            "\"{text}\" is not a legal move here",
            text = excerpt(text)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_begin_with_the_place() {
        let at = |place| NotationError::new(place, "bad").to_string();
        assert_eq!(at(Place::Whole), "bad");
        assert_eq!(at(Place::Column(3)), "column 3: bad");
        assert_eq!(at(Place::LineColumn(2, 5)), "line 2, column 5: bad");
        assert_eq!(at(Place::square("d4")), "square d4: bad");
        assert_eq!(at(Place::Move(7, "a1-b2".into())), "move 7 (a1-b2): bad");
    }

    #[test]
    fn errors_quote_on_one_line_with_escapes() {
        let text = "\u{1b}[2J\naccepted\u{202e}";
        let error = NotationError::new(Place::square(text), format!("no \"{text}\""));
        let shown = "\\u{1b}[2J\\naccepted\\u{202e}";
        assert_eq!(error.to_string(), format!("square {shown}: no \"{shown}\""));
    }
}
