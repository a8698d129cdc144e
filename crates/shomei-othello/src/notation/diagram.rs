//! A board to look at.

use shomei_game::Side;

use super::board::letter;
use super::moves::{side_name, standing};
use crate::Position;
use crate::bits::count;

/// ```text
///   a b c d e f g h
/// 1 - - - - - - - - 1
/// ...
/// 3 - - - + - - - - 3
/// ...
///   a b c d e f g h
/// X Black 2, O White 2, empty 60
/// Black to move: + marks its moves
/// ```
pub(super) fn diagram(position: &Position) -> String {
    const FILES: &str = "  a b c d e f g h\n";
    let legal = position.mobility();
    let mut text = FILES.to_string();
    for row in 0..8 {
        let name = row + 1;
        let squares = (8 * row..8 * row + 8).map(|square| match letter(position, square) {
            '-' if legal >> square & 1 == 1 => " +".to_string(),
            letter => format!(" {letter}"),
        });
        text += &format!("{name}{} {name}\n", squares.collect::<String>());
    }
    let [black, white] = Side::BOTH.map(|side| count(position.discs(side)));
    let empties = position.empties();
    text += FILES;
    text += &format!("X Black {black}, O White {white}, empty {empties}\n");
    text + &last_line(position)
}

fn last_line(position: &Position) -> String {
    let mover = side_name(position.to_move());
    if position.mobility() != 0 {
        format!("{mover} to move: + marks its moves")
    } else if position.is_over() {
        format!("no side has a move: {}", standing(position))
    } else {
        format!("{mover} has no move and must pass")
    }
}
