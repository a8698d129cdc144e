//! Shogi pictures: kanji on pieces that point at the opponent, and a hand on each side of the
//! board.

use shomei_game::{Lang, Side};

use super::sfen::{self, Man, ShogiBoard};
use crate::svg::{Area, Direction, INK, Letters, Paint, Picture};

const WIDTH: f64 = 36.0;
const HEIGHT: f64 = 39.0;
/// The width of a hand beside the board.
const HAND: f64 = 70.0;
const LEFT: f64 = HAND + 4.0;
const TOP: f64 = 24.0;
/// The lower edge of the board.
const RIGHT: f64 = LEFT + 9.0 * WIDTH;
const BOTTOM: f64 = TOP + 9.0 * HEIGHT;
const LINES: &str = "#5b4a2c";
/// The distance from one kind in a hand to the next.
const STEP: f64 = 42.0;

pub(super) fn picture(board: &ShogiBoard, last_move: &str, mover: &str, lang: Lang) -> Picture {
    let mut picture = Picture::new(RIGHT + 22.0 + HAND, BOTTOM + 32.0);
    draw_empty(&mut picture, last_move, lang);
    for (at, &man) in board.squares.iter().enumerate() {
        let square = area(at);
        if let Some(man) = man {
            let centre = (square.x + WIDTH / 2.0, square.y + HEIGHT / 2.0);
            draw_piece(&mut picture, centre, man);
        }
        picture.square(&sfen::square_name(at), man.map(Man::id), square);
    }
    draw_hand(&mut picture, board, Side::Second, lang);
    draw_hand(&mut picture, board, Side::First, lang);
    let foot = (LEFT + 4.5 * WIDTH, picture.height - 10.0);
    picture.text(foot, mover, Letters::of(14.0));
    picture
}

/// A piece without a board.
pub(super) fn piece_alone(man: Man) -> String {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    draw_piece(&mut picture, (WIDTH / 2.0, HEIGHT / 2.0), man);
    picture.ornament(36)
}

/// The area of a square.
fn area(at: usize) -> Area {
    let (x, y) = corner(at % 9, at / 9);
    Area::new(x, y, WIDTH, HEIGHT)
}

/// The upper left corner of the square in a column and row from the upper left of the board.
fn corner(column: usize, row: usize) -> (f64, f64) {
    // At most nine each.
    (LEFT + column as f64 * WIDTH, TOP + row as f64 * HEIGHT)
}

/// The board, its lines and dots, the last move, files above and ranks on the right.
fn draw_empty(picture: &mut Picture, last_move: &str, lang: Lang) {
    let board = Area::new(LEFT, TOP, 9.0 * WIDTH, 9.0 * HEIGHT);
    picture.rect(board, Paint::fill("#f0d9a4").outlined(INK, 2.0));
    let letters = Letters::of(13.0);
    for at in 0..9 {
        let (x, y) = corner(at, at);
        if at > 0 {
            picture.line((x, TOP), (x, BOTTOM), LINES, 0.8);
            picture.line((LEFT, y), (RIGHT, y), LINES, 0.8);
        }
        let file = (9 - at).to_string();
        picture.text((x + WIDTH / 2.0, TOP - 7.0), &file, letters);
        let rank = sfen::rank_name(at, lang).to_string();
        picture.text((RIGHT + 11.0, y + HEIGHT / 2.0 + 4.5), &rank, letters);
    }
    for column in [3, 6] {
        for row in [3, 6] {
            picture.circle(corner(column, row), 2.5, Paint::fill(LINES));
        }
    }
    let (from, to) = squares(last_move);
    if let Some(from) = from {
        picture.came_from(area(from));
    }
    if let Some(to) = to {
        picture.went_to(area(to), "#e6b35c");
    }
}

/// The squares of a move in USI: the origin, if any, and the destination.
fn squares(mv: &str) -> (Option<usize>, Option<usize>) {
    let bare = mv.strip_suffix('+').unwrap_or(mv);
    let (Some(begin), Some(end)) = (bare.get(..2), bare.get(2..)) else {
        return (None, None);
    };
    let (from, to) = (sfen::index(begin), sfen::index(end));
    let drops = ["P*", "L*", "N*", "S*", "G*", "B*", "R*"];
    match from {
        Some(_) if to.is_some() => (from, to),
        None if drops.contains(&begin) && bare == mv => (None, to),
        _ => (None, None),
    }
}

/// A piece with its centre at a point; the pieces of White are upside down.
fn draw_piece(picture: &mut Picture, (x, y): (f64, f64), man: Man) {
    const CORNERS: [(f64, f64); 5] = [
        (0.0, -17.0),
        (11.5, -12.5),
        (14.5, 16.0),
        (-14.5, 16.0),
        (-11.5, -12.5),
    ];
    let direction = match man.owner {
        Side::First => Direction::Up,
        Side::Second => Direction::Down,
    };
    let paint = Paint::fill("#fdf3d6").outlined("#6b5330", 1.0);
    picture.polygon((x, y), &CORNERS, direction, paint);
    // The kanji of White is rotated around its baseline, so its baseline is above the centre.
    let foot = if direction == Direction::Up {
        9.0
    } else {
        -9.0
    };
    let letters = Letters {
        fill: if man.promoted { "#a3121f" } else { INK },
        piece: Some(direction),
        ..Letters::of(22.0)
    };
    picture.text((x, y + foot), man.kanji(), letters);
}

/// A hand beside the board: White's downwards from the top, Black's upwards from the foot.
fn draw_hand(picture: &mut Picture, board: &ShogiBoard, owner: Side, lang: Lang) {
    let is_white = owner == Side::Second;
    let word = sfen::SIDES[owner.index()];
    let x = match owner {
        Side::Second => HAND / 2.0,
        Side::First => picture.width - HAND / 2.0,
    };
    let whole = Area::new(x - HAND / 2.0 + 2.0, TOP, HAND - 4.0, BOTTOM - TOP);
    picture.hand(word, whole);
    let name = Letters {
        bold: board.mover == owner,
        ..Letters::of(13.0)
    };
    let y = if is_white { TOP + 11.0 } else { BOTTOM - 3.0 };
    picture.text((x, y), &sfen::side_name(owner, lang), name);
    let held: Vec<(usize, u8)> = board.held(owner).collect();
    if held.is_empty() {
        let y = if is_white { TOP + 34.0 } else { BOTTOM - 26.0 };
        picture.text((x, y), "–", Letters::of(16.0));
    }
    for (at, &(kind, count)) in held.iter().enumerate() {
        // At most seven kinds.
        let y = match owner {
            Side::Second => TOP + 40.0 + at as f64 * STEP,
            Side::First => BOTTOM - 38.0 - (held.len() - 1 - at) as f64 * STEP,
        };
        let shift = if count > 1 { 12.0 } else { 0.0 };
        draw_piece(picture, (x - shift, y), Man::new(owner, kind));
        if count > 1 {
            let letters = Letters {
                from_start: true,
                ..Letters::of(14.0)
            };
            picture.text((x + 6.0, y + 6.0), &format!("×{count}"), letters);
        }
        let name = format!("{word}:{}", sfen::letter(kind));
        let area = Area::new(whole.x, y - STEP / 2.0, whole.width, STEP);
        picture.hand(&name, area);
    }
}
