//! Game records in SGF: the main line of a tree with `GM[9]`.
//!
//! Sources: A. Hollosi, "SGF FF\[4\]", <https://www.red-bean.com/sgf/>, and its
//! page on Lines of Action; D. Dyer's draft of 30 March 1997 in the archive
//! there for `SU[Custom]`, which begins with an empty board.
//!
//! Read: `GM`, `SZ` and `SU` of the root; `AB`, `AW`, `AE` and `PL`, which set
//! up a position; `B` and `W`. `SZ` is 8 where it is left out, and must be the size of the rules'
//! board. Everything else, comments and variations
//! included, is passed over; but it must be well-formed, no property may stand twice
//! in a node or have more values than it may, and nothing may stand behind the game.
//! A resignation ends the line.

use shomei_game::{NotationError, Place, Side};

use super::record;
use super::words::Words;
use crate::position::side_name;
use crate::{Loa, Position, Size, Square};

/// Properties of a whole game.
const OF_ROOT: [&str; 3] = ["GM", "SZ", "SU"];

/// The last position of the main line.
pub(super) fn parse(game: &Loa, text: &str) -> Result<Position, NotationError> {
    let nodes = main_line(text)?;
    let root = nodes.first().map_or(&[][..], Vec::as_slice);
    let mut state = State::begin(game, root)?;
    for (number, node) in nodes.iter().enumerate() {
        for property in node {
            if number > 0 && OF_ROOT.contains(&property.name.as_str()) {
                let name = &property.name;
                return Err(property.error(format!("{name} belongs into the first node")));
            }
            state.apply(property)?;
        }
    }
    state.position()
}

/// `AB[c3][d4]`: the name, the values, and where it stands.
struct Property {
    name: String,
    values: Vec<String>,
    place: Place,
}

impl Property {
    fn error(&self, message: impl Into<String>) -> NotationError {
        NotationError::new(self.place.clone(), message)
    }

    /// The value of a property that has one.
    fn value(&self) -> Result<&str, NotationError> {
        match &self.values[..] {
            [value] => Ok(value.trim()),
            values => {
                let (name, found) = (&self.name, values.len());
                Err(self.error(format!("{name} has one value, and here are {found}")))
            }
        }
    }
}

/// A board that need not be a position yet, and the moves played so far.
struct State<'a> {
    game: &'a Loa,
    pieces: [u64; 2],
    to_move: Side,
    ply: usize,
    /// Whether a side has resigned.
    is_over: bool,
}

impl State<'_> {
    /// The board before the first node, as the root asks for it.
    fn begin<'a>(game: &'a Loa, root: &[Property]) -> Result<State<'a>, NotationError> {
        let start = game.first_position();
        let size = game.size();
        if size != Size::STANDARD && !root.iter().any(|property| property.name == "SZ") {
            let edge = size.edge();
            let message = format!("without SZ the board is 8x8 squares; expected SZ[{edge}]");
            return Err(NotationError::whole(message));
        }
        let mut pieces = Side::BOTH.map(|side| start.pieces(side));
        for property in root {
            if !OF_ROOT.contains(&property.name.as_str()) {
                continue;
            }
            let value = property.value()?;
            match property.name.as_str() {
                "GM" if value != "9" => {
                    return Err(
                        property.error(format!("this is game {value}; Lines of Action is GM[9]"))
                    );
                }
                "SZ" if value != size.edge().to_string() => {
                    let edge = size.edge();
                    return Err(property.error(format!("the board is {value}, expected {edge}")));
                }
                "SU" => match value.to_ascii_lowercase().as_str() {
                    "" | "standard" => {}
                    "custom" => pieces = [0, 0],
                    _ => {
                        return Err(property.error(format!(
                            "the setup {value} is not known; expected Standard or Custom"
                        )));
                    }
                },
                _ => {}
            }
        }
        let to_move = Side::First;
        Ok(State {
            game,
            pieces,
            to_move,
            ply: 0,
            is_over: false,
        })
    }

    /// Carries a property out.
    fn apply(&mut self, property: &Property) -> Result<(), NotationError> {
        let name = property.name.as_str();
        if self.is_over && matches!(name, "AB" | "AW" | "AE" | "PL" | "B" | "W") {
            return Err(property.error(format!("{name} stands behind a resignation")));
        }
        match name {
            "AB" => self.put(property, Some(Side::First))?,
            "AW" => self.put(property, Some(Side::Second))?,
            "AE" => self.put(property, None)?,
            "PL" => {
                self.to_move = super::board::side(property.value()?)
                    .ok_or_else(|| property.error("PL names no side; expected B or W"))?;
            }
            "B" => self.play(property, Side::First)?,
            "W" => self.play(property, Side::Second)?,
            _ => {}
        }
        Ok(())
    }

    /// Sets the listed squares, whatever was on them.
    fn put(&mut self, property: &Property, piece: Option<Side>) -> Result<(), NotationError> {
        for value in &property.values {
            let set =
                points(value).ok_or_else(|| property.error(format!("\"{value}\" is no square")))?;
            let size = self.game.size();
            if set & !size.mask() != 0 {
                let last = size.last_square();
                let message = format!("\"{value}\" lies beyond the board, a1 to {last}");
                return Err(property.error(message));
            }
            for side in Side::BOTH {
                self.pieces[side.index()] &= !set;
                if piece == Some(side) {
                    self.pieces[side.index()] |= set;
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, property: &Property, side: Side) -> Result<(), NotationError> {
        let text = property.value()?;
        if text.eq_ignore_ascii_case("resign") {
            self.is_over = true;
            return Ok(());
        }
        self.ply += 1;
        if side != self.to_move {
            let place = Place::Move(self.ply, text.to_string());
            let message = format!("{} is to move", side_name(self.to_move));
            return Err(NotationError::new(place, message));
        }
        let after = record::play_one(self.game, &self.position()?, self.ply, text)?;
        self.pieces = Side::BOTH.map(|side| after.pieces(side));
        self.to_move = after.to_move();
        Ok(())
    }

    fn position(&self) -> Result<Position, NotationError> {
        let [black, white] = self.pieces;
        Position::on(self.game.size(), black, white, self.to_move)
            .map_err(|e| NotationError::whole(e.to_string()))
    }
}

/// One square, or the rectangle between two corners: `c3` or `a1:h2`.
fn points(value: &str) -> Option<u64> {
    let (one, other) = value.split_once(':').unwrap_or((value, value));
    let (one, other) = (Square::parse(one.trim())?, Square::parse(other.trim())?);
    let within = |x: u8, a: u8, b: u8| a.min(b) <= x && x <= a.max(b);
    let inside = Square::all().filter(|s| {
        within(s.file(), one.file(), other.file()) && within(s.rank(), one.rank(), other.rank())
    });
    Some(inside.fold(0, |set, square| set | square.bit()))
}

/// The nodes from the root along every first variation. The other variations are read
/// to their ends, and what they say is left out.
fn main_line(text: &str) -> Result<Vec<Vec<Property>>, NotationError> {
    let mut reader = Reader::new(text);
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    let mut node: Option<Vec<Property>> = None;
    let mut depth = 0;
    // The first ) ends the main line.
    let mut ends_seen = 0;
    // Nodes stand before the variations of a branching, not behind them.
    let mut is_sequence = false;
    loop {
        let Some(letter) = reader.next_visible() else {
            return match depth {
                0 => Ok(nodes),
                _ => Err(reader.error("the text ends before the closing )")),
            };
        };
        if depth == 0 && ends_seen > 0 {
            return Err(reader.error(match letter {
                '(' => "one game is expected, and here begins another".to_string(),
                other => format!("'{other}' stands behind the end of the game"),
            }));
        }
        match letter {
            '(' | ')' => {
                nodes.extend(node.take().filter(|_| ends_seen == 0));
                if letter == '(' {
                    depth += 1;
                    reader.skip_blanks();
                    if reader
                        .peek()
                        .is_some_and(|c| !c.is_ascii_alphabetic() && c != ';')
                    {
                        reader.next();
                        return Err(reader.error("expected ; behind ("));
                    }
                    is_sequence = true;
                } else {
                    depth -= 1;
                    ends_seen += 1;
                    is_sequence = false;
                }
            }
            ';' if is_sequence => {
                nodes.extend(node.take().filter(|_| ends_seen == 0));
                node = Some(Vec::new());
            }
            c if c.is_ascii_alphabetic() && is_sequence => {
                let property = reader.property(c)?;
                let Some(node) = &mut node else {
                    return Err(property.error("expected ; before the first property"));
                };
                if node.iter().any(|other| other.name == property.name) {
                    let name = &property.name;
                    return Err(property.error(format!("{name} stands twice in one node")));
                }
                node.push(property);
            }
            c => return Err(reader.error(format!("'{c}' was not expected here"))),
        }
    }
}

/// The characters of a text, and the place of the last one read.
struct Reader<'a> {
    characters: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
    words: Words<'a>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            characters: text.chars().peekable(),
            line: 1,
            column: 0,
            words: Words::of(text),
        }
    }

    fn next(&mut self) -> Option<char> {
        let character = self.characters.next()?;
        if character == '\n' {
            self.line += 1;
            self.column = 0;
        } else {
            self.column += 1;
        }
        Some(character)
    }

    fn peek(&mut self) -> Option<char> {
        self.characters.peek().copied()
    }

    fn skip_blanks(&mut self) {
        while self.characters.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
    }

    fn next_visible(&mut self) -> Option<char> {
        self.skip_blanks();
        self.next()
    }

    fn place(&self) -> Place {
        // Behind a line's end the next character would be the first.
        self.words.place_of(self.line, self.column.max(1))
    }

    fn error(&self, message: impl Into<String>) -> NotationError {
        NotationError::new(self.place(), message)
    }

    /// The property whose first letter has been read.
    fn property(&mut self, first: char) -> Result<Property, NotationError> {
        let place = self.place();
        let mut name = String::new();
        let mut letter = Some(first);
        while let Some(c) = letter {
            // Older versions of the format write `Black` for `B`.
            if c.is_ascii_uppercase() {
                name.push(c);
            }
            let more = self
                .characters
                .peek()
                .is_some_and(char::is_ascii_alphanumeric);
            letter = if more { self.next() } else { None };
        }
        let mut values = Vec::new();
        self.skip_blanks();
        while self.characters.peek() == Some(&'[') {
            self.next();
            values.push(self.bracketed()?);
            self.skip_blanks();
        }
        if values.is_empty() {
            return Err(self.error(format!("expected [ after {name}")));
        }
        Ok(Property {
            name,
            values,
            place,
        })
    }

    /// The text up to the closing bracket; a backslash keeps what follows it.
    fn bracketed(&mut self) -> Result<String, NotationError> {
        let opening = self.place();
        let mut value = String::new();
        loop {
            let character = match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => self.next(),
                other => other,
            };
            match character {
                Some(c) => value.push(c),
                None => return Err(NotationError::new(opening, "this [ is never closed")),
            }
        }
    }
}
