use std::fs;

use shomei::Kind;
use shomei_loa::Loa;

use super::*;
use crate::game::lab_game;

const POSITION: &str = "...x....o.................oxx....o..ooo....ox................... x";

const TEXT: &str = r#"name = "tiny"
kind = "cluster"
title = "a tiny one"
source = "nobody"
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
claim = "nobody is that fast"
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
    Experiment::load(path, &[lab_game::<Loa>()])
}

fn go(path: &Path, out: &Path, stop: bool) -> (Reproduced, usize) {
    let request = Request {
        experiment: load(path).unwrap(),
        positions: None,
        out: out.to_path_buf(),
    };
    let kinds = Kinds::of([Kind::of::<Loa>()]).unwrap();
    let stop = Arc::new(AtomicBool::new(stop));
    let mut runs = 0;
    let reproduced = reproduce(&request, &kinds, &stop, &mut |_, _| runs += 1).unwrap();
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
        first.table.contains("| nobody is that fast | "),
        "{}",
        first.table
    );
    assert!(first.table.contains("| **no** |"), "{}", first.table);
    assert!(
        first.table.contains("(1 problems) | yes |"),
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

#[test]
fn an_answer_that_the_set_denies_is_a_contradiction() {
    let root = tempfile::tempdir().unwrap();
    let path = written(root.path(), TEXT, "disproved");
    let (found, _) = go(&path, &root.path().join("out"), false);
    assert_eq!(found.contradictions.len(), 4, "{:?}", found.contradictions);
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
fn the_kind_stands_above_the_first_table() {
    assert!(is_one(TEXT));
    assert!(!is_one("name = \"a\"\n[[run]]\nkind = \"cluster\"\n"));
}
