//! Decides whether a search for another move is worth its nodes.
//!
//! The work of a strategy is its records and the nodes of its plain searches. The parts that a move
//! needs are divided into classes by the logarithm of their work. A class in which searches have
//! used many nodes and saved little is not searched any more. This matters for large parts: their
//! searches cost most, and often fail.

/// The nodes of a search for each unit of work of the part that it could replace, in the first
/// passes. Cheap searches come first, since a smaller strategy makes all later ones cheaper: with 4
/// in all passes the strategies are 2 % larger.
pub(super) const NODES_FOR_WORK: [u64; 4] = [1, 2, 4, 8];

/// The searches of each class that may fail at first.
const FIRST_SEARCHES: u64 = 64;

/// The nodes that may be spent for each unit of work that was saved.
const NODES_FOR_SAVED: u64 = 1000;

/// The nodes of all searches for each record of the strategy.
const NODES_FOR_RECORD: u64 = 128;

/// The nodes of all searches for a strategy with few records.
const LEAST_NODES: u64 = 1_000_000;

/// The searches so far in one class.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    nodes: u64,
    saved: u64,
}

/// The searches so far.
#[derive(Debug)]
pub(super) struct Prices {
    classes: [Class; 64],
    /// The nodes that may be spent in all classes.
    rest: u64,
    /// The nodes of a search for each unit of work.
    pub(super) for_work: u64,
}

/// The class of a part with this work.
fn class_of(work: u64) -> usize {
    work.max(1).ilog2() as usize
}

impl Prices {
    /// The prices for a strategy with this number of records.
    pub(super) fn of_records(records: u64) -> Prices {
        Prices::of_nodes(records.saturating_mul(NODES_FOR_RECORD).max(LEAST_NODES))
    }

    /// The prices for searches of this number of nodes together.
    fn of_nodes(rest: u64) -> Prices {
        Prices {
            classes: [Class::default(); 64],
            rest,
            for_work: NODES_FOR_WORK[0],
        }
    }

    /// The largest number of nodes of a search for a move that could replace a part with this work;
    /// `None` if it should not be searched.
    pub(super) fn nodes_for(&self, work: u64) -> Option<u64> {
        let class = class_of(work);
        let Class { nodes, saved } = self.classes[class];
        let first = (1u64 << class)
            .saturating_mul(self.for_work)
            .saturating_mul(FIRST_SEARCHES);
        let earned = saved.saturating_mul(NODES_FOR_SAVED);
        let is_worth_it = nodes < first.saturating_add(earned);
        let most = work.saturating_mul(self.for_work).min(self.rest);
        (is_worth_it && most > 0).then_some(most)
    }

    /// Records a search for a move that could replace a part with this work.
    pub(super) fn note_search(&mut self, work: u64, nodes: u64) {
        let class = &mut self.classes[class_of(work)];
        class.nodes = class.nodes.saturating_add(nodes);
        self.rest = self.rest.saturating_sub(nodes);
    }

    /// Records that a searched move replaced a part with this work by one that has less of it.
    pub(super) fn note_saved(&mut self, work: u64, saved: u64) {
        let class = &mut self.classes[class_of(work)];
        class.saved = class.saved.saturating_add(saved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_without_gain_is_given_up_and_one_with_gain_is_not() {
        let mut prices = Prices::of_nodes(u64::MAX);
        let most = prices.nodes_for(100).unwrap_or(0);
        assert_eq!(most, 100);
        let mut searches = 0;
        while let Some(nodes) = prices.nodes_for(100) {
            prices.note_search(100, nodes);
            searches += 1;
        }
        // The class begins at 64.
        assert_eq!(searches, (64 * FIRST_SEARCHES).div_ceil(100));
        assert!(prices.nodes_for(128).is_some());
        prices.note_saved(100, 1);
        assert!(prices.nodes_for(100).is_some());
    }

    #[test]
    fn all_searches_together_have_a_limit() {
        let mut prices = Prices::of_nodes(1000);
        assert_eq!(prices.nodes_for(1 << 20), Some(1000));
        prices.note_search(1 << 20, 1000);
        assert_eq!(prices.nodes_for(1), None);
    }
}
