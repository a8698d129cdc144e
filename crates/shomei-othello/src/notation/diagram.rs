//! The diagram of a position, which can also be read.

use shomei_game::{NotationError, Side, error_text};

use super::board::{Board, letter, meaning, parse_side, side};
use super::cursor::Cursor;
use super::moves::{side_name, side_text, standing};
use crate::bits::count;
use crate::moves::square_name;
use crate::{Position, Size};

/// The letters of the files, as above and below the squares.
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

/// The number of discs of each side and of empty squares.
fn counts(position: &Position) -> String {
    let [black, white] = Side::BOTH.map(|side| count(position.discs(side)));
    let empties = position.empties();
    format!("X Black {black}, O White {white}, empty {empties}")
}

/// The side to move and its options.
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
    board_of(text.lines().next().unwrap_or_default()).is_some()
}

/// The places of + for moves.
#[derive(Debug, Default)]
pub(super) struct Marks<'a>(Vec<(u8, Cursor<'a>)>);

/// Reads a board in rows and the side to move; the rest of the text is left. Additional text around
/// the squares and the side to move must agree with the board.
///
/// # Errors
///
/// If a character is not a square, a mark is on no legal move, or a line contradicts the board; the
/// error has the place.
pub(super) fn parse<'a>(size: Size, cursor: &mut Cursor<'a>) -> Result<Position, NotationError> {
    let mut marks = Marks::default();
    let (board, attached) = rows(size, cursor, &mut marks)?;
    cursor.skip_blanks();
    let begin = *cursor;
    let counted = match cursor.rest().starts_with("X Black") {
        true => Some((begin, cursor.line())),
        false => None,
    };
    cursor.skip_blanks();
    let last = *cursor;
    let last_text = cursor.rest().lines().next().unwrap_or_default().trim();
    let is_sentence =
        |side: &Side| last_text.starts_with(&format!("{} to move:", side_name(*side)));
    let sentence = Side::BOTH.into_iter().find(is_sentence);
    let to_move = match (attached, sentence) {
        (Some(side), _) => side,
        (None, Some(side)) => {
            cursor.line();
            side
        }
        (None, None) => parse_side(cursor)?.unwrap_or(Side::First),
    };
    let position = board.position(to_move).map_err(NotationError::whole)?;
    if let Some((begin, line)) = counted {
        agree(begin, line, &counts(&position))?;
    }
    if sentence.is_some() {
        agree(last, last_text, &last_line(&position))?;
    }
    let is_move = |square: u8| position.mobility() >> square & 1 == 1;
    match marks.0.iter().find(|(square, _)| !is_move(*square)) {
        Some((square, begin)) => Err(begin.error(error_text!(
            "othello-mark",
            "there is a + on {square}, where {mover} cannot move",
            square = square_name(*square),
            mover = side_text(to_move)
        ))),
        None => Ok(position),
    }
}

/// Reads the squares row by row, with optional letters of the files and numbers of the rows, and
/// the side if it is attached to the last square.
pub(super) fn rows<'a>(
    size: Size,
    cursor: &mut Cursor<'a>,
    marks: &mut Marks<'a>,
) -> Result<(Board, Option<Side>), NotationError> {
    let mut board = Board::of(size);
    let mut attached = None;
    file_letters(size, cursor)?;
    for row in 0..size.edge() {
        cursor.skip_blanks();
        row_name(cursor, row)?;
        attached = squares_of_row(row, cursor, &mut board, marks)?;
    }
    if attached.is_none() {
        file_letters(size, cursor)?;
    }
    Ok((board, attached))
}

/// The separation of the squares of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Blanks,
    None,
}

/// Reads the squares of a row, all separated by blanks or none, and the text after them. Returns
/// the side if it is attached to the last square.
fn squares_of_row<'a>(
    row: u8,
    cursor: &mut Cursor<'a>,
    board: &mut Board,
    marks: &mut Marks<'a>,
) -> Result<Option<Side>, NotationError> {
    let edge = board.size.edge();
    let mut spacing = None;
    for file in 0..edge {
        let before = *cursor;
        let blanks = cursor.take_while(|c| c.is_whitespace() && c != '\n');
        let found = match blanks.is_empty() {
            true => Spacing::None,
            false => Spacing::Blanks,
        };
        if file > 0 && *spacing.get_or_insert(found) != found {
            let number = row + 1;
            return Err(before.error(match found {
                Spacing::Blanks => error_text!(
                    "othello-row-width",
                    "row {row} has {width} squares, expected {edge}",
                    row = number,
                    width = file,
                    edge = edge
                ),
                Spacing::None => error_text!(
                    "othello-row-without-blanks",
                    "expected a blank between the squares of row {row}",
                    row = number
                ),
            }));
        }
        let begin = *cursor;
        let square = board.next_square();
        let disc = match cursor.next() {
            Some('+') => {
                marks.0.push((square, begin));
                None
            }
            found => found.and_then(meaning).ok_or_else(|| {
                begin.error(error_text!(
                    "othello-no-cell",
                    "square {square} is missing; expected X, O, - or +",
                    square = square_name(square)
                ))
            })?,
        };
        board.push(disc);
    }
    row_ends(row, spacing.unwrap_or(Spacing::None), cursor, edge)
}

/// Reads the text after the squares of a row: its number, or after the last row the side.
fn row_ends(
    row: u8,
    spacing: Spacing,
    cursor: &mut Cursor<'_>,
    edge: u8,
) -> Result<Option<Side>, NotationError> {
    let number = row + 1;
    let (is_last, is_spaced) = (number == edge, spacing == Spacing::Blanks);
    let word = cursor.rest().split(char::is_whitespace).next();
    let word = word.unwrap_or_default();
    if !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit() || c == ';' || c == '%') {
        return match side(word).filter(|_| is_last && !is_spaced) {
            Some(side) => {
                cursor.word();
                Ok(Some(side))
            }
            None => Err(cursor.error(error_text!(
                "othello-long-row",
                "row {row} has more than {edge} squares",
                row = number,
                edge = edge
            ))),
        };
    }
    cursor.skip_blanks_in_line();
    let begins_next = !is_spaced && cursor.peek() == Some(char::from(b'1' + number));
    if !begins_next {
        row_name(cursor, row)?;
    }
    cursor.skip_blanks_in_line();
    match cursor.peek() {
        Some(c) if is_spaced && !is_last && c != '\n' => Err(cursor.error(error_text!(
            "othello-after-row",
            "expected nothing after row {row}",
            row = number
        ))),
        _ => Ok(None),
    }
}

/// Refuses a line that differs from the expected one.
fn agree(begin: Cursor<'_>, line: &str, expected: &str) -> Result<(), NotationError> {
    match is_same(line, expected) {
        true => Ok(()),
        false => Err(begin.error(error_text!(
            "diagram-other-line",
            "by the board this line is \"{expected}\"",
            expected = expected
        ))),
    }
}

/// Whether two texts consist of the same words.
fn is_same(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

/// Reads the letters of the files, if they are next.
fn file_letters(size: Size, cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
    cursor.skip_blanks();
    let begin = *cursor;
    match board_of(cursor.line()) {
        Some(found) if found == size => Ok(()),
        Some(_) => Err(begin.error(error_text!(
            "othello-file-letters",
            "expected the letters of the files, {files}",
            files = files(size).trim()
        ))),
        None => {
            *cursor = begin;
            Ok(())
        }
    }
}

/// The size of the board by the files in a line.
fn board_of(line: &str) -> Option<Size> {
    let letters = |text: &str| text.replace(char::is_whitespace, "").to_ascii_lowercase();
    let line = letters(line);
    Size::ALL
        .into_iter()
        .find(|&size| line == letters(files(size)))
}

/// Reads the number of a row, counted from 0, if there is one.
fn row_name(cursor: &mut Cursor<'_>, row: u8) -> Result<(), NotationError> {
    let begin = *cursor;
    let name = char::from(b'1' + row);
    match cursor.peek() {
        Some(c) if c == name => {
            cursor.next();
            cursor.skip_blanks_in_line();
            Ok(())
        }
        Some(c) if c.is_ascii_digit() => Err(begin.error(error_text!(
            "othello-row-number",
            "expected {number}, the number of the row",
            number = name
        ))),
        _ => Ok(()),
    }
}
