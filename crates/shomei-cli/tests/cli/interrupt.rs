//! Ctrl-C.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{ENGLISH, HARD, LOSS, PROGRAM, WIN, directory, names, text};

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH);
    command.args(args).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status();
    assert!(status.unwrap().success());
}

#[test]
fn an_interrupt_reports_the_state_and_removes_unfinished_files() {
    let directory = directory();
    let proof = text(&directory.path().join("x.proof"));
    let child = start(&["solve", "loa", HARD, "--json", "--proof", &proof]);
    // The unfinished file shows that the signal handler is installed.
    for _ in 0..1000 {
        if !names(directory.path()).is_empty() {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["answer"], "unknown");
    assert_eq!(object["stopped_by"], "interrupt");
    assert!(object["expanded"].as_u64() > Some(0));
    assert!(names(directory.path()).is_empty());
}

/// Interrupts a list of two lines after the first result. Returns the lines after that result.
fn interrupted_at_the_second(options: &[&str], [first, second]: [&str; 2]) -> Vec<String> {
    let mut child = start(&[&["solve", "loa", "@-"], options].concat());
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{first}\n{second}\n{second}").unwrap();
    drop(input);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("1: "), "{line}");
    assert!(!line.contains("unknown"), "{line}");
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    rest.lines().map(String::from).collect()
}

#[test]
fn a_batch_ends_with_its_summary() {
    let lines = interrupted_at_the_second(&[], [WIN, HARD]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("2: unknown whether Black wins: stopped by an interrupt, "));
    assert!(lines[1].starts_with("2 positions: 1 proved, 0 disproved, 1 unknown, "));
    assert!(lines[1].ends_with("; interrupted"));
}

/// A single Ctrl-C ends the list without further input.
#[test]
fn a_list_that_waits_for_its_next_line_ends_with_its_summary() {
    for jobs in ["1", "2"] {
        let mut child = start(&["solve", "loa", "@-", "--jobs", jobs]);
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{WIN}").unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.starts_with("1: proved: "), "{line}");
        interrupt(&child);
        let code = ended(&mut child);
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        assert!(
            rest.starts_with("1 position: 1 proved, 0 disproved, 0 unknown, "),
            "{rest}"
        );
        assert!(rest.ends_with("; interrupted\n"), "{rest}");
        assert_eq!(code, Some(3));
        drop(input);
    }
}

/// The exit code of a program that ends while its input is still open.
fn ended(child: &mut Child) -> Option<i32> {
    for _ in 0..3_000 {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    panic!("it does not end");
}

#[test]
fn moves_after_an_interrupt_are_unknown() {
    let lines = interrupted_at_the_second(&["--moves"], [LOSS, HARD]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    let start = "2: unknown: 36 of 36 moves have no value, stopped by an interrupt; ";
    assert!(lines[0].starts_with(start), "{lines:?}");
    assert_eq!(lines[0].matches(" unknown").count(), 37, "{lines:?}");
    assert!(lines[1].starts_with("2 positions: 0 won, 0 drawn, 1 lost, 1 unknown, "));
}
