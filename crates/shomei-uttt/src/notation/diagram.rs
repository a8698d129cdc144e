//! Nine boards to look at.

use shomei_game::Outcome;

use super::board::{letter, state_letter};
use crate::position::side_name;
use crate::{Cell, Position};

/// ```text
/// a:.      | b:O      | c:@
///   X . O  |   O X .  |   . . .
///   ...
/// X to move in board c
/// ```
///
/// Behind the letter of a board stands its state, as in the one-line form.
pub(super) fn diagram(position: &Position) -> String {
    let all: Vec<Cell> = Cell::all().collect();
    let mut text = String::new();
    for (i, boards) in all.chunks(3).enumerate() {
        if i > 0 {
            text += "---------+----------+---------\n";
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

/// The pieces of one line.
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
