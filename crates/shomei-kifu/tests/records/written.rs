//! Written records, read back by this crate and by another crate.

use shogi_core::ToUsi;
use shogi_kifu_converter::jkf::{JsonKifuFormat, MoveFormat};
use shogi_kifu_converter::parser::{parse_csa_str, parse_kif_str};
use shomei_game::{Branch, Ending, Game, Line, Notation, Record, Side};
use shomei_kifu::{Format, Kifu, Records, is_kifu};
use shomei_shogi::{Move, Position, Shogi};
use shomei_testkit::random::Dice;

use crate::{ShogiRecord, game, position, read, usi};

/// A random record: a position of random play, a line from it and others.
pub(crate) fn random_record(dice: &mut Dice) -> ShogiRecord {
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
        let (comments, plies) = (comments(2, moves.len()), moves.len() as u64);
        record.branches.push(Branch {
            at,
            moves,
            comment,
            comments,
            ending: ending(&mut Dice::new(plies)),
        });
    }
    record.ending = ending(dice);
    record.main = Line {
        comments: comments(1, main.len()),
        moves: main,
        comment: ["", "about all\n\n of it"][dice.below(2)].to_string(),
    };
    record
}

/// A random ending, in any format.
fn ending(dice: &mut Dice) -> Ending {
    [
        Ending::Won,
        Ending::Failed,
        Ending::Open,
        Ending::over("投了"),
        Ending::over("反則勝ち"),
        Ending::over("入玉勝ち"),
    ][dice.below(6)]
    .clone()
}

/// Random comments on some moves of a line, from one of them on, and on its end.
fn comments(from: usize, plies: usize) -> Vec<(usize, String)> {
    let mut dice = Dice::new(plies as u64);
    let places = (from..=plies + 1).filter(|_| dice.chance(20));
    places
        .map(|place| (place, format!("after {place}\nand 手")))
        .collect()
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

/// Every line of a record from its root, sorted; a branch that another one continues is not a
/// separate line.
pub(crate) fn lines(record: &ShogiRecord) -> Vec<String> {
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
fn written_records_are_read_back() {
    let game = game();
    let (mut dice, mut branches, mut plies) = (Dice::new(7), 0, 0);
    for round in 0..400 {
        let record = random_record(&mut dice);
        for form in ["kifu", "kif", "ki2u", "ki2", "csa", "jkf"] {
            let bytes = Kifu::write_record(&game, &record, form).unwrap();
            assert!(is_kifu(&bytes));
            let again = Kifu::read_record(&game, &bytes).unwrap();
            let shown = String::from_utf8_lossy(&bytes);
            assert_eq!(again.root, record.root, "{round} {shown}");
            assert_eq!(again.main, record.main, "{round} {shown}");
            assert_eq!(again.ending, record.ending, "{round} {shown}");
            if form != "csa" {
                assert_eq!(lines(&again), lines(&record), "{round} {shown}");
                // A record that has been read once is written unchanged.
                let bytes = Kifu::write_record(&game, &again, form).unwrap();
                let third = Kifu::read_record(&game, &bytes).unwrap();
                assert_eq!(third, again, "{round} {shown}");
            }
        }
        branches += record.branches.len();
        plies += record.main.moves.len();
    }
    assert!(branches > 300 && plies > 1_500, "{branches} {plies}");
}

/// The moves of a line and of its branches, as another crate reads them.
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

pub(crate) fn their_lines(read: &JsonKifuFormat) -> Vec<String> {
    let mut lines = Vec::new();
    theirs(&read.moves, &[], &mut lines);
    lines.sort();
    lines.dedup();
    lines.retain(|line| !line.is_empty());
    lines
}

/// The record without endings: the other crate knows few of KIF, and stops at an unknown word.
pub(crate) fn without_ends(mut record: ShogiRecord) -> ShogiRecord {
    record.ending = Ending::Open;
    for branch in &mut record.branches {
        branch.ending = Ending::Open;
        let plies = branch.moves.len();
        branch.comments.retain(|(played, _)| *played <= plies);
    }
    record
}

/// Another crate reads the same position and the same lines. It assumes that Black is to move in
/// every diagram.
#[test]
fn another_crate_reads_what_is_written() {
    let game = game();
    let (mut dice, mut compared, mut branches) = (Dice::new(11), 0, 0);
    while compared < 200 {
        let record = random_record(&mut dice);
        // It also requires a main line if there are branches.
        let lacks_main = record.main.moves.is_empty() && !record.branches.is_empty();
        if record.root.to_move() != Side::First || lacks_main {
            continue;
        }
        let record = without_ends(record);
        compared += 1;
        branches += record.branches.len();
        let root = game.format_position(&record.root);
        let text = String::from_utf8(Kifu::write_record(&game, &record, "kifu").unwrap()).unwrap();
        let read = parse_kif_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let position = shogi_core::Position::try_from(&read).unwrap();
        assert_eq!(position.initial_position().to_sfen_owned(), root, "{text}");
        assert_eq!(their_lines(&read), lines(&record), "{text}");

        let text = String::from_utf8(Kifu::write_record(&game, &record, "csa").unwrap()).unwrap();
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

/// A game with its ending and with comments on its moves, in every format.
#[test]
fn ends_and_comments_go_from_form_to_form() {
    let game = game();
    let moves = "1 ７六歩(77)\n*opens\n*a line\n2 ３四歩(33)\n3 ２二角成(88)\n*takes\n";
    for (kif, summary, csa, jkf) in [
        ("投了", "先手の勝ち", "%TORYO", "TORYO"),
        (
            "反則勝ち",
            "後手の反則勝ち",
            "%+ILLEGAL_ACTION",
            "+ILLEGAL_ACTION",
        ),
        (
            "反則負け",
            "後手の反則負け",
            "%ILLEGAL_MOVE",
            "ILLEGAL_MOVE",
        ),
        ("持将棋", "持将棋", "%JISHOGI", "JISHOGI"),
        ("千日手", "千日手", "%SENNICHITE", "SENNICHITE"),
        (
            "切れ負け",
            "時間切れにより先手の勝ち",
            "%TIME_UP",
            "TIME_UP",
        ),
        ("入玉勝ち", "後手の入玉勝ち", "%KACHI", "KACHI"),
        ("中断", "中断", "%CHUDAN", "CHUDAN"),
    ] {
        let text = format!(
            "手合割：平手\n{moves}4 {kif}\n変化：1手\n1 ２六歩(27)\n2 ８四歩(83)\n*later\n"
        );
        let record = Kifu::read_record(&game, text.as_bytes()).unwrap();
        let written =
            |form: &str| String::from_utf8(Kifu::write_record(&game, &record, form).unwrap());
        let [in_kif, ki2, in_csa, in_jkf] =
            ["kifu", "ki2u", "csa", "jkf"].map(|form| written(form).unwrap());
        assert!(in_kif.contains(&format!("\n   4 {kif}\n")), "{in_kif}");
        for text in [&in_kif, &ki2] {
            assert!(text.contains(&format!("\nまで3手で{summary}\n")), "{text}");
            for comment in ["*opens\n*a line\n", "*takes\n", "*later\n"] {
                assert!(text.contains(comment), "{text}");
            }
        }
        let end = format!("+7776FU\n'*opens\n'*a line\n-3334FU\n+8822UM\n'*takes\n{csa}\n");
        assert!(in_csa.ends_with(&end), "{in_csa}");
        assert!(
            in_jkf.contains(&format!("{{\"special\":\"{jkf}\"}}")),
            "{in_jkf}"
        );
        for comments in ["[\"opens\",\"a line\"]", "[\"takes\"]", "[\"later\"]"] {
            let comments = format!("\"comments\":{comments}");
            assert!(in_jkf.contains(&comments), "{in_jkf}");
        }
        for text in [in_kif, ki2] {
            assert_eq!(
                Kifu::read_record(&game, text.as_bytes()).as_ref(),
                Ok(&record),
                "{text}"
            );
        }
        let again = Kifu::read_record(&game, in_csa.as_bytes()).unwrap();
        assert_eq!(
            (again.main, again.ending),
            (record.main, record.ending),
            "{in_csa}"
        );
    }
    // KIF without a line for the ending has it in its summary.
    let text = format!("手合割：平手\n{moves}まで3手で時間切れにより先手の勝ち\n");
    let record = Kifu::read_record(&game, text.as_bytes()).unwrap();
    assert_eq!(record.ending, Ending::over("切れ負け"));
}

/// The layout of a solution, branches from the last to the first.
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
        headers: Vec::new(),
        main: Line {
            moves: main,
            comment: "proved".into(),
            comments: Vec::new(),
        },
        ending: Ending::Won,
        warnings: Vec::new(),
        branches: vec![
            Branch {
                at: 0,
                moves: moves("G*4b 5a6a G*6b"),
                comment: "longer".into(),
                comments: Vec::new(),
                ending: Ending::Won,
            },
            Branch {
                at: 0,
                moves: moves("G*6b 5a4a G*4b"),
                comment: String::new(),
                comments: Vec::new(),
                ending: Ending::Won,
            },
        ],
    };
    let text = String::from_utf8(Kifu::write_record(&game, &record, "kifu").unwrap()).unwrap();
    let head = "#KIF version=2.0 encoding=UTF-8\n# shomei\n手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        +---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ ・ ・ 歩 歩 歩 ・ ・ ・|三\n";
    assert!(text.starts_with(head), "{text}");
    let tail = "先手の持駒：金二　\n先手：\n後手：\n手数----指手---------消費時間--\n*proved\n\
        \u{20}  1 ５二金打+\n   2 詰み\nまで1手で詰\n\
        \n変化：1手\n   1 ４二金打+\n*longer\n   2 ６一玉(51)\n\
        \u{20}  3 ６二金打\n   4 詰み\nまで3手で詰\n\
        \n変化：1手\n   1 ６二金打\n   2 ４一玉(51)\n\
        \u{20}  3 ４二金打\n   4 詰み\nまで3手で詰\n";
    assert!(text.ends_with(tail), "{text}");
    let error = |form: &str| {
        Kifu::write_record(&game, &record, form)
            .unwrap_err()
            .to_string()
    };
    // A diagram has no place for the moves.
    let bod = String::from_utf8(Kifu::write_record(&game, &record, "bod").unwrap()).unwrap();
    assert!(
        bod.ends_with("先手の持駒：金二　\n先手：\n後手：\n*proved\n"),
        "{bod}"
    );
    assert!(
        Kifu::read_record(&game, bod.as_bytes())
            .unwrap()
            .main
            .moves
            .is_empty()
    );
    assert_eq!(
        error("pgn"),
        "there is no form of records named \"pgn\"; known are kifu, kif, ki2u, ki2, \
         csa, jkf and bod"
    );
}

/// A header whose line would be something else in KIF becomes a comment there: names in CSA are
/// arbitrary, and control characters are never part of a name.
#[test]
fn a_header_is_written_so_that_it_stays_one() {
    let game = game();
    let names = [
        "|",
        "+",
        "*x",
        "#x",
        "&",
        "1 x",
        "７六",
        "▲７六歩",
        "変化",
        "まで",
        "手合割",
        "手番",
        "先手番",
        "先手の持駒",
        "手数--",
        "V2.2",
        "PI",
        "EVENTS",
    ];
    for name in names {
        let text = format!("${name}:words\nPI\n+\n+7776FU\n");
        let record = read(&text);
        assert_eq!(record.headers, [(name.to_string(), "words".to_string())]);
        for form in ["kifu", "kif", "ki2u", "ki2"] {
            let written = Kifu::write_record(&game, &record, form).unwrap();
            let again = Kifu::read_record(&game, &written);
            let again = again.unwrap_or_else(|error| panic!("{name} in {form}: {error}"));
            assert_eq!(
                (again.root, &again.main.moves),
                (record.root, &record.main.moves)
            );
            let is_kept = again.headers == record.headers;
            let is_comment = again.main.comment == format!("{name}：words");
            assert!(is_kept != is_comment, "{name} in {form}: {again:?}");
            assert_eq!(
                is_kept,
                ["V2.2", "PI", "EVENTS"].contains(&name),
                "{name} in {form}"
            );
        }
    }
    // Names without their control characters, no name, no value, and a second name of a side.
    let text = "手合割：平手\n\0|：a\n\0先手\0：b\n\u{1}：c\n備考：\u{1}\n先手：d\n";
    let record = read(text);
    for form in ["kifu", "ki2u"] {
        let written = Kifu::write_record(&game, &record, form).unwrap();
        let again = Kifu::read_record(&game, &written).unwrap();
        assert_eq!(again.headers, [("先手".to_string(), "b".to_string())]);
        assert_eq!(again.main.comment, "|：a\n：c\n先手：d");
    }
}

/// A usual start is written by its name, with the names of its sides. Only BOD always contains a
/// board.
#[test]
fn usual_starts_are_written_by_their_names() {
    for (name, preset, sides) in [
        ("平手", "HIRATE", ["先手", "後手"]),
        ("香落ち", "KY", ["下手", "上手"]),
        ("角落ち", "KA", ["下手", "上手"]),
        ("左七枚落ち", "7_L", ["下手", "上手"]),
    ] {
        let [below, above] = sides;
        let text = format!("手合割：{name}\n{below}：甲\n{above}：乙\n");
        let kifu = Kifu::parse(&text).unwrap();
        for format in [Format::Kif, Format::Ki2] {
            let written = kifu.to_text(format);
            assert!(written.contains(&text), "{written}");
            assert!(!written.contains('|'), "{written}");
            assert_eq!(Kifu::parse(&written).unwrap(), kifu, "{written}");
        }
        let csa = kifu.to_text(Format::Csa);
        assert!(csa.contains("N+甲\nN-乙\n"), "{csa}");
        assert_eq!(Kifu::parse(&csa).unwrap(), kifu, "{csa}");
        let renamed = text.replace(below, "先手").replace(above, "後手");
        assert_eq!(Kifu::parse(&renamed).unwrap(), kifu, "{renamed}");
        let jkf = kifu.to_text(Format::Jkf);
        assert!(jkf.contains(&format!("\"preset\":\"{preset}\"")), "{jkf}");
        assert_eq!(Kifu::parse(&jkf).unwrap().start, kifu.start);
        assert!(kifu.to_text(Format::Bod).contains("手合割：その他\n"));
    }
}
