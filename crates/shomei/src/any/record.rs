//! Records of play with an erased game type: positions and moves are texts.

use shomei_game::{Branch, Game, Lang, Line, NotationError, Record, Records, Scored};

use super::game::{Opened, place};
use super::{AnyGame, AnyPosition};

/// A record in which positions and moves are texts.
pub type TextRecord = Record<String, String>;

/// The headers and comments of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Names and values: author, title and so on.
    pub headers: Vec<(String, String)>,
    /// The lines of the comments.
    pub comments: Vec<String>,
}

/// A record as it was read.
#[derive(Clone, Debug)]
pub struct AnyRecord {
    /// The first position; for the record of a problem, the position of the question.
    pub root: AnyPosition,
    /// The whole record, with the warnings of the reader.
    /// [`AnyGame::write_record`](super::AnyGame::write_record) writes it in another form.
    pub text: TextRecord,
}

/// Reading and writing of records for a game.
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
    /// The error has the line and column. Reading always fails for a game without records.
    pub fn read_record(&self, bytes: &[u8]) -> Result<AnyRecord, NotationError> {
        self.0.read_record(self, bytes)
    }
}

impl<G: Game + Scored + 'static, R: Records<G> + 'static> Recorded for Opened<G, R> {
    fn read_record(&self, home: &AnyGame, bytes: &[u8]) -> Result<AnyRecord, NotationError> {
        let record = R::read_record(&self.0, bytes)?;
        let root = place(&self.0, home, record.root.clone());
        let game = &*self.0;
        let start = (game.format_position(&record.root), record.root.clone());
        let text = converted(game, &record, start, |position, &mv| {
            Ok((mv, game.format_move(position, mv)))
        })?;
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

/// Converts a record. `step` converts a move, and returns it as a move of the game, too.
fn converted<G: Scored, P, M, Q, N>(
    game: &G,
    record: &Record<P, M>,
    (root, start): (Q, G::Position),
    step: impl Fn(&G::Position, &M) -> Result<(G::Move, N), NotationError>,
) -> Result<Record<Q, N>, NotationError> {
    let line = |from: &G::Position, moves: &[M], after: &mut dyn FnMut(&G::Position)| {
        let mut position = from.clone();
        let convert = |mv: &M| {
            let (mv, converted) = step(&position, mv)?;
            position = game.play(&position, mv);
            after(&position);
            Ok(converted)
        };
        let moves = moves.iter().map(convert);
        moves.collect::<Result<Vec<N>, NotationError>>()
    };
    // The positions of the main line, at which branches begin.
    let mut positions = vec![start.clone()];
    let moves = line(&start, &record.main.moves, &mut |position| {
        positions.push(position.clone());
    })?;
    let branch = |branch: &Branch<M>| {
        let from = positions.get(branch.at).or(positions.last());
        Ok(Branch {
            at: branch.at,
            moves: line(from.unwrap_or(&start), &branch.moves, &mut |_| {})?,
            comment: branch.comment.clone(),
            comments: branch.comments.clone(),
            ending: branch.ending.clone(),
        })
    };
    let branches = record.branches.iter().map(branch);
    Ok(Record {
        root,
        headers: record.headers.clone(),
        branches: branches.collect::<Result<_, NotationError>>()?,
        main: Line {
            moves,
            comment: record.main.comment.clone(),
            comments: record.main.comments.clone(),
        },
        ending: record.ending.clone(),
        warnings: record.warnings.clone(),
    })
}

impl AnyRecord {
    /// The texts of the moves of the main line.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.text.main.moves
    }

    /// The branches, in the order of the file.
    #[must_use]
    pub fn branches(&self) -> &[Branch<String>] {
        &self.text.branches
    }

    /// The headers and comments.
    #[must_use]
    pub fn annotations(&self) -> Annotations {
        let branches = self.branches().iter().map(|branch| &branch.comment);
        let comments = [&self.text.main.comment].into_iter().chain(branches);
        let comments = comments.filter(|comment| !comment.is_empty());
        Annotations {
            comments: comments
                .flat_map(|comment| comment.split('\n'))
                .map(String::from)
                .collect(),
            headers: self.text.headers.clone(),
        }
    }

    /// The number of main-line moves before the default position of a question. This is 0 for
    /// problems, for composed games and for records that begin elsewhere than at the start of the
    /// game. Otherwise it is the length of the main line: the question is about the last position
    /// of the game.
    #[must_use]
    pub fn asked_after(&self) -> usize {
        let game = self.root.game();
        let is_game = !game.is_composed() && self.root.text() == game.start().text();
        if is_game { self.moves().len() } else { 0 }
    }

    /// The moves from the first position to the end of the main line or of a branch, given by its
    /// number from 1; `None` if there is no such branch.
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
    let record = converted(game, record, (root.clone(), root), |position, text| {
        let mv = R::parse_record_move(game, position, text)?;
        Ok((mv, mv))
    })?;
    R::write_record(game, &record, form)
}
