//! What a list came to.

use std::path::Path;

use serde::{Deserialize, Serialize};
use shomei::Value;
use shomei_game::Lang;
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use crate::failure::{Exit, Failure};
use crate::output::{counted, grouped};
use crate::tsume;

/// What one problem adds to the sums, or what several came to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Counts {
    /// Proved and disproved; or wins, draws and losses.
    results: [u64; 3],
    unknown: u64,
    /// Those with an answer of which not everything is known that was asked for.
    incomplete: u64,
    /// Those that could be held against their list, and those that agree.
    compared: u64,
    agree: u64,
    bad: u64,
    failed: u64,
    nodes: u64,
    seconds: f64,
}

impl Counts {
    /// A problem with its answer.
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
        counts.failed = u64::from(answered.exit() == Exit::Failed);
        counts.nodes = answered.result.work.nodes();
        counts.seconds = answered.result.work.seconds;
        counts
    }

    /// A problem without one.
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

/// What a list came to.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    sums: Counts,
    /// What a bad one is.
    is_folder: bool,
    pub(super) is_interrupted: bool,
    /// How many were known from a journal.
    pub(super) known: u64,
}

impl Tally {
    /// Nothing yet, of a folder or of a list.
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

    /// What all came to, on a line.
    pub(super) fn summary(&self, request: &Request) -> String {
        match request.lang {
            Lang::En => self.in_english(request),
            Lang::Ja => self.in_japanese(request),
        }
    }

    fn in_english(&self, request: &Request) -> String {
        let sums = &self.sums;
        let [a, b, c] = sums.results.map(grouped);
        let results = match request.question.is_of_value() {
            true => format!("{a} won, {b} drawn, {c} lost"),
            false => format!("{a} proved, {b} disproved"),
        };
        let bad = match self.is_folder {
            true => "bad problem",
            false => "bad line",
        };
        let mut text = format!(
            "{}: {results}, {} unknown, {}, {}; {} in {:.3} s",
            counted(self.positions, "position"),
            grouped(sums.unknown),
            counted(sums.bad, bad),
            counted(sums.failed, "error"),
            counted(sums.nodes, "node"),
            sums.seconds,
        );
        if sums.compared > 0 {
            text += &format!("; {} of {} agree", sums.agree, sums.compared);
        }
        if sums.incomplete > 0 {
            text += &format!("; {} not decided in full", grouped(sums.incomplete));
        }
        if self.known > 0 {
            text += &format!("; {} from the journal", grouped(self.known));
        }
        if self.is_interrupted {
            text += "; interrupted";
        }
        text
    }

    fn in_japanese(&self, request: &Request) -> String {
        let is_tsume = tsume::is_asked(&request.entry.kind, &request.game);
        let sums = &self.sums;
        let [a, b, c] = sums.results.map(grouped);
        let results = match (request.question.is_of_value(), is_tsume) {
            (true, _) => format!("勝ち {a}、引き分け {b}、負け {c}"),
            (false, true) => format!("詰み {a}、不詰 {b}"),
            (false, false) => format!("証明 {a}、反証 {b}"),
        };
        let unknown = if is_tsume { "未解決" } else { "不明" };
        let mut text = format!(
            "{}問：{results}、{unknown} {}、読めない問題 {}、エラー {}、節点数 {}、{:.3} s",
            grouped(self.positions),
            grouped(sums.unknown),
            grouped(sums.bad),
            grouped(sums.failed),
            grouped(sums.nodes),
            sums.seconds,
        );
        if sums.compared > 0 {
            text += &format!("、予想と一致 {}（{}のうち）", sums.agree, sums.compared);
        }
        if sums.incomplete > 0 {
            text += &format!("、一部未確定 {}", grouped(sums.incomplete));
        }
        if self.known > 0 {
            text += &format!("、記録済み {}", grouped(self.known));
        }
        if self.is_interrupted {
            text += "、中断";
        }
        text
    }

    /// How the command ends: as it does for one of the problems, a bad one before an error,
    /// an error before what is not known.
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
