//! Texts that the notation reads, and every message with which it refuses a text.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Kind, KnownScore, Notation, NotationError, Scored, Side};
use shomei_othello::{Move, Othello, Position, obf};

const START: &str = "---------------------------OX------XO--------------------------- X";
/// After f5 d6 c3.
const THREE: &str = "------------------X--------XX------OXX-----O-------------------- O";
/// Without the side to move: Black can move to a3, White cannot move.
const PASS: &str = "X-------O-------------------------------------------------------";

fn game() -> Othello {
    Othello::open("", Goal::win(Side::First)).unwrap()
}

fn position(text: &str) -> Position {
    game()
        .parse_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn read(text: &str) -> String {
    game().format_position(&position(text))
}

fn error(text: &str) -> String {
    game().parse_position(text).unwrap_err().to_string()
}

fn scores(text: &str) -> Vec<(String, i32)> {
    let scores = game().known_scores(text).unwrap();
    scores.into_iter().map(|s| (s.mv, s.score)).collect()
}

#[test]
fn forms() {
    for text in ["start", " START moves ", START, "start moves"] {
        assert_eq!(read(text), START, "{text}");
    }
    for text in [
        "F5D6C3",
        "f5 d6 c3\n",
        " f5d6 C3 ",
        "start moves f5 d6 c3",
        &format!("{START} moves F5D6C3"),
        &format!("\n{START}\nmoves F5D6C3"),
    ] {
        assert_eq!(read(text), THREE, "{text}");
    }
    assert_eq!(game().format_position(&Position::start()), START);
}

#[test]
fn squares_have_several_letters() {
    for (black, white, empty) in [
        ("x", "o", "."),
        ("*", "O", "-"),
        ("B", "w", "."),
        ("b", "W", "-"),
    ] {
        let text = START
            .replace('X', black)
            .replace('O', white)
            .replace('-', empty);
        assert_eq!(read(&text), START, "{text}");
    }
    assert_eq!(read(&START.replace(" X", "  X ; ")), START);
    assert_eq!(read(&START.replace(" X", "\tB")), START);
}

#[test]
fn boards_have_faults() {
    assert_eq!(
        error(" "),
        "the position is empty; expected 64 squares and the side to move, \"start\", moves such as F5 D6, or a \
         record (;GM[Othello]...;)"
    );
    assert_eq!(
        error(" fen"),
        "column 2: \"fen\" begins no position; expected 64 squares and the side to move, \"start\", moves such as \
         F5 D6, or a record (;GM[Othello]...;)"
    );
    assert_eq!(
        error(&START[1..]),
        "column 64: the number of squares is 63, expected 64"
    );
    assert_eq!(
        error(&format!("-{START}")),
        "column 66: the number of squares is 65, expected 64"
    );
    assert_eq!(
        error("xo"),
        "column 3: the number of squares is 2, expected 64"
    );
    assert_eq!(
        error("x"),
        "column 2: the number of squares is 1, expected 64"
    );
    assert_eq!(
        error(&START.replacen("OX", "OQ", 1)),
        "column 29: 'Q' is not a square; expected X or * (black), O (white) or - (empty)"
    );
    assert_eq!(
        error(&START.replacen("OX", "Oé", 1)),
        "column 29: 'é' is not a square; expected X or * (black), O (white) or - (empty)"
    );
    // Without a side, Black is to move.
    assert_eq!(read(&START[..64]), START);
    assert_eq!(
        error(&START.replace(" X", " ; F5:+0")),
        "column 66: there is no side to move; expected X or O"
    );
    assert_eq!(
        error(&START.replace(" X", " XO")),
        "column 66: \"XO\" is not a side to move; expected X or O"
    );
    assert_eq!(
        error(&START.replace(" X", "\n Z")),
        "line 2, column 2: \"Z\" is not a side to move; expected X or O"
    );
    assert_eq!(
        error(&format!("{} X", "-".repeat(64))),
        "column 1: the board is empty"
    );
    assert_eq!(
        error(&format!("{START} f5")),
        "column 68: expected \"moves\" before \"f5\""
    );
    assert_eq!(
        error("start f5"),
        "column 7: expected \"moves\" before \"f5\""
    );
}

#[test]
fn scores_of_moves_are_read() {
    let known = |mv: &str, score| (mv.to_string(), score);
    assert_eq!(
        scores(&format!(
            "{START}; f5:+2; D3:-64;C4: 0 ; % a comment; with E6:9"
        )),
        [known("F5", 2), known("D3", -64), known("C4", 0)]
    );
    for nothing in [
        START.to_string(),
        format!("{START};"),
        format!("{START} % text"),
        format!("{START}; --:-127; % no more"),
        format!("{START} moves f5"),
        "start".to_string(),
        "f5d6".to_string(),
    ] {
        assert_eq!(scores(&nothing), [], "{nothing}");
        game().parse_position(&nothing).unwrap();
    }
    let pass = format!("{PASS} O; --:+4; --:-127;");
    assert_eq!(read(&pass), format!("{PASS} O"));
    assert_eq!(scores(&pass), [known("--", 4)]);
}

#[test]
fn scores_of_moves_have_faults() {
    for (after, message) in [
        (
            "; F5:+2; E3:+0;",
            "column 76: a disc of Black on E3 flips nothing; legal are D3 C4 F5 E6",
        ),
        (
            "; D4:+2",
            "column 69: D4 holds a disc of White; legal are D3 C4 F5 E6",
        ),
        (
            "; F5",
            "column 69: expected MOVE:SCORE such as G8:+18, found \"F5\"",
        ),
        (
            ";  F5 = 4",
            "column 70: expected MOVE:SCORE such as G8:+18, found \"F5 = 4\"",
        ),
        (
            "; F9:+2",
            "column 69: expected MOVE:SCORE such as G8:+18, found \"F9:+2\"",
        ),
        (
            "; F5:two",
            "column 69: expected MOVE:SCORE such as G8:+18, found \"F5:two\"",
        ),
        (
            "; F5:+2:",
            "column 69: expected MOVE:SCORE such as G8:+18, found \"F5:+2:\"",
        ),
        (
            "; F5:+3",
            "column 69: F5: a score is an even number from -64 to 64, not 3",
        ),
        (
            "; F5:-66",
            "column 69: F5: a score is an even number from -64 to 64, not -66",
        ),
        (
            "; F5:-2147483648",
            "column 69: F5: a score is an even number from -64 to 64, not -2147483648",
        ),
        ("; F5:+2; f5:+2", "column 76: F5 has a score already"),
        (
            "; F5:+2; D3:+0;  F5:-2;",
            "column 84: F5 has a score already",
        ),
        (
            "; --:+4",
            "column 69: Black can move and must not pass; legal are D3 C4 F5 E6",
        ),
        (
            "; F5:+2\nD3:+2",
            "line 2, column 1: expected ; or % before this",
        ),
        (
            "; % one\nstart",
            "line 2, column 1: a position is one line, and here begins another",
        ),
    ] {
        let text = format!("{START}{after}");
        assert_eq!(error(&text), message, "{text}");
        assert_eq!(game().known_scores(&text).unwrap_err().to_string(), message);
    }
    assert!(game().known_scores(&START[1..]).is_err());
}

#[test]
fn lines_with_scores_round_trip() {
    let start = Position::start();
    let scores = [("F5", 0), ("D3", -12), ("C4", 64)].map(|(mv, score)| KnownScore {
        mv: mv.to_string(),
        score,
    });
    let line = obf(&start, &scores, Some("one\nline; only"));
    assert_eq!(
        line,
        format!("{START}; F5:+0; D3:-12; C4:+64; % one line; only")
    );
    assert_eq!(position(&line), start);
    assert_eq!(game().known_scores(&line).unwrap(), scores);
    assert_eq!(obf(&start, &[], None), format!("{START};"));
    assert_eq!(position(&obf(&start, &[], Some("%"))), start);
}

#[test]
fn passes_are_written_or_left_out() {
    let board = format!("{PASS} O");
    let after = "X-------X-------X----------------------------------------------- O";
    for pass in ["--", "ps", "PA", "pass", ""] {
        for blank in [" ", ""] {
            let text = format!("{board} moves {pass}{blank}A3");
            assert_eq!(read(&text), after, "{text}");
        }
    }
    // The list may end before the pass, or with it.
    assert_eq!(read(&board), board);
    assert_eq!(read(&format!("{board} moves pass")), format!("{PASS} X"));
}

#[test]
fn records_have_faults() {
    assert_eq!(
        error("f5 d6 c9"),
        "move 3 (c9): \"c9\" is not a move; expected a square from A1 to H8, or -- for a pass"
    );
    assert_eq!(
        error("F5hello"),
        "move 2 (hello): \"hello\" is not a move; expected a square from A1 to H8, or -- for a pass"
    );
    assert_eq!(
        error("f5d6d6"),
        "move 3 (d6): D6 holds a disc of White; legal are C3 C4 C5 C6 C7"
    );
    assert_eq!(
        error("f5a1"),
        "move 2 (a1): a disc of White on A1 flips nothing; legal are F4 D6 F6"
    );
    assert_eq!(
        error("pass"),
        "move 1 (pass): Black can move and must not pass; legal are D3 C4 F5 E6"
    );
    assert_eq!(
        error("F5D6C5F4E3F6G5E6E7 -- A1"),
        "move 10 (--): the game is over: Black is 64 discs ahead"
    );
    assert_eq!(
        error(&format!("{} X moves A1", "XO".repeat(32))),
        "move 1 (A1): the game is over: both sides have the same number of discs"
    );
}

#[test]
fn moves_say_what_is_legal() {
    let game = game();
    let start = game.start();
    let mv = game.parse_move(&start, " f5 ").unwrap();
    assert_eq!(game.format_move(&start, mv), "F5");
    let refused = |position: &Position, mv: &str| {
        let fault: NotationError = game.parse_move(position, mv).unwrap_err();
        fault.to_string()
    };
    assert_eq!(
        refused(&start, "a1"),
        "a disc of Black on A1 flips nothing; legal are D3 C4 F5 E6"
    );
    assert_eq!(
        refused(&start, "e4"),
        "E4 holds a disc of Black; legal are D3 C4 F5 E6"
    );
    assert_eq!(
        refused(&start, "--"),
        "Black can move and must not pass; legal are D3 C4 F5 E6"
    );
    assert_eq!(
        refused(&start, "j5"),
        "\"j5\" is not a move; expected a square from A1 to H8, or -- for a pass"
    );
    let pass = position(&format!("{PASS} O"));
    assert_eq!(refused(&pass, "a3"), "White has no move and must pass");
    assert_eq!(game.parse_move(&pass, "PASS"), Ok(Move::PASS));
    assert_eq!(game.format_move(&pass, Move::PASS), "--");
    let over = position(&format!("{} O", "X".repeat(64)));
    assert_eq!(
        refused(&over, "--"),
        "the game is over: Black is 64 discs ahead"
    );
}

#[test]
fn diagrams_mark_the_moves() {
    let diagram = "  a b c d e f g h
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - - + - - - - 3
4 - - + O X - - - 4
5 - - - X O + - - 5
6 - - - - + - - - 6
7 - - - - - - - - 7
8 - - - - - - - - 8
  a b c d e f g h
X Black 2, O White 2, empty 60
Black to move: + marks its moves";
    assert_eq!(game().diagram(&game().start()), diagram);
    assert_eq!(read(diagram), START);
    let last = |text: &str| {
        let diagram = game().diagram(&position(text));
        diagram.lines().last().unwrap().to_string()
    };
    assert_eq!(
        last(&format!("{PASS} O")),
        "White to move: it has no move and must pass"
    );
    assert_eq!(
        last("F5D6C5F4E3F6G5E6E7"),
        "White to move: no side has a move, Black is 64 discs ahead"
    );
}

#[test]
fn diagrams_are_read() {
    for text in [
        "start",
        "f5",
        "F5D6C5F4E3F6G5E6E7",
        &format!("{PASS} O"),
        &format!("{PASS} X"),
    ] {
        let diagram = game().diagram(&position(text));
        assert_eq!(read(&diagram), read(text), "{diagram}");
        let returns = diagram.replace('\n', "\r\n");
        assert_eq!(read(&format!("\n{returns}\r\n")), read(text), "{diagram}");
    }
    let diagram = game().diagram(&Position::start());
    let with = |from: &str, to: &str| {
        assert!(diagram.contains(from), "{from}");
        diagram.replacen(from, to, 1)
    };
    // Redundant parts may be omitted.
    assert_eq!(
        read(&diagram.replace('+', "-").replace(": - marks its moves", "")),
        START
    );
    assert_eq!(read(&with("X Black 2, O White 2, empty 60\n", "")), START);
    assert_eq!(read(&format!("{diagram}\nmoves f5 d6 c3")), THREE);
    for (from, to, message) in [
        (
            "4 - - +",
            "4 - - Q",
            "line 5, column 7: square C4 is missing; expected X, O, - or +",
        ),
        (
            "4 - - +",
            "4 - +",
            "line 5, column 17: square H4 is missing; expected X, O, - or +",
        ),
        (
            "4 - - +",
            "5 - - +",
            "line 5, column 1: expected 4, the number of the row",
        ),
        (
            "- - - 4",
            "- - - 5",
            "line 5, column 19: expected 4, the number of the row",
        ),
        (
            "- - - 4",
            "- - - 4 x",
            "line 5, column 21: expected nothing after row 4",
        ),
        (
            "4 - - +",
            "4 + - -",
            "line 5, column 3: there is a + on A4, where Black cannot move",
        ),
        (
            "8 - - - - - - - - 8\n",
            "",
            "line 9, column 3: square A8 is missing; expected X, O, - or +",
        ),
        (
            "\n  a b c d e f g h\nX",
            "\n  a b c d e f\nX",
            "line 10, column 3: expected the letters of the files, a b c d e f g h",
        ),
        (
            "White 2",
            "White 3",
            "line 11, column 1: by the board this line is \"X Black 2, O White 2, empty 60\"",
        ),
        (
            ": + marks its moves",
            ": and win",
            "line 12, column 1: by the board this line is \"Black to move: + marks its moves\"",
        ),
        (
            "Black to move: + marks its moves",
            "Green to move",
            "line 12, column 1: \"Green\" is not a side to move; expected X or O",
        ),
        (
            "Black to move",
            "White to move",
            "line 4, column 9: there is a + on D3, where White cannot move",
        ),
    ] {
        assert_eq!(error(&with(from, to)), message, "{from} to {to}");
    }
}

/// Text after a position is refused at its place.
#[test]
fn text_after_a_position_is_refused() {
    let another = "a list of moves is one line, and here begins another";
    let diagram = game().diagram(&Position::start());
    for (text, message) in [
        (
            format!("{START} GARBAGE"),
            "column 68: expected \"moves\" before \"GARBAGE\"".to_string(),
        ),
        (
            format!("{START}\n{START}"),
            format!(
                "line 2, column 1: expected \"moves\" before \"{}\"",
                &START[..64]
            ),
        ),
        (
            format!("{diagram}\nf5"),
            "line 13, column 1: expected \"moves\" before \"f5\"".to_string(),
        ),
        (
            format!("{diagram}\n{diagram}"),
            "line 13, column 3: expected \"moves\" before \"a\"".to_string(),
        ),
        (
            "f5 d6\nc3".to_string(),
            format!("line 2, column 1: {another}"),
        ),
        (
            "f5\n\n  start".to_string(),
            format!("line 3, column 3: {another}"),
        ),
        (
            "start moves f5\nd6".to_string(),
            format!("line 2, column 1: {another}"),
        ),
        (
            "start\nstart".to_string(),
            "line 2, column 1: expected \"moves\" before \"start\"".to_string(),
        ),
    ] {
        assert_eq!(error(&text), message, "{text}");
    }
}

#[test]
fn a_hint_is_given_once() {
    let error = |hints: &str| {
        game()
            .with_hints(hints)
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(
        error("leaf=10,leaf=3").unwrap(),
        "column 9: leaf is given twice"
    );
    assert_eq!(
        error("split=auto, leaf=1, split=3").unwrap(),
        "column 21: split is given twice"
    );
    assert_eq!(error("leaf=10,split=3"), None);
}

mod data {
    use super::*;
    use shomei_testkit::data::text;

    /// Files of test positions.
    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn published_test_positions_are_read() {
        let (mut positions, mut known) = (0, 0);
        for name in [
            "fforum-1-19",
            "fforum-20-39",
            "fforum-40-59",
            "game-positions-12-empties",
            "game-positions-14-empties",
            "game-positions-16-empties",
            "game-positions-18-empties",
            "game-positions-20-empties",
            "hard-20",
        ] {
            for line in text(&format!("othello/{name}.obf")).lines() {
                let position = position(line);
                let scores = game().known_scores(line).unwrap();
                let comment = line.split_once("% ").map(|(_, comment)| comment);
                let written = obf(&position, &scores, comment);
                assert_eq!(written, line.replace(" --:-127;", "").trim_end());
                positions += 1;
                known += scores.len();
            }
        }
        assert!(known > positions, "{positions}, {known}");
    }
}

/// Catalogues translate the texts by their identifiers.
#[test]
fn errors_have_identifiers() {
    let error = game().parse_move(&game().start(), "A1").unwrap_err();
    assert_eq!(error.message.id(), "othello-flips-nothing");
    assert_eq!(error.message.arguments()[0].1.id(), "player-black");
}
