//! The lines of a record while it is read: the main line, then branches, each of
//! which takes the place of the end of the line that is read before it.
//!
//! ```text
//! main        1 2 3 4 5
//! branch at 4       4 5      in place of the main line's 4 5
//! branch at 5         5      in place of the branch's 5
//! branch at 2   2            in place of the main line's 2 3 4 5
//! ```

use shomei_game::{Ending, RecordTree};
use shomei_shogi::{Move, Position, Square};

use crate::{Error, Kifu, Spot};

/// What has been read.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    tree: RecordTree<Move>,
    /// The nodes of the line that is read, from the root.
    path: Vec<usize>,
    /// The positions at these nodes.
    positions: Vec<Position>,
    /// Lines of a comment that are not in the tree yet.
    said: Vec<String>,
    /// How the line that is read has ended, so that no move may follow.
    ending: Option<Ending>,
    part: Part,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Main,
    /// A branch that has no move yet. What is said now is about its first move.
    Heading,
    Branch,
}

impl Lines {
    pub(crate) fn new(root: Position) -> Lines {
        Lines {
            tree: RecordTree::new(),
            path: vec![0],
            positions: vec![root],
            said: Vec::new(),
            ending: None,
            part: Part::Main,
        }
    }

    /// The position at the end of the line.
    pub(crate) fn position(&self) -> &Position {
        // There is always the root.
        &self.positions[self.positions.len() - 1]
    }

    /// The node at the end of the line.
    fn node(&self) -> usize {
        self.path[self.path.len() - 1]
    }

    /// The move that this number of moves follow.
    fn move_before(&self, last: usize) -> Option<Move> {
        let place = self.path.len().checked_sub(last + 1)?;
        self.tree.node(self.path[place]).mv
    }

    /// How many moves the line has.
    pub(crate) fn plies(&self) -> usize {
        self.path.len() - 1
    }

    /// Where the last move went.
    pub(crate) fn last_square(&self) -> Option<Square> {
        self.move_before(0).map(Move::to)
    }

    /// The position before the last move, where the move before that went, and the last
    /// move itself.
    pub(crate) fn before_last(&self) -> (Position, Option<Square>, Option<Move>) {
        let before = self.positions.len().saturating_sub(2);
        let last = self.move_before(1).map(Move::to);
        (self.positions[before], last, self.move_before(0))
    }

    /// How the line has ended, if it has, so that no move may follow.
    pub(crate) fn over(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        if self.part == Part::Heading {
            self.part = Part::Branch;
        } else {
            self.keep_comment();
        }
        self.path.push(self.tree.play(self.node(), mv));
        self.positions.push(self.position().play(mv));
    }

    /// Ends the line, unless it has ended: a record may say the same end again, and after any end
    /// that it breaks off there.
    ///
    /// # Errors
    ///
    /// When the line has ended otherwise.
    pub(crate) fn end_once(&mut self, ending: Ending, spot: Spot) -> Result<(), Error> {
        match &self.ending {
            Some(before) if *before != ending && ending != Ending::Open => {
                Err(spot.error("another end of the line, which has ended already"))
            }
            Some(_) => Ok(()),
            None => {
                self.end(ending);
                Ok(())
            }
        }
    }

    /// Ends the line.
    pub(crate) fn end(&mut self, ending: Ending) {
        self.keep_comment();
        self.ending = Some(ending);
    }

    /// What is said before the first move of a line, after the last that was played, or after
    /// the end.
    pub(crate) fn comment(&mut self, text: &str) {
        self.said.push(text.to_string());
    }

    /// Puts what was said where it belongs.
    fn keep_comment(&mut self) {
        let text = std::mem::take(&mut self.said).join("\n");
        match &self.ending {
            None => self.tree.say(self.node(), &text),
            Some(ending) => self.tree.end(self.node(), ending, &text),
        }
    }

    /// Begins a branch after this number of plies of the line, which has as many.
    pub(crate) fn branch(&mut self, plies: usize) {
        self.finish();
        self.path.truncate(plies + 1);
        self.positions.truncate(plies + 1);
        self.ending = None;
        self.part = Part::Heading;
    }

    /// Keeps the line that was read.
    fn finish(&mut self) {
        self.keep_comment();
        if self.part == Part::Main {
            self.tree.end_main(self.node());
        }
    }

    /// The record.
    pub(crate) fn kifu(mut self) -> Kifu {
        self.finish();
        Kifu {
            tree: self.tree,
            ..Kifu::new(self.positions[0])
        }
    }
}
