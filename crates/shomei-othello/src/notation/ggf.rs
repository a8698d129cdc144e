//! The parts of GGF, the format of game servers, that SGF lacks: the type of the game and the
//! board.
//!
//! Source: M. Buro, "Generic Game Format", <https://www.skatgame.net/mburo/ggsa/ggf>.

use shomei_game::sgf::{Property, Writer, result_in_ggf};
use shomei_game::{NotationError, Side, error_text, mark};

use super::board::{self, Board};
use super::cursor::Cursor;
use super::one_line;
use super::sgf::OthelloRecord;
use crate::{Move, Othello, Position, Size};

/// Writes the main line of a record; GGF has no variations.
pub(super) fn write(game: &Othello, record: &OthelloRecord) -> String {
    let edge = record.root.size().edge();
    let line = one_line(&record.root).replace('X', "*");
    let (squares, mover) = line.split_once(' ').unwrap_or((&line, "*"));
    let squares: Vec<char> = squares.chars().collect();
    let rows = squares.chunks(usize::from(edge));
    let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
    let rows = rows.join(" ");
    let writer = Writer::of(game, record);
    let has_place = record.headers.iter().any(|(name, _)| name == "PC");
    let place = if has_place { "" } else { "PC[shomei]" };
    let area = record.root.size().area();
    let headers = writer.headers(|word| result_in_ggf(word, area));
    let value = |_: &Position, mv: Move| match mv {
        Move::PASS => "pa".to_string(),
        mv => mv.to_string(),
    };
    let [comment, moves, end] = [
        writer.comment(),
        writer.main_line(value),
        writer.end_of_main(),
    ];
    let board = format!("TY[{edge}]BO[{edge} {rows} {mover}]");
    format!(
        "(;GM[Othello]{}{place}{headers}{board}{comment}{moves};{end})\n",
        mark::SGF
    )
}

/// Refuses types of another size such as `10`, and `8a`, in which fewer discs win. Accepts `8`,
/// `s8r18` and `8k`, whose komi may be 0.
pub(super) fn check_type(
    size: Size,
    property: &Property<'_>,
    value: &str,
) -> Result<(), NotationError> {
    let from_size = value.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = from_size.find(|c: char| !c.is_ascii_digit());
    let (digits, letters) = from_size.split_at(end.unwrap_or(from_size.len()));
    let edge = size.edge();
    if !digits.is_empty() && digits != edge.to_string() {
        let message = error_text!(
            "ggf-type",
            "the type is {value}; expected a board of {edge}",
            value = value,
            edge = edge
        );
        return Err(property.error(message));
    }
    if letters.contains('a') {
        let message = error_text!(
            "ggf-anti-othello",
            "the type is {value}, anti-Othello; expected Othello",
            value = value
        );
        return Err(property.error(message));
    }
    Ok(())
}

/// Reads a value of `BO`: the size, the squares, in rows or not, and the side to move.
pub(super) fn board(size: Size, cursor: &mut Cursor<'_>) -> Result<(Board, Side), NotationError> {
    cursor.skip_blanks();
    let begin = *cursor;
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    if digits != size.edge().to_string() {
        let message = error_text!(
            "ggf-size",
            "the size of the board is \"{found}\", expected {edge}",
            found = digits,
            edge = size.edge()
        );
        return Err(begin.error(message));
    }
    let (board, attached) = board::squares(size, cursor)?;
    let side = match attached {
        Some(side) => side,
        None => board::parse_side(cursor)?.ok_or_else(|| {
            cursor.error(error_text!(
                "ggf-no-side",
                "the board has no side to move; expected * or O after its {area} squares",
                area = size.area()
            ))
        })?,
    };
    cursor.skip_blanks();
    match cursor.peek() {
        None => Ok((board, side)),
        Some(_) => Err(cursor.error(error_text!(
            "nothing-after-side",
            "expected nothing after the side to move"
        ))),
    }
}
