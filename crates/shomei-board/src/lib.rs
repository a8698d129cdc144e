//! Pictures of positions as SVG, from the canonical texts of the games.
//!
//! [`draw`] makes the picture of a position, [`pieces`] lists the pieces for setting up a position,
//! and [`edit`] changes one square of a position. This crate does not know the rules of a game: it
//! draws a board without a king, which the game refuses. Names of moves need the rules and come
//! from [`Records::move_name`](shomei_game::Records::move_name) (`AnyPosition::move_name` of the
//! library).
//!
//! ```
//! use shomei_board::{Lang, View, draw, edit};
//!
//! let start = "---------------------------OX------XO--------------------------- X";
//! let view = View { game: "othello", rules: "", position: start, last_move: None, lang: Lang::EN };
//! let drawing = draw(&view, 320).unwrap();
//! assert_eq!(drawing.title, "Black to move (2 to 2)");
//! assert!(drawing.svg.contains(r#"data-square="d4" data-piece="O""#));
//!
//! let changed = edit("othello", "", start, "d4", Some("X")).unwrap();
//! assert_eq!(edit("othello", "", &changed, "d4", Some("O")).as_deref(), Some(start));
//! ```
//!
//! # The SVG of pictures
//!
//! The pictures of [`draw`] and [`still`] contain only [`ELEMENTS`] and [`ATTRIBUTES`]. They have
//! no background, and their texts around the board have the colour of the text around the picture,
//! so they suit light and dark pages; [`file()`](file()) makes files of their own. Each square is
//! one transparent `rect` above all other elements, with its name as `data-square` and, if it has a
//! piece, the [id](Piece::id) of the piece as `data-piece`. In shogi each hand is a `rect` with
//! `data-hand="black"` or `"white"`, and each kind in it one with `data-hand="black:P"`.

#![forbid(unsafe_code)]

mod grid;
mod loa;
mod othello;
mod own;
mod shogi;
mod svg;
mod uttt;

use std::collections::BTreeMap;

use serde::Serialize;
use shomei_messages::{BoardTitle, Message, languages};

pub use own::{AltText, own, own_file};
pub use shomei_game::Lang;
pub use svg::{ATTRIBUTES, ELEMENTS};

use svg::Picture;

/// A position to draw, with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// The name of the game: `loa`, `othello`, `shogi` or `uttt`.
    pub game: &'a str,
    /// The rules of the position: they decide whether won boards of ultimate tic-tac-toe stay open.
    pub rules: &'a str,
    /// The canonical text of the position, as the game itself writes it.
    pub position: &'a str,
    /// The move that led to the position, in the notation of the game. Its squares are marked; a
    /// move without squares of the board, such as a pass, is ignored.
    pub last_move: Option<&'a str>,
    /// The language of the words in the picture.
    pub lang: Lang,
}

/// A position as a picture and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// The requested width of the picture in CSS pixels.
    pub width: u32,
    /// The height of the picture in CSS pixels.
    pub height: u32,
    /// The picture: one `svg` element.
    pub svg: String,
    /// The board as text of several lines. It is also the description in the picture.
    pub text: String,
    /// The side to move, or the end of the game, in words.
    pub title: String,
}

/// A piece that can be placed on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The name for [`edit`]: the letters of canonical texts, such as `x` or `+P`.
    pub id: &'static str,
    /// Its name in each language, by the code of the language.
    pub names: BTreeMap<&'static str, String>,
    /// The piece alone, as an `svg` element that screen readers skip: the page must show the name,
    /// too.
    pub svg: String,
}

/// The picture of a position, `size` CSS pixels wide.
///
/// `None` for a game without pictures, and for a text that is not canonical. Illegal positions are
/// drawn, too, because the user may be setting one up. The same arguments always give the same
/// picture.
#[must_use]
pub fn draw(view: &View<'_>, size: u32) -> Option<Drawing> {
    Some(drawing(view, size, drawn(view)?))
}

/// The same picture without click targets, for paper and notebooks: its SVG is half as long.
#[must_use]
pub fn still(view: &View<'_>, size: u32) -> Option<Drawing> {
    let mut drawn = drawn(view)?;
    drawn.picture.remove_targets();
    Some(drawing(view, size, drawn))
}

/// A name in each language.
fn names(name: impl Fn(Lang) -> String) -> BTreeMap<&'static str, String> {
    let languages = languages().iter();
    languages.map(|&lang| (lang.code(), name(lang))).collect()
}

/// The SVG of the picture as a file of its own: with a background, which is dark if the reader
/// prefers that, and without click targets. It has a `style` element, and `class` and `color` among
/// its attributes.
#[must_use]
pub fn file(view: &View<'_>, size: u32) -> Option<String> {
    let drawn = drawn(view)?;
    let title = title(view, &drawn);
    let words = AltText {
        title: &title,
        text: &drawn.text,
        lang: view.lang,
    };
    Some(drawn.picture.file(size, &words))
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

/// The game and the side to move.
fn title(view: &View<'_>, drawn: &Drawn) -> String {
    let (game, caption) = (&drawn.name, &drawn.mover);
    BoardTitle { game, caption }.text(view.lang)
}

fn drawing(view: &View<'_>, size: u32, drawn: Drawn) -> Drawing {
    let height = drawn.picture.height_for(size);
    let words = AltText {
        title: &title(view, &drawn),
        text: &drawn.text,
        lang: view.lang,
    };
    Drawing {
        width: size,
        height,
        svg: drawn.picture.svg(size, &words),
        text: drawn.text,
        title: drawn.mover,
    }
}

/// The pieces that a user can place when setting up a position; empty for a game without pictures.
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

/// The canonical text of a position with one change.
///
/// | `square` | `piece` | change |
/// |---|---|---|
/// | a square: `e4`, in shogi `7f`, in ultimate tic-tac-toe `ei` | the [id](Piece::id) of a piece, or `None` | the piece on the square |
/// | `mover` | the name of a side: `black`, `white`, `x`, `o` | the side to move |
/// | `hand:black:P`, `hand:white:P` (shogi) | any piece, or `None` | one more, or one less, of this kind in hand |
/// | `hand:black`, `hand:white` (shogi) | the id of a piece | one more of its kind in hand, unpromoted |
/// | `target` (ultimate tic-tac-toe) | a board, or `None` | the board in which the side to move must play; `None` for a free choice |
///
/// A piece removed from the board does not go to a hand. In ultimate tic-tac-toe the states of the
/// boards follow the marks, and the target is removed if its board is closed or the game is over.
/// If won boards stay open, a board keeps its owner while that side has a line in it. The game
/// decides whether the rules allow the position.
///
/// `None` if the position is not canonical, if there is no such square or piece, if a hand has no
/// such piece to remove, or if a set has no further piece of the kind to add.
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

/// The drawing of a game.
struct Drawn {
    picture: Picture,
    /// The name of the game.
    name: String,
    /// The side to move, in words.
    mover: String,
    /// The board as text.
    text: String,
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
