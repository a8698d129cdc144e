//! `compose check`: other solutions, and refutations.

use crate::support::{directory, shomei, shomei_reading, text};

/// A mate in 3 with other solutions of the same length, and several last moves.
const MANY: &str = "8k/9/6K2/5B3/9/9/9/9/9 b RS 1";
/// A mate in 1 with exactly one solution and a piece left over.
const LEFT: &str = "4k4/9/4P4/9/9/9/9/9/9 b GP 1";
const NONE: &str = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
/// There is no check at all.
const SILENT: &str = "8k/9/9/8P/9/9/9/9/9 b - 1";
const LOOP: &str = "r = OR { a, b } a = AND { r, c } c = OR { b, Failed } b = AND { c, Won }";

#[test]
fn other_solutions_are_reported() {
    let run = shomei(["compose", "check", "shogi", MANY]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let begin = "mate: Black mates White\nshortest win: 3 plies, proven\nline (3 plies): ";
    assert!(run.out.starts_with(begin), "{run:?}");
    assert!(
        run.out.contains("\nyozume: not unique\n  move 1, "),
        "{run:?}"
    );
    assert!(run.out.contains(": 3 plies, equal: "), "{run:?}");
    assert!(run.out.contains(": 1 ply, last move\n"), "{run:?}");
    let object = shomei(["compose", "check", "shogi", MANY, "--json"]).object();
    let yozume = object["yozume"].as_object().unwrap();
    assert_eq!(yozume["verdict"], "not unique");
    assert_eq!(yozume["nodes"], 100_000);
    assert!(yozume["surplus"].is_null() && yozume["open"].as_array().unwrap().is_empty());
    let others = yozume["others"].as_array().unwrap();
    assert!(others.len() > 10);
    for other in others {
        let line = other["line"].as_array().unwrap();
        assert_eq!(line.len() as u64, other["length"].as_u64().unwrap());
        assert_eq!(line[0], other["move"]);
        let is_last = other["number"] == 3;
        assert_eq!(other["kind"] == "last move", is_last, "{other}");
    }
}

#[test]
fn leftover_pieces_are_named() {
    let run = shomei(["compose", "check", "shogi", LEFT]);
    assert!(
        run.out.contains("\nyozume: unique\nsurplus: P\n"),
        "{run:?}"
    );
    let object = shomei(["compose", "check", "shogi", LEFT, "--json"]).object();
    assert_eq!(object["yozume"]["surplus"], "P");
    // These fields are missing if the question does not ask for them.
    let object = shomei(["solve", "shogi", LEFT, "--shortest", "--json"]).object();
    assert!(!object.contains_key("yozume"), "{object:?}");
}

#[test]
fn lists_have_a_verdict_each() {
    let list = format!("{MANY}\n{LEFT}\n{NONE}\n");
    let run = shomei_reading(&list, ["compose", "check", "shogi", "@-"]);
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].contains("; yozume: not unique; "), "{run:?}");
    assert!(
        lines[1].contains("; yozume: unique; surplus: P; "),
        "{run:?}"
    );
    assert!(!lines[2].contains("yozume"), "{run:?}");
}

#[test]
fn a_limit_leaves_the_verdict_open() {
    let four_golds = "4k4/9/9/9/9/9/9/9/9 b R2G 1";
    let args = ["compose", "check", "shogi", four_golds, "--yozume-nodes"];
    let run = shomei(args.into_iter().chain(["10"]));
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.contains("\nyozume: not decided\n"), "{run:?}");
    assert!(
        run.out.contains(": not decided within 10 nodes\n"),
        "{run:?}"
    );
    assert!(run.out.contains("more moves: not decided\n"), "{run:?}");
    // A limit of the whole question also stops the remaining searches.
    let args = ["compose", "check", "shogi", four_golds, "--nodes", "500"];
    let object = shomei(args.into_iter().chain(["--json"])).object();
    assert_eq!(object["yozume"]["verdict"], "not decided");
    assert_eq!(object["stopped_by"], "nodes");
    let run = shomei(args);
    assert!(run.out.contains(": not decided\n"), "{run:?}");
    assert!(!run.out.contains("not decided within"), "{run:?}");
    assert!(object["expanded"].as_u64().unwrap() <= 600, "{object:?}");
}

#[test]
fn games_without_checks_have_other_solutions_too() {
    let tree = "r = OR { a, b, Failed } a = AND { c } b = AND { c } c = OR { Won, Won }";
    let run = shomei(["compose", "check", "tree", "r", "--rules", tree]);
    let expected = "\nyozume: not unique\n  move 1, b for a: 3 plies, order of moves: b c Won\n  \
        move 3, Won#2 for Won: 1 ply, last move\n";
    assert!(run.out.contains(expected), "{run:?}");
}

#[test]
fn a_refutation_answers_each_move() {
    let run = shomei([
        "compose",
        "check",
        "shogi",
        NONE,
        "--no-yozume",
        "--refutation",
        "2",
    ]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let (_, tree) = run
        .out
        .split_once("\nrefutation (2 plies deep):\n")
        .unwrap();
    let moves: Vec<&str> = tree
        .lines()
        .take_while(|line| line.starts_with("  "))
        .collect();
    assert_eq!(moves.len(), 3, "{run:?}");
    assert!(moves[0].starts_with("  G*1b 1a"), "{run:?}");
    let object = shomei([
        "compose",
        "check",
        "shogi",
        NONE,
        "--no-yozume",
        "--refutation",
        "2",
        "--json",
    ])
    .object();
    let refutation = object["refutation"].as_object().unwrap();
    assert_eq!(
        (&refutation["then"], refutation["depth"].as_u64()),
        (&"all".into(), Some(2))
    );
    let branch = &refutation["moves"][0];
    assert_eq!(
        (&branch["move"], &branch["then"]),
        (&"G*1b".into(), &"reply".into())
    );
    // A position without checks and a mate have no refutation.
    for (position, message) in [(SILENT, "\nBlack has no check\n"), (LEFT, "mate: ")] {
        let run = shomei([
            "compose",
            "check",
            "shogi",
            position,
            "--no-yozume",
            "--refutation",
            "2",
        ]);
        assert!(
            run.out.contains(message) && !run.out.contains("refutation"),
            "{run:?}"
        );
    }
}

#[test]
fn positions_of_a_refutation_are_spelled_out_once() {
    let run = shomei([
        "compose",
        "check",
        "tree",
        "r",
        "--rules",
        LOOP,
        "--no-yozume",
        "--refutation",
        "9",
    ]);
    let expected = "\nrefutation (9 plies deep):\n  a r: as at the start\n  b c\n    \
        b: as after b\n    Failed: over\n";
    assert!(run.out.contains(expected), "{run:?}");
}

/// With a certificate the refutation comes from it, and the certificate is kept.
#[test]
fn a_refutation_comes_with_its_certificate() {
    let directory = directory();
    let path = text(&directory.path().join("x.proof"));
    let args = [
        "compose",
        "check",
        "shogi",
        NONE,
        "--refutation",
        "4",
        "--proof",
        &path,
        "--check",
    ];
    for more in [&["--no-yozume"][..], &["--no-yozume", "--shortest"], &[]] {
        let run = shomei(args.into_iter().chain(more.iter().copied()));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        assert!(
            run.out.contains("\nrefutation (4 plies deep):\n"),
            "{run:?}"
        );
        assert!(run.out.contains("checked: accepted"), "{run:?}");
        assert_eq!(shomei(["verify", &path]).code, 0);
    }
}

#[test]
fn conflicting_options_are_refused() {
    let refused = |more: &[&str], message: &str| {
        let run = shomei([&["compose", "check", "shogi", MANY], more].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    };
    let no_lengths = "error: compose check: pn cannot search for the shortest win; df-pn can\n";
    refused(&["--algorithm", "pn"], no_lengths);
    let threads = "error: threads 2: compose check searches with one thread\n";
    refused(&["--threads", "2"], threads);
    let no_lengths = "error: --shortest: pn cannot search for the shortest win; df-pn can\n";
    let shortest = ["--no-yozume", "--shortest", "--algorithm", "pn"];
    refused(&shortest, no_lengths);
    refused(&["--shortest"], "--no-yozume");
    let no_store = "error: --store-file: compose check uses no store\n";
    refused(&["--store-file", "x"], no_store);
    for option in ["--value", "--moves", "--score", "--checkpoint=x"] {
        let name = option.split('=').next().unwrap();
        refused(
            &[option],
            &format!("check has no option {name}; it is an option of `solve`"),
        );
    }
    for more in [
        &["--yozume-nodes", "9"][..],
        &["--henka"],
        &["--tolerate", "all"],
    ] {
        let none = [&["--no-yozume"], more].concat();
        refused(&none, "cannot be used with");
    }
    refused(&["--refutation", "0"], "0 is not in 1..=200");
}

/// Without other solutions and lengths every algorithm can answer.
#[test]
fn the_answer_alone_needs_no_special_algorithm() {
    for algorithm in ["pn", "df-pn", "pds"] {
        let options = ["--no-yozume", "--refutation", "2", "--algorithm", algorithm];
        let run = shomei([&["compose", "check", "shogi", NONE], &options[..]].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        assert!(
            run.out.contains("\nrefutation (2 plies deep):\n"),
            "{run:?}"
        );
        assert!(!run.out.contains("yozume"), "{run:?}");
    }
}
