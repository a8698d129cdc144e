//! Records: what is read, what is written, what is refused.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use encoding_rs::SHIFT_JIS;
use shogi_core::ToUsi;
use shogi_kifu_converter::jkf::{JsonKifuFormat, MoveFormat};
use shogi_kifu_converter::parser::{parse_csa_str, parse_kif_str};
use shomei_game::{Branch, Ending, Game, Goal, Line, Notation, Record, Side};
use shomei_shogi::{Move, Position, Rules, Shogi};
use shomei_testkit::random::Dice;

type ShogiRecord = Record<Position, Move>;

fn game() -> Shogi {
    Shogi::new(Rules::Full, Goal::win(Side::First))
}

fn position(sfen: &str) -> Position {
    game().parse_position(sfen).unwrap()
}

fn read(text: &str) -> ShogiRecord {
    game().read_record(text.as_bytes()).unwrap()
}

fn sfen(record: &ShogiRecord) -> String {
    game().format_position(&record.root)
}

fn usi(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

fn error(text: &str) -> String {
    let read = game().read_record(text.as_bytes());
    read.unwrap_err().to_string()
}

/// A board with nothing on it but the two rows that are given.
fn board(rows: [&str; 2]) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let mut text = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n".to_string();
    for (rank, name) in "一二三四五六七八九".chars().enumerate() {
        let row = rows.get(rank).copied().unwrap_or(empty);
        text += &format!("{row}{name}\n");
    }
    text + "+---------------------------+\n"
}

/// A problem as programs write it: mate by a gold.
fn problem() -> String {
    let rows = [
        "| ・ ・ ・ ・v玉 ・ ・ ・v香|",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|",
    ];
    let board = board(rows).replacen(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三",
        "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三",
        1,
    );
    format!(
        "# made by hand\n作者：誰か\n手合割：詰将棋\n後手の持駒：残り全部\n{board}先手の持駒：金　\n"
    )
}

const PROBLEM: &str = "4k3l/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n3l17p 1";

#[test]
fn a_diagram_is_a_problem_in_either_encoding() {
    assert_eq!(sfen(&read(&problem())), PROBLEM);
    let text = problem();
    let (bytes, _, lost) = SHIFT_JIS.encode(&text);
    assert!(!lost);
    for line_end in ["\n", "\r\n"] {
        let text = problem().replace('\n', line_end);
        let (bytes, _, _) = SHIFT_JIS.encode(&text);
        assert!(Shogi::looks_like_record(&bytes));
        assert_eq!(sfen(&game().read_record(&bytes).unwrap()), PROBLEM);
        let marked = format!("\u{feff}{text}");
        assert_eq!(sfen(&read(&marked)), PROBLEM);
    }
    assert!(!bytes.is_ascii());
}

/// Names of sides, numbers, and whose turn it is.
#[test]
fn hands_have_many_names() {
    let with = |from: &str, to: &str| sfen(&read(&problem().replace(from, to)));
    let rest = "後手の持駒：残り全部";
    for same in [
        "玉方の持駒：残り駒全部",
        "上手の持駒：残り",
        "受方持駒: 残り全部",
    ] {
        assert_eq!(with(rest, same), PROBLEM, "{same}");
    }
    for same in ["攻方の持駒：金", "下手の持駒：金一", "先手の持ち駒：金1"] {
        assert_eq!(with("先手の持駒：金", same), PROBLEM, "{same}");
    }
    assert_eq!(
        with(rest, "後手の持駒：飛二　角　歩十七　香１"),
        "4k3l/9/4P4/9/9/9/9/9/9 b G2rbl17p 1"
    );
    assert_eq!(
        with(rest, "後手の持駒：なし　"),
        "4k3l/9/4P4/9/9/9/9/9/9 b G 1"
    );
    let turned = problem() + "後手番\n";
    assert_eq!(sfen(&read(&turned)), PROBLEM.replace(" b ", " w "));
}

/// The moves are not the question.
#[test]
fn the_solution_stands_behind_the_problem() {
    let text = problem()
        + "手数----指手---------消費時間--\n*A comment\n*in two lines\n\
           \u{20}  1 ５二金打   ( 0:01/00:00:01)\n*not kept\n   2 詰み   ( 0:00/00:00:01)\nまで1手で詰\n";
    let record = read(&text);
    assert_eq!(sfen(&record), PROBLEM);
    assert_eq!(usi(&record.main.moves), "G*5b");
    assert_eq!(record.main.comment, "A comment\nin two lines");
    assert_eq!(record.ending, Ending::Won);
    let failed = read(&(problem() + "1 不詰\n"));
    assert_eq!(
        (failed.ending, failed.main.moves.len()),
        (Ending::Failed, 0)
    );
}

/// A game that was played, from the usual start, with all kinds of moves.
const GAME: &str = "手合割：平手　　\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n\
    \u{20}  1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)\n&a mark\n   3 ２二角成(88)+\n\
    \u{20}  4 同　銀(31)\n   5 ▲５五角打\n   6 投了\nまで5手で先手の勝ち\n\n\
    変化：3手\n   3 ２六歩(27)\n   4 ８四歩(83)+\n   5 ２五歩(26)\n\n変化：4手\n   4 ３二金\n\
    変化：5手\n*later\n   5 ２五歩(26)\n変化：1手\n   1 ２六歩(27)\n*first\n   2 ８四歩(83)\n";

#[test]
fn branches_take_the_place_of_what_was_read_last() {
    let record = read(GAME);
    assert_eq!(record.root, game().start());
    assert_eq!(usi(&record.main.moves), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.ending, Ending::Open);
    let branches: Vec<_> = record
        .branches
        .iter()
        .map(|branch| format!("{} {} {}", branch.at, usi(&branch.moves), branch.comment))
        .collect();
    assert_eq!(
        branches,
        [
            "2 2g2f 8c8d 2f2e ",
            "2 2g2f 4a3b ",
            "2 2g2f 4a3b 2f2e later",
            "0 2g2f 8c8d first",
        ]
    );
}

/// Lists of positions are not taken for records, whatever their comments say.
#[test]
fn lists_are_no_records() {
    for list in [
        "# 手合割：平手\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n",
        "% 後手の持駒\nP8/9/9/9/9/9/9/9/9 b G 1\n",
        "startpos moves 7g7f\n",
        "+P3k4/9/4P4/9/9/9/9/9/9 b G 1\n",
        "",
    ] {
        assert!(!Shogi::looks_like_record(list.as_bytes()), "{list}");
    }
    for record in [
        GAME,
        CSA,
        "PI\n+\n",
        "P1-KY *",
        "  ９ ８\n+---+\n",
        "#KIF version=2.0\n",
    ] {
        assert!(Shogi::looks_like_record(record.as_bytes()), "{record}");
    }
}

#[test]
fn handicaps_begin_with_the_upper_side() {
    let start = |name: &str| sfen(&read(&format!("手合割：{name}\n")));
    let below = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    for (name, rows) in [
        ("香落ち", "lnsgkgsn1/1r5b1"),
        ("右香落ち", "1nsgkgsnl/1r5b1"),
        ("角落ち", "lnsgkgsnl/1r7"),
        ("飛車落ち", "lnsgkgsnl/7b1"),
        ("飛香落ち", "lnsgkgsn1/7b1"),
        ("二枚落ち", "lnsgkgsnl/9"),
        ("四枚落ち", "1nsgkgsn1/9"),
        ("六枚落ち", "2sgkgs2/9"),
        ("八枚落ち", "3gkg3/9"),
        ("十枚落ち", "4k4/9"),
    ] {
        assert_eq!(start(name), format!("{rows}{below}"), "{name}");
    }
    let record = read("手合割：二枚落ち\n上手：甲\n   1 ６二銀(71)\n   2 ７六歩(77)\n");
    assert_eq!(usi(&record.main.moves), "7a6b 7g7f");
    assert_eq!(read("1 ７六歩(77)\n").root, game().start());
}

const CSA: &str = "'CSA encoding=UTF-8\nV3.0\nN+甲,乙\n$EVENT:a\n\
    P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  *\n\
    P3 *  *  *  * +FU *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n\
    P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
    P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n\
    P9 *  *  *  *  *  *  *  *  * \nP-11KY\nP+00KI\nP-00AL\n'*said\n'not said\n+\n+0052KI,T3\n%TSUMI\n";

#[test]
fn csa_is_read() {
    let record = read(CSA);
    assert_eq!(sfen(&record), PROBLEM);
    assert_eq!(usi(&record.main.moves), "G*5b");
    assert_eq!(record.main.comment, "said");
    assert_eq!(record.ending, Ending::Won);
    let start = read("PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n%CHUDAN\n");
    assert_eq!(start.root, game().start());
    assert_eq!(usi(&start.main.moves), "7g7f 3c3d 8h2b+ 3a2b");
    let less = read("V2\nPI82HI22KA\n-\n");
    assert_eq!(less.root, read("手合割：二枚落ち").root);
    assert_eq!(read("V2\nP-51OU\nP+52TO53TO\n-\n").root, {
        position("4k4/4+P4/4+P4/9/9/9/9/9/9 w - 1")
    });
}

/// Every kind of bad input, with its place.
#[test]
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
            "line 7, column 20: row 1 (一) has no second bar behind 9 squares",
        ),
        (
            "|一",
            "|二",
            "line 7, column 21: this is row 1 (一), and is named 二",
        ),
        (
            "|一\n",
            "|一\n\n",
            "line 8, column 1: the board has 1 rows, expected 9",
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
            "line 17, column 7: the rest of the pieces is in a hand already",
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
    assert_eq!(error(&cut), "the record ends behind 3 rows of a board");
    assert_eq!(error(""), "the record is empty");
    assert_eq!(
        error("後手の持駒：なし\n"),
        "line 1, column 1: there are hands, but no board"
    );
    assert_eq!(
        error("作者：誰か\n"),
        "there is no board, no handicap (手合割) and no move"
    );
    let other = "line 1, column 5: this handicap has no name that is known, and there is no board";
    assert_eq!(error("手合割：その他\n"), other);
    assert_eq!(
        error("4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        "line 1, column 2: expected a move, such as ７六歩(77), or 詰み, found 'k'"
    );
    assert!(error("no record at all").starts_with("line 1, column 1: expected a heading"));
}

/// What is not known must not be passed over: the answer would be for another problem.
#[test]
fn hands_of_unknown_sides_are_refused() {
    let with = |to: &str| problem().replace("先手の持駒：金", to);
    for known in ["詰方の持駒：金", "詰め方の持駒：金", "詰方持ち駒:金"] {
        assert_eq!(sfen(&read(&with(known))), PROBLEM, "{known}");
    }
    let known = "known are 先手, 後手, 下手, 上手, 攻方, 攻め方, 詰方, 詰め方, 玉方, 受方, 受け方";
    for (line, name) in [
        ("持駒：金", "持駒"),
        ("持ち駒 : 金", "持ち駒"),
        ("猫の持駒：金", "猫の持駒"),
        ("先手方の持駒：金", "先手方の持駒"),
        ("\u{1b}[2J持駒：金", "\\u{1b}[2J持駒"),
    ] {
        let expected =
            format!("line 17, column 1: a hand of no side that is known: \"{name}\"; {known}");
        assert_eq!(error(&with(line)), expected, "{line}");
    }
    // What stands behind the colon is about something else.
    let heading = problem() + "備考：持駒：金\n";
    assert_eq!(sfen(&read(&heading)), PROBLEM);
}

#[test]
fn a_second_hand_of_a_side_is_refused() {
    let second = "a second hand of 先手; the first is in line 17";
    for line in ["先手の持駒：銀\n", "攻方の持駒：なし\n"] {
        let expected = format!("line 18, column 1: {second}");
        assert_eq!(error(&(problem() + line)), expected);
    }
    let before = problem().replacen("後手", "玉方の持駒：飛\n後手", 1);
    let expected = "line 5, column 1: a second hand of 後手; the first is in line 4";
    assert_eq!(error(&before), expected);
    let around = format!("手合割：平手\n先手の持駒：金\n{}", problem());
    let expected = "line 19, column 1: a second hand of 先手; the first is in line 2";
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
        "line 19, column 1: the other side is said to be to move already"
    );
    assert_eq!(
        error("1 ７六歩(77)\n手番：後手\n"),
        "line 2, column 4: whose turn it is, behind the first move"
    );
}

#[test]
fn only_some_words_stand_for_the_rest() {
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
fn escapes_are_no_text() {
    let jis = b"# a\n  \x1b$B8e<j$N;}6p!'$J$7\x1b(B\n";
    let error_of = |bytes: &[u8]| game().read_record(bytes).unwrap_err().to_string();
    let unknown = "unknown encoding, neither UTF-8 nor Shift-JIS: it seems to be ISO-2022-JP (JIS)";
    assert_eq!(error_of(jis), format!("line 2, column 3: {unknown}"));
    assert!(!Shogi::looks_like_record(jis));
    assert_eq!(
        error("手合割：平手\n\u{1b}[2J\n"),
        "line 2, column 1: expected a heading such as 手合割：, a board, a move, or a comment \
         behind *, found '\\u{1b}'"
    );
    let long = format!("手番：{}", "猫".repeat(500));
    assert!(error(&long).contains(&format!("found \"{}…\"", "猫".repeat(40))));
}

#[test]
fn lines_may_end_with_a_return_alone() {
    for line_end in ["\r", "\r\n", "\r\r\n"] {
        let text = problem().replace('\n', line_end);
        assert!(Shogi::looks_like_record(text.as_bytes()));
        assert_eq!(sfen(&read(&text)), PROBLEM, "{line_end:?}");
        let bad = text.replace("金", "猫");
        assert!(
            error(&bad).starts_with("line 17, column 7: "),
            "{line_end:?}"
        );
        let text = CSA.replace('\n', line_end);
        assert_eq!(sfen(&read(&text)), PROBLEM, "{line_end:?}");
        let (bytes, _, _) = SHIFT_JIS.encode(&bad);
        let error = game().read_record(&bytes).unwrap_err().to_string();
        assert!(error.starts_with("line 17, column 7: "), "{error}");
    }
    let error = game().read_record(b"# a\rb\xff").unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 2: "), "{error}");
}

/// Where the faults of a whole board are said to be, if anywhere.
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
            "line 2, column 1: this is no number of a move",
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
            "line 2, column 3: 同: there is no move before whose square it could be",
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
            "line 2, column 11: expected the time or nothing behind the move, found 'w'",
        ),
        (
            "1 投了\n2 ３四歩(33)",
            "line 3, column 1: a move behind the end of the line",
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
            "line 3, column 1: a hand behind the first move",
        ),
        (
            "1 ７六歩(77)\n+---+",
            "line 3, column 1: a board behind the first move",
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
        ("P2", "P1", "line 6, column 2: the row is there already"),
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
            "line 16, column 3: the rest of the pieces is in a hand already",
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
            "line 22, column 1: a move behind the end of the record",
        ),
        (
            "%TSUMI",
            "%TSUMI\n/",
            "line 22, column 1: a second record in one file: make it a file of its own",
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

/// A random record: a position of random play, a line from it and others.
fn random_record(dice: &mut Dice) -> ShogiRecord {
    let game = game();
    let roots = [
        "startpos",
        "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
        "4k4/2G3S2/9/3R5/4p4/9/9/9/9 b RB2G2N9P 1",
        "9/9/9/9/4p4/9/9/9/4K4 w rb2g17p 1",
    ];
    let mut root = position(roots[dice.below(roots.len())]);
    for mv in random_line(&game, &root, dice, 60) {
        root = root.play(mv);
    }
    let main = random_line(&game, &root, dice, 12);
    let mut record = Record::of(root);
    for _ in 0..dice.below(5) {
        let at = dice.below(main.len() + 1);
        let mut position = root;
        for &mv in &main[..at] {
            position = position.play(mv);
        }
        let moves = random_line(&game, &position, dice, 6);
        if moves.is_empty() || moves.first() == main.get(at) {
            continue;
        }
        let comment = ["", "one line", "two\nlines 詰"][dice.below(3)].to_string();
        record.branches.push(Branch { at, moves, comment });
    }
    record.ending = [Ending::Won, Ending::Failed, Ending::Open][dice.below(3)];
    record.main = Line {
        moves: main,
        comment: ["", "about all\n\n of it"][dice.below(2)].to_string(),
    };
    record
}

fn random_line(game: &Shogi, root: &Position, dice: &mut Dice, plies: usize) -> Vec<Move> {
    let mut position = *root;
    let mut line = Vec::new();
    for _ in 0..dice.below(plies + 1) {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        line.push(mv);
        position = position.play(mv);
    }
    line
}

/// Every line of a record from its root, sorted; a branch that another goes on from is
/// no line of its own.
fn lines(record: &ShogiRecord) -> Vec<String> {
    let main = &record.main.moves;
    let line = |branch: &Branch<Move>| usi(&[&main[..branch.at], &branch.moves].concat());
    let mut lines: Vec<String> = record.branches.iter().map(line).collect();
    lines.push(usi(main));
    lines.sort();
    lines.dedup();
    let all = lines.clone();
    lines.retain(|line| {
        let is_part = all
            .iter()
            .any(|other| other.starts_with(&format!("{line} ")));
        !line.is_empty() && (!is_part || *line == usi(main))
    });
    lines
}

#[test]
fn what_is_written_is_read() {
    let game = game();
    let (mut dice, mut branches, mut plies) = (Dice::new(7), 0, 0);
    for round in 0..400 {
        let record = random_record(&mut dice);
        for form in ["kifu", "kif", "csa"] {
            let bytes = game.write_record(&record, form).unwrap();
            assert!(Shogi::looks_like_record(&bytes));
            let again = game.read_record(&bytes).unwrap();
            let shown = String::from_utf8_lossy(&bytes);
            assert_eq!(again.root, record.root, "{round} {shown}");
            assert_eq!(again.main, record.main, "{round} {shown}");
            assert_eq!(again.ending, record.ending, "{round} {shown}");
            if form != "csa" {
                assert_eq!(lines(&again), lines(&record), "{round} {shown}");
                // What has been read once is written as it is.
                let bytes = game.write_record(&again, form).unwrap();
                let third = game.read_record(&bytes).unwrap();
                assert_eq!(third, again, "{round} {shown}");
            }
        }
        branches += record.branches.len();
        plies += record.main.moves.len();
    }
    assert!(branches > 300 && plies > 1_500, "{branches} {plies}");
}

/// The moves of a line and of those that leave it, as another crate reads them.
fn theirs(moves: &[MoveFormat], before: &[String], out: &mut Vec<String>) {
    let mut line = before.to_vec();
    for step in moves {
        for fork in step.forks.iter().flatten() {
            theirs(fork, &line, out);
        }
        if let Some(mv) = &step.move_ {
            let mv = shogi_core::Move::try_from(mv).unwrap();
            line.push(mv.to_usi_owned());
        }
    }
    out.push(line.join(" "));
}

fn their_lines(read: &JsonKifuFormat) -> Vec<String> {
    let mut lines = Vec::new();
    theirs(&read.moves, &[], &mut lines);
    lines.sort();
    lines.dedup();
    lines.retain(|line| !line.is_empty());
    lines
}

/// Another crate reads the same position and the same lines. It takes Black for the
/// side to move in every diagram.
#[test]
fn another_crate_reads_what_is_written() {
    let game = game();
    let (mut dice, mut compared, mut branches) = (Dice::new(11), 0, 0);
    while compared < 200 {
        let mut record = random_record(&mut dice);
        // It also wants a main line where there are branches.
        let lacks_main = record.main.moves.is_empty() && !record.branches.is_empty();
        if record.root.to_move() != Side::First || lacks_main {
            continue;
        }
        // It reads no "no mate" and wants a move.
        record.ending = Ending::Open;
        compared += 1;
        branches += record.branches.len();
        let root = game.format_position(&record.root);
        let text = String::from_utf8(game.write_record(&record, "kifu").unwrap()).unwrap();
        let read = parse_kif_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let position = shogi_core::Position::try_from(&read).unwrap();
        assert_eq!(position.initial_position().to_sfen_owned(), root, "{text}");
        assert_eq!(their_lines(&read), lines(&record), "{text}");

        let text = String::from_utf8(game.write_record(&record, "csa").unwrap()).unwrap();
        let read = parse_csa_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let position = shogi_core::Position::try_from(&read).unwrap();
        assert_eq!(position.initial_position().to_sfen_owned(), root, "{text}");
        let main: Vec<String> = [usi(&record.main.moves)]
            .into_iter()
            .filter(|line| !line.is_empty())
            .collect();
        assert_eq!(their_lines(&read), main, "{text}");
    }
    assert!(branches > 150, "{branches}");
}

/// How a solution looks, branches from the last to the first.
#[test]
fn branches_are_written_from_the_last_to_the_first() {
    let game = game();
    let root = position("4k4/9/3PPP3/9/9/9/9/9/9 b 2G 1");
    let mut at = root;
    let mut moves = |text: &str| -> Vec<Move> {
        at = root;
        text.split(' ')
            .map(|text| {
                let mv = game.parse_move(&at, text).unwrap();
                at = at.play(mv);
                mv
            })
            .collect()
    };
    let main = moves("G*5b");
    let record = Record {
        root,
        main: Line {
            moves: main,
            comment: "proved".into(),
        },
        ending: Ending::Won,
        branches: vec![
            Branch {
                at: 0,
                moves: moves("G*4b 5a6a G*6b"),
                comment: "longer".into(),
            },
            Branch {
                at: 0,
                moves: moves("G*6b 5a4a G*4b"),
                comment: String::new(),
            },
        ],
    };
    let text = String::from_utf8(game.write_record(&record, "kifu").unwrap()).unwrap();
    let head = "#KIF version=2.0 encoding=UTF-8\n手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        +---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ ・ ・ 歩 歩 歩 ・ ・ ・|三\n";
    assert!(text.starts_with(head), "{text}");
    let tail = "先手の持駒：金二　\n先手：\n後手：\n手数----指手---------消費時間--\n*proved\n\
        \u{20}  1 ５二金打      ( 0:00/00:00:00)+\n   2 詰み          ( 0:00/00:00:00)\nまで1手で詰\n\
        \n変化：1手\n   1 ４二金打      ( 0:00/00:00:00)+\n*longer\n   2 ６一玉(51)    ( 0:00/00:00:00)\n\
        \u{20}  3 ６二金打      ( 0:00/00:00:00)\n   4 詰み          ( 0:00/00:00:00)\nまで3手で詰\n\
        \n変化：1手\n   1 ６二金打      ( 0:00/00:00:00)\n   2 ４一玉(51)    ( 0:00/00:00:00)\n\
        \u{20}  3 ４二金打      ( 0:00/00:00:00)\n   4 詰み          ( 0:00/00:00:00)\nまで3手で詰\n";
    assert!(text.ends_with(tail), "{text}");
    let error = |form: &str| game.write_record(&record, form).unwrap_err().to_string();
    assert_eq!(
        error("bod"),
        "a diagram (bod) has no place for moves; write kifu, kif or csa"
    );
    assert_eq!(
        error("pgn"),
        "there is no form of records named \"pgn\"; known are kifu, kif and csa"
    );
}
