use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::files::Guard;
use shomei_loa::Loa;

use crate::compare::{CompareRequest, Compared, compare};
use crate::experiment::Experiment;
use crate::game::lab_game;
use crate::journal::Identity;
use crate::page::{PageRequest, write_page};
use crate::source::Source;
use crate::{Event, LabError, Reproduced, Request, reproduce};

const POSITION: &str = "...x....o.................oxx....o..ooo....ox................... x";

const TEXT: &str = r#"name = "tiny"
kind = "cluster"
title = "a tiny one"
source = "no paper"
memory = "4MiB"
table = "1MiB"

[[set]]
game = "loa"
file = "positions.txt"
per-millisecond = 500

[[run]]
label = "1"
machines = 1
group = "some"
config = { queued = 0, ways = { least = 64 } }

[[run]]
label = "4"
machines = 4
group = "some"
config = { queued = 0, ways = { least = 64 } }

[[run]]
label = "4, far away"
machines = 4
milliseconds = 1
config = { queued = 0, ways = { least = 64 } }

[[run]]
label = "large problems"
machines = 2
from = 1_000_000_000

[[check]]
claim = "impossibly fast"
run = "4"
at-least = 1000
problems = 1

[[check]]
claim = "one is no faster than itself"
run = "1"
at-least = 0.1
problems = 1
"#;

fn written(folder: &Path, text: &str, value: &str) -> PathBuf {
    let line = format!("{POSITION} ; attacker=black ; value={value}\n");
    fs::write(folder.join("positions.txt"), line).unwrap();
    let path = folder.join("tiny.toml");
    fs::write(&path, text).unwrap();
    path
}

fn load(path: &Path) -> Result<Experiment, LabError> {
    Experiment::read(path, &[lab_game::<Loa>()], &[])
}

#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
fn go(path: &Path, out: &Path, stop: bool) -> (Reproduced, usize) {
    let request = Request {
        reuse: Vec::new(),
        threads: 1,
        guard: Guard::default(),
        experiment: load(path).unwrap(),
        positions: None,
        out: out.to_path_buf(),
    };
    let stop = Arc::new(AtomicBool::new(stop));
    let mut runs = 0;
    let reproduced = reproduce(&request, &stop, &mut |event| {
        runs += usize::from(matches!(event, Event::Finished { .. }));
    })
    .unwrap();
    (reproduced, runs)
}

#[test]
fn clusters_are_run_once_and_judged_and_drawn() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "proved");
    let out = root.path().join("out");
    let (first, runs) = go(&path, &out, false);
    // One thread, and three clusters: the problem is too small for the fourth.
    assert_eq!((runs, first.unfinished, first.of), (4, 0, 4));
    assert!(
        first.contradictions.is_empty(),
        "{:?}",
        first.contradictions
    );
    assert!(
        first.table.contains("| impossibly fast | "),
        "{}",
        first.table
    );
    assert!(first.table.contains("| **no** |"), "{}", first.table);
    assert!(
        first.table.contains("(1 position) | yes |"),
        "{}",
        first.table
    );
    assert!(
        fs::read_to_string(out.join("plot.svg"))
            .unwrap()
            .contains("some")
    );
    let (again, runs) = go(&path, &out, false);
    assert_eq!((runs, again.table), (0, first.table));
}

#[test]
fn what_was_interrupted_is_left_to_do() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "proved");
    let out = root.path().join("out");
    let (stopped, _) = go(&path, &out, true);
    assert!(stopped.unfinished > 0);
    assert!(!out.join("table.md").exists());
    let (resumed, _) = go(&path, &out, false);
    assert_eq!(resumed.unfinished, 0);
}

/// Requests for a page of finished results and for its comparison.
fn with_page(root: &Path) -> (PageRequest, CompareRequest) {
    let path = written(root, TEXT, "proved");
    go(&path, &root.join("out"), false);
    let page = PageRequest {
        guard: Guard::default(),
        experiment: load(&path).unwrap(),
        from: root.join("out"),
        data: root.join("data"),
        page: root.join("tiny.md"),
    };
    write_page(&page).unwrap();
    let compare = CompareRequest {
        experiment: page.experiment.clone(),
        folder: page.data.clone(),
        page: Some(page.page.clone()),
        runs: None,
        threads: 1,
    };
    (page, compare)
}

#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
fn compared(request: &CompareRequest, stop: bool) -> Result<Compared, LabError> {
    compare(request, &Arc::new(AtomicBool::new(stop)), &mut |_| {})
}

#[test]
fn a_page_keeps_what_is_written_and_holds_what_its_data_say() {
    let root = tempfile::tempdir().unwrap();
    let (request, compare) = with_page(root.path());
    let first = fs::read_to_string(&request.page).unwrap();
    assert!(first.contains("- problems: 1 of 1\n"), "{first}");
    assert!(first.contains("](tiny.svg)\n\n## By game\n"), "{first}");
    let games = first.split("## By game").nth(1).unwrap();
    assert!(games.contains("| cluster | loa |"), "{first}");
    assert!(games.contains(" (1 problem) |"), "{first}");
    assert!(root.path().join("tiny.svg").exists());
    let found = compared(&compare, false).unwrap();
    assert_eq!(
        (found.positions, found.of, found.recorded, found.repeated),
        (1, 1, 4, 4)
    );
    assert_eq!((found.unfinished, found.differences), (0, vec![]));
    // From the data alone, with handwritten text.
    let text = first.clone() + "My own words.\n";
    fs::write(&request.page, &text).unwrap();
    let again = PageRequest {
        from: request.data.clone(),
        ..request.clone()
    };
    write_page(&again).unwrap();
    assert_eq!(fs::read_to_string(&request.page).unwrap(), text);
    assert_eq!(compared(&compare, true).unwrap().unfinished, 4);
    // A page with another heading.
    let other = text.replacen("## By problem", "## By luck", 1);
    fs::write(&request.page, other).unwrap();
    let differences = compared(&compare, false).unwrap().differences;
    assert!(
        differences.len() == 1 && differences[0].ends_with("differs from its data: ## By problem"),
        "{differences:?}"
    );
}

/// Two sets of two positions, and two clusters that differ only in their problems.
fn two_sets(root: &Path) -> PathBuf {
    let second = "..................x......xxx..o...xo.x....ooo..ooooxx.......x... o";
    let both = format!(
        "{POSITION} ; attacker=black ; value=proved\n{second} ; attacker=white ; value=proved\n"
    );
    fs::write(root.join("positions.txt"), &both).unwrap();
    let third = ".....................o....o.xx...oo.xx..x.oo.o.o..x...oo......oo o";
    let others = both.replace(POSITION, third).replacen("black", "white", 1);
    fs::write(root.join("others.txt"), others).unwrap();
    let sets = "[[set]]\ngame = \"loa\"\nfile = \"others.txt\"\nper-millisecond = 700\n\n[[run]]";
    let text = TEXT.replacen("[[run]]", sets, 1);
    let small = "milliseconds = 1\nto = 1\n";
    let text = text.replacen("milliseconds = 1\n", small, 1);
    let large = "label = \"large problems\"\nmachines = 4\nmilliseconds = 1\nfrom = 2\n\
                 config = { queued = 0, ways = { least = 64 } }";
    let start = text.find("label = \"large problems\"").unwrap();
    let end = start + text[start..].find("\n\n").unwrap();
    let path = root.join("tiny.toml");
    fs::write(&path, format!("{}{large}{}", &text[..start], &text[end..])).unwrap();
    path
}

#[test]
fn positions_keep_their_numbers_and_clusters_their_problems() {
    let root = tempfile::tempdir().unwrap();
    let path = two_sets(root.path());
    let out = root.path().join("out");
    let request = Request {
        reuse: Vec::new(),
        threads: 1,
        guard: Guard::default(),
        experiment: load(&path).unwrap(),
        positions: Some(1),
        out: out.clone(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let found = reproduce(&request, &stop, &mut |_| {}).unwrap();
    // One thread and three of the four clusters on the first position of each set.
    assert_eq!((found.unfinished, found.of), (0, 8));
    let runs = fs::read_to_string(out.join("runs.csv")).unwrap();
    let columns = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let of: Vec<(String, String)> = runs
        .lines()
        .skip(1)
        .map(|line| (columns(line)[0].clone(), columns(line)[4].clone()))
        .collect();
    let expected = ["one thread", "1", "4", "large problems"].map(|run| {
        [
            ("1".to_owned(), run.to_owned()),
            ("3".to_owned(), run.to_owned()),
        ]
    });
    assert_eq!(of, expected.concat());
    let compare = CompareRequest {
        experiment: load(&path).unwrap(),
        folder: out.clone(),
        page: None,
        runs: Some(9),
        threads: 1,
    };
    let found = compared(&compare, false).unwrap();
    assert_eq!(
        (found.positions, found.of, found.recorded, found.repeated),
        (2, 4, 8, 8)
    );
    assert_eq!(found.differences, [""; 0]);
    assert_eq!(found.left, ["4, far away"]);
    // Half of the problems do not make a page.
    let page = PageRequest {
        guard: Guard::default(),
        experiment: load(&path).unwrap(),
        from: out,
        data: root.path().join("data"),
        page: root.path().join("tiny.md"),
    };
    let error = write_page(&page).unwrap_err().to_string();
    assert!(error.contains("the runs of 2 of 4 positions"), "{error}");
}

#[test]
fn an_experiment_that_was_edited_is_another_one() {
    let root = tempfile::tempdir().unwrap();
    let (_, compare) = with_page(root.path());
    for (before, after) in [
        ("machines = 4\ngroup", "machines = 1\nthreads = 4\ngroup"),
        ("queued = 0", "queued = 1"),
        ("milliseconds = 1", "milliseconds = 2"),
        ("milliseconds = 1", "round-trip = 1"),
        ("machines = 4\ngroup", "machines = 4\nlost = 500\ngroup"),
        ("per-millisecond = 500", "per-millisecond = 600"),
        ("from = 1_000_000_000", "from = 2_000_000_000"),
        ("memory = \"4MiB\"", "memory = \"8MiB\""),
        ("table = \"1MiB\"", "table = \"2MiB\""),
    ] {
        assert!(TEXT.contains(before), "{before}");
        let path = written(root.path(), &TEXT.replacen(before, after, 1), "proved");
        let edited = CompareRequest {
            experiment: load(&path).unwrap(),
            ..compare.clone()
        };
        let now = Identity::of(&edited.experiment);
        let recorded = Identity::of_results(&compare.folder).unwrap();
        assert!(recorded.other_rows(&now).is_some(), "{after}");
        let differences = compared(&edited, false).unwrap().differences;
        assert!(
            differences
                .iter()
                .any(|one| one.starts_with("the results here lack the run ")),
            "{after}: {differences:?}"
        );
    }
}

#[test]
fn counts_that_changed_and_runs_that_are_missing_are_differences() {
    let root = tempfile::tempdir().unwrap();
    let (request, mut compare) = with_page(root.path());
    compare.page = None;
    let runs = request.data.join("runs.csv");
    let text = fs::read_to_string(&runs).unwrap();
    let line = |run: &str| {
        let of_run = |line: &&str| line.split(',').nth(4) == Some(run);
        text.lines().find(of_run).unwrap().to_owned()
    };
    let four = line("4");
    let mut cells: Vec<&str> = four.split(',').collect();
    cells[7] = "1";
    fs::write(&runs, text.replacen(&four, &cells.join(","), 1)).unwrap();
    let differences = compared(&compare, false).unwrap().differences;
    assert!(
        differences.len() == 1
            && differences[0].starts_with("4 on ")
            && differences[0].contains(": work: 1 was recorded, now "),
        "{differences:?}"
    );
    // A problem with a missing run is incomplete, so there is no page.
    fs::write(&runs, text.replacen(&(four + "\n"), "", 1)).unwrap();
    let found = compared(&compare, false).unwrap();
    assert_eq!(
        (found.positions, found.of, found.recorded, found.repeated),
        (0, 1, 3, 3)
    );
    assert_eq!(found.differences, ["runs of 1 of 1 positions are missing"]);
    let from = request.data.clone();
    let error = write_page(&PageRequest { from, ..request })
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("the runs of 0 of 1 positions are finished: all are needed"),
        "{error}"
    );
    // Damaged tables name the line.
    let alone = line("one thread");
    for (wrong, message) in [
        (
            alone.replacen(",one thread,", ",two threads,", 1),
            "runs.csv:2: the experiment has no row \"two threads\"",
        ),
        (
            alone.replacen("1,loa,", "7,loa,", 1),
            "runs.csv:2: there is no position 7 in the sets",
        ),
        (
            alone.replacen("1,loa,", "1,loa,other-", 1),
            "runs.csv:2: position 1 is line ",
        ),
        (
            format!("{alone}\n{alone}"),
            "runs.csv:3: one thread on position 1",
        ),
    ] {
        fs::write(&runs, text.replacen(&alone, &wrong, 1)).unwrap();
        let error = compared(&compare, false).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn an_answer_that_the_set_denies_is_a_contradiction() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "disproved");
    let (found, _) = go(&path, &root.path().join("out"), false);
    assert_eq!(found.contradictions.len(), 1, "{:?}", found.contradictions);
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    let root = tempfile::tempdir().unwrap();
    let wrong = [
        (
            "run = \"4\"",
            "run = \"5\"",
            "tiny.toml:38: unknown run \"5\"",
        ),
        (
            "game = \"loa\"",
            "game = \"lao\"",
            "tiny.toml:9: unknown game \"lao\"",
        ),
        ("machines = 1", "machine = 1", "tiny.toml:"),
        (
            "label = \"1\"",
            "label = \"one thread\"",
            "tiny.toml:14: \"one thread\" is reserved for the row that clusters are compared with",
        ),
        (
            "label = \"1\"",
            "label = \"4\"",
            "two runs are called \"4\"",
        ),
        (
            "memory = \"4MiB\"",
            "memory = \"much\"",
            "tiny.toml:5: expected a size",
        ),
        ("least = 64", "lest = 64", "unknown key \"lest\""),
    ];
    for (right, wrong, expected) in wrong {
        let path = written(root.path(), &TEXT.replacen(right, wrong, 1), "proved");
        let error = load(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_kind_is_above_the_first_table() {
    let root = tempfile::tempdir().unwrap();
    let kind = |text: &str| {
        let path = written(root.path(), text, "proved");
        Source::open(&path).unwrap().kind()
    };
    assert_eq!(kind(TEXT).as_deref(), Some("cluster"));
    assert_eq!(kind("name = \"a\"\n[[run]]\nkind = \"cluster\"\n"), None);
    assert_eq!(kind("kind = cluster"), None);
}
