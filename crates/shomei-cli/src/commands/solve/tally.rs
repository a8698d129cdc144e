//! The sums of a list.

use std::path::Path;

use serde::{Deserialize, Serialize};
use shomei::Value;
use shomei::messages::is_tsume;
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use crate::failure::{Exit, Failure};

/// The results of one problem, or the sums of several.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Counts {
    /// Proved and disproved; or wins, draws and losses.
    results: [u64; 3],
    unknown: u64,
    /// The problems with an incomplete answer.
    incomplete: u64,
    /// The problems that were compared with expected values, and those that agree.
    compared: u64,
    agree: u64,
    bad: u64,
    failed: u64,
    nodes: u64,
    seconds: f64,
}

impl Counts {
    /// The counts of a problem with a result.
    pub(super) fn of(answered: &Answered) -> Counts {
        let mut counts = Counts::default();
        match (answered.result.value(), answered.result.answer) {
            (Some(Value::Win), _) | (None, Answer::Proved) => counts.results[0] = 1,
            (Some(Value::Draw), _) | (None, Answer::Disproved) => counts.results[1] = 1,
            (Some(Value::Loss), _) => counts.results[2] = 1,
            (None, Answer::Unknown) => counts.unknown = 1,
        }
        let is_unknown =
            answered.result.value().is_none() && answered.result.answer == Answer::Unknown;
        counts.incomplete = u64::from(!is_unknown && answered.exit() == Exit::Unknown);
        let comparison = answered.comparison.as_ref();
        let agrees = comparison.and_then(|comparison| comparison.agrees);
        counts.compared = u64::from(agrees.is_some());
        counts.agree = u64::from(agrees == Some(true));
        let has_failed = matches!(answered.exit(), Exit::Failed | Exit::Bad);
        counts.failed = u64::from(has_failed);
        counts.nodes = answered.result.work.nodes();
        counts.seconds = answered.result.work.seconds;
        counts
    }

    /// The counts of a problem without a result.
    pub(super) fn of_bad(failure: &Failure) -> Counts {
        let is_bad = failure.exit() == Exit::Bad;
        Counts {
            bad: u64::from(is_bad),
            failed: u64::from(!is_bad),
            ..Counts::default()
        }
    }

    fn add(&mut self, one: &Counts) {
        for (sum, count) in self.results.iter_mut().zip(one.results) {
            *sum += count;
        }
        self.unknown += one.unknown;
        self.incomplete += one.incomplete;
        self.compared += one.compared;
        self.agree += one.agree;
        self.bad += one.bad;
        self.failed += one.failed;
        self.nodes += one.nodes;
        self.seconds += one.seconds;
    }
}

/// The sums of a list or a folder.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    sums: Counts,
    /// Whether a bad problem is a file of a folder, and not a line of a list.
    is_folder: bool,
    pub(super) is_interrupted: bool,
    /// The number of results from the journal.
    pub(super) known: u64,
}

impl Tally {
    /// Empty sums.
    pub(super) fn of(folder: Option<&Path>) -> Tally {
        Tally {
            is_folder: folder.is_some(),
            ..Tally::default()
        }
    }

    pub(super) fn count(&mut self, one: &Counts) {
        self.positions += 1;
        self.sums.add(one);
    }

    /// The sums as one line.
    pub(super) fn summary(&self, request: &Request) -> String {
        let (lang, sums) = (request.lang, &self.sums);
        let [first, second, third] = sums.results;
        let count = self.positions;
        let positions = msg::CountProblems { count }.text(lang);
        let is_tsume = is_tsume(request.kind.name, &request.game.rules());
        let results = match (request.question.is_of_value(), is_tsume) {
            (true, false) => msg::ListOfValues {
                positions,
                won: first,
                drawn: second,
                lost: third,
            }
            .text(lang),
            // Of values, a win and a loss are mates: one for each side to move.
            (_, true) => msg::ListOfMates {
                positions,
                proved: first + third,
                disproved: second,
            }
            .text(lang),
            (false, false) => msg::ListOfAnswers {
                positions,
                proved: first,
                disproved: second,
            }
            .text(lang),
        };
        let count = sums.unknown;
        let work = msg::ListWork {
            results,
            unknown: match is_tsume {
                true => msg::ListUnknownMates { count }.text(lang),
                false => msg::ListUnknown { count }.text(lang),
            },
            bad: match self.is_folder {
                true => msg::ListBadProblems { count: sums.bad }.text(lang),
                false => msg::ListBadLines { count: sums.bad }.text(lang),
            },
            errors: msg::ListErrors { count: sums.failed }.text(lang),
            nodes: msg::CountNodes { count: sums.nodes }.text(lang),
            seconds: format!("{:.3}", sums.seconds),
        };
        let mut parts = vec![work.text(lang)];
        if sums.compared > 0 {
            let (agree, compared) = (sums.agree, sums.compared);
            parts.push(msg::ListAgree { agree, compared }.text(lang));
        }
        if sums.incomplete > 0 {
            let count = sums.incomplete;
            parts.push(msg::ListIncomplete { count }.text(lang));
        }
        if self.known > 0 {
            parts.push(msg::ListKnown { count: self.known }.text(lang));
        }
        if self.is_interrupted {
            parts.push(msg::ListInterrupted.text(lang));
        }
        parts.join(&msg::PartsSeparator.text(lang))
    }

    /// The exit code: a bad problem takes precedence over an error, and an error over an unknown
    /// answer.
    pub(super) fn exit(&self) -> Exit {
        let sums = &self.sums;
        if sums.bad > 0 {
            Exit::Bad
        } else if sums.failed > 0 {
            Exit::Failed
        } else if sums.unknown > 0 || sums.incomplete > 0 || self.is_interrupted {
            Exit::Unknown
        } else {
            Exit::Done
        }
    }
}
