//! `--record` and other ways to write game records.

use std::fs;

use super::{CSA, PROBLEM, at, branched};
use crate::support::{directory, names, shomei, text};

#[test]
fn solutions_become_records() {
    let folder = directory();
    let file = |name: &str| text(&folder.path().join(name));
    let root = "4k4/9/3PPP3/9/9/9/9/9/9 b 2G 1";
    for name in ["x.kif", "x.kifu", "x.csa"] {
        let run = shomei([
            "solve",
            "shogi",
            root,
            "--shortest",
            "--record",
            &file(name),
        ]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(
            run.out.ends_with(&format!("record: {}\n", file(name))),
            "{run:?}"
        );
        let shown = shomei(["show", "shogi", &format!("@{}", file(name))]);
        assert!(
            shown
                .out
                .contains(&format!("\nposition: {root}\nrecord (1 ply): ")),
            "{shown:?}"
        );
        let again = shomei(["solve", "shogi", &format!("@{}", file(name)), "--json"]);
        assert_eq!(again.object()["answer"], "proved");
    }
    let kifu = fs::read_to_string(file("x.kifu")).unwrap();
    assert!(
        kifu.contains("\n*mate: Black mates White\n*shortest win: 1 ply, proven\n"),
        "{kifu}"
    );
    assert!(kifu.contains("詰み"), "{kifu}");
    assert!(
        fs::read_to_string(file("x.kif")).is_err(),
        "it is Shift-JIS"
    );

    // The position has no mate and no check.
    let run = shomei([
        "solve",
        "shogi",
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        "--record",
        &file("y.csa"),
        "--json",
    ]);
    assert_eq!(run.object()["record"], file("y.csa"));
    let csa = fs::read_to_string(file("y.csa")).unwrap();
    assert!(csa.ends_with("\n+\n%FUZUMI\n"), "{csa}");
    assert!(csa.contains("\n'*Black has no check\n"), "{csa}");

    let hard = "startpos";
    let run = shomei([
        "solve",
        "shogi",
        hard,
        "--rules",
        "full",
        "--nodes",
        "10",
        "--record",
        &file("z.kifu"),
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(
        run.out.ends_with("\nrecord: none, the answer is unknown\n"),
        "{run:?}"
    );
    assert_eq!(names(folder.path()), ["x.csa", "x.kif", "x.kifu", "y.csa"]);
}

#[test]
fn records_that_cannot_be_written_are_refused() {
    let folder = directory();
    let file = |name: &str| text(&folder.path().join(name));
    let error = |args: &[&str]| {
        let run = shomei(["solve"].iter().chain(args).copied());
        assert_eq!(run.code, 2, "{run:?}");
        run.err
    };
    let (txt, bod, kif) = (file("x.txt"), file("x.bod"), file("x.kif"));
    assert_eq!(
        error(&["shogi", PROBLEM, "--record", &txt]),
        format!(
            "error: --record {txt}: there is no form of records named \"txt\"; known are kifu, kif, ki2u, ki2, csa, jkf and bod\n"
        )
    );
    assert_eq!(
        error(&["shogi", PROBLEM, "--record", &bod]),
        format!(
            "error: --record {bod}: a diagram (bod) has no place for moves; known are kifu, kif, ki2u, ki2, csa, jkf\n"
        )
    );
    assert_eq!(
        error(&["loa", "start", "--record", &kif]),
        format!("error: --record {kif}: there is no form of records named \"kif\"; known is sgf\n")
    );
    for question in ["--value", "--moves", "--score"] {
        let message = error(&["shogi", PROBLEM, question, "--record", &kif]);
        assert!(message.contains("cannot be used with"), "{message}");
    }
    fs::write(file("a.csa"), CSA).unwrap();
    let here = at(folder.path());
    assert_eq!(
        error(&["shogi", &here, "--record", &kif]),
        format!(
            "error: for a list of positions or a folder --record must be a directory; {kif} is none\n"
        )
    );
    let inside = text(folder.path());
    assert_eq!(
        error(&["shogi", &here, "--record", &inside]),
        format!("error: --record must be outside the folder that is read: {inside}\n")
    );
    assert_eq!(names(folder.path()), ["a.csa"]);
}

/// JKF is written and can be read again.
#[test]
fn jkf_is_written_and_read() {
    let folder = directory();
    let source = folder.path().join("a.ki2u");
    fs::write(&source, branched()).unwrap();
    for name in ["x.jkf", "x.json"] {
        let path = folder.path().join(name);
        let target = path.display().to_string();
        let run = shomei([
            "solve",
            "shogi",
            &at(&source),
            "--shortest",
            "--record",
            &target,
        ]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        let json: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(json["initial"]["data"]["board"][4][0]["kind"], "OU");
        assert_eq!(json["moves"][1]["move"]["piece"], "KI");
        assert_eq!(
            json["moves"].as_array().unwrap().last().unwrap()["special"],
            "TSUMI"
        );
    }
    for name in ["x.jkf", "x.json"] {
        let run = shomei(["show", "shogi", &at(&folder.path().join(name))]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        assert!(run.out.contains("\nrecord (1 ply, 1 branch): "), "{run:?}");
    }
}
