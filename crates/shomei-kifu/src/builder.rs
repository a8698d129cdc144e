//! The tree of a record while it is read: the main line, then branches, each of
//! which takes the place of the end of the line that is read before it.
//!
//! ```text
//! main        1 2 3 4 5
//! branch at 4       4 5      in place of the main line's 4 5
//! branch at 5         5      in place of the branch's 5
//! branch at 2   2            in place of the main line's 2 3 4 5
//! ```

use shomei_game::{Ending, RecordTree};
use shomei_shogi::{Move, Position};

use crate::ending::{FOULED, of_csa};
use crate::moves::Read;
use crate::{Error, Kifu, Place, Spot};

/// What has been read.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    tree: RecordTree<Move>,
    /// The line that is read, from the root.
    line: Vec<Place>,
    /// Lines of a comment that are not in the tree yet.
    said: Vec<String>,
    /// How the line that is read has ended, so that no move may follow.
    ending: Option<Ending>,
    /// Why the last move is not legal. It is refused unless the line ends by it.
    illegal: Option<Error>,
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

impl Builder {
    /// A record of this position, with what was said before its first move.
    pub(crate) fn new(root: Position, said: Vec<String>) -> Builder {
        Builder {
            tree: RecordTree::new(),
            line: vec![Place::first(root)],
            said,
            ending: None,
            illegal: None,
            part: Part::Main,
        }
    }

    /// The end of the line.
    pub(crate) fn place(&self) -> Place {
        // There is always the root.
        self.line[self.line.len() - 1]
    }

    /// The place before the last move, and that move, if there is one.
    pub(crate) fn before_last(&self) -> Option<(Place, Move)> {
        let before = self.line.len().checked_sub(2)?;
        Some((self.line[before], self.tree.node(self.place().node).mv?))
    }

    /// How the line has ended, if it has, so that no move may follow.
    pub(crate) fn over(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Plays a move if it is legal.
    pub(crate) fn read(&mut self, read: Read) {
        match read {
            Read::Legal(mv) => self.play(mv),
            Read::Illegal(error) => self.illegal = Some(error),
        }
    }

    /// Refuses a move that is not legal, where nothing says that the line ended by it.
    pub(crate) fn no_illegal_move(&mut self) -> Result<(), Error> {
        self.illegal.take().map_or(Ok(()), Err)
    }

    /// Leaves out a move that is not legal, since the line ends by it; whether there was one.
    pub(crate) fn drop_illegal_move(&mut self) -> bool {
        self.illegal.take().is_some()
    }

    fn play(&mut self, mv: Move) {
        if self.part == Part::Heading {
            self.part = Part::Branch;
        } else {
            self.keep_comment();
        }
        let place = self.place();
        let node = self.tree.play(place.node, mv);
        self.line.push(place.after(mv, node));
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
                self.keep_comment();
                self.ending = Some(ending);
                Ok(())
            }
        }
    }

    /// The same by a name of CSA. The move before an end by an illegal move need not be legal.
    pub(crate) fn end_by_csa(&mut self, name: &str, spot: Spot) -> Result<(), Error> {
        let is_foul = name.contains("ILLEGAL") && self.drop_illegal_move();
        self.no_illegal_move()?;
        let ending = match is_foul {
            true => FOULED,
            false => of_csa(name, self.place().position.to_move()),
        };
        self.end_once(ending, spot)
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
            None => self.tree.say(self.place().node, &text),
            Some(ending) => self.tree.end(self.place().node, ending, &text),
        }
    }

    /// Begins a branch after this number of plies of the line, which has as many.
    pub(crate) fn branch(&mut self, plies: usize) -> Result<(), Error> {
        self.no_illegal_move()?;
        self.finish();
        self.line.truncate(plies + 1);
        self.ending = None;
        self.part = Part::Heading;
        Ok(())
    }

    /// Keeps the line that was read.
    fn finish(&mut self) {
        self.keep_comment();
        if self.part == Part::Main {
            self.tree.end_main(self.place().node);
        }
    }

    /// The record.
    pub(crate) fn kifu(mut self) -> Result<Kifu, Error> {
        self.no_illegal_move()?;
        self.finish();
        Ok(Kifu {
            tree: self.tree,
            ..Kifu::new(self.line[0].position)
        })
    }
}
