//! Texts that the notation reads, and every message with which it refuses a text.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Kind, Notation, Side, perft};
use shomei_uttt::{Position, Uttt, WonBoards};

const START: &str = "X;.........;........./........./........./........./........./........./........./........./.........";
/// After ee ea ai.
const THREE: &str = "O;........@;........X/........./........./........./O...X..../........./........./........./.........";

fn game() -> Uttt {
    Uttt::open("", Goal::win(Side::First)).unwrap()
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

/// The one-line form with some of its boards; the others are empty.
fn line(side: &str, global: &str, boards: &[(usize, &str)]) -> String {
    let mut all = ["........."; 9];
    for &(board, text) in boards {
        all[board] = text;
    }
    format!("{side};{global};{}", all.join("/"))
}

#[test]
fn forms() {
    assert_eq!(read("start"), START);
    assert_eq!(read(" START moves "), START);
    assert_eq!(read(START), START);
    for text in [
        "ee ea ai",
        " EE ea ai\n",
        "start\nmoves ee ea ai",
        "start moves ee ea ai",
        &format!("{START} moves ee ea ai"),
    ] {
        assert_eq!(read(text), THREE, "{text}");
    }
    assert_eq!(read(&THREE.to_lowercase()), THREE);
    assert_eq!(
        game().format_position(&Position::start(WonBoards::Closed)),
        START
    );
}

#[test]
fn diagrams_show_all_boards() {
    let game = game();
    let position = game.parse_position(THREE).unwrap();
    let diagram = "\
a:.      | b:.      | c:.
  . . .  |   . . .  |   . . .
  . . .  |   . . .  |   . . .
  . . X  |   . . .  |   . . .
---------+----------+---------
d:.      | e:.      | f:.
  . . .  |   O . .  |   . . .
  . . .  |   . X .  |   . . .
  . . .  |   . . .  |   . . .
---------+----------+---------
g:.      | h:.      | i:@
  . . .  |   . . .  |   . . .
  . . .  |   . . .  |   . . .
  . . .  |   . . .  |   . . .
O to move in board i";
    assert_eq!(game.diagram(&position), diagram);
    assert_eq!(read(diagram), THREE);
    assert!(
        game.diagram(&game.start())
            .ends_with("\nX to move in any open board")
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn diagrams_are_read() {
    let game = game();
    let over = line(
        "O",
        "XXX......",
        &[
            (0, "XXX......"),
            (1, "XXX......"),
            (2, "XXX......"),
            (3, "OO......."),
            (4, "OO......."),
            (5, "OO......."),
            (6, "OO......."),
        ],
    );
    for text in ["start", "ee", THREE, over.as_str()] {
        let diagram = game.diagram(&game.parse_position(text).unwrap());
        assert_eq!(read(&diagram), read(text), "{diagram}");
        let returns = diagram.replace('\n', "\r\n");
        assert_eq!(read(&format!("\n{returns}\r\n")), read(text), "{diagram}");
    }
    let diagram = game.diagram(&game.parse_position(THREE).unwrap());
    assert_eq!(read(&format!("{diagram}\nmoves ia")), read("ee ea ai ia"));
    for (from, to, message) in [
        (
            "b:.",
            "c:.",
            "line 1, column 12: expected the name of board b and its state, b:.",
        ),
        (
            "b:.",
            "b:..",
            "line 1, column 12: expected the name of board b and its state, b:.",
        ),
        (
            "| b:.",
            "| b",
            "line 1, column 12: expected the name of board b and its state, b:.",
        ),
        (
            "b:.      |",
            "b:.",
            "line 1, column 16: expected | between two boards",
        ),
        (
            "c:.",
            "",
            "line 1, column 22: the line ends before the third board does",
        ),
        (
            "c:.",
            "c:. d:.",
            "line 1, column 27: there is \"d:.\" after the third board",
        ),
        (
            "c:.",
            "c:Q",
            "line 1, column 25: board c: 'Q' is not a state; expected . (open), X or O (won), # (drawn) or @ (where the side to move must play)",
        ),
        (
            "c:.",
            "c:X",
            "line 1, column 25: board c is written as 'X', but it has an empty cell and no line; expected .",
        ),
        (
            "c:.",
            "c:@",
            "line 11, column 25: the side to move is sent to two boards, c and i",
        ),
        (
            "  . . X",
            "  . . Q",
            "line 4, column 7: board a, cell i: \"Q\" is not a mark; expected X, O or .",
        ),
        (
            "  . . X",
            "  . X",
            "line 4, column 8: a cell is missing before this |",
        ),
        (
            "  . X .",
            "  X X .",
            "marks of X: 3, of O: 1; with O to move X has one more",
        ),
        (
            "---+",
            "--+",
            "line 5, column 1: expected ---------+----------+---------",
        ),
        (
            "in board i",
            "in board h",
            "line 15, column 1: by the board this line is \"O to move in board i\"",
        ),
        (
            "O to move in board i",
            "",
            "line 14, column 30: the diagram ends where the side to move is expected",
        ),
    ] {
        assert!(diagram.contains(from), "{from}");
        assert_eq!(
            error(&diagram.replacen(from, to, 1)),
            message,
            "{from} to {to}"
        );
    }
}

/// Text after a position is refused at its place.
#[test]
fn text_after_a_position_is_refused() {
    let another = "a list of moves is one line, and here begins another";
    let diagram = game().diagram(&Position::start(WonBoards::Closed));
    for (text, message) in [
        (
            format!("{START} GARBAGE"),
            "column 103: expected \"moves\" before \"GARBAGE\"".to_string(),
        ),
        (
            format!("{START} ee"),
            "column 103: expected \"moves\" before \"ee\"".to_string(),
        ),
        (
            format!("{START}\n{START}"),
            format!(
                "line 2, column 1: expected \"moves\" before \"{}…\"",
                &START[..80]
            ),
        ),
        (
            format!("{diagram}\nee"),
            "line 16, column 1: expected \"moves\" before \"ee\"".to_string(),
        ),
        (
            "ee ea\nai".to_string(),
            format!("line 2, column 1: {another}"),
        ),
        (
            "start moves ee\n start".to_string(),
            format!("line 2, column 2: {another}"),
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
fn malformed_texts_have_a_place() {
    assert_eq!(
        error(" "),
        "the position is empty; expected SIDE;GLOBAL;nine local boards, \"start\" or moves such as ee ea"
    );
    assert_eq!(
        error("X;........."),
        "column 1: \"X;.........\" begins no position; expected SIDE;GLOBAL;nine local boards, \"start\" or moves such as ee ea"
    );
    assert_eq!(
        error(&START.replacen('X', "Z", 1)),
        "column 1: \"Z\" is not a side to move; expected X or O"
    );
    assert_eq!(
        error(&START.replacen(".........", "........", 1)),
        "column 3: the global board has 8 cells, expected 9"
    );
    assert_eq!(
        error(&line("X", "..Z......", &[])),
        "column 5: board c: 'Z' is not a state; expected . (open), X or O (won), # (drawn) or @ (where the side to move must play)"
    );
    assert_eq!(
        error(&line("X", "..@..@...", &[])),
        "column 8: the side to move is sent to two boards, c and f"
    );
    assert_eq!(
        error(START.trim_end_matches("/.........")),
        "column 13: the number of local boards is 1, expected 9"
    );
    assert_eq!(
        error(&line("X", ".........", &[(2, "........")])),
        "column 33: board c has 8 cells, expected 9"
    );
    assert_eq!(
        error(&line("X", ".........", &[(2, "...Z.....")])),
        "column 36: board c, cell d: \"Z\" is not a mark; expected X, O or ."
    );
    assert_eq!(
        error("start ee"),
        "column 7: expected \"moves\" before \"ee\""
    );
    assert_eq!(
        error("start\nee"),
        "line 2, column 1: expected \"moves\" before \"ee\""
    );
}

#[test]
fn the_global_board_must_agree() {
    let written =
        |state: &str, cells: &str| error(&line("X", &format!("..{state}......"), &[(2, cells)]));
    assert_eq!(
        written(".", "XXX......"),
        "column 5: board c is written as '.', but X has a line in it; expected X"
    );
    assert_eq!(
        written("@", "OOO......"),
        "column 5: board c is written as '@', but O has a line in it; expected O"
    );
    assert_eq!(
        written("O", "XXX......"),
        "column 5: board c is written as 'O', but X has a line in it; expected X"
    );
    assert_eq!(
        written("X", "XX......."),
        "column 5: board c is written as 'X', but it has an empty cell and no line; expected ."
    );
    assert_eq!(
        written(".", "XOXXOOOXX"),
        "column 5: board c is written as '.', but it is full without a line; expected #"
    );
    assert_eq!(
        written("#", "XOXXO.OXX"),
        "column 5: board c is written as '#', but it has an empty cell and no line; expected ."
    );
    assert_eq!(written("X", "XXXOOO..."), "board c: both sides have a line");
}

#[test]
fn unreachable_positions_are_refused() {
    assert_eq!(
        error(&line("X", "@........", &[(4, "X........")])),
        "marks of X: 1, of O: 0; with X to move X has as many as O"
    );
    assert_eq!(
        error(&line("O", "@........", &[(4, "XX.......")])),
        "marks of X: 2, of O: 0; with O to move X has one more"
    );
    // X marked cell a, which sends to board a.
    let marked = [(4, "X........")];
    assert_eq!(
        error(&line("O", ".@.......", &marked)),
        "X cannot have sent to board b: it has no mark in cell b of any board"
    );
    assert_eq!(
        error(&line("O", ".........", &marked)),
        "the move of X before sent to an open board: it has no mark in the cell of a closed one"
    );
    assert!(
        game()
            .parse_position(&line("O", "@........", &marked))
            .is_ok()
    );
    assert_eq!(
        error(&line("X", "@........", &[])),
        "O cannot have sent to board a: it has no mark in cell a of any board"
    );
    // A line of boards a, b, c for X, which made the last move.
    let won = [
        (0, "XXX......"),
        (1, "XXX......"),
        (2, "XXX......"),
        (3, "OO......."),
        (4, "OO......."),
        (5, "OO......."),
        (6, "OO......."),
    ];
    let over = line("O", "XXX......", &won);
    assert_eq!(read(&over), over);
    assert_eq!(
        error(&line("O", "XXX@.....", &won)),
        "the game is over, so no side is sent to board d"
    );
    let mut even = won;
    even[6].1 = "OO.O.....";
    assert_eq!(
        error(&line("X", "XXX......", &even)),
        "X has a line of boards, so it made the last move and is not to move"
    );
}

#[test]
fn illegal_moves_say_why() {
    let game = game();
    let three = game.parse_position(THREE).unwrap();
    let refused =
        |position: &Position, mv: &str| game.parse_move(position, mv).unwrap_err().to_string();
    assert_eq!(refused(&three, "aa"), "O must play in board i");
    assert_eq!(
        refused(&three, "iz"),
        "\"iz\" is not a move; expected two letters from a to i, board and cell, such as ee"
    );
    let sent_back = game.parse_position("ee").unwrap();
    assert_eq!(
        refused(&sent_back, "ee"),
        "cell e of board e holds a mark of X"
    );
    assert_eq!(
        error("start moves ee ef ab"),
        "move 3 (ab): X must play in board f"
    );
    assert_eq!(
        error("ee ez"),
        "move 2 (ez): \"ez\" is not a move; expected two letters from a to i, board and cell, such as ee"
    );
}

#[test]
fn moves_round_trip_in_either_case() {
    let game = game();
    let start = game.start();
    let mv = game.parse_move(&start, " EI ").unwrap();
    assert_eq!(game.format_move(&start, mv), "ei");
    assert_eq!(perft(&game, &start, 1), 81);
}

#[test]
fn boards_decided_twice_are_refused() {
    assert_eq!(
        error(
            "X;@..X.....;O......../.O......./..O....../XXX...XXX/O......../.O......./..O....../\
             ........./........."
        ),
        "board d: a line was made after another had closed it"
    );
    assert_eq!(
        error(
            "O;XXX...XXX;XXX....O./XXX....O./XXX....O./OO.OO..../OO.OO..../OO.OO..../XXX..O.../\
             XXX..O.../XXX......"
        ),
        "X has a line of boards that was made after another had ended the game"
    );
}

/// A board, the middle one, that X won first and in which both sides have a line; the side to move
/// is sent there.
const OPEN: &str = "X;....x....;..O....../........./........./........./XXXOOO.../........./........./........./....O....";

fn open_error(text: &str) -> String {
    let game = Uttt::open("open", Goal::win(Side::First)).unwrap();
    game.parse_position(text).unwrap_err().to_string()
}

#[test]
fn owners_of_open_boards_are_written() {
    let game = Uttt::open("open", Goal::win(Side::First)).unwrap();
    let read = |text: &str| game.parse_position(text).unwrap();
    // O has five marks, X three, which no game allows.
    assert_eq!(
        open_error(OPEN),
        "marks of X: 3, of O: 5; with X to move X has as many as O"
    );
    let even = OPEN.replacen("..O......", "X.O.....X", 1);
    let position = read(&even);
    assert_eq!(game.format_position(&position), even);
    assert!(game.diagram(&position).contains("e:x"));
    assert!(game.diagram(&position).ends_with("X to move in board e"));
    assert_eq!(read(&game.diagram(&position)), position);
    for (written, message) in [
        (
            even.replacen("....x....", "....@....", 1),
            "column 7: board e is written as '@', but both sides have a line in it; expected X or O, whose line was first",
        ),
        (
            even.replacen("....x....", "x...x....", 1),
            "column 7: the side to move is sent to two boards, a and e",
        ),
        (
            even.replacen("....x....", "X...x....", 1),
            "column 3: board a is written as 'X', but it has an empty cell and no line; expected .",
        ),
        (
            even.replacen("....x....", "....?....", 1),
            "column 7: board e: '?' is not a state; expected . (open), X or O (won), # (drawn), @ (where the side to move must play), x or o (won, and the side to move must play there)",
        ),
    ] {
        assert_eq!(open_error(&written), message);
    }
    // The standard rules close a won board, and read lower-case letters as capitals.
    assert_eq!(error(&even), "board e: both sides have a line");
}

/// Catalogues translate the texts by their identifiers.
#[test]
fn errors_have_identifiers() {
    let error = game().parse_move(&game().start(), "zz").unwrap_err();
    assert_eq!(error.message.id(), "uttt-no-move");
}
