//! The record of a run, which is one line of the journal: its question and its result.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shomei_search::{Counters, Limits};

use crate::set::SetProblem;
use crate::source;

/// The limits of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Budget {
    /// The limit of expanded nodes and nodes in leaves.
    pub(crate) nodes: Option<u64>,
    pub(crate) generated: Option<u64>,
    pub(crate) evaluated: Option<u64>,
    #[serde(rename = "time", deserialize_with = "source::milliseconds")]
    pub(crate) milliseconds: Option<u64>,
}

impl Budget {
    /// The limits of a search, which `stop` also ends.
    pub(crate) fn limits(&self, stop: &Arc<AtomicBool>) -> Limits {
        Limits {
            nodes: self.nodes,
            generated: self.generated,
            evaluated: self.evaluated,
            time: self.milliseconds.map(Duration::from_millis),
            stop: Some(Arc::clone(stop)),
            ..Limits::default()
        }
    }
}

/// Everything that determines a run: equal questions have equal counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) game: String,
    /// The position and the question about it.
    pub(crate) position: String,
    /// The description of the run on one line, which determines its result.
    pub(crate) run: String,
}

impl Question {
    pub(crate) fn of(asked: SetProblem<'_>, run: String) -> Question {
        Question {
            game: asked.set.game.name().into(),
            position: asked.problem.key.clone(),
            run,
        }
    }
}

/// A count of a run; `docs/results/data/README.md` describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Count {
    Generated,
    Expanded,
    Evaluated,
    LeafNodes,
    Stored,
    TableHits,
    Saturations,
    TreeExpanded,
    TreeNodes,
    TreePositions,
    LeavesCounted,
    LeavesDifferent,
    Time,
    Work,
    Busy,
    Jobs,
    Wasted,
    EntriesOut,
    EntriesBack,
    Budget,
}

impl Count {
    /// The count of a column of a table.
    pub(crate) fn named(name: &str) -> Option<Count> {
        serde_json::from_value(name.into()).ok()
    }
}

/// The counts of a run.
pub(crate) type Counts = BTreeMap<Count, u64>;

/// The counts of a search.
pub(crate) fn counts_of(counters: &Counters) -> Counts {
    Counts::from([
        (Count::Generated, counters.generated),
        (Count::Expanded, counters.expanded),
        (Count::Evaluated, counters.evaluated),
        (Count::LeafNodes, counters.leaf_nodes),
        (Count::Stored, counters.stored),
        (Count::TableHits, counters.table_hits),
        (Count::Saturations, counters.saturations),
        (Count::Work, counters.work()),
    ])
}

/// A finished run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The question of the run.
    #[serde(flatten)]
    pub(crate) question: Question,
    /// `proved`, `disproved` or `unknown`.
    pub(crate) answer: String,
    /// The limit that ended the run.
    pub(crate) stopped_by: Option<String>,
    pub(crate) counts: Counts,
    /// The time of the search in seconds.
    pub(crate) seconds: f64,
    /// The certificate, if one was required and there is an answer.
    pub(crate) certificate: Option<Certified>,
    /// The folder that the run was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reused: Option<String>,
}

/// The result of making and checking a certificate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Certified {
    /// `accepted`, or the reason for the rejection.
    pub(crate) verdict: String,
    /// Its claim: `proved` or `disproved`.
    pub(crate) claim: Option<String>,
    pub(crate) records: u64,
    pub(crate) bytes: u64,
    /// The time to make and check it, in seconds.
    pub(crate) seconds: f64,
}

/// The verdict of the checker on a correct certificate.
pub(crate) const ACCEPTED: &str = "accepted";

/// The answer of a run without a result.
const UNKNOWN: &str = "unknown";

impl Record {
    /// A run without a result.
    pub(crate) fn unknown(question: Question) -> Record {
        Record {
            question,
            answer: UNKNOWN.into(),
            stopped_by: None,
            counts: Counts::new(),
            seconds: 0.0,
            certificate: None,
            reused: None,
        }
    }

    /// A count; 0 if it was not counted.
    pub(crate) fn count(&self, count: Count) -> u64 {
        self.counts.get(&count).copied().unwrap_or_default()
    }

    /// The ratio of two counts; `None` if the second is 0.
    pub(crate) fn ratio(&self, over: Count, under: Count) -> Option<f64> {
        let under = self.count(under);
        (under > 0).then(|| self.count(over) as f64 / under as f64)
    }

    /// Whether there is an answer.
    pub(crate) fn is_known(&self) -> bool {
        self.answer != UNKNOWN
    }

    /// Whether the record is complete for a row that requires certificates.
    pub(crate) fn is_certified(&self) -> bool {
        !self.is_known() || self.certificate.is_some()
    }

    /// Whether the certificate is accepted and proves the answer.
    pub(crate) fn has_sound_certificate(&self) -> bool {
        self.certificate.as_ref().is_some_and(|certified| {
            certified.verdict == ACCEPTED && certified.claim.as_ref() == Some(&self.answer)
        })
    }
}
