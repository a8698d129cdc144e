//! Runs the commands of a transcript and compares their output.

mod masks;
pub(crate) mod record;

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

use crate::PROGRAMS;
use crate::support::{ENGLISH, directory, names, text};
use masks::Masks;
use record::{Case, CommandOutput, Step};

pub(crate) fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcript");
    folder.join(name).with_extension("txt")
}

fn is_recording() -> bool {
    std::env::var_os("SHOMEI_RECORD_TRANSCRIPT").is_some_and(|value| value == "1")
}

/// The program to test: the build of this test run, or `SHOMEI_BIN`.
fn program(name: &str) -> Command {
    let other = std::env::var_os("SHOMEI_BIN");
    let built = PROGRAMS.iter().find(|(known, _)| *known == name);
    let (_, built) = built.unwrap_or_else(|| panic!("no program {name:?}"));
    let mut command = Command::new(other.unwrap_or_else(|| built.into()));
    if name == "shomei-usi" && std::env::var_os("SHOMEI_BIN").is_some() {
        command.arg("usi");
    }
    command
}

/// A folder with the files of a case.
fn prepared(case: &Case) -> TempDir {
    let folder = directory();
    for (name, text) in &case.files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Runs a command of a case in its folder.
fn run(step: &Step, folder: &Path) -> CommandOutput {
    let words = step.words();
    let (name, args) = words.split_first().expect("a command has a name");
    let read = |name: &String| fs::read_to_string(folder.join(name)).unwrap();
    let raw = match name.as_str() {
        "ls" => CommandOutput::of(0, &(names(folder).join("\n") + "\n"), ""),
        "cat" => CommandOutput::of(0, &args.iter().map(read).collect::<String>(), ""),
        _ => {
            let mut command = program(name);
            command.args(args).current_dir(folder);
            command.env_remove("COLUMNS").env("LC_ALL", ENGLISH);
            command.stdin(Stdio::piped());
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            converse(command, &step.input)
        }
    };
    // The path of the folder differs from run to run, and on some systems it has two names.
    let real = folder.canonicalize().unwrap();
    let (real, folder) = (text(&real), text(folder));
    let masks = Masks::of(&words, &step.differs);
    let masked = |line: &String| masks.apply(&line.replace(&real, "#").replace(&folder, "#"));
    CommandOutput {
        code: raw.code,
        out: raw.out.iter().map(masked).collect(),
        err: raw.err.iter().map(masked).collect(),
    }
}

/// Writes the input line by line. After a USI question it waits for the answer, since the next line
/// would end the search.
fn converse(mut command: Command, input: &[String]) -> CommandOutput {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut stderr = child.stderr.take().unwrap();
    let stderr_text = thread::spawn(move || io::read_to_string(&mut stderr).unwrap());
    let mut out = String::new();
    for line in input {
        // A program that needs no input may have ended.
        let _ = writeln!(stdin, "{line}");
        if line == "go" || line.starts_with("go mate") {
            read_answer(&mut stdout, &mut out);
        }
    }
    drop(stdin);
    out += &io::read_to_string(stdout).unwrap();
    let code = child.wait().unwrap().code().unwrap();
    CommandOutput::of(code, &out, &stderr_text.join().unwrap())
}

/// Reads up to an answer of the USI protocol or the end of the output.
fn read_answer(stdout: &mut impl BufRead, out: &mut String) {
    loop {
        let before = out.len();
        let is_end = stdout.read_line(out).unwrap() == 0;
        let line = &out[before..];
        if is_end || line.starts_with("checkmate ") || line.starts_with("bestmove ") {
            return;
        }
    }
}

/// Whether two lines are equal; objects are compared as JSON.
pub(crate) fn is_same(left: &str, right: &str) -> bool {
    let object = |line: &str| -> Option<serde_json::Map<String, serde_json::Value>> {
        serde_json::from_str(line).ok()
    };
    left == right || object(left).is_some_and(|left| Some(left) == object(right))
}

/// Appends the differences between two lists of lines to the report.
fn differences(what: &str, expected: &[String], found: &[String], report: &mut String) {
    for number in 0..expected.len().max(found.len()) {
        let line = |lines: &[String]| lines.get(number).cloned();
        let (expected, found) = (line(expected), line(found));
        let same = match (&expected, &found) {
            (Some(expected), Some(found)) => is_same(expected, found),
            _ => false,
        };
        if !same {
            let show = |line: Option<String>| line.unwrap_or_else(|| "(nothing)".into());
            let (expected, found) = (show(expected), show(found));
            *report += &format!("  {what} {}: {expected}\n", number + 1);
            *report += &format!("  {} now: {found}\n", " ".repeat(what.len()));
        }
    }
}

/// Runs a case and appends the differences from the transcript to the report.
pub(crate) fn check(case: &Case, report: &mut String) {
    let folder = prepared(case);
    for step in &case.steps {
        let found = run(step, folder.path());
        let mut now = String::new();
        if found.code != step.output.code {
            now += &format!("  exit code {}, now {}\n", step.output.code, found.code);
        }
        differences("out", &step.output.out, &found.out, &mut now);
        differences("err", &step.output.err, &found.err, &mut now);
        if !now.is_empty() {
            *report += &format!("== {}\n$ {}\n{now}", case.name, step.command);
        }
    }
}

/// Runs the cases of a file and compares it, or writes it again.
pub(crate) fn compare(name: &str) {
    let text = fs::read_to_string(path(name)).unwrap();
    let mut cases = record::read(&text);
    if is_recording() {
        for case in &mut cases {
            let folder = prepared(case);
            for step in &mut case.steps {
                step.output = run(step, folder.path());
            }
        }
        fs::write(path(name), record::write(&cases)).unwrap();
        return;
    }
    let mut report = String::new();
    for case in &cases {
        check(case, &mut report);
    }
    assert!(report.is_empty(), "{name} is not as recorded:\n{report}");
}
