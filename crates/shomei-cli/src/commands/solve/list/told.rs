//! What is told about one problem of a list, as data: it may come from another thread, or from a
//! run that was interrupted.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use shomei_search::{Answer, Stop};

use super::super::answer::Answered;
use super::super::batch::{Done, answer_problem};
use super::super::json::{json_text, json_text_of_bad};
use super::super::page::Page;
use super::super::summary::SummaryRow;
use super::super::tally::Counts;
use super::super::{Request, overview, report};
use crate::failure::{Exit, Failure};
use crate::problems::{Name, Problem};

/// Everything about a problem that goes to people, to tables and into sums.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in super::super) struct Told {
    /// The line, or the object; a bad problem has no line.
    pub(in super::super) text: Option<String>,
    /// What goes to standard error, line by line.
    pub(in super::super) complaints: Vec<String>,
    /// The row of the table at the end.
    pub(in super::super) row: SummaryRow,
    /// The row of the table of a game with scores.
    pub(in super::super) overview: Option<Vec<String>>,
    pub(in super::super) counts: Counts,
    /// The row of a page.
    #[serde(skip)]
    pub(in super::super) page: Option<String>,
    /// The files that were written.
    pub(in super::super) files: Vec<PathBuf>,
    /// Whether another run would find the same, as far as it is known.
    #[serde(skip)]
    pub(in super::super) is_final: bool,
    /// Whether it comes from a journal.
    #[serde(skip, default = "yes")]
    is_known: bool,
    /// By what a journal knows it, if it can.
    #[serde(skip)]
    pub(in super::super) key: Option<String>,
}

impl Told {
    /// Whether it comes from a journal.
    pub(in super::super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Answers a problem, which a journal knows by `key`. Only what makes all others useless is a
    /// failure.
    pub(in super::super) fn of(
        request: &Request,
        problem: Problem,
        key: Option<String>,
    ) -> Result<Told, Failure> {
        let Problem {
            name,
            input,
            content,
        } = problem;
        let done = content.and_then(|content| answer_problem(request, &name, content));
        match done {
            Ok(mut done) => {
                done.answered.notes.place(&name, input);
                let told = Told::of_answer(request, &name, &done)?;
                Ok(Told { key, ..told })
            }
            // Every other one would say the same.
            Err(failure @ Failure::Usage(_)) => Err(failure),
            Err(failure) => Told::of_bad(request, &name, input.as_deref(), &failure),
        }
    }

    fn of_answer(request: &Request, name: &Name, done: &Done) -> Result<Told, Failure> {
        let Done { answered, left, .. } = done;
        let asked = done.request.as_ref().unwrap_or(request);
        let text = match request.json {
            true => json_text(asked, answered)?,
            false => report::one_line(asked, name, answered),
        };
        let problems = answered.problems.iter();
        let certificates = answered.certificates.iter().map(|kept| kept.path.clone());
        Ok(Told {
            text: Some(text),
            complaints: problems
                .map(|problem| format!("error: {}: {problem}", name.place()))
                .collect(),
            row: SummaryRow::of(request, name, answered),
            overview: overview::row(request, name, *left, answered),
            counts: Counts::of(answered),
            page: Page::row(asked, name, answered),
            files: certificates.chain(answered.notes.record.clone()).collect(),
            is_final: is_final(request, answered),
            is_known: false,
            key: None,
        })
    }

    fn of_bad(
        request: &Request,
        name: &Name,
        input: Option<&str>,
        failure: &Failure,
    ) -> Result<Told, Failure> {
        let text = match request.json {
            true => Some(json_text_of_bad(request, name, input, failure)?),
            false => None,
        };
        Ok(Told {
            text,
            complaints: vec![format!("error: {}: {failure}", name.place())],
            row: SummaryRow::of_bad(request, name, failure),
            overview: None,
            counts: Counts::of_bad(failure),
            page: Page::bad_row(request, name, failure),
            files: Vec::new(),
            is_final: false,
            is_known: false,
            key: None,
        })
    }
}

/// What is read has been known.
fn yes() -> bool {
    true
}

/// Whether the same question would have the same result again: not where an interrupt or the time
/// of the whole list has ended it, nor where something could not be written.
fn is_final(request: &Request, answered: &Answered) -> bool {
    let result = &answered.result;
    let is_cut = result.stopped_by == Some(Stop::Interrupt) || request.interrupt.is_set();
    let is_late = answered.exit() == Exit::Unknown && request.clock.is_over();
    let differs = answered
        .comparison
        .as_ref()
        .is_some_and(|comparison| comparison.agrees == Some(false));
    let has_failed = answered.exit() == Exit::Failed && !differs;
    let is_open = result.answer == Answer::Unknown && result.stopped_by == Some(Stop::Game);
    !(is_cut || is_late || has_failed || is_open)
}
