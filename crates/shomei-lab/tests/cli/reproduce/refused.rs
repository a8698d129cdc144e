//! Refused experiments, sets and folders, and given sets.

use std::fs;
use std::path::Path;

use super::{EXPERIMENT, Lab};
use crate::support::{LOSS, WIN, names};

#[test]
fn bad_input_is_refused_before_anything_runs() {
    let lab = Lab::usual();
    lab.refused(&["smal"], "there is no experiment named \"smal\" in ");
    lab.refused(&["smal"], "experiments; did you mean \"small\"?");
    lab.refused(
        &["experiments/none.toml"],
        "cannot read experiments/none.toml: ",
    );
    for (from, to, message) in [
        (
            "algorithm = \"pn\"",
            "algorithm = \"np\"",
            "small.toml:13: unknown algorithm \"np\"; did you mean \"pn\"?",
        ),
        (
            "certify",
            "certfy",
            "small.toml:20: unknown key \"certfy\"; did you mean \"certify\"?",
        ),
        (
            "count = \"evaluated\"",
            "count = \"evalated\"",
            "small.toml:8: unknown counter \"evalated\"; did you mean \"evaluated\"?",
        ),
        (
            "sets/small.txt",
            "sets/smal.txt",
            "small.toml:6: cannot read the set ",
        ),
        (
            "rules = \"olympiad\"",
            "rules = \"olympic\"",
            "small.toml:5: rules: column 1: unknown rule \"olympic\"; did you mean \"olympiad\"?",
        ),
    ] {
        lab.edit("experiments/small.toml", from, to);
        lab.refused(&["small"], message);
        lab.put("experiments/small.toml", EXPERIMENT);
    }
    lab.edit("sets/small.txt", "name=loss", "nmae=loss");
    lab.refused(&["small"], "sets/small.txt:3: unknown key \"nmae\"");
    assert!(!lab.path("results").exists());
}

#[test]
fn other_sets_can_be_given() {
    let lab = Lab::usual();
    lab.put("list.txt", &format!("# endings\n{WIN}\n"));
    lab.put("table.tsv", &format!("# id\tposition\nsecond\t{LOSS}\n"));
    let given = ["small", "--set", "list.txt", "--set", "table.tsv"];
    let run = lab.run(&given);
    assert_eq!(run.code, 0, "{run:?}");
    let line = "- positions: 2 of 2, list.txt, table.tsv";
    assert!(run.out.contains(line), "{}", run.out);
    let csv = fs::read_to_string(lab.path("results/small/runs.csv")).unwrap();
    assert!(
        csv.contains("1,list.txt,2,PN,") && csv.contains("2,table.tsv,2,PN,"),
        "{csv}"
    );
    lab.refused(
        &["small"],
        "its set 1 is list.txt with 1 positions, checksum ",
    );
    lab.refused(
        &given[..3],
        "its set 2 is table.tsv with 1 positions, checksum ",
    );
}

#[test]
fn bad_sets_are_refused_with_their_place() {
    let lab = Lab::usual();
    let refused = |text: &str, message: &str| {
        lab.put("list.txt", text);
        lab.refused(&["small", "--set", "list.txt"], message);
    };
    refused(&format!("{WIN}\nnonsense\n"), "list.txt:2: position: ");
    refused(
        "a\tb c\n",
        "list.txt:1: no position in any column; column 2: ",
    );
    refused("# nothing\n", "the set list.txt has no positions");
    lab.refused(&["small", "--set", "none.txt"], "cannot read none.txt: ");
    lab.put("list.txt", WIN);
    lab.refused(
        &["small", "--set", "list.txt", "--set", "list.txt"],
        "the set list.txt is given twice",
    );
    assert!(!lab.path("results").exists());
}

#[test]
fn folders_of_others_are_refused() {
    let lab = Lab::usual();
    lab.put("mine/letter.txt", "dear");
    lab.refused(
        &["small", "--out", "mine"],
        "mine: there are other files here, letter.txt",
    );
    assert_eq!(names(&lab.path("mine")), ["letter.txt"]);
    assert_eq!(lab.run(&["small"]).code, 0);
    let before = lab.journal();
    lab.edit(
        "sets/small.txt",
        "name=hard",
        "name=hard\nstart moves d1-b3 ; attacker=white ; value=unknown",
    );
    lab.refused(&["small"], "its set 1 is sets/small.txt with 4 positions, ");
    assert_eq!(lab.journal(), before);
    assert!(Path::new(&lab.path("results/small/table.md")).exists());
}
