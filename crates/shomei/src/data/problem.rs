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
    /// The length without wasted defences; absent in games and rules that do not count so, and
    /// where the length is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedData>,
    /// Other solutions; absent when they are not asked for, or there is no win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yozume: Option<OtherSolutionsData>,
    /// What is missing for a win; absent when that is not asked for, or there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<MissingData>,
    /// What composers call it; absent when other solutions are not asked for, in games without
    /// such words, and where it is not known whether there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub composers: Option<ComposersData>,
    /// What the defender answers; absent when that is not asked for, or there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<RefutationData>,
}

impl ProblemData {
    /// An answer with what was found for the composer.
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

/// A win with wasted defences left out, as data.
#[derive(Clone, Debug, Serialize)]
pub struct CountedData {
    /// The plies of the shortest such win that is known.
    pub length: Option<u16>,
    /// Whether there is none shorter.
    pub length_proven: bool,
    /// There is no such win in fewer plies.
    pub length_at_least: u16,
    /// A line of exactly so many plies; empty where a limit was reached.
    pub line: Vec<String>,
    /// The limit that ended the search for it, if one did; null also where it was given up.
    pub stopped_by: Option<String>,
}

impl CountedData {
    /// What is known of such a win.
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
