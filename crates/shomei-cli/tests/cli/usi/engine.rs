//! A running `shomei usi`, and the lines that the protocol allows.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::support::{ENGLISH, PROGRAM};

/// A running engine with its answers.
pub(super) struct UsiEngine {
    pub(super) child: Child,
    pub(super) input: ChildStdin,
    lines: Receiver<String>,
    /// The number of answers that are still expected.
    pub(super) due: usize,
    /// The answers so far.
    pub(super) answers: Vec<String>,
}

impl UsiEngine {
    pub(super) fn begin() -> UsiEngine {
        let mut command = Command::new(PROGRAM);
        command.env("LC_ALL", ENGLISH);
        command.arg("usi");
        UsiEngine::with(command)
    }

    pub(super) fn with(mut command: Command) -> UsiEngine {
        command.stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let (input, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let _ = sender.send(line.unwrap());
            }
        });
        UsiEngine {
            child,
            input,
            lines,
            due: 0,
            answers: Vec::new(),
        }
    }

    pub(super) fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.due += usize::from(line.split_whitespace().next() == Some("go"));
    }

    /// The next line, which must conform to the protocol. Answers are counted.
    pub(super) fn read_line(&mut self) -> String {
        let line = self.lines.recv_timeout(Duration::from_secs(60)).unwrap();
        self.note(&line);
        line
    }

    fn note(&mut self, line: &str) {
        assert!(is_of_protocol(line), "{line}");
        if line.starts_with("checkmate ") || line.starts_with("bestmove ") {
            assert!(self.due > 0, "an answer without a question: {line}");
            self.due -= 1;
            self.answers.push(line.into());
        }
    }

    /// Reads up to a line with this beginning and returns that line.
    pub(super) fn read_until(&mut self, start: &str) -> String {
        loop {
            let line = self.read_line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Reads until every question has its answer; returns the last answer.
    pub(super) fn read_answers(&mut self) -> String {
        while self.due > 0 {
            self.read_line();
        }
        self.answers.last().unwrap().clone()
    }

    /// Asserts that every question was answered and only info lines follow.
    pub(super) fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
        while let Ok(line) = self.lines.recv() {
            self.note(&line);
        }
    }
}

/// Whether the line conforms to the protocol.
fn is_of_protocol(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    match words.as_slice() {
        ["usiok" | "readyok"]
        | ["id", "name" | "author", _, ..]
        | ["info", "string", _, ..]
        | ["bestmove", "resign"]
        | ["checkmate", "nomate" | "timeout" | "notimplemented"]
        | [
            "option",
            "name",
            _,
            "type",
            "check",
            "default",
            "true" | "false",
        ] => true,
        [
            "option",
            "name",
            _,
            "type",
            "spin",
            "default",
            d,
            "min",
            a,
            "max",
            b,
        ] => [d, a, b].into_iter().all(|number| is_number(number)),
        [
            "option",
            "name",
            _,
            "type",
            "combo",
            "default",
            usual,
            vars @ ..,
        ] => {
            let vars = vars.chunks(2);
            let is_var = |var: &[&str]| matches!(var, ["var", _]);
            vars.clone().all(is_var) && vars.clone().any(|var| var[1] == *usual)
        }
        ["checkmate", moves @ ..] => !moves.is_empty() && moves.iter().all(|mv| is_move(mv)),
        ["info", fields @ ..] => are_fields(fields),
        _ => false,
    }
}

fn are_fields(fields: &[&str]) -> bool {
    match fields {
        [] => true,
        ["score", "mate", plies, rest @ ..] => {
            (["+", "-"].contains(plies) || plies.parse::<i16>().is_ok()) && are_fields(rest)
        }
        ["pv", moves @ ..] => !moves.is_empty() && moves.iter().all(|mv| is_move(mv)),
        [name, number, rest @ ..] => {
            let names = ["depth", "seldepth", "time", "nodes", "nps", "hashfull"];
            names.contains(name) && number.parse::<u64>().is_ok() && are_fields(rest)
        }
        _ => false,
    }
}

fn is_move(text: &str) -> bool {
    let is_square = |text: &[u8]| matches!(text, [b'1'..=b'9', b'a'..=b'i']);
    match text.as_bytes() {
        [piece, b'*', to @ ..] => b"PLNSGBR".contains(piece) && is_square(to),
        [from @ .., b'+'] | from if from.len() == 4 => {
            is_square(&from[..2]) && is_square(&from[2..])
        }
        _ => false,
    }
}
