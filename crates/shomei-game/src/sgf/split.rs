//! Files of several games.

use crate::Place;

/// One game of a file, and where it begins there.
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
    /// The place in the file of a place in the game.
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

/// The games of a text, each from its first `(` to the `)` that closes it.
///
/// GGF writes the number of games of a match before the first of them. Where there are fewer games
/// than announced the number stays with the game, which is then refused. What is between games
/// or behind the last one stays with the next or the last one, for the same reason.
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

/// The text cut behind each game, without blanks around the parts.
fn whole_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut begin, mut depth) = (0_usize, 0_usize);
    let (mut is_value, mut is_escaped) = (false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            ']' if is_value && !is_escaped => is_value = false,
            _ if is_value => is_escaped = letter == '\\' && !is_escaped,
            '[' if depth > 0 => (is_value, is_escaped) = (true, false),
            '(' => depth += 1,
            ')' => {
                if depth == 1 {
                    parts.push(text[begin..=at].trim_start());
                    begin = at + 1;
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    let rest = text[begin..].trim();
    match parts.last_mut() {
        // What begins no further game is refused behind the last one.
        Some(last) if !rest.is_empty() && depth == 0 => {
            let from = last.as_ptr() as usize - text.as_ptr() as usize;
            *last = text[from..].trim_end();
        }
        _ if !rest.is_empty() => parts.push(rest),
        _ => {}
    }
    parts
}

/// The number of games before a game, and the length of it with the blanks behind.
fn count_of(part: &str) -> Option<(usize, usize)> {
    let behind = part.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = part[..part.len() - behind.len()].parse().ok()?;
    let game = behind.trim_start();
    game.starts_with('(')
        .then_some((count, part.len() - game.len()))
}

fn placed(text: &str, parts: &[&str]) -> Vec<Part> {
    let (mut line, mut column, mut read) = (1, 1, 0);
    let place = |part: &&str| {
        let begin = part.as_ptr() as usize - text.as_ptr() as usize;
        for letter in text[read..begin].chars() {
            (line, column) = match letter {
                '\n' => (line + 1, 1),
                _ => (line, column + 1),
            };
        }
        read = begin;
        Part {
            line,
            column,
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
    fn games_are_cut_behind_their_brackets() {
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
}
