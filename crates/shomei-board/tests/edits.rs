//! Tests of edits: every change is shown, and can be undone.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod common;

use common::{
    ALL, LOA, OTHELLO, SHOGI, SHOGI_START, UTTT, UTTT_START, drawn, piece_on, values, view,
};
use shomei::Kinds;
use shomei_board::{View, draw, edit, pieces};

#[test]
fn every_piece_can_be_put_on_every_square_and_taken_back() {
    for (game, position) in ALL {
        let before = drawn(game, position).svg;
        let squares = values(&before, "data-square");
        for (at, square) in squares.iter().enumerate() {
            let had = piece_on(&before, square);
            let pieces = pieces(game);
            // The 28 pieces of shogi in turn, four on each square.
            let step = pieces.len().div_ceil(4);
            for piece in pieces.iter().skip(at % step).step_by(step) {
                let changed = edit(game, "", position, square, Some(piece.id)).unwrap();
                let after = drawn(game, &changed).svg;
                assert_eq!(piece_on(&after, square).as_deref(), Some(piece.id));
                let back = edit(game, "", &changed, square, had.as_deref()).unwrap();
                let again = drawn(game, &back);
                assert_eq!(back, position);
                assert_eq!(piece_on(&again.svg, square), had);
            }
            let emptied = edit(game, "", position, square, None).unwrap();
            assert_eq!(piece_on(&drawn(game, &emptied).svg, square), None);
        }
    }
}

#[test]
fn the_side_to_move_can_be_changed() {
    for (game, position) in ALL {
        let sides = match game {
            "uttt" => ["x", "o"],
            _ => ["black", "white"],
        };
        let [first, second] =
            sides.map(|side| edit(game, "", position, "mover", Some(side)).unwrap());
        assert_ne!(first, second);
        assert!([&first, &second].into_iter().any(|text| text == position));
        assert_ne!(drawn(game, &first).title, drawn(game, &second).title);
        assert_eq!(edit(game, "", position, "mover", Some("red")), None);
        assert_eq!(edit(game, "", position, "mover", None), None);
    }
}

#[test]
fn hands_can_be_filled_and_emptied() {
    let more = edit("shogi", "", SHOGI, "hand:black:P", Some("P")).unwrap();
    assert!(more.ends_with(" w RGPgsn5p 1"), "{more}");
    let less = edit("shogi", "", &more, "hand:black:P", None).unwrap();
    assert_eq!(less, SHOGI);
    let any = edit("shogi", "", SHOGI, "hand:white", Some("+B")).unwrap();
    assert!(any.ends_with(" w RGbgsn5p 1"), "{any}");
    assert_eq!(
        edit("shogi", "", SHOGI, "hand:black:P", None),
        None,
        "there is none"
    );
    assert_eq!(edit("shogi", "", SHOGI, "hand:black:K", Some("K")), None);
    assert_eq!(edit("shogi", "", SHOGI, "hand:black", None), None);
    assert_eq!(edit("shogi", "", SHOGI, "hand:red:P", Some("P")), None);
    assert_eq!(edit("shogi", "", SHOGI, "hand:black:P:P", Some("P")), None);
    let mut position = SHOGI.to_string();
    for _ in 0..13 {
        position = edit("shogi", "", &position, "hand:white:P", Some("p")).unwrap();
    }
    let full = edit("shogi", "", &position, "hand:white:P", Some("p"));
    assert_eq!(full, None, "a set has eighteen pawns");
}

#[test]
fn states_of_local_boards_follow_their_marks() {
    let mut position = edit("uttt", "", UTTT_START, "target", Some("e")).unwrap();
    assert!(position.starts_with("X;....@....;"));
    for cell in ["ea", "eb", "ec"] {
        position = edit("uttt", "", &position, cell, Some("O")).unwrap();
    }
    assert!(
        position.starts_with("X;....O....;"),
        "no side is sent to a won board"
    );
    assert_eq!(edit("uttt", "", &position, "target", Some("e")), None);
    let reopened = edit("uttt", "", &position, "eb", None).unwrap();
    assert!(reopened.starts_with("X;.........;"));
    let free = edit("uttt", "", UTTT, "target", None).unwrap();
    assert!(free.starts_with("O;X..#O....;"));
}

#[test]
fn where_won_boards_stay_open_owners_are_kept_and_sent_to() {
    let change = |position: &str, square: &str, piece: Option<&str>| {
        edit("uttt", "open", position, square, piece).unwrap()
    };
    let mut position = change(UTTT_START, "target", Some("e"));
    for (cell, mark) in ["ea", "eb", "ec", "ed", "ee", "ef"]
        .into_iter()
        .zip("XXXOOO".chars())
    {
        position = change(&position, cell, Some(&mark.to_string()));
    }
    // X's line was first, and the side to move must still play there.
    assert!(position.starts_with("X;....x....;"), "{position}");
    let view = View {
        rules: "open",
        ..view("uttt", &position)
    };
    assert_eq!(draw(&view, 320).unwrap().title, "X to move in board e");
    assert_eq!(edit("uttt", "", &position, "mover", Some("o")), None);
    let other = change(&position, "eb", None);
    assert!(other.starts_with("X;....o....;"), "{other}");
    let mut full = position;
    for cell in ["eg", "eh", "ei"] {
        full = change(&full, cell, Some("O"));
    }
    assert!(
        full.starts_with("X;....X....;"),
        "no side is sent to a full board"
    );
}

#[test]
fn what_is_not_a_square_or_piece_or_position_is_refused() {
    let cases = [
        ("loa", LOA, "i1", Some("x")),
        ("loa", LOA, "a0", Some("x")),
        ("loa", LOA, "a1", Some("X")),
        ("loa", LOA, "a1", Some(".")),
        ("loa", LOA, "", None),
        ("othello", OTHELLO, "A1", Some("X")),
        ("shogi", SHOGI, "0a", Some("P")),
        ("shogi", SHOGI, "5e", Some("+G")),
        ("shogi", SHOGI, "5e", Some("")),
        ("shogi", SHOGI, "盤", Some("P")),
        ("uttt", UTTT, "ej", Some("X")),
        ("uttt", UTTT, "e", Some("X")),
        ("uttt", UTTT, "盤", Some("X")),
        ("uttt", UTTT, "target", Some("z")),
        ("loa", "start", "a1", Some("x")),
        ("tree", "a", "a1", Some("x")),
    ];
    for (game, position, square, piece) in cases {
        assert_eq!(
            edit(game, "", position, square, piece),
            None,
            "{game} {square} {piece:?}"
        );
    }
    assert!(pieces("tree").is_empty());
}

/// This crate and the games write the same form, for positions of play and for edited ones.
#[test]
fn the_games_write_and_read_the_same_texts() {
    for (game, _) in ALL {
        // Shogi problems need a check to begin with, so the full rules are used.
        let rules = if game == "shogi" { "full" } else { "" };
        let opened = Kinds::builtin().open(game, rules).unwrap();
        let mut position = opened.start();
        for step in 0..30 {
            let text = position.text();
            let svg = drawn(game, &text).svg;
            let square = &values(&svg, "data-square")[(7 * step) % 64];
            let emptied = edit(game, "", &text, square, None).unwrap();
            // The rules may refuse the position, but never for its form.
            if let Ok(read) = opened.position(&emptied) {
                assert_eq!(read.text(), emptied);
            }
            let moves = position.moves();
            let Some(mv) = moves.get((13 * step) % moves.len().max(1)) else {
                break;
            };
            position = position.play(mv).unwrap();
        }
    }
    let shogi = Kinds::builtin().open("shogi", "full").unwrap();
    assert_eq!(shogi.start().text(), SHOGI_START);
}

#[test]
fn squares_of_a_smaller_board_are_changed() {
    let othello = "--------------OX----XO-------------- X";
    assert_eq!(
        edit("othello", "board=6", othello, "f6", Some("X")).as_deref(),
        Some("--------------OX----XO-------------X X")
    );
    assert_eq!(edit("othello", "board=6", othello, "g6", Some("X")), None);
    let start = ".xxx.o...oo...oo...o.xxx. x";
    let changed = edit("loa", "", start, "a2", None);
    assert_eq!(changed.as_deref(), Some(".xxx.....oo...oo...o.xxx. x"));
    assert_eq!(edit("loa", "", start, "f1", Some("x")), None);
    assert_eq!(edit("loa", "", &start[1..], "a1", Some("x")), None);
}
