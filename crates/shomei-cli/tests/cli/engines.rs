//! `shomei nboard` and `shomei gtp` over pipes. The tests of the sessions cover the messages.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{PROGRAM, directory, shomei, shomei_reading, text};

/// Fourteen empty squares: Black wins by 10 discs with C8.
const LATE: &str = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX";

fn ggf() -> String {
    format!("(;GM[Othello]BO[8 {} *];)", LATE.replace('X', "*"))
}

#[test]
fn nboard_reports_proven_results() {
    let mut command = Command::new(PROGRAM);
    command.args([
        "nboard",
        "--time",
        "60s",
        "--threads",
        "2",
        "--memory",
        "16MiB",
    ]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut read_until = |start: &str| loop {
        let line = lines.next().expect("a line").unwrap();
        if line.starts_with(start) {
            return line;
        }
    };
    write!(
        input,
        "nboard 2\nset game {}\nset depth 6\nping 1\nhint 1\n",
        ggf()
    )
    .unwrap();
    assert_eq!(read_until("set "), "set myname shomei");
    assert_eq!(read_until("pong"), "pong 1");
    // The win may be reported before the score.
    let mut result = read_until("search C8");
    if result.contains(" 100%W ") {
        result = read_until("search C8");
    }
    assert!(result.contains(" 10.00 0 100% proven"), "{result}");
    assert_eq!(
        read_until("status proven"),
        "status proven: wins by 10 discs"
    );
    writeln!(input, "go").unwrap();
    assert!(read_until("===").starts_with("=== C8/10.00/"));
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn gtp_answers_a_piped_file_to_its_end() {
    let folder = directory();
    let game = folder.path().join("late game.ggf");
    std::fs::write(&game, ggf()).unwrap();
    let lines = format!(
        "# What is proven.\n1 loadsgf {}\n2 reg_genmove black\n3 genmove b\n4 shomei-status\n5 loadsgf no file\n",
        text(&game)
    );
    let run = shomei_reading(&lines, ["gtp", "--time", "60"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let best = "proven: a best move, wins by 10 discs";
    let head = format!("=1\n\n=2 C8\n\n=3 C8\n\n=4 C8: {best}\n\n?5 cannot load no file: ");
    assert!(run.out.starts_with(&head), "{}", run.out);
    assert_eq!(run.err, format!("C8: {best}\n").repeat(2));
    // A file that is too large for a game.
    let large = folder.path().join("large.sgf");
    std::fs::write(&large, "x".repeat((1 << 20) + 1)).unwrap();
    let run = shomei_reading(&format!("loadsgf {}\n", text(&large)), ["gtp"]);
    assert!(
        run.out.ends_with(": the file is longer than 1 MiB\n\n"),
        "{}",
        run.out
    );
}

/// After `quit` the program ends at once instead of finishing a move of ten minutes.
#[test]
fn quit_ends_the_search_of_gtp() {
    let mut command = Command::new(PROGRAM);
    command.args(["gtp", "--time", "600"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    write!(input, "1 name\n2 reg_genmove b\n3 genmove b\n4 name\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "=1 shomei");
    thread::sleep(Duration::from_millis(500));
    writeln!(input, "5 quit").unwrap();
    let ended = (0..3_000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        child.try_wait().unwrap().is_some()
    });
    if !ended {
        child.kill().unwrap();
    }
    let output: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(ended, "{output:?}");
    let answers: Vec<&str> = output
        .iter()
        .map(String::as_str)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(answers.len(), 4, "{output:?}");
    assert!(answers[0].starts_with("?2 interrupted: "), "{output:?}");
    assert!(answers[1].starts_with("=3 "), "{output:?}");
    assert_eq!(answers[2..], ["=4 shomei", "=5"], "{output:?}");
}

#[test]
fn both_take_the_options_of_a_search() {
    for command in ["nboard", "gtp"] {
        let help = shomei([command, "--help"]).out;
        for option in ["--time <TIME>", "--threads <N>", "--memory <SIZE>"] {
            assert!(help.contains(option), "{command}: {option}\n{help}");
        }
        let page = shomei(["man", command]).out;
        assert!(page.contains(&format!(".TH shomei-{command} 1")), "{page}");
        assert!(page.contains("time"), "{page}");
        assert!(shomei(["completions", "bash"]).out.contains(command));
        for bad in [["--time", "soon"], ["--threads", "0"], ["--memory", "1"]] {
            let run = shomei([command, bad[0], bad[1]]);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} {bad:?}");
        }
    }
}
