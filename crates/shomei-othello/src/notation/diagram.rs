//! A board to look at, and to read again.

use shomei_game::{NotationError, Side};

use super::board::{letter, meaning};
use super::cursor::Cursor;
use super::moves::{side_name, standing};
use crate::bits::count;
use crate::moves::square_name;
use crate::{Position, Size};

/// The letters of the files, as they stand above and below the squares.
fn files(size: Size) -> &'static str {
    match size {
        Size::Eight => "  a b c d e f g h\n",
        Size::Six => "  a b c d e f\n",
    }
}

/// ```text
///   a b c d e f g h
/// 1 - - - - - - - - 1
/// ...
/// 3 - - - + - - - - 3
/// ...
///   a b c d e f g h
/// X Black 2, O White 2, empty 60
/// Black to move: + marks its moves
/// ```
pub(super) fn diagram(position: &Position) -> String {
    let legal = position.mobility();
    let (files, edge) = (files(position.size()), position.size().edge());
    let mut text = files.to_string();
    for row in 0..edge {
        let name = row + 1;
        let squares = (8 * row..8 * row + edge).map(|square| match letter(position, square) {
            '-' if legal >> square & 1 == 1 => " +".to_string(),
            letter => format!(" {letter}"),
        });
        text += &format!("{name}{} {name}\n", squares.collect::<String>());
    }
    text + files + &counts(position) + "\n" + &last_line(position)
}

/// How many squares there are of each sort.
fn counts(position: &Position) -> String {
    let [black, white] = Side::BOTH.map(|side| count(position.discs(side)));
    let empties = position.empties();
    format!("X Black {black}, O White {white}, empty {empties}")
}

/// Whose turn it is, and what can be done.
fn last_line(position: &Position) -> String {
    let mover = side_name(position.to_move());
    let what = if position.mobility() != 0 {
        "+ marks its moves".to_string()
    } else if position.is_over() {
        format!("no side has a move, {}", standing(position))
    } else {
        "it has no move and must pass".to_string()
    };
    format!("{mover} to move: {what}")
}

/// Whether a text begins with a diagram: with the letters of its files.
pub(super) fn begins(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    Size::ALL.into_iter().any(|size| is_same(line, files(size)))
}

/// Reads a diagram; what follows its last line is left. What stands in it beside the
/// squares and the side to move must be true.
///
/// # Errors
///
/// With the place of what is no square, of a mark where no move is, or of a line that
/// says something else than the board.
pub(super) fn parse(size: Size, cursor: &mut Cursor<'_>) -> Result<Position, NotationError> {
    let mut discs = [0; 2];
    let mut marks = Vec::new();
    file_letters(size, cursor)?;
    for row in 0..size.edge() {
        row_begins(cursor, row)?;
        for square in 8 * row..8 * row + size.edge() {
            cursor.skip_blanks_in_line();
            let begin = *cursor;
            match cursor.next() {
                Some('+') => marks.push((square, begin)),
                found => match found.and_then(meaning) {
                    Some(None) => {}
                    Some(Some(side)) => discs[side.index()] |= 1 << square,
                    None => {
                        let name = square_name(square);
                        let message = format!("no square {name}; expected X, O, - or +");
                        return Err(begin.error(message));
                    }
                },
            }
        }
        row_ends(cursor, row)?;
    }
    file_letters(size, cursor)?;
    cursor.skip_blanks();
    let begin = *cursor;
    let counted = match cursor.rest().starts_with("X Black") {
        true => Some((begin, cursor.line())),
        false => None,
    };
    cursor.skip_blanks();
    let begin = *cursor;
    let last = cursor.line().trim();
    let moves_of = |side: &Side| last.starts_with(&format!("{} to move", side_name(*side)));
    let Some(to_move) = Side::BOTH.into_iter().find(moves_of) else {
        return Err(begin.error("expected the side to move, such as Black to move"));
    };
    let [black, white] = discs;
    let position = Position::on(size, black, white, to_move)
        .map_err(|error| NotationError::whole(error.to_string()))?;
    if let Some((begin, line)) = counted {
        agree(begin, line, &counts(&position))?;
    }
    if last != format!("{} to move", side_name(to_move)) {
        agree(begin, last, &last_line(&position))?;
    }
    let is_move = |square: u8| position.mobility() >> square & 1 == 1;
    match marks.iter().find(|(square, _)| !is_move(*square)) {
        Some((square, begin)) => {
            let (mover, name) = (side_name(to_move), square_name(*square));
            Err(begin.error(format!("+ stands on {name}, where {mover} cannot move")))
        }
        None => Ok(position),
    }
}

/// Refuses a line that says something else than it should.
fn agree(begin: Cursor<'_>, line: &str, expected: &str) -> Result<(), NotationError> {
    match is_same(line, expected) {
        true => Ok(()),
        false => Err(begin.error(format!("by the board this line is \"{expected}\""))),
    }
}

/// Whether two texts are the same words.
fn is_same(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

/// Reads the line above or below the squares.
fn file_letters(size: Size, cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
    cursor.skip_blanks();
    let begin = *cursor;
    let files = files(size);
    match is_same(cursor.line(), files) {
        true => Ok(()),
        false => Err(begin.error(format!(
            "expected the letters of the files, {}",
            files.trim()
        ))),
    }
}

/// Reads the number that stands before a row, which is counted from 0.
fn row_begins(cursor: &mut Cursor<'_>, row: u8) -> Result<(), NotationError> {
    cursor.skip_blanks();
    row_name(cursor, row)
}

/// Reads the number that stands behind a row, and the end of the line.
fn row_ends(cursor: &mut Cursor<'_>, row: u8) -> Result<(), NotationError> {
    cursor.skip_blanks_in_line();
    row_name(cursor, row)?;
    let begin = *cursor;
    match cursor.line().trim() {
        "" => Ok(()),
        _ => Err(begin.error(format!("expected nothing behind row {}", row + 1))),
    }
}

fn row_name(cursor: &mut Cursor<'_>, row: u8) -> Result<(), NotationError> {
    let begin = *cursor;
    let name = char::from(b'1' + row);
    match cursor.next() == Some(name) {
        true => Ok(()),
        false => Err(begin.error(format!("expected {name}, the number of the row"))),
    }
}
