//! Lines of Action: squares from a1, each `x`, `o` or `.`, and the side to move.

use shomei_game::Lang;

use crate::grid::{RowOne, Style, index, to_move};
use crate::svg::Paint;
use crate::{Drawn, Piece};

const STYLE: Style = Style {
    row_one: RowOne::Bottom,
    letters: ["x", "o", "."],
    ground: "#efe2c6",
    lines: "#6d5c3d",
    radius: 15.0,
    name: ["Lines of Action", "ラインズ・オブ・アクション"],
};

pub(crate) fn draw(position: &str, last_move: &str, lang: Lang) -> Option<Drawn> {
    let board = STYLE.parse(position)?;
    let mut picture = STYLE.picture();
    for at in (0..64).filter(|at| (at / 8 + at % 8) % 2 == 0) {
        picture.rect(STYLE.area(at), Paint::fill("#dcc79d"));
    }
    if let Some((from, to)) = squares(last_move) {
        picture.came_from(STYLE.area(from));
        picture.went_to(STYLE.area(to), "none");
    }
    let caption = to_move(board.mover, lang);
    Some(STYLE.finish(picture, &board, caption, false, lang))
}

/// The two squares of a move such as `d1-b3` or `d1xb3`.
fn squares(mv: &str) -> Option<(usize, usize)> {
    let (from, to) = mv.split_once(['-', 'x'])?;
    Some((index(from)?, index(to)?))
}

pub(crate) fn pieces() -> Vec<Piece> {
    STYLE.pieces()
}

pub(crate) fn edit(position: &str, square: &str, piece: Option<&str>) -> Option<String> {
    STYLE.edit(position, square, piece)
}
