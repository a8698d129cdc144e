//! Files of several games.

use super::Mark;
use crate::Place;

/// One game of a file, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// The game.
    pub text: String,
}

impl Part {
    /// Converts a place in the game to a place in the file.
    #[must_use]
    pub fn place_in_file(&self, place: Place) -> Place {
        let (line, column) = match place {
            Place::Column(column) => (1, column),
            Place::LineColumn(line, column) => (line, column),
            other => return other,
        };
        match line {
            1 => Place::LineColumn(self.line, self.column - 1 + column),
            _ => Place::LineColumn(self.line - 1 + line, column),
        }
    }
}

/// Detects whether a text that is read in parts ends within a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    /// The number of open `(` brackets.
    open: usize,
    is_value: bool,
    is_escaped: bool,
}

impl Depth {
    /// Reads the next part.
    pub fn read(&mut self, text: &str) {
        for letter in text.chars() {
            self.letter(letter);
        }
    }

    /// Whether the text that was read ends within a game.
    #[must_use]
    pub fn is_within(&self) -> bool {
        self.open > 0
    }

    /// Reads a letter and returns whether it ends a game.
    fn letter(&mut self, letter: char) -> bool {
        match letter {
            ']' if self.is_value && !self.is_escaped => self.is_value = false,
            _ if self.is_value => self.is_escaped = letter == '\\' && !self.is_escaped,
            '[' if self.open > 0 => (self.is_value, self.is_escaped) = (true, false),
            '(' => self.open += 1,
            ')' if self.open > 0 => {
                self.open -= 1;
                return self.open == 0;
            }
            _ => {}
        }
        false
    }
}

/// The games of a text, each from its first `(` to the `)` that closes it.
///
/// GGF writes the number of games of a match before the first of them. If the file has fewer games,
/// the number stays with the game, which is then refused. Text between games stays with the next
/// game, and text after the last game with the last, for the same reason.
///
/// ```
/// use shomei_game::sgf::split;
///
/// let parts = split("2 (;GM[Othello];) (;GM[Othello];)\n1 (;GM[Othello];)");
/// let places: Vec<_> = parts.iter().map(|part| (part.line, part.column)).collect();
/// assert_eq!(places, [(1, 3), (1, 19), (2, 3)]);
/// assert!(parts.iter().all(|part| part.text == "(;GM[Othello];)"));
/// ```
#[must_use]
pub fn split(text: &str) -> Vec<Part> {
    let mut parts = whole_parts(text);
    let counts: Vec<Option<(usize, usize)>> = parts.iter().map(|part| count_of(part)).collect();
    for at in 0..parts.len() {
        let Some((announced, length)) = counts[at] else {
            continue;
        };
        let others = counts[at + 1..].iter();
        let there = 1 + others.take_while(|count| count.is_none()).count();
        if (1..=there).contains(&announced) {
            parts[at] = &parts[at][length..];
        }
    }
    placed(text, &parts)
}

/// The text cut after each game, without blanks around the parts.
fn whole_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut begin, mut depth) = (0, Depth::default());
    for (at, letter) in text.char_indices() {
        if depth.letter(letter) {
            parts.push(text[begin..=at].trim_start());
            begin = at + 1;
        }
    }
    let rest = text[begin..].trim();
    match parts.last_mut() {
        // Text after the last game that begins no further game is refused together with the last
        // game.
        Some(last) if !rest.is_empty() && !depth.is_within() => {
            let from = last.as_ptr() as usize - text.as_ptr() as usize;
            *last = text[from..].trim_end();
        }
        _ if !rest.is_empty() => parts.push(rest),
        _ => {}
    }
    parts
}

/// The number of games before a game, and the number of bytes of that number with the blanks after
/// it.
fn count_of(part: &str) -> Option<(usize, usize)> {
    let after = part.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = part[..part.len() - after.len()].parse().ok()?;
    let game = after.trim_start();
    game.starts_with('(')
        .then_some((count, part.len() - game.len()))
}

fn placed(text: &str, parts: &[&str]) -> Vec<Part> {
    let (mut mark, mut read) = (Mark::of(text), 0);
    let place = |part: &&str| {
        let begin = part.as_ptr() as usize - text.as_ptr() as usize;
        mark = mark.after_in(&text[read..begin], &text[begin..]);
        read = begin;
        Part {
            line: mark.line,
            column: mark.column,
            text: (*part).to_string(),
        }
    };
    parts.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        split(text).into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn games_are_cut_after_their_brackets() {
        for (text, parts) in [
            (
                "(;A[)(](;B[\\])]))\n(;C[x])",
                &["(;A[)(](;B[\\])]))", "(;C[x])"][..],
            ),
            ("(;A[x])", &["(;A[x])"]),
            ("(;A[x]) x", &["(;A[x]) x"]),
            ("(;A[x])y(;B[x]) x", &["(;A[x])", "y(;B[x]) x"]),
            ("(;A[x])(;B[x", &["(;A[x])", "(;B[x"]),
            ("3 (;A[x])(;B[x])", &["3 (;A[x])", "(;B[x])"]),
            ("0 (;A[x])", &["0 (;A[x])"]),
            (
                "1(;A[x])2 (;B[x]) (;C[x])",
                &["(;A[x])", "(;B[x])", "(;C[x])"],
            ),
            (" \n", &[]),
        ] {
            assert_eq!(texts(text), parts, "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_file() {
        let parts = split("(;A[x])\n (;B[x]\n;C[x])");
        let place = |place| parts[1].place_in_file(place);
        assert_eq!(place(Place::LineColumn(1, 3)), Place::LineColumn(2, 4));
        assert_eq!(place(Place::LineColumn(2, 1)), Place::LineColumn(3, 1));
        assert_eq!(place(Place::Column(2)), Place::LineColumn(2, 3));
        assert_eq!(place(Place::Whole), Place::Whole);
    }

    #[test]
    fn every_kind_of_line_end_is_counted() {
        for end in ["\n", "\r", "\r\n"] {
            let text = "(;A[x]|;B[x])||(;C[x]|) (;D[x])".replace('|', end);
            let places = split(&text)
                .into_iter()
                .map(|part| (part.line, part.column));
            assert_eq!(
                places.collect::<Vec<_>>(),
                [(1, 1), (4, 1), (5, 3)],
                "{end:?}"
            );
        }
    }
}
