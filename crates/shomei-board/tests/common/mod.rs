//! Test positions, and pictures parsed as trees of elements.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]
#![allow(dead_code, reason = "each test file uses a part")]

use shomei_board::{Drawing, Lang, View, draw};

pub(crate) const LOA: &str = ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x";
pub(crate) const OTHELLO: &str =
    "---------------------------OX------XO--------------------------- X";
pub(crate) const SHOGI_START: &str =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
pub(crate) const SHOGI: &str =
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
pub(crate) const UTTT: &str = "O;X@.#O....;XXXO...../O......../........./XOXXOOOXO/OOOX...../\
    ........./........./X......../.........";
pub(crate) const UTTT_START: &str = "X;.........;........./........./........./........./........./\
    ........./........./........./.........";

pub(crate) const ALL: [(&str, &str); 6] = [
    ("loa", LOA),
    ("othello", OTHELLO),
    ("shogi", SHOGI),
    ("shogi", SHOGI_START),
    ("uttt", UTTT),
    ("uttt", UTTT_START),
];

pub(crate) fn view<'a>(game: &'a str, position: &'a str) -> View<'a> {
    View {
        game,
        rules: "",
        position,
        last_move: None,
        lang: Lang::EN,
    }
}

pub(crate) fn drawn(game: &str, position: &str) -> Drawing {
    draw(&view(game, position), 320).unwrap()
}

pub(crate) fn after(game: &str, position: &str, last_move: &str) -> Drawing {
    let last_move = Some(last_move);
    let view = View {
        last_move,
        ..view(game, position)
    };
    draw(&view, 320).unwrap()
}

/// The values of an attribute, in the order of the picture.
pub(crate) fn values(svg: &str, attribute: &str) -> Vec<String> {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let nodes = tree.descendants();
    nodes
        .filter_map(|node| node.attribute(attribute).map(String::from))
        .collect()
}

/// The number of elements that have this attribute with this value.
pub(crate) fn count(svg: &str, element: &str, attribute: &str, value: &str) -> usize {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let nodes = tree.descendants();
    nodes
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", element)))
        .filter(|node| node.attribute(attribute) == Some(value))
        .count()
}

/// The texts of a picture, with the direction of shogi pieces.
pub(crate) fn texts(svg: &str) -> Vec<(String, bool)> {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let nodes = tree.descendants().filter(|node| node.has_tag_name("text"));
    nodes
        .map(|node| {
            let turned = node.attribute("transform").is_some();
            (node.text().unwrap().to_string(), turned)
        })
        .collect()
}

/// The id of the piece that a picture shows on a square.
pub(crate) fn piece_on(svg: &str, square: &str) -> Option<String> {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let mut nodes = tree.descendants();
    let node = nodes
        .find(|node| node.attribute("data-square") == Some(square))
        .unwrap();
    node.attribute("data-piece").map(String::from)
}
