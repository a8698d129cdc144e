//! The one-line form `SIDE;GLOBAL;B0/B1/.../B8`.
//!
//! ```text
//! X;..@...O..;X.O.O.X../OX.O...../.../.O.....XX
//! |    |         |
//! |    |         nine local boards, a to i, of nine cells, a to i: X, O or .
//! |    global board: . open, X or O won, # full without a line,
//! |                  @ open, and the side to move must play in it
//! side to move
//! ```
//!
//! Without `@` the side to move may choose its board, or the game is over.
//!
//! If won boards stay open, a lower-case `x` or `o` is a board of X or O in which the side to move
//! must play. Then both sides may have a line in a board, and the letter shows which was first.

use std::fmt;

use shomei_game::escape::excerpt;
use shomei_game::words::Word;
use shomei_game::{ErrorText, NotationError, Side, error_text};

use super::forms;
use crate::cell::{FULL, has_line};
use crate::outline::State;
use crate::position::side_name;
use crate::rules::WonBoards;
use crate::{Cell, Position};

/// The position on one line.
pub(crate) fn one_line(position: &Position) -> String {
    let mut text = format!("{};", side_name(position.to_move()));
    text.extend(Cell::all().map(|board| state_letter(position, board)));
    let mut before = ';';
    for board in Cell::all() {
        text.push(before);
        text.extend(Cell::all().map(|cell| letter(position.at(board, cell))));
        before = '/';
    }
    text
}

/// `X`, `O` or `.`.
pub(super) fn letter(mark: Option<Side>) -> char {
    match mark {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    }
}

/// The letter of a local board in the global board.
pub(super) fn state_letter(position: &Position, board: Cell) -> char {
    match position.state(board) {
        State::Open if position.target() == Some(board) => '@',
        State::Open => '.',
        State::Won(side) if position.target() == Some(board) => {
            letter(Some(side)).to_ascii_lowercase()
        }
        State::Won(side) => letter(Some(side)),
        State::Drawn => '#',
    }
}

/// Reads the one-line form.
pub(super) fn parse(word: Word<'_>, won_boards: WonBoards) -> Result<Position, NotationError> {
    let mut parts = word.text.split(';');
    let (Some(side), Some(global), Some(locals), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        let message = error_text!(
            "begins-no-position",
            "\"{word}\" begins no position; expected {forms}",
            word = excerpt(word.text),
            forms = forms()
        );
        return Err(word.error(0, message));
    };
    let fault = |begin: usize| move |(offset, message): Fault| word.error(begin + offset, message);
    let to_move = side_to_move(side).map_err(fault(0))?;
    let begin = side.chars().count() + 1;
    let global = nine(global, || {
        error_text!("uttt-global-board", "the global board")
    })
    .map_err(fault(begin))?;
    let global = Global {
        letters: global,
        won_boards,
    };
    let target = global.target().map_err(fault(begin))?;
    let marks = local_boards(locals).map_err(fault(begin + 10))?;
    global.agree(&marks).map_err(fault(begin))?;
    global.position(marks, to_move, target)
}

/// An error and its character in a part, counted from 0.
pub(super) type Fault = (usize, ErrorText);

fn side_to_move(text: &str) -> Result<Side, Fault> {
    let mut letters = text.chars();
    match (letters.next().map(mark), letters.next()) {
        (Some(Some(Some(side))), None) => Ok(side),
        _ => Err((
            0,
            error_text!(
                "no-side-to-move",
                "\"{word}\" is not a side to move; expected X or O",
                word = excerpt(text)
            ),
        )),
    }
}

/// The content of a cell by its character; `None` for an unknown character.
pub(super) fn mark(letter: char) -> Option<Option<Side>> {
    match letter {
        'X' | 'x' => Some(Some(Side::First)),
        'O' | 'o' => Some(Some(Side::Second)),
        '.' => Some(None),
        _ => None,
    }
}

/// The characters of a text, which must be nine.
fn nine(text: &str, board: impl FnOnce() -> ErrorText) -> Result<[char; 9], Fault> {
    let letters: Vec<char> = text.chars().collect();
    let found = letters.len();
    letters.try_into().map_err(|_| {
        let message = error_text!(
            "uttt-cells",
            "{board} has {cells} cells, expected 9",
            board = board(),
            cells = found
        );
        (0, message)
    })
}

/// The marks of X and of O in the local boards.
fn local_boards(text: &str) -> Result<[[u16; 9]; 2], Fault> {
    let boards: Vec<&str> = text.split('/').collect();
    if boards.len() != 9 {
        let message = error_text!(
            "uttt-boards",
            "the number of local boards is {boards}, expected 9",
            boards = boards.len()
        );
        return Err((0, message));
    }
    let mut marks = [[0; 9]; 2];
    let mut begin = 0;
    for (board, text) in Cell::all().zip(boards) {
        let letters = nine(text, || {
            error_text!("uttt-board", "board {board}", board = board)
        });
        let letters = letters.map_err(|(_, message)| (begin, message))?;
        for (cell, letter) in Cell::all().zip(letters) {
            match mark(letter) {
                Some(None) => {}
                Some(Some(side)) => marks[side.index()][board.index()] |= cell.bit(),
                None => {
                    return Err((begin + cell.index(), no_mark(board, cell, letter)));
                }
            }
        }
        begin += 10;
    }
    Ok(marks)
}

/// The error for a cell with another character than a mark.
pub(super) fn no_mark(board: Cell, cell: Cell, found: impl fmt::Display) -> ErrorText {
    error_text!(
        "uttt-no-mark",
        "board {board}, cell {cell}: \"{found}\" is not a mark; expected X, O or .",
        board = board,
        cell = cell,
        found = found
    )
}

/// The letters of the global board, under these rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Global {
    pub(super) letters: [char; 9],
    pub(super) won_boards: WonBoards,
}

impl Global {
    /// The board to which the side to move is sent. Refuses unknown characters.
    pub(super) fn target(&self) -> Result<Option<Cell>, Fault> {
        let mut target = None;
        for (board, letter) in Cell::all().zip(self.letters) {
            if letter == '@' || self.stays_open() && matches!(letter, 'x' | 'o') {
                if let Some(first) = target.replace(board) {
                    let message = error_text!(
                        "uttt-two-targets",
                        "the side to move is sent to two boards, {first} and {second}",
                        first = first,
                        second = board
                    );
                    return Err((board.index(), message));
                }
            } else if letter != '#' && mark(letter).is_none() {
                let message = match self.won_boards {
                    WonBoards::Closed => error_text!(
                        "uttt-state",
                        "board {board}: '{letter}' is not a state; expected . (open), X or O (won), # \
                         (drawn) or @ (where the side to move must play)",
                        board = board,
                        letter = letter
                    ),
                    WonBoards::Open => error_text!(
                        "uttt-open-state",
                        "board {board}: '{letter}' is not a state; expected . (open), X or O (won), # \
                         (drawn), @ (where the side to move must play), x or o (won, and the side to \
                         move must play there)",
                        board = board,
                        letter = letter
                    ),
                };
                return Err((board.index(), message));
            }
        }
        Ok(target)
    }

    /// Checks that the letter of each local board agrees with its marks.
    pub(super) fn agree(&self, marks: &[[u16; 9]; 2]) -> Result<(), Fault> {
        for (board, written) in Cell::all().zip(self.letters) {
            let [x, o] = marks.map(|boards| boards[board.index()]);
            let is_won = matches!(written.to_ascii_uppercase(), 'X' | 'O');
            let shown = match (has_line(x), has_line(o)) {
                (true, true) if self.stays_open() && !is_won => {
                    let message = error_text!(
                        "uttt-two-owners",
                        "board {board} is written as '{letter}', but both sides have a line in it; \
                         expected X or O, whose line was first",
                        board = board,
                        letter = written
                    );
                    return Err((board.index(), message));
                }
                // Refused later, or not determined by the marks.
                (true, true) => continue,
                (true, false) => 'X',
                (false, true) => 'O',
                (false, false) if x | o == FULL => '#',
                (false, false) => '.',
            };
            let open = matches!(written, '.' | '@');
            if written.to_ascii_uppercase() != shown && !(open && shown == '.') {
                let message = error_text!(
                    "uttt-other-state",
                    "board {board} is written as '{letter}', but {why}; expected {expected}",
                    board = board,
                    letter = written,
                    why = reason(shown),
                    expected = shown
                );
                return Err((board.index(), message));
            }
        }
        Ok(())
    }

    /// The position, if it is valid.
    pub(super) fn position(
        &self,
        marks: [[u16; 9]; 2],
        to_move: Side,
        target: Option<Cell>,
    ) -> Result<Position, NotationError> {
        let won = ['X', 'O'].map(|owner| {
            let owned = Cell::all().zip(self.letters);
            let owned = owned.filter(|(_, letter)| letter.to_ascii_uppercase() == owner);
            owned.fold(0, |set, (board, _)| set | board.bit())
        });
        Position::new(marks, won, self.won_boards, to_move, target).map_err(NotationError::whole)
    }

    fn stays_open(&self) -> bool {
        self.won_boards == WonBoards::Open
    }
}

/// Why a board has this state.
fn reason(state: char) -> ErrorText {
    match state {
        'X' => error_text!("uttt-line-of-x", "X has a line in it"),
        'O' => error_text!("uttt-line-of-o", "O has a line in it"),
        '#' => error_text!("uttt-full", "it is full without a line"),
        _ => error_text!("uttt-still-open", "it has an empty cell and no line"),
    }
}
