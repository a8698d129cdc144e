//! Tests every option that writes a file with every kind of existing file.

use std::fs;

#[allow(dead_code, reason = "the tests of `shomei` need more of it")]
#[path = "../../../shomei-cli/tests/cli/writes/place.rs"]
mod place;

use crate::support::{Run, WIN};
use place::{Place, Row, all_files_are_known, row};

const REPRODUCE: &str = "reproduce small --out out";
const PAGE: &str = "reproduce small --out done --page";

const WRITING: &[Row] = &[
    row(
        "generate --out",
        "generate loa --count 2 --min-nodes 10 --max-nodes 2k --out out/x.txt",
        "out/x.txt",
    ),
    row(
        "train --out",
        "train othello costs --problems 2 --out out/x.costs",
        "out/x.costs",
    ),
    Row {
        is_alone: true,
        ..row("reproduce --out", REPRODUCE, "out/experiment.json")
    },
    row("reproduce --out", REPRODUCE, "out/runs.journal"),
    row("reproduce --out", REPRODUCE, "out/table.md"),
    row("reproduce --out", REPRODUCE, "out/rows.csv"),
    row("reproduce --out", REPRODUCE, "out/runs.csv"),
    row("reproduce --out", REPRODUCE, "out/plot.svg"),
    row("man --out", "man --out out", "out/shomei-lab-train.1"),
    row("reproduce --page", PAGE, "docs/results/small.md"),
    row("reproduce --page", PAGE, "docs/results/small.svg"),
    row(
        "reproduce --page",
        PAGE,
        "docs/results/data/small/experiment.json",
    ),
    row("reproduce --page", PAGE, "docs/results/data/small/runs.csv"),
];

/// The other arguments that are files or folders, which are only read.
const READING: &[&str] = &["train --records", "reproduce --set", "reproduce --reuse"];

const EXPERIMENT: &str = r#"name = "small"
title = "a search"
source = "our own"
game = "loa"
rules = "olympiad"
sets = ["in/set.txt"]
memory = "1MiB"
count = "expanded"
limits = { nodes = 100_000 }

[[run]]
label = "df-pn"
algorithm = "df-pn"

[[column]]
name = "all"
title = "all"
solved-by = ["df-pn"]

[plot]
kind = "solved-over-nodes"
axis = "nodes"
"#;

/// The folder before the tested commands.
fn prepared() -> Place {
    let set = format!("{WIN} ; attacker=black ; value=proved\n");
    let files = [("experiments/small.toml", EXPERIMENT), ("in/set.txt", &set)];
    Place::of(&files, &["reproduce small --out done"])
}

#[test]
fn no_option_replaces_what_another_program_has_made() {
    prepared().try_rows(WRITING);
}

/// A new option must be listed here, with its test if it writes.
#[test]
fn all_options_with_files_are_known_here() {
    all_files_are_known(WRITING, READING, |_| false);
}

fn refused(run: &Run, why: &str) {
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains(why), "{run:?}");
    assert_eq!(run.out, "");
}

#[test]
fn a_page_keeps_the_text_of_its_authors() {
    let place = prepared();
    let page = place.path("docs/results/small.md");
    let run = |force: &str| place.run(&format!("reproduce small --out done --page {force}"));
    assert_eq!(run("").code, 0);
    let made = fs::read_to_string(&page).unwrap();
    let text = format!("{made}\nMy own words.\n");
    let retitled = format!("# Another title\n{text}");
    for (before, force) in [(&text, ""), (&text, "--force"), (&retitled, "--force")] {
        fs::write(&page, before).unwrap();
        let run = run(force);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(fs::read_to_string(&page).unwrap(), text, "{before}");
    }
    let (unmarked, _) = made.split_once("<!-- ").unwrap();
    fs::write(&page, unmarked).unwrap();
    refused(&run(""), "put it where your text begins");
    assert_eq!(fs::read_to_string(&page).unwrap(), unmarked);
    assert_eq!(run("--force").code, 0);
    assert_eq!(fs::read_to_string(&page).unwrap(), made);
}
