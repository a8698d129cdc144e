//! Records of play: a position, a main line, and other ways to play from it.
//!
//! A record of a problem has the problem as its root and the solution as its moves. The
//! [`Records`](crate::Records) of a game read and write the file formats.

mod tree;

use std::borrow::Cow;
use std::fmt;

use crate::NotationError;

pub use tree::{LineEnd, RecordNode, RecordTree};

/// A line of moves with a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves; there may be none.
    pub moves: Vec<M>,
    /// One or several lines of text; empty if there is no comment.
    pub comment: String,
    /// Comments after moves: the number of moves of the line played before the comment, at least 1,
    /// and the text, in the order of the moves. The number of moves plus 1 means the end of the
    /// line.
    pub comments: Vec<(usize, String)>,
}

/// A variation: moves that replace a part of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// The number of moves of the main line before the branch: 0 replaces the first move, the
    /// length of the main line continues after its last move.
    pub at: usize,
    /// The moves that replace those of the main line. If two branches begin with the same moves,
    /// the later one is also a branch of the other.
    pub moves: Vec<M>,
    /// One or several lines of text about its first move that no earlier branch has; empty if there
    /// is no comment.
    pub comment: String,
    /// Comments after later moves: the number of `moves` played before the comment, and the text,
    /// in the order of the moves. The number of moves plus 1 means the end of the branch.
    pub comments: Vec<(usize, String)>,
    /// How the branch ends.
    pub ending: Ending,
}

/// How a line of a record ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The goal is reached; in a mate problem, mate.
    Won,
    /// The goal cannot be reached.
    Failed,
    /// The line breaks off without a result.
    Open,
    /// The game is over for another reason, such as a resignation: the word for it in records of
    /// the game, or an unknown word of the file.
    Over(Cow<'static, str>),
}

impl Ending {
    /// The game is over for another reason, with a known word.
    #[must_use]
    pub const fn over(word: &'static str) -> Ending {
        Ending::Over(Cow::Borrowed(word))
    }
}

/// Writes the word of [`Ending::Over`], and `won`, `not won` or `open` for the others.
///
/// ```
/// use shomei_game::Ending;
///
/// assert_eq!(Ending::over("投了").to_string(), "投了");
/// assert_eq!(Ending::Failed.to_string(), "not won");
/// ```
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Won => "won",
            Ending::Failed => "not won",
            Ending::Open => "open",
            Ending::Over(word) => word,
        })
    }
}

/// A position with a main line and branches.
///
/// `P` is a position and `M` a move of a game, or the text of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P, M> {
    /// The first position of the record; in a record of a problem, the problem.
    pub root: P,
    /// The headers of the file by name, in the order of the file: author, title, date, names of the
    /// sides.
    pub headers: Vec<(String, String)>,
    /// The main line; its comment is about the whole record.
    pub main: Line<M>,
    /// How the main line ends.
    pub ending: Ending,
    /// Other lines, in any order.
    pub branches: Vec<Branch<M>>,
    /// Oddities that did not stop the reading of a file, with their places. They are not written.
    pub warnings: Vec<NotationError>,
}

impl<P, M> Record<P, M> {
    /// A record of a position without moves.
    pub fn of(root: P) -> Record<P, M> {
        Record {
            root,
            headers: Vec::new(),
            main: Line {
                moves: Vec::new(),
                comment: String::new(),
                comments: Vec::new(),
            },
            ending: Ending::Open,
            branches: Vec::new(),
            warnings: Vec::new(),
        }
    }
}
