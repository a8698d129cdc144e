//! Games out of files: SGF, the form of programs for Go, or GGF.
//!
//! Of an SGF file the main line is read: `SZ`, discs set up by `AB` and `AW`, the side to move
//! (`PL`), and the moves `B` and `W`. A square is two letters from the upper left corner, `fe` for
//! F5, or its name. GoGui counts rows from the bottom, so that a file of it has the board upside
//! down: where the usual reading is not legal, the other one is tried.

use shomei::{AnyGame, Side};

use super::boards::edge;
use super::command::color;
use crate::othello::{PASS, Play};

/// The game of a file, with at most so many of its moves.
pub(super) fn load(game: &AnyGame, bytes: &[u8], most: usize) -> Result<Play, String> {
    let text = String::from_utf8_lossy(bytes);
    let upper = text.to_ascii_uppercase();
    if upper.contains("GM[OTHELLO]") || upper.contains("BO[8") {
        return Play::of_record(game, bytes, most).map_err(|error| error.to_string());
    }
    let record = Record::read(&text, edge(&game.start()))?;
    let upright = record.replay(game, most, Rows::FromTop);
    // The whole game decides how it is meant, not its beginning.
    match record.replay(game, usize::MAX, Rows::FromTop) {
        Ok(_) => upright,
        Err(error) => match record.replay(game, usize::MAX, Rows::FromBottom) {
            Ok(_) => record.replay(game, most, Rows::FromBottom),
            Err(_) => upright.and(Err(error)),
        },
    }
}

/// From where the rows of a file are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    FromTop,
    FromBottom,
}

/// What is read of a file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Record {
    /// How many files and rows the board has.
    edge: usize,
    /// Discs that were set up.
    discs: Vec<(Side, String)>,
    to_move: Option<Side>,
    moves: Vec<(Side, String)>,
}

impl Record {
    /// Reads the main line of a file about a board with so many files and rows.
    fn read(text: &str, edge: usize) -> Result<Record, String> {
        let mut record = Record {
            edge,
            ..Record::default()
        };
        let start = text
            .find('(')
            .ok_or("no game: expected (; at the beginning")?;
        let mut rest = &text[start..];
        let mut name = "";
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ';'));
            match rest.chars().next() {
                Some('[') => {
                    let (value, behind) = value(rest)?;
                    record.property(name, value.trim())?;
                    rest = behind;
                }
                Some(c) if c.is_ascii_alphabetic() => {
                    let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
                    (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
                }
                // Behind the first end of a line there are other lines.
                Some(')') => return Ok(record),
                Some(c) => return Err(format!("'{c}' was not expected in the file")),
                None => return Err("the file ends before the closing )".to_string()),
            }
        }
    }

    fn property(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "GM" if !matches!(value, "1" | "2") => Err(format!(
                "GM[{value}]: this is another game; Othello is GM[2]"
            )),
            "SZ" if value != self.edge.to_string() => {
                Err(format!("SZ[{value}]: expected a board of {}", self.edge))
            }
            "AB" | "AW" | "AE" | "PL" if !self.moves.is_empty() => {
                Err(format!("{name} sets something up behind a move"))
            }
            "AE" => Err("AE: squares cannot be cleared here".to_string()),
            "AB" => {
                self.discs.push((Side::First, value.to_string()));
                Ok(())
            }
            "AW" => {
                self.discs.push((Side::Second, value.to_string()));
                Ok(())
            }
            "PL" => {
                self.to_move = Some(color(value)?);
                Ok(())
            }
            "B" => {
                self.moves.push((Side::First, value.to_string()));
                Ok(())
            }
            "W" => {
                self.moves.push((Side::Second, value.to_string()));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Plays the moves, at most so many.
    fn replay(&self, game: &AnyGame, most: usize, rows: Rows) -> Result<Play, String> {
        let mut play = Play::of(self.root(game, rows)?);
        for (number, (side, value)) in self.moves.iter().take(most).enumerate() {
            let done = mv(value, self.edge, rows).and_then(|mv| play.step_of(*side, &mv));
            done.map_err(|message| format!("move {} ({value}): {message}", number + 1))?;
        }
        Ok(play)
    }

    fn root(&self, game: &AnyGame, rows: Rows) -> Result<shomei::AnyPosition, String> {
        if self.discs.is_empty() && self.to_move.is_none_or(|side| side == Side::First) {
            return Ok(game.start());
        }
        let mut board = vec!['-'; self.edge * self.edge];
        for (side, value) in &self.discs {
            let Some(square) = square(value, self.edge, rows) else {
                return Err(format!("\"{value}\" is no square to set a disc on"));
            };
            board[square] = letter(*side);
        }
        let first = self.moves.first().map(|&(side, _)| side);
        let to_move = self.to_move.or(first).unwrap_or(Side::First);
        let board: String = board.iter().collect();
        let text = match self.discs.is_empty() {
            true => format!(
                "{} {}",
                &game.start().text()[..board.len()],
                letter(to_move)
            ),
            false => format!("{board} {}", letter(to_move)),
        };
        game.position(&text).map_err(|error| error.to_string())
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// A value in brackets and what is behind it; a backslash takes the meaning of what follows.
fn value(text: &str) -> Result<(&str, &str), String> {
    let inside = &text[1..];
    let mut is_escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            ']' if !is_escaped => return Ok((&inside[..at], &inside[at + 1..])),
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    let begin: String = text.chars().take(20).collect();
    Err(format!("this [ is never closed: {begin}"))
}

/// The move of a value, as the game writes it.
fn mv(value: &str, edge: usize, rows: Rows) -> Result<String, String> {
    if matches!(
        value.to_ascii_lowercase().as_str(),
        "" | "tt" | "pass" | "pa" | "--"
    ) {
        return Ok(PASS.to_string());
    }
    match square(value, edge, rows) {
        Some(square) => {
            let column = char::from(b'A' + (square % edge) as u8);
            Ok(format!("{column}{}", square / edge + 1))
        }
        None => Err("expected a square such as fe or f5".to_string()),
    }
}

/// The number of a square, A1 to the last one of a board with so many files and rows.
fn square(value: &str, edge: usize, rows: Rows) -> Option<usize> {
    let value = value.to_ascii_lowercase();
    let [column @ b'a'..=b'h', row] = value.as_bytes() else {
        return None;
    };
    let column = usize::from(column - b'a');
    let row = match (row, rows) {
        (b'1'..=b'8', _) => usize::from(row - b'1'),
        (b'a'..=b'h', Rows::FromTop) => usize::from(row - b'a'),
        (b'a'..=b'h', Rows::FromBottom) => (edge - 1).checked_sub(usize::from(row - b'a'))?,
        _ => return None,
    };
    (column < edge && row < edge).then_some(row * edge + column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    fn loaded(text: &str, most: usize) -> Result<String, String> {
        let game = Kinds::builtin().open("othello", "").unwrap();
        load(&game, text.as_bytes(), most).map(|play| play.now().text())
    }

    fn after(moves: &str) -> Result<String, String> {
        let game = Kinds::builtin().open("othello", "").unwrap();
        Ok(game.position(moves).unwrap().text())
    }

    #[test]
    fn all_forms_are_one_game() {
        let expected = after("f5d6c3");
        for text in [
            "(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc])",
            "(;GM[2]SZ[8];B[f5];W[D6];B[c3])",
            // As GoGui writes it.
            "(;FF[4]CA[UTF-8]AP[GoGui:1.5]SZ[8]\n;B[fd]\n;W[dc]\n;B[cf])",
            // Comments, and lines beside the main one.
            "x(;C[a \\] (;B[aa\\]) b];B[fe](;W[df];B[cc])(;W[dd]))",
            "(;GM[Othello]B[f5]W[d6]B[c3];)",
        ] {
            assert_eq!(loaded(text, 9), expected, "{text}");
            assert_eq!(loaded(text, 1), after("f5"), "{text}");
            assert_eq!(loaded(text, 0), after("start"), "{text}");
        }
        // White has no move behind C1, whether that is said or not.
        let root = "(;SZ[8]AB[aa][ah]AW[ba][bh];B[ca]";
        let with = |moves: &str| loaded(&format!("{root}{moves})"), 9);
        assert_eq!(with(";W[tt];B[ch]"), with(";B[ch]"));
        // Both pass where the game is over.
        assert_eq!(with(";W[];B[ch];W[];B[tt]"), with(";B[ch]"));
        assert!(with(";W[ch]").is_err());
        let white = loaded("(;AB[dd][da]AW[ee]PL[W];W[cc])", 9).unwrap();
        assert!(white.ends_with(" X"), "{white}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, message) in [
            ("", "no game: expected (; at the beginning"),
            ("(;B[fe]", "the file ends before the closing )"),
            ("(;B[fe", "this [ is never closed: [fe"),
            ("(;B fe[])", ""),
            ("(;*)", "'*' was not expected in the file"),
            (
                "(;GM[11])",
                "GM[11]: this is another game; Othello is GM[2]",
            ),
            ("(;SZ[19])", "SZ[19]: expected a board of 8"),
            ("(;B[fe]AB[aa])", "AB sets something up behind a move"),
            ("(;AE[aa])", "AE: squares cannot be cleared here"),
            ("(;AB[zz])", "\"zz\" is no square to set a disc on"),
            (
                "(;B[zz])",
                "move 1 (zz): expected a square such as fe or f5",
            ),
            (
                "(;B[fe];B[df])",
                "move 2 (df): white is to move, and does not have to pass",
            ),
        ] {
            match loaded(text, 9) {
                Ok(_) => assert_eq!(message, "", "{text}"),
                Err(error) => assert_eq!(error, message, "{text}"),
            }
        }
        let error = loaded("(;B[fe];W[aa])", 9).unwrap_err();
        assert!(error.starts_with("move 2 (aa): "), "{error}");
    }
}
