//! Lines of Action: squares from a1, each `x`, `o` or `.`, and the side to move.

use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

use crate::grid::{DiscBoard, RowOne, Style, to_move};
use crate::svg::Paint;
use crate::{Drawn, Piece};

const STYLE: Style = Style {
    row_one: RowOne::Bottom,
    edges: &[5, 6, 7, 8],
    letters: ["x", "o"],
    empty: ".",
    background: "#efe2c6",
    lines: "#6d5c3d",
    radius: 15.0,
    game: "loa",
};

pub(crate) fn draw(position: &str, last_move: &str, lang: Lang) -> Option<Drawn> {
    let board = STYLE.parse(position)?;
    let mut picture = STYLE.picture(&board);
    let (edge, count) = (board.edge, board.squares.len());
    for at in (0..count).filter(|at| (at / edge + at % edge) % 2 == 0) {
        picture.rect(STYLE.area(&board, at), Paint::fill("#dcc79d"));
    }
    if let Some((from, to)) = squares(&board, last_move) {
        picture.came_from(STYLE.area(&board, from));
        picture.went_to(STYLE.area(&board, to), "none");
    }
    let end = end(&board, lang);
    let mover = end.is_none().then_some(board.mover);
    let caption = end.unwrap_or_else(|| to_move(board.mover, lang));
    Some(STYLE.finish(picture, &board, &caption, mover, lang))
}

/// The end of the game, if all pieces of a side are connected. The rules decide the result if both
/// sides are connected.
fn end(board: &DiscBoard, lang: Lang) -> Option<String> {
    let is_connected = |disc| is_connected(board, disc);
    let won = |side: String| msg::BoardWon { side }.text(lang);
    Some(match Side::BOTH.map(is_connected) {
        [true, true] => msg::BoardBothConnected.text(lang),
        [true, false] => won(msg::SideBlack.text(lang)),
        [false, true] => won(msg::SideWhite.text(lang)),
        [false, false] => return None,
    })
}

/// Whether a side has pieces and all of them are connected, through squares that share a side or a
/// corner.
fn is_connected(board: &DiscBoard, side: Side) -> bool {
    let edge = board.edge;
    let is_own = |at: usize| board.squares.get(at) == Some(&Some(side));
    let mut left: Vec<usize> = (0..board.squares.len()).filter(|&at| is_own(at)).collect();
    let Some(first) = left.pop() else {
        return false;
    };
    let mut reached = vec![first];
    while let Some(from) = reached.pop() {
        let touches = |&at: &usize| {
            (at / edge).abs_diff(from / edge) <= 1 && (at % edge).abs_diff(from % edge) <= 1
        };
        reached.extend(left.iter().copied().filter(touches));
        left.retain(|at| !touches(at));
    }
    left.is_empty()
}

/// The two squares of a move such as `d1-b3` or `d1xb3`.
fn squares(board: &DiscBoard, mv: &str) -> Option<(usize, usize)> {
    let (from, to) = mv.split_once(['-', 'x'])?;
    Some((board.index(from)?, board.index(to)?))
}

pub(crate) fn pieces() -> Vec<Piece> {
    STYLE.pieces()
}

pub(crate) fn edit(position: &str, square: &str, piece: Option<&str>) -> Option<String> {
    STYLE.edit(position, square, piece)
}
