//! Records of play without the type of their game: positions and moves are texts.

use shomei_game::{Branch, Game, Lang, Line, NotationError, Record, Records, Scored};

use super::game::{Opened, place};
use super::{AnyGame, AnyPosition};

/// A record in which positions and moves are texts.
pub type TextRecord = Record<String, String>;

/// What a record says in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Author, title and so on, with their names.
    pub headers: Vec<(String, String)>,
    /// The lines of its comments.
    pub comments: Vec<String>,
}

/// What is read of a record.
#[derive(Clone, Debug)]
pub struct AnyRecord {
    /// The position that it begins with: the question, where it is of a problem.
    pub root: AnyPosition,
    /// All of it, with the warnings of the reader, to be written in another form by
    /// [`AnyGame::write_record`](super::AnyGame::write_record).
    pub text: TextRecord,
}

/// What a game answers about records.
pub(super) trait Recorded {
    fn read_record(&self, home: &AnyGame, bytes: &[u8]) -> Result<AnyRecord, NotationError>;
    fn move_name(&self, position: &str, mv: &str, last: Option<&str>, lang: Lang)
    -> Option<String>;
    fn diagram_in(&self, position: &str, lang: Lang) -> Option<String>;
}

impl AnyGame {
    /// Reads a record of play.
    ///
    /// # Errors
    ///
    /// With the line and column; always where the game has no records.
    pub fn read_record(&self, bytes: &[u8]) -> Result<AnyRecord, NotationError> {
        self.0.read_record(self, bytes)
    }
}

impl<G: Game + Scored + 'static, R: Records<G> + 'static> Recorded for Opened<G, R> {
    fn read_record(&self, home: &AnyGame, bytes: &[u8]) -> Result<AnyRecord, NotationError> {
        let record = R::read_record(&self.0, bytes)?;
        let root = place(&self.0, home, record.root.clone());
        let text = text_of(&*self.0, record);
        Ok(AnyRecord { root, text })
    }

    fn move_name(
        &self,
        position: &str,
        mv: &str,
        last: Option<&str>,
        lang: Lang,
    ) -> Option<String> {
        R::move_name(position, mv, last, lang)
    }

    fn diagram_in(&self, position: &str, lang: Lang) -> Option<String> {
        R::diagram_in(position, lang)
    }
}

/// A record with its moves as texts.
fn text_of<G: Scored>(game: &G, record: Record<G::Position, G::Move>) -> TextRecord {
    // The positions of the main line, from which branches begin.
    let mut positions = vec![record.root.clone()];
    let moves = texts(game, &record.root, &record.main.moves, |position| {
        positions.push(position.clone());
    });
    let texts_of = |branch: &Branch<G::Move>| Branch {
        at: branch.at,
        moves: match positions.get(branch.at) {
            Some(at) => texts(game, at, &branch.moves, |_| {}),
            None => Vec::new(),
        },
        comment: branch.comment.clone(),
        comments: branch.comments.clone(),
        ending: branch.ending.clone(),
    };
    TextRecord {
        root: game.format_position(&record.root),
        branches: record.branches.iter().map(texts_of).collect(),
        headers: record.headers,
        main: Line {
            moves,
            comment: record.main.comment,
            comments: record.main.comments,
        },
        ending: record.ending,
        warnings: record.warnings,
    }
}

/// The texts of moves that are played one after another; `each` gets the position after each.
fn texts<G: Scored>(
    game: &G,
    root: &G::Position,
    moves: &[G::Move],
    mut each: impl FnMut(&G::Position),
) -> Vec<String> {
    let mut position = root.clone();
    let played = moves.iter().map(|&mv| {
        let text = game.format_move(&position, mv);
        position = game.play(&position, mv);
        each(&position);
        text
    });
    played.collect()
}

impl AnyRecord {
    /// The texts of the moves of its main line.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.text.main.moves
    }

    /// Its branches, in the order of the file.
    #[must_use]
    pub fn branches(&self) -> &[Branch<String>] {
        &self.text.branches
    }

    /// What it says besides: its headers and comments.
    #[must_use]
    pub fn said(&self) -> Said {
        let branches = self.branches().iter().map(|branch| &branch.comment);
        let comments = [&self.text.main.comment].into_iter().chain(branches);
        let comments = comments.filter(|comment| !comment.is_empty());
        Said {
            comments: comments
                .flat_map(|comment| comment.split('\n'))
                .map(String::from)
                .collect(),
            headers: self.text.headers.clone(),
        }
    }

    /// The number of moves of the main line before the position that is asked about where nothing
    /// else is said: a record is about the position that it begins with, as the record of a problem
    /// is, but one of a game from the start about its last position. Where problems are composed
    /// all records are about their first position.
    #[must_use]
    pub fn asked_after(&self) -> usize {
        let game = self.root.game();
        let is_game = !game.is_composed() && self.root.text() == game.start().text();
        if is_game { self.moves().len() } else { 0 }
    }

    /// The moves from the first position to the end of the main line, or of a branch by its
    /// number, counted from 1; `None` where there is no such branch.
    #[must_use]
    pub fn line(&self, branch: Option<usize>) -> Option<Vec<&str>> {
        let (main, own) = match branch {
            None => (self.moves().len(), &[][..]),
            Some(number) => {
                let branch = self.branches().get(number.checked_sub(1)?)?;
                (branch.at, &branch.moves[..])
            }
        };
        let main = self.moves().iter().take(main);
        Some(main.chain(own).map(String::as_str).collect())
    }
}

pub(super) fn write<G: Scored, R: Records<G>>(
    game: &G,
    record: &TextRecord,
    form: &str,
) -> Result<Vec<u8>, NotationError> {
    let root = game.parse_position(&record.root)?;
    let main = parse_line::<G, R>(game, &root, &record.main.moves)?;
    let branch = |branch: &Branch<String>| {
        let before = main.iter().take(branch.at);
        let at = before.fold(root.clone(), |position, &mv| game.play(&position, mv));
        Ok(Branch {
            at: branch.at,
            moves: parse_line::<G, R>(game, &at, &branch.moves)?,
            comment: branch.comment.clone(),
            comments: branch.comments.clone(),
            ending: branch.ending.clone(),
        })
    };
    let branches = record.branches.iter().map(branch);
    let branches = branches.collect::<Result<_, NotationError>>()?;
    let comment = record.main.comment.clone();
    let record = Record {
        root,
        headers: record.headers.clone(),
        main: Line {
            moves: main,
            comment,
            comments: record.main.comments.clone(),
        },
        ending: record.ending.clone(),
        branches,
        warnings: Vec::new(),
    };
    R::write_record(game, &record, form)
}

fn parse_line<G: Scored, R: Records<G>>(
    game: &G,
    root: &G::Position,
    texts: &[String],
) -> Result<Vec<G::Move>, NotationError> {
    let mut position = root.clone();
    let play = |text: &String| {
        let mv = R::parse_record_move(game, &position, text)?;
        position = game.play(&position, mv);
        Ok(mv)
    };
    texts.iter().map(play).collect()
}
