//! Othello: squares from a1 at the top, 64 or 36, each `X`, `O` or `-`, and the side to move.

use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

use crate::grid::{DiscBoard, RowOne, Style, to_move};
use crate::svg::{Area, Paint};
use crate::{Drawn, Piece};

const STYLE: Style = Style {
    row_one: RowOne::Top,
    edges: &[6, 8],
    letters: ["X", "O"],
    empty: "-",
    background: "#3f8a68",
    lines: "#12382a",
    radius: 16.0,
    game: "othello",
};

pub(crate) fn draw(position: &str, last_move: &str, lang: Lang) -> Option<Drawn> {
    let board = STYLE.parse(position)?;
    let mut picture = STYLE.picture(&board);
    let (edge, area) = (board.edge, board.squares.len());
    let (first, last) = (STYLE.area(&board, 0), STYLE.area(&board, area - 1));
    let (end_x, end_y) = (last.x + last.width, last.y + last.height);
    for at in 1..edge {
        let Area { x, y, .. } = STYLE.area(&board, (edge + 1) * at);
        picture.line((x, first.y), (x, end_y), STYLE.lines, 1.0);
        picture.line((first.x, y), (end_x, y), STYLE.lines, 1.0);
    }
    // The points two lines from the edges.
    for (file, row) in [2, edge - 2]
        .into_iter()
        .flat_map(|file| [(file, 2), (file, edge - 2)])
    {
        let Area { x, y, .. } = STYLE.area(&board, row * edge + file);
        picture.circle((x, y), 3.0, Paint::fill(STYLE.lines));
    }
    if let Some(square) = board.index(&last_move.to_ascii_lowercase()) {
        let Area { x, y, width, .. } = STYLE.area(&board, square);
        let frame = Area::square(x + 2.0, y + 2.0, width - 4.0);
        picture.rect(frame, Paint::line("#ffe9a8", 3.0));
    }
    let count = |disc| board.squares.iter().filter(|&&d| d == Some(disc)).count();
    let (black, white) = (count(Side::First), count(Side::Second));
    let is_full = black + white == area;
    let is_over = is_full || !Side::BOTH.into_iter().any(|disc| can_move(&board, disc));
    let turn = match (is_full, is_over) {
        (true, _) => msg::BoardNoEmpty.text(lang),
        (false, true) => msg::BoardNoMove.text(lang),
        (false, false) => to_move(board.mover, lang),
    };
    let caption = msg::BoardWithDiscs { turn, black, white }.text(lang);
    let mover = (!is_over).then_some(board.mover);
    Some(STYLE.finish(picture, &board, &caption, mover, lang))
}

/// Whether a side has a move: an empty square from which a row of the other's discs leads to one of
/// its own.
fn can_move(board: &DiscBoard, side: Side) -> bool {
    const STEPS: [i32; 3] = [-1, 0, 1];
    let edge = i32::try_from(board.edge).unwrap_or(0);
    let on = |file: i32, row: i32| {
        let is_inside = (0..edge).contains(&file) && (0..edge).contains(&row);
        let at = usize::try_from(row * edge + file)
            .ok()
            .filter(|_| is_inside)?;
        board.squares.get(at).copied()
    };
    let flips = |(file, row): (i32, i32), (across, up): (i32, i32)| {
        let disc = |step: i32| on(file + step * across, row + step * up).flatten();
        let other = (1..edge).take_while(|&step| disc(step).is_some_and(|disc| disc != side));
        let count = other.count();
        count > 0 && i32::try_from(count).is_ok_and(|count| disc(count + 1) == Some(side))
    };
    let squares = (0..edge).flat_map(|row| (0..edge).map(move |file| (file, row)));
    let mut empty = squares.filter(|&(file, row)| on(file, row) == Some(None));
    empty.any(|from| {
        let directions = STEPS.into_iter().flat_map(|a| STEPS.map(|b| (a, b)));
        directions
            .filter(|&to| to != (0, 0))
            .any(|to| flips(from, to))
    })
}

pub(crate) fn pieces() -> Vec<Piece> {
    STYLE.pieces()
}

pub(crate) fn edit(position: &str, square: &str, piece: Option<&str>) -> Option<String> {
    STYLE.edit(position, square, piece)
}
