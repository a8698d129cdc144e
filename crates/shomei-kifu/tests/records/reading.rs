//! Records of all formats and their contents.

use encoding_rs::SHIFT_JIS;
use shomei_game::{Ending, Notation};
use shomei_kifu::{Kifu, Records, is_kifu};

use crate::{PROBLEM, game, position, problem, read, sfen, usi};

#[test]
fn a_diagram_is_a_problem_in_either_encoding() {
    assert_eq!(sfen(&read(&problem())), PROBLEM);
    let text = problem();
    let (bytes, _, lost) = SHIFT_JIS.encode(&text);
    assert!(!lost);
    for line_end in ["\n", "\r\n"] {
        let text = problem().replace('\n', line_end);
        let (bytes, _, _) = SHIFT_JIS.encode(&text);
        assert!(is_kifu(&bytes));
        assert_eq!(sfen(&Kifu::read_record(&game(), &bytes).unwrap()), PROBLEM);
        let marked = format!("\u{feff}{text}");
        assert_eq!(sfen(&read(&marked)), PROBLEM);
    }
    assert!(!bytes.is_ascii());
}

/// Names of sides, numbers, and the side to move.
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

/// The moves belong to the solution, not to the problem.
#[test]
fn the_solution_follows_the_problem() {
    let text = problem()
        + "手数----指手---------消費時間--\n*A comment\n*in two lines\n\
           \u{20}  1 ５二金打   ( 0:01/00:00:01)\n*of the mate\n   2 詰み   ( 0:00/00:00:01)\nまで1手で詰\n";
    let record = read(&text);
    assert_eq!(sfen(&record), PROBLEM);
    assert_eq!(usi(&record.main.moves), "G*5b");
    assert_eq!(record.main.comment, "A comment\nin two lines");
    assert_eq!(record.main.comments, [(1, "of the mate".to_string())]);
    assert_eq!(record.ending, Ending::Won);
    let failed = read(&(problem() + "1 不詰\n"));
    assert_eq!(
        (failed.ending, failed.main.moves.len()),
        (Ending::Failed, 0)
    );
}

/// A game from the usual start, with all kinds of moves.
pub(crate) const GAME: &str = "手合割：平手　　\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n\
    \u{20}  1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)\n&a mark\n   3 ２二角成(88)+\n\
    \u{20}  4 同　銀(31)\n   5 ▲５五角打\n   6 投了\nまで5手で先手の勝ち\n\n\
    変化：3手\n   3 ２六歩(27)\n   4 ８四歩(83)+\n   5 ２五歩(26)\n\n変化：4手\n   4 ３二金\n\
    変化：5手\n*later\n   5 ２五歩(26)\n変化：1手\n   1 ２六歩(27)\n*first\n   2 ８四歩(83)\n";

#[test]
fn branches_take_the_place_of_what_was_read_last() {
    let record = read(GAME);
    assert_eq!(record.root, game().start());
    assert_eq!(usi(&record.main.moves), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.ending, Ending::over("投了"));
    let branches: Vec<_> = record
        .branches
        .iter()
        .map(|branch| format!("{} {} {}", branch.at, usi(&branch.moves), branch.comment))
        .collect();
    assert_eq!(
        branches,
        [
            "2 2g2f 8c8d 2f2e ",
            "2 2g2f 4a3b 2f2e ",
            "0 2g2f 8c8d first",
        ]
    );
    assert_eq!(record.branches[1].comments, [(3, "later".to_string())]);
}

/// Lists of positions are not read as records, whatever their comments contain.
#[test]
fn lists_are_not_records() {
    for list in [
        "# 手合割：平手\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n",
        "% 後手の持駒\nP8/9/9/9/9/9/9/9/9 b G 1\n",
        "startpos moves 7g7f\n",
        "+P3k4/9/4P4/9/9/9/9/9/9 b G 1\n",
        "",
    ] {
        assert!(!is_kifu(list.as_bytes()), "{list}");
    }
    for record in [
        GAME,
        CSA,
        "PI\n+\n",
        "P1-KY *",
        "  ９ ８\n+---+\n",
        "#KIF version=2.0\n",
    ] {
        assert!(is_kifu(record.as_bytes()), "{record}");
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

pub(crate) const CSA: &str = "'CSA encoding=UTF-8\nV3.0\nN+甲,乙\n$EVENT:a\n\
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

/// A branch that begins with moves of the main line may comment on them, too.
#[test]
fn comments_of_a_branch_on_the_main_line_are_kept_there() {
    let text = "手合割：平手\n1 ７六歩(77)\n*first\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n\
        変化：1手\n1 ７六歩(77)\n2 ３四歩(33)\n*said here\n3 ２六歩(27)\n4 ４四歩(43)\n*own\n5 ２五歩(26)\n*last\n\
        変化：2手\n2 ３四歩(33)\n3 ２六歩(27)\n*again\n";
    let record = Kifu::read_record(&game(), text.as_bytes()).unwrap();
    let comments = |all: &[(usize, &str)]| -> Vec<(usize, String)> {
        all.iter()
            .map(|&(plies, text)| (plies, text.to_string()))
            .collect()
    };
    assert_eq!(
        record.main.comments,
        comments(&[(1, "first"), (2, "said here"), (3, "again")])
    );
    assert_eq!(record.branches.len(), 1);
    let branch = &record.branches[0];
    assert_eq!((branch.at, branch.moves.len()), (3, 2));
    assert_eq!(branch.comment, "own");
    assert_eq!(branch.comments, comments(&[(2, "last")]));
}

#[test]
fn a_heading_has_a_name() {
    let error = Kifu::read_record(&game(), "手合割：平手\n：6\n".as_bytes()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("line 2, column 1: expected a heading"),
        "{error}"
    );
}
