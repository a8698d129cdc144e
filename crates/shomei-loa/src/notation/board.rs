//! Boards: one line of 64 squares, or a diagram of eight rows; fewer on a smaller board.
//!
//! The one-line form lists a1 to h1 first and a8 to h8 last, as one word or in eight groups
//! separated by blanks. A diagram shows rank 8 on top, with or without blanks between the squares,
//! rank numbers and file letters:
//!
//! ```text
//!   a b c d e f g h
//! 8 . x x x x x x . 8
//! ...
//! 1 . x x x x x x . 1
//! Black (x) to move
//! ```
//!
//! Rows separated by `/` are refused: in chess that form begins with rank 8, and a board that was
//! read upside down would be solved without an error.

use shomei_game::escape::excerpt;
use shomei_game::words::{Word, Words};
use shomei_game::{ErrorText, Kind, NotationError, Place, Side, error_text};

use crate::position::side_name;
use crate::{Loa, Position, Size, Square};

/// The error for a position without its side to move.
fn no_side() -> ErrorText {
    error_text!(
        "loa-side-missing",
        "the side to move is missing; expected x or black, o or white"
    )
}

/// A position as one character per square and the side to move.
pub(crate) fn one_line(position: &Position) -> String {
    let mut text: String = position
        .size()
        .squares()
        .map(|square| letter(position.at(square)))
        .collect();
    text.push(' ');
    text.push(letter(Some(position.to_move())));
    text
}

/// Rows with coordinates, and the side to move.
pub(super) fn diagram(position: &Position) -> String {
    let size = position.size();
    let files: String = size.files().flat_map(|file| [' ', file]).collect();
    let files = format!(" {files}\n");
    let mut text = files.clone();
    for rank in (0..size.edge()).rev() {
        let cells = (0..size.edge()).filter_map(|file| Square::at(file, rank));
        let cells: Vec<String> = cells.map(|s| letter(position.at(s)).to_string()).collect();
        let number = rank + 1;
        text += &format!("{number} {} {number}\n", cells.join(" "));
    }
    let side = position.to_move();
    text + &files + &format!("{} ({}) to move", side_name(side), letter(Some(side)))
}

/// Reads a board and the side to move.
pub(super) fn parse(size: Size, words: &mut Words<'_>) -> Result<Position, NotationError> {
    if is_diagram(size, words) {
        parse_diagram(size, words)
    } else {
        parse_one_line(size, words)
    }
}

fn letter(piece: Option<Side>) -> char {
    match piece {
        Some(Side::First) => 'x',
        Some(Side::Second) => 'o',
        None => '.',
    }
}

/// The content of a square by its character; `None` for an unknown character.
fn cell(character: char) -> Option<Option<Side>> {
    match character {
        'x' | 'X' | 'b' | 'B' => Some(Some(Side::First)),
        'o' | 'O' | 'w' | 'W' => Some(Some(Side::Second)),
        '.' | '-' => Some(None),
        _ => None,
    }
}

/// The side with this name.
pub(super) fn side(word: &str) -> Option<Side> {
    Side::called_or(word, Loa::SIDES, ["xb", "ow"])
}

/// Pieces, collected square by square.
struct Board {
    size: Size,
    pieces: [u64; 2],
}

impl Board {
    fn empty(size: Size) -> Board {
        let pieces = [0; 2];
        Board { size, pieces }
    }

    fn put(&mut self, square: Square, character: char) -> Result<(), NotationError> {
        let Some(piece) = cell(character) else {
            let place = Place::square(square.to_string());
            return Err(NotationError::new(place, self.bad_cell(character)));
        };
        if let Some(side) = piece {
            self.pieces[side.index()] |= square.bit();
        }
        Ok(())
    }

    fn bad_cell(&self, character: char) -> ErrorText {
        bad_cell(self.size, character)
    }

    fn position(self, to_move: Side) -> Result<Position, NotationError> {
        let [black, white] = self.pieces;
        Position::on(self.size, black, white, to_move).map_err(NotationError::whole)
    }
}

fn bad_cell(size: Size, character: char) -> ErrorText {
    let (area, edge, last) = (size.area(), size.edge(), size.files().last());
    match character {
        '/' => error_text!(
            "loa-rows",
            "rows separated by / are ambiguous; write {area} squares, a1 to {file}1 first, or a \
             diagram with rank {edge} on top",
            area = area,
            file = last.unwrap_or('a'),
            edge = edge
        ),
        _ => error_text!(
            "loa-letter",
            "'{letter}' is not a square; expected x or b (Black), o or w (White), or . (empty)",
            letter = character
        ),
    }
}

fn parse_one_line(size: Size, words: &mut Words<'_>) -> Result<Position, NotationError> {
    // 1. The groups of squares. A side to move is at most as long as "black", a row has at least
    //    five squares.
    let is_group = |word: &Word<'_>| {
        word.width() >= usize::from(size.edge().min(6)) && side(word.text).is_none()
    };
    let first = words.peek();
    let mut cells: Vec<char> = Vec::new();
    while cells.len() < size.area()
        && let Some(word) = words.peek().filter(is_group)
    {
        cells.extend(word.text.chars());
        words.next();
    }
    if let Some(&c) = cells.iter().find(|&&c| c == '/') {
        return Err(NotationError::whole(bad_cell(size, c)));
    }
    let attached = attached(size, &mut cells, words.peek());
    if cells.len() != size.area() {
        return Err(wrong_length(size, first, &cells));
    }
    // 2. The board.
    let mut board = Board::empty(size);
    for (square, character) in size.squares().zip(cells) {
        board.put(square, character)?;
    }
    // 3. The side to move.
    if let Some(to_move) = attached {
        return board.position(to_move);
    }
    let Some(word) = words.next() else {
        return Err(words.missing(no_side()));
    };
    let to_move = side_to_move(word)?;
    // The side may begin a sentence, as in `Black (x) to move`.
    let mut ahead = words.clone();
    ahead.accept(&mark(to_move));
    if ahead.accept("to") && ahead.accept("move") {
        *words = ahead;
    }
    board.position(to_move)
}

/// The mark of a side in the last line of a diagram.
fn mark(side: Side) -> String {
    format!("({})", letter(Some(side)))
}

/// The side to move that follows the last square without a blank; it is removed from `cells`.
/// `None` if another side follows.
fn attached(size: Size, cells: &mut Vec<char>, next: Option<Word<'_>>) -> Option<Side> {
    let is_one_more = cells.len() == size.area() + 1;
    let is_alone = next.is_none_or(|word| side(word.text).is_none());
    let last = cells.last()?.to_string();
    let side = side(&last).filter(|_| is_one_more && is_alone)?;
    cells.pop();
    Some(side)
}

/// The error for a text that begins with too few or too many squares, or with none.
fn wrong_length(size: Size, first: Option<Word<'_>>, cells: &[char]) -> NotationError {
    let (area, edge) = (size.area(), size.edge());
    let is_board = cells.len() >= area / 2 || cells.iter().all(|&c| cell(c).is_some());
    match first {
        Some(word) if cells.is_empty() || !is_board => word.error(
            0,
            error_text!(
                "begins-no-position",
                "\"{word}\" begins no position; expected {forms}",
                word = excerpt(word.text),
                forms = super::forms(size)
            ),
        ),
        _ => {
            let file = size.files().last().unwrap_or('a');
            let squares = cells.len();
            let other = Size::ALL.into_iter().find(|other| other.area() == squares);
            NotationError::whole(match other {
                Some(other) => error_text!(
                    "loa-other-board",
                    "the board has {squares} squares, expected {area}: a1 to {file}1 first, \
                     a{edge} to {file}{edge} last (a board of {size} squares is played under the \
                     rule board={other})",
                    squares = squares,
                    area = area,
                    file = file,
                    edge = edge,
                    size = other,
                    other = other.edge()
                ),
                None => error_text!(
                    "loa-number-of-squares",
                    "the board has {squares} squares, expected {area}: a1 to {file}1 first, \
                     a{edge} to {file}{edge} last",
                    squares = squares,
                    area = area,
                    file = file,
                    edge = edge
                ),
            })
        }
    }
}

fn side_to_move(word: Word<'_>) -> Result<Side, NotationError> {
    side(word.text).ok_or_else(|| {
        word.error(
            0,
            error_text!(
                "loa-no-side",
                "\"{word}\" is not a side to move; expected x or black, o or white",
                word = excerpt(word.text)
            ),
        )
    })
}

/// Whether the text has several lines of which the first is too short to be a board.
fn is_diagram(size: Size, words: &Words<'_>) -> bool {
    let mut words = words.clone();
    let first: usize = words.line().iter().map(Word::width).sum();
    first < size.area() / 2 && words.next().is_some()
}

fn parse_diagram(size: Size, words: &mut Words<'_>) -> Result<Position, NotationError> {
    let mut board = Board::empty(size);
    let edge = size.edge();
    let mut rows = 0;
    while let line @ [first, after @ ..] = &words.line()[..] {
        let between_rows = (1..edge).contains(&rows);
        if is_file_letters(size, line) && !between_rows {
            continue;
        }
        if rows == edge {
            let to_move = side_to_move(*first)?;
            nothing_else(to_move, after)?;
            return board.position(to_move);
        }
        parse_row(line, edge - 1 - rows, &mut board)?;
        rows += 1;
    }
    Err(words.missing(match rows {
        _ if rows == edge => no_side(),
        _ => error_text!(
            "loa-rows-missing",
            "the diagram has {rows} rows, expected {edge} with rank {edge} on top",
            rows = rows,
            edge = edge
        ),
    }))
}

/// Refuses text after the side to move on its line, except the words of a diagram: `Black (x) to
/// move`.
fn nothing_else(to_move: Side, after: &[Word<'_>]) -> Result<(), NotationError> {
    let mark = mark(to_move);
    let marked = after.first().is_some_and(|word| word.is(&mark));
    let rest = &after[usize::from(marked)..];
    let mut expected = ["to", "move"].iter();
    for word in rest {
        if !expected.next().is_some_and(|known| word.is(known)) {
            let message = error_text!(
                "word-after-side",
                "there is \"{word}\" after the side to move",
                word = excerpt(word.text)
            );
            return Err(word.error(0, message));
        }
    }
    Ok(())
}

/// Reads the squares of a rank, counted from 0.
fn parse_row(line: &[Word<'_>], rank: u8, board: &mut Board) -> Result<(), NotationError> {
    let first = line[0];
    let mut cells: Vec<(char, usize)> = line
        .iter()
        .flat_map(|word| word.text.chars().zip(word.column..))
        .collect();
    let labels = [cells.first().copied(), cells.last().copied()];
    cells.retain(|(character, _)| !character.is_ascii_digit());
    for (label, column) in labels.into_iter().flatten() {
        if label.is_ascii_digit() && label != char::from(b'1' + rank) {
            let message = error_text!(
                "loa-other-rank",
                "this is row {row}, expected rank {rank}",
                row = label,
                rank = rank + 1
            );
            return Err(first.error(column - first.column, message));
        }
    }
    for &(character, column) in &cells {
        if cell(character).is_none() {
            return Err(first.error(column - first.column, board.bad_cell(character)));
        }
    }
    let edge = board.size.edge();
    if cells.len() != usize::from(edge) {
        let message = error_text!(
            "loa-rank-width",
            "rank {rank} has {width} squares, expected {edge}",
            rank = rank + 1,
            width = cells.len(),
            edge = edge
        );
        return Err(first.error(0, message));
    }
    for (file, (character, _)) in (0..edge).zip(cells) {
        if let Some(square) = Square::at(file, rank) {
            board.put(square, character)?;
        }
    }
    Ok(())
}

fn is_file_letters(size: Size, line: &[Word<'_>]) -> bool {
    let letters = line.iter().flat_map(|word| word.text.chars());
    letters.map(|c| c.to_ascii_lowercase()).eq(size.files())
}
