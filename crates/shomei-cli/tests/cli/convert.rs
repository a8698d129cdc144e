//! `shomei convert`: conversions between record formats, reports of losses, and bad input.

use std::fs;
use std::path::Path;

use crate::support::{Run, directory, names, shomei, shomei_reading, text};

/// A game with branches, comments in every place, results of branches, and a header that CSA lacks.
const GAME: &str = "手合割：平手\n先手：甲\n作者：誰か\n*about all\n1 ７六歩(77)\n*opens\n2 ３四歩(33)\n3 ２二角成(88)\n\
    4 投了\n*after the end\n変化：2手\n2 ８四歩(83)\n*another\n3 ２六歩(27)\n*later 😀\n4 中断\n";

const SGF: &str = "(;GM[2]FF[4]PB[a]RE[B+12]C[root]\n;B[fe](;W[df]C[on];C[the end])(;W[ff];B[ef]))";

fn convert(game: &str, input: &Path, output: &Path, more: &[&str]) -> Run {
    let (input, output) = (text(input), text(output));
    shomei(
        ["convert", game, &input, &output]
            .into_iter()
            .chain(more.iter().copied()),
    )
}

/// After a conversion through all formats, everything that no format lost is still there.
#[test]
fn a_record_goes_through_all_forms() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.kifu"), GAME).unwrap();
    let character = "1 character is replaced: 😀";
    for (form, losses) in [
        ("kifu", &[][..]),
        ("ki2u", &[]),
        ("jkf", &[]),
        ("json", &[]),
        ("kif", &[character]),
        ("ki2", &[character]),
        (
            "csa",
            &[
                "1 branch is left out: 8c8d",
                "1 header is kept as a comment: 作者",
            ],
        ),
        (
            "bod",
            &[
                "3 moves are left out, the first of them: 7g7f",
                "1 branch is left out: 8c8d",
            ],
        ),
    ] {
        let (there, back) = (at(&format!("b.{form}")), at(&format!("{form}.kifu")));
        let run = convert("shogi", &at("a.kifu"), &there, &[]);
        let place = text(&at("a.kifu"));
        let warnings = losses
            .iter()
            .map(|loss| format!("warning: {place}: as {form}: {loss}\n"));
        let expected = (0, String::new(), warnings.collect::<String>());
        assert_eq!((run.code, run.out, run.err), expected, "{form}");
        let run = convert("shogi", &there, &back, &[]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{form}");
        if losses.is_empty() {
            let [first, again] =
                [at("kifu.kifu"), back].map(|path| fs::read_to_string(path).unwrap());
            assert_eq!(first, again, "{form}");
        }
    }
    let csa = fs::read_to_string(at("b.csa")).unwrap();
    for line in ["'*作者：誰か", "'*opens", "%TORYO", "'*after the end"] {
        assert!(csa.lines().any(|found| found == line), "{csa}");
    }
}

/// Other commands read WTHOR files, positions and lists of moves, `convert` only records.
#[test]
fn files_without_records_are_refused() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    let out = at("out");
    fs::create_dir(&out).unwrap();
    for (name, content) in [("games.wtb", &[0; 16][..]), ("moves.txt", b"F5D6C3")] {
        fs::write(at(name), content).unwrap();
        let run = convert("othello", &at(name), &at("x.sgf"), &[]);
        assert_eq!(run.code, 2, "{run:?}");
        let why = "this is not a record in SGF: expected (; at the beginning";
        assert!(run.err.contains(why), "{run:?}");
    }
    let run = convert("othello", &at("moves.txt"), &out, &["--to", "sgf"]);
    assert_eq!(run.code, 2, "{run:?}");
    let why = "this is not a record of play; convert does not read positions or lists of moves";
    assert!(run.err.contains(why), "{run:?}");
}

/// Standard input and output, the format from the name, and records of other games.
#[test]
fn records_go_through_pipes() {
    let run = shomei_reading(SGF, ["convert", "othello", "-", "--to", "ggf"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.starts_with("(;GM[Othello]") && run.out.contains("B[F5]W[D6]C[on]"),
        "{run:?}"
    );
    assert_eq!(
        run.err,
        "warning: standard input: as ggf: 1 branch is left out: F6\n"
    );
    let back = shomei_reading(&run.out, ["convert", "othello", "-", "-", "--to", "SGF"]);
    assert_eq!((back.code, back.err.as_str()), (0, ""), "{back:?}");
    assert!(
        back.out.contains("RE[B+12]") && back.out.contains("C[the end]"),
        "{back:?}"
    );
    let loa = "(;GM[9]FF[4]\n;B[e1-e3]C[first]\n;W[a2-c2])";
    let run = shomei_reading(loa, ["convert", "loa", "-", "--to", "sgf"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("C[first]"), "{run:?}");
}

/// With --json the losses are objects, on standard output unless the record is written there.
#[test]
fn losses_are_data() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.kifu"), GAME).unwrap();
    let run = convert("shogi", &at("a.kifu"), &at("b.csa"), &["--json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let object = run.object();
    assert_eq!(object["input"], text(&at("a.kifu")));
    assert_eq!(object["output"], text(&at("b.csa")));
    assert_eq!(
        (&object["game"], &object["form"]),
        (&"shogi".into(), &"csa".into())
    );
    let loss = &object["losses"][0];
    assert_eq!(
        (&loss["kind"], &loss["count"]),
        (&"branches".into(), &1.into())
    );
    assert_eq!(
        (&loss["first"], &loss["message"]),
        (&"8c8d".into(), &"1 branch is left out: 8c8d".into())
    );
    assert_eq!(object["losses"][1]["kind"], "headers-as-comments");
    let input = text(&at("a.kifu"));
    let run = shomei(["convert", "shogi", &input, "--to", "csa", "--json"]);
    assert!(
        run.out.starts_with("'CSA") && run.err.starts_with("{\"game\":\"shogi\""),
        "{run:?}"
    );
    fs::write(at("bad.kifu"), "手合割：平手\n1 ７七歩(77)\n").unwrap();
    let run = convert("shogi", &at("bad.kifu"), &at("c.csa"), &["--json"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.object()["error_kind"], "input");
    assert!(!at("c.csa").exists());
}

/// A folder is converted: unreadable records are reported and the others are converted.
#[test]
fn a_folder_is_converted() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    for name in ["in/more", "out"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    fs::write(at("in/a.kifu"), GAME).unwrap();
    fs::write(at("in/more/b.kifu"), "手合割：平手\n1 ７六歩(77)\n").unwrap();
    fs::write(at("in/bad.kifu"), "手合割：平手\n1 ７七歩(77)\n").unwrap();
    fs::write(at("in/list.txt"), "startpos\n").unwrap();
    let input = format!("@{}", text(&at("in")));
    let out = text(&at("out"));
    for _ in 0..2 {
        let run = shomei(["convert", "shogi", &input, &out, "--to", "jkf"]);
        assert_eq!(run.code, 2, "{run:?}");
        let lines: Vec<&str> = run.err.lines().collect();
        assert_eq!(lines.len(), 2, "{run:?}");
        assert!(
            lines[0].starts_with("error: bad.kifu: line 2, column "),
            "{run:?}"
        );
        let second = "error: list.txt#1: this is not a record of play; ";
        assert!(lines[1].starts_with(second), "{run:?}");
    }
    assert_eq!(names(&at("out")), ["a.kifu.jkf", "more"]);
    assert_eq!(names(&at("out/more")), ["b.kifu.jkf"]);
    let inside = text(&at("in/more"));
    for (output, message) in [
        (
            inside.as_str(),
            "OUTPUT must be outside the folder that is read: ",
        ),
        ("-", "for a folder OUTPUT must be a directory; - is none"),
        (
            "x.jkf",
            "for a folder OUTPUT must be a directory; x.jkf is none",
        ),
    ] {
        let run = shomei(["convert", "shogi", &input, output, "--to", "jkf"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    }
}

/// Each game in a file is written to its own file.
#[test]
fn a_file_of_several_games_is_converted() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("games.sgf"), format!("{SGF}\n{SGF}\n(;GM[2];B[aa])\n")).unwrap();
    fs::create_dir(at("out")).unwrap();
    let run = convert("othello", &at("games.sgf"), &at("out"), &["--to", "ggf"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(
        names(&at("out")),
        ["games.sgf.0001.ggf", "games.sgf.0002.ggf"]
    );
    assert!(
        run.err.contains("error: games.sgf#3: line 5, column "),
        "{run:?}"
    );
    fs::write(at("one.sgf"), SGF).unwrap();
    let run = convert("othello", &at("one.sgf"), &at("out"), &["--to", "sgf"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(at("out/one.sgf.sgf").exists());
    let run = convert("othello", &at("games.sgf"), &at("x.ggf"), &[]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(!at("x.ggf").exists());
}

/// Refused commands end with exit code 2 and write no file.
#[test]
fn bad_input_is_refused() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.kifu"), GAME).unwrap();
    fs::write(at("notes.txt"), "my notes\n").unwrap();
    fs::write(at("taken.csa"), "my notes\n").unwrap();
    fs::write(
        at("bad.jkf"),
        "{\"moves\":[{},\n{\"move\":{\"to\":{\"x\":7}}}]}",
    )
    .unwrap();
    let [a, notes, taken, bad, new] =
        ["a.kifu", "notes.txt", "taken.csa", "bad.jkf", "new.csa"].map(|name| text(&at(name)));
    let before = names(folder.path());
    for (args, message) in [
        (
            &["shogi", &a, "x.pgn"][..],
            "there is no form of records named \"pgn\"; known are kifu, kif, ki2u, ki2, csa, jkf and bod",
        ),
        (
            &["shogi", &a, "--to", "txt"],
            "there is no form of records named \"txt\"",
        ),
        (
            &["shogi", &a],
            "expected the form to write, by the name of OUTPUT or by --to; known are kifu, kif, ",
        ),
        (
            &["shogi", &a, "noform"],
            "expected the form to write, by the name of OUTPUT or by --to; known are kifu, kif, ",
        ),
        (
            &["othello", &a, "x.kifu"],
            "there is no form of records named \"kifu\"",
        ),
        (
            &["tree", &a, "x.kifu", "--rules", "r = OR { Won }"],
            "tree has no records of play",
        ),
        (&["shogi", "missing.kif", &new], "cannot read missing.kif: "),
        (
            &["shogi", &notes, &new],
            "line 1, column 1: this is the beginning of no record: neither KIF, KI2, a diagram (BOD), CSA nor JKF",
        ),
        (
            &["shogi", &bad, &new],
            "line 2, column 15: this square has no \"y\"",
        ),
        (&["shogi", &a, &a], "this command reads it"),
        (&["shogi", &a, &a, "--force"], "this command reads it"),
        (&["shogi", &a, &taken], "taken.csa: "),
        (
            &["shogi", &a, "no/such/folder/x.csa"],
            "cannot write no/such/folder/x.csa: ",
        ),
    ] {
        let run = shomei(["convert"].iter().chain(args).copied());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {run:?}");
        assert!(
            run.err.starts_with("error: ") && run.err.contains(message),
            "{args:?}: {run:?}"
        );
    }
    assert_eq!(names(folder.path()), before);
    assert_eq!(fs::read_to_string(&a).unwrap(), GAME);
    assert_eq!(fs::read_to_string(&taken).unwrap(), "my notes\n");
    let run = shomei(["convert", "shogi", &a, &taken, "--force"]);
    assert_eq!(run.code, 0, "{run:?}");
    // A record of the same game is replaced without --force, also in JKF.
    for name in ["x.jkf", "taken.csa"] {
        let path = text(&at(name));
        for _ in 0..2 {
            assert_eq!(shomei(["convert", "shogi", &a, &path]).code, 0, "{name}");
        }
    }
}

/// A problem whose file has a longer solution and comments in every place.
const PROBLEM: &str = "後手の持駒：残り全部\n+---------------------------+\n\
    | ・ ・ ・ ・v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ 歩 歩 歩 ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    +---------------------------+\n先手の持駒：金二\n作者：誰か\n*about all\n1 ４二金打\n*longer\n2 ６一玉(51)\n\
    3 ６二金打\n*mates\n4 詰み\n*the end\n変化：1手\n1 ５二金打\n*shortest\n";

/// `--record` keeps the comments of the problem's record at their moves, in the same format and in
/// another one.
#[test]
fn solutions_keep_comments_in_their_place() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("p.kifu"), PROBLEM).unwrap();
    let problem = format!("@{}", text(&at("p.kifu")));
    let solve = |more: &[&str], output: &Path| {
        let output = text(output);
        let args = [
            "solve",
            "shogi",
            &problem,
            "--shortest",
            "--record",
            &output,
        ];
        let run = shomei(args.iter().chain(more).copied());
        assert_eq!(run.code, 0, "{run:?}");
        fs::read_to_string(output).unwrap()
    };
    let written = solve(&[], &at("x.kifu"));
    for part in [
        "作者：誰か\n",
        "\n*about all\n   1 ５二金打",
        "+\n*shortest\n   2 詰み",
        "\n変化：1手\n   1 ４二金打\n*longer\n   2 ６一玉(51)",
        "   3 ６二金打\n*mates\n   4 詰み\n*the end\nまで3手で詰\n",
    ] {
        assert!(written.contains(part), "{part} in\n{written}");
    }
    let jkf: serde_json::Value = serde_json::from_str(&solve(&[], &at("x.jkf"))).unwrap();
    let first = &jkf["moves"][1];
    assert_eq!(first["comments"][0], "shortest");
    let fork = &first["forks"][0];
    assert_eq!(fork[0]["comments"][0], "longer");
    assert_eq!(
        (&fork[3]["special"], &fork[3]["comments"][0]),
        (&"TSUMI".into(), &"the end".into())
    );
    // With a later position, the earlier comments are put before the first move.
    let later = solve(&["--at", "2", "--attacker", "black"], &at("y.kifu"));
    for part in [
        "\n*about all\n*longer\n*shortest\n",
        "*mates\n   2 詰み\n*the end\n",
    ] {
        assert!(later.contains(part), "{part} in\n{later}");
    }
}

/// The games of one file cannot be written to a single file.
#[test]
fn several_games_need_a_directory() {
    let folder = directory();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("mm.sgf"), "(;GM[2];B[fe])(;GM[2];B[df])\n(;GM[2])").unwrap();
    let message = |name: &str| {
        format!(
            "error: {name} holds 3 games: for a file of several games OUTPUT must be a directory\n"
        )
    };
    let run = convert("othello", &at("mm.sgf"), &at("mm.ggf"), &[]);
    assert_eq!((run.code, run.err), (2, message(&text(&at("mm.sgf")))));
    assert!(!at("mm.ggf").exists());
    let games = fs::read_to_string(at("mm.sgf")).unwrap();
    let run = shomei_reading(&games, ["convert", "othello", "-", "--to", "ggf"]);
    assert_eq!((run.code, run.err), (2, message("standard input")));
    fs::create_dir(at("out")).unwrap();
    let run = convert("othello", &at("mm.sgf"), &at("out"), &["--to", "ggf"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(names(&at("out")).len(), 3);
}

/// GGF keeps the score of a resignation, SGF does not.
#[test]
fn a_resignation_keeps_its_size_in_ggf() {
    let ggf = "(;GM[Othello]RE[+12.000:r]B[F5];)";
    let run = shomei_reading(ggf, ["convert", "othello", "-", "--to", "ggf"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("RE[+12:r]"), "{run:?}");
    let run = shomei_reading(ggf, ["convert", "othello", "-", "--to", "sgf"]);
    assert!(run.out.contains("RE[B+Resign]"), "{run:?}");
    assert_eq!(
        run.err,
        "warning: standard input: as sgf: 1 end of the main line is left out: B+12:r\n"
    );
}
