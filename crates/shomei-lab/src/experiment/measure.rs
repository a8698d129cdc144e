//! What is counted and compared.

use shomei_search::Counters;

use super::Run;
use crate::trial::Record;

/// The counter that is called nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Positions created as children.
    Generated,
    /// Positions whose children were created.
    Expanded,
    /// Positions evaluated as leaves.
    Evaluated,
    /// Expanded nodes and those of the game's own searches of small remainders.
    All,
}

/// What can be added up over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// What the row calls nodes.
    Nodes,
    /// One counter for all rows.
    Counter(Counter),
    /// Time.
    Seconds,
    /// Nodes held in memory, as [`Counters::stored`] counts them.
    Stored,
}

impl Counter {
    /// All, with their names.
    pub(crate) const NAMES: [(&'static str, Counter); 4] = [
        ("generated", Counter::Generated),
        ("expanded", Counter::Expanded),
        ("evaluated", Counter::Evaluated),
        ("all", Counter::All),
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counter::Generated => "generated",
            Counter::Expanded => "expanded",
            Counter::Evaluated => "evaluated",
            Counter::All => "all",
        }
    }

    fn of(self, counters: &Counters) -> u64 {
        match self {
            Counter::Generated => counters.generated,
            Counter::Expanded => counters.expanded,
            Counter::Evaluated => counters.evaluated,
            Counter::All => counters.nodes(),
        }
    }
}

impl Measure {
    /// What a run of this row comes to.
    #[must_use]
    pub fn of(self, run: &Run, record: &Record) -> f64 {
        let count = |counter: Counter| counter.of(&record.counters()) as f64;
        match self {
            Measure::Nodes => count(run.count),
            Measure::Counter(counter) => count(counter),
            Measure::Seconds => record.seconds,
            Measure::Stored => record.stored as f64,
        }
    }

    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Nodes => "nodes",
            Measure::Counter(counter) => counter.name(),
            Measure::Seconds => "seconds",
            Measure::Stored => "stored",
        }
    }

    /// The least that is measured: a microsecond, a node.
    pub(crate) fn least(self) -> f64 {
        match self {
            Measure::Seconds => 1e-6,
            Measure::Nodes | Measure::Counter(_) | Measure::Stored => 1.0,
        }
    }
}
