//! The text of an experiment as it is written, names not looked up yet.
//!
//! `docs/experiments.md` describes the format for people. Everything that is
//! a name keeps its place, for the message when nobody bears it.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use serde::Deserialize;
use toml::{Spanned, Value};

use crate::source::Word;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ExperimentFile {
    pub(super) name: Word,
    pub(super) title: String,
    /// The paper and its table.
    pub(super) source: String,
    /// What a reader should know beside the figures.
    pub(super) note: Option<String>,
    pub(super) game: Word,
    /// Left out: each position says them itself.
    pub(super) rules: Option<Word>,
    pub(super) sets: Option<Spanned<Vec<Word>>>,
    /// Sets that have a size.
    #[serde(default)]
    pub(super) set: Vec<SetEntry>,
    /// Those of runs that have none of their own.
    pub(super) hints: Option<Word>,
    /// How many positions the paper has.
    pub(super) paper_positions: Option<u64>,
    /// Bytes for the table of each run.
    pub(super) memory: Word,
    /// What counts as a node.
    pub(super) count: Word,
    #[serde(default)]
    pub(super) limits: LimitsEntry,
    pub(super) run: Spanned<Vec<RunEntry>>,
    #[serde(default)]
    pub(super) column: Vec<ColumnEntry>,
    #[serde(default)]
    pub(super) check: Vec<CheckEntry>,
    pub(super) plot: Option<PlotEntry>,
}

/// A set with its size.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SetEntry {
    pub(super) file: Word,
    /// Where it stands in the plot.
    pub(super) size: Option<i64>,
}

/// When a run gives up.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LimitsEntry {
    /// Expanded nodes.
    pub(super) nodes: Option<u64>,
    pub(super) generated: Option<u64>,
    pub(super) evaluated: Option<u64>,
    pub(super) time: Option<Word>,
}

/// A row of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RunEntry {
    pub(super) label: Word,
    pub(super) algorithm: Word,
    #[serde(default)]
    pub(super) options: BTreeMap<Word, Spanned<Value>>,
    pub(super) hints: Option<Word>,
    pub(super) move_order: Option<NonZeroU64>,
    pub(super) memory: Option<Word>,
    pub(super) count: Option<Word>,
    pub(super) limits: Option<LimitsEntry>,
    #[serde(default)]
    pub(super) certify: bool,
    #[serde(default)]
    pub(super) paper: PaperEntry,
    /// The line of the plot that the row belongs to.
    pub(super) group: Option<String>,
    /// Where on the line.
    pub(super) size: Option<i64>,
}

/// What the paper says about a row; by the names of columns.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PaperEntry {
    pub(super) solved: Option<u64>,
    #[serde(default)]
    pub(super) nodes: BTreeMap<Word, u64>,
    #[serde(default)]
    pub(super) seconds: BTreeMap<Word, f64>,
}

/// A column: totals over the positions that some runs all solve.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ColumnEntry {
    pub(super) name: Word,
    pub(super) title: String,
    pub(super) solved_by: Vec<Word>,
    /// How many positions that are in the paper.
    pub(super) paper_positions: Option<u64>,
    #[serde(default)]
    pub(super) show: Vec<Word>,
}

/// A claim about the shape of the figures.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CheckEntry {
    pub(super) claim: String,
    pub(super) kind: Word,
    /// What the paper has, where its figures do not say.
    pub(super) paper: Option<String>,
    pub(super) left: Option<Word>,
    pub(super) right: Option<Word>,
    pub(super) runs: Option<Vec<Word>>,
    pub(super) others: Option<Vec<Word>>,
    pub(super) of: Option<Word>,
    pub(super) column: Option<Word>,
    pub(super) set_size: Option<Spanned<i64>>,
    pub(super) mean: Option<Word>,
    pub(super) limit: Option<Word>,
    pub(super) at_least: Option<f64>,
    pub(super) at_most: Option<f64>,
    pub(super) within: Option<u64>,
}

/// A figure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlotEntry {
    pub(super) kind: Word,
    pub(super) axis: String,
    pub(super) base: Option<Word>,
    pub(super) of: Option<Word>,
}
