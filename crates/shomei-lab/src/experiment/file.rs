//! The file of an experiment before names are looked up.
//!
//! `docs/reference/experiments.md` describes the format. Every name keeps its place for error
//! messages.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::CheckEntry;
use crate::record::Budget;
use crate::source::{self, Word};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ExperimentFile {
    pub(super) name: Word,
    pub(super) title: String,
    /// The paper and its table.
    pub(super) source: String,
    /// A remark for readers.
    pub(super) note: Option<String>,
    pub(super) game: Word,
    /// If left out, each position has its own rules.
    pub(super) rules: Option<Word>,
    pub(super) sets: Option<Spanned<Vec<Word>>>,
    /// Sets with a size.
    #[serde(default)]
    pub(super) set: Vec<SetEntry>,
    /// The hints of runs without their own.
    pub(super) hints: Option<Word>,
    /// The number of positions in the paper.
    pub(super) paper_positions: Option<u64>,
    /// The size of the table of each run in bytes.
    #[serde(deserialize_with = "source::memory")]
    pub(super) memory: usize,
    /// The counter that counts as nodes.
    pub(super) count: Word,
    #[serde(default)]
    pub(super) limits: Budget,
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
    /// Its size in the plot.
    pub(super) size: Option<i64>,
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
    #[serde(default, deserialize_with = "source::some_memory")]
    pub(super) memory: Option<usize>,
    pub(super) count: Option<Word>,
    pub(super) limits: Option<Budget>,
    #[serde(default)]
    pub(super) certify: bool,
    #[serde(default)]
    pub(super) paper: PaperEntry,
    /// The line of the row in the plot.
    pub(super) group: Option<String>,
    /// The place of the row on the line.
    pub(super) size: Option<i64>,
}

/// The paper's figures of a row, by the names of columns.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PaperEntry {
    pub(super) solved: Option<u64>,
    #[serde(default)]
    pub(super) nodes: BTreeMap<Word, u64>,
    #[serde(default)]
    pub(super) seconds: BTreeMap<Word, f64>,
}

/// A column: totals over the positions that all of some runs solve.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ColumnEntry {
    pub(super) name: Word,
    pub(super) title: String,
    pub(super) solved_by: Vec<Word>,
    /// The number of these positions in the paper.
    pub(super) paper_positions: Option<u64>,
    #[serde(default)]
    pub(super) show: Vec<Word>,
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
