//! Game records in SGF: the properties of `GM[9]`.
//!
//! Sources: A. Hollosi, "SGF FF\[4\]", <https://www.red-bean.com/sgf/>, and its page on Lines of
//! Action; for `SU[Custom]`, which begins with an empty board, D. Dyer's draft of 30 March 1997 in
//! the archive there.
//!
//! The following properties are read: `GM`, `SZ` and `SU` of the root; `AB`, `AW`, `AE` and `PL`,
//! which set up a position; `B` and `W`. The default of `SZ` is 8, and it must be the size of the
//! rules' board. If a board is set up without a side to move, the side of the first move is used.

use shomei_game::sgf::{self, Dialect, Opening, Property, Writer};
use shomei_game::{ErrorText, Notation, NotationError, Place, Record, Side, error_text, mark};

use super::moves;
use crate::position::side_text;
use crate::{Loa, Move, Position, Size, Square};

/// A record of Lines of Action.
type LoaRecord = Record<Position, Move>;

/// Reads a game.
pub(super) fn read(game: &Loa, text: &str) -> Result<LoaRecord, NotationError> {
    sgf::read_record(game, &InSgf(game), text)
}

/// Writes a record.
pub(super) fn write(game: &Loa, record: &LoaRecord) -> String {
    let size = record.root.size();
    let mut text = format!(
        "(;FF[4]CA[UTF-8]{}GM[9]SZ[{}]SU[Custom]",
        mark::SGF,
        size.edge()
    );
    for (name, side) in [("AB", Side::First), ("AW", Side::Second)] {
        let own = size
            .squares()
            .filter(|&square| record.root.at(square) == Some(side));
        let own: String = own.map(|square| format!("[{square}]")).collect();
        if !own.is_empty() {
            text += &format!("{name}{own}");
        }
    }
    let mover = match record.root.to_move() {
        Side::First => 'B',
        Side::Second => 'W',
    };
    let writer = Writer::of(game, record);
    // SGF writes captures like other moves.
    let value = |position: &Position, mv: Move| moves::format(position, mv).replacen('x', "-", 1);
    text += &format!("PL[{mover}]");
    text += &writer.headers(sgf::result_in_sgf);
    text += &writer.comment();
    text + "\n" + &writer.nodes(value) + ")\n"
}

/// The properties of Lines of Action.
struct InSgf<'g>(&'g Loa);

impl Dialect<Loa> for InSgf<'_> {
    const OF_ROOT: &'static [&'static str] = &["GM", "SZ", "SU"];
    const SETUP: &'static [&'static str] = &["AB", "AW", "AE"];

    fn root(&self, opening: &Opening<'_, '_>) -> Result<Position, NotationError> {
        let size = self.0.size();
        let mut board = SgfBoard::of(self.0, opening)?;
        for property in &opening.properties {
            match property.name.as_str() {
                "AB" => board.put(property, Some(Side::First))?,
                "AW" => board.put(property, Some(Side::Second))?,
                "AE" => board.put(property, None)?,
                _ => {}
            }
        }
        let first = opening.first.filter(|_| board.is_set_up);
        let to_move = opening.to_move(self)?.or(first).unwrap_or(Side::First);
        let [black, white] = board.pieces;
        Position::on(size, black, white, to_move).map_err(NotationError::whole)
    }

    fn moves(&self, position: &Position, side: Side, text: &str) -> Result<Vec<Move>, ErrorText> {
        if side != position.to_move() && self.0.outcome(position).is_none() {
            return Err(error_text!(
                "other-side-to-move",
                "{mover} is to move",
                mover = side_text(position.to_move())
            ));
        }
        moves::parse(self.0, position, text).map(|mv| vec![mv])
    }
}

/// A board that need not be a valid position.
struct SgfBoard {
    size: Size,
    pieces: [u64; 2],
    /// The squares that `AB` and `AW` have named.
    named: [u64; 2],
    is_set_up: bool,
}

impl SgfBoard {
    /// The board of the first node.
    fn of(game: &Loa, opening: &Opening<'_, '_>) -> Result<SgfBoard, NotationError> {
        let size = game.size();
        let start = game.first_position();
        let mut pieces = Side::BOTH.map(|side| start.pieces(side));
        if let Some(property) = opening.get("GM")
            && property.value()?.trimmed() != "9"
        {
            let value = property.value()?.line();
            let message = error_text!(
                "loa-other-game",
                "this is game {value}; Lines of Action is GM[9]",
                value = value
            );
            return Err(property.error(message));
        }
        let edge = size.edge();
        match opening.get("SZ") {
            Some(property) if property.value()?.trimmed() != edge.to_string() => {
                let value = property.value()?.line();
                return Err(property.error(error_text!(
                    "sgf-other-size",
                    "the board is {value}, expected {edge}; the rules set it (board=N, or boardsize in \
                     GTP)",
                    value = value,
                    edge = edge
                )));
            }
            None if size != Size::STANDARD => {
                let message = error_text!(
                    "loa-no-size",
                    "without SZ the board is 8x8 squares; expected SZ[{edge}]",
                    edge = edge
                );
                return Err(NotationError::whole(message));
            }
            _ => {}
        }
        let mut is_set_up = false;
        if let Some(property) = opening.get("SU") {
            let value = property.value()?.line();
            match value.to_ascii_lowercase().as_str() {
                "" | "standard" => {}
                "custom" => (pieces, is_set_up) = ([0, 0], true),
                _ => {
                    return Err(property.error(error_text!(
                        "loa-unknown-setup",
                        "unknown setup \"{value}\"; expected Standard or Custom",
                        value = value
                    )));
                }
            }
        }
        Ok(SgfBoard {
            size,
            pieces,
            named: [0, 0],
            is_set_up,
        })
    }

    /// Sets the listed squares, replacing their pieces.
    fn put(&mut self, property: &Property<'_>, piece: Option<Side>) -> Result<(), NotationError> {
        self.is_set_up = true;
        for value in &property.values {
            let text = value.trimmed();
            let set = points(text).ok_or_else(|| {
                property.error(error_text!(
                    "no-square",
                    "\"{name}\" is not a square",
                    name = text
                ))
            })?;
            if set & !self.size.mask() != 0 {
                let last = self.size.last_square();
                let message = error_text!(
                    "loa-beyond-board",
                    "\"{square}\" lies beyond the board, a1 to {last}",
                    square = text,
                    last = last
                );
                return Err(property.error(message));
            }
            if let Some(side) = piece {
                let both = self.named[side.opponent().index()] & set;
                if let Some(square) = Square::all().find(|square| square.bit() & both != 0) {
                    let message = error_text!("loa-two-pieces", "there are pieces of both sides");
                    let place = Place::square(square.to_string());
                    return Err(NotationError::new(place, message));
                }
                self.named[side.index()] |= set;
            }
            for side in Side::BOTH {
                self.pieces[side.index()] &= !set;
                if piece == Some(side) {
                    self.pieces[side.index()] |= set;
                }
            }
        }
        Ok(())
    }
}

/// One square, or the rectangle between two corners: `c3` or `a1:h2`.
fn points(value: &str) -> Option<u64> {
    let (one, other) = value.split_once(':').unwrap_or((value, value));
    let (one, other) = (Square::parse(one.trim())?, Square::parse(other.trim())?);
    let within = |x: u8, a: u8, b: u8| a.min(b) <= x && x <= a.max(b);
    let inside = Square::all().filter(|s| {
        within(s.file(), one.file(), other.file()) && within(s.rank(), one.rank(), other.rank())
    });
    Some(inside.fold(0, |set, square| set | square.bit()))
}
