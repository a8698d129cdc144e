//! Pictures that games draw themselves.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod common;

use common::values;
use shomei_board::{ATTRIBUTES, AltText, ELEMENTS, Lang, own, own_file};
use shomei_game::{GridCell, Picture};

const WORDS: AltText<'static> = AltText {
    title: "Left <to> move",
    text: "ab\nc",
    lang: Lang::EN,
};

fn grid() -> Picture {
    Picture::Grid(vec![
        vec![
            GridCell::new("<a>").coloured([0, 0, 0x80]),
            GridCell::new("b").coloured([255, 255, 0]),
        ],
        vec![
            GridCell::from('c'),
            GridCell::default(),
            GridCell::new("香車"),
        ],
    ])
}

#[test]
fn a_grid_is_drawn_with_its_texts_and_colours() {
    let svg = own(&grid(), &WORDS, 400).unwrap();
    let tree = roxmltree::Document::parse(&svg).unwrap();
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        assert!(ELEMENTS.contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            assert!(ATTRIBUTES.contains(&attribute.name()), "{attribute:?}");
        }
    }
    let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
    let texts: Vec<_> = texts
        .map(|node| (node.text().unwrap(), node.attribute("fill").unwrap()))
        .collect();
    let expected = [
        ("<a>", "#ffffff"),
        ("b", "#22201c"),
        ("c", "currentColor"),
        ("香車", "currentColor"),
    ];
    assert_eq!(texts, expected);
    let cells = tree.descendants().filter(|node| node.has_tag_name("rect"));
    let cells: Vec<_> = cells.map(|node| node.attribute("fill").unwrap()).collect();
    assert_eq!(cells, ["#000080", "#ffff00", "none", "none", "none"]);
    assert_eq!(values(&svg, "aria-label"), [WORDS.title]);
    // Three columns of at most 48 pixels and the edge.
    assert_eq!(values(&svg, "width")[0], "156");
}

#[test]
fn long_texts_stay_inside_their_cells() {
    let long = Picture::Grid(vec![vec![GridCell::new("a long text")]]);
    let svg = own(&long, &WORDS, 400).unwrap();
    let size: f64 = values(&svg, "font-size")[0].parse().unwrap();
    assert!(11.0 * 0.6 * size <= 40.0, "{size}");
}

#[test]
fn a_grid_without_cells_is_not_a_picture() {
    for rows in [vec![], vec![vec![], vec![]]] {
        assert_eq!(own(&Picture::Grid(rows), &WORDS, 400), None);
    }
}

#[test]
fn a_grid_in_a_file_has_a_paper() {
    let svg = own_file(&grid(), &WORDS, 400).unwrap();
    assert!(svg.contains("<style>") && svg.contains("#f8f5ee"));
}

#[test]
fn an_svg_of_the_game_is_passed_on() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    let picture = Picture::Svg(svg.to_string());
    assert_eq!(own(&picture, &WORDS, 400).as_deref(), Some(svg));
}
