//! Texts that the notation reads, and every message with which it refuses a text.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Kind, Notation, Outcome, Side, Status};
use shomei_loa::{Loa, Move, Position, Rules};

const START: &str = ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x";

fn game() -> Loa {
    Loa::open("", Goal::win(Side::First)).unwrap()
}

fn read(text: &str) -> String {
    let game = game();
    game.format_position(&game.parse_position(text).unwrap())
}

fn error(text: &str) -> String {
    game().parse_position(text).unwrap_err().to_string()
}

fn move_error(position: &str, mv: &str) -> String {
    let game = game();
    let position = game.parse_position(position).unwrap();
    game.parse_move(&position, mv).unwrap_err().to_string()
}

#[test]
fn one_line() {
    assert_eq!(game().format_position(&Position::start()), START);
    assert_eq!(read(START), START);
    assert_eq!(read(&format!("  {START} \n")), START);
    assert_eq!(read(&START.replace(" x", " Black")), START);
    let other = START.replace('x', "B").replace('o', "w").replace('.', "-");
    assert_eq!(read(&other), START);
    let white = START.replace(" x", " o");
    assert_eq!(read(&START.replace(" x", " WHITE")), white);
}

#[test]
fn one_line_in_groups() {
    let groups = ".xxxxxx. o......o o......o o......o o......o o......o o......o .xxxxxx. x";
    assert_eq!(read(groups), START);
}

#[test]
fn diagrams() {
    let game = game();
    let text = "start moves d1-b3 h7-f7";
    let position = game.parse_position(text).unwrap();
    let diagram = "  a b c d e f g h
8 . x x x x x x . 8
7 o . . . . o . . 7
6 o . . . . . . o 6
5 o . . . . . . o 5
4 o . . . . . . o 4
3 o x . . . . . o 3
2 o . . . . . . o 2
1 . x x . x x x . 1
  a b c d e f g h
Black (x) to move";
    assert_eq!(game.diagram(&position), diagram);
    assert_eq!(game.parse_position(diagram), Ok(position));
    let bare = "
.xxxxxx.
o....o..
o......o
o......o
o......o
ox.....o
o......o
.xx.xxx.

x
";
    assert_eq!(game.parse_position(bare), Ok(position));
    let further = format!("{diagram}\nmoves b1-b4");
    assert_eq!(read(&further), read("start moves d1-b3 h7-f7 b1-b4"));
}

#[test]
fn records() {
    assert_eq!(read("start"), START);
    assert_eq!(read("START moves"), START);
    let expected = read("start moves c8-c6 h4-f2 g8-g6");
    assert_eq!(read("1. c8-c6 h4-f2\n2. g8-g6\n"), expected);
    assert_eq!(read("1.c8-c6 1...H4-F2 2.g8-g6! *"), expected);
    assert_eq!(read("c8-c6 h4-f2 g8-g6 1-0"), expected);
    assert_eq!(read(&format!("{START} moves c8-c6 h4-f2 g8-g6")), expected);
}

#[test]
fn captures_are_marked_when_printed() {
    let game = game();
    let position = game
        .parse_position("start moves d1-b3 h5-g4 b1-b4")
        .unwrap();
    let mv = game.parse_move(&position, "g4-g1").unwrap();
    assert_eq!(game.format_move(&position, mv), "g4xg1");
    for text in ["g4xg1", "G4:g1", "g4Xg1+", " g4-g1 "] {
        assert_eq!(game.parse_move(&position, text), Ok(mv));
    }
    assert_eq!(game.format_move(&position, Move::PASS), "pass");
}

#[test]
fn sgf_records() {
    let sgf = "(;GM[9]FF[4]C[a \\] bracket; and (more)]SU[standard]
        ;B[c8-c6]C[x];W[h4-f2](;B[g8:g6];W[a2-b2])(;B[g8-g6]))";
    let message = "line 2, column 35: move 3 (g8:g6): there is nothing to capture on g6";
    assert_eq!(error(sgf), message);
    let sgf = sgf
        .replace("g8:g6", "g8-g6++")
        .replace(";W[a2-b2]", ";W[resign]");
    assert_eq!(read(&sgf), read("c8-c6 h4-f2 g8-g6"));
    let long_names = "(;GaMe[9];Black[c8-c6])";
    assert_eq!(read(long_names), read("c8-c6"));
}

#[test]
fn sgf_setups() {
    let sgf = "(;GM[9]AB[a1:b2][d4]AW[h8][G7]PL[White]SU[Custom];AE[d4])";
    let expected = "xx......xx............................................o........o o";
    assert_eq!(read(sgf), expected);
    let sgf = "(;GM[9]AE[b1:f1];PL[w];W[h7-f7])";
    assert_eq!(read(sgf).chars().take(8).collect::<String>(), "......x.");
}

#[test]
fn sgf_errors() {
    assert_eq!(
        error("(;GM[1])"),
        "column 3: this is game 1; Lines of Action is GM[9]"
    );
    assert_eq!(
        error("(;GM[9]\nSZ[9])"),
        "line 2, column 1: the board is 9, expected 8; the rules set it (board=N, or boardsize in GTP)"
    );
    assert_eq!(
        error("(;SU[Gemma])"),
        "column 3: unknown setup \"Gemma\"; expected Standard or Custom"
    );
    assert_eq!(error("(;AB[i9])"), "column 3: \"i9\" is not a square");
    assert_eq!(
        error("(;PL[z])"),
        "column 3: PL names no side; expected B or W"
    );
    assert_eq!(error("(;SU[Custom]AB[a1])"), "White has no pieces");
    assert_eq!(
        error("(;W[h4-f2])"),
        "column 5: move 1 (h4-f2): Black is to move"
    );
    assert_eq!(error("(;C[open"), "column 4: this [ is never closed");
    assert_eq!(error("(;C"), "column 3: expected [ after C");
    assert_eq!(error("(;"), "column 2: the text ends before the closing )");
    assert_eq!(error("(B[c8-c6])"), "column 2: expected ; after (, not 'B'");
    assert_eq!(error("(;?)"), "column 3: '?' was not expected here");
}

#[test]
fn board_errors() {
    assert_eq!(
        error(" \n"),
        "the position is empty; expected 64 squares and the side to move, a diagram, \
         \"start\", a game record or SGF"
    );
    assert_eq!(
        error("hello"),
        "column 1: \"hello\" begins no position; expected 64 squares and the side to move, a \
         diagram, \"start\", a game record or SGF"
    );
    assert_eq!(
        error(&START[1..]),
        "the board has 63 squares, expected 64: a1 to h1 first, a8 to h8 last"
    );
    assert_eq!(
        error(&START.replace(" x", ". x")),
        "the board has 65 squares, expected 64: a1 to h1 first, a8 to h8 last"
    );
    assert_eq!(
        error(&START.replacen('x', "k", 1)),
        "square b1: 'k' is not a square; expected x or b (Black), o or w (White), or . (empty)"
    );
    assert_eq!(
        error(&START[..64]),
        "column 65: the side to move is missing; expected x or black, o or white"
    );
    assert_eq!(
        error(&format!("{} name", &START[..64])),
        "column 66: \"name\" is not a side to move; expected x or black, o or white"
    );
    assert_eq!(error(&START.replace('o', ".")), "White has no pieces");
    assert_eq!(
        error(&format!("{} x", ["........"; 8].join("/"))),
        "rows separated by / are ambiguous; write 64 squares, a1 to h1 first, or a diagram \
         with rank 8 on top"
    );
}

#[test]
fn diagram_errors() {
    let diagram = game().diagram(&Position::start());
    assert_eq!(
        error(&diagram.replace("7 o", "7 k")),
        "line 3, column 3: 'k' is not a square; expected x or b (Black), o or w (White), or . \
         (empty)"
    );
    assert_eq!(
        error(&diagram.replace("7 o .", "7 o")),
        "line 3, column 1: rank 7 has 7 squares, expected 8"
    );
    assert_eq!(
        error(&diagram.replacen('8', "1", 1)),
        "line 2, column 1: this is row 1, expected rank 8"
    );
    assert_eq!(
        error(&diagram.replace("Black (x) to move", "")),
        "line 10, column 18: the side to move is missing; expected x or black, o or white"
    );
    assert_eq!(
        error(&diagram.replace("Black", "Green")),
        "line 11, column 1: \"Green\" is not a side to move; expected x or black, o or white"
    );
    assert_eq!(
        error("xxxxxxxx\noooooooo"),
        "line 2, column 9: the diagram has 2 rows, expected 8 with rank 8 on top"
    );
}

#[test]
fn record_errors() {
    assert_eq!(
        error("start c8-c6"),
        "column 7: expected \"moves\" before \"c8-c6\""
    );
    let text = format!("{START} c8-c6");
    assert_eq!(
        error(&text),
        "column 68: expected \"moves\" before \"c8-c6\""
    );
    assert_eq!(
        error("1. c8-c6 h4-f3"),
        "move 2 (h4-f3): f3 is on no line through h4"
    );
    assert_eq!(
        error("c8-c6 Nf3"),
        "move 2 (Nf3): \"Nf3\" is not a move; expected a move such as c8-a6, c8xa6 or pass"
    );
    let shortest = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5";
    assert_eq!(
        error(&format!("start moves {shortest} a2-b2")),
        "move 10 (a2-b2): the game is over: Black has won"
    );
}

/// Text after a position is refused at its place.
#[test]
fn text_after_a_position_is_refused() {
    let diagram = game().diagram(&Position::start());
    let after = |text: &str| error(&format!("{START}{text}"));
    let before = |line: &str, word: &str| format!("{line}: expected \"moves\" before \"{word}\"");
    assert_eq!(after(" GARBAGE"), before("column 68", "GARBAGE"));
    assert_eq!(after(" c8c6"), before("column 68", "c8c6"));
    assert_eq!(after(" move c8-c6"), before("column 68", "move"));
    assert_eq!(after(" 1. c8-c6"), before("column 68", "1."));
    assert_eq!(after(" some-name pn=18"), before("column 68", "some-name"));
    let twice = after(&format!("\n{START}"));
    assert_eq!(twice, before("line 2, column 1", &START[..64]));
    let after = |text: &str| error(&format!("{diagram}{text}"));
    assert_eq!(
        after(" now"),
        "line 11, column 19: there is \"now\" after the side to move"
    );
    assert_eq!(after("\nname"), before("line 12, column 1", "name"));
    let twice = after(&format!("\n{diagram}"));
    assert_eq!(twice, before("line 12, column 3", "a"));
    for (from, to, message) in [
        (
            "(x)",
            "(o)",
            "line 11, column 7: there is \"(o)\" after the side to move",
        ),
        (
            "to move",
            "to go",
            "line 11, column 14: there is \"go\" after the side to move",
        ),
        (
            "7 o",
            "  a b c d e f g h\n7 o",
            "line 3, column 3: 'a' is not a square; expected x or b (Black), o or w (White), or . (empty)",
        ),
    ] {
        assert_eq!(error(&diagram.replacen(from, to, 1)), message);
    }
    for end in ["Black", "x", "Black (x)", "black to move"] {
        assert_eq!(
            read(&diagram.replace("Black (x) to move", end)),
            START,
            "{end}"
        );
    }
}

#[test]
fn records_are_whole() {
    for (text, message) in [
        (
            "c8-c6 h4-f2 1-0 g8-g6",
            "column 17: there is \"g8-g6\" after the result",
        ),
        (
            "c8-c6 * GARBAGE",
            "column 9: there is \"GARBAGE\" after the result",
        ),
        (
            "1. c8-c6 1-0 0-1",
            "column 14: there is \"0-1\" after the result",
        ),
        ("2. c8-c6", "column 1: this is move 2, expected 1"),
        (
            "1. c8-c6 h4-f2 1. g8-g6",
            "column 16: this is move 1, expected 2",
        ),
        ("1. c8-c6 2. h4-f2", "column 10: this is move 2, expected 1"),
        (
            "1. c8-c6\n2. h4-f2",
            "line 2, column 1: this is move 2, expected 1",
        ),
        (
            "1. c8-c6 h4-f2\n1. c8-c6 h4-f2",
            "line 2, column 1: this is move 1, expected 2",
        ),
        (
            "1. 1. c8-c6",
            "column 4: there is a second number before a move",
        ),
        (
            "1. c8-c6 h4-f2 2.",
            "column 16: there is no move after this number",
        ),
        (
            "99999999999999999999999. c8-c6",
            "column 1: this is move 99999999999999999999999, expected 1",
        ),
        (
            "c8-c6\nh4-f2",
            "line 2, column 1: moves without numbers are one line, and here begins another",
        ),
        (
            "start moves c8-c6\nstart",
            "line 2, column 1: moves without numbers are one line, and here begins another",
        ),
        (
            "start\nstart",
            "line 2, column 1: expected \"moves\" before \"start\"",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    let white = START.replace(" x", " o");
    let after = |text: &str| format!("{white} moves {text}");
    assert_eq!(
        error(&after("12... h4-f2 12. c8-c6")),
        "column 86: this is move 12, expected 13"
    );
    assert_eq!(
        error(&after("99999999999999999999999... h4-f2")),
        "column 74: 99999999999999999999999 is not a move number"
    );
    assert_eq!(
        read(&after("12... h4-f2 13. c8-c6")),
        read(&after("h4-f2 c8-c6"))
    );
    let expected = read("c8-c6 h4-f2");
    for text in [
        "start moves 1. c8-c6 h4-f2",
        "start\nmoves c8-c6 h4-f2",
        "1. c8-c6\n   h4-f2\n1/2-1/2",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn sgf_is_one_game() {
    let one = "(;GM[9];B[c8-c6])";
    assert_eq!(read(&format!("{one}\n")), read("c8-c6"));
    for (text, message) in [
        (
            "(;GM[9];B[c8-c6])(;GM[9])",
            "column 18: the file contains several games; expected one, and here begins another",
        ),
        (
            "(;GM[9];B[c8-c6])\nGARBAGE",
            "line 2, column 1: there is 'G' after the end of the game",
        ),
        (
            "(;GM[9]))",
            "column 9: there is ')' after the end of the game",
        ),
        (
            "(;GM[9](;B[c8-c6])",
            "column 18: the text ends before the closing )",
        ),
        (
            "(;GM[9](;B[c8-c6])(;?))",
            "column 21: '?' was not expected here",
        ),
        (
            "(;GM[9](;B[c8-c6]);W[h4-f2])",
            "column 19: ';' was not expected here",
        ),
        ("(GM[9])", "column 2: expected ; after (, not 'G'"),
        ("()", "column 2: expected ; after (, not ')'"),
        ("(;GM[9][9])", "column 3: GM has 2 values, expected one"),
        (
            "(;GM[9]SZ[8][9])",
            "column 8: SZ has 2 values, expected one",
        ),
        (
            "(;SU[Custom][Standard])",
            "column 3: SU has 2 values, expected one",
        ),
        ("(;PL[W][B])", "column 3: PL has 2 values, expected one"),
        (
            "(;B[c8-c6][d1-b3])",
            "column 3: B has 2 values, expected one",
        ),
        ("(;GM[9]GM[1])", "column 8: GM appears twice in one node"),
        (
            "(;PL[W]AE[b1]PL[B])",
            "column 14: PL appears twice in one node",
        ),
        ("(;GM[9];SZ[9])", "column 9: SZ belongs into the first node"),
        (
            "(;B[c8-c6];W[resign];B[g8-g6])",
            "column 22: there is B after a resignation",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn illegal_moves_have_a_reason() {
    assert_eq!(move_error("start", "d4-d5"), "d4 is empty");
    assert_eq!(
        move_error("start", "a4-c4"),
        "the piece on a4 is White's, Black is to move"
    );
    assert_eq!(
        move_error("start", "c1-c1"),
        "a piece must leave its square"
    );
    assert_eq!(move_error("start", "c1-d3"), "d3 is on no line through c1");
    assert_eq!(
        move_error("start", "c1-c4"),
        "along this line c1 moves 2 squares, one for each piece on it, not 3"
    );
    let stuck = "xoxo....oooo...o..............o................................. x";
    assert_eq!(
        move_error(stuck, "a1-e1"),
        "the enemy piece on b1 is in the way"
    );
    let two = "x.x.....................................................o......o x";
    assert_eq!(move_error(two, "a1-c1"), "c1 holds a piece of Black");
    assert_eq!(
        move_error(two, "c1:e1"),
        "there is nothing to capture on e1"
    );
    assert_eq!(move_error(two, "pass"), "Black can move and must not pass");
    assert_eq!(
        move_error(two, " i9 "),
        "\"i9\" is not a move; expected a move such as c8-a6, c8xa6 or pass"
    );
}

/// Finished positions are read; `outcome` returns their results.
#[test]
fn finished_positions_are_read() {
    let both = "xx.................................................o......o..... x";
    let game = game();
    let position = game.parse_position(both).unwrap();
    assert_eq!(game.outcome(&position), Some(Outcome::Draw));
    assert_eq!(move_error(both, "a1-a2"), "the game is over: a draw");
    let white = both.replacen("xx", "x.x", 1).replacen("...", "..", 1);
    assert_eq!(
        move_error(&white, "a1-a2"),
        "the game is over: White has won"
    );
}

#[test]
fn any_text_is_read_or_refused() {
    // Cut and mangled valid texts: no panic, and accepted texts round-trip.
    let diagram = game().diagram(&Position::start());
    let sgf = "(;GM[9]SU[Custom]AB[a1:b2]AW[h8]PL[W];W[h8-h7])";
    let record = "1. c8-c6 h4-f2 2. g8xg6 h2-e2";
    for text in [START, diagram.as_str(), sgf, record, "\u{e9}\u{4e00}x-1"] {
        for (i, character) in text.char_indices() {
            for replacement in ["", "\u{e9}", "x", " ", "9", "[", "\n"] {
                let end = i + character.len_utf8();
                for tail in [&text[end..], ""] {
                    let mangled = format!("{}{replacement}{tail}", &text[..i]);
                    if let Ok(position) = game().parse_position(&mangled) {
                        let line = game().format_position(&position);
                        assert_eq!(read(&line), line);
                    }
                }
            }
        }
    }
}

mod data {
    use super::*;
    use shomei_testkit::data::{folder, text};

    /// The games of M. Winands, "Analysis and Implementation of Lines of Action" (M.Sc. thesis,
    /// 2000), appendix E, and a shortest game. Each was played until one side was connected.
    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn published_games_are_legal() {
        let folder = folder().join("loa/games");
        let files =
            std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut read = 0;
        for file in files {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let game = game();
            let position = game
                .parse_position(&text)
                .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let outcome = game.outcome(&position);
            assert!(
                matches!(outcome, Some(Outcome::Win(_))),
                "{}",
                path.display()
            );
            read += 1;
        }
        assert!(read > 0, "{} is empty", folder.display());
    }

    /// Files of positions from other programs, in which the name and the work follow each position.
    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn position_files_are_read() {
        for name in ["candidates", "proved_wins"] {
            let text = text(&format!("loa/{name}.txt"));
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let game = Loa::new(Rules::OLYMPIAD, Goal::win(Side::First));
                let position = game.parse_position(&line[..66]).unwrap();
                assert_eq!(game.format_position(&position), line[..66]);
                let name = line[66..].split_whitespace().next();
                let after =
                    name.map(|name| format!("column 68: expected \"moves\" before \"{name}\""));
                assert_eq!(after, Some(error(line)));
                assert_eq!(game.status(&position), Status::Open, "{line}");
            }
        }
    }
}

#[test]
fn a_result_may_take_the_place_of_a_numbered_move() {
    let played = read("1. e1-e3 a2-c2");
    for end in ["2. resigns", "2.resign", "2. 1-0", "2. *"] {
        assert_eq!(read(&format!("1. e1-e3 a2-c2 {end}")), played, "{end}");
    }
    assert_eq!(
        error("1. e1-e3 a2-c2 2. 1-0 c8-c6"),
        "column 23: there is \"c8-c6\" after the result"
    );
}

#[test]
fn the_side_to_move_may_be_a_sentence_or_a_name_of_every_game() {
    let board = START.trim_end_matches(" x");
    let position = |side: &str| read(&format!("{board} {side}"));
    for (words, side) in [
        ("Black to move", "x"),
        ("Black (x) to move", "x"),
        ("white TO MOVE", "o"),
        ("先手", "x"),
        ("sente", "x"),
        ("後手 to move", "o"),
        ("Gote", "o"),
    ] {
        assert_eq!(position(words), position(side), "{words}");
    }
    assert_eq!(
        position("White to move moves h4-f2"),
        position("o moves h4-f2")
    );
    assert_eq!(
        error(&format!("{board} Black to go")),
        "column 72: expected \"moves\" before \"to\""
    );
    assert_eq!(
        error(&format!("{board} Black (o) to move")),
        "column 72: expected \"moves\" before \"(o)\""
    );
}

/// Catalogues translate the texts by their identifiers.
#[test]
fn errors_have_identifiers() {
    let error = game().parse_move(&game().start(), "a1-a2").unwrap_err();
    assert_eq!(error.message.id(), "loa-empty");
}
