//! Compares the output of many commands with recorded transcripts.
//!
//! The transcripts are in `tests/transcript/*.txt`. They record the output of an earlier version,
//! so that every visible change is noticed. A file is a list of cases, each in its own folder:
//!
//! ```text
//! # A comment.
//! == what the case is about
//! file list.txt          a file in the folder, with the lines that begin with a bar
//! | start
//! $ shomei show loa start
//! < a line of standard input
//! ~ work                 the variable parts besides times: `work`, `line`
//! ? 0                    the exit code
//! > a line of standard output
//! ! a line of standard error
//! ```
//!
//! A case may have several commands, which find the files of the earlier ones. `$ cat FILE` and
//! `$ ls` show them. Blanks separate arguments, `"` or `'` quote them.
//!
//! `SHOMEI_RECORD_TRANSCRIPT=1 cargo test -p shomei-cli --test cli transcript` writes the files
//! again with the current output. `SHOMEI_BIN=PATH` records or compares another build of the
//! program.

// The tests of `shomei-lab` include this file, so its modules need explicit paths.
#[path = "transcript/compare.rs"]
mod compare;

use std::fs;

use compare::{check, compare, is_same, path, record};

/// The names of the transcripts.
const FILES: [&str; 9] = [
    "solve",
    "questions",
    "store",
    "lists",
    "files",
    "shogi",
    "commands",
    "errors",
    "usi",
];

#[test]
fn positions_are_solved_as_recorded() {
    compare("solve");
}

#[test]
fn values_moves_and_scores_are_as_recorded() {
    compare("questions");
}

#[test]
fn lists_are_answered_as_recorded() {
    compare("lists");
}

#[test]
fn files_are_read_and_written_as_recorded() {
    compare("files");
}

#[test]
fn tsume_shogi_is_answered_as_recorded() {
    compare("shogi");
}

#[test]
fn stores_are_as_recorded() {
    compare("store");
}

#[test]
fn other_commands_are_as_recorded() {
    compare("commands");
}

#[test]
fn errors_are_as_recorded() {
    compare("errors");
}

#[test]
fn conversations_are_as_recorded() {
    compare("usi");
}

/// An empty transcript would match any output.
#[test]
fn the_record_has_every_command() {
    let mut commands = Vec::new();
    for name in FILES {
        let cases = record::read(&fs::read_to_string(path(name)).unwrap());
        for step in cases.iter().flat_map(|case| &case.steps) {
            let words = step.words();
            let has_output = !(step.output.out.is_empty() && step.output.err.is_empty());
            assert!(has_output || step.output.code == 0, "{}", step.command);
            commands.push(words);
        }
    }
    let programs = commands.iter().filter(|words| words[0] == "shomei");
    assert!(programs.clone().count() >= 60);
    for command in [
        "solve",
        "verify",
        "show",
        "perft",
        "games",
        "algorithms",
        "bench",
        "usi",
        "store",
    ] {
        let is_of = |words: &&Vec<String>| words.get(1).is_some_and(|word| word == command);
        assert!(programs.clone().any(|words| is_of(&words)), "{command}");
    }
}

#[test]
fn changes_are_found() {
    let text = "== a case\n$ shomei show tree r --rules \"r = OR { Won }\"\n? 0\n> r\n";
    let mut report = String::new();
    check(&record::read(text)[0], &mut report);
    assert!(report.contains("\n  out 1: r\n"), "{report}");
    assert!(is_same(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#));
    assert!(!is_same(r#"{"a":1}"#, r#"{"a":2}"#));
    assert!(!is_same("a", "b"));
}
