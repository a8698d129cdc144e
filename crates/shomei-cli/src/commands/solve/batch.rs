//! Many problems, of a list or a folder: one result line each, a summary last.

use std::path::Path;

use shomei_game::Lang;
use shomei_search::Answer;

use shomei::Value;

use super::answer::{Answered, answer};
use super::expected::expected;
use super::facts::Facts;
use super::json::{json, json_of_bad};
use super::lines::{Line, game_of, of_case};
use super::overview::Overview;
use super::page::Page;
use super::record::place_in;
use super::summary::Summary;
use super::{Request, hint_of_moves, report, warn_of_moves};
use crate::failure::{Exit, Failure};
use crate::output::{complain, counted, grouped, path_text, print};
use crate::problems::{Content, Many, Name, Problem};

/// What a batch came to.
#[derive(Debug, Default)]
pub(super) struct Tally {
    positions: u64,
    /// Proved and disproved; or wins, draws and losses.
    results: [u64; 3],
    unknown: u64,
    /// Those with an answer of which not everything is known that was asked for.
    incomplete: u64,
    /// Those that could be held against their list, and those that agree.
    compared: u64,
    agree: u64,
    bad: u64,
    /// What a bad one is.
    is_folder: bool,
    failed: u64,
    nodes: u64,
    seconds: f64,
    interrupted: bool,
}

/// Answers every problem. A bad one is reported and the rest goes on.
pub(super) fn run(request: &Request, many: Many<'_>) -> Result<Exit, Failure> {
    let targets = [
        ("--proof", request.proof.as_deref()),
        ("--record", request.records.record.as_deref()),
    ];
    for (option, target) in targets {
        if let Some(target) = target {
            check_target(option, target, many.folder.as_deref())?;
        }
    }
    let mut page = Page::of_many(request, &many.place, many.folder.as_deref())?;
    let mut tally = Tally {
        is_folder: many.folder.is_some(),
        ..Tally::default()
    };
    let mut overview = Overview::of(request);
    let mut summary = Summary::default();
    for problem in many.problems {
        let Problem {
            name,
            input,
            content,
        } = problem?;
        tally.positions += 1;
        let request = &request.next();
        match content.and_then(|content| answer_problem(request, &name, content)) {
            Ok(mut done) => {
                done.answered.notes.place(&name, input);
                let Done { answered, left, .. } = &done;
                let asked = done.request.as_ref().unwrap_or(request);
                if let Some(page) = &mut page {
                    page.add_row(asked, &name, answered);
                }
                if request.json {
                    json(asked, answered)?;
                } else {
                    print(report::one_line(request, &name, answered))?;
                    overview.add(&name, *left, answered);
                }
                summary.add(&name, answered);
                for problem in &answered.problems {
                    complain(format_args!("error: {}: {problem}", name.place()));
                }
                tally.count(answered);
            }
            // Every other one would say the same.
            Err(failure @ Failure::Usage(_)) => return Err(failure),
            Err(failure) => {
                complain(format_args!("error: {}: {failure}", name.place()));
                summary.add_bad(&name, &failure);
                if let Some(page) = &mut page {
                    page.add_bad(&name, &failure);
                }
                if request.json {
                    json_of_bad(request, &name, input.as_deref(), &failure)?;
                }
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
    if tally.positions == 0 && !tally.interrupted {
        let message = format!("{}: there is no position in it", many.place);
        return Err(Failure::Input(message));
    }
    let line = tally.summary(request);
    if request.json {
        complain(line);
    } else {
        overview.print()?;
        print(line)?;
    }
    if request.records.summary {
        summary.print(request.json)?;
    }
    if let Some(page) = page {
        let path = page.write_many(request, &tally.page(request))?;
        if !request.json {
            print(format_args!("report: {}", path_text(&path)))?;
        }
    }
    Ok(tally.exit())
}

/// Refuses what is no directory, or would be read as a problem the next time.
fn check_target(option: &str, target: &Path, folder: Option<&Path>) -> Result<(), Failure> {
    let refuse = |why: &str| {
        let target = target.display();
        Err(Failure::Usage(format!("{why}{target}")))
    };
    if !target.is_dir() {
        let target = target.display();
        let what = match option {
            "--proof" if folder.is_none() => "for a list of positions --proof",
            "--proof" => "for a folder --proof",
            _ => "for a list of positions or a folder --record",
        };
        let message = format!("{what} must be a directory; {target} is none");
        return Err(Failure::Usage(message));
    }
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    match folder {
        Some(folder) if real(target).starts_with(real(folder)) => refuse(&format!(
            "{option} must be outside the folder of the problems: "
        )),
        _ => Ok(()),
    }
}

/// A problem with its answer.
pub(super) struct Done {
    /// What was asked, where the line says more than the command line.
    pub(super) request: Option<Request>,
    pub(super) answered: Answered,
    /// How much of the game was left.
    pub(super) left: Option<u32>,
}

/// The answer, held against what the text says.
pub(super) fn answer_problem(
    request: &Request,
    name: &Name,
    content: Content,
) -> Result<Done, Failure> {
    let line = content
        .case()
        .map(|case| of_case(request, case))
        .transpose()?;
    let (own, facts) = match line {
        Some(Line { request, facts }) => (Some(request), Some(facts)),
        None => (None, None),
    };
    let asked = own.as_ref().unwrap_or(request);
    if own.is_none() {
        // A game that has no usual rules has no position without rules.
        game_of(request, "")?;
    }
    let content = content.in_columns(&asked.game);
    let (answered, left) = answer_content(asked, name, &content, facts.as_ref())?;
    Ok(Done {
        request: own,
        answered,
        left,
    })
}

fn answer_content(
    request: &Request,
    name: &Name,
    content: &Content,
    facts: Option<&Facts>,
) -> Result<(Answered, Option<u32>), Failure> {
    let game = &request.game;
    let moment = request.records.moment.moment();
    let position = content.position(game, moment).map_err(Failure::from)?;
    let expected = match content.text(moment) {
        Some(text) => expected(game, &position, text)?,
        None => None,
    };
    let proof = request.proof.as_deref();
    let proof = proof.map(|directory| place_in(directory, name, "proof"));
    let said = content.said(game);
    let target = request
        .records
        .target_of(request, name, &position, said.clone())?;
    let asked = request.given(content);
    let mut answered = answer(&asked, &position, proof.transpose()?.as_deref(), false)
        .map_err(|failure| hint_of_moves(request, content, failure))?;
    answered.notes.problem = name.in_file();
    answered.notes.said = said;
    if let Some(target) = target {
        target.write(request, &mut answered);
    }
    warn_of_moves(request, name, content, &answered);
    if let Some(expected) = expected {
        expected.compare(&mut answered);
    }
    if let Some(facts) = facts {
        facts.compare(position.to_move(), &mut answered);
    }
    Ok((answered, position.remaining()))
}

impl Tally {
    pub(super) fn count(&mut self, answered: &Answered) {
        match (answered.result.value(), answered.result.answer) {
            (Some(Value::Win), _) | (None, Answer::Proved) => self.results[0] += 1,
            (Some(Value::Draw), _) | (None, Answer::Disproved) => self.results[1] += 1,
            (Some(Value::Loss), _) => self.results[2] += 1,
            (None, Answer::Unknown) => self.unknown += 1,
        }
        let is_unknown =
            answered.result.value().is_none() && answered.result.answer == Answer::Unknown;
        self.incomplete += u64::from(!is_unknown && answered.exit() == Exit::Unknown);
        let comparison = answered.comparison.as_ref();
        let agrees = comparison.and_then(|comparison| comparison.agrees);
        self.compared += u64::from(agrees.is_some());
        self.agree += u64::from(agrees == Some(true));
        self.failed += u64::from(answered.exit() == Exit::Failed);
        self.nodes += answered.result.work.nodes();
        self.seconds += answered.result.work.seconds;
    }

    pub(super) fn summary(&self, request: &Request) -> String {
        let [a, b, c] = self.results.map(grouped);
        let results = match request.question.is_of_value() {
            true => format!("{a} won, {b} drawn, {c} lost"),
            false => format!("{a} proved, {b} disproved"),
        };
        let mut text = format!(
            "{}: {results}, {} unknown, {}, {}; {} in {:.3} s",
            counted(self.positions, "position"),
            grouped(self.unknown),
            counted(
                self.bad,
                if self.is_folder {
                    "bad problem"
                } else {
                    "bad line"
                }
            ),
            counted(self.failed, "error"),
            counted(self.nodes, "node"),
            self.seconds,
        );
        if self.compared > 0 {
            text += &format!("; {} of {} agree", self.agree, self.compared);
        }
        if self.incomplete > 0 {
            text += &format!("; {} not decided in full", grouped(self.incomplete));
        }
        if self.interrupted {
            text += "; interrupted";
        }
        text
    }

    /// The same for a page in the language that it is asked for in.
    fn page(&self, request: &Request) -> String {
        match request.page.lang() {
            Lang::En => self.summary(request),
            Lang::Ja => format!(
                "{}問、不明 {}、読めない問題 {}、エラー {}、節点数 {}、{:.3} s",
                grouped(self.positions),
                grouped(self.unknown),
                grouped(self.bad),
                grouped(self.failed),
                grouped(self.nodes),
                self.seconds,
            ),
        }
    }

    /// How the command ends: as it does for one of the problems, a bad one before an error,
    /// an error before what is not known.
    pub(super) fn exit(&self) -> Exit {
        if self.bad > 0 {
            Exit::Bad
        } else if self.failed > 0 {
            Exit::Failed
        } else if self.unknown > 0 || self.incomplete > 0 || self.interrupted {
            Exit::Unknown
        } else {
            Exit::Done
        }
    }
}
