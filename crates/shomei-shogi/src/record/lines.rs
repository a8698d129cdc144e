//! The lines of a record while it is read: the main line, then branches, each of
//! which takes the place of the end of the line that is read before it.
//!
//! ```text
//! main        1 2 3 4 5
//! branch at 4       4 5      in place of the main line's 4 5
//! branch at 5         5      in place of the branch's 5
//! branch at 2   2            in place of the main line's 2 3 4 5
//! ```

use shomei_game::{Branch, Ending, Line, Record};

use super::ShogiRecord;
use crate::{Move, Position, Square};

/// What has been read.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// The root and the positions after each move of the line that is read.
    positions: Vec<Position>,
    /// That line, from the root.
    moves: Vec<Move>,
    /// How many of its moves it has from the one before it.
    shared: usize,
    /// What is said, and behind how many plies.
    comments: Vec<(usize, String)>,
    /// The main line, as soon as a branch begins.
    main: Option<Line<Move>>,
    branches: Vec<Branch<Move>>,
    ending: Ending,
    /// How the line that is read has ended, if it has.
    over: Option<Ending>,
}

impl Lines {
    pub(super) fn new(root: Position) -> Lines {
        Lines {
            positions: vec![root],
            moves: Vec::new(),
            shared: 0,
            comments: Vec::new(),
            main: None,
            branches: Vec::new(),
            ending: Ending::Open,
            over: None,
        }
    }

    /// The position at the end of the line.
    pub(super) fn position(&self) -> &Position {
        // There is always the root.
        &self.positions[self.positions.len() - 1]
    }

    /// Where the last move went.
    pub(super) fn last_square(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to())
    }

    /// The position before the last move, where the move before that went, and the last
    /// move itself.
    pub(super) fn before_last(&self) -> (Position, Option<Square>, Option<Move>) {
        let before = self.moves.len().saturating_sub(1);
        let last = before.checked_sub(1).map(|place| self.moves[place].to());
        (self.positions[before], last, self.moves.last().copied())
    }

    /// How the line has ended, if it has, so that no move may follow.
    pub(super) fn over(&self) -> Option<&Ending> {
        self.over.as_ref()
    }

    /// How many moves the line has.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        self.positions.push(self.position().play(mv));
        self.moves.push(mv);
    }

    /// Ends the line.
    pub(super) fn end(&mut self, ending: Ending) {
        if self.main.is_none() {
            self.ending = ending.clone();
        }
        self.over = Some(ending);
    }

    /// What is said before the first move of a line, or behind the last that was played.
    pub(super) fn comment(&mut self, text: &str) {
        let plies = self.moves.len();
        match self.comments.last_mut() {
            Some((at, said)) if *at == plies => {
                said.push('\n');
                said.push_str(text);
            }
            _ => self.comments.push((plies, text.to_string())),
        }
    }

    /// What was said on the line before its own first move, or about that, and on later moves.
    fn take_comments(&mut self) -> (String, Vec<(usize, String)>) {
        let first = self.shared + usize::from(self.main.is_some());
        let (about, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.comments)
            .into_iter()
            .partition(|(plies, _)| *plies <= first);
        let about: Vec<String> = about.into_iter().map(|(_, text)| text).collect();
        let later = later.into_iter().filter(|(_, text)| !text.is_empty());
        (about.join("\n"), later.collect())
    }

    /// Begins a branch behind so many plies of the line, which has as many.
    pub(super) fn branch(&mut self, plies: usize) {
        self.finish();
        self.moves.truncate(plies);
        self.positions.truncate(plies + 1);
        self.shared = plies;
        self.over = None;
    }

    /// Keeps the line that was read.
    fn finish(&mut self) {
        let (comment, mut comments) = self.take_comments();
        let Some(main) = &mut self.main else {
            let moves = self.moves.clone();
            self.main = Some(Line {
                moves,
                comment,
                comments,
            });
            return;
        };
        let pairs = self.moves.iter().zip(&main.moves);
        let at = pairs.take_while(|(a, b)| a == b).count();
        // A branch may begin with moves of the main line, of which it may speak, too.
        let own = comments.split_off(comments.partition_point(|(plies, _)| *plies <= at));
        for (plies, text) in comments {
            say(&mut main.comments, plies, text);
        }
        if self.moves.len() > self.shared && at < self.moves.len() {
            let own = own.into_iter().map(|(plies, text)| (plies - at, text));
            self.branches.push(Branch {
                at,
                moves: self.moves[at..].to_vec(),
                comment,
                comments: own.collect(),
            });
        }
    }

    /// The record.
    pub(super) fn record(mut self) -> ShogiRecord {
        self.finish();
        let mut record = Record::of(self.positions[0]);
        if let Some(main) = self.main {
            record.main = main;
        }
        record.ending = self.ending;
        record.branches = self.branches;
        record
    }
}

/// Adds what is said behind so many plies to what is said in their order.
fn say(comments: &mut Vec<(usize, String)>, plies: usize, text: String) {
    let place = comments.partition_point(|(at, _)| *at < plies);
    match comments.get_mut(place) {
        Some((at, said)) if *at == plies => {
            said.push('\n');
            said.push_str(&text);
        }
        _ => comments.insert(place, (plies, text)),
    }
}
