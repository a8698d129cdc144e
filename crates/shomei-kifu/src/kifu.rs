//! A record of shogi, and what is read of it.

use shomei_game::{Ending, Record, RecordTree};
use shomei_shogi::{Move, Position};

use crate::kif::Style;
use crate::line::Place;
use crate::{Encoding, Error, Format, csa, encoding, format, jkf, kif, write};

/// A record of shogi: a position, what is said about it, and a tree of moves.
///
/// ```
/// use shomei_kifu::{Format, Kifu};
///
/// let kifu = Kifu::parse("先手：甲\n後手：乙\n▲７六歩 △３四歩 ▲２二角成\nまで3手で中断\n")?;
/// assert_eq!(kifu.heading("先手"), Some("甲"));
/// let names: Vec<String> = kifu.main_line().steps.iter().map(|step| step.name()).collect();
/// assert_eq!(names, ["▲７六歩", "△３四歩", "▲２二角成"]);
/// assert!(kifu.to_text(Format::Csa).contains("+8822UM\n"));
/// # Ok::<(), shomei_kifu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kifu {
    /// The position that the record begins with.
    pub start: Position,
    /// What the file says beside position and moves, by name, in its order: 先手, 後手, 棋戦,
    /// 開始日時, 作品名, 作者 and whatever else it has. Headings of CSA have their names of KIF.
    pub headings: Vec<(String, String)>,
    /// All moves, with comments and ends. Node 0 is the start; the first child of a node goes on
    /// with the line, the others are variations. Moves must be legal: [`Kifu::add`] checks one.
    pub tree: RecordTree<Move>,
    /// What is odd about a file that was read all the same. Nothing of it is written.
    pub warnings: Vec<Error>,
}

impl Kifu {
    /// A record without moves.
    #[must_use]
    pub fn new(start: Position) -> Kifu {
        Kifu {
            start,
            headings: Vec::new(),
            tree: RecordTree::new(),
            warnings: Vec::new(),
        }
    }

    /// A record of moves from a position, each of which must be legal.
    ///
    /// ```
    /// use shomei_kifu::shogi::Position;
    /// use shomei_kifu::{Format, Kifu};
    ///
    /// let moves = ["7g7f", "3c3d"].map(|mv| mv.parse().unwrap());
    /// let kifu = Kifu::of_moves(Position::start(), moves)?;
    /// assert!(kifu.to_text(Format::Csa).contains("+7776FU\n-3334FU\n"));
    /// # Ok::<(), shomei_kifu::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When one is not legal; the message names it.
    pub fn of_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Kifu, Error> {
        let mut kifu = Kifu::new(start);
        let mut place = Place::first(start);
        for mv in moves {
            check(&place.position, mv)?;
            let node = kifu.tree.play(place.node, mv);
            place = place.after(mv, node);
        }
        kifu.tree.end_main(place.node);
        Ok(kifu)
    }

    /// Adds a move after a node of the tree, as a variation where the node has a move already; the
    /// node after it.
    ///
    /// ```
    /// use shomei_kifu::shogi::Position;
    /// use shomei_kifu::{Format, Kifu};
    ///
    /// let mut kifu = Kifu::of_moves(Position::start(), ["7g7f".parse().unwrap()])?;
    /// let variation = kifu.add(0, "2g2f".parse().unwrap())?;
    /// kifu.tree.say(variation, "the other usual move");
    /// assert!(kifu.to_text(Format::Kif).ends_with("変化：1手\n   1 ２六歩(27)\n*the other usual move\n"));
    /// # Ok::<(), shomei_kifu::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the move is not legal there.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    pub fn add(&mut self, node: usize, mv: Move) -> Result<usize, Error> {
        check(&self.position(node), mv)?;
        Ok(self.tree.play(node, mv))
    }

    /// The position at a node of the tree.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    pub fn position(&self, node: usize) -> Position {
        let (mut moves, mut node) = (Vec::new(), self.tree.node(node));
        while let Some(mv) = node.mv {
            moves.push(mv);
            node = self.tree.node(node.parent);
        }
        let moves = moves.into_iter().rev();
        moves.fold(self.start, |position, mv| position.play(mv))
    }

    /// Reads a file of any format and encoding; both are found by what is in it.
    ///
    /// # Errors
    ///
    /// When it is no record, a move is not legal, or a line says what no record says.
    pub fn read(bytes: &[u8]) -> Result<Kifu, Error> {
        Kifu::parse(&encoding::decode(bytes)?)
    }

    /// Reads a text of any format, which is found by what is in it.
    ///
    /// # Errors
    ///
    /// When it is no record, a move is not legal, or a line says what no record says.
    pub fn parse(text: &str) -> Result<Kifu, Error> {
        if text.trim().is_empty() {
            return Err(Error::whole("the record is empty"));
        }
        match Format::of(text) {
            Some(Format::Csa) => csa::read(text),
            Some(Format::Kif | Format::Bod) => kif::read(text, Style::Numbered),
            Some(Format::Ki2) => kif::read(text, Style::Spoken),
            Some(Format::Jkf) => jkf::read(text),
            None => Err(format::no_record(text)),
        }
    }

    /// The record as text. A text that names its encoding names UTF-8.
    #[must_use]
    pub fn to_text(&self, format: Format) -> String {
        write::text(self, format, Encoding::Utf8)
    }

    /// The record as a file. A character that the encoding lacks becomes 〓.
    #[must_use]
    pub fn to_bytes(&self, format: Format, encoding: Encoding) -> Vec<u8> {
        encoding::encode(&write::text(self, format, encoding), encoding)
    }

    /// The value of the first heading of this name.
    #[must_use]
    pub fn heading(&self, name: &str) -> Option<&str> {
        let mut headings = self.headings.iter();
        let found = headings.find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// What is said about the record, before its first move.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.tree.node(0).comment
    }

    /// The moves that were played.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let steps = self.main_line().steps;
        steps.iter().map(|step| step.mv).collect()
    }

    /// The start and the position after each move of the main line.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let steps = self.main_line().steps.into_iter();
        [self.start]
            .into_iter()
            .chain(steps.map(|step| step.after().position))
    }

    /// How the main line ends.
    #[must_use]
    pub fn ending(&self) -> Ending {
        let end = self.main_line().end;
        end.map_or(Ending::Open, |end| end.ending)
    }
}

fn check(position: &Position, mv: Move) -> Result<(), Error> {
    let checked = position.check_legal(mv);
    checked.map_err(|error| Error::whole(error.message))
}

/// The record as a list of lines.
impl From<Kifu> for Record<Position, Move> {
    fn from(kifu: Kifu) -> Record<Position, Move> {
        Record {
            warnings: kifu.warnings.into_iter().map(Into::into).collect(),
            ..kifu.tree.record(kifu.start, kifu.headings)
        }
    }
}

/// The record as a tree, without the warnings of its reader.
impl From<&Record<Position, Move>> for Kifu {
    fn from(record: &Record<Position, Move>) -> Kifu {
        Kifu {
            start: record.root,
            headings: record.headers.clone(),
            tree: RecordTree::of(record),
            warnings: Vec::new(),
        }
    }
}
