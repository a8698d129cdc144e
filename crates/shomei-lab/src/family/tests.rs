//! A small experiment with the family, from its text to its tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::files::Guard;
use shomei_game::TreeGame;
use shomei_loa::Loa;

use crate::LabError;
use crate::compare::{CompareRequest, compare};
use crate::experiment::Experiment;
use crate::game::lab_game;
use crate::page::{PageRequest, write_page};
use crate::pipeline::{Event, Reproduced, Request, reproduce};
use crate::record::Record;

const TEXT: &str = r#"name = "tiny"
kind = "family"
title = "a tiny one"
source = "no paper"
memory = "1MiB"
count = "generated"
limits = { nodes = 3_000 }
expansions = 500
base = "df-pn"
solved = ["PN", "df-pn"]

[[set]]
group = "endings"
game = "loa"
file = "positions.txt"

[[graphs]]
group = "graphs"
name = "narrow"
seed = 3
count = 12
recipe = { width = 20, depth = 16, moves = 4, back = 30, ends = 40 }

[[run]]
label = "PN"
algorithm = "pn"
options = { init = "unit" }
line = "PN"

[[run]]
label = "df-pn"
algorithm = "df-pn"
options = { init = "unit", epsilon = 0 }
line = "df-pn"

[[run]]
label = "1/4"
algorithm = "df-pn"
options = { init = "unit", epsilon = 0.25 }

[[run]]
label = "weak"
algorithm = "df-pn"
options = { init = "unit", epsilon = 0, rule = "weak" }

[[run]]
label = "PN, less"
algorithm = "pn"
options = { init = "unit" }
memory = "16KiB"
line = "PN"

[[run]]
label = "df-pn, less"
algorithm = "df-pn"
options = { init = "unit", epsilon = 0 }
memory = "16KiB"
line = "df-pn"

[[rule]]
run = "weak"
base = "df-pn"

[sizes]
base = "df-pn"
runs = ["1/4"]

[[check]]
claim = "PN is ten times as fast"
left = "PN"
right = "df-pn"
at-most = 0.1

[[check]]
claim = "the weak rule is no worse on graphs"
left = "weak"
right = "df-pn"
group = "graphs"
at-most = 1
"#;

const POSITION: &str = ".....x....................x.....o............o.................. o";

fn written(folder: &Path, text: &str, value: &str) -> PathBuf {
    let line = format!("{POSITION} ; attacker=black ; value={value}\n");
    fs::write(folder.join("positions.txt"), line).unwrap();
    let path = folder.join("tiny.toml");
    fs::write(&path, text).unwrap();
    path
}

fn load(path: &Path) -> Result<Experiment, LabError> {
    Experiment::read(path, &[lab_game::<Loa>(), lab_game::<TreeGame>()], &[])
}

#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
fn go(
    path: &Path,
    out: &Path,
    threads: usize,
    stop: bool,
) -> Result<(Reproduced, usize), LabError> {
    let request = Request {
        reuse: Vec::new(),
        guard: Guard::default(),
        experiment: load(path)?,
        positions: None,
        out: out.to_path_buf(),
        threads,
    };
    let stop = Arc::new(AtomicBool::new(stop));
    let mut runs = 0;
    let reproduced = reproduce(&request, &stop, &mut |event| {
        runs += usize::from(matches!(event, Event::Finished { .. }));
    })?;
    Ok((reproduced, runs))
}

/// The lines of a journal without their times, sorted.
fn counts(out: &Path) -> Vec<String> {
    let text = fs::read_to_string(out.join("runs.journal")).unwrap();
    let mut lines: Vec<String> = text
        .lines()
        .skip(2)
        .map(|line| {
            let mut record: Record = serde_json::from_str(&line[27..]).unwrap();
            record.seconds = 0.0;
            serde_json::to_string(&record).unwrap()
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn the_family_is_run_once_and_compared_and_drawn() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "proved");
    let out = root.path().join("out");
    let (first, runs) = go(&path, &out, 2, false).unwrap();
    // Six runs and a count of meeting paths on 13 positions.
    assert_eq!((runs, first.unfinished, first.of), (91, 0, 91));
    assert!(
        first.contradictions.is_empty(),
        "{:?}",
        first.contradictions
    );
    let table = &first.table;
    for part in [
        "- graphs: 12 positions, graphs: narrow\n",
        "## Solved\n",
        "| df-pn | 1 | 12 | 13 |\n",
        "## Against df-pn\n",
        "## Meeting lines\n",
        "| set | positions | lines per position | counts per leaf | weak / df-pn |\n",
        "## Less memory\n",
        "| memory | df-pn, solved of 13 | PN, solved of 13 | PN / df-pn, nodes |\n",
        "| 16.0 KiB | ",
        "## By size\n",
        "| group, nodes | 1/4 |\n",
        "| PN is ten times as fast | ",
        " | **no** |\n",
        "| the weak rule is no worse on graphs | ",
        " | yes |\n",
        "None: no two runs, no set and no certificate contradict each other.\n",
    ] {
        assert!(table.contains(part), "{part}\n{table}");
    }
    for (name, line) in [
        ("solved.svg", "PN"),
        ("rules.svg", "weak"),
        ("memory.svg", "df-pn"),
        ("epsilon.svg", "1/4"),
    ] {
        let text = fs::read_to_string(out.join(name)).unwrap();
        assert!(text.contains(&format!(">{line}</text>")), "{name}");
    }
    for (name, lines) in [("runs.csv", 6 * 13), ("positions.csv", 13), ("rows.csv", 6)] {
        let csv = fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(csv.lines().count(), 1 + lines, "{name}");
    }
    let (again, runs) = go(&path, &out, 2, false).unwrap();
    assert_eq!((runs, &again.table), (0, table));
    // The counts in another folder and another order are the same.
    let other = root.path().join("other");
    go(&path, &other, 1, false).unwrap();
    assert_eq!(counts(&out), counts(&other));
}

/// Requests for a page of finished results, in their folder, and for its comparison.
fn with_page(root: &Path) -> (PageRequest, CompareRequest) {
    let path = written(root, TEXT, "proved");
    let out = root.join("out");
    go(&path, &out, 2, false).unwrap();
    let page = PageRequest {
        guard: Guard::default(),
        experiment: load(&path).unwrap(),
        from: out,
        data: root.join("data"),
        page: root.join("tiny.md"),
    };
    let compare = CompareRequest {
        experiment: page.experiment.clone(),
        folder: page.data.clone(),
        page: Some(page.page.clone()),
        runs: None,
        threads: 2,
    };
    (page, compare)
}

fn differences(request: &CompareRequest) -> Vec<String> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut events = (0, 0);
    let compared = compare(request, &stop, &mut |event| match event {
        Event::Begin { of, .. } => events.1 = of,
        Event::Finished { .. } => events.0 += 1,
        _ => {}
    });
    let compared = compared.unwrap();
    assert_eq!(
        (compared.positions, compared.of, compared.recorded),
        (13, 13, 91)
    );
    // Three of each of the six rows and of the trees.
    assert_eq!((compared.repeated, events), (21, (21, 21)));
    compared.differences
}

#[test]
fn a_page_keeps_the_text_between_its_tables() {
    let root = tempfile::tempdir().unwrap();
    let (request, compare) = with_page(root.path());
    write_page(&request).unwrap();
    let first = fs::read_to_string(&request.page).unwrap();
    let parts: Vec<&str> = first.split("<!-- ").collect();
    assert_eq!(parts.len(), 3, "{first}");
    assert!(parts[0].contains("- positions: 13 of 13\n") && !parts[0].contains("## Solved"));
    assert!(parts[2].contains("## Solved\n") && parts[2].contains("## Contradictions\n"));
    assert!(root.path().join("tiny-solved.svg").exists());
    assert_eq!(differences(&compare), [""; 0]);
    let text = first.replacen("-->\n<!--", "-->\n\nMy own words.\n\n<!--", 1);
    assert_ne!(text, first);
    fs::write(&request.page, &text).unwrap();
    // From the data alone.
    let again = PageRequest {
        from: request.data.clone(),
        ..request.clone()
    };
    write_page(&again).unwrap();
    assert_eq!(fs::read_to_string(&request.page).unwrap(), text);
    assert_eq!(differences(&compare), [""; 0]);
    // Without the second mark the text would be lost.
    let (above, _) = text.split_once("<!-- Above: written by hand").unwrap();
    fs::write(&request.page, above).unwrap();
    let error = write_page(&again).unwrap_err().to_string();
    assert!(error.contains("put it where your text ends"), "{error}");
    assert_eq!(fs::read_to_string(&request.page).unwrap(), above);
}

#[test]
fn differences_from_the_program_are_reported() {
    let root = tempfile::tempdir().unwrap();
    let (request, compare) = with_page(root.path());
    write_page(&request).unwrap();
    let change = |path: &Path, from: &str, to: &str| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{from}: {text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
        let found = differences(&compare);
        fs::write(path, text).unwrap();
        found
    };
    let page = &request.page;
    let found = change(page, "| df-pn | 1 | 12 | 13 |", "| df-pn | 1 | 11 | 13 |");
    let text = fs::read_to_string(page).unwrap();
    let line = 1 + text
        .lines()
        .position(|line| line == "| df-pn | 1 | 12 | 13 |")
        .unwrap();
    let expected = format!("tiny.md:{line} differs from its data: | df-pn | 1 | 12 | 13 |");
    assert!(
        found.len() == 1 && found[0].ends_with(&expected),
        "{found:?}"
    );
    let figure = root.path().join("tiny-solved.svg");
    let found = change(&figure, "<svg", "<svg ");
    assert_eq!(found, ["the figure tiny-solved.svg differs from its data"]);
    // The largest run of a row is always repeated.
    let runs = request.data.join("runs.csv");
    let text = fs::read_to_string(&runs).unwrap();
    let of_row = text.lines().filter(|line| line.contains(",weak,proved,"));
    let generated = |line: &str| line.split(',').nth(4).unwrap().parse::<u64>().unwrap();
    let line = of_row.max_by_key(|line| generated(line)).unwrap();
    let other = line.replacen(",proved,", ",disproved,", 1);
    let found = change(&runs, line, &other);
    let change = "answer: disproved was recorded, now proved";
    assert!(
        found
            .iter()
            .any(|one| one.starts_with("weak on ") && one.ends_with(change)),
        "{found:?}"
    );
    // A damaged table names the line.
    let text = fs::read_to_string(&runs).unwrap();
    fs::write(&runs, text.replacen(",df-pn,", ",df-np,", 1)).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let error = crate::compare::compare(&compare, &stop, &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("runs.csv:15: the experiment has no row \"df-np\""),
        "{error}"
    );
}

#[test]
fn what_was_interrupted_is_left_to_do() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "proved");
    let out = root.path().join("out");
    let (stopped, runs) = go(&path, &out, 1, true).unwrap();
    assert_eq!((runs, stopped.unfinished), (0, 91));
    assert!(
        stopped.table.contains("**not finished**"),
        "{}",
        stopped.table
    );
    assert!(!out.join("table.md").exists());
    let (resumed, runs) = go(&path, &out, 1, false).unwrap();
    assert_eq!((runs, resumed.unfinished), (91, 0));
}

#[test]
fn other_runs_are_refused_in_the_same_folder() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("out");
    go(&written(root.path(), TEXT, "proved"), &out, 1, true).unwrap();
    for (from, to, why) in [
        ("epsilon = 0.25", "epsilon = 0.5", "its run 4 is df-pn"),
        (
            "expansions = 500",
            "expansions = 501",
            ", not meeting lines; expansions 501",
        ),
        ("seed = 3", "seed = 4", "its set 2 is graphs: narrow"),
    ] {
        let path = written(root.path(), &TEXT.replacen(from, to, 1), "proved");
        let error = go(&path, &out, 1, true).unwrap_err();
        assert!(
            error.is_input() && error.to_string().contains(why),
            "{error}"
        );
    }
}

#[test]
fn an_answer_that_the_set_denies_is_a_contradiction() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "disproved");
    let (found, _) = go(&path, &root.path().join("out"), 1, false).unwrap();
    assert_eq!(found.contradictions.len(), 1, "{:?}", found.contradictions);
    assert!(found.contradictions[0].contains("the set says disproved"));
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    let root = tempfile::tempdir().unwrap();
    let nine = format!("solved = [{}]", ["\"PN\""; 9].join(", "));
    for (right, wrong, expected) in [
        (
            "base = \"df-pn\"",
            "base = \"pn\"",
            "tiny.toml:9: unknown run \"pn\"; did you mean \"PN\"?",
        ),
        (
            "game = \"loa\"",
            "game = \"lao\"",
            "tiny.toml:14: unknown game \"lao\"",
        ),
        (
            "count = \"generated\"",
            "count = \"time\"",
            "tiny.toml:6: unknown counter \"time\"",
        ),
        (
            "width = 20",
            "width = 0",
            "tiny.toml:19: graphs narrow: the width must be above 0",
        ),
        (
            "algorithm = \"pn\"",
            "algorithm = \"pm\"",
            "tiny.toml:26: unknown algorithm \"pm\"",
        ),
        (
            "init = \"unit\"",
            "init = \"one\"",
            "tiny.toml:25: in loa: \"one\" is not a value of init",
        ),
        (
            "label = \"1/4\"",
            "label = \"PN\"",
            "tiny.toml:37: two runs are called \"PN\"",
        ),
        (
            "at-most = 0.1",
            "",
            "tiny.toml:69: at-least or at-most is missing",
        ),
        (
            "group = \"graphs\"\nat-most",
            "group = \"graph\"\nat-most",
            "unknown group \"graph\"",
        ),
        (
            "solved = [\"PN\", \"df-pn\"]",
            &nine,
            "tiny.toml:10: a figure has at most 8 lines",
        ),
        (
            "nodes = 3_000",
            "time = \"1s\"",
            "tiny.toml:7: unknown key \"time\"",
        ),
    ] {
        assert!(TEXT.contains(right), "{right}");
        let path = written(root.path(), &TEXT.replacen(right, wrong, 1), "proved");
        let error = load(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_kind_decides_how_a_file_is_read() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "proved");
    let games = [lab_game::<Loa>(), lab_game::<TreeGame>()];
    let any = Experiment::read(&path, &games, &[]).unwrap();
    assert!(any.family.is_some(), "{any:?}");
    let other = TEXT.replacen("kind = \"family\"", "", 1);
    let path = written(root.path(), &other, "proved");
    let error = Experiment::read(&path, &games, &[]).unwrap_err();
    assert!(error.to_string().contains("unknown key"), "{error}");
}
