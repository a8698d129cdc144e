//! The result of one problem of a list as data, so that it can come from another thread or from a
//! journal.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use shomei_search::{Answer, Stop};

use super::super::answer::Answered;
use super::super::batch::{SolvedProblem, answer_problem};
use super::super::json::{json_text, json_text_of_bad};
use super::super::page::Page;
use super::super::summary::SummaryRow;
use super::super::tally::Counts;
use super::super::{Request, overview, report};
use crate::failure::{Exit, Failure};
use crate::problems::{Name, Problem};

/// All output and sums of one problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in super::super) struct ListResult {
    /// The line or the object; `None` for a bad problem.
    pub(in super::super) text: Option<String>,
    /// The lines for standard error.
    pub(in super::super) complaints: Vec<String>,
    /// The row of the `--summary` table.
    pub(in super::super) row: SummaryRow,
    /// The row of the table for games with scores.
    pub(in super::super) overview: Option<Vec<String>>,
    pub(in super::super) counts: Counts,
    /// The row of the page.
    #[serde(skip)]
    pub(in super::super) page: Option<String>,
    /// The files that were written for the problem.
    pub(in super::super) files: Vec<PathBuf>,
    /// Whether another run would find the same result.
    #[serde(skip)]
    pub(in super::super) is_final: bool,
    /// Whether the result comes from a journal.
    #[serde(skip, default = "is_from_journal")]
    is_known: bool,
    /// The key in the journal; `None` if the problem has none.
    #[serde(skip)]
    pub(in super::super) key: Option<String>,
}

impl ListResult {
    /// Whether the result comes from a journal.
    pub(in super::super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Answers a problem with this key in the journal. A failure would affect every problem of the
    /// list; other errors become part of the result.
    pub(in super::super) fn of(
        request: &Request,
        problem: Problem,
        key: Option<String>,
    ) -> Result<ListResult, Failure> {
        let Problem {
            name,
            input,
            content,
        } = problem;
        let solved = content.and_then(|content| answer_problem(request, &name, content));
        match solved {
            Ok(mut solved) => {
                solved.answered.notes.place(&name, input);
                let result = ListResult::of_answer(request, &name, &solved)?;
                Ok(ListResult { key, ..result })
            }
            // A usage error affects every problem.
            Err(failure) if failure.is_usage() => Err(failure),
            Err(failure) => ListResult::of_bad(request, &name, input.as_deref(), &failure),
        }
    }

    fn of_answer(
        request: &Request,
        name: &Name,
        solved: &SolvedProblem,
    ) -> Result<ListResult, Failure> {
        let SolvedProblem { answered, left, .. } = solved;
        let line_request = solved.request.as_ref().unwrap_or(request);
        let text = match request.json {
            true => json_text(line_request, answered)?,
            false => report::one_line(line_request, name, answered),
        };
        let problems = answered.problems.iter();
        let certificates = answered
            .certificates
            .iter()
            .map(|certificate| certificate.path.clone());
        Ok(ListResult {
            text: Some(text),
            complaints: problems
                .map(|problem| problem.line_at(&name.place(), request.lang))
                .collect(),
            row: SummaryRow::of(request, name, answered),
            overview: overview::row(request, name, *left, answered),
            counts: Counts::of(answered),
            page: Page::row(line_request, name, answered),
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
    ) -> Result<ListResult, Failure> {
        let text = match request.json {
            true => Some(json_text_of_bad(request, name, input, failure)?),
            false => None,
        };
        Ok(ListResult {
            text,
            complaints: vec![failure.line_at(&name.place(), request.lang)],
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

/// The default for results that are read from a journal.
fn is_from_journal() -> bool {
    true
}

/// Whether another run would find the same result. It would not after an interrupt, after the time
/// limit of the whole list, or after a failed write.
fn is_final(request: &Request, answered: &Answered) -> bool {
    let result = &answered.result;
    let is_cut = result.stopped_by == Some(Stop::Interrupt) || request.interrupt.is_set();
    let is_late = answered.exit() == Exit::Unknown && request.clock.is_over();
    let differs = answered
        .comparison
        .as_ref()
        .is_some_and(|comparison| comparison.agrees == Some(false));
    let has_failed = matches!(answered.exit(), Exit::Failed | Exit::Bad) && !differs;
    let is_open = result.answer == Answer::Unknown && result.stopped_by == Some(Stop::Game);
    !(is_cut || is_late || has_failed || is_open)
}
