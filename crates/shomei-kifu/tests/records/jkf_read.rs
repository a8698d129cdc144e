//! JKF as other programs write it: complete, minimal and faulty.

use shomei_game::{Ending, Notation, Side};
use shomei_kifu::{Kifu, Records, is_kifu};

use crate::{error, game, position, read, sfen, usi};

/// Three moves from the usual start, each as complete as Kifu for JS writes it.
const COMPLETE: &str = r#"{"header":{"先手":"甲","後手":"乙","手合割":"平手　　"},"initial":{"preset":"HIRATE"},
"moves":[{"comments":["about all"]},
{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"},"time":{"now":{"m":0,"s":16},"total":{"h":0,"m":0,"s":16}}},
{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":1,"piece":"FU"},"comments":["on it","and more"],
"forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"color":1,"piece":"FU"}},{"special":"TORYO","comments":["why?"]}]]},
{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"color":0,"piece":"KA","promote":true,"capture":"KA"}},
{"move":{"from":{"x":3,"y":1},"to":{"x":2,"y":2},"color":1,"piece":"GI","same":true,"capture":"UM"}},
{"move":{"to":{"x":5,"y":5},"color":0,"piece":"KA"}},
{"special":"CHUDAN","comments":["the end"]}]}"#;

#[test]
fn a_complete_record_is_read() {
    let record = read(COMPLETE);
    assert_eq!(record.root, game().start());
    assert_eq!(usi(&record.main.moves), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    let names = [("先手", "甲"), ("後手", "乙")];
    assert_eq!(
        record.headers,
        names.map(|(name, value)| (name.into(), value.into()))
    );
    assert_eq!(record.main.comment, "about all");
    let comments = [
        (2, "on it\nand more".to_string()),
        (6, "the end".to_string()),
    ];
    assert_eq!(record.main.comments, comments);
    assert_eq!(record.ending, Ending::Open);
    let branch = &record.branches[0];
    assert_eq!((branch.at, usi(&branch.moves).as_str()), (1, "8c8d"));
    assert_eq!(branch.ending, Ending::over("投了"));
    assert_eq!(branch.comments, [(2, "why?".to_string())]);
    assert!(is_kifu(COMPLETE.as_bytes()));
    assert!(!is_kifu(b"{\"position\":\"startpos\"}"));
    let marked = format!("\u{feff}{}", COMPLETE.replace('\n', "\r\n"));
    assert_eq!(read(&marked), record);
}

/// The same moves with only the required members, in the styles of several programs.
#[test]
fn little_is_enough() {
    let complete = read(COMPLETE).main.moves;
    let moves = |last: &str| {
        format!(
            r#"{{"moves":[{{}},{{"move":{{"from":{{"x":7,"y":7}},"to":{{"x":7,"y":6}}}}}},
            {{"move":{{"to":{{"x":3,"y":4}},"piece":"FU"}}}},
            {{"move":{{"from":{{"x":8,"y":8}},"to":{{"x":2,"y":2}},"piece":"UM"}}}},
            {{"move":{{"same":true,"from":{{"x":3,"y":1}},"to":null}}}},
            {{"move":{last}}}]}}"#
        )
    };
    for last in [
        r#"{"to":{"x":5,"y":5},"piece":"KA","relative":"H"}"#,
        r#"{"to":{"x":5,"y":5},"piece":"KA"}"#,
        r#"{"to":{"x":5,"y":5},"piece":"KA","from":null,"promote":false,"color":0}"#,
    ] {
        let record = read(&moves(last));
        assert_eq!(record.main.moves, complete, "{last}");
        assert_eq!(record.root, game().start());
    }
    // The first object may also be a move.
    let text = r#"{"moves":[{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]}"#;
    assert_eq!(usi(&read(text).main.moves), "7g7f");
    assert_eq!(read(r#"{"moves":[]}"#).root, game().start());
}

/// Moves with the words of KI2, if the side has no such piece in hand.
#[test]
fn words_say_which_piece_moves() {
    let start = |mv: &str| format!(r#"{{"moves":[{{}},{{"move":{mv}}}]}}"#);
    let moved = |mv: &str| usi(&read(&start(mv)).main.moves);
    let gold = r#"{"to":{"x":5,"y":8},"piece":"KI""#;
    assert_eq!(moved(&format!("{gold},\"relative\":\"L\"}}")), "6i5h");
    assert_eq!(moved(&format!("{gold},\"relative\":\"R\"}}")), "4i5h");
    assert_eq!(
        error(&start(&format!("{gold}}}"))),
        "line 1, column 22: the gold may come from 4i or 6i: expected \"from\""
    );
    assert_eq!(
        error(&start(&format!("{gold},\"relative\":\"X\"}}"))),
        "line 1, column 66: expected L, C, R, U, M, D or H as \"relative\", found \"X\""
    );
}

/// All presets, compared with the handicaps of KIF.
#[test]
fn presets_are_handicaps() {
    for (preset, handicap) in [
        ("HIRATE", "平手"),
        ("KY", "香落ち"),
        ("KY_R", "右香落ち"),
        ("KA", "角落ち"),
        ("HI", "飛車落ち"),
        ("HIKY", "飛香落ち"),
        ("2", "二枚落ち"),
        ("3", "三枚落ち"),
        ("4", "四枚落ち"),
        ("5", "五枚落ち"),
        ("5_L", "左五枚落ち"),
        ("6", "六枚落ち"),
        ("7_L", "左七枚落ち"),
        ("7_R", "右七枚落ち"),
        ("8", "八枚落ち"),
        ("10", "十枚落ち"),
    ] {
        let jkf = format!(
            r#"{{"header":{{"手合割":"{handicap}"}},"initial":{{"preset":"{preset}"}},"moves":[{{}}]}}"#
        );
        let record = read(&jkf);
        assert_eq!(
            record.root,
            read(&format!("手合割：{handicap}\n")).root,
            "{preset}"
        );
        assert_eq!(record.headers, []);
        let side = match preset {
            "HIRATE" => Side::First,
            _ => Side::Second,
        };
        assert_eq!(record.root.to_move(), side, "{preset}");
    }
}

/// A custom position, with hands and either side to move.
#[test]
fn a_board_is_read() {
    let root = position("4k4/9/4P4/9/9/9/9/9/9 w G2r2b 1");
    let record = shomei_game::Record::of(root);
    let text = String::from_utf8(Kifu::write_record(&game(), &record, "jkf").unwrap()).unwrap();
    assert_eq!(sfen(&read(&text)), game().format_position(&root));
    // Counts of zero and empty squares may be omitted.
    let less = text.replace("\"FU\":0,", "").replace("{},", "null,");
    assert_eq!(sfen(&read(&less)), game().format_position(&root));
    let bare = r#"{"initial":{"data":{"board":[[null,null,null,null,null,null,null,null,null],[{},{},{},{},{},{},{},{},{}],
        [{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{"color":1,"kind":"OU"},{},{},{},{},{},{},{},{}],
        [{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}]]}},"moves":[]}"#;
    assert_eq!(sfen(&read(bare)), "4k4/9/9/9/9/9/9/9/9 b - 1");
}

/// A game that ended by an illegal move, and all words for endings.
#[test]
fn ends_are_those_of_csa() {
    let with = |end: &str| {
        format!(
            r#"{{"moves":[{{}},{{"move":{{"from":{{"x":7,"y":7}},"to":{{"x":7,"y":6}}}}}},{end}]}}"#
        )
    };
    let foul = r#"{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":5}},"comments":["two squares"]},{"special":"ILLEGAL_MOVE"}"#;
    let record = read(&with(foul));
    assert_eq!(usi(&record.main.moves), "7g7f");
    assert_eq!(record.ending, Ending::over("反則負け"));
    assert_eq!(record.main.comments, [(1, "two squares".to_string())]);
    let no_end = error(&with(
        r#"{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":5}}}"#,
    ));
    assert!(no_end.starts_with("line 1, column 73: "), "{no_end}");
    for (word, ending) in [
        ("TSUMI", Ending::Won),
        ("FUZUMI", Ending::Failed),
        ("CHUDAN", Ending::Open),
        ("TORYO", Ending::over("投了")),
        ("KACHI", Ending::over("入玉勝ち")),
        ("ILLEGAL_ACTION", Ending::over("反則勝ち")),
        ("+ILLEGAL_ACTION", Ending::over("反則勝ち")),
        ("-ILLEGAL_ACTION", Ending::over("反則負け")),
    ] {
        let end = format!("{{\"special\":\"{word}\"}}");
        assert_eq!(read(&with(&end)).ending, ending, "{word}");
    }
}

/// Faults and their places.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn faults_have_their_places() {
    let moves = |moves: &str| format!("{{\n\"moves\":[{{}},\n{moves}]}}");
    let mv = |mv: &str| moves(&format!("{{\"move\":{mv}}}"));
    let initial = |initial: &str| format!("{{\"initial\":{initial},\n\"moves\":[{{}}]}}");
    let from_to = r#""from":{"x":7,"y":7},"to":{"x":7,"y":6}"#;
    let good = format!("{{\"move\":{{{from_to}}}}}");
    let cases: &[(String, &str)] = &[
        (
            "{\"header\":{}}".into(),
            "line 1, column 1: this object has no \"moves\": it is not a record of JKF",
        ),
        (
            "{\"moves\":{}}".into(),
            "line 1, column 10: expected a list of moves, found {}",
        ),
        (
            "{\"moves\":[1]}".into(),
            "line 1, column 11: expected a move, an object, found 1",
        ),
        (
            "{\"moves\":[{}".into(),
            "line 1, column 12: EOF while parsing a list",
        ),
        (
            "{\"header\":{\"a\":1},\"moves\":[]}".into(),
            "line 1, column 16: expected the text of a header, found 1",
        ),
        (
            "{\"header\":{\"手合割\":\"香落ち\"},\"moves\":[]}".into(),
            "line 1, column 18: \"initial\" is not the position of 香落ち",
        ),
        (
            initial("1"),
            "line 1, column 12: expected the first position, an object, found 1",
        ),
        (
            initial("{}"),
            "line 1, column 12: expected the name of a preset, or \"data\" with the board and the hands",
        ),
        (
            initial("{\"preset\":\"OTHER\"}"),
            "line 1, column 12: expected the name of a preset, or \"data\" with the board and the hands",
        ),
        (
            initial("{\"preset\":\"9\"}"),
            "line 1, column 22: there is no preset \"9\"; known are HIRATE, KY, KY_R, KA, HI, HIKY, 2, 3, 4, 5, 5_L, 6, 7_L, 7_R, 8, 10, OTHER",
        ),
        (
            initial("{\"preset\":\"2\",\"x\":1}"),
            "line 1, column 30: unknown \"x\"; known are preset, data",
        ),
        (
            initial("{\"data\":{}}"),
            "line 1, column 20: this position has no \"board\"",
        ),
        (
            initial("{\"data\":{\"board\":[1]}}"),
            "line 1, column 29: expected the board, a list of nine files, found [1]",
        ),
        (
            moves("{}"),
            "line 3, column 1: expected \"move\" or \"special\" in this object",
        ),
        (
            moves("{\"comments\":[1],\"special\":\"TORYO\"}"),
            "line 3, column 14: expected a comment, a text, found 1",
        ),
        (
            moves("{\"special\":\"X\"}"),
            "line 3, column 12: \"X\" is not an end of a game; known are ",
        ),
        (
            moves("{\"special\":\"TORYO\"},{\"special\":\"TSUMI\"}"),
            "line 3, column 32: the line has ended already, and this is another end",
        ),
        (
            moves(&format!("{{\"special\":\"TORYO\"}},{good}")),
            "line 3, column 29: there is a move after the end of the line",
        ),
        (
            "{\"moves\":[{\"forks\":[[]]}]}".into(),
            "line 1, column 20: there is no move that these forks could replace",
        ),
        (
            mv("[]"),
            "line 3, column 9: expected a move, an object, found []",
        ),
        (
            mv("{}"),
            "line 3, column 9: this move has neither \"to\" nor \"same\"",
        ),
        (
            mv("{\"same\":true,\"piece\":\"FU\"}"),
            "line 3, column 17: there is no move before this \"same\"",
        ),
        (
            mv("{\"to\":{\"x\":7,\"y\":6}}"),
            "line 3, column 9: this move has neither \"from\" nor \"piece\"",
        ),
        (
            mv("{\"to\":{\"x\":7}}"),
            "line 3, column 15: this square has no \"y\"",
        ),
        (
            mv("{\"to\":{\"x\":0,\"y\":1}}"),
            "line 3, column 20: expected a number from 1 to 9, found 0",
        ),
        (
            mv("{\"to\":{\"x\":1.5,\"y\":1}}"),
            "line 3, column 20: expected a number from 1 to 9, found 1.5",
        ),
        (
            mv(&format!("{{{from_to},\"color\":1}}")),
            "line 3, column 58: it is the turn of the other side",
        ),
        (
            mv(&format!("{{{from_to},\"color\":\"b\"}}")),
            "line 3, column 58: expected a side, 0 for Black or 1 for White, found \"b\"",
        ),
        (
            mv(&format!("{{{from_to},\"piece\":\"KA\"}}")),
            "line 3, column 58: there is a pawn on 7g, not a bishop",
        ),
        (
            mv(&format!("{{{from_to},\"piece\":\"P\"}}")),
            "line 3, column 58: expected a piece, such as \"FU\", found \"P\"",
        ),
        (
            mv(&format!("{{{from_to},\"capture\":\"FU\"}}")),
            "line 3, column 60: there is nothing to capture on 7f",
        ),
        (
            mv(&format!("{{{from_to},\"promote\":1}}")),
            "line 3, column 60: expected true or false, found 1",
        ),
        (
            mv(&format!("{{{from_to},\"reverse\":1}}")),
            "line 3, column 60: unknown \"reverse\"; known are ",
        ),
        (
            moves(&format!(
                "{good},{{\"move\":{{\"same\":true,\"to\":{{\"x\":3,\"y\":4}},\"piece\":\"FU\"}}}}"
            )),
            "line 3, column 68: the move before went to 7f, not to 3d",
        ),
        (
            mv("{\"to\":{\"x\":5,\"y\":5},\"piece\":\"TO\"}"),
            "line 3, column 9: no promoted pawn can move to 5e, and none is in hand",
        ),
        (
            moves(&format!(
                "{{\"special\":\"TORYO\",\"forks\":[[{good},\n{{\"move\":{{{from_to}}}}}]]}}"
            )),
            "line 4, column 9: ",
        ),
    ];
    for (text, expected) in cases {
        let error = error(text);
        assert!(error.starts_with(expected), "{text}\n{error}\n{expected}");
    }
    let square = |cell: &str| {
        let files = ["[null,null,null,null,null,null,null,null,null]"; 8].join(",");
        let first = format!("[{cell},null,null,null,null,null,null,null,null]");
        initial(&format!("{{\"data\":{{\"board\":[{first},{files}]}}}}"))
    };
    for (cell, expected) in [
        (
            "{\"kind\":\"OU\"}",
            "line 1, column 31: this piece has no \"color\"",
        ),
        (
            "{\"color\":0}",
            "line 1, column 31: this piece has no \"kind\"",
        ),
        ("{\"color\":0,\"kind\":\"FU\"}", "line 1, column 49: 1a: "),
    ] {
        let error = error(&square(cell));
        assert!(error.starts_with(expected), "{cell}\n{error}");
    }
}

/// Invalid JSON is refused at its place, counted in characters, wherever it is in the text.
#[test]
fn faults_of_json_have_their_places() {
    let headers =
        |members: &str| format!("{{\"header\":\n {{\"先手\":\"甲\",{members}}},\"moves\":[]}}");
    for (text, expected) in [
        (
            headers("\"b\":\"乙\" \"c\":\"\""),
            "line 2, column 20: expected `,` or `}`",
        ),
        (headers("b"), "line 2, column 12: key must be a string"),
        (headers("\"b\":tru"), "line 2, column 19: expected ident"),
        (
            headers("\"b\":1-"),
            "line 2, column 17: expected `,` or `}`",
        ),
        (
            headers("\"b\":\"乙\t\""),
            "line 2, column 17: control character (\\u0000-\\u001F) found while parsing a string",
        ),
        (
            headers("\"b\":\"乙\n\""),
            "line 2, column 17: control character (\\u0000-\\u001F) found while parsing a string",
        ),
        (
            headers("\"b\":\"乙\\x\""),
            "line 2, column 19: invalid escape",
        ),
        (
            headers("\"b\":\"乙\\ud800\""),
            "line 2, column 24: unexpected end of hex escape",
        ),
        (
            headers("\"b\":\"\",\"b\":\"\""),
            "line 2, column 23: there is a second \"b\"",
        ),
        (
            "{\"moves\":[]}\n x".into(),
            "line 2, column 2: trailing characters",
        ),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
    let escaped = headers("\"\\u00e9\":\"\\ud83d\\ude00\\/\"");
    assert_eq!(read(&escaped).headers[1], ("é".into(), "😀/".into()));
}

/// Nested forks are read without recursion, and nesting deeper than the limit is refused.
#[test]
fn forks_lie_only_so_deep_in_forks() {
    let file = |depth: usize, inside: &str| {
        let fork = r#"{"special":"TORYO","forks":[["#;
        format!(
            r#"{{"moves":[{{}},{}{inside}{}]}}"#,
            fork.repeat(depth),
            "]]}".repeat(depth)
        )
    };
    let end = r#"{"special":"TORYO"}"#;
    let mv = r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}"#;
    assert_eq!(usi(&read(&file(200, mv)).branches[0].moves), "7g7f");
    for depth in [201, 5_000] {
        assert_eq!(
            error(&file(depth, end)),
            "line 1, column 5842: there are more than 200 forks within each other"
        );
    }
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let record = format!("{{\"moves\":[],\"x\":{deep}}}");
    assert!(read(&record).main.moves.is_empty());
}
