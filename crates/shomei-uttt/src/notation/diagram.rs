//! The diagram of a position, which can also be read.

use shomei_game::escape::excerpt;
use shomei_game::words::{Word, Words};
use shomei_game::{ErrorText, NotationError, Outcome, Side, error_text};

use super::board::{Fault, Global, letter, mark, no_mark, state_letter};
use crate::position::side_name;
use crate::rules::WonBoards;
use crate::{Cell, Position};

/// The line between two rows of boards.
const BETWEEN: &str = "---------+----------+---------";

/// ```text
/// a:.      | b:O      | c:@
///   X . O  |   O X .  |   . . .
///   ...
/// X to move in board c
/// ```
///
/// The letter of a board is followed by its state, as in the one-line form.
pub(super) fn diagram(position: &Position) -> String {
    let all: Vec<Cell> = Cell::all().collect();
    let mut text = String::new();
    for (i, boards) in all.chunks(3).enumerate() {
        if i > 0 {
            text += BETWEEN;
            text.push('\n');
        }
        let heads = boards
            .iter()
            .map(|&board| format!("{board}:{}     ", state_letter(position, board)));
        text += &joined(&heads.collect::<Vec<_>>());
        for row in all.chunks(3) {
            let cells = |&board: &Cell| {
                let cells = row
                    .iter()
                    .map(|&cell| letter(position.at(board, cell)).to_string());
                format!("  {} ", cells.collect::<Vec<_>>().join(" "))
            };
            text += &joined(&boards.iter().map(cells).collect::<Vec<_>>());
        }
    }
    text + &last_line(position)
}

/// The parts of one line.
fn joined(pieces: &[String]) -> String {
    pieces.join(" | ").trim_end().to_string() + "\n"
}

fn last_line(position: &Position) -> String {
    let mover = side_name(position.to_move());
    match (position.outcome(), position.target()) {
        (Some(Outcome::Win(side)), _) => format!("{} has won", side_name(side)),
        (Some(Outcome::Draw), _) => "a draw".to_string(),
        (None, Some(board)) => format!("{mover} to move in board {board}"),
        (None, None) => format!("{mover} to move in any open board"),
    }
}

/// Whether a diagram begins with this word.
pub(super) fn begins(word: Word<'_>) -> bool {
    word.text.starts_with("a:")
}

/// Reads a diagram. Its last line must agree with the boards.
///
/// # Errors
///
/// If a part is misplaced or does not agree; the error has the place.
pub(super) fn parse(
    words: &mut Words<'_>,
    won_boards: WonBoards,
) -> Result<Position, NotationError> {
    let all: Vec<Cell> = Cell::all().collect();
    let mut heads: Vec<Word<'_>> = Vec::new();
    let mut letters = ['.'; 9];
    let mut marks = [[0; 9]; 2];
    for (i, boards) in all.chunks(3).enumerate() {
        if i > 0 {
            let what = error_text!("uttt-line-between", "the line between two rows of boards");
            let line = next_line(words, &what)?;
            if line[0].text != BETWEEN || line.len() > 1 {
                let message = error_text!("expected-more", "expected {what}", what = BETWEEN);
                return Err(line[0].error(0, message));
            }
        }
        let what = error_text!("uttt-names", "the names of three boards");
        for (&board, word) in boards.iter().zip(cells(&next_line(words, &what)?, 1)?) {
            let mut head = word.text.chars();
            let name = board.to_string();
            let is_named = head.next().is_some_and(|letter| name.starts_with(letter));
            let state = (head.next(), head.next(), head.next());
            let (true, (Some(':'), Some(state), None)) = (is_named, state) else {
                let message = error_text!(
                    "uttt-name-and-state",
                    "expected the name of board {board} and its state, {board}:.",
                    board = board
                );
                return Err(word.error(0, message));
            };
            letters[board.index()] = state;
            heads.push(word);
        }
        for row in all.chunks(3) {
            let line = next_line(words, &error_text!("uttt-row", "a row of cells"))?;
            let names = boards
                .iter()
                .flat_map(|board| row.iter().map(move |cell| (board, cell)));
            for ((board, cell), word) in names.zip(cells(&line, 3)?) {
                let mut chars = word.text.chars();
                match (chars.next().and_then(mark), chars.next()) {
                    (Some(None), None) => {}
                    (Some(Some(side)), None) => {
                        marks[side.index()][board.index()] |= cell.bit();
                    }
                    _ => {
                        return Err(word.error(0, no_mark(*board, *cell, word.text)));
                    }
                }
            }
        }
    }
    // The state follows the name and a colon.
    let fault = |(board, message): Fault| heads[board].error(2, message);
    let global = Global {
        letters,
        won_boards,
    };
    let target = global.target().map_err(fault)?;
    global.agree(&marks).map_err(fault)?;
    let count = |boards: [u16; 9]| boards.iter().map(|board| board.count_ones()).sum::<u32>();
    let [x, o] = marks.map(count);
    let to_move = if x == o { Side::First } else { Side::Second };
    let position = global.position(marks, to_move, target)?;
    let what = error_text!("the-side-to-move", "the side to move");
    let line = next_line(words, &what)?;
    let expected = last_line(&position);
    if !line.iter().map(|word| word.text).eq(expected.split(' ')) {
        let message = error_text!(
            "diagram-other-line",
            "by the board this line is \"{expected}\"",
            expected = expected
        );
        return Err(line[0].error(0, message));
    }
    Ok(position)
}

/// Reads the next line.
fn next_line<'a>(words: &mut Words<'a>, what: &ErrorText) -> Result<Vec<Word<'a>>, NotationError> {
    let line = words.line();
    match line.is_empty() {
        true => Err(words.missing(error_text!(
            "diagram-ends",
            "the diagram ends where {what} is expected",
            what = what
        ))),
        false => Ok(line),
    }
}

/// The words of three boards, `width` per board, without the bars between them.
fn cells<'a>(line: &[Word<'a>], width: usize) -> Result<Vec<Word<'a>>, NotationError> {
    let mut cells = Vec::new();
    for place in 0..3 * width + 2 {
        let is_bar = place % (width + 1) == width;
        match line.get(place) {
            Some(word) if is_bar && word.text == "|" => {}
            Some(&word) if !is_bar && word.text != "|" => cells.push(word),
            Some(word) => {
                let message = match is_bar {
                    true => error_text!("uttt-no-bar", "expected | between two boards"),
                    false => error_text!("uttt-no-cell", "a cell is missing before this |"),
                };
                return Err(word.error(0, message));
            }
            None => {
                let last = line[line.len() - 1];
                let message = error_text!(
                    "uttt-short-line",
                    "the line ends before the third board does"
                );
                return Err(last.error(last.width(), message));
            }
        }
    }
    match line.get(3 * width + 2) {
        Some(word) => {
            let message = error_text!(
                "uttt-long-line",
                "there is \"{word}\" after the third board",
                word = excerpt(word.text)
            );
            Err(word.error(0, message))
        }
        None => Ok(cells),
    }
}
