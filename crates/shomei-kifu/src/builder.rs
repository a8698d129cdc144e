//! Builds the tree of a record during reading: first the main line, then branches, each of which
//! replaces the end of the line that was read before it.
//!
//! ```text
//! main        1 2 3 4 5
//! branch at 4       4 5      in place of the main line's 4 5
//! branch at 5         5      in place of the branch's 5
//! branch at 2   2            in place of the main line's 2 3 4 5
//! ```

use shomei_game::{Ending, RecordTree, error_text};
use shomei_shogi::{Move, Position};

use crate::ending::{FOULED, of_csa};
use crate::moves::Read;
use crate::{Error, Kifu, Place, Spot};

/// The parts of a record that have been read.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    tree: RecordTree<Move>,
    /// The current line, from the root.
    line: Vec<Place>,
    /// Comment lines that are not in the tree yet.
    comments: Vec<String>,
    /// How the current line has ended; then no move may follow.
    ending: Option<Ending>,
    /// The error of the last move if it is illegal. The move is refused unless the line ends with
    /// it.
    illegal: Option<Error>,
    part: Part,
}

/// The part of a record that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Main,
    /// A branch without a move so far. Comments belong to its first move.
    Heading,
    Branch,
}

impl Builder {
    /// A record with this position and the comments before its first move.
    pub(crate) fn new(root: Position, comments: Vec<String>) -> Builder {
        Builder {
            tree: RecordTree::new(),
            line: vec![Place::first(root)],
            comments,
            ending: None,
            illegal: None,
            part: Part::Main,
        }
    }

    /// The end of the line.
    pub(crate) fn place(&self) -> Place {
        // The line always contains the root.
        self.line[self.line.len() - 1]
    }

    /// The place before the last move and that move, if there is one.
    pub(crate) fn before_last(&self) -> Option<(Place, Move)> {
        let before = self.line.len().checked_sub(2)?;
        Some((self.line[before], self.tree.node(self.place().node).mv?))
    }

    /// How the line has ended; `None` while moves may follow.
    pub(crate) fn over(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Plays a move if it is legal, and keeps the error otherwise.
    pub(crate) fn read(&mut self, read: Read) {
        match read {
            Read::Legal(mv) => self.play(mv),
            Read::Illegal(error) => self.illegal = Some(error),
        }
    }

    /// Refuses an illegal move that does not end the line.
    pub(crate) fn no_illegal_move(&mut self) -> Result<(), Error> {
        self.illegal.take().map_or(Ok(()), Err)
    }

    /// Drops an illegal move that ends the line; returns whether there was one.
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

    /// Ends the line if it has not ended. A record may repeat the same end, and after any end the
    /// word for a broken-off line.
    ///
    /// # Errors
    ///
    /// If the line has ended otherwise.
    pub(crate) fn end_once(&mut self, ending: Ending, spot: Spot) -> Result<(), Error> {
        match &self.ending {
            Some(before) if *before != ending && ending != Ending::Open => {
                Err(spot.error(error_text!(
                    "kifu-second-end",
                    "the line has ended already, and this is another end"
                )))
            }
            Some(_) => Ok(()),
            None => {
                self.keep_comment();
                self.ending = Some(ending);
                Ok(())
            }
        }
    }

    /// Like [`end_once`](Self::end_once), with an ending by its CSA name. The move before an end by
    /// an illegal move may be illegal.
    pub(crate) fn end_by_csa(&mut self, name: &str, spot: Spot) -> Result<(), Error> {
        let is_foul = name.contains("ILLEGAL") && self.drop_illegal_move();
        self.no_illegal_move()?;
        let ending = match is_foul {
            true => FOULED,
            false => of_csa(name, self.place().position.to_move()),
        };
        self.end_once(ending, spot)
    }

    /// Adds a comment before the first move of a line, after the last move, or after the end.
    pub(crate) fn comment(&mut self, text: &str) {
        self.comments.push(text.to_string());
    }

    /// Stores the pending comment at its node.
    fn keep_comment(&mut self) {
        let text = std::mem::take(&mut self.comments).join("\n");
        match &self.ending {
            None => self.tree.say(self.place().node, &text),
            Some(ending) => self.tree.end(self.place().node, ending, &text),
        }
    }

    /// Begins a branch after this number of plies of the current line, which has at least as many.
    pub(crate) fn branch(&mut self, plies: usize) -> Result<(), Error> {
        self.no_illegal_move()?;
        self.finish();
        self.line.truncate(plies + 1);
        self.ending = None;
        self.part = Part::Heading;
        Ok(())
    }

    /// Stores the current line.
    fn finish(&mut self) {
        self.keep_comment();
        if self.part == Part::Main {
            self.tree.end_main(self.place().node);
        }
    }

    /// The finished record.
    pub(crate) fn kifu(mut self) -> Result<Kifu, Error> {
        self.no_illegal_move()?;
        self.finish();
        Ok(Kifu {
            tree: self.tree,
            ..Kifu::new(self.line[0].position)
        })
    }
}
