//! Records that are easily misread: they are read as they are meant, or refused.

use shomei_game::Side;
use shomei_kifu::{Kifu, Records};

use crate::examples::end;
use crate::{error, game, problem, read, usi};

const SQUARE: &str = "expected a square such as ７六, 同, or a word such as 詰み, found ";

const NO_NUMBER: &str = "the number of the move is missing, or the blank after it; expected a line such as 1 ７六歩(77)";

/// A faulty move is not read as a word for an ending.
#[test]
fn moves_with_a_mistake_are_not_ends() {
    for (text, place, message) in [
        (
            "手合割：平手\n７六歩\n",
            "2, column 1",
            NO_NUMBER.to_string(),
        ),
        (
            "手合割：平手\n７六歩(77)\n",
            "2, column 1",
            NO_NUMBER.to_string(),
        ),
        (
            "手合割：平手\n76歩(77)\n",
            "2, column 1",
            NO_NUMBER.to_string(),
        ),
        (
            "手合割：平手\n1７六歩(77)\n",
            "2, column 1",
            NO_NUMBER.to_string(),
        ),
        (
            "手合割：平手\n５二金打\nまで1手詰\n",
            "2, column 1",
            NO_NUMBER.to_string(),
        ),
        (
            "1 ７六歩(77)\n同　銀(31)\n",
            "2, column 1",
            NO_NUMBER.to_string(),
        ),
        (
            "1 ７六歩(77)\n2 四二玉\n",
            "2, column 3",
            format!("{SQUARE}'四'"),
        ),
        ("1 七六歩\n", "1, column 3", format!("{SQUARE}'七'")),
        ("1 六歩\n", "1, column 3", format!("{SQUARE}'六'")),
        ("1 七六\n", "1, column 3", format!("{SQUARE}'七'")),
        ("1 歩成り\n", "1, column 3", format!("{SQUARE}'歩'")),
        ("1 飛車\n", "1, column 3", format!("{SQUARE}'飛'")),
        (
            "1 ７六歩(77)\n2 P*5e\n",
            "2, column 3",
            format!("{SQUARE}'P'"),
        ),
        (
            "1 ７六歩(77)\n2 FU34\n",
            "2, column 3",
            format!("{SQUARE}'F'"),
        ),
        (
            "1 ７六歩(77)\n2 B+\n",
            "2, column 3",
            format!("{SQUARE}'B'"),
        ),
        (
            "1 ７六歩(77)\n2通信切断\n",
            "2, column 2",
            format!("{SQUARE}'通'"),
        ),
        (
            "▲７六歩　△３四歩\n▲二二角成\n",
            "2, column 2",
            format!("{SQUARE}'二'"),
        ),
        ("▲七六歩　△三四歩\n", "1, column 2", format!("{SQUARE}'七'")),
        (
            "▲７六歩\n△この手は疑問手\n",
            "2, column 2",
            format!("{SQUARE}'こ'"),
        ),
        ("▲７六歩\n△角成\n", "2, column 2", format!("{SQUARE}'角'")),
    ] {
        let expected = format!("line {place}: {message}");
        let found = Kifu::read_record(&game(), text.as_bytes());
        assert_eq!(
            found.map_err(|error| error.to_string()),
            Err(expected),
            "{text}"
        );
    }
}

/// Words that begin like a piece or a number but belong to no move.
#[test]
fn words_for_ends_may_begin_like_moves() {
    for word in ["二歩", "王手放置", "一手損", "Disconnected", "サーバ障害"] {
        for text in [
            format!("1 ７六歩(77)\n2 {word}\n"),
            format!("1 ７六歩(77)\n2 △ {word}\n"),
            format!("▲７六歩\n△{word}\n"),
        ] {
            let record = read(&text);
            assert_eq!(end(&record.ending), word, "{text}");
            let warning = format!("unknown end, kept as written: \"{word}\"");
            assert!(record.warnings[0].to_string().ends_with(&warning), "{text}");
        }
    }
    assert_eq!(end(&read("1 ７六歩(77)\n2投了\n").ending), "投了");
}

/// The side to move in a diagram with these lines.
fn turn(lines: &str) -> Side {
    read(&(problem() + lines)).root.to_move()
}

#[test]
fn the_move_before_a_diagram_says_who_is_to_move() {
    for line in [
        "手数＝171手目 ▲５三歩 まで",
        "手数：171  ▲５三歩  まで",
        "手数:171手 ▲ ５三歩",
        "手数＝171 ▲同　銀右成(44) まで",
        "手数＝171  ５三歩  まで\n後手番",
        "手番：△",
        "手番：☖",
    ] {
        assert_eq!(turn(&format!("{line}\n")), Side::Second, "{line}");
    }
    for line in [
        "手数：7手",
        "手数＝7手詰",
        "手数：不明",
        "手数＝171手目　まで",
        "手番：▲",
    ] {
        assert_eq!(turn(&format!("{line}\n")), Side::First, "{line}");
    }
    // A line that is not a fact about the position is kept as a heading.
    let headers = read(&(problem() + "手数：7手\n")).headers;
    assert!(headers.contains(&("手数".to_string(), "7手".to_string())));
    let unsigned = read(&(problem() + "手数＝171  ５三歩  まで\n"));
    assert_eq!(unsigned.root.to_move(), Side::First);
    let warnings: Vec<String> = unsigned.warnings.iter().map(ToString::to_string).collect();
    let expected =
        "line 18, column 9: this move has no sign (▲ or △): 先手 is assumed to move next";
    assert_eq!(warnings, [expected]);
    let what = "expected the last move, such as ▲５三歩 まで, and nothing after it, found";
    for (line, message) in [
        ("手数＝171 先手５三歩 まで", format!("8: {what} '先'")),
        ("手数：171 先手５三歩 まで", format!("8: {what} '先'")),
        (
            "手数＝171  ▲５三歩  まで 後手番",
            format!("18: {what} '後'"),
        ),
        ("手数＝171  ▲まで", format!("10: {SQUARE}'ま'")),
    ] {
        let expected = format!("line 18, column {message}");
        assert_eq!(error(&(problem() + line + "\n")), expected, "{line}");
    }
}

#[test]
fn a_named_handicap_of_a_diagram_lets_the_upper_side_begin() {
    let with = |name: &str| problem().replacen("詰将棋", name, 1);
    assert_eq!(read(&with("二枚落ち")).root.to_move(), Side::Second);
    assert_eq!(read(&with("平手")).root.to_move(), Side::First);
    assert_eq!(
        read(&(with("二枚落ち") + "先手番\n")).root.to_move(),
        Side::First
    );
}

#[test]
fn hands_have_many_names() {
    let with = |line: &str| problem().replacen("先手の持駒：金", line, 1);
    let expected = read(&problem()).root;
    for line in [
        "先手の手駒：金",
        "先手の持ちごま：金",
        "攻め方の手駒：金",
        "手持ち駒：金",
        "☗持駒：金",
        "▲持駒：金",
        "▲の持ち駒：金",
    ] {
        assert_eq!(read(&with(line)).root, expected, "{line}");
    }
    for rest in ["残り 全部", "残り　全部", "その他 全部"] {
        let text = problem().replacen("残り全部", rest, 1);
        assert_eq!(read(&text).root, expected, "{rest}");
    }
    for name in ["先手の駒", "駒台", "ごま"] {
        let found = error(&with(&format!("{name}：金")));
        let begin = format!(
            "line 17, column 1: there are pieces after the unknown heading \"{name}\"; hands are"
        );
        assert!(found.starts_with(&begin), "{found}");
    }
    let other = read(&(problem() + "余り駒：なし\n駒余り：1枚\n"));
    assert_eq!((other.root, other.headers.len()), (expected, 3));
}

#[test]
fn boards_may_be_wide() {
    let wide = problem()
        .replace('|', "｜")
        .replace('v', "ｖ")
        .replace(" ・", "　・");
    assert_eq!(read(&wide).root, read(&problem()).root, "{wide}");
}

#[test]
fn signs_may_have_blanks_after_them() {
    for text in [
        "▲ ７六歩 △　３四歩\n▲　投了\n",
        "1 ▲ ７六歩(77)\n2 △　３四歩(33)\n3 ▲ 投了\n",
    ] {
        let record = read(text);
        assert_eq!(usi(&record.main.moves), "7g7f 3c3d", "{text}");
        assert_eq!(end(&record.ending), "投了", "{text}");
    }
}

/// The ending by a line まで…: by whole words and by the side in it.
#[test]
fn summaries_are_not_taken_for_other_ends() {
    for (words, expected) in [
        ("まで1手で余詰", "余詰"),
        ("まで1手詰めろ", "詰めろ"),
        ("まで1手早詰", "早詰"),
        ("まで1手詰", "詰み"),
        ("まで1手で先手投了", ""),
        ("まで1手で後手投了", "投了"),
        ("まで1手で先手勝ち", "投了"),
        ("まで1手で後手勝ち", ""),
    ] {
        for moves in ["1 ７六歩(77)", "▲７六歩"] {
            let record = read(&format!("{moves}\n{words}\n"));
            assert_eq!(end(&record.ending), expected, "{words}");
        }
    }
    for (line, message) in [
        (
            "まで1手で相手が退席",
            "unknown words after まで, which are ignored: \"相手が退席\"",
        ),
        (
            "まで先手優勢",
            "unknown words after まで, which are ignored: \"先手優勢\"",
        ),
    ] {
        let record = read(&format!("1 ７六歩(77)\n{line}\n"));
        assert_eq!(end(&record.ending), "", "{line}");
        let expected = format!("line 2, column 1: {message}");
        assert_eq!(record.warnings[0].to_string(), expected, "{line}");
    }
    let foul = read("1 ７六歩(77)\nまで二歩の反則により先手の勝ち\n");
    assert_eq!((end(&foul.ending), foul.warnings.len()), ("反則負け", 0));
    let record = read("1 ７六歩(77)\n2 ３四歩(33)\nまで1手で中断\n");
    let warning =
        "line 3, column 1: the number of moves after まで is 1, and that of the line is 2";
    assert_eq!(record.warnings[0].to_string(), warning);
}

#[test]
fn csa_may_break_off_after_an_end() {
    let record = read("V2.2\nPI\n+\n+7776FU\n%TORYO\n%CHUDAN\n");
    assert_eq!(end(&record.ending), "投了");
    assert_eq!(
        error("V2.2\nPI\n+\n+7776FU\n%TORYO\n%SENNICHITE\n"),
        "line 6, column 1: the line has ended already, and this is another end"
    );
}
