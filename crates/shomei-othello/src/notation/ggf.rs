//! Game records of the game servers: one game in "GGF".
//!
//! ```text
//! (;GM[Othello]PB[..]PW[..]TY[8]BO[8 -------- .. *]B[d3//1.2]W[c5]B[pa];)
//! ```
//!
//! Source: M. Buro, "Generic Game Format", <https://www.skatgame.net/mburo/ggsa/ggf>.
//!
//! Archives of servers write the number of games before the first; here it can
//! only be 1.
//!
//! Read: `GM`, `TY`, `BO`, `B` and `W`, and discs set up by `AB` and `AW`. Behind
//! a move stand its evaluation and its time, which are not looked at; nor are
//! other properties. A pass may be left out.

use shomei_game::{NotationError, Place, Record, Side};

use super::board::{self, Board};
use super::cursor::Cursor;
use super::moves::side_name;
use super::record;
use crate::position::PositionError;
use crate::{Move, Position, Size};

/// Whether a text is one of these records.
pub(super) fn begins(text: &str) -> bool {
    let game = text.trim_start_matches(|c: char| c.is_ascii_digit());
    game.trim_start().starts_with('(')
}

/// The position after the last move.
pub(super) fn parse(size: Size, text: &str) -> Result<Position, NotationError> {
    read(size, text)?.position()
}

/// The position before the first move, and the moves with all passes.
pub(super) fn record(size: Size, text: &str) -> Result<Record<Position, Move>, NotationError> {
    let game = read(size, text)?;
    let root = match game.root {
        Some(root) => root,
        None => game.position()?,
    };
    let mut record = Record::of(root);
    record.main.moves = game.line;
    Ok(record)
}

fn read(size: Size, text: &str) -> Result<State, NotationError> {
    let mut cursor = Cursor::new(text);
    open(&mut cursor)?;
    let mut game = State {
        board: Board::of(size),
        ..State::default()
    };
    loop {
        cursor.skip_blanks();
        match cursor.peek() {
            Some(c) if c.is_ascii_uppercase() => game.apply(&property(&mut cursor)?)?,
            _ => break,
        }
    }
    close(&mut cursor)?;
    // What is set up must be a position also where nothing is played.
    game.position()?;
    Ok(game)
}

/// Reads `(;`, and the number of games before it.
fn open(cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
    cursor.skip_blanks();
    let begin = *cursor;
    let games = cursor.take_while(|c| c.is_ascii_digit());
    if !matches!(games, "" | "1") {
        return Err(begin.error(format!(
            "one game is expected, and here {games} are announced"
        )));
    }
    for expected in ['(', ';'] {
        cursor.skip_blanks();
        expect(cursor, expected)?;
    }
    Ok(())
}

/// Reads `;)`, behind which there is nothing.
fn close(cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
    if cursor.rest().is_empty() {
        return Err(cursor.error("the text ends before the closing ;)"));
    }
    if cursor.peek() == Some(';') {
        cursor.next();
        cursor.skip_blanks();
    }
    expect(cursor, ')')?;
    cursor.skip_blanks();
    match cursor.peek() {
        None => Ok(()),
        Some('(') => Err(cursor.error("one game is expected, and here begins another")),
        Some(c) => Err(cursor.error(format!("'{c}' stands behind the end of the game"))),
    }
}

fn expect(cursor: &mut Cursor<'_>, expected: char) -> Result<(), NotationError> {
    let begin = *cursor;
    match cursor.next() {
        Some(c) if c == expected => Ok(()),
        Some(c) => Err(begin.error(format!("'{c}' was not expected here, but {expected}"))),
        None => Err(begin.error(format!("the text ends where {expected} was expected"))),
    }
}

/// `B[d3//1.2]`: the name, the values, and where they stand.
struct Property<'a> {
    name: &'a str,
    begin: Cursor<'a>,
    /// Each with the place behind its bracket.
    values: Vec<(&'a str, Cursor<'a>)>,
}

impl Property<'_> {
    fn error(&self, message: impl Into<String>) -> NotationError {
        self.begin.error(message)
    }
}

fn property<'a>(cursor: &mut Cursor<'a>) -> Result<Property<'a>, NotationError> {
    let begin = *cursor;
    let name = cursor.take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let mut values = Vec::new();
    cursor.skip_blanks();
    while cursor.peek() == Some('[') {
        let bracket = *cursor;
        cursor.next();
        let inside = *cursor;
        values.push((cursor.take_while(|c| c != ']').trim(), inside));
        if cursor.next().is_none() {
            return Err(bracket.error("this [ is never closed"));
        }
        cursor.skip_blanks();
    }
    if values.is_empty() {
        return Err(cursor.error(format!("expected [ after {name}")));
    }
    Ok(Property {
        name,
        begin,
        values,
    })
}

/// The game as far as it has been read.
#[derive(Default)]
struct State {
    /// What `BO`, `AB` and `AW` have set up.
    board: Board,
    is_set_up: bool,
    to_move: Option<Side>,
    /// Once there was a move.
    played: Option<Position>,
    moves: usize,
    /// The position before the first move, once there was one.
    root: Option<Position>,
    /// The moves, passes that were left out among them.
    line: Vec<Move>,
    /// Properties that may stand once and have been there.
    seen: Vec<String>,
}

impl State {
    fn apply(&mut self, property: &Property<'_>) -> Result<(), NotationError> {
        let value = property.values.first().map_or("", |&(text, _)| text);
        if matches!(property.name, "GM" | "TY") {
            let name = property.name;
            if self.seen.iter().any(|seen| seen == name) {
                return Err(property.error(format!("{name} is said twice")));
            }
            if property.values.len() > 1 {
                return Err(property.error(format!("{name} has one value")));
            }
            self.seen.push(name.to_string());
        }
        match property.name {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                Err(property.error(format!("this is a game of \"{value}\", not of Othello")))
            }
            "TY" => kind(self.board.size, property, value),
            "BO" | "AB" | "AW" if self.played.is_some() => {
                let name = property.name;
                Err(property.error(format!("{name} sets discs up behind a move")))
            }
            "BO" => self.board(property),
            "AB" => self.put(property, Side::First),
            "AW" => self.put(property, Side::Second),
            "B" => self.play(property, Side::First),
            "W" => self.play(property, Side::Second),
            _ => Ok(()),
        }
    }

    /// `8`, or the size of a smaller board, the squares in rows, and the side to move.
    fn board(&mut self, property: &Property<'_>) -> Result<(), NotationError> {
        let [(text, mut cursor)] = property.values[..] else {
            return Err(property.error("BO has one value"));
        };
        if self.to_move.is_some() {
            return Err(property.error("there are two boards"));
        }
        cursor.skip_blanks();
        let begin = cursor;
        let size = cursor.take_while(|c| c.is_ascii_digit());
        let edge = self.board.size.edge();
        if size != edge.to_string() {
            let message = format!("the size of the board is \"{size}\", expected {edge}");
            return Err(begin.error(message));
        }
        let letters = text.chars().filter(|c| !c.is_whitespace()).count();
        // Without the size and the side to move.
        for _ in 0..letters.saturating_sub(2) {
            cursor.skip_blanks();
            self.board.push(&mut cursor)?;
        }
        self.board.complete(&cursor)?;
        self.to_move = Some(board::parse_side(&mut cursor)?);
        self.is_set_up = true;
        Ok(())
    }

    /// Squares, one a value or several.
    fn put(&mut self, property: &Property<'_>, side: Side) -> Result<(), NotationError> {
        for &(_, mut cursor) in &property.values {
            loop {
                cursor.take_while(|c| c.is_whitespace() || c == ',');
                if cursor.peek() == Some(']') {
                    break;
                }
                let begin = cursor;
                let letters = cursor.rest().chars().take(2);
                let name: String = letters.take_while(|&c| c != ']').collect();
                for _ in name.chars() {
                    cursor.next();
                }
                let size = self.board.size;
                let square = Move::parse(&name).and_then(Move::square);
                let Some(square) = square.filter(|square| size.mask() >> square & 1 == 1) else {
                    let last = size.last_square();
                    let message =
                        format!("\"{name}\" is no square; expected one from A1 to {last}");
                    return Err(begin.error(message));
                };
                self.board.discs[side.index()] |= 1 << square;
            }
        }
        self.is_set_up = true;
        Ok(())
    }

    fn play(&mut self, property: &Property<'_>, side: Side) -> Result<(), NotationError> {
        let [(value, _)] = property.values[..] else {
            return Err(property.error("a move has one value"));
        };
        let text = value.split('/').next().unwrap_or("").trim();
        let mut position = self.position()?;
        self.moves += 1;
        self.root.get_or_insert(position);
        if side != position.to_move() {
            let before = position;
            position = record::after_pass(before);
            self.line.extend((position != before).then_some(Move::PASS));
        }
        if side != position.to_move() {
            let place = Place::Move(self.moves, text.to_string());
            let message = format!(
                "a move of {}, but {} is to move",
                side_name(side),
                side_name(position.to_move())
            );
            return Err(NotationError::new(place, message));
        }
        self.played = Some(record::play_one(&position, self.moves, text)?);
        self.line.extend(Move::parse(text));
        Ok(())
    }

    fn position(&self) -> Result<Position, NotationError> {
        match self.played {
            Some(position) => Ok(position),
            // A record that does not say so is one on the usual board.
            None if !self.is_set_up => match self.board.size {
                Size::Eight => Ok(Position::start()),
                size => Err(NotationError::whole(format!(
                    "without BO the board is 8x8 squares; expected BO[{}...]",
                    size.edge()
                ))),
            },
            None => {
                let to_move = self.to_move.unwrap_or(Side::First);
                self.board.position(to_move).map_err(|error| match error {
                    PositionError::Overlap(square) => {
                        let place = Place::Square(square);
                        NotationError::new(place, "there are discs of both sides")
                    }
                    PositionError::Empty | PositionError::Beyond(..) => {
                        NotationError::whole(error.to_string())
                    }
                })
            }
        }
    }
}

/// Refuses types of another size such as `10`, and `8a`, in which fewer discs win; not
/// `8` or `s8r18`.
fn kind(board: Size, property: &Property<'_>, value: &str) -> Result<(), NotationError> {
    let from_size = value.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = from_size.find(|c: char| !c.is_ascii_digit());
    let (size, letters) = from_size.split_at(end.unwrap_or(from_size.len()));
    let edge = board.edge();
    if !size.is_empty() && size != edge.to_string() {
        let message = format!("the type is {value}; expected a board of {edge}");
        return Err(property.error(message));
    }
    if letters.contains('a') {
        let message = format!("the type is {value}, anti-Othello; expected Othello");
        return Err(property.error(message));
    }
    Ok(())
}
