//! The store of solved positions saves work, does not change answers and survives crashes.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{
    DIAGRAM_4, ENGLISH, HARD, LONG, LOSS, PROGRAM, Run, WIN, directory, shomei, text,
};

fn expanded(run: &Run) -> u64 {
    run.object()["expanded"].as_u64().unwrap()
}

/// The output of `store info` as an object.
fn info(file: &str) -> serde_json::Map<String, serde_json::Value> {
    let run = shomei(["store", "info", file, "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    run.object()
}

fn entries(file: &str) -> u64 {
    info(file)["entries"].as_u64().unwrap()
}

/// A store with the solved positions of a search.
fn made(folder: &Path, position: &str) -> String {
    let file = text(&folder.join("a.store"));
    let run = shomei([
        "solve",
        "loa",
        position,
        "--store-file",
        &file,
        "--store-work",
        "20",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    file
}

#[test]
fn a_warm_store_gives_the_same_answer_for_less_work_in_four_games() {
    // Positions from the corpora.
    let questions = [
        ("loa", DIAGRAM_4, 20),
        ("loa", LOSS, 20),
        (
            "uttt",
            "O;.X..O...@;X...X.OX./..X.X.X.X/.O...O.XX/O...X...O/OOO.O..X./.X..X..../.OXX..X.O/.OO..OOOX/O..X..OX.",
            2,
        ),
        (
            "othello",
            "OX--O---OOXOO--OOXOOOO-OOOXOOOOO-OXOXOOO--O-XOXO-O-OOXXX---OXXX- X",
            2,
        ),
        ("shogi", "9/9/4k4/9/9/9/9/9/9 b RBGS 1", 2),
    ];
    for (game, position, times) in questions {
        let folder = directory();
        let [store, proof] = ["a.store", "a.proof"].map(|name| text(&folder.path().join(name)));
        let plain = shomei(["solve", game, position, "--json"]);
        assert_eq!(plain.code, 0, "{plain:?}");
        let solve = || {
            let solve = [
                "solve", game, position, "--json", "--proof", &proof, "--check",
            ];
            let kept = ["--store-file", &store, "--store-work", "2"];
            let run = shomei(solve.into_iter().chain(kept));
            assert_eq!(run.code, 0, "{run:?}");
            assert_eq!(run.object()["answer"], plain.object()["answer"]);
            run
        };
        let (cold, warm) = (solve(), solve());
        // Writing to a store does not change the search.
        assert_eq!(expanded(&cold), expanded(&plain), "{position}");
        assert!(
            cold.err.contains("store: 0 positions found there"),
            "{cold:?}"
        );
        assert!(
            expanded(&warm) * times <= expanded(&cold),
            "{position}: {warm:?}"
        );
    }
}

#[test]
fn all_questions_about_a_position_share_a_store() {
    let folder = directory();
    let file = made(folder.path(), WIN);
    let before = info(&file);
    assert_eq!(before["aims"].as_array().unwrap().len(), 1, "{before:?}");
    let run = shomei([
        "solve",
        "loa",
        LOSS,
        "--value",
        "--store-file",
        &file,
        "--store-work",
        "20",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let after = info(&file);
    assert_eq!(after["aims"].as_array().unwrap().len(), 2, "{after:?}");
    // The positions of a list, too.
    let list = text(&folder.path().join("list.txt"));
    fs::write(&list, format!("{WIN}\n{LOSS}\n{WIN}\n")).unwrap();
    let run = shomei([
        "solve",
        "loa",
        &format!("@{list}"),
        "--store-file",
        &file,
        "--json",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let nodes: Vec<_> = run
        .objects()
        .iter()
        .map(|line| line["expanded"].as_u64())
        .collect();
    assert!(nodes.iter().all(|nodes| nodes.unwrap() < 50), "{nodes:?}");
}

#[test]
fn a_search_continues_without_a_damaged_store() {
    let folder = directory();
    let file = made(folder.path(), WIN);
    let mut bytes = fs::read(&file).unwrap();
    let half = bytes.len() / 2;
    bytes[320..half].fill(0x5a);
    fs::write(&file, &bytes).unwrap();
    let run = shomei(["solve", "loa", WIN, "--store-file", &file]);
    assert_eq!(run.code, 0, "{run:?}");
    let expected = format!("warning: {file}: it is damaged: ");
    assert!(run.err.starts_with(&expected), "{run:?}");
    assert!(
        run.err.contains("; the search continues without the store"),
        "{run:?}"
    );
    let run = shomei(["store", "info", &file]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.err
            .starts_with(&format!("error: {file}: it is damaged: ")),
        "{run:?}"
    );
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH);
    command.args(args).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until the file exists.
fn wait_for(file: &str) {
    while !Path::new(file).exists() {
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_keeps_its_store_and_other_programs_search_without_it() {
    let folder = directory();
    let file = text(&folder.path().join("a.store"));
    let child = start(&[
        "solve",
        "loa",
        LONG,
        "--set",
        "init=mobility",
        "--store-file",
        &file,
        "--store-work",
        "2",
    ]);
    wait_for(&file);
    thread::sleep(Duration::from_millis(500));
    // A second program at the same time.
    let other = shomei(["solve", "loa", WIN, "--store-file", &file]);
    assert_eq!(other.code, 0, "{other:?}");
    let expected = format!(
        "warning: {file}: another program has it open; the search continues without the store\n"
    );
    assert_eq!(other.err, expected);
    let other = shomei(["store", "info", &file]);
    assert_eq!(other.code, 1, "{other:?}");
    assert_eq!(
        other.err,
        format!("error: {file}: another program has it open\n")
    );
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status();
    assert!(status.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(entries(&file) > 0);
    let run = shomei(["store", "verify", &file]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn a_search_that_is_killed_leaves_a_store_that_opens() {
    let folder = directory();
    let file = made(folder.path(), WIN);
    let before = entries(&file);
    let mut child = start(&[
        "solve",
        "loa",
        HARD,
        "--store-file",
        &file,
        "--store-work",
        "2",
    ]);
    thread::sleep(Duration::from_millis(700));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(entries(&file) >= before);
}

/// The text of a store with `count` Lines of Action entries.
fn many(folder: &Path, count: u64) -> String {
    let file = made(folder, WIN);
    let out = text(&folder.join("many.jsonl"));
    let run = shomei(["store", "export", &file, &out]);
    assert_eq!(run.code, 0, "{run:?}");
    let mut lines = fs::read_to_string(&out).unwrap();
    let head = lines.find('\n').unwrap() + 1;
    lines.truncate(head);
    for i in 0..count {
        let key = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        lines += &format!(
            "{{\"aim\":\"white wins\",\"key\":\"{key:016x}\",\"check\":\"{i:016x}\",\
             \"claim\":\"proved\",\"length\":3,\"work\":{i}}}\n"
        );
    }
    fs::write(&out, lines).unwrap();
    out
}

#[test]
fn an_import_that_is_killed_at_any_moment_leaves_a_store_that_opens() {
    let folder = directory();
    let lines = many(folder.path(), 120_000);
    for wait in [30, 300, 700, 1_100, 1_500] {
        let file = text(&folder.path().join(format!("{wait}.store")));
        let mut child = start(&["store", "import", &file, &lines]);
        thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        if Path::new(&file).exists() {
            let found = entries(&file);
            // Only whole commits are there.
            assert!(found == 120_000 || found.is_multiple_of(100_000), "{found}");
        }
        let run = shomei(["store", "import", &file, &lines]);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(entries(&file), 120_000);
    }
}

#[test]
fn wrong_entries_of_a_store_are_found_by_solving_again() {
    let folder = directory();
    let file = made(folder.path(), WIN);
    let [lines, wrong] = ["a.jsonl", "b.store"].map(|name| text(&folder.path().join(name)));
    let run = shomei(["store", "export", &file, &lines]);
    assert_eq!(run.code, 0, "{run:?}");
    let right = shomei(["store", "verify", &file, "--positions", WIN, "--json"]);
    assert_eq!(right.code, 0, "{right:?}");
    let object = right.object();
    let counts = ["positions", "found", "agree", "disagree"].map(|name| object[name].as_u64());
    assert_eq!(counts, [Some(1), Some(1), Some(1), Some(0)]);
    // All answers are inverted.
    let swapped = fs::read_to_string(&lines).unwrap();
    let swapped = swapped.replace("\"claim\":\"proved\"", "\"claim\":\"disproved\"");
    fs::write(&lines, swapped).unwrap();
    let run = shomei(["store", "import", &wrong, &lines]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = shomei(["store", "verify", &wrong, "--positions", WIN]);
    assert_eq!(run.code, 1, "{run:?}");
    let expected =
        "error: position: Black wins: the store has disproved, and a search has proved\n";
    assert_eq!(run.err, expected);
    assert!(
        run.out.ends_with("\nthe store contains wrong entries\n"),
        "{run:?}"
    );
    // The limit is too small for an answer.
    let run = shomei([
        "store",
        "verify",
        &wrong,
        "--positions",
        WIN,
        "--nodes",
        "10",
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    // The certificate is made with the rules, so it is correct although the store is wrong.
    let proof = text(&folder.path().join("a.proof"));
    let solve = [
        "solve",
        "loa",
        WIN,
        "--store-file",
        &wrong,
        "--proof",
        &proof,
        "--json",
    ];
    let run = shomei(solve);
    let is_right = run.code == 0 && run.object()["answer"] == "proved";
    assert!(is_right || run.code == 1, "{run:?}");
    // The two imports contradict each other.
    let run = shomei(["store", "import", &file, &lines]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.err
            .contains(" is both proved and disproved: neither is kept"),
        "{run:?}"
    );
}
