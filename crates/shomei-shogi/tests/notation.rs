//! Every notation of a position, and every error.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Kind as _, Notation, Side, perft};
use shomei_shogi::{Kind, Rules, Shogi, Square};

fn game(rules: Rules) -> Shogi {
    Shogi::new(rules, Goal::win(Side::First))
}

fn error(text: &str) -> String {
    let parsed = game(Rules::Tsume).parse_position(text);
    parsed.unwrap_err().to_string()
}

#[test]
fn all_forms_of_a_position() {
    let game = game(Rules::Tsume);
    let text = "4k4/9/4P4/9/9/9/9/9/9 b 2GP2s 1";
    let position = game.parse_position(text).unwrap();
    assert_eq!(game.format_position(&position), text);
    for other in [
        "4k4/9/4P4/9/9/9/9/9/9 b 2s2GP",
        "4k4/9/4P4/9/9/9/9/9/9 b GsPGs 57",
        "sfen 4k4/9/4P4/9/9/9/9/9/9 b P2G2s 1",
        "position sfen 4k4/9/4P4/9/9/9/9/9/9 b 2GP2s 1",
        "  4k4/9/4P4/9/9/9/9/9/9\tb  2GP2s\n",
        "position sfen 4k4/9/4P4/9/9/9/9/9/9 b 2GP2s 1 moves",
    ] {
        assert_eq!(game.parse_position(other), Ok(position), "{other}");
    }
    let empty = game.parse_position("4k4/9/4P4/9/9/9/9/9/9 w - 1").unwrap();
    for other in ["4k4/9/4P4/9/9/9/9/9/9 w", "4k4/9/4P4/9/9/9/9/9/9 w 12"] {
        assert_eq!(game.parse_position(other), Ok(empty), "{other}");
    }
    let start = game.start();
    assert_eq!(game.parse_position("startpos"), Ok(start));
    assert_eq!(
        start.piece(Square::parse("8h").unwrap()),
        Some((Side::First, Kind::Bishop))
    );
}

/// A word for the end of the game may follow the moves of a game.
#[test]
fn moves_may_end_with_a_word() {
    let game = game(Rules::Tsume);
    let after = game.parse_position("startpos moves 7g7f 3c3d").unwrap();
    for end in ["resign", "win", "rep_draw", "draw"] {
        let text = format!("position startpos moves 7g7f 3c3d {end}");
        assert_eq!(game.parse_position(&text), Ok(after), "{text}");
    }
    let start = Ok(game.start());
    assert_eq!(game.parse_position("startpos moves resign"), start);
    for (text, message) in [
        (
            "startpos moves 7g7f resign 3c3d",
            "column 28: nothing may follow \"resign\"",
        ),
        (
            "startpos moves 7g7f resigns",
            "move 2 (resigns): \"resigns\" is not a move; expected a move such as 7g7f, 8h2b+ or P*5e",
        ),
        (
            "startpos resign",
            "column 10: expected \"moves\" or nothing, found \"resign\"",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

/// SFEN with other names of sides than b and w.
#[test]
fn sides_of_sfen_have_other_names() {
    let game = game(Rules::Tsume);
    let with = |side: &str| game.parse_position(&format!("4k4/9/4P4/9/9/9/9/9/9 {side} G 1"));
    for (names, letter) in [
        (["B", "先手", "sente", "攻め方"], "b"),
        (["W", "後手", "Gote", "受方"], "w"),
    ] {
        for name in names {
            assert_eq!(with(name), with(letter), "{name}");
            assert!(with(name).is_ok(), "{name}");
        }
    }
}

/// SFEN as in addresses.
#[test]
fn positions_without_blanks() {
    let game = game(Rules::Tsume);
    let text = "4k4/9/4P4/9/9/9/9/9/4+R4 b 2GP2s 1";
    let position = game.parse_position(text).unwrap();
    let (bars, codes) = (text.replace(' ', "_"), text.replace(' ', "%20"));
    let slashes = codes.replace('/', "%2F").replace('+', "%2B");
    for same in [
        bars.clone(),
        codes.clone(),
        slashes.clone(),
        format!(" {bars}\n"),
        format!("sfen_{bars}"),
        format!("https://lishogi.org/editor/{bars}"),
        format!("https://lishogi.org/analysis/{bars}"),
        format!("https://lishogi.org/editor/standard/{codes}"),
        format!("https://lishogi.org/analysis/standard/{slashes}?color=sente#12"),
        format!("http://www.lishogi.org/editor/{bars}/"),
        format!("lishogi.org/editor/{bars}?x=y"),
    ] {
        assert_eq!(game.parse_position(&same), Ok(position), "{same}");
    }
    let address = "expected an address with a position: https://lishogi.org/editor/SFEN, or \
        https://lishogi.org/analysis/SFEN";
    for (text, message) in [
        (
            "4k4/9/4P4/9/9/9/9/9/9_x_-_1".to_string(),
            "column 23: expected the side to move, b or w, found \"x\"".to_string(),
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/9%20b%202X".to_string(),
            "column 30: 'X' cannot be in hand".to_string(),
        ),
        (
            "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/8_b_-_1".to_string(),
            "column 48: row 9 (rank i) has 8 squares, expected 9".to_string(),
        ),
        (
            "https://lishogi.org/abcd1234".to_string(),
            format!("column 21: {address}"),
        ),
        (
            "https://lishogi.org/editor".to_string(),
            format!("column 21: {address}"),
        ),
        (
            format!("https://example.org/{bars}"),
            "column 1: the only addresses that are read are those of lishogi.org".to_string(),
        ),
        (
            "startpos_moves_7g7f".to_string(),
            "column 10: moves after a position need blanks between them".to_string(),
        ),
    ] {
        assert_eq!(error(&text), message, "{text}");
    }
}

#[test]
fn moves_after_a_position_are_played() {
    let game = game(Rules::Tsume);
    let after = game
        .parse_position("startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e")
        .unwrap();
    assert_eq!(
        game.format_position(&after),
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1"
    );
    assert_eq!(game.to_move(&after), Side::Second);
    assert_eq!(
        error("startpos moves 7g7f 7g7f"),
        "move 2 (7g7f): 7g7f is not legal here: there is no piece on 7g"
    );
    assert_eq!(
        error("startpos moves P*5e"),
        "move 1 (P*5e): P*5e is not legal here: there is no pawn in hand"
    );
    assert_eq!(
        error("startpos moves 7g7e"),
        "move 1 (7g7e): 7g7e is not legal here"
    );
    assert_eq!(
        error("startpos moves e4"),
        "move 1 (e4): \"e4\" is not a move; expected a move such as 7g7f, 8h2b+ or P*5e"
    );
    assert_eq!(
        error("startpos 7g7f"),
        "column 10: expected \"moves\" or nothing, found \"7g7f\""
    );
}

#[test]
fn moves_that_give_no_check_or_mate_with_a_pawn() {
    let game = game(Rules::Tsume);
    let position = game.parse_position("k1G6/9/KG7/9/9/9/9/9/9 b P").unwrap();
    let error = |text| game.parse_move(&position, text).unwrap_err().to_string();
    assert_eq!(
        error("P*9b"),
        "P*9b is not legal here: a dropped pawn may not mate"
    );
    assert_eq!(error("P*5e"), "P*5e does not give check");
    assert_eq!(
        error("K*5e"),
        "\"K*5e\" is not a move; expected a move such as 7g7f, 8h2b+ or P*5e"
    );
    let mv = game.parse_move(&position, "8c9b").unwrap();
    assert_eq!(game.format_move(&position, mv), "8c9b");
}

#[test]
fn errors_of_the_board() {
    let rest = "/9/9/9/9/9/9/9/9 b -";
    let first = |row: &str| error(&format!("{row}{rest}"));
    assert_eq!(
        first("4k3"),
        "column 1: row 1 (rank a) has 8 squares, expected 9"
    );
    assert_eq!(
        first("4k5"),
        "column 1: row 1 (rank a) has 10 squares, expected 9"
    );
    assert_eq!(
        first("4x4"),
        "column 2: row 1: expected a piece or a digit, found 'x'"
    );
    assert_eq!(
        first("40k4"),
        "column 2: row 1: expected a piece or a digit, found '0'"
    );
    assert_eq!(first("4+k4"), "column 3: row 1: a king cannot promote");
    assert_eq!(
        first("++r8"),
        "column 2: row 1: expected a piece or a digit, found '+'"
    );
    assert_eq!(first("4k4+"), "column 5: row 1: expected a piece after '+'");
    assert_eq!(
        error("4k4/9/9 b -"),
        "column 1: the board has 3 rows, expected 9"
    );
    assert_eq!(
        error("9/9/9/9/4kk3/8/9/9/9 b -"),
        "column 14: row 6 (rank f) has 8 squares, expected 9"
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/9 b -"),
        "column 21: there is a tenth row; a board has nine"
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9"),
        "column 20: expected the side to move, b or w"
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9 \n"),
        "column 20: expected the side to move, b or w"
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9 x"),
        "column 21: expected the side to move, b or w, found \"x\""
    );
    assert_eq!(
        error(""),
        "the position is empty; expected SFEN or \"startpos\""
    );
}

#[test]
fn errors_of_the_hands() {
    let hands = |text: &str| error(&format!("4k4/9/9/9/9/9/9/9/9 b {text} 1"));
    assert_eq!(hands("GX"), "column 24: 'X' cannot be in hand");
    assert_eq!(hands("K"), "column 23: 'K' cannot be in hand");
    assert_eq!(
        hands("0P"),
        "column 23: expected 1 to 18 pieces in hand, found 0"
    );
    assert_eq!(
        hands("19P"),
        "column 24: expected 1 to 18 pieces in hand, found 19"
    );
    assert_eq!(hands("3R"), "column 24: more than 2 rooks in hand");
    assert_eq!(hands("G2"), "column 25: expected a piece after the number");
}

#[test]
fn errors_of_positions() {
    assert_eq!(
        error("9/9/9/9/9/9/9/9/9 b -"),
        "there is no king: the defender must have one"
    );
    assert_eq!(
        error("k3k4/9/9/9/9/9/9/9/9 b -"),
        "square 5a: a second king of the same side"
    );
    assert_eq!(
        error("4k3P/9/9/9/9/9/9/9/9 b -"),
        "square 1a: a pawn here could never move"
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/l8 b -"),
        "square 9i: a lance here could never move"
    );
    assert_eq!(
        error("4k4/2N6/9/9/9/9/9/9/9 b -"),
        "square 7b: a knight here could never move"
    );
    assert_eq!(
        error("4k4/9/9/9/P8/9/P8/9/9 b -"),
        "square 9g: a second unpromoted pawn of the same side on the file"
    );
    assert_eq!(
        error("4k4/9/9/9/+RR7/9/9/9/9 b r"),
        "there are 3 rooks, promoted ones and hands included; a set has 2"
    );
    assert_eq!(
        error("4k4/9/9/9/4R4/9/9/9/9 b -"),
        "square 5a: the side to move could take this king"
    );
    // A promoted pawn may share its file with a pawn.
    assert!(
        game(Rules::Full)
            .parse_position("4k4/9/9/9/P8/9/+P8/9/9 b -")
            .is_ok()
    );
}

#[test]
fn rules_have_names() {
    let goal = Goal::win(Side::Second);
    assert_eq!(Shogi::open("", goal), Shogi::open("Tsume", goal));
    assert_eq!(Shogi::open("full", goal).unwrap().rules(), "full");
    let error = Shogi::open("hisshi", goal).unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown rules \"hisshi\"; known are tsume, tsume-mudaai and full"
    );
}

#[test]
fn diagrams() {
    let game = game(Rules::Tsume);
    let position = game
        .parse_position("4k4/9/4+P4/9/9/9/9/9/9 b 2GPs")
        .unwrap();
    let diagram = game.diagram(&position);
    let lines: Vec<&str> = diagram.lines().collect();
    assert_eq!(lines[0], "White in hand: s");
    assert_eq!(lines[1], "  9  8  7  6  5  4  3  2  1");
    assert_eq!(lines[2], "  .  .  .  .  k  .  .  .  .  a");
    assert_eq!(lines[4], "  .  .  .  . +P  .  .  .  .  c");
    assert_eq!(lines[11], "Black in hand: 2GP");
    assert_eq!(lines[12], "Black (capitals) to move");
    let moves = perft(&game, &position, 1);
    assert!(moves > 0);
}

#[test]
fn diagrams_are_read() {
    let game = game(Rules::Tsume);
    let texts = [
        "4k4/9/4+P4/9/9/9/9/9/9 b 2GPs 1",
        "4k4/9/4+P4/9/9/9/9/9/9 w - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ];
    for text in texts {
        let position = game.parse_position(text).unwrap();
        let diagram = game.diagram(&position);
        assert_eq!(game.parse_position(&diagram), Ok(position), "{diagram}");
        let returns = format!("\n{}\r\n", diagram.replace('\n', "\r\n"));
        assert_eq!(game.parse_position(&returns), Ok(position), "{diagram}");
    }
    let position = game.parse_position(texts[0]).unwrap();
    let diagram = game.diagram(&position);
    let further = format!("{diagram}\nmoves G*5b");
    let expected = game.parse_position(&format!("{} moves G*5b", texts[0]));
    assert_eq!(game.parse_position(&further), expected);
    for (from, to, message) in [
        (
            "hand: s",
            "hand: S",
            "line 1, column 16: the pieces in this hand are written in small letters",
        ),
        (
            "hand: 2GP",
            "hand: 2gP",
            "line 12, column 16: the pieces in this hand are written in capitals",
        ),
        (
            "hand: 2GP",
            "hand: 5G",
            "line 12, column 17: more than 4 golds in hand",
        ),
        (
            "9  8",
            "8  9",
            "line 2, column 3: expected the numbers of the files, 9 to 1, found \"8\"",
        ),
        (
            "  k",
            "  q",
            "line 3, column 15: expected a piece or . for an empty square, found \"q\"",
        ),
        (
            " +P",
            "+GP",
            "line 5, column 12: expected a piece or . for an empty square, found \".+GP\"",
        ),
        (
            " +P",
            " +G",
            "line 5, column 14: expected a piece or . for an empty square, found \"+G\"",
        ),
        (
            "  .  a",
            "  a",
            "line 3, column 27: expected a piece or . for an empty square, found \"a\"",
        ),
        (
            "  .  a",
            "  .  .  a",
            "line 3, column 30: expected a, the name of the row, found \".\"",
        ),
        (
            "  .  a",
            "  .  b",
            "line 3, column 30: expected a, the name of the row, found \"b\"",
        ),
        (
            "Black in",
            "White in",
            "line 12, column 1: expected what Black has in hand, found \"White\"",
        ),
        (
            "Black (",
            "Grey (",
            "line 13, column 1: expected the side to move, found \"Grey\"",
        ),
        (
            "(capitals)",
            "(small",
            "line 13, column 7: expected Black (capitals) to move, found \"(small\"",
        ),
        (
            " to move",
            "",
            "line 13, column 17: the diagram ends where Black (capitals) to move is expected",
        ),
        ("  k", "  .", "there is no king: the defender must have one"),
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
    let text = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let board = &text[..21];
    let diagram = {
        let game = game(Rules::Tsume);
        game.diagram(&game.parse_position(text).unwrap())
    };
    let expected = |place: &str, word: &str| {
        format!("{place}: expected \"moves\" or nothing, found \"{word}\"")
    };
    let another = "a list of moves is one line, and here begins another";
    for (text, message) in [
        (format!("{text} GARBAGE"), expected("column 29", "GARBAGE")),
        (format!("{text} 2"), expected("column 29", "2")),
        (format!("{text} {text}"), expected("column 29", board)),
        (
            format!("{text}\n{text}"),
            expected("line 2, column 1", board),
        ),
        (
            format!("{diagram} now"),
            expected("line 13, column 26", "now"),
        ),
        (
            format!("{diagram}\n{diagram}"),
            expected("line 14, column 1", "White"),
        ),
        (
            "startpos moves 7g7f\n3c3d".into(),
            format!("line 2, column 1: {another}"),
        ),
        (
            "startpos moves 7g7f\n\n startpos".into(),
            format!("line 3, column 2: {another}"),
        ),
        (
            "startpos\nstartpos".into(),
            expected("line 2, column 1", "startpos"),
        ),
    ] {
        assert_eq!(error(&text), message, "{text}");
    }
}

/// Catalogues translate the texts by their identifiers.
#[test]
fn errors_have_identifiers() {
    let game = game(Rules::Tsume);
    let error = game.parse_position("9/9/9/9/9/9/9/9/9 b -").unwrap_err();
    assert_eq!(error.message.id(), "shogi-no-king");
    let position = game.parse_position("4k4/9/4P4/9/9/9/9/9/9 b G").unwrap();
    let error = game.parse_move(&position, "S*5b").unwrap_err();
    assert_eq!(error.message.id(), "illegal-move-because");
    let reason = &error.message.arguments()[1].1;
    assert_eq!(reason.id(), "shogi-not-in-hand");
    assert_eq!(reason.arguments()[0].1.id(), "shogi-silver");
}
