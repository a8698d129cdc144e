//! Game records of game servers, and every message with which they are refused.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Kind, Notation, Records, Side};
use shomei_othello::Othello;

/// A record with one property of each kind; `BO` is the usual start.
const RECORD: &str = "(;GM[Othello]PC[server]DT[2001.02.03_04:05:06.GMT]PB[one]PW[other]RB[1500]RW[1600]\
    TI[05:00//02:00]TY[8]RE[+12.00]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
    B[f5]W[d6//0.5]B[C3/-1.25/10.33];)";

const ROWS: &str = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";

fn game() -> Othello {
    Othello::open("", Goal::win(Side::First)).unwrap()
}

fn read(text: &str) -> String {
    let game = game();
    let position = game
        .parse_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    game.format_position(&position)
}

fn error(text: &str) -> String {
    game().parse_position(text).unwrap_err().to_string()
}

#[test]
fn a_record_is_played_to_its_end() {
    let after = read("f5d6c3");
    assert_eq!(read(RECORD), after);
    let lines = RECORD
        .replace("PB[", "\n PB[")
        .replace("B[f5]", "\n B [ f5 ] \n");
    assert_eq!(read(&lines), after);
    assert_eq!(read("(;GM[othello]B[f5]W[d6]B[c3];)"), after);
    assert_eq!(read("( ;B[f5]W[d6]B[c3] ) "), after);
    assert_eq!(read("(;TY[s8r18]GM[Othello];)"), read("start"));
    assert_eq!(read("(;;)"), read("start"));
    for count in ["1 ", " 1\n", "1"] {
        assert_eq!(read(&format!("{count}{RECORD}")), after);
    }
}

#[test]
fn unique_properties_are_not_repeated() {
    for (text, message) in [
        (
            "(;GM[Othello]GM[Chess];)",
            "column 14: GM appears twice in one node",
        ),
        ("(;TY[8]TY[8];)", "column 8: TY appears twice in one node"),
        (
            "(;GM[Othello][Chess];)",
            "column 3: GM has 2 values, expected one",
        ),
        ("(;TY[8][10];)", "column 3: TY has 2 values, expected one"),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn boards_begin_with_either_side() {
    let white = format!("(;BO[8 {ROWS} O]W[d6]KB[c4/1.0];)");
    assert_eq!(
        read(&white),
        read(&format!("{} O moves d6", &read("start")[..64])).as_str()
    );
    // No blanks between the rows.
    let dense = format!("(;BO[8{}*]B[f5]W[d6]B[C3];)", ROWS.replace(' ', ""));
    assert_eq!(read(&dense), read("f5d6c3"));
}

#[test]
fn passes_are_written_or_left_out() {
    // White has no move after c1.
    let board = format!("*O{}*O------", "-".repeat(54));
    let after = read(&format!("{board} * moves c1 -- c8"));
    for moves in ["B[c1]W[pa]B[c8]", "B[c1]W[PASS//3]B[c8]", "B[c1]B[c8]"] {
        assert_eq!(
            read(&format!("(;BO[8 {board} *]{moves};)")),
            after,
            "{moves}"
        );
    }
    assert_eq!(
        error(&format!("(;BO[8 {board} *]B[c1]W[c8];)")),
        "column 82: move 2 (c8): White has no move and must pass"
    );
}

#[test]
fn discs_can_be_set_up() {
    assert_eq!(read("(;AB[e4][d5]AW[d4 e5]B[f5];)"), read("f5"));
    assert_eq!(read("(;AB[e4d5]AW[d4,e5];)"), read("start"));
    assert_eq!(
        error("(;AB[e4][d5]AW[d4][e5][D5];)"),
        "square D5: there are discs of both sides"
    );
    assert_eq!(
        error(&format!("(;BO[8 {ROWS} *]AB[d4];)")),
        "square D4: there are discs of both sides"
    );
    assert_eq!(
        error("(;AB[e4][e9];)"),
        "column 10: \"e9\" is not a square; expected one from A1 to H8"
    );
    assert_eq!(
        error("(;B[f5]AW[a1];)"),
        "column 8: AW sets up the board after a move or in a variation"
    );
    assert_eq!(
        error("(;AB[D];)"),
        "column 6: \"D\" is not a square; expected one from A1 to H8"
    );
    assert_eq!(
        error("(;AB[e4 d][d5];)"),
        "column 9: \"d\" is not a square; expected one from A1 to H8"
    );
    assert_eq!(error("(;AB[];)"), "the board is empty");
}

#[test]
fn other_games_are_refused() {
    assert_eq!(
        error("(;GM[Amazons];)"),
        "column 3: this is a game of \"Amazons\", not of Othello, which is GM[2]"
    );
    assert_eq!(
        error("(;GM[Othello]TY[10];)"),
        "column 14: the type is 10; expected a board of 8"
    );
    assert_eq!(
        error("(;GM[Othello]\nTY[s10r18];)"),
        "line 2, column 1: the type is s10r18; expected a board of 8"
    );
    for kind in ["8a", "s8ar20", "8ra"] {
        assert_eq!(
            error(&format!("(;GM[Othello]TY[{kind}];)")),
            format!("column 14: the type is {kind}, anti-Othello; expected Othello")
        );
    }
    assert_eq!(
        error("(;BO[10 ---- *];)"),
        "column 6: the size of the board is \"10\", expected 8"
    );
    assert_eq!(
        error(&format!("{RECORD}\n {RECORD}")),
        "line 2, column 2: the file contains several games; expected one, and here begins another"
    );
    for count in ["0", "2", "11"] {
        assert_eq!(
            error(&format!(" {count} {RECORD} {RECORD}")),
            format!("column 2: the file has {count} games, expected one")
        );
    }
    assert_eq!(
        error(&format!("1 {RECORD} {RECORD}")),
        format!(
            "column {}: the file contains several games; expected one, and here begins another",
            RECORD.len() + 4
        )
    );
}

#[test]
fn malformed_boards_are_refused() {
    assert_eq!(
        error(&format!("(;BO[8 {ROWS}- *];)")),
        "column 79: row 8 has more than 8 squares"
    );
    assert_eq!(
        error(&format!("(;BO[8 {} *];)", &ROWS[1..])),
        "column 15: row 1 has 7 squares, expected 8"
    );
    assert_eq!(
        error("(;BO[8];)"),
        "column 7: the number of squares is 0, expected 64"
    );
    assert_eq!(
        error(&format!("(;BO[8 {ROWS} ?];)")),
        "column 80: \"?\" is not a side to move; expected X or O"
    );
    assert_eq!(
        error(&format!("(;BO[8 {} *];)", ROWS.replacen("O", "Q", 1))),
        "column 38: square D4 is missing; expected X, O, - or +"
    );
    assert_eq!(
        error(&format!("(;BO[8 {ROWS} *]BO[8 {ROWS} *];)")),
        "column 82: BO appears twice in one node"
    );
}

#[test]
fn malformed_records_are_refused() {
    for (text, message) in [
        ("(GM[Othello];)", "column 2: expected ; after (, not 'G'"),
        ("(", "column 1: the text ends before the closing )"),
        (
            "(;GM[Othello]",
            "column 13: the text ends before the closing )",
        ),
        ("(;B[f5];", "column 8: the text ends before the closing )"),
        ("(;B[f5", "column 4: this [ is never closed"),
        ("(;B;)", "column 3: expected [ after B"),
        ("(;B[f5]?;)", "column 8: '?' was not expected here"),
        (
            "(;B[f5]b[d6];)",
            "column 8: \"b\" names no property; names are in capitals, such as B",
        ),
        (
            "(;B[f5];) x",
            "column 11: there is 'x' after the end of the game",
        ),
        ("(;B[f5][d6];)", "column 3: B has 2 values, expected one"),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn moves_that_do_not_fit_have_their_number() {
    assert_eq!(
        error("(;B[f5]B[d6];)"),
        "column 10: move 2 (d6): this is a move of Black, but White is to move"
    );
    assert_eq!(
        error("(;W[f5];)"),
        "column 5: move 1 (f5): this is a move of White, but Black is to move"
    );
    assert_eq!(
        error("(;B[f5/1.0/2]W[a1//3];)"),
        "column 16: move 2 (a1//3): a disc of White on A1 flips nothing; legal are F4 D6 F6"
    );
    assert_eq!(
        error("(;B[f5]W[pa];)"),
        "column 10: move 2 (pa): White can move and must not pass; legal are F4 D6 F6"
    );
    assert_eq!(
        error("(;B[];)"),
        "column 5: move 1 (): Black can move and must not pass; legal are D3 C4 F5 E6"
    );
    let over = "(;B[F5]W[D6]B[C5]W[F4]B[E3]W[F6]B[G5]W[E6]B[E7]W[pa]B[a1];)";
    assert_eq!(
        error(over),
        "column 55: move 10 (a1): the game is over: Black is 64 discs ahead"
    );
    // Programs that support passes end games so.
    assert_eq!(read(&over.replace("B[a1]", "")), read("F5D6C5F4E3F6G5E6E7"));
}

/// The whole game is read as a record, including omitted passes.
#[test]
fn a_record_has_all_positions() {
    let game = game();
    let moves = |text: &str| {
        let record = Othello::read_record(&game, text.as_bytes()).unwrap();
        let moves: Vec<String> = record.main.moves.iter().map(ToString::to_string).collect();
        let last = record.main.moves.iter();
        let last = last.fold(record.root, |at, &mv| at.play(mv));
        assert_eq!(game.format_position(&last), read(text));
        (game.format_position(&record.root), moves.join(" "))
    };
    assert_eq!(moves(RECORD), (read("start"), "F5 D6 C3".into()));
    assert_eq!(moves("(;GM[Othello];)"), (read("start"), String::new()));
    let board = format!("*O{}*O------", "-".repeat(54));
    let root = format!("{} X", board.replace('*', "X"));
    for line in ["B[c1]W[pa]B[c8]", "B[c1]B[c8]"] {
        let text = format!("(;BO[8 {board} *]{line};)");
        assert_eq!(moves(&text), (root.clone(), "C1 -- C8".into()));
    }
    let refused = |bytes: &[u8]| Othello::read_record(&game, bytes).unwrap_err().to_string();
    assert_eq!(refused(b"(;B[a1];)"), error("(;B[a1];)"));
    assert_eq!(refused(b"(;AB[a1]AW[a1];)"), error("(;AB[a1]AW[a1];)"));
    assert_eq!(
        refused(b"f5d6"),
        "column 1: this is not a record in SGF: expected (; at the beginning"
    );
    assert_eq!(refused(b"(;\xff"), "column 3: 'ÿ' was not expected here");
}
