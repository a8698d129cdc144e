//! Pictures of positions, for notebooks.

use pyo3::prelude::*;
use shomei::AnyPosition;
use shomei_board::{AltText, Lang, View, file, own_file, still};

/// The width of pictures in CSS pixels.
const SIZE: u32 = 320;

/// The picture of a position by its canonical text, with its last move marked. `None` for a game
/// without pictures, and for a text that is not canonical.
#[pyfunction]
#[pyo3(signature = (game, rules, position, last_move = None))]
pub(crate) fn board_svg(
    game: &str,
    rules: &str,
    position: &str,
    last_move: Option<&str>,
) -> Option<String> {
    still(&view(game, rules, position, last_move), SIZE).map(|drawing| drawing.svg)
}

fn view<'a>(
    game: &'a str,
    rules: &'a str,
    position: &'a str,
    last_move: Option<&'a str>,
) -> View<'a> {
    View {
        game,
        rules,
        position,
        last_move,
        lang: Lang::EN,
    }
}

/// The picture of a position of a built-in game as a file of its own: notebooks show it apart from
/// their text.
pub(crate) fn svg_of(position: &AnyPosition) -> Option<String> {
    let game = position.game();
    file(
        &view(&game.name(), &game.rules(), &position.text(), None),
        SIZE,
    )
}

/// The picture that a game in Python draws of a position.
pub(crate) fn own_svg(position: &AnyPosition) -> Option<String> {
    let (game, text) = (position.game(), position.diagram());
    let words = AltText {
        title: &game.name(),
        text: &text,
        lang: Lang::EN,
    };
    own_file(&position.picture()?, &words, SIZE)
}
