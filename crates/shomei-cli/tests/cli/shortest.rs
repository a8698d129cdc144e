//! `solve --shortest`.

use crate::support::{directory, shomei, shomei_reading, text};

/// A rook's mate in 3.
const MATE: &str = "7k1/9/6+P2/9/9/9/9/9/9 b RS 1";
const IN_5: &str = "4k4/9/9/9/9/9/9/9/9 b R2G 1";
/// The defender can choose an immediate win of the attacker.
const TREE: &str = "r = OR { a, Failed } a = AND { Won, b } b = OR { a, Won }";
const NONE: &str = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
/// A mate that takes some hundred nodes.
const LATER: &str = "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1";

#[test]
fn the_length_is_that_of_the_line() {
    let run = shomei(["solve", "shogi", IN_5, "--shortest"]);
    let begin = "mate: Black mates White\nshortest win: 5 plies, proven\nline (5 plies): ";
    assert!(run.out.starts_with(begin), "{run:?}");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let object = shomei(["solve", "shogi", IN_5, "--shortest", "--json"]).object();
    assert_eq!(object["length"], 5);
    assert_eq!(object["length_proven"], true);
    assert_eq!(object["length_at_least"], 5);
    assert_eq!(object["line"].as_array().unwrap().len(), 5);
    // The defender to move, after the first move of the line.
    let first = object["line"][0].as_str().unwrap();
    let after = format!("sfen {IN_5} moves {first}");
    let args = [
        "solve",
        "shogi",
        &after,
        "--shortest",
        "--attacker",
        "black",
    ];
    let run = shomei(args.into_iter().chain(["--json"]));
    assert_eq!(run.object()["length"], 4, "{run:?}");
}

#[test]
fn without_a_win_there_is_no_length() {
    let run = shomei(["solve", "shogi", NONE, "--shortest"]);
    let begin = "no mate: Black cannot mate White\nline (";
    assert!(run.out.starts_with(begin), "{run:?}");
    let object = shomei(["solve", "shogi", NONE, "--shortest", "--json"]).object();
    assert!(object["length"].is_null());
    assert!(!object.contains_key("length_proven"));
    // The length is reported only if the question asks for it.
    let object = shomei(["solve", "shogi", IN_5, "--json"]).object();
    assert!(object["length"].is_null());
    assert!(!object.contains_key("length_proven"));
}

#[test]
fn the_certificate_is_that_of_the_shortest_win() {
    let directory = directory();
    for (game, position, rules) in [("shogi", MATE, ""), ("tree", "r", TREE)] {
        let path = text(&directory.path().join(format!("{game}.proof")));
        let args = ["solve", game, position, "--rules", rules, "--shortest"];
        let args = args.into_iter().chain(["--json"]);
        let run = shomei(args.chain(["--proof", &path, "--check"]));
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert_eq!(run.object()["length"], 3, "{run:?}");
        let run = shomei(["verify", &path]);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

#[test]
fn a_second_certificate_shows_that_no_win_is_shorter() {
    let directory = directory();
    for (game, position, rules, less) in [("shogi", IN_5, "", 3), ("tree", "r", TREE, 2)] {
        let path = text(&directory.path().join(format!("{game}.proof")));
        let second = text(&directory.path().join(format!("{game}.no-shorter.proof")));
        let args = ["solve", game, position, "--rules", rules, "--shortest"];
        let run = shomei(
            args.into_iter()
                .chain(["--json", "--proof", &path, "--check"]),
        );
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert_eq!(run.object()["proofs"], serde_json::json!([path, second]));
        let object = shomei(["verify", &second, "--json"]).object();
        let found = (&object["accepted"], &object["claim"], &object["plies"]);
        let expected = (&true.into(), &"disproved".into(), &less.into());
        assert_eq!(found, expected, "{object:?}");
        // Both together prove the length, in any order.
        let length = run.object()["length"].as_u64().unwrap();
        for files in [[&path, &second], [&second, &path]] {
            let run = shomei(["verify", files[0], files[1]]);
            let line = format!("shortest win: exactly {length} plies\n");
            assert!(run.out.contains(&line), "{run:?}");
        }
        // One alone does not.
        let run = shomei(["verify", &path, &path]);
        assert!(!run.out.contains("exactly"), "{run:?}");
    }
}

#[test]
fn the_shortest_possible_win_has_one_certificate() {
    let directory = directory();
    let path = text(&directory.path().join("one.proof"));
    let args = [
        "solve",
        "tree",
        "r",
        "--rules",
        "r = OR { Won }",
        "--shortest",
    ];
    let run = shomei(args.into_iter().chain(["--proof", &path]));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// The second file replaces only a certificate of the same position.
#[test]
fn the_second_certificate_replaces_no_other_file() {
    let directory = directory();
    let path = text(&directory.path().join("a.proof"));
    let second = directory.path().join("a.no-shorter.proof");
    std::fs::write(&second, "a letter").unwrap();
    let run = shomei(["solve", "shogi", IN_5, "--shortest", "--proof", &path]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("a.no-shorter.proof"), "{run:?}");
    assert_eq!(std::fs::read_to_string(&second).unwrap(), "a letter");
}

#[test]
fn a_limit_leaves_bounds() {
    for nodes in ["0", "10", "100"] {
        let args = ["solve", "shogi", LATER, "--shortest", "--nodes", nodes];
        let object = shomei(args.into_iter().chain(["--json"])).object();
        let proven = object["length_proven"] == true;
        assert!(!proven, "{object:?}");
        let least = object["length_at_least"].as_u64().unwrap();
        assert!(least % 2 == 1, "{object:?}");
        let line = object["line"].as_array().unwrap().len() as u64;
        if object["answer"] == "proved" {
            assert_eq!(object["length"].as_u64().unwrap_or(line), line);
        } else {
            assert!(object["length"].is_null(), "{object:?}");
        }
        let run = shomei(args);
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.out.contains("\nshortest mate: at least "), "{run:?}");
    }
}

#[test]
fn lists_have_a_length_each() {
    let list = format!("{MATE}\n{NONE}\n{IN_5}\n");
    let run = shomei_reading(&list, ["solve", "shogi", "@-", "--shortest"]);
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    let begin = "1: mate: Black mates White; shortest win: 3 plies, proven; ";
    assert!(lines[0].starts_with(begin), "{run:?}");
    assert!(!lines[1].contains("shortest win"), "{run:?}");
    assert!(lines[2].contains("; shortest win: 5 plies, "), "{run:?}");
}

#[test]
fn conflicting_options_are_refused() {
    let refused = |more: &[&str], message: &str| {
        let args = ["solve", "shogi", MATE, "--shortest"].into_iter();
        let run = shomei(args.chain(more.iter().copied()));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    };
    refused(
        &["--algorithm", "pn"],
        "error: --shortest: pn cannot search for the shortest win; df-pn can\n",
    );
    refused(
        &["--threads", "2"],
        "error: threads 2: --shortest searches with one thread\n",
    );
    refused(&["--value"], "cannot be used with '--value'");
    refused(&["--checkpoint", "x"], "cannot be used with");
}

/// A rook checks from afar; every interposed drop can be captured with mate.
const WASTED: &str = "8k/9/6NG1/9/9/9/9/9/R8 b r2b3g4s3n4l18p 1";

#[test]
fn wasted_drops_are_left_out_on_request() {
    let check = ["compose", "check", "shogi", WASTED];
    let solve = ["solve", "shogi", WASTED, "--shortest"];
    let lengths = [
        [&check[..], &["--mudaai"]],
        [&check, &["--no-yozume", "--shortest", "--mudaai"]],
        [&check, &["--rules", "tsume-mudaai"]],
        [&solve, &["--rules", "tsume-mudaai"]],
        [&solve, &[]],
    ];
    let lengths = lengths.map(|[args, rules]| {
        let object = shomei([args, rules, &["--json"]].concat()).object();
        assert_eq!(object["length_proven"], true, "{object:?}");
        object["length"].as_u64().unwrap()
    });
    assert_eq!(lengths, [1, 1, 1, 1, 15]);
    // The certificate contains the rules and is checked with them.
    let directory = directory();
    let path = text(&directory.path().join("x.proof"));
    let mudaai = ["--no-yozume", "--mudaai", "--proof", &path, "--check"];
    assert_eq!(shomei([&check[..], &mudaai].concat()).code, 0);
    let run = shomei(["verify", &path]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("tsume-mudaai"), "{run:?}");
    let after = format!("sfen {WASTED} moves 9i1i");
    let args = [
        "compose",
        "check",
        "shogi",
        &after,
        "--no-yozume",
        "--mudaai",
    ];
    let run = shomei(args.into_iter().chain(["--attacker", "black"]));
    let why = "White is mated: every interposition would be wasted";
    assert!(run.out.contains(why), "{run:?}");
}

#[test]
fn wasted_drops_are_of_tsume_shogi() {
    for (game, position, rules, message) in [
        (
            "tree",
            "r",
            TREE,
            "--mudaai is about wasted drops in shogi, not about tree",
        ),
        (
            "shogi",
            WASTED,
            "full",
            "--mudaai: there are no wasted drops under the rules full",
        ),
    ] {
        let run = shomei([
            "compose", "check", game, position, "--rules", rules, "--mudaai",
        ]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    }
}

/// Disproofs that depend on a repetition must not raise the lower bound of the length, or make a
/// draw of a loss.
#[test]
fn answers_do_not_depend_on_unsound_disproofs() {
    let off = ["--set", "path-dependence=off"];
    for options in [
        &["solve", "loa", "start", "--shortest"][..],
        &["compose", "check", "shogi", "start"],
        &["solve", "othello", "start", "--score"],
        &["solve", "loa", "start", "--value"],
        &["solve", "loa", "start", "--moves"],
        &["solve", "loa", "start", "--moves", "--attacker", "black"],
        &["review", "loa", "start moves b1-b3"],
    ] {
        let run = shomei([options, &["--nodes", "10"], &off].concat());
        assert_eq!(run.code, 2, "{run:?}");
        let message = "error: path-dependence off: disproofs can be wrong with it, and \
                       answers would depend on them\n";
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", message));
    }
    let plain = shomei(
        ["solve", "loa", "start", "--nodes", "10"]
            .into_iter()
            .chain(off),
    );
    assert_eq!(plain.code, 3, "{plain:?}");
}

/// A drop is wasted although the king has another move. It counts under the usual rules and is left
/// out of the second length.
#[test]
fn drops_in_mid_line_are_left_out() {
    let position = "6gB1/7k1/9/6+R2/9/9/2g6/9/9 b Lrb2g4s4n3l18p 1";
    let args = [
        "compose",
        "check",
        "shogi",
        position,
        "--no-yozume",
        "--shortest",
        "--mudaai",
    ];
    let run = shomei(args);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[1], "shortest win: 7 plies, proven", "{run:?}");
    assert_eq!(lines[3], "without wasted drops: 5 plies, proven");
    let without = "line without them (5 plies): L*2e P*2d 3d2d 2b1a 2d1c";
    assert_eq!(lines[4], without);
    let run = shomei(args.into_iter().chain(["--lang", "ja"]));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[3], "無駄合を除く手数：5手（証明済み）", "{run:?}");
    assert!(
        lines[4].starts_with("無駄合を除く手順（5手）：▲２五香 △２四歩"),
        "{run:?}"
    );
    let object = shomei(args.into_iter().chain(["--json"])).object();
    assert_eq!(object["length"], 7);
    let counted = &object["counted"];
    assert_eq!(counted["length"], 5);
    assert_eq!(counted["length_proven"], true);
    assert_eq!(counted["line"].as_array().unwrap().len(), 5);
    let run = shomei_reading(
        position,
        [
            "compose",
            "check",
            "shogi",
            "@-",
            "--no-yozume",
            "--shortest",
            "--mudaai",
        ],
    );
    let both = "shortest win: 7 plies, proven; without wasted drops: 5 plies, proven; ";
    assert!(run.out.contains(both), "{run:?}");
    // `solve` reports only the length under the given rules.
    let mudaai = ["--shortest", "--rules", "tsume-mudaai", "--json"];
    let object = shomei([&["solve", "shogi", position], &mudaai[..]].concat()).object();
    assert_eq!(object["length"], 7);
    assert!(!object.contains_key("counted"), "{object:?}");
    // Few nodes leave bounds; without `--mudaai` all drops count.
    let object = shomei(args.into_iter().chain(["--json", "--nodes", "700"])).object();
    assert_eq!(object["counted"]["length_proven"], false, "{object:?}");
    assert_eq!(object["counted"]["line"].as_array().unwrap().len(), 0);
    let object = shomei(["solve", "shogi", position, "--shortest", "--json"]).object();
    assert!(!object.contains_key("counted"), "{object:?}");
}
