//! Pictures of positions, for notebooks.

use pyo3::prelude::*;
use shomei::AnyPosition;
use shomei_board::{Lang, View, still};

/// How wide pictures are, in CSS pixels.
const SIZE: u32 = 320;

/// The picture of a position by its canonical text, with its last move marked; `None` for a game
/// without pictures, and for what is no canonical position.
#[pyfunction]
#[pyo3(signature = (game, rules, position, last_move = None))]
pub(crate) fn board_svg(
    game: &str,
    rules: &str,
    position: &str,
    last_move: Option<&str>,
) -> Option<String> {
    let view = View {
        game,
        rules,
        position,
        last_move,
        lang: Lang::En,
    };
    still(&view, SIZE).map(|drawing| drawing.svg)
}

/// The picture of a position.
pub(crate) fn svg_of(position: &AnyPosition) -> Option<String> {
    let game = position.game();
    board_svg(&game.name(), &game.rules(), &position.text(), None)
}
