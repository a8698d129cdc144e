//! Lines of Lines of Action in SGF, of Othello in GGF, and of Othello in OBF position by position.
//!
//! They are made of the texts of positions and moves, which are the same everywhere: the squares
//! of the board from a1, row by row, and the side to move. The library reads all of them again.

use std::fmt::Write;

use shomei::{AnyPosition, Side};

use super::super::walk::Walk;

/// A line as SGF, game 9: the position that it begins with is set up in the root.
pub(super) fn sgf(walk: &Walk) -> Option<String> {
    let root = walk.position_before(0);
    let text = root.text();
    let (squares, _) = text.split_once(' ')?;
    let edge = u8::try_from(squares.len().isqrt()).ok()?;
    let mut sgf = format!("(;FF[4]CA[UTF-8]AP[shomei]GM[9]SZ[{edge}]SU[Custom]");
    for (property, letter) in [("AB", 'x'), ("AW", 'o')] {
        let own = (0..).zip(squares.chars()).filter(|&(_, on)| on == letter);
        let own: String = own
            .map(|(at, _)| format!("[{}]", square(at, edge)))
            .collect();
        if !own.is_empty() {
            sgf += property;
            sgf += &own;
        }
    }
    sgf += &format!("PL[{}]\n", colour(root));
    for (place, step) in walk.steps().iter().enumerate() {
        let mover = colour(walk.position_before(place));
        // A capture is a move to a square with a piece; SGF writes all moves alike.
        let mv = step.mv.replacen('x', "-", 1);
        sgf += &format!(";{mover}[{mv}]\n");
    }
    Some(sgf + ")\n")
}

/// A line as GGF, the form of game servers.
pub(super) fn ggf(walk: &Walk) -> Option<String> {
    let root = walk.position_before(0);
    let text = root.text();
    let (squares, mover) = text.split_once(' ')?;
    let letters: Vec<char> = squares.chars().map(disc).collect();
    let edge = letters.len().isqrt().max(1);
    let rows: Vec<String> = letters
        .chunks(edge)
        .map(|row| row.iter().collect())
        .collect();
    let mover: String = mover.chars().map(disc).collect();
    let rows = rows.join(" ");
    let mut ggf = format!("(;GM[Othello]PC[shomei]TY[{edge}]BO[{edge} {rows} {mover}]");
    for (place, step) in walk.steps().iter().enumerate() {
        let mover = colour(walk.position_before(place));
        let mv = match step.mv.len() {
            2 if step.mv != "--" => step.mv.as_str(),
            _ => "pa",
        };
        ggf += &format!("{mover}[{mv}]");
    }
    Some(ggf + ";)\n")
}

/// Every position of a line in OBF, each on a line of its own, with the move that leads to it as a
/// comment; nothing for a game that is not written in OBF.
pub(super) fn obf(walk: &Walk) -> Option<String> {
    let mut text = String::new();
    for ply in 0..=walk.steps().len() {
        let position = walk.position_before(ply).format_scores(&[])?;
        let last = ply.checked_sub(1).and_then(|last| walk.steps().get(last));
        // Writing to a string cannot fail.
        let _ = match last {
            Some(step) => writeln!(text, "{position} % {ply}. {}", step.mv),
            None => writeln!(text, "{position}"),
        };
    }
    Some(text)
}

/// The side to move, as both forms write it.
fn colour(position: &AnyPosition) -> char {
    match position.to_move() {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

/// A square of Othello as GGF writes it.
fn disc(letter: char) -> char {
    match letter {
        'X' => '*',
        other => other,
    }
}

/// The name of a square, counted from a1 row by row, of so many squares each.
fn square(at: u8, edge: u8) -> String {
    format!("{}{}", char::from(b'a' + at % edge), at / edge + 1)
}
