//! The board on one line: its squares, 64 on the usual board, and the side to move.

use shomei_game::{NotationError, Side};

use super::cursor::Cursor;
use crate::position::PositionError;
use crate::{Position, Size};

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

/// What stands on a square.
pub(super) fn letter(position: &Position, square: u8) -> char {
    let [black, white] = Side::BOTH.map(|side| position.discs(side) >> square & 1);
    match (black, white) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    }
}

/// Whether a board may begin with this character.
pub(super) fn begins(letter: char) -> bool {
    meaning(letter).is_some()
}

/// What a character says about a square; `None` when it says nothing.
pub(super) fn meaning(letter: char) -> Option<Option<Side>> {
    match letter {
        '-' | '.' => Some(None),
        _ => side(letter).map(Some),
    }
}

/// The side of a disc or the side to move.
fn side(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Side::First),
        'O' | 'o' | 'W' | 'w' => Some(Side::Second),
        _ => None,
    }
}

/// The black and the white discs of a board under way.
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

    /// Reads the next square.
    pub(super) fn push(&mut self, cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
        let begin = *cursor;
        let letter = cursor.next().unwrap_or(' ');
        let Some(disc) = meaning(letter) else {
            let message =
                format!("'{letter}' is no square; expected X or * (black), O (white) or - (empty)");
            return Err(begin.error(message));
        };
        if let (Some(side), true) = (disc, self.squares < self.size.area()) {
            let edge = u32::from(self.size.edge());
            self.discs[side.index()] |= 1 << (8 * (self.squares / edge) + self.squares % edge);
        }
        self.squares += 1;
        Ok(())
    }

    /// Whether there are as many squares as there must be.
    pub(super) fn complete(&self, end: &Cursor<'_>) -> Result<(), NotationError> {
        let (squares, area) = (self.squares, self.size.area());
        if squares == area {
            return Ok(());
        }
        let s = if squares == 1 { "" } else { "s" };
        let other = match Size::ALL.into_iter().find(|size| size.area() == squares) {
            Some(size) => format!(
                " (a board of {size} squares is played under the rule board={})",
                size.edge()
            ),
            None => String::new(),
        };
        Err(end.error(format!("{squares} square{s}, expected {area}{other}")))
    }

    /// The position with this side to move.
    pub(super) fn position(&self, to_move: Side) -> Result<Position, PositionError> {
        let [black, white] = self.discs;
        Position::on(self.size, black, white, to_move)
    }
}

/// Reads squares and side; what follows is left.
pub(super) fn parse(size: Size, cursor: &mut Cursor<'_>) -> Result<Position, NotationError> {
    let begin = *cursor;
    let mut board = Board::of(size);
    while cursor.peek().is_some_and(|c| !c.is_whitespace()) {
        if matches!(cursor.peek(), Some(';' | '%')) {
            break;
        }
        board.push(cursor)?;
    }
    board.complete(cursor)?;
    let to_move = parse_side(cursor)?;
    let position = board.position(to_move);
    position.map_err(|error| begin.error(error.to_string()))
}

/// Reads the side to move.
pub(super) fn parse_side(cursor: &mut Cursor<'_>) -> Result<Side, NotationError> {
    cursor.skip_blanks();
    let begin = *cursor;
    let word = cursor.take_while(|c| !c.is_whitespace() && !matches!(c, ';' | '%' | ']'));
    let mut letters = word.chars();
    match (letters.next().map(side), letters.next()) {
        (Some(Some(side)), None) => Ok(side),
        (None, _) => Err(begin.error("no side to move; expected X or O")),
        _ => Err(begin.error(format!("\"{word}\" is no side to move; expected X or O"))),
    }
}
