//! Games in SGF (`GM[2]`) and in GGF (`GM[Othello]`): the properties of Othello.
//!
//! ```text
//! (;GM[2]SZ[8]PB[one]PW[other];B[fe];W[df])
//! (;GM[Othello]PB[one]PW[other]TY[8]BO[8 -------- .. *]B[f5//1.2]W[d6]B[pa];)
//! ```
//!
//! The following properties are read: `GM`, `SZ`, `TY` and `BO`; discs that are set up by `AB` and
//! `AW`, or cleared by `AE`; the side to move (`PL`); and the moves `B` and `W`. A square is its
//! name, or two letters counted from the upper left corner, `fe` for F5. `GoGui` counts rows from
//! the bottom, so its files contain the board upside down: if the usual reading is not legal, the
//! other one is tried. A move of GGF is followed by its evaluation and its time, which are ignored.
//! A pass may be omitted. After the end of the game both sides may pass, which has no effect.
//!
//! A komi (`KM`) changes the winner, so a file of Othello with one is refused. Editors of Go write
//! it into all their files; it is ignored in files without the name of the game.

use shomei_game::escape::excerpt;
use shomei_game::sgf::{self, Dialect, Opening, Property, PropertyValue, Writer};
use shomei_game::{ErrorText, NotationError, Place, Record, Side, error_text, mark};

use super::board::Board;
use super::cursor::Cursor;
use super::{ggf, moves};
use crate::position::PositionError;
use crate::{Move, Othello, Position, Size};

/// A record of Othello.
pub(super) type OthelloRecord = Record<Position, Move>;

/// Reads a game of either format.
pub(super) fn read(game: &Othello, text: &str) -> Result<OthelloRecord, NotationError> {
    let read = |rows| sgf::read_record(game, &InFile { game, rows }, text);
    read(RowOrder::FromTop).or_else(|top| {
        // The error that is further on counts: most moves are legal in one reading.
        read(RowOrder::FromBottom).map_err(|bottom| match reached(&bottom) > reached(&top) {
            true => bottom,
            false => top,
        })
    })
}

/// The line and the column of an error; the beginning if the error has no place.
fn reached(error: &NotationError) -> (usize, usize) {
    match error.place {
        Place::Column(column) => (1, column),
        Place::LineColumn(line, column) => (line, column),
        _ => (0, 0),
    }
}

/// Writes a record as SGF.
pub(super) fn write(game: &Othello, record: &OthelloRecord) -> String {
    let size = record.root.size();
    let mut text = format!("(;FF[4]CA[UTF-8]{}GM[2]SZ[{}]", mark::SGF, size.edge());
    if record.root != Position::start_on(size) {
        for (name, side) in [("AB", Side::First), ("AW", Side::Second)] {
            let own = size
                .squares()
                .filter(|&square| record.root.discs(side) >> square & 1 == 1);
            let own: String = own.map(|square| format!("[{}]", letters(square))).collect();
            if !own.is_empty() {
                text += &format!("{name}{own}");
            }
        }
        let mover = match record.root.to_move() {
            Side::First => 'B',
            Side::Second => 'W',
        };
        text += &format!("PL[{mover}]");
    }
    let writer = Writer::of(game, record);
    text += &writer.headers(sgf::result_in_sgf);
    text += &writer.comment();
    let value = |_: &Position, mv: Move| mv.square().map(letters).unwrap_or_default();
    text + "\n" + &writer.nodes(value) + ")\n"
}

/// A square as two letters counted from the upper left corner.
fn letters(square: u8) -> String {
    [square % 8, square / 8]
        .map(|at| char::from(b'a' + at))
        .iter()
        .collect()
}

/// The edge from which the rows of a file are counted, if they are letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowOrder {
    FromTop,
    FromBottom,
}

/// The properties of Othello.
struct InFile<'g> {
    game: &'g Othello,
    rows: RowOrder,
}

impl Dialect<Othello> for InFile<'_> {
    const OF_ROOT: &'static [&'static str] = &["GM", "SZ", "TY", "BO", "KM"];
    const SETUP: &'static [&'static str] = &["AB", "AW", "AE"];

    /// GGF has all moves in one node, and may comment on each.
    fn may_repeat(&self, name: &str) -> bool {
        !Self::OF_ROOT.contains(&name) && !matches!(name, "PL" | "RE")
    }

    fn greatest_win(&self) -> Option<u32> {
        Some(self.game.size().area())
    }

    fn root(&self, opening: &Opening<'_, '_>) -> Result<Position, NotationError> {
        let size = self.game.size();
        check_kind(size, opening)?;
        let mut board = Board::of(size);
        let mut mover = None;
        let mut is_set_up = false;
        for property in &opening.properties {
            match property.name.as_str() {
                "BO" => {
                    let mut cursor = Cursor::of_value(property.value()?);
                    let (read, side) = ggf::board(size, &mut cursor)?;
                    (board, mover) = (read, Some(side));
                }
                "AB" => self.put(property, Some(Side::First), &mut board)?,
                "AW" => self.put(property, Some(Side::Second), &mut board)?,
                "AE" => self.put(property, None, &mut board)?,
                _ => continue,
            }
            is_set_up = true;
        }
        let declared = opening.to_move(self)?;
        if let (Some(declared), Some(mover), Some(property)) = (declared, mover, opening.get("PL"))
            && declared != mover
        {
            return Err(property.error(error_text!(
                "ggf-other-side",
                "PL names another side than BO"
            )));
        }
        if !is_set_up {
            let start = Position::start_on(size);
            let to_move = declared.unwrap_or(Side::First);
            let [black, white] = Side::BOTH.map(|side| start.discs(side));
            return Position::on(size, black, white, to_move).map_err(NotationError::whole);
        }
        let to_move = mover.or(declared).or(opening.first).unwrap_or(Side::First);
        board.position(to_move).map_err(|error| match error {
            PositionError::Overlap(square) => {
                let message = error_text!("othello-two-discs", "there are discs of both sides");
                NotationError::new(Place::square(square), message)
            }
            error => NotationError::whole(error),
        })
    }

    fn moves(&self, position: &Position, side: Side, text: &str) -> Result<Vec<Move>, ErrorText> {
        // Evaluation and time follow after a slash.
        let text = text.split('/').next().unwrap_or_default().trim();
        let mv = self.mv(text)?;
        if mv == Move::PASS && position.is_over() {
            return Ok(Vec::new());
        }
        let mut all = Vec::new();
        let mut before = *position;
        if side != before.to_move() && before.is_legal(Move::PASS) {
            before = before.play(Move::PASS);
            all.push(Move::PASS);
        }
        if side != before.to_move() && !before.is_over() {
            let [side, mover] = [side, before.to_move()].map(moves::side_text);
            return Err(error_text!(
                "move-of-other-side",
                "this is a move of {side}, but {mover} is to move",
                side = side,
                mover = mover
            ));
        }
        if let Some(why) = moves::why_illegal(&before, mv) {
            return Err(why);
        }
        all.push(mv);
        Ok(all)
    }
}

impl InFile<'_> {
    /// The move for a value; it may be illegal.
    fn mv(&self, text: &str) -> Result<Move, ErrorText> {
        let is_pass = text.is_empty() || text.eq_ignore_ascii_case("tt");
        let mv = match is_pass {
            true => Some(Move::PASS),
            false => Move::parse(text).or_else(|| self.square(text).map(Move::to)),
        };
        mv.ok_or_else(|| {
            error_text!(
                "othello-no-sgf-move",
                "\"{text}\" is not a move; expected a square from A1 to {last} or two letters such as \
                 fe, or -- for a pass",
                text = excerpt(text),
                last = self.game.size().last_square()
            )
        })
    }

    /// The square for two letters; the board is in the corner a1 of 64 squares.
    fn square(&self, text: &str) -> Option<u8> {
        let edge = self.game.size().edge();
        let text = text.to_ascii_lowercase();
        let [column, row] = text.as_bytes() else {
            return None;
        };
        let [column, row] = [column, row].map(|letter| letter.wrapping_sub(b'a'));
        if column >= edge || row >= edge {
            return None;
        }
        Some(match self.rows {
            RowOrder::FromTop => 8 * row + column,
            RowOrder::FromBottom => 8 * (edge - 1 - row) + column,
        })
    }

    /// Sets the listed squares, replacing their discs: one per value or several, `e4 d5`, or the
    /// corners of a rectangle, `aa:bb`.
    fn put(
        &self,
        property: &Property<'_>,
        side: Option<Side>,
        board: &mut Board,
    ) -> Result<(), NotationError> {
        for value in &property.values {
            for (name, mark) in names(value) {
                let last = board.size.last_square();
                let set = self.squares(name).ok_or_else(|| {
                    mark.error(error_text!(
                        "othello-no-square",
                        "\"{name}\" is not a square; expected one from A1 to {last}",
                        name = name,
                        last = last
                    ))
                })?;
                match side {
                    // Discs of both sides on a square are an error of the file; the check of the
                    // position reports it.
                    Some(side) => board.discs[side.index()] |= set,
                    None => board.discs = board.discs.map(|discs| discs & !set),
                }
            }
        }
        Ok(())
    }

    /// The squares of a name, or of two names with a colon between.
    fn squares(&self, name: &str) -> Option<u64> {
        let (one, other) = name.split_once(':').unwrap_or((name, name));
        let square = |name: &str| {
            let named = Move::parse(name).and_then(Move::square);
            named
                .or_else(|| self.square(name))
                .filter(|square| self.game.size().mask() >> square & 1 == 1)
        };
        let [one, other] = [square(one)?, square(other)?];
        let within = |at: u8, part: fn(u8) -> u8| {
            let [a, b] = [part(one), part(other)];
            (a.min(b)..=a.max(b)).contains(&part(at))
        };
        let inside = (0..64).filter(|&at| within(at, |at| at % 8) && within(at, |at| at / 8));
        Some(inside.fold(0, |set, square| set | 1 << square))
    }
}

/// The names of squares in a value, two letters each, with their places.
fn names<'a>(value: &PropertyValue<'a>) -> Vec<(&'a str, sgf::Mark)> {
    let mut names = Vec::new();
    let (mut rest, mut mark) = (value.raw, value.mark);
    let end_of = |text: &str, letters: usize| {
        let end = text.char_indices().nth(letters);
        end.map_or(text.len(), |(at, _)| at)
    };
    loop {
        let next = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        mark = mark.after(&rest[..rest.len() - next.len()]);
        if next.is_empty() {
            return names;
        }
        let mut end = end_of(next, 2);
        if next[end..].starts_with(':') {
            end += 1 + end_of(&next[end + 1..], 2);
        }
        names.push((next[..end].trim_end(), mark));
        mark = mark.after(&next[..end]);
        rest = &next[end..];
    }
}

/// Refuses other games, boards of another size, and a komi.
fn check_kind(size: Size, opening: &Opening<'_, '_>) -> Result<(), NotationError> {
    let edge = size.edge();
    let of_game = |name: &str| {
        let property = opening.get(name);
        let value = |property: &Property<'_>| property.value().map(|value| value.line());
        property
            .map(|property| value(property).map(|value| (property, value)))
            .transpose()
    };
    let mut is_othello = opening.get("BO").or(opening.get("TY")).is_some();
    match of_game("GM")? {
        Some((_, game)) if game == "2" || game.eq_ignore_ascii_case("othello") => is_othello = true,
        // Editors of Go can write no other game.
        Some((_, game)) if game == "1" => {}
        Some((property, game)) => {
            let message = error_text!(
                "othello-other-game",
                "this is a game of \"{game}\", not of Othello, which is GM[2]",
                game = game
            );
            return Err(property.error(message));
        }
        None => {}
    }
    if let Some((property, kind)) = of_game("TY")? {
        ggf::check_type(size, property, &kind)?;
    }
    if let Some((property, komi)) = of_game("KM")?
        && is_othello
        && komi.parse::<f64>() != Ok(0.0)
    {
        let message = error_text!(
            "othello-komi",
            "a komi of {komi} changes who wins; expected none, or KM[0]",
            komi = komi
        );
        return Err(property.error(message));
    }
    match of_game("SZ")? {
        Some((property, value)) if value != edge.to_string() => Err(property.error(error_text!(
            "sgf-other-size",
            "the board is {value}, expected {edge}; the rules set it (board=N, or boardsize in \
             GTP)",
            value = value,
            edge = edge
        ))),
        None if size != Size::Eight && opening.get("BO").is_none() => {
            // A file without a size is for the standard board.
            let message = error_text!(
                "othello-no-size",
                "without BO or SZ the board is 8x8 squares; expected SZ[{edge}] or BO[{edge}...]",
                edge = edge
            );
            Err(NotationError::whole(message))
        }
        _ => Ok(()),
    }
}
