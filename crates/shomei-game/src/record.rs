//! Records of play: a position, a main line, and other ways to play from it.
//!
//! A record of a problem holds the problem as its root and the solution as its
//! moves. The [`Records`](crate::Records) of a game read and write the forms of files that are used
//! for it.

mod tree;

use std::borrow::Cow;

use crate::NotationError;

pub use tree::{LineEnd, RecordNode, RecordTree};

/// A line of moves with a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves; there may be none.
    pub moves: Vec<M>,
    /// One or several lines of text; empty where nothing is said.
    pub comment: String,
    /// What is said after moves: how many of the line are played, at least one, and the text, in
    /// the order of the moves. One more than there are moves is the end of the line.
    pub comments: Vec<(usize, String)>,
}

/// Another way to play, in place of a part of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// How many moves of the main line are played before it: 0 replaces the first
    /// move, the length of the main line goes on after it.
    pub at: usize,
    /// The moves in place of those of the main line. Where two branches begin
    /// alike the one that comes later is also a branch of the other.
    pub moves: Vec<M>,
    /// One or several lines of text about it, which belong to its first move that no branch before
    /// it has; empty where nothing is said.
    pub comment: String,
    /// What is said after later moves: how many of `moves` are played, and the text, in the order
    /// of the moves. One more than there are moves is the end of the branch.
    pub comments: Vec<(usize, String)>,
    /// How it ends.
    pub ending: Ending,
}

/// How a line of a record ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The goal is reached: in a problem of mate, mate.
    Won,
    /// The goal cannot be reached.
    Failed,
    /// The line breaks off; nothing is said.
    Open,
    /// The game is over for another reason, such as a resignation: the word that records of the
    /// game have for it, or a word of the file that is not known.
    Over(Cow<'static, str>),
}

impl Ending {
    /// The game is over for another reason, by a word that is known.
    #[must_use]
    pub const fn over(word: &'static str) -> Ending {
        Ending::Over(Cow::Borrowed(word))
    }
}

/// A position with a main line and branches of it.
///
/// `P` is a position and `M` a move of a game, or the text of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P, M> {
    /// The position that the record begins with; in a record of a problem, the problem.
    pub root: P,
    /// What the file says beside position and moves, by name, in its order: author,
    /// title, date, the names of the sides.
    pub headers: Vec<(String, String)>,
    /// The main line; its comment is about all.
    pub main: Line<M>,
    /// How the main line ends.
    pub ending: Ending,
    /// Other lines, in any order.
    pub branches: Vec<Branch<M>>,
    /// What is odd about a file that was read all the same, with its place. Nothing of it is
    /// written.
    pub warnings: Vec<NotationError>,
}

impl<P, M> Record<P, M> {
    /// A record of a position alone.
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
