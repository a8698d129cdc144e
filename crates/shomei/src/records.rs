//! Records of play without the type of their game: positions and moves are texts.

use shomei_game::{
    Branch, Game, Goal, Kind, Line, Notation, NotationError, Record, Scored, Side, Solvable,
};

use crate::erased::{AnyPosition, Opened};

/// A record as the commands see it.
pub(crate) type TextRecord = Record<String, String>;

/// What a record says in words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// Author, title and so on, with their names.
    pub(crate) headers: Vec<(String, String)>,
    /// The lines of its comments.
    pub(crate) comments: Vec<String>,
}

/// What is read of a record.
pub(crate) struct AnyRecord<'a> {
    /// The position that it begins with: the question.
    pub(crate) root: Box<dyn AnyPosition + 'a>,
    /// Its main line.
    pub(crate) moves: Vec<String>,
    /// How many branches it has.
    pub(crate) branches: usize,
    /// What it says beside.
    pub(crate) said: Said,
}

/// A game that may have records of play.
pub(crate) trait AnyRecords {
    /// Whether a file holds a record rather than a list of positions.
    fn looks_like_record(&self, bytes: &[u8]) -> bool;

    /// Reads a record.
    fn read_record(&self, bytes: &[u8]) -> Result<AnyRecord<'_>, NotationError>;

    /// A record of a problem in which `attacker` has to win, as a file of this form.
    fn write_record(
        &self,
        attacker: Side,
        record: &TextRecord,
        form: &str,
    ) -> Result<Vec<u8>, NotationError>;
}

impl<G: Solvable + Scored + Kind> AnyRecords for Opened<G> {
    fn looks_like_record(&self, bytes: &[u8]) -> bool {
        G::looks_like_record(bytes)
    }

    fn read_record(&self, bytes: &[u8]) -> Result<AnyRecord<'_>, NotationError> {
        let game = &*self.0;
        let record = game.read_record(bytes)?;
        let mut position = record.root.clone();
        let mut moves = Vec::new();
        for &mv in &record.main.moves {
            moves.push(game.format_move(&position, mv));
            position = game.play(&position, mv);
        }
        let branches = record.branches.iter().map(|branch| &branch.comment);
        let comments = [&record.main.comment].into_iter().chain(branches);
        let comments = comments.filter(|comment| !comment.is_empty());
        let said = Said {
            comments: comments
                .flat_map(|comment| comment.split('\n'))
                .map(String::from)
                .collect(),
            headers: record.headers,
        };
        Ok(AnyRecord {
            said,
            root: Box::new(self.place(record.root)),
            moves,
            branches: record.branches.len(),
        })
    }

    fn write_record(
        &self,
        attacker: Side,
        record: &TextRecord,
        form: &str,
    ) -> Result<Vec<u8>, NotationError> {
        let game = self.0.with_goal(Goal::win(attacker));
        let root = game.parse_position(&record.root)?;
        let main = parse_line(&game, &root, &record.main.moves)?;
        let branch = |branch: &Branch<String>| {
            let before = main.iter().take(branch.at);
            let at = before.fold(root.clone(), |position, &mv| game.play(&position, mv));
            Ok(Branch {
                at: branch.at,
                moves: parse_line(&game, &at, &branch.moves)?,
                comment: branch.comment.clone(),
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
            },
            ending: record.ending,
            branches,
        };
        game.write_record(&record, form)
    }
}

fn parse_line<G: Notation + Game>(
    game: &G,
    root: &G::Position,
    texts: &[String],
) -> Result<Vec<G::Move>, NotationError> {
    let mut position = root.clone();
    let play = |text: &String| {
        let mv = game.parse_move(&position, text)?;
        position = game.play(&position, mv);
        Ok(mv)
    };
    texts.iter().map(play).collect()
}
