//! Ultimate tic-tac-toe: the side to move, the states of the boards, and nine local boards.

mod board;

use shomei_game::Lang;

use crate::svg::{Area, INK, Letters, Paint, Picture};
use crate::{Drawn, Piece};
use board::{Mark, UtttBoard};

const CELL: f64 = 28.0;
const GAP: f64 = 15.0;
/// From one local board to the next.
const PITCH: f64 = 3.0 * CELL + GAP;
const EDGE: f64 = GAP + 6.0;

pub(crate) fn draw(position: &str, rules: &str, last_move: &str, lang: Lang) -> Option<Drawn> {
    let board = UtttBoard::parse(position, rules)?;
    let side = 3.0 * PITCH + GAP + 12.0;
    let mut picture = Picture::new(side, side + 14.0);
    for at in 0..9 {
        draw_local(&mut picture, &board, at);
    }
    if let Some((at, cell)) = board::cell(last_move) {
        picture.went_to(cell_area(at, cell), "none");
    }
    for at in 0..9 {
        for cell in 0..9 {
            let piece = board.marks[at][cell].map(Mark::letter);
            picture.square(&board::cell_name(at, cell), piece, cell_area(at, cell));
        }
    }
    let mover = mover(&board, lang);
    let foot = (picture.width / 2.0, picture.height - 9.0);
    picture.text(foot, &mover, Letters::of(12.5));
    Some(Drawn {
        picture,
        name: lang.pick("Ultimate tic-tac-toe", "アルティメット三目並べ"),
        text: text(&board, &mover, lang),
        mover,
    })
}

/// Who moves and where, or how the game ended.
fn mover(board: &UtttBoard, lang: Lang) -> String {
    let letter = board.mover.letter();
    let name = board.target.map(board::name);
    match (board.winner(), name) {
        (Some(winner), _) => {
            let winner = winner.letter();
            lang.pick(format!("{winner} has won"), format!("{winner}の勝ち"))
        }
        _ if board.is_over() => lang.pick("Drawn", "引き分け").to_string(),
        (_, Some(name)) => lang.pick(
            format!("{letter} to move in board {name}"),
            format!("{letter}の番（盤{name}）"),
        ),
        (_, None) => lang.pick(
            format!("{letter} to move in any open board"),
            format!("{letter}の番（どの盤でもよい）"),
        ),
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

/// Column and row of nine things in three rows.
fn third(at: usize) -> (f64, f64) {
    // At most two each.
    ((at % 3) as f64, (at / 3) as f64)
}

/// One of the nine boards: its cells, its winner drawn over it, and a frame to play in.
fn draw_local(picture: &mut Picture, board: &UtttBoard, at: usize) {
    let area = local_area(at);
    let Area { x, y, width, .. } = area;
    let (right, bottom) = (x + width, y + width);
    let state = board.state(at);
    let ground = if board.is_open(at) {
        "#ffffff"
    } else {
        "#e4e0d6"
    };
    picture.rect(area, Paint::fill(ground));
    for shift in [CELL, 2.0 * CELL] {
        picture.line((x + shift, y), (x + shift, bottom), "#8d897e", 1.0);
        picture.line((x, y + shift), (right, y + shift), "#8d897e", 1.0);
    }
    let ink = if state == '.' { INK } else { "#8a8478" };
    for (cell, mark) in board.marks[at].iter().enumerate() {
        if let Some(mark) = mark {
            draw_mark(picture, middle(cell_area(at, cell)), 8.0, *mark, ink, 2.5);
        }
    }
    let (ink, stroke) = match board.may_play_in(at) {
        true => (INK, 4.0),
        false => ("#6b675e", 1.0),
    };
    picture.rect(area, Paint::line(ink, stroke));
    if let Some(mark) = Mark::of(state) {
        draw_mark(picture, middle(area), width * 0.36, mark, INK, 7.0);
    } else if state == '#' {
        let height = middle(area).1;
        for shift in [-7.0, 7.0] {
            let from = (x + width * 0.2, height + shift);
            picture.line(from, (x + width * 0.8, height + shift), INK, 6.0);
        }
    }
    let letters = Letters {
        bold: true,
        ..Letters::of(11.0)
    };
    picture.text((x - 6.5, y + 9.0), &board::name(at).to_string(), letters);
}

fn middle(area: Area) -> (f64, f64) {
    (area.x + area.width / 2.0, area.y + area.height / 2.0)
}

fn draw_mark(
    picture: &mut Picture,
    centre: (f64, f64),
    radius: f64,
    mark: Mark,
    ink: &str,
    width: f64,
) {
    match mark {
        Mark::X => picture.cross(centre, radius * 0.9, ink, width),
        Mark::O => picture.circle(centre, radius, Paint::line(ink, width)),
    }
}

/// The nine boards as text, three side by side, with who has won which.
fn text(board: &UtttBoard, mover: &str, lang: Lang) -> String {
    let row = |at: usize, row: usize| -> String {
        let cells = board.marks[at].iter().skip(3 * row).take(3);
        cells.map(|mark| mark.map_or(".", Mark::letter)).collect()
    };
    let mut lines = Vec::new();
    for top in [0, 3, 6] {
        if top > 0 {
            lines.push(String::new());
        }
        lines.extend((0..3).map(|r| [0, 1, 2].map(|at| row(top + at, r)).join("  ")));
    }
    for at in 0..9 {
        let (name, state) = (board::name(at), board.state(at));
        match state {
            '.' => {}
            '#' => lines.push(lang.pick(
                format!("board {name} is drawn"),
                format!("盤{name}は引き分け"),
            )),
            _ => lines.push(lang.pick(
                format!("board {name} is won by {state}"),
                format!("盤{name}は{state}の勝ち"),
            )),
        }
    }
    lines.push(mover.to_string());
    lines.join("\n")
}

pub(crate) fn pieces() -> Vec<Piece> {
    let piece = |mark: Mark| {
        let mut picture = Picture::bare(CELL, CELL);
        draw_mark(&mut picture, (CELL / 2.0, CELL / 2.0), 8.0, mark, INK, 2.5);
        Piece {
            id: mark.letter(),
            name_en: mark.letter().to_string(),
            name_ja: mark.letter().to_string(),
            svg: picture.ornament(40),
        }
    };
    [Mark::X, Mark::O].map(piece).to_vec()
}

pub(crate) fn edit(
    position: &str,
    rules: &str,
    square: &str,
    piece: Option<&str>,
) -> Option<String> {
    let mut board = UtttBoard::parse(position, rules)?;
    let mark = |letter: &str| Mark::parse(letter);
    match square {
        "mover" => board.mover = mark(&piece?.to_ascii_uppercase())?,
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
                Some(letter) => Some(mark(letter)?),
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
