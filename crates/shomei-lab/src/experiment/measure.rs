//! The measures that experiments compare.

use super::Run;
use crate::record::{Count, Record};

/// A measure that can be added up over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The count that the row uses as nodes.
    #[default]
    Nodes,
    /// The time in seconds.
    Seconds,
    /// The same count for all rows.
    Count(Count),
    /// Expanded nodes, and the nodes of the game's own searches of small remainders.
    All,
}

impl Measure {
    /// All measures with their names.
    pub(crate) const NAMES: [(&'static str, Measure); 7] = [
        ("nodes", Measure::Nodes),
        ("seconds", Measure::Seconds),
        ("stored", Measure::Count(Count::Stored)),
        ("generated", Measure::Count(Count::Generated)),
        ("expanded", Measure::EXPANDED),
        ("evaluated", Measure::Count(Count::Evaluated)),
        ("all", Measure::All),
    ];

    /// The measures that can count as nodes.
    pub(crate) const COUNTERS: &'static [(&'static str, Measure)] = Self::NAMES.split_at(3).1;

    pub(crate) const EXPANDED: Measure = Measure::Count(Count::Expanded);

    /// The measure of a run of this row.
    pub(crate) fn of(self, run: &Run, record: &Record) -> f64 {
        match self {
            Measure::Nodes => run.count.of(run, record),
            Measure::Seconds => record.seconds,
            Measure::Count(count) => record.count(count) as f64,
            Measure::All => (record.count(Count::Expanded) + record.count(Count::LeafNodes)) as f64,
        }
    }

    /// The name in tables.
    pub(crate) fn name(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        let found = names.find(|(_, measure)| *measure == self);
        found.map_or("count", |(name, _)| name)
    }

    /// The smallest measured value: a microsecond or a node.
    pub(crate) fn least(self) -> f64 {
        match self {
            Measure::Seconds => 1e-6,
            _ => 1.0,
        }
    }
}
