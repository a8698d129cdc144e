//! What determines a run, and what comes of it: one line of the journal.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shomei_search::registry::{Info, Settings};
use shomei_search::{Answer, Counters, Limits};

use crate::experiment::Run;
use crate::set::Problem;

/// When a run gives up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Budget {
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Most generated nodes.
    pub generated: Option<u64>,
    /// Most evaluated leaves.
    pub evaluated: Option<u64>,
    /// Longest time in milliseconds.
    pub milliseconds: Option<u64>,
}

impl Budget {
    /// The limits of a search that `stop` ends too.
    #[must_use]
    pub fn limits(&self, stop: &Arc<AtomicBool>) -> Limits {
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

/// All that determines a run: equal trials have equal counts.
///
/// Options are complete, so that a default that changes makes another trial.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trial {
    /// The game.
    pub game: String,
    /// Its rules, as the game prints them.
    pub rules: String,
    /// The side that must win.
    pub attacker: String,
    /// The position, as the game prints it.
    pub position: String,
    /// The algorithm.
    pub algorithm: String,
    /// Its options, those left out included.
    pub options: BTreeMap<String, String>,
    /// What the game tells the search; empty for what it usually does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hints: String,
    /// The order of the moves, if it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_order: Option<NonZeroU64>,
    /// Bytes for its table.
    pub memory: u64,
    /// When it gives up.
    pub budget: Budget,
}

impl Trial {
    /// The run of a row on a problem.
    #[must_use]
    pub fn of(game: &str, run: &Run, problem: &Problem) -> Trial {
        Trial {
            game: game.into(),
            rules: problem.rules.clone(),
            attacker: problem.attacker.clone(),
            position: problem.position.clone(),
            algorithm: run.algorithm.name.into(),
            options: complete(run.algorithm, &run.settings),
            hints: run.hints.clone(),
            move_order: run.move_order,
            memory: run.memory as u64,
            budget: run.budget.clone(),
        }
    }
}

/// The options with the defaults of those that are not set. A default in
/// parentheses is a remark, not a value.
pub(crate) fn complete(algorithm: &Info, settings: &Settings) -> BTreeMap<String, String> {
    let defaults = algorithm.options.iter();
    let mut options: BTreeMap<String, String> = defaults
        .filter(|option| !option.default.starts_with('('))
        .map(|option| (option.name.to_string(), option.default.to_string()))
        .collect();
    options.extend(
        settings
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string())),
    );
    options
}

/// A finished run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What was run.
    #[serde(flatten)]
    pub trial: Trial,
    /// `proved`, `disproved` or `unknown`.
    pub answer: String,
    /// The limit that ended it.
    pub stopped_by: Option<String>,
    /// See [`Counters`].
    pub generated: u64,
    /// See [`Counters`].
    pub expanded: u64,
    /// See [`Counters`].
    pub evaluated: u64,
    /// See [`Counters`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub leaf_nodes: u64,
    /// See [`Counters`].
    pub stored: u64,
    /// See [`Counters`].
    pub table_hits: u64,
    /// See [`Counters`].
    pub saturations: u64,
    /// The time of the search.
    pub seconds: f64,
    /// What became of the certificate, where one was asked for and there is
    /// an answer.
    pub certificate: Option<Certified>,
    /// The folder that the run was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reused: Option<String>,
}

/// Most games count none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// What became of a certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certified {
    /// `accepted`, or why it is not.
    pub verdict: String,
    /// What it shows: `proved` or `disproved`.
    pub claim: Option<String>,
    /// Its records.
    pub records: u64,
    /// Its size.
    pub bytes: u64,
    /// The time to make and check it.
    pub seconds: f64,
}

/// The verdict of the checker on a certificate that stands.
pub(crate) const ACCEPTED: &str = "accepted";

impl Record {
    /// Whether there is an answer.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.answer != Answer::Unknown.to_string()
    }

    /// Whether nothing is left to do for a row that asks for a certificate.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        !self.is_known() || self.certificate.is_some()
    }

    /// The certificate is accepted and shows the answer.
    #[must_use]
    pub fn has_sound_certificate(&self) -> bool {
        self.certificate.as_ref().is_some_and(|certified| {
            certified.verdict == ACCEPTED && certified.claim.as_ref() == Some(&self.answer)
        })
    }

    /// The counters.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters {
            generated: self.generated,
            expanded: self.expanded,
            evaluated: self.evaluated,
            leaf_nodes: self.leaf_nodes,
            table_hits: self.table_hits,
            saturations: self.saturations,
            stored: self.stored,
        }
    }
}
