//! Boards of five, six and seven squares: texts, and errors of refused texts.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Kind, Notation, Side};
use shomei_loa::{Loa, Position, PositionError, Size, Square};

const START: &str = ".xxx.o...oo...oo...o.xxx. x";

fn game(rules: &str) -> Loa {
    Loa::open(rules, Goal::win(Side::First)).unwrap()
}

fn read(text: &str) -> String {
    let game = game("board=5");
    game.format_position(&game.parse_position(text).unwrap())
}

fn error(text: &str) -> String {
    let error = game("board=5").parse_position(text).unwrap_err();
    error.to_string()
}

#[test]
fn starts() {
    for (rules, start) in [
        ("board=5", START),
        ("board=6", ".xxxx.o....oo....oo....oo....o.xxxx. x"),
        (
            "board=7",
            ".xxxxx.o.....oo.....oo.....oo.....oo.....o.xxxxx. x",
        ),
    ] {
        let game = game(rules);
        let position = game.start();
        assert_eq!(game.format_position(&position), start);
        assert_eq!(game.parse_position("start"), Ok(position));
        assert_eq!(position.evaluation(), 0);
        let [black, white] = Side::BOTH.map(|side| position.mobility(side));
        assert_eq!(black, white);
    }
}

#[test]
fn lines_and_groups() {
    assert_eq!(read(START), START);
    assert_eq!(read(".xxx. o...o o...o o...o .xxx. black"), START);
    assert_eq!(
        read(".xxx.\to...o o...o o...o .xxx. White"),
        START.replace(" x", " o")
    );
    let moved = read("start moves b1-d3 a3xd3");
    assert_eq!(moved, "..xx.o...o...ooo...o.xxx. x");
    assert_eq!(read(&format!("{START} moves b1-d3 a3xd3")), moved);
    assert_eq!(read("1. b1-d3 a3xd3"), moved);
}

#[test]
fn diagrams() {
    let game = game("board=5");
    let diagram = game.diagram(&game.start());
    let expected = "  a b c d e
5 . x x x . 5
4 o . . . o 4
3 o . . . o 3
2 o . . . o 2
1 . x x x . 1
  a b c d e
Black (x) to move";
    assert_eq!(diagram, expected);
    assert_eq!(read(&diagram), START);
    assert_eq!(read(".xxx.\no...o\no...o\no...o\n.xxx.\nx"), START);
    assert_eq!(
        error(&diagram.replace("5 . x", "5 . x x x x")),
        "line 2, column 1: rank 5 has 8 squares, expected 5"
    );
    assert_eq!(
        error(&diagram.replace("5 . x x x . 5", "6 . x x x . 6")),
        "line 2, column 1: this is row 6, expected rank 5"
    );
    assert_eq!(
        error("..x..\n.o..."),
        "line 2, column 6: the diagram has 2 rows, expected 5 with rank 5 on top"
    );
}

#[test]
fn boards_of_another_size() {
    assert_eq!(
        error(&format!(".{START}")),
        "the board has 26 squares, expected 25: a1 to e1 first, a5 to e5 last"
    );
    let six = game("board=6").start();
    assert_eq!(
        error(&game("board=6").format_position(&six)),
        "the board has 36 squares, expected 25: a1 to e1 first, a5 to e5 last (a board of 6x6 \
         squares is played under the rule board=6)"
    );
    assert_eq!(
        game("").parse_position(START).unwrap_err().to_string(),
        "the board has 25 squares, expected 64: a1 to h1 first, a8 to h8 last (a board of 5x5 \
         squares is played under the rule board=5)"
    );
    assert_eq!(
        error("...../...../...../...../..... x"),
        "rows separated by / are ambiguous; write 25 squares, a1 to e1 first, or a diagram with \
         rank 5 on top"
    );
    assert_eq!(
        error(" "),
        "the position is empty; expected 25 squares and the side to move, a diagram, \"start\", a \
         game record or SGF"
    );
    assert_eq!(
        error(&START.replacen("xxx. x", "xxk. x", 1)),
        "square d5: 'k' is not a square; expected x or b (Black), o or w (White), or . (empty)"
    );
}

#[test]
fn moves() {
    let game = game("board=5");
    let start = game.start();
    let refused = |text| game.parse_move(&start, text).unwrap_err().to_string();
    assert_eq!(
        refused("b1-f1"),
        "f1 lies beyond the board of 5x5 squares, a1 to e5"
    );
    assert_eq!(
        refused("b6-b1"),
        "b6 lies beyond the board of 5x5 squares, a1 to e5"
    );
    assert_eq!(
        refused("b1-c1"),
        "along this line b1 moves 3 squares, one for each piece on it, not 1"
    );
    // Three pieces on the rank, and three squares to the right of b1: e1 is the last one.
    let mv = game.parse_move(&start, "b1-e1").unwrap();
    assert_eq!(game.format_move(&start, mv), "b1-e1");
    // From d1 the same step would leave the board of five, but not the board of eight.
    assert_eq!(
        refused("d1-g1"),
        "g1 lies beyond the board of 5x5 squares, a1 to e5"
    );
    let from_d1 = Square::parse("d1").unwrap();
    let targets = start.targets(from_d1);
    assert_eq!(targets & !0x1f_1f1f_1f1f, 0);
}

#[test]
fn sgf() {
    assert_eq!(
        read("(;GM[9]SZ[5];B[b1-d3];W[a3-d3])"),
        "..xx.o...o...ooo...o.xxx. x"
    );
    assert_eq!(
        read("(;GM[9]SZ[5]SU[Custom]AB[a1:b2]AW[e5]PL[W])"),
        "xx...xx.................o o"
    );
    assert_eq!(
        error("(;GM[9]SZ[8])"),
        "column 8: the board is 8, expected 5; the rules set it (board=N, or boardsize in GTP)"
    );
    assert_eq!(
        error("(;GM[9])"),
        "without SZ the board is 8x8 squares; expected SZ[5]"
    );
    assert_eq!(
        error("(;GM[9]SZ[5]AB[a1:f2])"),
        "column 13: \"a1:f2\" lies beyond the board, a1 to e5"
    );
    assert_eq!(
        error("(;GM[9]SZ[5];B[b1-b6])"),
        "column 16: move 1 (b1-b6): b6 lies beyond the board of 5x5 squares, a1 to e5"
    );
}

#[test]
fn positions_know_their_size() {
    let small = Size::new(5).unwrap();
    let (black, white) = (0b1, 0b100);
    let on_small = Position::on(small, black, white, Side::First).unwrap();
    let usual = Position::new(black, white, Side::First).unwrap();
    assert_ne!(on_small, usual);
    assert_eq!(on_small.size(), small);
    let f1 = Square::parse("f1").unwrap();
    let error = Position::on(small, 1 << 5, white, Side::First).unwrap_err();
    assert_eq!(error, PositionError::Beyond(f1, small));
    assert_eq!(
        error.to_string(),
        "square f1 lies beyond the board of 5x5 squares"
    );
}

/// File e is the edge of the smaller board, but not of the usual one.
#[test]
fn moves_to_the_middle_rank_first() {
    let rank = |rules, text, mv| {
        let game = game(rules);
        let position = game.parse_position(text).unwrap();
        let mv = game.parse_move(&position, mv).unwrap();
        game.hints(&position, mv).rank
    };
    assert_eq!(rank("board=5", "xo..x..................o. x", "e1-e2"), 0);
    let usual = format!("xo..x...{}o.... x", ".".repeat(51));
    assert_eq!(rank("", &usual, "e1-e2"), 1);
    assert_eq!(rank("board=5", "xo.x....................o x", "d1-d2"), 1);
}
