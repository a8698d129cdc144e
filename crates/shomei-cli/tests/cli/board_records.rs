//! Games of Lines of Action and Othello in SGF and GGF, from files, folders, lists and text.

use std::fs;

use crate::support::{directory, shomei, shomei_reading, text};

/// A shortest game: Black wins with its fifth move.
const MOVES: [&str; 9] = [
    "d1-b3", "h5-g4", "b1-b4", "g4-g1", "b4-e7", "a3-c1", "b3-e6", "h3-f1", "e1-e5",
];

/// The game as SGF with several lines, a comment, a variation and a result.
fn sgf() -> String {
    let mut sgf = "(;GM[9]FF[4]\nPB[a]\nRE[B+]\n".to_string();
    for (ply, mv) in MOVES.iter().enumerate() {
        let side = ["B", "W"][ply % 2];
        if ply == 8 {
            sgf += "(";
        }
        sgf += &format!(";{side}[{mv}]C[ply {}:\nmoves]\n", ply + 1);
    }
    sgf + ")(;B[e1-c3]))\n"
}

/// An Othello game that ends early, as GGF.
const GGF: &str = "(;GM[Othello]PC[x]PB[a]PW[b]TY[8]RE[+64.00]\n\
    BO[8 -------- -------- -------- ---O*---\n---*O--- -------- -------- -------- *]\n\
    B[F5]W[D6]B[C5]W[F4]\nB[E3]W[F6]B[G5]W[E6]B[E7];)\n";

#[test]
fn a_game_is_read_from_every_place() {
    let folder = directory();
    let file = folder.path().join("game.sgf");
    fs::write(&file, sgf()).unwrap();
    // The content decides the format, not the name.
    let other = folder.path().join("game.txt");
    fs::write(
        &other,
        format!("\u{feff}\r\n {}", sgf().replace('\n', "\r\n")),
    )
    .unwrap();
    let utf16 = folder.path().join("utf16");
    let bytes: Vec<u8> = sgf().encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&utf16, bytes).unwrap();
    let before = shomei([
        "show",
        "loa",
        &format!("start moves {}", MOVES[..8].join(" ")),
    ]);
    let board = |run: &crate::support::Run| {
        assert_eq!(run.code, 0, "{run:?}");
        let line = run.out.lines().find(|line| line.starts_with("position: "));
        line.unwrap_or_else(|| panic!("{run:?}")).to_string()
    };
    let at = |place: &str| format!("@{place}");
    for file in [&file, &other, &utf16].map(|path| at(&text(path))) {
        assert_eq!(
            board(&shomei(["show", "loa", &file, "--at", "8"])),
            board(&before),
            "{file}"
        );
    }
    let given = shomei(["show", "loa", &sgf(), "--at", "8"]);
    assert_eq!(board(&given), board(&before));
    let given = shomei_reading(&sgf(), ["show", "loa", "-", "--at", "8"]);
    assert_eq!(board(&given), board(&before));
    // Black does not win in the only variation.
    let other = shomei(["show", "loa", &at(&text(&file)), "--at", "9.1"]);
    let moves = MOVES[..8].join(" ");
    let expected = shomei(["show", "loa", &format!("start moves {moves} e1-c3")]);
    assert_eq!(board(&other), board(&expected));
    // Without --at the position is the finished game. The initial position is too hard to solve.
    let last = shomei(["show", "loa", &at(&text(&file))]);
    assert!(
        last.out.contains("the game is over: Black has won"),
        "{last:?}"
    );
    assert!(
        last.out.contains("record (9 plies, 1 branch): d1-b3"),
        "{last:?}"
    );
    let last = shomei(["show", "loa", &sgf()]);
    assert!(
        last.out.contains("the game is over: Black has won"),
        "{last:?}"
    );
}

#[test]
fn games_are_reviewed_from_every_place() {
    let folder = directory();
    let file = folder.path().join("game.sgf");
    fs::write(&file, sgf()).unwrap();
    let review = |place: &str, input: &str| {
        let run = shomei_reading(
            input,
            [
                "review",
                "loa",
                place,
                "--at",
                "8",
                "--attacker",
                "black",
                "--json",
            ],
        );
        assert_eq!(run.code, 0, "{run:?}");
        let mut rows = run.objects();
        for row in &mut rows {
            row.remove("problem");
        }
        rows
    };
    let rows = review(&format!("start moves {}", MOVES.join(" ")), "");
    assert_eq!(rows.len(), 1);
    for place in [
        format!("@{}", text(&file)),
        sgf(),
        MOVES.join(" ") + " resigns",
    ] {
        assert_eq!(review(&place, ""), rows, "{place}");
    }
    for place in ["-", "@-"] {
        assert_eq!(review(place, &sgf()), rows, "{place}");
    }
    let folder = text(folder.path());
    assert_eq!(review(&format!("@{folder}"), ""), rows);
    let run = shomei(["review", "loa", "(;GM[9];B[c8-c6];W[a2-c2])", "--time", "0"]);
    assert!(!run.err.contains("no moves"), "{run:?}");
    let limited = ["--at", "7", "--nodes", "1000", "--json"];
    let ggf = shomei(["review", "othello", GGF].into_iter().chain(limited));
    assert_eq!((ggf.code, ggf.objects().len()), (3, 2), "{ggf:?}");
}

#[test]
fn a_file_of_games_is_several_problems() {
    let folder = directory();
    let file = folder.path().join("two.sgf");
    let bad = sgf().replace("b3-e6", "b3-e7");
    fs::write(&file, format!("{}{bad}{}", sgf(), sgf())).unwrap();
    let at = format!("@{}", text(&file));
    let run = shomei([
        "solve",
        "loa",
        &at,
        "--at",
        "8",
        "--attacker",
        "black",
        "--json",
    ]);
    assert_eq!(run.code, 2, "{run:?}");
    let objects = run.objects();
    let names: Vec<_> = objects
        .iter()
        .map(|object| object["problem"].clone())
        .collect();
    assert_eq!(names, ["two.sgf#1", "two.sgf#2", "two.sgf#3"], "{run:?}");
    assert_eq!(
        (&objects[0]["answer"], &objects[2]["answer"]),
        (&"proved".into(), &"proved".into()),
        "{run:?}"
    );
    // The error names the line of the file.
    let message = objects[1]
        .values()
        .map(ToString::to_string)
        .collect::<String>();
    assert!(
        message.contains("line 38, column 4: move 7 (b3-e7)"),
        "{run:?}"
    );
    // The input is a folder, a list or standard input.
    let solve = |place: &str| {
        let args = [
            "solve",
            "loa",
            place,
            "--at",
            "8",
            "--attacker",
            "black",
            "--json",
        ];
        let run = shomei_reading(&format!("{}{}", sgf(), sgf()), args);
        let results = run
            .objects()
            .into_iter()
            .map(|object| object["answer"].to_string());
        results.collect::<Vec<_>>()
    };
    assert_eq!(solve("-"), ["\"proved\"", "\"proved\""]);
    assert_eq!(solve("@-"), ["\"proved\"", "\"proved\""]);
    let of_folder = shomei([
        "solve",
        "loa",
        &format!("@{}", text(folder.path())),
        "--at",
        "8",
        "--json",
    ]);
    assert_eq!(of_folder.objects().len(), 3, "{of_folder:?}");
    let one = shomei(["show", "loa", &at]);
    assert!(one.err.contains("one position, not a list"), "{one:?}");
    // An archive of an Othello server.
    let archive = folder.path().join("archive.ggf");
    fs::write(&archive, format!("1 {GGF}2 {GGF}{GGF}")).unwrap();
    let at = format!("@{}", text(&archive));
    let run = shomei([
        "solve", "othello", &at, "--at", "8", "--value", "--nodes", "1", "--json",
    ]);
    let objects = run.objects();
    assert_eq!(objects.len(), 3, "{run:?}");
    assert!(
        objects
            .iter()
            .all(|object| object["position"] == objects[0]["position"]),
        "{run:?}"
    );
}

#[test]
fn a_record_that_is_set_up_is_a_problem() {
    let folder = directory();
    let file = folder.path().join("problem.sgf");
    let setup = "(;GM[9]SU[Custom]\nAB[d1][h2][c4][d4][b5]\nAW[a2][e6])\n";
    fs::write(&file, setup).unwrap();
    let solution = folder.path().join("solution.sgf");
    let diagram = "...x....o.................oxx....o..ooo....ox................... x";
    let run = shomei(["solve", "loa", diagram, "--record", &text(&solution)]);
    assert_eq!(run.code, 0, "{run:?}");
    let written = fs::read_to_string(&solution).unwrap();
    assert!(
        written.starts_with("(;FF[4]CA[UTF-8]AP[shomei]GM[9]SZ[8]SU[Custom]AB[d1]"),
        "{written}"
    );
    assert!(written.contains("RE[B+]C["), "{written}");
    // The record begins with the position of the question.
    let again = shomei(["solve", "loa", &format!("@{}", text(&solution)), "--json"]);
    assert_eq!(again.object()["position"], diagram, "{again:?}");
    // The same command may replace the record.
    let twice = shomei(["solve", "loa", diagram, "--record", &text(&solution)]);
    assert_eq!(twice.code, 0, "{twice:?}");
    let shown = shomei(["show", "loa", &format!("@{}", text(&file))]);
    assert!(shown.out.contains("Black to move"), "{shown:?}");
}

#[test]
fn errors_name_their_place() {
    let folder = directory();
    let file = folder.path().join("bad.sgf");
    for (text_of, message) in [
        (
            "(;GM[9]FF[4]\nPB[a]\n;B[e1-e3]\n;W[a2-c3])",
            "line 4, column 4: move 2 (a2-c3): ",
        ),
        (
            "(;GM[9]\n;B[e1-e3]\n",
            "line 2, column 9: the text ends before the closing )",
        ),
        (
            "(;GM[2]\n)",
            "line 1, column 3: this is game 2; Lines of Action is GM[9]",
        ),
    ] {
        fs::write(&file, text_of).unwrap();
        for place in [format!("@{}", text(&file)), text_of.to_string()] {
            let run = shomei(["solve", "loa", &place]);
            assert_eq!(run.code, 2, "{run:?}");
            assert_eq!(run.err.matches("error").count(), 1, "{run:?}");
            assert!(run.err.contains(message), "{run:?}");
        }
    }
    let run = shomei(["solve", "othello", "(;GM[Othello]TY[8k]KM[3]B[f5];)"]);
    assert!(
        run.err.contains("column 20: a komi of 3 changes who wins"),
        "{run:?}"
    );
}
