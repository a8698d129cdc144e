//! Limits apply to all searches of a question together.

use std::time::{Duration, Instant};

use crate::support::{ENGLISH, HARD, PROGRAM, shomei};

/// A mate in 119 plies. Following the best moves of the table leads to repetitions.
const LONG: &str = "2B1n1R2/7Gp/4+N4/6rk1/4sNl2/9/2+p2NsG1/5+B3/1s1P3s1 b 2g3l15p 1";

/// 36 moves with two questions each. None of them can be solved during a test.
#[test]
fn all_questions_about_a_position_share_its_time() {
    let started = Instant::now();
    let run = shomei(["solve", "loa", HARD, "--moves", "--time", "1s", "--json"]);
    assert!(started.elapsed() < Duration::from_secs(20), "{run:?}");
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.object()["stopped_by"], "time", "{run:?}");
}

/// The expanded nodes of two positions that are too hard to solve.
fn expanded_of_two(limits: [&str; 2]) -> [u64; 2] {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    std::fs::write(&list, format!("{HARD}\n{HARD}\n")).unwrap();
    let list = format!("@{}", list.display());
    let run = shomei(["solve", "loa", &list, "--json", limits[0], limits[1]]);
    assert_eq!(run.code, 3, "{run:?}");
    let objects = run.objects();
    for object in &objects {
        assert_eq!(object["stopped_by"], "time", "{run:?}");
    }
    [0, 1].map(|line: usize| objects[line]["expanded"].as_u64().unwrap())
}

#[test]
fn positions_of_a_list_share_its_time() {
    let [first, second] = expanded_of_two(["--time", "300ms"]);
    assert!(first > 0);
    assert_eq!(second, 0);
}

#[test]
fn each_position_of_a_list_has_its_own_time() {
    let [first, second] = expanded_of_two(["--time-each", "300ms"]);
    assert!(first > 0);
    assert!(second > 0);
}

#[test]
fn the_shorter_of_both_times_ends_a_search() {
    for limits in [
        ["--time=300ms", "--time-each=1h"],
        ["--time=1h", "--time-each=300ms"],
    ] {
        let run = shomei(["solve", "loa", HARD, limits[0], limits[1], "--json"]);
        assert_eq!(run.object()["stopped_by"], "time", "{run:?}");
    }
}

#[test]
fn a_score_is_bounded_when_the_time_ends() {
    let started = Instant::now();
    let run = shomei([
        "solve", "othello", "start", "--score", "--time", "1s", "--json",
    ]);
    assert!(started.elapsed() < Duration::from_secs(20), "{run:?}");
    assert_eq!(run.code, 3, "{run:?}");
    let object = run.object();
    assert_eq!(object["score"], serde_json::Value::Null, "{run:?}");
    assert!(object["score_bounds"].is_array(), "{run:?}");
}

#[test]
fn a_line_reports_whether_it_is_complete() {
    let run = shomei(["solve", "shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1", "--json"]);
    assert_eq!(run.object()["line_complete"], true);
    let run = shomei(["solve", "loa", HARD, "--nodes", "100", "--json"]);
    assert!(!run.object().contains_key("line_complete"), "{run:?}");
}

/// The bounds have the right parity, and the line is a win.
#[test]
#[ignore = "millions of nodes"]
fn a_limit_of_nodes_leaves_bounds_and_a_line() {
    let args = [
        "compose",
        "check",
        "shogi",
        LONG,
        "--no-yozume",
        "--shortest",
        "--mudaai",
        "--json",
    ];
    let run = shomei(
        args.into_iter()
            .chain(["--nodes", "2500k", "--memory", "512MiB"]),
    );
    let object = run.object();
    assert_eq!(run.code, 3, "{object:?}");
    let length = object["length"].as_u64().unwrap();
    assert_eq!(length % 2, 1, "{object:?}");
    assert_eq!(object["line_complete"], true);
    assert_eq!(object["line"].as_array().unwrap().len() % 2, 1);
}

/// The peak memory of the program in MiB, as reported by the system.
#[cfg(target_os = "linux")]
fn most_memory(args: &[&str]) -> u64 {
    use std::process::{Command, Stdio};
    let mut child = Command::new(PROGRAM)
        .env("LC_ALL", ENGLISH)
        .args(args)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    most / 1024
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "minutes"]
fn everything_stays_within_the_memory() {
    let directory = tempfile::tempdir().unwrap();
    let proof = directory.path().join("long.proof");
    let proof = ["--proof", proof.to_str().unwrap(), "--check"];
    let (solve, check) = (&["solve"][..], &["compose", "check"][..]);
    for (command, options) in [(solve, &proof[..]), (solve, &["--shortest"]), (check, &[])] {
        let question = ["shogi", LONG, "--memory", "512MiB", "--time", "100s"];
        let args = [command, &question, options].concat();
        let most = most_memory(&args);
        assert!((50..=600).contains(&most), "{most} MiB: {options:?}");
    }
}
