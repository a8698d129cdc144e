//! Many positions, one a line: one result line each, a summary last.

use std::path::{Path, PathBuf};

use shomei_search::Answer;

use super::answer::{Answered, answer};
use super::expected::expected;
use super::json::json;
use super::overview::Overview;
use super::question::Value;
use super::{Request, report};
use crate::failure::{Exit, Failure};
use crate::input::Lines;
use crate::output::{complain, counted, grouped, print};

/// What a batch came to.
#[derive(Debug, Default)]
pub(super) struct Tally {
    positions: u64,
    /// Proved and disproved; or wins, draws and losses.
    results: [u64; 3],
    unknown: u64,
    /// Those that could be held against their list, and those that agree.
    compared: u64,
    agree: u64,
    bad: u64,
    failed: u64,
    nodes: u64,
    seconds: f64,
    interrupted: bool,
}

/// Answers every line. A bad one is reported and the rest goes on.
pub(super) fn run(request: &Request, lines: Lines) -> Result<Exit, Failure> {
    if let Some(path) = request.proof.as_deref()
        && !path.is_dir()
    {
        let path = path.display();
        let message =
            format!("for a list of positions --proof must be a directory; {path} is none");
        return Err(Failure::Usage(message));
    }
    let mut tally = Tally::default();
    let mut overview = Overview::of(request);
    for line in lines {
        let (number, text) = line?;
        tally.positions += 1;
        match text.and_then(|text| answer_line(request, number, &text)) {
            Ok((answered, left)) => {
                if request.json {
                    json(request, &answered)?;
                } else {
                    print(report::one_line(request, number, &answered))?;
                    overview.add(number, left, &answered);
                }
                for problem in &answered.problems {
                    complain(format_args!("error: line {number}: {problem}"));
                }
                tally.count(&answered);
            }
            // Every other line would say the same.
            Err(failure @ Failure::Usage(_)) => return Err(failure),
            Err(failure) => {
                complain(format_args!("error: line {number}: {failure}"));
                match failure.exit() {
                    Exit::Bad => tally.bad += 1,
                    _ => tally.failed += 1,
                }
            }
        }
        if request.interrupt.is_set() {
            tally.interrupted = true;
            break;
        }
    }
    let summary = tally.summary(request);
    if request.json {
        complain(summary);
    } else {
        overview.print()?;
        print(summary)?;
    }
    Ok(tally.exit())
}

/// The answer, held against what the line says, and how much of the game was left.
pub(super) fn answer_line(
    request: &Request,
    number: usize,
    text: &str,
) -> Result<(Answered, Option<u32>), Failure> {
    let game = &*request.game;
    let position = game
        .position(text)
        .map_err(|error| Failure::Input(error.to_string()))?;
    let expected = expected(game, &*position, text)?;
    let target = request.proof.as_deref();
    let target = target.map(|directory| certificate_of(directory, number));
    let mut answered = answer(request, &*position, target.as_deref())?;
    if let Some(expected) = expected {
        expected.compare(&mut answered);
    }
    Ok((answered, position.remaining()))
}

/// The file of the certificate for a line.
fn certificate_of(directory: &Path, number: usize) -> PathBuf {
    directory.join(format!("{number:04}.proof"))
}

impl Tally {
    pub(super) fn count(&mut self, answered: &Answered) {
        match (answered.value(), answered.answer) {
            (Some(Value::Win), _) | (None, Answer::Proved) => self.results[0] += 1,
            (Some(Value::Draw), _) | (None, Answer::Disproved) => self.results[1] += 1,
            (Some(Value::Loss), _) => self.results[2] += 1,
            (None, Answer::Unknown) => self.unknown += 1,
        }
        let comparison = answered.comparison.as_ref();
        let agrees = comparison.and_then(|comparison| comparison.agrees);
        self.compared += u64::from(agrees.is_some());
        self.agree += u64::from(agrees == Some(true));
        self.failed += u64::from(!answered.problems.is_empty());
        self.nodes += answered.work.nodes();
        self.seconds += answered.work.seconds;
    }

    pub(super) fn summary(&self, request: &Request) -> String {
        let [a, b, c] = self.results.map(grouped);
        let results = match request.question.option() {
            Some(_) => format!("{a} won, {b} drawn, {c} lost"),
            None => format!("{a} proved, {b} disproved"),
        };
        let mut text = format!(
            "{}: {results}, {} unknown, {}, {}; {} in {:.3} s",
            counted(self.positions, "position"),
            grouped(self.unknown),
            counted(self.bad, "bad line"),
            counted(self.failed, "error"),
            counted(self.nodes, "node"),
            self.seconds,
        );
        if self.compared > 0 {
            text += &format!("; {} of {} agree", self.agree, self.compared);
        }
        if self.interrupted {
            text += "; interrupted";
        }
        text
    }

    pub(super) fn exit(&self) -> Exit {
        if self.bad > 0 {
            Exit::Bad
        } else if self.failed > 0 {
            Exit::Failed
        } else if self.unknown > 0 || self.interrupted {
            Exit::Unknown
        } else {
            Exit::Done
        }
    }
}
