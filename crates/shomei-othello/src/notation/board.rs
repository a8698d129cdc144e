//! Boards: on one line, 64 squares on the standard board, or in rows, and the side to move.
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X
//! -------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X
//! ```
//!
//! Rows may have blanks between their squares, their numbers on either side and the letters of the
//! files above and below. The side to move may be attached to the last square; without one, Black
//! is to move.

use shomei_game::escape::excerpt;
use shomei_game::{Kind, NotationError, Side, error_text};

use super::cursor::Cursor;
use super::diagram::{self, Marks};
use crate::position::PositionError;
use crate::{Othello, Position, Size};

/// The position on one line: `X` black, `O` white, `-` empty, from a1 on.
pub(crate) fn one_line(position: &Position) -> String {
    let squares = position.size().squares();
    let board: String = squares.map(|square| letter(position, square)).collect();
    let side = match position.to_move() {
        Side::First => 'X',
        Side::Second => 'O',
    };
    format!("{board} {side}")
}

/// The letter of a square's content.
pub(super) fn letter(position: &Position, square: u8) -> char {
    let [black, white] = Side::BOTH.map(|side| position.discs(side) >> square & 1);
    match (black, white) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    }
}

/// Whether a text begins with a board: with a square, with the number of the first row, or with the
/// letters of the files.
pub(super) fn begins(text: &str) -> bool {
    let row = text.strip_prefix('1').map(str::trim_start);
    let is_row = row.is_some_and(|row| {
        // `1.` is followed by a move.
        let cells: String = row.chars().filter(|c| !c.is_whitespace()).take(3).collect();
        cells.len() == 3 && cells.chars().all(|c| meaning(c).is_some())
    });
    is_row || text.starts_with(|c| meaning(c).is_some()) || diagram::begins(text)
}

/// The content of a square by its character; `None` for an unknown character.
pub(super) fn meaning(letter: char) -> Option<Option<Side>> {
    match letter {
        '-' | '.' => Some(None),
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Side::First)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::Second)),
        _ => None,
    }
}

/// The side with this name.
pub(super) fn side(word: &str) -> Option<Side> {
    Side::called_or(word, Othello::SIDES, ["x*b", "ow"])
}

/// The discs of a partially read board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Board {
    pub(super) size: Size,
    pub(super) discs: [u64; 2],
    squares: u32,
}

impl Board {
    /// An empty board.
    pub(super) fn of(size: Size) -> Board {
        Board {
            size,
            ..Board::default()
        }
    }

    /// The next square, or the last one if the board is full.
    pub(super) fn next_square(&self) -> u8 {
        let edge = u32::from(self.size.edge());
        let square = self.squares.min(self.size.area() - 1);
        (8 * (square / edge) + square % edge) as u8
    }

    /// Sets the next square.
    pub(super) fn push(&mut self, disc: Option<Side>) {
        if let (Some(side), true) = (disc, self.squares < self.size.area()) {
            self.discs[side.index()] |= 1 << self.next_square();
        }
        self.squares += 1;
    }

    /// Checks that the number of squares is correct.
    fn complete(&self, end: &Cursor<'_>) -> Result<(), NotationError> {
        let (squares, area) = (self.squares, self.size.area());
        if squares == area {
            return Ok(());
        }
        let other = Size::ALL.into_iter().find(|size| size.area() == squares);
        Err(end.error(match other {
            Some(size) => error_text!(
                "othello-other-board",
                "the number of squares is {squares}, expected {area} (a board of {size} squares is \
                 played under the rule board={edge})",
                squares = squares,
                area = area,
                size = size,
                edge = size.edge()
            ),
            None => error_text!(
                "othello-number-of-squares",
                "the number of squares is {squares}, expected {area}",
                squares = squares,
                area = area
            ),
        }))
    }

    /// The position with this side to move.
    pub(super) fn position(&self, to_move: Side) -> Result<Position, PositionError> {
        let [black, white] = self.discs;
        Position::on(self.size, black, white, to_move)
    }
}

/// Reads squares and side; the rest of the text is left.
pub(super) fn parse(size: Size, cursor: &mut Cursor<'_>) -> Result<Position, NotationError> {
    let begin = *cursor;
    if !is_run(size, cursor) {
        return diagram::parse(size, cursor);
    }
    let (board, attached) = run(size, cursor)?;
    let to_move = match attached {
        Some(side) => side,
        None => parse_side(cursor)?.unwrap_or(Side::First),
    };
    let position = board.position(to_move);
    position.map_err(|error| begin.error(error))
}

/// Reads squares as one word or in rows, and the side if it is attached to them.
pub(super) fn squares(
    size: Size,
    cursor: &mut Cursor<'_>,
) -> Result<(Board, Option<Side>), NotationError> {
    cursor.skip_blanks();
    match is_run(size, cursor) {
        true => run(size, cursor),
        false => diagram::rows(size, cursor, &mut Marks::default()),
    }
}

fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ';' | '%')
}

/// Whether the squares are one word: a word longer than a row with a side, or a word with at most
/// one further word after it.
fn is_run(size: Size, cursor: &Cursor<'_>) -> bool {
    let board = cursor.rest().split([';', '%']).next().unwrap_or_default();
    let mut words = board.split_whitespace();
    let first = words.next().map_or(0, |word| word.chars().count());
    first > usize::from(size.edge()) + 1 || words.nth(1).is_none()
}

fn run(size: Size, cursor: &mut Cursor<'_>) -> Result<(Board, Option<Side>), NotationError> {
    let mut board = Board::of(size);
    let length = cursor.rest().find(ends_word);
    let length = length.unwrap_or(cursor.rest().len());
    let attached = attached(size, &cursor.rest()[..length], &cursor.rest()[length..]);
    while cursor.peek().is_some_and(|c| !ends_word(c)) {
        if attached.is_some() && board.squares == size.area() {
            cursor.next();
            break;
        }
        let begin = *cursor;
        let letter = cursor.next().unwrap_or(' ');
        let Some(disc) = meaning(letter) else {
            return Err(begin.error(error_text!(
                "othello-letter",
                "'{letter}' is not a square; expected X or * (black), O (white) or - (empty)",
                letter = letter
            )));
        };
        board.push(disc);
    }
    board.complete(cursor)?;
    Ok((board, attached))
}

/// The side after the squares of one word, if the word is one letter longer than a board and no
/// other side follows.
fn attached(size: Size, word: &str, after: &str) -> Option<Side> {
    let last = word.char_indices().nth(size.area() as usize);
    let last = last.map(|(at, _)| &word[at..])?;
    let next = after.split_whitespace().next().unwrap_or_default();
    match side(next) {
        Some(_) => None,
        None => side(last),
    }
}

/// Reads the side to move. Without one, the text must end, or continue with a comment or `moves`.
pub(super) fn parse_side(cursor: &mut Cursor<'_>) -> Result<Option<Side>, NotationError> {
    cursor.skip_blanks();
    let begin = *cursor;
    let word = cursor.take_while(|c| !ends_word(c));
    if word.is_empty() && cursor.peek() == Some(';') {
        return Err(begin.error(error_text!(
            "side-to-move-missing",
            "there is no side to move; expected X or O"
        )));
    }
    if word.is_empty() || word.eq_ignore_ascii_case("moves") {
        *cursor = begin;
        return Ok(None);
    }
    match side(word) {
        Some(side) => {
            to_move(cursor);
            Ok(Some(side))
        }
        None => Err(begin.error(error_text!(
            "no-side-to-move",
            "\"{word}\" is not a side to move; expected X or O",
            word = excerpt(word)
        ))),
    }
}

/// Reads the words "to move".
fn to_move(cursor: &mut Cursor<'_>) {
    let mut after = *cursor;
    for word in ["to", "move"] {
        after.skip_blanks_in_line();
        if !after.eat_word(word) {
            return;
        }
    }
    *cursor = after;
}
