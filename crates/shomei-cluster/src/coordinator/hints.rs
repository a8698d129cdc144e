//! Unsolved positions below the leaves of the upper tree, for the machine that takes such a leaf
//! over.

use std::collections::HashMap;
use std::sync::Arc;

use shomei_parallel::ChildId;
use shomei_search::Knowledge;

use crate::MachineId;

/// The unsolved positions of one job below its leaf.
#[derive(Clone, Debug)]
struct Hints {
    number: u64,
    from: MachineId,
    known: Arc<[Knowledge]>,
}

#[derive(Debug, Default)]
pub(super) struct JobHints {
    /// The hints by the leaf of the job.
    at: HashMap<ChildId, Vec<Hints>>,
    number: u64,
    held: usize,
    /// The number of positions after the last call of [`JobHints::tidy`] that removed some.
    kept: usize,
}

impl JobHints {
    /// Adds the unsolved positions of a job.
    pub(super) fn put(&mut self, leaf: ChildId, from: MachineId, known: Vec<Knowledge>) {
        if known.is_empty() {
            return;
        }
        self.number += 1;
        self.held += known.len();
        let hints = Hints {
            number: self.number,
            from,
            known: known.into(),
        };
        // Earlier hints stay: a job reports only positions that it has visited.
        self.at.entry(leaf).or_default().push(hints);
    }

    /// The hints of other machines on a path, each with its number, without those already sent.
    pub(super) fn take(
        &self,
        line: &[ChildId],
        machine: MachineId,
        sent: &mut std::collections::HashSet<u64>,
    ) -> Vec<(u64, Arc<[Knowledge]>)> {
        let hints = line.iter().filter_map(|child| self.at.get(child)).flatten();
        let others = hints.filter(|hints| hints.from != machine && sent.insert(hints.number));
        others
            .map(|hints| (hints.number, Arc::clone(&hints.known)))
            .collect()
    }

    /// If there are many positions, drops those below leaves that are solved or removed; if there
    /// are still more than `most`, drops the oldest. Returns the number of the oldest remaining
    /// hints if it looked for old ones.
    pub(super) fn tidy(&mut self, most: usize, is_open: impl Fn(ChildId) -> bool) -> Option<u64> {
        if self.held < most && self.held < 2 * self.kept.max(1 << 12) {
            return None;
        }
        self.at.retain(|&child, _| is_open(child));
        self.count();
        if self.held > most {
            let mut numbers: Vec<(u64, usize)> = Vec::new();
            for hints in self.at.values().flatten() {
                numbers.push((hints.number, hints.known.len()));
            }
            numbers.sort_unstable();
            let mut over = self.held - most / 2;
            let old = numbers.iter().take_while(|(_, len)| {
                let goes = over > 0;
                over = over.saturating_sub(*len);
                goes
            });
            let oldest = old.last().map_or(0, |(number, _)| *number);
            for hints in self.at.values_mut() {
                hints.retain(|hints| hints.number > oldest);
            }
            self.at.retain(|_, hints| !hints.is_empty());
            self.count();
        }
        self.kept = self.held;
        let numbers = self.at.values().flatten().map(|hints| hints.number);
        Some(numbers.min().unwrap_or(self.number + 1))
    }

    fn count(&mut self) {
        self.held = self
            .at
            .values()
            .flatten()
            .map(|hints| hints.known.len())
            .sum();
    }

    /// The number of positions.
    pub(super) fn held(&self) -> usize {
        self.held
    }
}
