//! Ultimate tic-tac-toe: the side to move, the states of the boards, and nine local boards.

mod board;

use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

use crate::svg::{Area, INK, Letters, Paint, Picture};
use crate::{Drawn, Piece, names};
use board::{UtttBoard, mark};

const CELL: f64 = 28.0;
const GAP: f64 = 15.0;
/// The distance from one local board to the next.
const PITCH: f64 = 3.0 * CELL + GAP;
const EDGE: f64 = GAP + 6.0;
/// The colour of the letters of empty cells: readable, but paler than the marks.
const CELL_NAME: &str = "#757064";

pub(crate) fn draw(position: &str, rules: &str, last_move: &str, lang: Lang) -> Option<Drawn> {
    let board = UtttBoard::parse(position, rules)?;
    let side = 3.0 * PITCH + GAP + 12.0;
    let mut picture = Picture::new(side, side + 14.0);
    let background = Area::new(0.0, 0.0, side, side - 8.0);
    picture.rect(background, Paint::fill("#d8cfba").with(&[("rx", "6")]));
    for at in 0..9 {
        draw_local(&mut picture, &board, at);
    }
    if let Some((at, cell)) = board::cell(last_move) {
        picture.went_to(cell_area(at, cell), "none");
    }
    for at in 0..9 {
        for cell in 0..9 {
            let piece = board.marks[at][cell].map(mark);
            picture.square(&board::cell_name(at, cell), piece, cell_area(at, cell));
        }
    }
    let mover = mover(&board, lang);
    let foot = (picture.width / 2.0, picture.height - 9.0);
    picture.text(foot, &mover, Letters::of(12.5));
    Some(Drawn {
        picture,
        name: msg::GameUttt.text(lang),
        text: text(&board, &mover, lang),
        mover,
    })
}

/// The side to move and its target, or the end of the game.
fn mover(board: &UtttBoard, lang: Lang) -> String {
    let side = mark(board.mover);
    let name = board.target.map(board::name);
    match (board.winner(), name) {
        (Some(winner), _) => {
            let side = mark(winner);
            msg::BoardWon { side }.text(lang)
        }
        _ if board.is_over() => msg::BoardDrawn.text(lang),
        (_, Some(board)) => {
            let board = board.to_string();
            msg::BoardToMoveIn { side, board }.text(lang)
        }
        (_, None) => msg::BoardToMoveAnywhere { side }.text(lang),
    }
}

fn local_area(at: usize) -> Area {
    let (column, row) = third(at);
    Area::square(EDGE + column * PITCH, EDGE + row * PITCH, 3.0 * CELL)
}

fn cell_area(at: usize, cell: usize) -> Area {
    let Area { x, y, .. } = local_area(at);
    let (column, row) = third(cell);
    Area::square(x + column * CELL, y + row * CELL, CELL)
}

/// The column and the row of one of nine things in three rows.
fn third(at: usize) -> (f64, f64) {
    // At most two each.
    ((at % 3) as f64, (at / 3) as f64)
}

/// Draws one of the nine boards: its cells, its winner over them, and a frame if moves can be
/// played in it.
fn draw_local(picture: &mut Picture, board: &UtttBoard, at: usize) {
    let area = local_area(at);
    let Area { x, y, width, .. } = area;
    let (right, bottom) = (x + width, y + width);
    let state = board.state(at);
    let background = if board.is_open(at) {
        "#ffffff"
    } else {
        "#e4e0d6"
    };
    picture.rect(area, Paint::fill(background));
    for shift in [CELL, 2.0 * CELL] {
        picture.line((x + shift, y), (x + shift, bottom), "#8d897e", 1.0);
        picture.line((x, y + shift), (right, y + shift), "#8d897e", 1.0);
    }
    let ink = if state == '.' { INK } else { "#8a8478" };
    for (cell, side) in board.marks[at].iter().enumerate() {
        let area = cell_area(at, cell);
        match side {
            Some(side) => draw_mark(picture, middle(area), 8.0, *side, ink, 2.5),
            None if board.is_open(at) => draw_cell_name(picture, area, cell),
            None => {}
        }
    }
    let (ink, stroke) = match board.may_play_in(at) {
        true => (INK, 4.0),
        false => ("#6b675e", 1.0),
    };
    picture.rect(area, Paint::line(ink, stroke));
    if let Some(side) = board::owner(state) {
        draw_mark(picture, middle(area), width * 0.36, side, INK, 7.0);
    } else if state == '#' {
        let height = middle(area).1;
        for shift in [-7.0, 7.0] {
            let from = (x + width * 0.2, height + shift);
            picture.line(from, (x + width * 0.8, height + shift), INK, 6.0);
        }
    }
    let letters = Letters {
        bold: true,
        fill: INK,
        ..Letters::of(11.0)
    };
    picture.text((x - 6.5, y + 9.0), &board::name(at).to_string(), letters);
}

/// The letter of a cell: the second letter of a move there, after that of its board.
fn draw_cell_name(picture: &mut Picture, area: Area, cell: usize) {
    let letters = Letters {
        fill: CELL_NAME,
        ..Letters::of(9.0)
    };
    let (x, y) = middle(area);
    picture.text((x, y + 3.0), &board::name(cell).to_string(), letters);
}

fn middle(area: Area) -> (f64, f64) {
    (area.x + area.width / 2.0, area.y + area.height / 2.0)
}

fn draw_mark(
    picture: &mut Picture,
    centre: (f64, f64),
    radius: f64,
    side: Side,
    ink: &str,
    width: f64,
) {
    match side {
        Side::First => picture.cross(centre, radius * 0.9, ink, width),
        Side::Second => picture.circle(centre, radius, Paint::line(ink, width)),
    }
}

/// The nine boards as text, three side by side, with the owners of the boards.
fn text(board: &UtttBoard, mover: &str, lang: Lang) -> String {
    let row = |at: usize, row: usize| -> String {
        let cells = board.marks[at].iter().skip(3 * row).take(3);
        cells.map(|cell| cell.map_or(".", mark)).collect()
    };
    let mut lines = Vec::new();
    for top in [0, 3, 6] {
        if top > 0 {
            lines.push(String::new());
        }
        lines.extend((0..3).map(|r| [0, 1, 2].map(|at| row(top + at, r)).join("  ")));
    }
    for at in 0..9 {
        let (name, state) = (board::name(at).to_string(), board.state(at));
        match state {
            '.' => {}
            '#' => lines.push(msg::BoardSmallDrawn { board: name }.text(lang)),
            _ => {
                let side = state.to_string();
                lines.push(msg::BoardSmallWon { board: name, side }.text(lang));
            }
        }
    }
    lines.push(mover.to_string());
    lines.join("\n")
}

pub(crate) fn pieces() -> Vec<Piece> {
    let piece = |side| {
        let mut picture = Picture::new(CELL, CELL);
        draw_mark(&mut picture, (CELL / 2.0, CELL / 2.0), 8.0, side, INK, 2.5);
        Piece {
            id: mark(side),
            names: names(|_| mark(side).to_string()),
            svg: picture.ornament(40),
        }
    };
    Side::BOTH.map(piece).to_vec()
}

pub(crate) fn edit(
    position: &str,
    rules: &str,
    square: &str,
    piece: Option<&str>,
) -> Option<String> {
    let mut board = UtttBoard::parse(position, rules)?;
    match square {
        "mover" => board.mover = board::side(&piece?.to_ascii_uppercase())?,
        "target" => {
            board.target = match piece {
                Some(name) => Some(board::local(name)?),
                None => None,
            };
            if board.target.is_some_and(|at| !board.may_play_in(at)) {
                return None;
            }
        }
        _ => {
            let (at, cell) = board::cell(square)?;
            board.marks[at][cell] = match piece {
                Some(letter) => Some(board::side(letter)?),
                None => None,
            };
            board.settle();
            if board.target.is_some_and(|at| !board.may_play_in(at)) {
                board.target = None;
            }
        }
    }
    Some(board.write())
}
