//! `solve` on the lines of corpora and generated sets. Their facts are used and compared with the
//! results.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::support::{HARD, LOSS, Run, WIN, directory, shomei, shomei_reading, text};

/// The path of a corpus file.
fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus")
        .join(name)
}

/// The text after `KEY=` in a line.
fn part<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(" ; ")
        .find_map(|part| part.trim().strip_prefix(key)?.strip_prefix('='))
}

/// Runs a file with options and asserts that every line has an object with its facts and that none
/// differs. Returns the number of compared lines.
fn judge(game: &str, path: &Path, options: &[&str]) -> (Run, usize) {
    let lines = std::fs::read_to_string(path).unwrap();
    let lines: Vec<(usize, &str)> = (1..)
        .zip(lines.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let list = format!("@{}", text(path));
    let command: &[&str] = match options {
        ["compose", "check", ..] => &[],
        _ => &["solve"],
    };
    let run = shomei([command, options, &[game, &list, "--json"]].concat());
    let objects = run.objects();
    assert_eq!(
        objects.len(),
        lines.len(),
        "{}: {}",
        path.display(),
        run.err
    );
    let mut compared = 0;
    for (object, (number, line)) in objects.iter().zip(lines) {
        let place = format!("{}:{number}: {object:?}", path.display());
        assert_eq!(object["line_number"], number, "{place}");
        assert_eq!(object["input"], line, "{place}");
        let is_found = object["answer"] != "unknown";
        match part(line, "value") {
            Some(value @ ("proved" | "disproved")) => {
                assert_eq!(object["facts"]["value"], value, "{place}");
                assert_ne!(object.get("agrees"), Some(&Value::from(false)), "{place}");
                if options.is_empty() && is_found {
                    assert_eq!(
                        object["attacker"],
                        part(line, "attacker").unwrap(),
                        "{place}"
                    );
                    assert_eq!(object["answer"], value, "{place}");
                    assert_eq!(object["agrees"], true, "{place}");
                }
            }
            _ => assert!(object.get("facts").is_none(), "{place}"),
        }
        if let Some(rules) = part(line, "rules").filter(|_| !options.contains(&"--score")) {
            assert_eq!(object["rules"], rules, "{place}");
        }
        compared += usize::from(object.get("agrees") == Some(&Value::from(true)));
    }
    (run, compared)
}

#[test]
fn endings_with_cycles_have_the_expected_values() {
    for options in [&[][..], &["--value"]] {
        let (run, compared) = judge("loa", &corpus("loa-cycles.txt"), options);
        assert_eq!((run.code, compared), (0, 31), "{}", run.err);
        assert!(run.err.ends_with("; 31 of 31 agree\n"), "{}", run.err);
    }
}

#[test]
fn positions_of_smaller_boards_have_the_expected_values() {
    let (run, compared) = judge("loa", &corpus("loa-small.txt"), &[]);
    assert_eq!((run.code, compared), (0, 24), "{}", run.err);
    let (run, compared) = judge("othello", &corpus("othello-small.txt"), &[]);
    assert_eq!((run.code, compared), (0, 24), "{}", run.err);
}

#[test]
fn a_corpus_has_rules_and_scores_of_its_own() {
    for (options, least) in [(&[][..], 0), (&["--score"], 0)] {
        let (run, compared) = judge("othello", &corpus("othello.txt"), options);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(compared > least, "{}", run.err);
    }
    let (run, _) = judge("shogi", &corpus("shogi-mudaai.txt"), &[]);
    assert_eq!(run.code, 0, "{}", run.err);
}

/// Facts about lengths and solutions are compared if the command asks for them.
#[test]
fn facts_about_solutions_are_compared() {
    let unique = corpus("shogi/unique.txt");
    let (run, _) = judge("shogi", &unique, &["compose", "check"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("; 12 of 12 agree"), "{}", run.err);
    let object: &Map<String, Value> = &run.objects()[0];
    let facts = object["facts"].as_object().unwrap();
    let keys: Vec<&str> = facts.keys().map(String::as_str).collect();
    assert_eq!(keys, ["dual", "length", "surplus", "value", "verdict"]);
    let line = "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1 ; attacker=black ; value=proved";
    for (fact, found) in [
        ("length=5", "expected length 5, found 3 plies"),
        (
            "verdict=not unique",
            "expected verdict not unique, found unique",
        ),
        (
            "verdict=unique ; dual=equal",
            "expected dual equal, found nothing",
        ),
        (
            "verdict=unique ; surplus=P",
            "expected surplus P, found nothing",
        ),
    ] {
        let run = shomei_reading(
            &format!("{line} ; {fact}\n"),
            ["compose", "check", "shogi", "@-"],
        );
        assert_eq!(run.code, 1, "{run:?}");
        assert_eq!(run.err, format!("error: line 1: {found}\n"));
    }
    // Under other rules only the facts for these rules are compared.
    let far = "8k/9/7+R1/5p3/9/9/9/9/9 b Brb4g4s4n4l17p 1 ; attacker=black ; value=proved";
    for (facts, code) in [("length=3 ; mudaai=1", 0), ("length=1 ; mudaai=3", 1)] {
        let list = format!("{far} ; {facts}\n");
        let run = shomei_reading(
            &list,
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
        assert_eq!(run.code, code, "{run:?}");
    }
}

#[test]
fn a_contradiction_is_an_error_with_its_line() {
    let right = format!("{WIN} ; attacker=black ; value=proved");
    let wrong = format!("{WIN} ; attacker=black ; value=disproved ; name=made up");
    let list = format!("{right}\n# a comment\n{wrong}\n{LOSS}\n");
    for (options, asked) in [(&[][..], "proved"), (&["--value"], "win")] {
        let args = ["solve", "loa", "@-"].iter().chain(options);
        let run = shomei_reading(&list, args.copied());
        assert_eq!(run.code, 1, "{run:?}");
        let error = "error: line 3: made up: expected value disproved, found proved\n";
        assert_eq!(run.err, error, "{asked}");
        assert!(run.out.ends_with("; 1 of 2 agree\n"), "{run:?}");
    }
    let object = &shomei_reading(&list, ["solve", "loa", "@-", "--json"]).objects()[1];
    assert_eq!(object["agrees"], false);
    assert_eq!(
        object["errors"][0],
        "made up: expected value disproved, found proved"
    );
    // An unknown answer contradicts no fact.
    let open = format!("{HARD} ; attacker=black ; value=disproved\n");
    let run = shomei_reading(&open, ["solve", "loa", "@-", "--nodes", "10"]);
    assert_eq!((run.code, run.err.as_str()), (3, ""), "{run:?}");
}

#[test]
fn the_command_line_must_not_contradict_the_line() {
    let line = |parts: &str| format!("{WIN} ; attacker=black ; value=unknown{parts}\n");
    let refused = |parts: &str, options: &[&str], message: &str| {
        let args = ["solve", "loa", "@-"].iter().chain(options);
        let run = shomei_reading(&line(parts), args.copied());
        assert_eq!(run.code, 2, "{run:?}");
        assert_eq!(run.err, format!("error: line 1: {message}\n"));
    };
    refused(
        "",
        &["--attacker", "white"],
        "attacker=black, but --attacker is white",
    );
    refused(
        " ; rules=sackson",
        &["--rules", "olympiad"],
        "rules=sackson, but --rules is olympiad",
    );
    refused(
        " ; rules=olympic",
        &[],
        "rules: column 1: unknown rule \"olympic\"; did you mean \"olympiad\"?",
    );
    refused(
        " ; nmae=x",
        &[],
        "unknown key \"nmae\"; known are name, attacker, rules, value, skip, \
             length, verdict, dual, surplus, mudaai, counted, class, words",
    );
    let answered = |parts: &str, options: &[&str], rules: &str| {
        let args = ["solve", "loa", "@-", "--json"].iter().chain(options);
        let run = shomei_reading(&line(parts), args.copied());
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(run.object()["rules"], rules);
    };
    answered(" ; rules=sackson", &["--attacker", "b"], "sackson");
    answered(" ; rules=sackson", &["--rules", "sackson"], "sackson");
    answered("", &["--rules", "sackson"], "sackson");
    answered("", &[], "olympiad");
    // A value for the usual rules does not apply to other rules.
    let list = format!("{WIN} ; attacker=black ; value=disproved\n");
    let run = shomei_reading(&list, ["solve", "loa", "@-", "--rules", "sackson"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn tables_trees_and_sets_are_read() {
    let list = format!("game 4\tWinands 2000\t{WIN}\n{LOSS}\tthe next\nx\ty\n");
    let run = shomei_reading(&list, ["solve", "loa", "@-", "--json"]);
    assert_eq!(run.code, 2, "{run:?}");
    let objects = run.objects();
    assert_eq!(objects[0]["position"], WIN);
    assert_eq!(objects[1]["position"], LOSS);
    assert_eq!(objects[2]["error_kind"], "input");
    // A game that is described by its rules.
    let directory = directory();
    let file = directory.path().join("trees.txt");
    let trees = "r ; attacker=or ; value=proved ; rules=r = OR { Won }\n\
                 r ; attacker=or ; value=disproved ; rules=r = OR { a } a = AND { r }\n\
                 r\n";
    std::fs::write(&file, trees).unwrap();
    let run = shomei(["solve", "tree", &format!("@{}", text(&file)), "--json"]);
    assert_eq!(run.code, 2, "{run:?}");
    let objects = run.objects();
    assert_eq!(
        (&objects[0]["agrees"], &objects[1]["agrees"]),
        (&true.into(), &true.into())
    );
    let error = objects[2]["error"].as_str().unwrap();
    assert!(error.starts_with("rules: "), "{error}");
    // The output of `shomei-lab generate`, also in a folder.
    let set = directory.path().join("sets");
    std::fs::create_dir(&set).unwrap();
    let out = text(&set.join("set.txt"));
    for rules in [" ; rules=sackson", ""] {
        std::fs::write(&out, generated(rules)).unwrap();
        for argument in [format!("@{out}"), format!("@{}", text(&set))] {
            let run = shomei(["solve", "loa", &argument]);
            assert_eq!(run.code, 0, "{run:?}");
            assert!(run.out.ends_with("; 2 of 2 agree\n"), "{run:?}");
        }
    }
}

/// A set in the format of `shomei-lab generate`.
fn generated(rules: &str) -> String {
    format!(
        "# 2 positions, won by the side to move, from self-play of this program.\n\
         # Generator 1: shomei-lab generate loa --seed 5 --count 2 --min-nodes 10 --max-nodes 2000\n\
         #\n\
         # The positions were made by a machine and carry no licence.\n\n\
         ...x......x..oo...x.xooo..xxo.....o.........x......x........x... x ; attacker=black ; \
         value=proved ; name=game 5, 7 plies before its end, 1081 nodes{rules}\n\
         ...x........x......o.......oo.....xxox....o.xxo.....xo.......... x ; attacker=black ; \
         value=proved ; name=game 4, 4 plies before its end, 963 nodes{rules}\n"
    )
}

/// The exit code of a list: a bad line takes precedence over an error, and an error over an unknown
/// answer.
#[test]
fn the_exit_code_is_that_of_single_problems() {
    // Two mates in one, and other checks that need more than one node.
    let mate = "8k/7R1/8b/9/9/9/9/9/9 b Grb3g4s4n4l18p 1";
    let moves = ["--moves", "--nodes", "1"];
    let alone = shomei(["solve", "shogi", mate].iter().chain(&moves).copied());
    assert!(alone.out.contains("mate: Black mates White"), "{alone:?}");
    let in_list =
        |list: &str| shomei_reading(list, ["solve", "shogi", "@-"].iter().chain(&moves).copied());
    let run = in_list(mate);
    assert_eq!((alone.code, run.code), (3, 3), "{run:?}");
    assert!(run.out.ends_with("; 1 not decided in full\n"), "{run:?}");
    let wrong = format!("{mate} ; attacker=black ; value=disproved");
    let run = in_list(&format!("{wrong}\n{mate}\n"));
    assert_eq!(run.code, 1, "{run:?}");
    let run = in_list(&format!("{wrong}\n{mate}\nx\n"));
    assert_eq!(run.code, 2, "{run:?}");
    let open = "7nk/6B2/6l2/8S/9/9/9/9/9 b GP2rb3g3s3n3l17p 1";
    let options = ["--yozume-nodes", "1"];
    let single = shomei(
        ["compose", "check", "shogi", open]
            .iter()
            .chain(&options)
            .copied(),
    );
    let run = shomei_reading(
        open,
        ["compose", "check", "shogi", "@-"]
            .iter()
            .chain(&options)
            .copied(),
    );
    assert_eq!((single.code, run.code), (3, 3), "{run:?}");
}

/// Solves every file of the corpora.
#[test]
#[ignore = "some minutes in release"]
fn every_corpus() {
    let mut files = vec![corpus("")];
    let mut judged = 0;
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(
                std::fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        if path.extension().is_none_or(|form| form != "txt") {
            continue;
        }
        let inside = path.strip_prefix(corpus("")).unwrap().to_str().unwrap();
        let game = inside.split(['/', '-', '.']).next().unwrap();
        let (run, compared) = judge(game, &path, &[]);
        assert_ne!(run.code, 1, "{inside}: {}", run.err);
        println!(
            "{inside}: {compared} agree; {}",
            run.err.lines().last().unwrap()
        );
        judged += compared;
    }
    assert!(judged > 2000, "{judged}");
}

/// A line may name the attacker without an expected value.
#[test]
fn a_line_may_lack_a_value() {
    let lines = format!("{WIN} ; attacker=white\n{WIN} ; name=first ; attacker=black\n");
    let run = shomei_reading(&lines, ["solve", "loa", "@-", "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let answers: Vec<_> = run
        .objects()
        .iter()
        .map(|object| (object["attacker"].clone(), object["answer"].clone()))
        .collect();
    let expected = [("white", "disproved"), ("black", "proved")];
    assert_eq!(answers, expected.map(|(a, b)| (a.into(), b.into())));
    let run = shomei_reading(&format!("{WIN} ; name=x\n"), ["solve", "loa", "@-"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("attacker= is missing"), "{run:?}");
}
