//! Recorded results: their pages, and their comparison with the program.

use std::fs;

use super::Lab;

/// The same program makes the same nodes; a different count, row, page or set is reported.
#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one folder of results, changed step by step"
)]
fn recorded_results_are_compared_with_the_program() {
    let lab = Lab::usual();
    assert_eq!(lab.run(&["small"]).code, 0);
    let data = "docs/results/data/small";
    assert_eq!(
        lab.run(&["small", "--page", "--out", "results/small"]).code,
        0
    );
    for name in ["experiment.json", "rows.csv", "runs.csv"] {
        let text =
            |folder: &str| fs::read_to_string(lab.path(&format!("{folder}/{name}"))).unwrap();
        assert_eq!(text(data), text("results/small"), "{name}");
    }
    let check = |args: &[&str]| lab.run(&[&["--check"], args].concat());
    let same = check(&["small"]);
    assert_eq!((same.code, &*same.err), (0, ""), "{same:?}");
    let expected = "small: 4 of 4 positions, 6 of 8 runs repeated: the same nodes (";
    assert!(same.out.starts_with(expected), "{}", same.out);
    let all = check(&["--positions", "4"]);
    assert_eq!(all.code, 0, "{all:?}");
    assert!(all.out.contains("8 of 8 runs repeated"), "{}", all.out);
    let expected = "1 experiment compared, none older than this program\n";
    assert!(all.out.ends_with(expected), "{}", all.out);

    let older = |name: &str, from: &str, to: &str, expected: &str| {
        let text = fs::read_to_string(lab.path(name)).unwrap();
        lab.edit(name, from, to);
        let run = check(&["small"]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(
            run.out.contains("OLDER, ") && run.out.contains(expected),
            "{}",
            run.out
        );
        lab.put(name, &text);
    };
    let runs = format!("{data}/runs.csv");
    let csv = fs::read_to_string(lab.path(&runs)).unwrap();
    let proved = |line: &&str| line.contains(",df-pn,proved,");
    let first = csv.lines().find(proved).unwrap();
    let fields: Vec<&str> = first.split(',').collect();
    let at = format!("df-pn on sets/small.txt:{}", fields[2]);
    let other = first.replacen(&format!(",{},", fields[6]), ",12345,", 1);
    let expected = format!("{at}: generated: 12345 was recorded, now ");
    older(&runs, first, &other, &expected);
    let other = first.replacen("proved", "disproved", 1);
    let expected = format!("{at}: answer: disproved was recorded, now proved");
    older(&runs, first, &other, &expected);
    let page = "docs/results/small.md";
    older(page, "| PN | ", "| PM | ", "differs from its data: | PN | ");
    older(
        page,
        "\n## How",
        "\n| PX |\n## How",
        "differs from its data: ## How",
    );
    older(
        page,
        "None: no two",
        "Several: two",
        "differs from its data: None: no two",
    );
    older(
        "docs/results/small.svg",
        "</svg>",
        "<g/></svg>",
        "the figure small.svg differs from its data",
    );
    // A record with a missing run is an error.
    let cut = format!("{first}\n");
    older(&runs, &cut, "", "runs of 1 of 4 positions are missing");
    // Table hits and the sizes of certificates are compared, too.
    let certified = csv
        .lines()
        .find(|line| line.contains(",accepted,"))
        .unwrap();
    let fields: Vec<&str> = certified.split(',').collect();
    let hits = certified.replacen(&format!(",{},{},", fields[10], fields[11]), ",7,7,", 1);
    older(&runs, certified, &hits, "stored: 7 was recorded, now ");
    let bytes = certified.replacen(&format!(",{},", fields[17]), ",99999,", 1);
    older(&runs, certified, &bytes, "bytes: 99999 was recorded, now ");
    let expected = "the results here lack the run ";
    older("experiments/small.toml", "150_000", "150_001", expected);

    let refused = |name: &str, from: &str, to: &str, expected: &str| {
        let text = fs::read_to_string(lab.path(name)).unwrap();
        lab.edit(name, from, to);
        lab.refused(&["small", "--check"], expected);
        lab.put(name, &text);
    };
    refused(
        &runs,
        "\n2,sets/small.txt,3,",
        "\n2,sets/small.txt,4,",
        "runs.csv:3: position 2 is line 3 of sets/small.txt, not line 4",
    );
    refused(
        &runs,
        "\n2,sets",
        "\n9,sets",
        "runs.csv:3: there is no position 9 in the sets",
    );
    refused(
        &runs,
        "\n2,sets/small.txt,3,PN,",
        "\n2,sets/small.txt,3,PM,",
        "runs.csv:3: the experiment has no row",
    );
    refused(
        &runs,
        &cut,
        &format!("{cut}{cut}"),
        &format!("df-pn on position {} is repeated", fields[0]),
    );
    refused(&runs, ",df-pn,proved,", ",df-pn,", "runs.csv");
    refused(
        "sets/small.txt",
        "value=unknown",
        "value=proved",
        "of another experiment: its set 1 is sets/small.txt with 4 positions, ",
    );
    lab.refused(&["--check", "--reuse", "x"], "cannot be used with");
    lab.refused(
        &["--check", "--out", "x"],
        "needs the NAME of an experiment",
    );
    fs::remove_dir_all(lab.path("docs")).unwrap();
    lab.refused(&["small", "--check"], "there are no results here");
    let none = check(&[]);
    assert_eq!(none.code, 1, "{none:?}");
    let expected = [
        "small: not compared: ",
        "there are no results here",
        "not compared, 1: small",
    ];
    assert!(
        expected.iter().all(|expected| none.out.contains(expected)),
        "{}",
        none.out
    );
}

/// A page has the tables and the figure, and keeps the text below them.
#[test]
fn a_page_is_made_of_finished_results() {
    let lab = Lab::usual();
    let page = ["small", "--page"];
    lab.refused(&page, "there are no results here");
    let finished = lab.run(&["small", "--positions", "3"]);
    assert_eq!(finished.code, 0, "{finished:?}");
    let made = lab.run(&["small", "--page", "--out", "results/small"]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(
        made.out.ends_with("docs/results/small.md\n"),
        "{}",
        made.out
    );
    let read = || fs::read_to_string(lab.path("docs/results/small.md")).unwrap();
    let text = read();
    for line in finished.out.lines() {
        assert!(
            text.lines().any(|of_page| of_page == line),
            "{line}\n{text}"
        );
    }
    assert!(text.contains("](small.svg)\n"), "{text}");
    assert!(lab.path("docs/results/small.svg").is_file());
    let written = format!("{text}\n## What it says\n\nA word.\n");
    lab.put(
        "docs/results/small.md",
        &written.replace("df-pn saves", "df-pn SAVES"),
    );
    assert_eq!(lab.run(&page).code, 0);
    assert_eq!(read(), written);
    lab.edit("experiments/small.toml", "150_000", "150_001");
    lab.refused(&page, "the results here lack the run ");
    lab.edit("experiments/small.toml", "150_001", "150_000");
    assert_eq!(read(), written);
    // Without the mark the handwritten text would be lost.
    let unmarked = written.replace("<!-- ", "<!- ");
    lab.put("docs/results/small.md", &unmarked);
    lab.refused(&page, "the page has no line \"<!-- ");
    assert_eq!(read(), unmarked);
    lab.refused(&["--page"], "<NAME>");
    lab.refused(&["small", "--page", "--check"], "cannot be used with");
}

/// Clusters in virtual time have pages and data, and are compared like all experiments.
#[test]
fn clusters_have_pages_and_are_compared() {
    let lab = Lab::usual();
    lab.put(
        "experiments/machines.toml",
        r#"name = "machines"
kind = "cluster"
title = "two machines"
source = "no paper"
memory = "4MiB"
table = "1MiB"

[[set]]
game = "loa"
file = "corpus/machines.txt"
per-millisecond = 500

[[run]]
label = "2"
machines = 2
group = "some"
config = { queued = 0, ways = { least = 64 } }

[[check]]
claim = "two are not slower than one"
run = "2"
at-least = 1
problems = 1
"#,
    );
    let position = "...x....o.................oxx....o..ooo....ox................... x";
    lab.put(
        "corpus/machines.txt",
        &format!("{position} ; attacker=black ; value=proved\n"),
    );
    let run = lab.run(&["machines", "--out", "done"]);
    assert_eq!(run.code, 0, "{run:?}");
    let missing = lab.run(&["machines", "--check"]);
    assert_eq!(missing.code, 2, "{missing:?}");
    let page = lab.run(&["machines", "--page", "--out", "done"]);
    assert_eq!(page.code, 0, "{page:?}");
    for made in ["machines.md", "machines.svg", "data/machines/rows.csv"] {
        assert!(lab.path(&format!("docs/results/{made}")).exists(), "{made}");
    }
    let same = lab.run(&["machines", "--check"]);
    assert_eq!((same.code, &*same.err), (0, ""), "{same:?}");
    let expected = "machines: 1 of 1 positions, 2 of 2 runs repeated: the same nodes (";
    assert!(same.out.starts_with(expected), "{}", same.out);
    for how in ["--page", "--check"] {
        let sets = lab.run(&["machines", how, "--set", "corpus/machines.txt"]);
        let expected = "an experiment with clusters does not take --set";
        assert!(sets.code == 2 && sets.err.contains(expected), "{sets:?}");
    }
    lab.edit("docs/results/machines.md", "two machines", "three machines");
    let older = lab.run(&["machines", "--check"]);
    assert_eq!(older.code, 1, "{older:?}");
    assert!(older.out.contains("OLDER, 1 difference"), "{}", older.out);
}
