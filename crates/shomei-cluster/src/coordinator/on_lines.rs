//! Disproofs that rest on a repetition, for the machines that search where they hold.
//!
//! Such a disproof holds on all lines with a common beginning. The lines of jobs run down the upper
//! tree, so the beginning is a child of a node there (or the root), and the disproof is kept at
//! it: whoever takes a leaf below is told. Where the beginning goes on below the leaf, it is kept at
//! the leaf.

use std::collections::{HashMap, HashSet, VecDeque};

use shomei_search::jobs::{ChildId, Known};

use crate::MachineId;

/// A child of a node of the tree; none is the root.
pub(super) type At = Option<ChildId>;

/// What is known below one child, in the order in which it came.
#[derive(Debug, Default)]
struct List {
    known: VecDeque<(Known, MachineId)>,
    seen: HashSet<(u64, u64)>,
    /// How many at its beginning were dropped.
    dropped: usize,
}

impl List {
    fn end(&self) -> usize {
        self.dropped + self.known.len()
    }

    fn drop_oldest(&mut self, count: usize) {
        for _ in 0..count {
            if let Some((known, _)) = self.known.pop_front() {
                self.seen.remove(&(known.key, known.check));
                self.dropped += 1;
            }
        }
    }
}

/// See the [module text](self).
#[derive(Debug, Default)]
pub(super) struct OnLines {
    at: HashMap<At, List>,
    held: usize,
    /// How many were held after the last look at what is still of use.
    kept: usize,
}

impl OnLines {
    /// Keeps a disproof that holds on the lines that begin as this one up to the index `last`; the
    /// root has index 0. Who has found it knows it already.
    pub(super) fn put(&mut self, line: &[ChildId], last: usize, known: (Known, MachineId)) {
        let at = last.min(line.len()).checked_sub(1);
        let list = self.at.entry(at.map(|at| line[at])).or_default();
        if list.seen.insert((known.0.key, known.0.check)) {
            list.known.push_back(known);
            self.held += 1;
        }
    }

    /// What holds on a line and came after `told`, but for what this machine has found.
    pub(super) fn take(
        &self,
        line: impl Iterator<Item = ChildId>,
        machine: MachineId,
        told: &mut HashMap<At, usize>,
    ) -> Vec<Known> {
        let mut news = Vec::new();
        for at in std::iter::once(None).chain(line.map(Some)) {
            let Some(list) = self.at.get(&at) else {
                continue;
            };
            let from = told.insert(at, list.end()).unwrap_or(0);
            let new = list.known.iter().skip(from.saturating_sub(list.dropped));
            let others = new.filter(|(_, finder)| *finder != machine);
            news.extend(others.map(|(known, _)| *known));
        }
        news
    }

    /// Drops what is below children that are solved or gone, when there is much of it; and the
    /// older half, if there is still more than `most`. Whether it has looked.
    pub(super) fn tidy(&mut self, most: usize, is_open: impl Fn(ChildId) -> bool) -> bool {
        if self.held < most && self.held < 2 * self.kept.max(1 << 12) {
            return false;
        }
        self.at.retain(|at, _| at.is_none_or(&is_open));
        self.count();
        if self.held > most {
            for list in self.at.values_mut() {
                list.drop_oldest(list.known.len().div_ceil(2));
            }
            self.count();
        }
        self.kept = self.held;
        true
    }

    /// Whether something is kept at this child.
    pub(super) fn holds(&self, at: At) -> bool {
        self.at.contains_key(&at)
    }

    fn count(&mut self) {
        self.held = self.at.values().map(|list| list.known.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use shomei_search::jobs::Says;

    use super::*;

    fn known(key: u64, line: u64) -> Known {
        Known {
            key,
            check: line,
            says: Says::DisprovedOnLine {
                pn: 1,
                dn: 1,
                length: 3,
                best: None,
                least: 0,
                last: 0,
            },
            work: 9,
            board: None,
        }
    }

    fn keys(on_lines: &OnLines, machine: u32, told: &mut HashMap<At, usize>) -> Vec<u64> {
        let news = on_lines.take(std::iter::empty(), MachineId(machine), told);
        news.iter().map(|known| known.key).collect()
    }

    #[test]
    fn each_is_told_once_to_all_but_its_finder() {
        let mut on_lines = OnLines::default();
        for (key, finder) in [(1, 0), (2, 1), (1, 1), (3, 0)] {
            on_lines.put(&[], 0, (known(key, 7), MachineId(finder)));
        }
        // On another line it is another disproof.
        on_lines.put(&[], 0, (known(1, 8), MachineId(1)));
        let (mut first, mut second) = (HashMap::new(), HashMap::new());
        assert_eq!(keys(&on_lines, 0, &mut first), [2, 1]);
        assert_eq!(keys(&on_lines, 1, &mut second), [1, 3]);
        assert!(keys(&on_lines, 0, &mut first).is_empty());
        on_lines.put(&[], 0, (known(4, 7), MachineId(1)));
        assert_eq!(keys(&on_lines, 0, &mut first), [4]);
    }

    #[test]
    fn the_older_half_goes_and_pointers_stay_right() {
        let mut on_lines = OnLines::default();
        let mut told = HashMap::new();
        for key in 0..10 {
            on_lines.put(&[], 0, (known(key, 7), MachineId(0)));
        }
        assert_eq!(keys(&on_lines, 1, &mut told).len(), 10);
        for key in 10..20 {
            on_lines.put(&[], 0, (known(key, 7), MachineId(0)));
        }
        assert!(on_lines.tidy(15, |_| true));
        assert!(on_lines.holds(None));
        assert_eq!(keys(&on_lines, 1, &mut told), (10..20).collect::<Vec<_>>());
        assert_eq!(keys(&on_lines, 2, &mut HashMap::new()).len(), 10);
        assert!(!on_lines.tidy(15, |_| true), "there is little");
    }
}
