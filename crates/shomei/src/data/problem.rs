//! The result of checking a problem, as data.

use serde::Serialize;
use shomei_compose::Counted;

use super::{AnswerData, ComposersData, MissingData, OtherSolutionsData, RefutationData};
use crate::composers::Composition;

/// The result of checking a problem, as data.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemData {
    /// The answer.
    #[serde(flatten)]
    pub answer: AnswerData,
    /// The length without wasted defences; absent in games and rules without such a count, and if
    /// the length is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedData>,
    /// Other solutions; absent when they are not requested, or there is no win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yozume: Option<OtherSolutionsData>,
    /// The obstacles to a win; absent when they are not requested, or there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<MissingData>,
    /// The judgement in the terms of composers; absent when other solutions are not requested, in
    /// games without such terms, and if it is not known whether there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub composers: Option<ComposersData>,
    /// The refutation by the defender; absent when it is not requested, or there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<RefutationData>,
}

impl ProblemData {
    /// Converts an answer with the results for the composer.
    #[must_use]
    pub fn of(answer: AnswerData, composition: &Composition) -> ProblemData {
        ProblemData {
            answer,
            counted: composition.counted.as_ref().map(CountedData::of),
            yozume: composition.others.as_ref().map(OtherSolutionsData::of),
            missing: composition.missing.as_ref().map(MissingData::of),
            composers: composition.judgement.as_ref().map(ComposersData::of),
            refutation: composition.refutation.as_ref().map(RefutationData::of),
        }
    }
}

/// A win without wasted defences, as data.
#[derive(Clone, Debug, Serialize)]
pub struct CountedData {
    /// The plies of the shortest such win that is known.
    pub length: Option<u16>,
    /// Whether no such win is shorter.
    pub length_proven: bool,
    /// There is no such win in fewer plies than this.
    pub length_at_least: u16,
    /// A line of exactly this number of plies; empty if a limit was reached.
    pub line: Vec<String>,
    /// The limit that ended the search for the win; null also if the search was given up.
    pub stopped_by: Option<String>,
}

impl CountedData {
    /// Converts the bounds of such a win.
    #[must_use]
    pub fn of(counted: &Counted<String>) -> CountedData {
        CountedData {
            length: counted.length.most,
            length_proven: counted.length.exact().is_some(),
            length_at_least: counted.length.least,
            line: counted.line.clone(),
            stopped_by: counted.stopped_by.map(|stop| stop.to_string()),
        }
    }
}
