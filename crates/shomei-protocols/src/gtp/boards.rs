//! Positions in the formats of programs that use the Go Text Protocol.

use shomei::messages::capital;
use shomei::{AnyPosition, Side};

use crate::othello::PASS;

/// The text of a move in the protocol.
pub(super) fn vertex(mv: &str) -> &str {
    match mv {
        PASS => "pass",
        square => square,
    }
}

/// The text of a move of the protocol in the notation of the game.
pub(super) fn mv_of(vertex: &str) -> String {
    match vertex.to_ascii_lowercase().as_str() {
        "pass" => PASS.to_string(),
        _ => vertex.to_ascii_uppercase(),
    }
}

/// The supported board sizes: the number of files, which is the number of rows.
pub(super) const SIZES: [u32; 2] = [6, 8];

/// The number of files of a position's board, which is the number of rows.
pub(super) fn edge(position: &AnyPosition) -> usize {
    let text = position.text();
    let squares = text.split(' ').next().unwrap_or_default();
    squares.len().isqrt()
}

/// The board in GoGui's format. The first line is the last row, because row 1 is at the bottom of a
/// Go board: each square keeps its name.
pub(super) fn gogui(position: &AnyPosition) -> String {
    let edge = edge(position);
    let squares: Vec<char> = position.text().chars().take(edge * edge).collect();
    let row = |row: &[char]| {
        let row = row.iter().map(|&c| if c == '-' { '.' } else { c });
        row.map(String::from).collect::<Vec<_>>().join(" ")
    };
    let rows: Vec<String> = squares.chunks(edge).rev().map(row).collect();
    rows.join("\n")
}

/// The legal moves, separated by blanks; empty if the game is over.
pub(super) fn legal(position: &AnyPosition) -> String {
    let moves = position.moves();
    let moves: Vec<&str> = moves.iter().map(|mv| vertex(mv)).collect();
    moves.join(" ")
}

/// The score of a finished game in the protocol's notation; `None` if the game is not over.
pub(super) fn final_score(position: &AnyPosition) -> Option<String> {
    Some(match position.score(Side::First)? {
        0 => "0".to_string(),
        score @ 1.. => format!("B+{score}"),
        score => format!("W+{}", -score),
    })
}

/// The result of a finished game as English text; empty if the game is not over.
pub(super) fn final_result(position: &AnyPosition) -> String {
    let winner = |side| capital(&position.game().side_name(side));
    match position.score(Side::First) {
        None => String::new(),
        Some(0) => "draw".to_string(),
        Some(score @ 1..) => format!("{} wins by {score} discs", winner(Side::First)),
        Some(score) => format!("{} wins by {} discs", winner(Side::Second), -score),
    }
}
