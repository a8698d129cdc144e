//! About 2,300 variants of a few records whose contents are given here: blanks, wide characters,
//! brackets, words for endings, hands, handicaps, the order of headings, encodings and line ends.
//! Each is read as its record, or refused if its contents differ.

use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS};
use shomei_kifu::{Kifu, Records};
use shomei_testkit::shogi_records::{FOUR, PROBLEM, START};

use crate::examples::end;
use crate::{game, position, usi};

/// The contents of a record, written by hand.
#[derive(Clone, Copy, Debug)]
struct Contents<'a> {
    root: &'a str,
    moves: &'a str,
    end: &'a str,
    /// Branches: the number of moves before, and the moves.
    branches: &'a [(usize, &'a str)],
}

const fn contents<'a>(root: &'a str, moves: &'a str, end: &'a str) -> Contents<'a> {
    Contents {
        root,
        moves,
        end,
        branches: &[],
    }
}

/// The number of variants that were read correctly, and of those refused.
#[derive(Debug, Default)]
struct Tally {
    read: usize,
    refused: usize,
}

impl Tally {
    /// Checks a variant with the same contents.
    fn same(&mut self, bytes: impl AsRef<[u8]>, known: Contents<'_>) {
        let bytes = bytes.as_ref();
        let shown = String::from_utf8_lossy(bytes);
        let record = Kifu::read_record(&game(), bytes);
        let record = record.unwrap_or_else(|error| panic!("{error} in\n{shown}"));
        assert_eq!(record.root, position(known.root), "{shown}");
        assert_eq!(usi(&record.main.moves), known.moves, "{shown}");
        assert_eq!(end(&record.ending), known.end, "{shown}");
        let branches: Vec<(usize, String)> = record
            .branches
            .iter()
            .map(|branch| (branch.at, usi(&branch.moves)))
            .collect();
        let expected = known.branches.iter();
        let expected: Vec<_> = expected
            .map(|&(at, moves)| (at, moves.to_string()))
            .collect();
        assert_eq!(branches, expected, "{shown}");
        self.read += 1;
    }

    /// Checks a variant that contradicts itself; the error contains these words.
    fn bad(&mut self, text: &str, expected: &str) {
        let read = Kifu::read_record(&game(), text.as_bytes());
        let error = read.map_err(|error| error.to_string()).unwrap_err();
        assert!(
            error.contains(expected),
            "{error}, not {expected} of\n{text}"
        );
        self.refused += 1;
    }
}

const BLANKS: [&str; 4] = ["", " ", "　", "  　 "];

const BRACKETS: [(&str, &str); 2] = [("(", ")"), ("（", "）")];

fn wide(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '0'..='9' => char::from_u32(letter as u32 - '0' as u32 + '０' as u32).unwrap(),
            other => other,
        })
        .collect()
}

#[test]
fn brackets_after_moves() {
    let mut tally = Tally::default();
    let moves = [
        ("７六歩", "77"),
        ("３四歩", "33"),
        ("２二角成", "88"),
        ("同　銀", "31"),
        ("５五角打", "00"),
        ("３三角打", ""),
    ];
    let expected = contents(START, "7g7f 3c3d 8h2b+ 3a2b B*5e B*3c", "投了");
    let times = [
        "",
        "   ( 0:16/00:00:16)",
        "   ( 0:16/00:00:16) ( 0:16/00:00:16)",
        "　（ ０：１６／００：００：１６）",
        "+",
        " (0:16/0:0:16)+",
    ];
    for blank in BLANKS {
        for (open, close) in BRACKETS {
            for digits in [str::to_string, wide] {
                for time in times {
                    let mut text = "手合割：平手\n".to_string();
                    for (number, (mv, origin)) in (1..).zip(moves) {
                        let origin = match origin {
                            "" => String::new(),
                            origin => format!("{blank}{open}{}{close}", digits(origin)),
                        };
                        text += &format!("{number:>4} {mv}{origin}{time}\n");
                    }
                    text += &format!("   7 投了{}\n", time.trim_end_matches('+'));
                    tally.same(&text, expected);
                    // The origin is a different square, from which the piece could not come.
                    for (from, to, expected) in [
                        ("77", "27", "line 2, column 6: 2g7f is not legal here"),
                        ("31", "82", "there is a rook on 8b, not a silver"),
                        ("88", "79", "there is a silver on 7i, not a bishop"),
                        ("00", "28", "a dropped piece has no square of origin"),
                    ] {
                        let (from, to) = (digits(from), digits(to));
                        let bracket = |square: &str| format!("{open}{square}{close}");
                        let other = text.replacen(&bracket(&from), &bracket(&to), 1);
                        tally.bad(&other, expected);
                    }
                }
            }
        }
    }
    assert_eq!((tally.read, tally.refused), (96, 384));
}

/// Words in place of a move, and their meaning.
const ENDS: [(&str, &str); 24] = [
    ("投了", "投了"),
    ("中断", ""),
    ("持将棋", "持将棋"),
    ("千日手", "千日手"),
    ("切れ負け", "切れ負け"),
    ("時間切れ", "切れ負け"),
    ("Time-up", "切れ負け"),
    ("反則勝ち", "反則勝ち"),
    ("反則負け", "反則負け"),
    ("入玉勝ち", "入玉勝ち"),
    ("勝ち宣言", "入玉勝ち"),
    ("入玉宣言", "入玉勝ち"),
    ("王手連続千日手", "王手連続千日手"),
    ("最大手数超過", "最大手数超過"),
    ("引き分け", "引き分け"),
    ("引分け", "引き分け"),
    ("不戦勝", "不戦勝"),
    ("不戦敗", "不戦敗"),
    ("封じ手", ""),
    ("詰み", "詰み"),
    ("詰", "詰み"),
    ("不詰", "不詰"),
    ("通信切断", "通信切断"),
    ("Disconnected", "Disconnected"),
];

#[test]
fn words_that_end_a_line() {
    let mut tally = Tally::default();
    let begin = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n";
    let ki2 = "▲７六歩 △３四歩\n▲２二角成 △同　銀";
    for (word, meaning) in ENDS {
        let expected = contents(START, FOUR, meaning);
        for text in [
            format!("{begin}5 {word}\n"),
            format!("{begin}   5   {word}   ( 0:00/00:00:00)\n"),
            format!("{begin}   5 ▲{word} ( 0:00/00:00:00) ( 0:00/00:00:00)\n"),
            format!("{begin}５　{word}　\n   6 中断\n"),
            format!("{begin}   5 {word}\n   5 {word}\nまで4手で{word}\n\n変化：2手\n"),
            format!("{ki2} ▲{word}\n"),
            format!("{ki2}\n▲{word}\nまで4手\n中断\n"),
            format!("{ki2}\n\nまで4手で{word}\n"),
            format!("{ki2} まで四手で{word}\nまで4手で{word}\n"),
        ] {
            tally.same(&text, expected);
        }
        let (black, again) = ("it is the turn of Black (▲)", "the line has ended already");
        for (other, expected) in [
            (format!("{begin}5 △{word}\n"), black),
            (
                format!("{begin}5 {word}\n6 ５五角打\n"),
                "there is a move after the end of the line",
            ),
            (format!("{begin}5 {word}\n6 別の終局\n"), again),
            (
                format!("{begin}まで4手で{word}\nまで4手で別の終局\n"),
                "this line has another まで",
            ),
            (format!("{begin}6 {word}\n"), "this is move 6, expected 5"),
            (
                format!("{begin}5 {word} word\n"),
                "expected the time or nothing after the move",
            ),
            (format!("{ki2} △{word}\n"), black),
            (format!("{ki2} ▲{word}\n▲別の終局\n"), again),
            (
                format!("{ki2}\nまで4手で{word}\nまで4手で別の終局\n"),
                "this line has another まで",
            ),
        ] {
            tally.bad(&other, expected);
        }
    }
    assert_eq!((tally.read, tally.refused), (216, 216));
}

/// The problem with this line for the hand of the first side, and these lines before the board.
fn diagram(before: &str, hand: &str) -> String {
    let board = crate::board([
        "| ・ ・ ・ ・v玉 ・ ・ ・ ・|",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|",
    ]);
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三";
    let board = board.replacen(empty, "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三", 1);
    format!("{before}\n{board}{hand}\n")
}

#[test]
fn pieces_in_hand() {
    let mut tally = Tally::default();
    let expected = contents("4k4/9/4P4/9/9/9/9/9/9 b R2GS12P 1", "", "");
    let counts: [fn(&str, &str) -> String; 8] = [
        |kanji, _| kanji.to_string(),
        |_, digits| digits.to_string(),
        |_, digits| wide(digits),
        |kanji, _| format!("{kanji}枚"),
        |_, digits| format!("{digits}枚"),
        |_, digits| format!("x{digits}"),
        |_, digits| format!("×{}", wide(digits)),
        |kanji, _| format!(" {kanji}"),
    ];
    for [rook, gold, silver, pawn] in [["飛", "金", "銀", "歩"], ["飛車", "金将", "銀将", "歩兵"]]
    {
        for between in ["　", " ", "、", "・", ", ", ""] {
            for count in counts {
                let (two, twelve) = (count("二", "2"), count("十二", "12"));
                let hand = [
                    rook.to_string(),
                    format!("{gold}{two}"),
                    silver.to_string(),
                    format!("{pawn}{twelve}"),
                ];
                let line = format!("先手の持駒：{}", hand.join(between));
                tally.same(diagram("後手の持駒：なし", &line), expected);
                let cat = format!("{line} 猫");
                tally.bad(
                    &diagram("後手の持駒：なし", &cat),
                    "expected a piece in hand",
                );
                tally.bad(&diagram("後手の持駒：歩八", &line), "there are 21 pawns");
            }
        }
    }
    let firsts = [
        "先手",
        "下手",
        "攻方",
        "攻め方",
        "詰方",
        "詰め方",
        "sente",
        "",
    ];
    let seconds = ["後手", "上手", "玉方", "受方", "受け方", "gote"];
    let rests = [
        "残り",
        "残り全部",
        "残りの全部",
        "残駒",
        "その他",
        "その他全部",
        "全部",
    ];
    let the_problem = contents(PROBLEM, "", "");
    for (first, second) in firsts.iter().flat_map(|a| seconds.map(|b| (a, b))) {
        for rest in rests {
            let of = if first.is_empty() { "" } else { "の" };
            let before = format!("{second}の持ち駒： {rest}");
            tally.same(
                diagram(&before, &format!("{first}{of}持駒：金")),
                the_problem,
            );
        }
    }
    assert_eq!((tally.read, tally.refused), (96 + 336, 192));
}

#[test]
fn handicaps() {
    let mut tally = Tally::default();
    let names: [(&[&str], &str); 12] = [
        (&["香落ち", "左香落ち", "香落"], "lnsgkgsn1/1r5b1"),
        (&["右香落ち", "右香落"], "1nsgkgsnl/1r5b1"),
        (&["角落ち", "角落"], "lnsgkgsnl/1r7"),
        (&["飛車落ち", "飛落ち", "飛車落", "飛落"], "lnsgkgsnl/7b1"),
        (&["飛香落ち", "飛香落"], "lnsgkgsn1/7b1"),
        (
            &["二枚落ち", "2枚落ち", "２枚落ち", "２枚落"],
            "lnsgkgsnl/9",
        ),
        (&["三枚落ち", "3枚落ち", "３枚落ち"], "lnsgkgsn1/9"),
        (
            &["四枚落ち", "4枚落ち", "４枚落ち", "四枚落"],
            "1nsgkgsn1/9",
        ),
        (&["五枚落ち", "5枚落ち", "５枚落ち"], "2sgkgsn1/9"),
        (&["六枚落ち", "6枚落ち", "６枚落"], "2sgkgs2/9"),
        (&["八枚落ち", "8枚落ち", "８枚落ち"], "3gkg3/9"),
        (&["十枚落ち", "10枚落ち", "１０枚落ち"], "4k4/9"),
    ];
    for (names, rows) in names {
        let root = format!("{rows}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
        for name in names {
            for blanks in ["", "　　", " "] {
                let text = format!("手合割：{blanks}{name}{blanks}\n上手：甲\n");
                tally.same(&text, contents(&root, "", ""));
                let moves = format!("{text}   1 △５二玉(51)\n   2 ▲７六歩　(77)\n");
                tally.same(&moves, contents(&root, "5a5b 7g7f", ""));
                tally.bad(
                    &moves.replace('△', "▲"),
                    "line 3, column 6: it is the turn of White (△)",
                );
            }
        }
    }
    assert_eq!((tally.read, tally.refused), (216, 108));
}

#[test]
fn headings_in_any_order() {
    let mut tally = Tally::default();
    let headings = [
        "手合割：その他",
        "後手の持駒：残りの全部",
        "持駒：金",
        "盤面反転",
        "手数＝170  △５一玉  まで",
        "先手：甲",
    ];
    let solution = "手数----指手---------消費時間--\n   1 ５二金打\n   2 詰み\n";
    let expected = contents(PROBLEM, "G*5b", "詰み");
    for first in 0..headings.len() {
        for step in [1, 5] {
            let lines = (0..headings.len()).map(|n| headings[(first + n * step) % headings.len()]);
            let lines: Vec<&str> = lines.collect();
            for split in 0..=lines.len() {
                let (before, after) = lines.split_at(split);
                let text = diagram(&before.join("\n"), &after.join("\n"));
                tally.same(format!("{text}{solution}盤面反転\n"), expected);
                let text = format!("{text}後手番\n{solution}");
                tally.bad(&text, "another line says that the other side is to move");
            }
        }
    }
    assert_eq!((tally.read, tally.refused), (84, 84));
}

#[test]
fn encodings_and_ends_of_lines() {
    let mut tally = Tally::default();
    let kif = "手合割：平手　　\n先手：甲野\n後手：乙川\n手数----指手---------消費時間--\n\
        *一言　コメント\n   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)+\n   3 ２二角成(88)\n\
        \u{20}  4 同　銀(31)\n   5 投了\nまで4手で後手の勝ち\n\n変化：2手\n   2 ８四歩(83)\n";
    let in_kif = Contents {
        branches: &[(1, "8c8d")],
        ..contents(START, FOUR, "投了")
    };
    let ki2 = "先手：甲野\n\n▲７六歩    △３四歩\n▲２二角成  △同　銀\nまで4手で後手の勝ち\n";
    let csa = "V2.2\nN+甲野\nPI\n+\n+7776FU,T12\n-3334FU\n+8822UM\n-3122GI\n%TORYO\n";
    let diagram = diagram("後手の持駒：残り全部", "先手の持駒：金");
    let records = [
        (kif, in_kif),
        (ki2, contents(START, FOUR, "投了")),
        (csa, contents(START, FOUR, "投了")),
        (&*diagram, contents(PROBLEM, "", "")),
    ];
    for (text, expected) in records {
        for line_end in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', line_end);
            let units = |mark: bool| {
                let mark = mark.then_some(0xfeff);
                mark.into_iter().chain(text.encode_utf16())
            };
            tally.same(&text, expected);
            tally.same(format!("\u{feff}{text}"), expected);
            for encoding in [SHIFT_JIS, EUC_JP, ISO_2022_JP] {
                let (bytes, _, lost) = encoding.encode(&text);
                assert!(!lost);
                tally.same(bytes, expected);
            }
            for mark in [true, false] {
                let little: Vec<u8> = units(mark).flat_map(u16::to_le_bytes).collect();
                let big: Vec<u8> = units(mark).flat_map(u16::to_be_bytes).collect();
                tally.same(little, expected);
                tally.same(big, expected);
            }
        }
    }
    assert_eq!(tally.read, 108);
}

#[test]
fn rows_and_ends_of_csa() {
    let mut tally = Tally::default();
    let rows = [
        "-KY-KE-GI-KI-OU-KI-GI-KE-KY",
        " * -HI *  *  *  *  * -KA * ",
        "-FU-FU-FU-FU-FU-FU-FU-FU-FU",
        " *  *  *  *  *  *  *  *  * ",
        " *  *  *  *  *  *  *  *  * ",
        " *  *  *  *  *  *  *  *  * ",
        "+FU+FU+FU+FU+FU+FU+FU+FU+FU",
        " * +KA *  *  *  *  * +HI * ",
        "+KY+KE+GI+KI+OU+KI+GI+KE+KY",
    ];
    let folds: [fn(&str) -> String; 5] = [
        str::to_string,
        |row| row.trim_end().to_string(),
        |row| row.split_whitespace().collect::<Vec<_>>().join(" "),
        |row| row.replace(' ', ""),
        |row| row.replace(' ', "  "),
    ];
    for fold in folds {
        for before in ["", " "] {
            let lines = (1..).zip(rows).map(|(rank, row)| {
                let row = fold(row);
                format!("P{rank}{before}{row}\n")
            });
            let board: String = lines.collect();
            for end in ["TORYO", "KACHI", "TIME_UP", "HIKIWAKE"] {
                let meaning = match end {
                    "TORYO" => "投了",
                    "KACHI" => "入玉勝ち",
                    "TIME_UP" => "切れ負け",
                    _ => "引き分け",
                };
                let expected = contents(START, "7g7f 3c3d", meaning);
                let text = format!("V2.2\n{board}+\n+7776FU\n-3334FU\n%{end}");
                tally.same(format!("{text}\n"), expected);
                tally.same(format!("{text},'* -5000 win\nT10\n%{end}\nT1\n"), expected);
                tally.bad(
                    &format!("{text}\n%SENNICHITE\n"),
                    "the line has ended already",
                );
                tally.bad(&text.replacen('*', "", 1), "row 2 (二) has 8 squares");
                tally.bad(
                    &text.replacen("-KA", "-KA-KA", 1),
                    "row 2 (二) has 10 squares",
                );
            }
        }
    }
    assert_eq!((tally.read, tally.refused), (80, 120));
}
