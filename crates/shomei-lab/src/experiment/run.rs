//! A search on every position, and the paper's figures of it.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use shomei_search::registry::{Info, Settings};

use super::Measure;
use crate::record::Budget;
use crate::set::Set;

/// A search with all parameters that determine its results.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The name of the row.
    pub(crate) label: String,
    pub(crate) algorithm: &'static Info,
    /// The options with a value in the file.
    pub(crate) settings: Settings,
    /// The hints of the game for the search; empty for the usual ones.
    pub(crate) hints: String,
    /// The seed of the order of the moves; `None` for the game's own order.
    pub(crate) move_order: Option<NonZeroU64>,
    /// The size of its table in bytes.
    pub(crate) memory: usize,
    /// The limits of the search.
    pub(crate) budget: Budget,
    /// The counter that counts as nodes.
    pub(crate) count: Measure,
    /// Whether each answer must have a certificate.
    pub(crate) certify: bool,
    pub(crate) paper: Paper,
    /// The line and the place in the plot.
    pub(crate) point: Option<(String, i64)>,
}

/// The paper's figures of a row, with one entry per column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paper {
    /// The number of solved positions.
    pub(crate) solved: Option<u64>,
    /// Totals of nodes.
    pub(crate) nodes: Vec<Option<u64>>,
    /// Totals of time.
    pub(crate) seconds: Vec<Option<f64>>,
}

impl Paper {
    /// The total of a column.
    pub(crate) fn total(&self, column: usize, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Nodes => self.nodes[column].map(|nodes| nodes as f64),
            Measure::Seconds => self.seconds[column],
            Measure::Count(_) | Measure::All => None,
        }
    }
}

/// A column: totals over the positions that all of some runs solve.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// The name in claims and figures.
    pub(crate) name: String,
    /// The heading.
    pub(crate) title: String,
    /// The runs that must solve the positions: indices in the list of runs.
    pub(crate) solved_by: Vec<usize>,
    /// The number of these positions in the paper.
    pub(crate) paper_positions: Option<u64>,
    /// The measures that are added up.
    pub(crate) show: Vec<Measure>,
}

impl Run {
    /// An algorithm with its default options, a table of this size in bytes, and no limits.
    pub(crate) fn new(label: &str, algorithm: &'static Info, memory: usize) -> Run {
        Run {
            label: label.into(),
            algorithm,
            settings: Settings::default(),
            hints: String::new(),
            move_order: None,
            memory,
            budget: Budget::default(),
            count: Measure::EXPANDED,
            certify: false,
            paper: Paper::default(),
            point: None,
        }
    }

    /// The options, including defaults, so that a changed default makes a different run. A default
    /// in parentheses is a remark, not a value.
    pub(crate) fn options(&self) -> BTreeMap<&str, &str> {
        let defaults = self.algorithm.options.iter();
        let defaults = defaults.filter(|option| !option.default.starts_with('('));
        let mut options: BTreeMap<_, _> = defaults
            .map(|option| (option.name, option.default))
            .collect();
        options.extend(self.settings.iter());
        options
    }

    /// The description of the run on one line. It determines the counts.
    pub(crate) fn line(&self) -> String {
        let mut line = self.algorithm.name.to_string();
        for (name, value) in self.options() {
            line += &format!(" {name}={value}");
        }
        if !self.hints.is_empty() {
            line += &format!("; hints {}", self.hints);
        }
        if let Some(order) = self.move_order {
            line += &format!("; move order {order}");
        }
        line += &format!("; memory {}", self.memory);
        let limits = [
            ("nodes", self.budget.nodes),
            ("generated", self.budget.generated),
            ("evaluated", self.budget.evaluated),
            ("milliseconds", self.budget.milliseconds),
        ];
        for (name, limit) in limits {
            line += &limit.map_or(String::new(), |limit| format!("; {name} {limit}"));
        }
        line
    }

    /// The run on positions of a set. It uses the hints of the set unless it has its own.
    pub(crate) fn on(&self, set: &Set) -> Run {
        let hints = match &*self.hints {
            "" => &set.hints,
            own => own,
        };
        Run {
            hints: hints.into(),
            ..self.clone()
        }
    }
}
