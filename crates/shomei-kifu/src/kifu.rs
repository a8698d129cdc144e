//! A record of shogi with its tree of moves.

use shomei_game::{Ending, Record, RecordTree, error_text};
use shomei_shogi::{Move, Position};

use crate::kif::Style;
use crate::line::Place;
use crate::setup::{EVEN, start_name};
use crate::write::{HANDICAP_SIDES, SIDES};
use crate::{Encoding, Error, Format, csa, encoding, format, jkf, kif, write};

/// A record of shogi: a position, headings, and a tree of moves with comments.
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
    /// The first position of the record.
    pub start: Position,
    /// The headings by name, in the order of the file: 先手, 後手, 棋戦, 開始日時, 作品名, 作者 and any others.
    /// Headings of CSA have their names in KIF.
    pub headings: Vec<(String, String)>,
    /// All moves, with comments and endings. Node 0 is the start. The first child of a node
    /// continues the line, the others are variations. Moves must be legal: [`Kifu::add`] checks
    /// one.
    pub tree: RecordTree<Move>,
    /// Oddities that did not stop the reading. [`to_text`](Kifu::to_text) and
    /// [`to_bytes`](Kifu::to_bytes) do not write them.
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
    /// If a move is not legal; the message names it.
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

    /// Adds a move after a node of the tree, as a variation if the node has a move already, and
    /// returns the node after it.
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
    /// If the move is not legal there.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn add(&mut self, node: usize, mv: Move) -> Result<usize, Error> {
        check(&self.position(node), mv)?;
        Ok(self.tree.play(node, mv))
    }

    /// The position at a node of the tree.
    ///
    /// # Panics
    ///
    /// If there is no such node.
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

    /// Reads a file. The format and the encoding are detected from its contents.
    ///
    /// # Errors
    ///
    /// If it is not a record, a move is not legal, or a line does not belong to a record.
    pub fn read(bytes: &[u8]) -> Result<Kifu, Error> {
        Kifu::parse(&encoding::decode(bytes)?)
    }

    /// Reads a text. The format is detected from its contents.
    ///
    /// # Errors
    ///
    /// If it is not a record, a move is not legal, or a line does not belong to a record.
    pub fn parse(text: &str) -> Result<Kifu, Error> {
        if text.trim().is_empty() {
            return Err(Error::whole(error_text!(
                "kifu-empty",
                "the record is empty"
            )));
        }
        let mut kifu = match Format::of(text) {
            Some(Format::Csa) => csa::read(text),
            Some(Format::Kif | Format::Bod) => kif::read(text, Style::Kif),
            Some(Format::Ki2) => kif::read(text, Style::Ki2),
            Some(Format::Jkf) => jkf::read(text),
            None => Err(format::no_record(text)),
        }?;
        kifu.name_sides();
        Ok(kifu)
    }

    /// Renames the players of a handicap game to 下手 and 上手, as in KIF: CSA uses the same names for
    /// all games.
    fn name_sides(&mut self) {
        if start_name(&self.start).is_none_or(|name| name == EVEN) {
            return;
        }
        for (name, _) in &mut self.headings {
            let sides = SIDES.iter().zip(HANDICAP_SIDES);
            if let Some((_, own)) = sides.into_iter().find(|(side, _)| name == *side) {
                *name = own.to_string();
            }
        }
    }

    /// The record as text. A declaration of the encoding in it says UTF-8.
    #[must_use]
    pub fn to_text(&self, format: Format) -> String {
        write::text(self, format, Encoding::Utf8)
    }

    /// The record as a file. Characters that the encoding lacks become 〓.
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

    /// The comment on the record, before its first move.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.tree.node(0).comment
    }

    /// The moves of the main line.
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
