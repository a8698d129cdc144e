//! Nothing in a record is ignored: unused text is refused at its place. Similar texts that are
//! accepted follow each case.

use shomei_game::Notation;

use crate::reading::CSA;
use crate::{PROBLEM, error, game, problem, read, sfen, usi};

fn moves(lines: &str) -> String {
    usi(&read(&format!("手合割：平手\n{lines}\n")).main.moves)
}

fn bad(lines: &str) -> String {
    error(&format!("手合割：平手\n{lines}\n"))
}

#[test]
fn a_move_is_followed_by_its_time() {
    for time in [
        "",
        " ( 0:16/00:00:16)",
        "   ( 0:16/00:00:16)+",
        " (00:16/00:00:16) + ",
        "+",
        " (1:02:03/1:02:03)",
        " ( 0:00.5/)",
    ] {
        assert_eq!(moves(&format!("   1 ７六歩(77){time}")), "7g7f", "{time}");
    }
    for (time, message) in [
        (
            " ( 0:16/00:00:16) garbage",
            "column 31: expected nothing after the time, found 'g'",
        ),
        (
            " ( 0:16/00:00:16)++",
            "column 31: expected nothing after the time, found '+'",
        ),
        (" ( 0:16/00:00:16", "column 14: this ( is never closed"),
        (
            " ( 0:16 sec)",
            "column 21: expected a time, such as ( 0:16/00:00:16), found 's'",
        ),
        (" (", "column 14: this ( is never closed"),
        (
            " 0:16",
            "column 14: expected the time or nothing after the move, found '0'",
        ),
        (
            "+ garbage",
            "column 15: expected the time or nothing after the move, found 'g'",
        ),
    ] {
        let text = format!("   1 ７六歩(77){time}");
        assert_eq!(bad(&text), format!("line 2, {message}"), "{time}");
    }
}

#[test]
fn an_end_is_followed_by_its_time() {
    for end in ["投了", "詰み", "詰", "不詰", "中断   ( 0:01/00:00:01)"] {
        assert_eq!(moves(&format!("1 ７六歩(77)\n2 {end}")), "7g7f", "{end}");
    }
    assert_eq!(
        bad("1 ７六歩(77)\n2 投了 しない"),
        "line 3, column 6: expected the time or nothing after the move, found 'し'"
    );
    assert_eq!(
        bad("1 ７六歩(77)\n2 詰み ( 0:01/00:00:01) x"),
        "line 3, column 23: expected nothing after the time, found 'x'"
    );
}

#[test]
fn headings_are_complete_and_unique() {
    let branch = |heading: &str| format!("1 ７六歩(77)\n{heading}\n1 ２六歩(27)");
    for heading in ["変化：1手", "変化： 1手　", "変化:1"] {
        assert_eq!(moves(&branch(heading)), "7g7f", "{heading}");
    }
    assert_eq!(
        bad(&branch("変化：1手garbage")),
        "line 3, column 6: expected nothing after the number of the move, found 'g'"
    );
    assert_eq!(
        error("手合割：平手\n手合割：二枚落ち\n"),
        "line 2, column 5: this is a second 手合割; the first is in line 1"
    );
    assert_eq!(
        error("手合割：平手\n手合割：平手\n1 ７六歩(77)\n"),
        "line 2, column 5: this is a second 手合割; the first is in line 1"
    );
    assert_eq!(
        error(&(problem() + "後手番garbage\n")),
        "line 18, column 4: expected nothing after the side to move, found 'g'"
    );
    assert_eq!(sfen(&read(&(problem() + "先手番　\n"))), PROBLEM);
    assert_eq!(
        bad("1 ７六歩(77)\n手合割：平手"),
        "line 3, column 5: there is a handicap after the first move"
    );
}

#[test]
fn rows_and_edges_are_whole() {
    let with = |from: &str, to: &str| {
        assert!(problem().contains(from), "{from}");
        problem().replacen(from, to, 1)
    };
    for (from, to) in [
        ("|一", "|"),
        ("|一", "|一　"),
        (" 歩", "^歩"),
        ("v香", "V香"),
    ] {
        assert_eq!(sfen(&read(&with(from, to))), PROBLEM, "{from} to {to}");
    }
    for (from, to, message) in [
        (
            "|一",
            "|一 歩",
            "line 7, column 23: expected nothing after the row, found '歩'",
        ),
        (
            "|一",
            "|x",
            "line 7, column 21: expected nothing after the row, found 'x'",
        ),
        (
            "-+\n|",
            "-+ x\n|",
            "line 6, column 1: expected the upper edge of a board, +---+, found '+'",
        ),
        (
            "-+\n先",
            "-+ x\n先",
            "line 16, column 1: expected the lower edge of the board, +---+",
        ),
    ] {
        assert_eq!(error(&with(from, to)), message, "{from} to {to}");
    }
}

#[test]
fn statements_of_csa_are_known() {
    let with = |from: &str, to: &str| {
        assert!(CSA.contains(from), "{from}");
        CSA.replacen(from, to, 1)
    };
    for end in [
        "%TSUMI",
        "%TORYO",
        "%KACHI",
        "%+ILLEGAL_ACTION",
        "%MAX_MOVES,T3",
        "%CHUDAN",
    ] {
        assert_eq!(usi(&read(&with("%TSUMI", end)).main.moves), "G*5b", "{end}");
    }
    let ends = "is not an end of a game; known are %TORYO, ";
    for (from, to, message) in [
        (
            "%TSUMI",
            "%FOO",
            format!("line 21, column 1: \"%FOO\" {ends}"),
        ),
        (
            "%TSUMI",
            "%TSUMIX",
            format!("line 21, column 1: \"%TSUMIX\" {ends}"),
        ),
        (
            "%TSUMI",
            "%TSUMI garbage",
            format!("line 21, column 1: \"%TSUMI garbage\" {ends}"),
        ),
        (
            "%TSUMI",
            "%TSUMI\n%TORYO",
            "line 22, column 1: the line has ended already".into(),
        ),
        (
            ",T3",
            ",T3x",
            "line 20, column 10: expected the seconds of a move, found '3'".into(),
        ),
        (
            "V3.0",
            "V3.0x",
            "line 2, column 2: expected the number of the version, such as 2.2, found '3'".into(),
        ),
        (
            "+\n+00",
            "+\nV2\n+00",
            "line 20, column 1: the version must be before the board".into(),
        ),
        (
            "P-11KY",
            "T3",
            "line 14, column 1: there is a time before the first move".into(),
        ),
        (
            "N+甲",
            "Nemo",
            "line 3, column 1: expected a line of CSA, found 'N'".into(),
        ),
        (
            "+0052KI",
            "+0052KIx",
            "line 20, column 8: expected nothing after the move, found 'x'".into(),
        ),
        (
            "%TSUMI",
            "GARBAGE",
            "line 21, column 1: expected a line of CSA, found 'G'".into(),
        ),
    ] {
        let found = error(&with(from, to));
        assert!(found.starts_with(&message), "{from} to {to}: {found}");
    }
}

/// A faulty record gets the error of its own format, wherever the fault is.
#[test]
fn bad_csa_gets_errors_of_csa() {
    for (text, message) in [
        (
            "GARBAGE\nPI\n+\n+7776FU\n",
            "line 1, column 1: expected a line of CSA, found 'G'",
        ),
        ("+7776FU\n", "there is no board (PI, P1 ... P9, P+ or P-)"),
        (
            "%TORYO\n",
            "line 1, column 1: there is an end before the side to move",
        ),
        (
            "選手権\nPI\n+\n",
            "line 1, column 1: expected a line of CSA, found '選'",
        ),
        (
            "PI\n+\n+7776FU\n-3334XX\n",
            "line 4, column 6: expected a piece, such as FU, found 'X'",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    assert_eq!(game().start(), read("PI\n+\n").root);
}
