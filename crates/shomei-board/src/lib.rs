//! Pictures of positions as SVG, from the canonical texts of the games.
//!
//! [`draw`] makes the picture of a position, [`pieces`] lists what somebody who sets up a
//! position may place, and [`edit`] is the position with one square changed. No rules of a
//! game are known here: a board without a king is drawn, and the game refuses it. Names of
//! moves need the rules and come from
//! [`Records::move_name`](shomei_game::Records::move_name) (`AnyPosition::move_name` of the
//! library).
//!
//! ```
//! use shomei_board::{Lang, View, draw, edit};
//!
//! let start = "---------------------------OX------XO--------------------------- X";
//! let view = View { game: "othello", rules: "", position: start, last_move: None, lang: Lang::En };
//! let drawing = draw(&view, 320).unwrap();
//! assert_eq!(drawing.title, "Black to move (2 to 2)");
//! assert!(drawing.svg.contains(r#"data-square="d4" data-piece="O""#));
//!
//! let changed = edit("othello", "", start, "d4", Some("X")).unwrap();
//! assert_eq!(edit("othello", "", &changed, "d4", Some("O")).as_deref(), Some(start));
//! ```
//!
//! # What the pictures are made of
//!
//! Only [`ELEMENTS`] and [`ATTRIBUTES`] occur. Each square is one transparent `rect` above
//! everything else, with its name as `data-square` and, where a piece stands on it, the
//! [id](Piece::id) of the piece as `data-piece`. In shogi each hand is a `rect` with
//! `data-hand="black"` or `"white"`, and each kind in it one with `data-hand="black:P"`.

#![forbid(unsafe_code)]

mod grid;
mod loa;
mod othello;
mod shogi;
mod svg;
mod uttt;

use serde::Serialize;

pub use shomei_game::Lang;
pub use svg::{ATTRIBUTES, ELEMENTS};

use svg::Picture;

/// What is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// The name of the game: `loa`, `othello`, `shogi` or `uttt`.
    pub game: &'a str,
    /// The rules that the position is played by: they say whether boards of ultimate tic-tac-toe
    /// that are won stay open.
    pub rules: &'a str,
    /// The canonical text of the position, as the game itself writes it.
    pub position: &'a str,
    /// The move that led to the position, in the notation of the game. Its squares are
    /// marked; what names no squares of the board, such as a pass, is ignored.
    pub last_move: Option<&'a str>,
    /// The language of the words in the picture.
    pub lang: Lang,
}

/// A position as a picture and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// The width of the picture in CSS pixels, as it was asked for.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The picture: one `svg` element.
    pub svg: String,
    /// The board as text of several lines. It is also the description in the picture.
    pub text: String,
    /// Who moves, or how the game ended, in words.
    pub title: String,
}

/// A piece that can be placed on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// What [`edit`] calls it: the letters of canonical texts, such as `x` or `+P`.
    pub id: &'static str,
    /// Its name in English.
    pub name_en: String,
    /// Its name in Japanese.
    pub name_ja: String,
    /// The piece alone, as an `svg` element that readers of the screen pass over: what shows
    /// it says the name.
    pub svg: String,
}

/// The picture of a position, `size` CSS pixels wide.
///
/// `None` for a game that has no pictures, and for a text that is not written as the game
/// writes its positions. Positions that the rules refuse are drawn: somebody may be setting
/// one up. The same arguments always give the same picture.
#[must_use]
pub fn draw(view: &View<'_>, size: u32) -> Option<Drawing> {
    Some(drawing(view, size, drawn(view)?))
}

/// The same picture without what takes clicks, for paper and notebooks: it is half as large.
#[must_use]
pub fn still(view: &View<'_>, size: u32) -> Option<Drawing> {
    let mut drawn = drawn(view)?;
    drawn.picture.remove_targets();
    Some(drawing(view, size, drawn))
}

fn drawn(view: &View<'_>) -> Option<Drawn> {
    let (position, last) = (view.position, view.last_move.unwrap_or_default());
    match view.game {
        "loa" => loa::draw(position, last, view.lang),
        "othello" => othello::draw(position, last, view.lang),
        "shogi" => shogi::draw(position, last, view.lang),
        "uttt" => uttt::draw(position, view.rules, last, view.lang),
        _ => None,
    }
}

fn drawing(view: &View<'_>, size: u32, drawn: Drawn) -> Drawing {
    let title = match view.lang {
        Lang::En => format!("{}: {}", drawn.name, drawn.mover),
        Lang::Ja => format!("{}：{}", drawn.name, drawn.mover),
    };
    let height = drawn.picture.height_for(size);
    Drawing {
        width: size,
        height,
        svg: drawn.picture.svg(size, view.lang, &title, &drawn.text),
        text: drawn.text,
        title: drawn.mover,
    }
}

/// What somebody who sets up a position by clicking may place; nothing for a game without
/// pictures.
#[must_use]
pub fn pieces(game: &str) -> Vec<Piece> {
    match game {
        "loa" => loa::pieces(),
        "othello" => othello::pieces(),
        "shogi" => shogi::pieces(),
        "uttt" => uttt::pieces(),
        _ => Vec::new(),
    }
}

/// The canonical text of a position with one thing changed.
///
/// | `square` | `piece` | what changes |
/// |---|---|---|
/// | a square: `e4`, in shogi `7f`, in ultimate tic-tac-toe `ei` | the [id](Piece::id) of a piece, or `None` | what stands there |
/// | `mover` | the name of a side: `black`, `white`, `x`, `o` | who is to move |
/// | `hand:black:P`, `hand:white:P` (shogi) | any piece, or `None` | one more, or one less, of this kind in hand |
/// | `hand:black`, `hand:white` (shogi) | the id of a piece | one more of its kind in hand, unpromoted |
/// | `target` (ultimate tic-tac-toe) | a board, or `None` | where the side to move must play; `None` leaves the choice |
///
/// What is taken off a board goes to no hand. In ultimate tic-tac-toe the states of the boards
/// follow the marks, and nobody is sent to a board that is closed or after the end. Where won boards
/// stay open, a board keeps its owner as long as that has a line in it. Whether the
/// rules allow the position is for the game to say.
///
/// `None` when the position is not canonical, there is no such square or piece, or a hand
/// has none to take or no more than a set of pieces has.
#[must_use]
pub fn edit(
    game: &str,
    rules: &str,
    position: &str,
    square: &str,
    piece: Option<&str>,
) -> Option<String> {
    match game {
        "loa" => loa::edit(position, square, piece),
        "othello" => othello::edit(position, square, piece),
        "shogi" => shogi::edit(position, square, piece),
        "uttt" => uttt::edit(position, rules, square, piece),
        _ => None,
    }
}

/// What a game makes of a position.
struct Drawn {
    picture: Picture,
    /// The name of the game.
    name: &'static str,
    /// Who moves.
    mover: String,
    /// The board as text.
    text: String,
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
