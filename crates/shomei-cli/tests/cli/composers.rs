//! `compose check`: the reports for composers.

use crate::support::{shomei, shomei_reading};

/// A problem with an irrelevant promotion and other flaws.
const FLAWS: &str = "7nk/6B2/6l2/8S/9/9/9/9/9 b GP2rb3g3s3n3l17p 1";
/// A problem with exactly one solution.
const SOUND: &str = "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1";
/// A mate in 1 with exactly one solution and a piece left over.
const LEFT: &str = "4k4/9/4P4/9/9/9/9/9/9 b GP 1";
const NONE: &str = "8k/9/9/8P/9/9/9/9/9 b 2G 1";

fn verdict(text: &str) -> &str {
    let mut lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("verdict: "));
    lines.next_back().unwrap_or("nothing")
}

fn names(words: &serde_json::Value) -> Vec<&str> {
    let words = words.as_array().unwrap().iter();
    words.map(|word| word["name"].as_str().unwrap()).collect()
}

#[test]
fn problems_have_the_verdicts_of_composers() {
    let run = shomei(["compose", "check", "shogi", FLAWS]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert_eq!(
        verdict(&run.out),
        "余詰 (yozume), 成生非限定 (nari-narazu hi-gentei); tolerated: 最終手余詰 (saishūte-yozume)"
    );
    let run = shomei(["compose", "check", "shogi", SOUND]);
    assert_eq!(verdict(&run.out), "完全 (kanzen)", "{run:?}");
    let run = shomei(["compose", "check", "shogi", LEFT]);
    assert_eq!(verdict(&run.out), "駒余り (koma-amari)", "{run:?}");
    let run = shomei(["compose", "check", "shogi", NONE]);
    assert_eq!(verdict(&run.out), "不詰 (fuzume)", "{run:?}");
    // Other games have no composing rules.
    let run = shomei([
        "compose",
        "check",
        "tree",
        "a",
        "--rules",
        "a = OR { Won, Won }",
    ]);
    assert_eq!((run.code, verdict(&run.out)), (0, "nothing"), "{run:?}");
}

#[test]
fn the_verdict_depends_on_the_tolerated_flaws() {
    let with = |list: &str| {
        let args = ["compose", "check", "shogi", FLAWS, "--json", "--tolerate"];
        shomei(args.into_iter().chain([list])).object()
    };
    let object = with("last-move,promotion");
    let composers = &object["composers"];
    assert_eq!(composers["sound"], false);
    assert_eq!(names(&composers["flaws"]), ["another", "same-length"]);
    assert_eq!(names(&composers["tolerated"]), ["promotion", "last-move"]);
    // This rule also examines other defences.
    assert_eq!(composers["with_defences"], true);
    assert!(
        object["yozume"]["defences"]["open"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let strict = with("none");
    let flaws = names(&strict["composers"]["flaws"]);
    assert_eq!(flaws[..3], ["another", "promotion", "last-move"]);
    // The verdict on other moves does not depend on the tolerated flaws.
    assert_eq!(strict["yozume"]["verdict"], "not unique");
    let run = shomei(["compose", "check", "shogi", FLAWS, "--tolerate", "yozume"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err.contains("a verdict cannot tolerate \"yozume\""),
        "{run:?}"
    );
}

#[test]
fn a_given_line_is_judged() {
    let given = |moves: &str| {
        let text = format!("{SOUND} moves {moves}");
        let run = shomei(["compose", "check", "shogi", &text, "--at", "start"]);
        assert_eq!(run.code, 0, "{run:?}");
        run.out
    };
    let right = given("S*2a 1b1c G*2d");
    assert!(
        right.contains("\ngiven line (3 plies): S*2a 1b1c G*2d\n"),
        "{right}"
    );
    assert!(verdict(&right).starts_with("完全 (kanzen)"), "{right}");
    assert!(
        !right.contains("the given solution"),
        "reported twice: {right}"
    );
    // If the line does not end with mate, the verdict is about the shortest win.
    let short = given("S*2a 1b1c");
    assert!(
        short.contains("\ngiven line (2 plies, no win at its end): S*2a 1b1c\n"),
        "{short}"
    );
    let verdict_line = "\nverdict on the shortest solution: 完全 (kanzen)\n";
    assert!(short.contains(verdict_line), "{short}");
    let fault = "\nthe given moves are not a solution: it does not end in mate; ";
    assert!(short.contains(fault), "{short}");
    // In a list the result line does not mention the given line.
    let list = format!("{SOUND} moves S*2a 1b1c G*2d\n");
    let run = shomei_reading(&list, ["compose", "check", "shogi", "@-", "--at", "start"]);
    assert!(
        run.out.contains("; the given solution: 3 plies; "),
        "{run:?}"
    );
}

#[test]
fn lists_have_the_verdicts_too() {
    let list = format!("{FLAWS}\n{SOUND}\n{NONE}\n");
    let run = shomei_reading(&list, ["compose", "check", "shogi", "@-", "--henka"]);
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].contains("; verdict: 余詰 (yozume), "), "{run:?}");
    assert!(lines[1].contains("; verdict: 完全 (kanzen)"), "{run:?}");
    assert!(lines[2].contains("; verdict: 不詰 (fuzume); "), "{run:?}");
}

#[test]
fn every_check_has_its_length() {
    let args = ["solve", "shogi", SOUND, "--moves", "--shortest"];
    let object = shomei(args.into_iter().chain(["--json"])).object();
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves[0]["move"], "S*2a");
    assert_eq!(
        (&moves[0]["length"], &moves[0]["length_proven"]),
        (&3.into(), &true.into())
    );
    assert_eq!(
        (&object["length"], &object["length_proven"]),
        (&3.into(), &true.into())
    );
    let mut least = 0;
    for each in moves {
        // Only winning pieces have a length, and the shortest win comes first.
        assert_eq!(
            each["value"] == "win",
            each.get("length").is_some(),
            "{each}"
        );
        if let Some(length) = each.get("length") {
            assert!(length.as_u64().unwrap() >= least, "{each}");
            least = length.as_u64().unwrap();
            assert_eq!(
                each["line"].as_array().unwrap().len() as u64,
                least,
                "{each}"
            );
        }
    }
    let run = shomei(args);
    assert!(run.out.contains("  mate in 3 plies  "), "{run:?}");
    assert!(
        run.out.contains("\nshortest win: 3 plies, proven\n"),
        "{run:?}"
    );
    // A move that mates immediately.
    let run = shomei([
        "solve",
        "shogi",
        LEFT,
        "--moves",
        "--shortest",
        "--attacker",
        "black",
    ]);
    assert!(run.out.contains("  mate in 1 ply  "), "{run:?}");
    let run = shomei([
        "solve",
        "shogi",
        SOUND,
        "--moves",
        "--shortest",
        "--nodes",
        "1",
    ]);
    assert_eq!(run.code, 3, "{run:?}");
}

#[test]
fn missing_defences_and_pieces_are_found() {
    let args = [
        "compose",
        "check",
        "shogi",
        NONE,
        "--no-yozume",
        "--missing",
        "--shortest",
    ];
    let run = shomei(args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("\nlongest resistance: "), "{run:?}");
    assert!(run.out.contains("\nwith one piece more:\n"), "{run:?}");
    let object = shomei(args.into_iter().chain(["--json"])).object();
    let missing = &object["missing"];
    let more = missing["more"].as_array().unwrap();
    assert_eq!(more.len(), 7);
    for each in more {
        // A direct question about the position has the same answer.
        let position = each["position"].as_str().unwrap();
        let alone = shomei(["solve", "shogi", position, "--shortest", "--json"]).object();
        assert_eq!(each["answer"], alone["answer"], "{each}");
        if each["answer"] == "proved" {
            assert_eq!(each["length"], alone["length"], "{each}");
        }
    }
    assert!(
        more.iter().any(|each| each["answer"] == "proved"),
        "{missing}"
    );
    for tried in missing["tries"].as_array().unwrap() {
        let defences = tried["defences"].as_array().unwrap();
        let holding = defences.iter().filter(|each| each["answer"] == "disproved");
        assert_eq!(tried["holding"], holding.count(), "{tried}");
        assert!(defences.is_empty() || tried["holding"] != 0, "{tried}");
    }
    // A won position has nothing missing.
    let object = shomei([
        "compose",
        "check",
        "shogi",
        SOUND,
        "--no-yozume",
        "--missing",
        "--json",
    ])
    .object();
    assert!(!object.contains_key("missing"));
    let run = shomei([
        "compose",
        "check",
        "shogi",
        NONE,
        "--no-yozume",
        "--missing",
        "--nodes",
        "1",
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    let list = shomei_reading(
        &format!("{NONE}\n"),
        [
            "compose",
            "check",
            "shogi",
            "@-",
            "--no-yozume",
            "--missing",
        ],
    );
    assert!(list.out.contains("; missing: "), "{list:?}");
}

/// Each row of `vary` has a change, and the first one is the problem itself.
#[test]
fn variants_have_verdicts_and_filters() {
    let args = [
        "compose",
        "vary",
        "shogi",
        SOUND,
        "--changes",
        "move,hand",
        "--json",
    ];
    let run = shomei(args);
    assert_eq!(run.code, 0, "{run:?}");
    let rows = run.objects();
    assert_eq!(rows[0]["changes"].as_array().unwrap().len(), 0);
    assert_eq!(rows[0]["composers"]["sound"], true);
    assert_eq!(rows[0]["length"], 3);
    assert!(rows.len() > 10);
    assert!(
        rows[1..]
            .iter()
            .all(|row| row["changes"].as_array().unwrap().len() == 1)
    );
    let wanted = |row: &&serde_json::Map<String, serde_json::Value>| {
        row.get("length") == Some(&3.into())
            && row["length_proven"] == true
            && row["composers"]["sound"] == true
    };
    let filtered = shomei(args.into_iter().chain(["--length", "3", "--unique"])).objects();
    assert!(!filtered.is_empty());
    assert_eq!(filtered.len(), rows.iter().filter(wanted).count());
    assert!(filtered.iter().all(|row| wanted(&row)));
    let table = shomei(["compose", "vary", "shogi", SOUND, "--changes", "mirror"]);
    assert!(table.out.contains("2 variants: 2 sound"), "{table:?}");
    // A problem without a solution has variants, too.
    let none = shomei(["compose", "vary", "shogi", NONE, "--changes", "move"]);
    assert!(none.out.lines().count() > 5, "{none:?}");
    let bad = shomei(["compose", "vary", "shogi", SOUND, "--changes", "mvoe"]);
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("did you mean \"move\""), "{bad:?}");
    let bad = shomei(["compose", "vary", "shogi", SOUND, "--length", "9..3"]);
    assert!(bad.code == 2 && bad.err.contains("empty"), "{bad:?}");
}

/// The commands that change a problem refuse and judge by the given attacker, as `compose check` does.
#[test]
fn a_workbench_has_the_given_attacker() {
    for command in ["vary", "trim", "back", "flaw"] {
        let run = shomei(["compose", command, "shogi", SOUND, "--attacker", "white"]);
        assert_eq!(run.code, 2, "{command}: {run:?}");
        assert!(run.err.contains("has no king"), "{command}: {run:?}");
    }
    // Both sides have a king, and Black is to move.
    let kings = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let vary = |attacker: &str| {
        let args = ["compose", "vary", "shogi", kings, "--changes", "none"];
        shomei([&args[..], &["--attacker", attacker]].concat())
    };
    assert!(vary("black").out.contains("完全"));
    let run = vary("white");
    assert!(run.err.contains("the defender is to move"), "{run:?}");
}

/// A second run with the same journal searches nothing again, and another question is refused.
#[test]
fn variants_continue_from_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("vary.journal");
    let args = [
        "compose",
        "vary",
        "shogi",
        SOUND,
        "--changes",
        "move",
        "--json",
        "--journal",
    ];
    let run = |more: &[&str]| {
        let args = args.into_iter().chain([journal.to_str().unwrap()]);
        shomei(args.chain(more.iter().copied()))
    };
    let cut = run(&["--time", "0s"]);
    assert_eq!(cut.code, 3, "{cut:?}");
    assert!(cut.err.contains("not reached"), "{cut:?}");
    let first = run(&[]);
    let size = std::fs::metadata(&journal).unwrap().len();
    let second = run(&[]);
    assert_eq!((first.code, &first.out), (second.code, &second.out));
    assert_eq!(std::fs::metadata(&journal).unwrap().len(), size);
    assert_eq!(run(&["--nodes", "7"]).code, 2);
    // All known rows are printed, also after one that is not reached.
    let more = args.map(|arg| if arg == "move" { "all" } else { arg });
    let more = shomei([&more[..], &[journal.to_str().unwrap(), "--time", "0s"]].concat());
    assert_eq!(more.objects().len(), second.objects().len());
    let other = [
        "compose",
        "vary",
        "shogi",
        LEFT,
        "--changes",
        "move",
        "--json",
    ];
    let other = shomei([&other[..], &["--journal", journal.to_str().unwrap()]].concat());
    assert!(
        other.code == 2 && other.err.contains("position"),
        "{other:?}"
    );
}

/// A store changes no verdict, and a second run searches less.
#[test]
fn variants_share_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("x.store");
    let file = store.to_str().unwrap();
    let args = [
        "compose",
        "vary",
        "shogi",
        SOUND,
        "--changes",
        "move,hand",
        "--json",
    ];
    let rows = |more: &[&str]| {
        let run = shomei(args.into_iter().chain(more.iter().copied()));
        assert_eq!(run.code, 0, "{run:?}");
        let mut rows = run.objects();
        let nodes = |row: &serde_json::Map<String, serde_json::Value>| row["nodes"].as_u64();
        let nodes: u64 = rows.iter().map(|row| nodes(row).unwrap()).sum();
        for row in &mut rows {
            // Of several other solutions any one can be the example.
            row.retain(|name, _| !["nodes", "seconds", "example"].contains(&name.as_str()));
        }
        (rows, nodes, run.err)
    };
    let (expected, all, _) = rows(&[]);
    let with_store = ["--store-file", file, "--store-work", "0"];
    let (first, _, summary) = rows(&with_store);
    assert!(
        summary.contains("store: 0 positions found there"),
        "{summary}"
    );
    let (second, fewer, summary) = rows(&with_store);
    assert!(first == expected && second == expected);
    assert!(fewer < all, "{fewer} of {all}");
    assert!(!summary.contains("store: 0 positions"), "{summary}");
    // The positions are those of other commands, too.
    let info = shomei(["store", "verify", file]);
    assert_eq!(info.code, 0, "{info:?}");
    // A store of another game is refused.
    let other = shomei([
        "compose",
        "vary",
        "shogi",
        SOUND,
        "--rules",
        "tsume-mudaai",
        "--store-file",
        file,
    ]);
    assert_eq!(other.code, 2, "{other:?}");
}

/// A list of variants stores wins without a length. They do not shorten the line that a later
/// `solve` prints.
#[test]
fn lines_are_complete_after_a_list_of_variants() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (store, proof) = (file("x.store"), file("x.proof"));
    let with_store = ["--store-file", &store, "--store-work", "0"];
    let vary = [
        "compose",
        "vary",
        "shogi",
        SOUND,
        "--changes",
        "move,hand,mirror",
        "--json",
    ];
    let run = shomei(vary.into_iter().chain(with_store));
    assert_eq!(run.code, 0, "{run:?}");
    let mut mates = 0;
    for row in run.objects() {
        let Some(shortest) = row.get("length").and_then(serde_json::Value::as_u64) else {
            continue;
        };
        let position = row["position"].as_str().unwrap();
        mates += 1;
        let solve = [
            "solve", "shogi", position, "--json", "--proof", &proof, "--check", "--force",
        ];
        let run = shomei(solve.into_iter().chain(with_store));
        assert_eq!(run.code, 0, "{run:?}");
        let answer = &run.objects()[0];
        let line: Vec<&str> = answer["line"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv.as_str().unwrap())
            .collect();
        assert!(line.len() as u64 >= shortest, "{position}: {line:?}");
        let end = format!("{position} moves {}", line.join(" "));
        let run = shomei(["solve", "shogi", &end, "--attacker", "black", "--json"]);
        assert_eq!(run.objects()[0]["over"], "White is mated", "{run:?}");
    }
    assert!(mates > 10, "{mates}");
}

/// The page has a board for the problem and for each shown variant.
#[test]
fn variants_are_reported_with_boards() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("x.html");
    let file = page.to_str().unwrap();
    let journal = folder.path().join("x.journal");
    let args = [
        "compose",
        "vary",
        "shogi",
        SOUND,
        "--changes",
        "move,hand",
        "--report",
        file,
    ];
    let run = shomei(args);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.ends_with(&format!("report: {file}\n")), "{run:?}");
    let read = || {
        let html = std::fs::read_to_string(&page).unwrap();
        let options = roxmltree::ParsingOptions {
            allow_dtd: true,
            ..Default::default()
        };
        roxmltree::Document::parse_with_options(&html, options).unwrap();
        html
    };
    let html = read();
    // The last two lines are the sums and the report.
    let shown = run.out.lines().count() - 2;
    assert!(shown > 10);
    assert_eq!(html.matches("<svg").count(), shown + 1);
    assert_eq!(html.matches("<td class=\"board\">").count(), shown);
    assert!(html.contains("the problem") && html.contains("variants: "));
    // With JSON and from a journal the page is the same, but for the time.
    let boards = |html: &str| html[..html.find("</table>").unwrap()].to_string();
    let more = ["--json", "--journal", journal.to_str().unwrap()];
    for _ in 0..2 {
        let run = shomei(args.into_iter().chain(more));
        assert_eq!((run.code, run.objects().len()), (0, shown), "{run:?}");
        assert_eq!(boards(&read()), boards(&html));
    }
    let japanese = shomei(args.into_iter().chain(["--lang", "ja"]));
    assert_eq!(japanese.code, 0, "{japanese:?}");
    assert!(read().contains("変更した図"));
    // A report on other variants does not replace it, and neither the problem's file.
    let other = shomei(args.into_iter().chain(["--unique"]));
    assert!(
        other.code == 2 && other.err.contains("same question"),
        "{other:?}"
    );
}

#[test]
fn problems_are_trimmed_repaired_and_extended() {
    let trimmed = shomei([
        "compose",
        "trim",
        "shogi",
        "9/8k/6B2/9/9/9/4P4/9/9 b GS2r 1",
        "--json",
    ]);
    let rows = trimmed.objects();
    assert_eq!(rows.len(), 2, "{trimmed:?}");
    assert_eq!(
        (&rows[0]["minimal"], &rows[1]["minimal"]),
        (&false.into(), &true.into())
    );
    assert_eq!(rows[1]["changes"][0]["what"], "P5g");
    let flawed = shomei(["compose", "flaw", "shogi", FLAWS, "--json", "--limit", "1"]);
    let objects = flawed.objects();
    assert_eq!(objects[0]["flaws"].as_array().unwrap().len(), 1);
    assert!(objects[0]["more"].as_u64().unwrap() > 0, "{flawed:?}");
    assert!(
        objects[1..]
            .iter()
            .all(|row| row["composers"]["sound"] == true)
    );
    let args = ["compose", "back", "shogi", SOUND, "--json"];
    let back = shomei(args);
    let rows = back.objects();
    assert!(back.code == 0 && !rows.is_empty(), "{back:?}");
    assert!(rows.iter().all(|row| row["length"] == 5));
    let is_sound = |row: &serde_json::Map<_, serde_json::Value>| row["composers"]["sound"] == true;
    assert!(rows.is_sorted_by_key(|row| !is_sound(row)));
    let cut = shomei(args.into_iter().chain(["--limit", "200"]));
    assert!(cut.err.contains("not complete") && cut.code == 3, "{cut:?}");
    for command in ["back", "trim"] {
        let no_mate = shomei(["compose", command, "shogi", "8k/9/9/9/9/9/9/9/9 b G 1"]);
        let warning = "the problem itself has no solution";
        assert!(no_mate.err.contains(warning), "{no_mate:?}");
        let open = shomei(["compose", command, "shogi", FLAWS, "--nodes", "1"]);
        let warning = "the problem itself is not decided within the limits";
        assert!(open.err.contains(warning) && open.code == 3, "{open:?}");
    }
    let few = ["compose", "trim", "shogi", FLAWS, "--yozume-nodes", "1"];
    let open = shomei(few);
    assert!(
        open.err.contains("is not decided") && open.code == 3,
        "{open:?}"
    );
    let defender = shomei([
        "compose",
        "back",
        "shogi",
        "8k/9/8G/9/9/9/9/9/9 w - 1",
        "--attacker",
        "black",
    ]);
    assert!(
        defender.code == 2 && defender.err.contains("defender"),
        "{defender:?}"
    );
}

#[test]
fn the_limits_apply_to_the_problem_whose_flaws_are_listed() {
    for limit in ["--nodes", "--time-each"] {
        let flaws = shomei(["compose", "flaw", "shogi", FLAWS, limit, "0"]);
        assert_eq!(flaws.code, 3, "{flaws:?}");
        assert!(flaws.out.starts_with("verdict: not decided\n"), "{flaws:?}");
    }
    let othello = shomei(["compose", "flaw", "othello", "start"]);
    assert_eq!((othello.code, &othello.out[..]), (2, ""), "{othello:?}");
}

#[test]
fn a_mated_position_has_no_verdict() {
    let position = "8k/8G/8G/9/9/9/9/9/9 w - 1";
    let mated = shomei(["compose", "check", "shogi", position, "--attacker", "black"]);
    assert!(
        mated.code == 0 && !mated.out.contains("verdict"),
        "{mated:?}"
    );
}
