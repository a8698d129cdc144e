//! Refused records, and the places of their faults.

use encoding_rs::SHIFT_JIS;
use shomei_kifu::{Kifu, Records, is_kifu};

use crate::reading::CSA;
use crate::{PROBLEM, error, game, problem, read, sfen};

/// Every kind of faulty input, with its place.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn errors_name_line_and_column() {
    let bad = |from: &str, to: &str| {
        let text = problem();
        assert!(text.contains(from), "{from}");
        error(&text.replacen(from, to, 1))
    };
    for (from, to, expected) in [
        (
            "v玉 ・",
            "v玉",
            "line 7, column 2: row 1 (一) has 8 squares, expected 9",
        ),
        (
            "v玉 ・",
            "v玉 ・ ・",
            "line 7, column 2: row 1 (一) has 10 squares, expected 9",
        ),
        (
            "v玉",
            "v王様",
            "line 7, column 12: expected a piece with a blank or v before it, or ・, found '様'",
        ),
        (
            "v玉",
            "w玉",
            "line 7, column 10: expected a piece with a blank or v before it, or ・, found 'w'",
        ),
        (
            "v香|一",
            "v香",
            "line 7, column 20: row 1 (一) has no second bar after 9 squares",
        ),
        (
            "|一",
            "|二",
            "line 7, column 21: this is row 1 (一), and its name here is 二",
        ),
        (
            "|一\n",
            "|一\n\n",
            "line 8, column 1: the board has 1 row, expected 9",
        ),
        ("金", "金五", "line 17, column 7: more than 4 golds in hand"),
        (
            "金",
            "と",
            "line 17, column 7: a promoted pawn cannot be in hand",
        ),
        ("金", "玉", "line 17, column 7: a king cannot be in hand"),
        (
            "金",
            "猫",
            "line 17, column 7: expected a piece in hand, なし or 残り全部, found '猫'",
        ),
        (
            "金",
            "残り",
            "line 17, column 7: a hand has the remaining pieces already",
        ),
        ("v香", "v歩", ""),
        ("v玉", " ・", "there is no king: the defender must have one"),
        (
            " ・v玉",
            "v玉v玉",
            "line 7, column 8: 6a: a second king of the same side",
        ),
        (
            "v香",
            " 桂",
            "line 7, column 18: 1a: a knight here could never move",
        ),
    ] {
        if expected.is_empty() {
            assert_eq!(
                sfen(&read(&problem().replacen(from, to, 1)))
                    .split(' ')
                    .nth(2),
                Some("G2r2b3g4s4n4l16p")
            );
        } else {
            assert_eq!(bad(from, to), expected, "{from} to {to}");
        }
    }
    let cut: String = problem()
        .lines()
        .take(9)
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(error(&cut), "the record ends after 3 rows of a board");
    assert_eq!(error(""), "the record is empty");
    assert_eq!(
        error("後手の持駒：なし\n"),
        "line 1, column 1: there are hands, but no board"
    );
    assert_eq!(
        error("作者：誰か\n"),
        "there is no board, no handicap (手合割) and no move"
    );
    let other = "line 1, column 5: this handicap has no known name, and there is no board";
    assert_eq!(error("手合割：その他\n"), other);
    assert_eq!(
        error("4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        "line 1, column 1: this is the beginning of no record: neither KIF, KI2, a diagram (BOD), CSA nor JKF"
    );
    assert_eq!(
        error("\n no record at all"),
        "line 2, column 2: this is the beginning of no record: neither KIF, KI2, a diagram (BOD), CSA nor JKF"
    );
    assert!(error("何でもない").starts_with("line 1, column 1: expected a heading"));
}

/// An unknown side must not be ignored: the answer would be for another problem.
#[test]
fn hands_of_unknown_sides_are_refused() {
    let with = |to: &str| problem().replace("先手の持駒：金", to);
    for known in ["詰方の持駒：金", "詰め方の持駒：金", "詰方持ち駒:金"] {
        assert_eq!(sfen(&read(&with(known))), PROBLEM, "{known}");
    }
    let known = "known are 先手, 後手, 下手, 上手, 攻方, 攻め方, 詰方, 詰め方, 玉方, 受方, 受け方, sente, gote";
    for same in ["持駒：金", "持ち駒 : 金"] {
        assert_eq!(sfen(&read(&with(same))), PROBLEM, "{same}");
    }
    for (line, name) in [
        ("の持駒：金", "の持駒"),
        ("猫の持駒：金", "猫の持駒"),
        ("先手方の持駒：金", "先手方の持駒"),
        ("\u{1b}[2J持駒：金", "\\u{1b}[2J持駒"),
    ] {
        let expected =
            format!("line 17, column 1: this hand has no known side: \"{name}\"; {known}");
        assert_eq!(error(&with(line)), expected, "{line}");
    }
    // The text after the colon is about something else.
    let heading = problem() + "備考：持駒：金\n";
    assert_eq!(sfen(&read(&heading)), PROBLEM);
}

#[test]
fn a_second_hand_of_a_side_is_refused() {
    let second = "this is a second hand of 先手; the first is in line 17";
    for line in ["先手の持駒：銀\n", "攻方の持駒：なし\n"] {
        let expected = format!("line 18, column 1: {second}");
        assert_eq!(error(&(problem() + line)), expected);
    }
    let before = problem().replacen("後手", "玉方の持駒：飛\n後手", 1);
    let expected = "line 5, column 1: this is a second hand of 後手; the first is in line 4";
    assert_eq!(error(&before), expected);
    let around = format!("先手の持駒：金\n# a line\n{}", problem());
    let expected = "line 19, column 1: this is a second hand of 先手; the first is in line 1";
    assert_eq!(error(&around), expected);
}

#[test]
fn the_side_to_move_has_a_heading() {
    let with = |line: &str| format!("{}{line}\n", problem());
    for line in [
        "手番：後手",
        "手番:上手",
        "手番 ： 玉方　",
        "手番：後手番",
        "後手番\n手番：後手",
    ] {
        let expected = PROBLEM.replace(" b ", " w ");
        assert_eq!(sfen(&read(&with(line))), expected, "{line}");
    }
    for line in ["手番：先手", "手番：下手", "手番：攻方", "手番：詰方"] {
        assert_eq!(sfen(&read(&with(line))), PROBLEM, "{line}");
    }
    for (line, column, found) in [
        ("手番：猫", 4, "猫"),
        ("手番：", 4, ""),
        ("手番： 後手か先手", 5, "後手か先手"),
    ] {
        let begin = format!(
            "line 18, column {column}: expected the side to move, found \"{found}\"; known are 先手, "
        );
        let error = error(&with(line));
        assert!(error.starts_with(&begin), "{error}");
    }
    assert_eq!(
        error(&with("手番：後手\n先手番")),
        "line 19, column 1: another line says that the other side is to move"
    );
    assert_eq!(
        error("1 ７六歩(77)\n手番：後手\n"),
        "line 2, column 4: the side to move is given after the first move"
    );
}

#[test]
fn only_some_words_mean_the_rest() {
    let with = |to: &str| problem().replace("残り全部", to);
    for same in [
        "残り",
        "残駒",
        "残全部",
        "残駒全部",
        "残り全て",
        "残りすべて",
        "残り駒",
        "残り駒全部　",
        "残り駒すべて",
        "残りの駒全て",
    ] {
        assert_eq!(sfen(&read(&with(same))), PROBLEM, "{same}");
    }
    for other in ["残念", "残", "残り歩", "残り全部なし", "残り 飛"] {
        let expected =
            format!("line 4, column 7: expected 残り, 残り全部 or 残り駒全部, found \"{other}\"");
        assert_eq!(error(&with(other)), expected);
    }
}

#[test]
fn escapes_are_not_text() {
    let jis = b"# a\n  \x1b$B8e<j$N\xff;}6p!'$J$7\x1b(B\n";
    let error_of = |bytes: &[u8]| Kifu::read_record(&game(), bytes).unwrap_err().to_string();
    let broken = "this is not a character of ISO-2022-JP";
    assert_eq!(error_of(jis), format!("line 2, column 6: {broken}"));
    assert!(!is_kifu(jis));
    assert_eq!(
        error("手合割：平手\n\u{1b}[2J\n"),
        "line 2, column 1: expected a heading such as 手合割：, a board, a move, or a comment \
         after *, found '\\u{1b}'"
    );
    let long = format!("手番：{}", "猫".repeat(500));
    assert!(error(&long).contains(&format!("found \"{}…\"", "猫".repeat(40))));
}

#[test]
fn lines_may_end_with_a_return_alone() {
    for line_end in ["\r", "\r\n", "\r\r\n"] {
        let text = problem().replace('\n', line_end);
        assert!(is_kifu(text.as_bytes()));
        assert_eq!(sfen(&read(&text)), PROBLEM, "{line_end:?}");
        let bad = text.replace("金", "猫");
        assert!(
            error(&bad).starts_with("line 17, column 7: "),
            "{line_end:?}"
        );
        let text = CSA.replace('\n', line_end);
        assert_eq!(sfen(&read(&text)), PROBLEM, "{line_end:?}");
        let (bytes, _, _) = SHIFT_JIS.encode(&bad);
        let error = Kifu::read_record(&game(), &bytes).unwrap_err().to_string();
        assert!(error.starts_with("line 17, column 7: "), "{error}");
    }
    let error = Kifu::read_record(&game(), b"# a\rb\xff")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("line 2, column 2: "), "{error}");
}

/// Faults of a whole board have the place of the last piece, or none.
#[test]
fn faults_of_the_whole_have_the_last_piece_or_no_place() {
    let many = |count: u8, name: &str, total: u8| {
        format!("there are {count} {name}s, promoted ones and hands included; a set has {total}")
    };
    let text = problem().replace("残り全部", "飛二");
    let in_hand = text.replace("：金", "：金　飛");
    let expected = format!("line 17, column 9: {}", many(3, "rook", 2));
    assert_eq!(error(&in_hand), expected);
    let on_board = text.replace("v香", " 龍");
    let expected = format!("line 7, column 18: {}", many(3, "rook", 2));
    assert_eq!(error(&on_board), expected);
    let csa = "P-51OU\nP+11HI12HI\nP-00HI\n+\n";
    let expected = format!("line 3, column 3: {}", many(3, "rook", 2));
    assert_eq!(error(csa), expected);
    for text in ["V2.2\n+\n+7776FU\n", "V2.2\n-\n", "V2.2\n"] {
        let expected = "there is no board (PI, P1 ... P9, P+ or P-)";
        assert_eq!(error(text), expected, "{text}");
    }
    let expected = "there is no king: the defender must have one";
    assert_eq!(error("V2.2\nP+00KI\n+\n"), expected);
}

#[test]
fn numbers_of_branches_are_named_as_they_are_written() {
    for number in ["99999999999999999999999", "９", "007"] {
        let text = format!("手合割：平手\n1 ７六歩(77)\n変化：{number}手\n");
        let expected = format!(
            "line 3, column 4: a branch at move {number} does not fit: the line before it ends with move 1"
        );
        assert_eq!(error(&text), expected);
    }
}

#[test]
fn errors_of_moves_and_branches_name_their_line() {
    let bad = |lines: &str| error(&format!("手合割：平手\n{lines}\n"));
    for (lines, expected) in [
        (
            "1 ７六歩(77)\n3 ３四歩(33)",
            "line 3, column 1: this is move 3, expected 2",
        ),
        (
            "99999999999999999999999 ７六歩(77)",
            "line 2, column 1: this is not a move number",
        ),
        (
            "1 ７六歩(66)",
            "line 2, column 3: 6f7f is not legal here: there is no piece on 6f",
        ),
        (
            "1 ７六銀(77)",
            "line 2, column 6: there is a pawn on 7g, not a silver",
        ),
        ("1 ７五歩(77)", "line 2, column 3: 7g7e is not legal here"),
        (
            "1 同　歩(77)",
            "line 2, column 3: there is no move before this 同",
        ),
        (
            "1 ７六",
            "line 2, column 5: expected a piece, found the end of the line",
        ),
        (
            "1 ７歩(77)",
            "line 2, column 4: expected a rank, 一 to 九, found '歩'",
        ),
        (
            "1 ７六歩(77",
            "line 2, column 9: expected ')', found the end of the line",
        ),
        (
            "1 ７六歩(7)",
            "line 2, column 7: expected a file and a rank, 11 to 99, found '7'",
        ),
        (
            "1 ７六と打",
            "line 2, column 6: only an unpromoted piece can be dropped",
        ),
        (
            "1 ５八金",
            "line 2, column 6: expected where the piece comes from, such as (77), or 打 for a drop, found the end of the line",
        ),
        (
            "1 ７六歩(77) what",
            "line 2, column 11: expected the time or nothing after the move, found 'w'",
        ),
        (
            "1 投了\n2 ３四歩(33)",
            "line 3, column 1: there is a move after the end of the line",
        ),
        (
            "1 ７六歩(77)\n変化：3手",
            "line 3, column 4: a branch at move 3 does not fit: the line before it ends with move 1",
        ),
        (
            "1 ７六歩(77)\n変化：0手",
            "line 3, column 4: a branch at move 0 does not fit: the line before it ends with move 1",
        ),
        (
            "1 ７六歩(77)\n変化：手",
            "line 3, column 4: expected the number of a move, found '手'",
        ),
        (
            "1 ７六歩(77)\n変化：1手\n2 ３四歩(33)",
            "line 4, column 1: this is move 2, expected 1",
        ),
        (
            "1 ７六歩(77)\n変化：1手\n1 ３四歩(33)",
            "line 4, column 3: 3c3d is not legal here",
        ),
        (
            "1 ７六歩(77)\n先手の持駒：金",
            "line 3, column 1: there is a hand after the first move",
        ),
        (
            "1 ７六歩(77)\n+---+",
            "line 3, column 1: there is a board after the first move",
        ),
    ] {
        assert_eq!(bad(lines), expected, "{lines}");
    }
}

#[test]
fn errors_of_csa_name_line_and_column() {
    let bad = |from: &str, to: &str| {
        assert!(CSA.contains(from), "{from}");
        error(&CSA.replacen(from, to, 1))
    };
    for (from, to, expected) in [
        (
            "P1 * ",
            "P1",
            "line 5, column 3: row 1 (一) has 8 squares, expected 9",
        ),
        (
            "P2",
            "P1",
            "line 6, column 2: there is another line of this row",
        ),
        (
            "P9 * ",
            "P9 * +FU",
            "line 13, column 3: row 9 (九) has 10 squares, expected 9",
        ),
        (
            "-OU",
            "-XX",
            "line 5, column 16: expected a piece, such as FU, found 'X'",
        ),
        (
            "-OU",
            "?OU",
            "line 5, column 15: expected a piece with its sign, such as -KY, or \" * \", found '?'",
        ),
        (
            "P9 *  *  *  *  *  *  *  *  * \n",
            "",
            "the board has no row 9 (九)",
        ),
        (
            "P-11KY",
            "P-51KY",
            "line 14, column 3: there is a piece on 5a already",
        ),
        (
            "+00KI",
            "+00TO",
            "line 15, column 3: a promoted pawn cannot be in hand",
        ),
        (
            "P-11KY",
            "P-00AL",
            "line 16, column 3: a hand has the remaining pieces already",
        ),
        (
            "\n+\n+0052KI,T3\n%TSUMI",
            "",
            "there is no side to move: expected a line + or -",
        ),
        (
            "+0052KI",
            "-0052KI",
            "line 20, column 1: it is the turn of the other side",
        ),
        (
            "+0052KI",
            "+0052GI",
            "line 20, column 1: S*5b is not legal here: there is no silver in hand",
        ),
        (
            "+0052KI",
            "+0000KI",
            "line 20, column 4: a piece cannot move into a hand",
        ),
        (
            "+0052KI",
            "+5352KI",
            "line 20, column 6: the pawn on 5c cannot become a gold",
        ),
        (
            "%TSUMI",
            "%TSUMI\n-5162OU",
            "line 22, column 1: there is a move after the end of the line",
        ),
        (
            "%TSUMI",
            "%TSUMI\n/",
            "line 22, column 1: there is a second record in the file: make it a file of its own",
        ),
        (
            "T3",
            "X3",
            "line 20, column 9: expected a line of CSA, found 'X'",
        ),
    ] {
        assert_eq!(bad(from, to), expected, "{from} to {to}");
    }
}

/// Catalogues translate the texts by their identifiers.
#[test]
fn errors_have_identifiers() {
    let error = Kifu::parse("手合割：平手\n1 ７六歩(77)\n3 ３四歩(33)\n").unwrap_err();
    assert_eq!(error.message.id(), "kifu-other-move-number");
    let error = Kifu::parse("手合割：平手\n1 ７六歩(77)\n2 ３四 \n").unwrap_err();
    assert_eq!(error.message.id(), "expected-letter");
    assert_eq!(error.message.arguments()[0].1.id(), "kifu-piece");
}
