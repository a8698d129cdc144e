//! Tests the content of pictures, and that one page can contain several pictures.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod common;

use std::collections::BTreeSet;

use common::{ALL, LOA, OTHELLO, SHOGI, SHOGI_START, UTTT, UTTT_START};
use common::{after, count, drawn, texts, values, view};
use shomei_board::{ATTRIBUTES, ELEMENTS, Lang, View, draw, file, pieces, still};

#[test]
fn a_picture_works_alone_and_beside_others() {
    let svgs = ALL.into_iter().flat_map(|(game, position)| {
        let palette = pieces(game).into_iter().map(|piece| piece.svg);
        palette.chain([Lang::EN, Lang::JA].map(|lang| {
            let view = View {
                lang,
                ..view(game, position)
            };
            draw(&view, 200).unwrap().svg
        }))
    });
    for svg in svgs {
        let tree = roxmltree::Document::parse(&svg).unwrap();
        for node in tree.descendants().filter(roxmltree::Node::is_element) {
            assert!(ELEMENTS.contains(&node.tag_name().name()));
            for attribute in node.attributes() {
                assert!(ATTRIBUTES.contains(&attribute.name()), "{attribute:?}");
                assert!(!attribute.value().contains("url("));
            }
        }
        assert_eq!(svg.matches("http").count(), 1, "the name space alone");
    }
}

#[test]
fn size_language_and_words_are_those_asked_for() {
    for (game, position) in ALL {
        for lang in [Lang::EN, Lang::JA] {
            let view = View {
                lang,
                ..view(game, position)
            };
            let drawing = draw(&view, 390).unwrap();
            let tree = roxmltree::Document::parse(&drawing.svg).unwrap();
            let root = tree.root_element();
            assert_eq!(root.attribute("width"), Some("390"));
            let height = drawing.height.to_string();
            assert_eq!(root.attribute("height"), Some(height.as_str()));
            assert!(
                (300..=480).contains(&drawing.height),
                "a phone shows it whole"
            );
            assert_eq!(root.attribute("lang"), Some(lang.code()));
            assert_eq!(root.attribute("role"), Some("img"));
            let label = root.attribute("aria-label").unwrap();
            assert!(label.ends_with(&drawing.title), "{label}");
            let desc = root.children().find(|node| node.has_tag_name("desc"));
            assert_eq!(desc.unwrap().text(), Some(drawing.text.as_str()));
            assert_eq!(draw(&view, 390), Some(drawing));
        }
    }
}

#[test]
fn every_square_is_one_target_above_everything_else() {
    for (game, position) in ALL {
        let svg = drawn(game, position).svg;
        let names = values(&svg, "data-square");
        let expected = match game {
            "shogi" | "uttt" => 81,
            _ => 64,
        };
        assert_eq!(names.len(), expected);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), expected);
        let first = svg.find("data-").unwrap();
        for shape in ["<circle", "<path", "<polygon", "<text"] {
            assert!(!svg[first..].contains(shape), "{shape} covers a square");
        }
    }
}

#[test]
fn a_still_picture_is_the_same_without_targets() {
    for (game, position) in ALL {
        let (whole, still) = (drawn(game, position), still(&view(game, position), 320));
        let still = still.unwrap();
        assert!(!still.svg.contains("data-"));
        let begin = still.svg.strip_suffix("</svg>").unwrap();
        assert!(whole.svg.starts_with(begin));
        assert_eq!((still.text, still.title), (whole.text, whole.title));
    }
}

/// The middle of the target of a square.
fn middle(svg: &str, attribute: &str, name: &str) -> (f64, f64) {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let mut nodes = tree.descendants();
    let node = nodes
        .find(|node| node.attribute(attribute) == Some(name))
        .unwrap();
    let number = |name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
    (
        number("x") + number("width") / 2.0,
        number("y") + number("height") / 2.0,
    )
}

#[test]
fn targets_lie_where_their_squares_are_drawn() {
    let one = "x............................................................... o";
    let svg = drawn("loa", one).svg;
    assert_eq!(
        middle(&svg, "data-square", "a1"),
        (44.0, 324.0),
        "lower left"
    );
    assert_eq!(count(&svg, "circle", "cx", "44"), 1);
    assert_eq!(count(&svg, "circle", "cy", "324"), 1);
    let svg = drawn("othello", &format!("X{} O", "-".repeat(63))).svg;
    assert_eq!(
        middle(&svg, "data-square", "a1"),
        (44.0, 44.0),
        "upper left"
    );
    let svg = drawn("shogi", SHOGI_START).svg;
    let (nine_a, one_i) = (
        middle(&svg, "data-square", "9a"),
        middle(&svg, "data-square", "1i"),
    );
    assert!(nine_a.0 < one_i.0 && nine_a.1 < one_i.1);
    let svg = drawn("uttt", UTTT_START).svg;
    let (ai, ba) = (
        middle(&svg, "data-square", "ai"),
        middle(&svg, "data-square", "ba"),
    );
    assert!(ai.0 < ba.0 && ba.1 < ai.1);
}

#[test]
fn the_description_shows_the_board_as_text() {
    let expected = [
        (
            "loa",
            LOA,
            vec!["8 . x x x x x x .", "  a b c d e f g h", "Black to move"],
        ),
        (
            "othello",
            OTHELLO,
            vec!["4 - - - O X - - -", "Black to move (2 to 2)"],
        ),
        (
            "shogi",
            SHOGI,
            vec![
                "White in hand: 1G 1S 1N 5P",
                "Black in hand: 1R 1G",
                "White to move",
            ],
        ),
        (
            "uttt",
            UTTT,
            vec![
                "board a is won by X",
                "board d is drawn",
                "O to move in board b",
            ],
        ),
        ("uttt", UTTT_START, vec!["X to move in any open board"]),
    ];
    for (game, position, lines) in expected {
        let text = drawn(game, position).text;
        for line in lines {
            assert!(text.lines().any(|found| found == line), "{line}:\n{text}");
        }
    }
}

#[test]
fn japanese_pictures_have_no_english_words() {
    let expected = [
        "黒番",
        "黒番（2 対 2）",
        "後手番",
        "先手番",
        "O番（盤b）",
        "X番（どの盤でもよい）",
    ];
    for ((game, position), title) in ALL.into_iter().zip(expected) {
        let lang = Lang::JA;
        let drawing = draw(
            &View {
                lang,
                ..view(game, position)
            },
            320,
        )
        .unwrap();
        assert_eq!(drawing.title, title);
        for word in [
            "Black", "White", "move", "hand", "board", "won", "promoted", "drawn",
        ] {
            assert!(!drawing.text.contains(word), "{word}: {}", drawing.text);
            let shown = texts(&drawing.svg);
            assert!(shown.iter().all(|(text, _)| !text.contains(word)));
        }
    }
}

#[test]
fn ranks_of_shogi_are_letters_in_english_and_kanji_in_japanese() {
    let ranks = |lang| {
        let svg = draw(
            &View {
                lang,
                ..view("shogi", "9/9/9/9/9/9/9/9/9 b - 1")
            },
            320,
        )
        .unwrap()
        .svg;
        texts(&svg)
            .into_iter()
            .map(|(text, _)| text)
            .collect::<String>()
    };
    assert!(ranks(Lang::EN).starts_with("9a8b7c6d5e4f3g2h1i"));
    assert!(ranks(Lang::JA).starts_with("9一8二7三6四5五4六3七2八1九後手"));
}

#[test]
fn discs_differ_by_more_than_their_colour() {
    let svg = drawn("loa", LOA).svg;
    assert_eq!(count(&svg, "circle", "r", "15"), 24);
    assert_eq!(count(&svg, "circle", "r", "9.3"), 12, "rings on White's");
}

#[test]
fn a_full_board_of_othello_has_no_side_to_move() {
    let full = format!("{}{} O", "X".repeat(40), "O".repeat(24));
    assert_eq!(drawn("othello", &full).title, "No empty square (40 to 24)");
}

#[test]
fn othello_ends_where_neither_side_can_move() {
    let squares = |black: usize| {
        let rest = 64 - black - 1;
        format!("{}O{} O", "X".repeat(black), "-".repeat(rest))
    };
    // White has passed, or must pass: Black can take the last disc.
    let title = |position: &str| drawn("othello", position).title;
    assert_eq!(title(&squares(3)), "White to move (3 to 1)");
    let over = format!("XXXX{} O", "-".repeat(60));
    assert_eq!(title(&over), "Neither side can move (4 to 0)");
    // A row at the edge of the board does not continue in the next one.
    let edge = format!("{}OX{} X", "-".repeat(7), "-".repeat(55));
    assert_eq!(title(&edge), "Neither side can move (1 to 1)");
    let down = format!("X{}O{} X", "-".repeat(7), "-".repeat(55));
    assert_eq!(title(&down), "Black to move (1 to 1)");
}

#[test]
fn lines_of_action_ends_where_the_pieces_of_a_side_are_connected() {
    let board = |pieces: &[(usize, char)]| {
        let mut squares = vec!['.'; 64];
        for &(at, letter) in pieces {
            squares[at] = letter;
        }
        let squares: String = squares.into_iter().collect();
        format!("{squares} o")
    };
    let title = |pieces: &[_], lang| {
        let position = board(pieces);
        let view = View {
            lang,
            ..view("loa", &position)
        };
        let drawing = draw(&view, 320).unwrap();
        assert!(drawing.text.ends_with(&drawing.title));
        drawing.title
    };
    let (black, white) = ([(0, 'x'), (9, 'x'), (17, 'x')], [(60, 'o'), (40, 'o')]);
    let won = [&black[..], &white].concat();
    assert_eq!(title(&won, Lang::EN), "Black has won");
    assert_eq!(title(&won, Lang::JA), "黒の勝ち");
    // h1 and a2 are consecutive in the text only.
    let open = [(7, 'x'), (8, 'x'), (60, 'o'), (40, 'o')];
    assert_eq!(title(&open, Lang::EN), "White to move");
    let both = [&black[..], &[(60, 'o')]].concat();
    assert_eq!(title(&both, Lang::EN), "Both sides are connected");
    assert_eq!(drawn("loa", LOA).title, "Black to move");
}

#[test]
fn a_smaller_board_has_fewer_squares_and_coordinates() {
    let position = ".xxx.o...oo...oo...o.xxx. x";
    let view = View {
        last_move: Some("b1-e1"),
        ..view("loa", position)
    };
    let drawing = draw(&view, 248).unwrap();
    assert_eq!(drawing.height, 266);
    assert_eq!(drawing.svg.matches("data-square=").count(), 25);
    assert!(drawing.svg.contains(r#"data-square="e1""#));
    assert!(!drawing.svg.contains(r#"data-square="f1""#));
    let rows: Vec<&str> = drawing.text.lines().collect();
    assert_eq!(rows[..3], ["  a b c d e", "5 . x x x .", "4 o . . . o"]);
    // e1 and a2 are consecutive in the text, and are not neighbours on this board either.
    let apart = "....xx..............o...o x";
    assert_eq!(drawn("loa", apart).title, "Black to move");
    let won = "....x...x...........o...o x";
    assert_eq!(drawn("loa", won).title, "Black has won");
}

#[test]
fn a_smaller_board_of_othello_ends_where_it_ends() {
    let start = "--------------OX----XO-------------- X";
    let view = View {
        last_move: Some("F6"),
        ..view("othello", start)
    };
    let drawing = draw(&view, 288).unwrap();
    assert_eq!(drawing.svg.matches("data-square=").count(), 36);
    assert!(drawing.svg.contains(r#"data-square="f6""#));
    assert!(!drawing.svg.contains(r#"data-square="g1""#));
    let rows: Vec<&str> = drawing.text.lines().collect();
    assert_eq!(
        rows[..4],
        [
            "  a b c d e f",
            "1 - - - - - -",
            "2 - - - - - -",
            "3 - - O X - -"
        ]
    );
    assert_eq!(drawn("othello", start).title, "Black to move (2 to 2)");
    // White is next to Black in the text across the edge, not on the board.
    let apart = format!("{}XO{} X", "-".repeat(5), "-".repeat(29));
    assert_eq!(
        drawn("othello", &apart).title,
        "Neither side can move (1 to 1)"
    );
    let full = format!("{} O", "X".repeat(36));
    assert_eq!(drawn("othello", &full).title, "No empty square (36 to 0)");
}

#[test]
fn pieces_of_white_stand_on_their_heads_and_promoted_ones_have_their_own_kanji() {
    let kanji = |position: &str| {
        let svg = drawn("shogi", position).svg;
        let all = texts(&svg).into_iter();
        all.filter(|(text, _)| text.chars().all(|c| c > '\u{3040}'))
            .collect::<Vec<_>>()
    };
    let start = kanji(SHOGI_START);
    assert_eq!(start.len(), 40);
    assert_eq!(start.iter().filter(|(_, turned)| *turned).count(), 20);
    assert!(start.contains(&("玉".into(), true)) && start.contains(&("玉".into(), false)));
    let promoted = kanji("+R+B+S+N+L+P3/9/9/9/4k4/9/9/9/+r+b+s+n+l+p3 b - 1");
    let line: String = promoted.into_iter().map(|(text, _)| text).collect();
    assert_eq!(line, "龍馬全圭杏と玉龍馬全圭杏と");
}

#[test]
fn hands_stand_at_both_sides_with_their_numbers_and_can_be_clicked() {
    let svg = drawn("shogi", "4k4/9/9/9/9/9/9/9/9 b RG2Pr2b16p 1").svg;
    let numbers: Vec<String> = texts(&svg)
        .into_iter()
        .map(|(text, _)| text)
        .filter(|text| text.starts_with('×'))
        .collect();
    assert_eq!(numbers, ["×2", "×16", "×2"]);
    let hands = values(&svg, "data-hand");
    let expected = [
        "white", "white:R", "white:B", "white:P", "black", "black:R", "black:G", "black:P",
    ];
    assert_eq!(hands, expected);
    for hand in expected {
        let is_left = middle(&svg, "data-hand", hand).0 < 200.0;
        assert_eq!(is_left, hand.starts_with("white"));
    }
}

#[test]
fn boards_that_are_won_drawn_and_to_be_played_in_are_marked_by_shapes() {
    let svg = drawn("uttt", UTTT).svg;
    assert_eq!(count(&svg, "rect", "stroke-width", "4"), 1);
    assert_eq!(count(&svg, "path", "stroke-width", "7"), 1);
    assert_eq!(count(&svg, "circle", "stroke-width", "7"), 1);
    assert_eq!(count(&svg, "line", "stroke-width", "6"), 2);
    let start = drawn("uttt", UTTT_START).svg;
    assert_eq!(count(&start, "rect", "stroke-width", "4"), 9);
}

#[test]
fn a_finished_game_of_ultimate_tic_tac_toe_says_who_has_won() {
    let won = ["XXX....../"; 3].concat() + &["........."; 6].join("/");
    let drawing = drawn("uttt", &format!("O;XXX......;{won}"));
    assert_eq!(drawing.title, "X has won");
    assert_eq!(count(&drawing.svg, "rect", "stroke-width", "4"), 0);
    let drawing = drawn(
        "uttt",
        &format!("O;#########;{}", ["XOXXOOOXX"; 9].join("/")),
    );
    assert_eq!(drawing.title, "Drawn");
}

#[test]
fn the_squares_of_the_last_move_are_framed() {
    let cases = [
        ("loa", LOA, "d1-b3", 2),
        ("loa", LOA, "d1xb3", 2),
        ("loa", LOA, "pass", 0),
        ("loa", LOA, "z1-z9", 0),
        ("loa", LOA, "a9-a1", 0),
        ("othello", OTHELLO, "F5", 1),
        ("othello", OTHELLO, "f5", 1),
        ("othello", OTHELLO, "--", 0),
        ("shogi", SHOGI, "7g7f", 2),
        ("shogi", SHOGI, "7g7f+", 2),
        ("shogi", SHOGI, "G*5b", 1),
        ("shogi", SHOGI, "G*5b+", 0),
        ("shogi", SHOGI, "K*5b", 0),
        ("shogi", SHOGI, "7g", 0),
        ("shogi", SHOGI, "歩歩", 0),
        ("uttt", UTTT, "be", 1),
        ("uttt", UTTT, "zz", 0),
        ("uttt", UTTT, "盤", 0),
        ("uttt", UTTT, "\"/><script>", 0),
    ];
    for (game, position, mv, marks) in cases {
        let plain = drawn(game, position);
        let marked = after(game, position, mv);
        let rects = |svg: &str| svg.matches("<rect").count();
        assert_eq!(rects(&marked.svg), rects(&plain.svg) + marks, "{mv}");
        let dashed = marked.svg.matches("stroke-dasharray").count();
        assert_eq!(dashed, usize::from(marks == 2), "where {mv} came from");
        assert_eq!(marked.text, plain.text);
    }
}

#[test]
fn what_is_not_a_canonical_position_has_no_picture() {
    let zeros = format!("9/9/9/9/9/9/9/9/9 b {}P 1", "9".repeat(400));
    let long = "9".repeat(100_000);
    let cases = [
        ("tree", "a"),
        ("nim", "21 0"),
        ("", ""),
        ("loa", ""),
        ("loa", "start"),
        ("loa", &LOA[1..]),
        ("loa", &LOA[..LOA.len() - 1]),
        (
            "loa",
            ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxé x",
        ),
        (
            "loa",
            ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x ",
        ),
        ("othello", &OTHELLO[..OTHELLO.len() - 2]),
        (
            "othello",
            "<script>-------------------OX------XO--------------------------- X",
        ),
        ("shogi", "startpos"),
        ("shogi", "9/9/9/9/9/9/9/9 b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8 b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8Q b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8+G b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8+ b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8++P b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8+歩 b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/54 b - 1"),
        ("shogi", "999999999 b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b X 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b K 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b 3R 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b 1R 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b PR 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b - 2"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b -"),
        ("shogi", "9/9/9/9/9/9/9/9/9 x - 1"),
        ("shogi", &zeros),
        ("shogi", &long),
        ("uttt", &UTTT[..UTTT.len() - 1]),
        ("uttt", &UTTT.replacen('O', "o", 1)),
        ("uttt", &UTTT.replacen("X@", "@@", 1)),
        ("uttt", &UTTT.replacen("X@", ".@", 1)),
        ("uttt", &format!("{UTTT}/.........")),
        ("uttt", &format!("{UTTT};")),
        ("uttt", &UTTT.replacen("XXXO.....", "XXXO......", 1)),
    ];
    for (game, position) in cases {
        assert_eq!(draw(&view(game, position), 320), None, "{game}: {position}");
    }
}

#[test]
fn all_coordinates_are_inside_the_picture() {
    for (game, position) in ALL {
        let svg = drawn(game, position).svg;
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let view: Vec<f64> = tree
            .root_element()
            .attribute("viewBox")
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        for node in tree.descendants() {
            for (names, limit) in [
                (["x", "cx", "x1", "x2"], view[2]),
                (["y", "cy", "y1", "y2"], view[3]),
            ] {
                for value in names.iter().filter_map(|name| node.attribute(*name)) {
                    let value: f64 = value.parse().unwrap();
                    assert!((0.0..=limit).contains(&value));
                }
            }
        }
    }
}

#[test]
fn the_frame_of_a_board_is_above_its_squares() {
    for (game, position) in [("loa", LOA), ("othello", OTHELLO)] {
        let svg = drawn(game, position).svg;
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let board = tree.descendants().filter(|node| node.has_attribute("fill"));
        let board: Vec<_> = board
            .filter(|node| !node.has_attribute("data-square") && !node.has_tag_name("text"))
            .collect();
        let is_frame = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("width") == Some("320") && node.attribute("fill") == Some("none")
        };
        let frame = board.iter().position(is_frame).unwrap();
        let below = board[..frame]
            .iter()
            .any(|node| node.has_tag_name("circle"));
        assert!(game == "othello" || !below, "{game}");
        let above = &board[frame + 1..];
        assert!(
            above.iter().all(|node| node.has_tag_name("circle")),
            "{game}"
        );
    }
}

#[test]
fn a_picture_in_a_page_has_the_colours_of_the_page() {
    for (game, position) in ALL {
        let svg = drawn(game, position).svg;
        assert!(!svg.contains("#f8f5ee"), "{game} brings its own paper");
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let mut texts = tree.descendants().filter(|node| node.has_tag_name("text"));
        let caption = texts.next_back().unwrap();
        let is_caption = caption.text().is_some_and(|text| text.contains("to move"));
        assert!(!is_caption || caption.attribute("fill") == Some("currentColor"));
        assert!(svg.contains("currentColor"), "{game}");
    }
}

#[test]
fn a_picture_in_a_file_has_a_paper_that_may_be_dark() {
    for (game, position) in ALL {
        let svg = file(&view(game, position), 200).unwrap();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let root = tree.root_element();
        assert_eq!(root.attribute("color"), Some("#22201c"));
        let mut classes = tree
            .descendants()
            .filter_map(|node| node.attribute("class"));
        let (picture, paper) = (classes.next().unwrap(), classes.next().unwrap());
        let style = tree.descendants().find(|node| node.has_tag_name("style"));
        let style = style.unwrap().text().unwrap();
        assert!(style.starts_with("@media(prefers-color-scheme:dark)"));
        for class in [picture, paper] {
            assert!(style.contains(&format!(".{class}{{")), "{style}");
        }
        assert!(!svg.contains("data-"));
    }
}

#[test]
fn empty_cells_of_open_boards_bear_the_letters_of_their_moves() {
    let svg = drawn("uttt", UTTT_START).svg;
    let letters = texts(&svg);
    // Nine boards with nine cells, and the name of each board.
    for letter in 'a'..='i' {
        let count = letters
            .iter()
            .filter(|(text, _)| *text == letter.to_string())
            .count();
        assert_eq!(count, 10, "{letter}");
    }
    let svg = after("uttt", UTTT_START, "ei").svg;
    let (x, y) = middle(&svg, "data-square", "ei");
    let tree = roxmltree::Document::parse(&svg).unwrap();
    let is_there = |node: roxmltree::Node<'_, '_>| {
        let number = |name| {
            node.attribute(name)
                .and_then(|text| text.parse::<f64>().ok())
        };
        node.text() == Some("i") && number("x") == Some(x) && number("y") == Some(y + 3.0)
    };
    assert!(tree.descendants().any(is_there));
}
