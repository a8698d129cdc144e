//! Features of other programs beyond the plain formats.

use encoding_rs::{EUC_JP, SHIFT_JIS};
use shomei_game::Ending;
use shomei_kifu::{Kifu, Records, is_kifu};

use crate::reading::{CSA, GAME};
use crate::{ShogiRecord, error, game, problem, read, usi};

fn branches(record: &ShogiRecord) -> Vec<String> {
    let branches = record.branches.iter();
    branches
        .map(|branch| format!("{} {}", branch.at, usi(&branch.moves)))
        .collect()
}

/// The line ends before the illegal move.
#[test]
fn a_game_may_end_with_a_move_that_is_not_legal() {
    let text = |end: &str| {
        format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２一角成(88)  ( 0:06/00:00:08)\n{end}")
    };
    for end in [
        "4 反則勝ち",
        "   4 反則負け   ( 0:00/00:00:08)\nまで3手で後手の反則勝ち",
    ] {
        let record = read(&text(end));
        assert_eq!(usi(&record.main.moves), "7g7f 3c3d", "{end}");
        assert_eq!(record.ending, Ending::over("反則負け"));
    }
    let branch = read(&text("*a comment\n4 反則勝ち\n変化：2手\n2 ８四歩(83)\n"));
    assert_eq!(branches(&branch), ["1 8c8d"]);
    // A pawn that is not in hand.
    let drop = "手合割：香落ち\n1 ３四歩(33)\n2 ７六歩(77)\n3 ８八角成(22)\n4 同　銀(79)\n5 ４五歩打\n6 反則勝ち\n";
    assert_eq!(usi(&read(drop).main.moves), "3c3d 7g7f 2b8h+ 7i8h");
    let illegal = "line 4, column 3: 8h2a+ is not legal here";
    for end in [
        "",
        "4 投了\n",
        "4 中断\n",
        "3 反則勝ち\n",
        "5 反則勝ち\n",
        "4 ８四歩(83)\n",
        "まで3手で後手の反則勝ち\n",
        "変化：2手\n2 ８四歩(83)\n",
    ] {
        assert_eq!(error(&text(end)), illegal, "{end}");
    }
    // The move must still be written correctly.
    assert_eq!(
        error("1 ７六銀(77)\n2 反則勝ち\n"),
        "line 1, column 6: there is a pawn on 7g, not a silver"
    );
}

#[test]
fn csa_may_end_with_a_move_that_is_not_legal() {
    let text = |end: &str| format!("PI\n+\n+7776FU,T1\n-3334FU\n+8821UM,T2\n{end}");
    for end in [
        "%ILLEGAL_MOVE",
        "T2\n%+ILLEGAL_ACTION",
        "%-ILLEGAL_ACTION,T1",
    ] {
        assert_eq!(usi(&read(&text(end)).main.moves), "7g7f 3c3d", "{end}");
    }
    let illegal = "line 5, column 1: 8h2a+ is not legal here";
    for end in ["", "%TORYO", "-8384FU\n%ILLEGAL_MOVE"] {
        assert_eq!(error(&text(end)), illegal, "{end}");
    }
}

#[test]
fn comments_of_csa_may_follow_commas() {
    let text =
        "PI\n+\n'*before, the first\n+7776FU,T1,'*a, b\n-3334FU\n%KACHI,'* 27 points, and more\n";
    let record = read(text);
    assert_eq!(usi(&record.main.moves), "7g7f 3c3d");
    assert_eq!(record.main.comment, "before, the first");
    assert_eq!(
        error("PI\n+\n+7776FU,* no comment\n"),
        "line 3, column 9: expected a line of CSA, found '*'"
    );
}

/// Some programs number the beginning of a variation wrongly: the rules decide what is meant.
#[test]
fn a_number_may_be_repeated() {
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)+\n3 ２六歩(27)\n\n変化：2手\n2 ８四歩(83)\n\
        3 ６八銀(79)\n4 ３四歩(33)+\n5 ６六歩(67)\n";
    // The other side made the second move 5.
    let follows = read(&format!(
        "{text}5 ４二銀(31)\n6 ２六歩(27)\n変化：4手\n4 ８五歩(84)\n"
    ));
    assert_eq!(
        branches(&follows),
        ["1 8c8d 7i6h 3c3d 6g6f 3a4b 2g2f", "1 8c8d 7i6h 8d8e"]
    );
    // The same side: it replaces the first.
    let replaces = read(&format!("{text}5 ２六歩(27)\n6 ４二銀(31)\n"));
    assert_eq!(
        branches(&replaces),
        ["1 8c8d 7i6h 3c3d 6g6f", "1 8c8d 7i6h 3c3d 2g2f 3a4b"]
    );
    let main = read("1 ７六歩(77)\n1 ２六歩(27)\n2 ３四歩(33)\n");
    assert_eq!(usi(&main.main.moves), "7g7f");
    assert_eq!(branches(&main), ["0 2g2f 3c3d"]);
    for (end, message) in [
        (
            "5 ６六歩(67)\n",
            "line 11, column 1: this is move 5, expected 6",
        ),
        (
            "5 ５五角打\n",
            "line 11, column 1: this is move 5, expected 6",
        ),
        ("5 投了\n", "line 11, column 1: this is move 5, expected 6"),
        (
            "4 ４二銀(31)\n",
            "line 11, column 1: this is move 4, expected 6",
        ),
        (
            "5 ４二銀(31)\n変化：5手\n5 ２六歩(27)\n",
            "line 12, column 4: this branch begins at move 5, a number that the line before it has twice",
        ),
    ] {
        assert_eq!(error(&format!("{text}{end}")), message, "{end}");
    }
    // Either side could drop a bishop there.
    let both = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ２六歩(27)\n5 ５五角打\n";
    assert_eq!(
        error(both),
        "line 7, column 1: this is another move 5, and both may be right: after the first or in its place"
    );
}

#[test]
fn the_form_does_not_depend_on_the_signs_of_sides() {
    // KIF may have the signs as well, and comments may contain anything.
    assert_eq!(usi(&read("1 ▲７六歩(77)\n").main.moves), "7g7f");
    assert_eq!(usi(&read("1 ７六歩(77)\n*▲７六歩\n").main.moves), "7g7f");
    let list = "# ▲７六歩\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
    assert!(!is_kifu(list.as_bytes()));
}

#[test]
fn euc_jp_is_read() {
    for text in [
        problem(),
        GAME.to_string(),
        CSA.replace("甲,乙", "先手,後手"),
        "後手の持駒：残り全部\n".to_string() + &problem().replace("後手の持駒：残り全部\n", ""),
    ] {
        let expected = read(&text);
        for encoding in [EUC_JP, SHIFT_JIS] {
            for line_end in ["\n", "\r\n"] {
                let text = text.replace('\n', line_end);
                let (bytes, _, lost) = encoding.encode(&text);
                assert!(!lost && std::str::from_utf8(&bytes).is_err());
                assert_eq!(
                    Kifu::read_record(&game(), &bytes).as_ref(),
                    Ok(&expected),
                    "{text}"
                );
                assert!(is_kifu(&bytes), "{text}");
            }
        }
    }
    // The encoding of every single line of KIF is detected.
    let mut detected = 0;
    for line in GAME.lines().filter(|line| !line.is_ascii()) {
        for encoding in [EUC_JP, SHIFT_JIS] {
            let text = format!("手合割：平手\n*{line}\n");
            let (bytes, _, _) = encoding.encode(&text);
            assert_eq!(
                Kifu::read_record(&game(), &bytes).as_ref(),
                Ok(&read(&text)),
                "{line}"
            );
            detected += 1;
        }
    }
    assert!(detected > 30, "{detected}");
}

/// Two half-width kana, or one kanji.
#[test]
fn ambiguous_encodings_are_refused() {
    let read = Kifu::read_record(&game(), b"V2.2\nN+\xb1\xb2\nPI\n+\n");
    assert_eq!(
        read.unwrap_err().to_string(),
        "line 2, column 3: unknown encoding: it may be Shift-JIS or EUC-JP"
    );
    let read = Kifu::read_record(&game(), b"V2.2\nN+\xff\xfd\nPI\n+\n");
    assert_eq!(
        read.unwrap_err().to_string(),
        "line 2, column 3: unknown encoding, neither UTF-8, Shift-JIS nor EUC-JP: byte 3 of the \
         line begins no character of UTF-8"
    );
}
