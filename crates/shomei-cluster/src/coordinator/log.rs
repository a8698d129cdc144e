//! The log of positions that are solved on every path, in order of arrival. A pointer for each
//! machine marks the part that was sent to it.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use shomei_search::Knowledge;

use super::MachineId;

/// The result of adding a solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noted {
    /// The position is new.
    New,
    /// The position was known or is disputed.
    Old,
    /// The contrary was known. One of the two is wrong; only a certificate shows which.
    Contrary,
}

/// A hasher for keys, which are already hashes.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = self.0.rotate_left(32) ^ value;
    }
}

type Id = (u64, u64);

/// See the [module text](self).
#[derive(Debug, Default)]
pub(super) struct Log {
    entries: Vec<Knowledge>,
    /// The machine that found each position and so has it in its table.
    finders: Vec<Option<MachineId>>,
    places: HashMap<Id, u32, BuildHasherDefault<AsItIs>>,
    /// Positions about which two searches disagreed. They are never added again.
    disputed: HashSet<Id>,
    /// The minimum work of a new position.
    least: u64,
}

impl Log {
    /// Adds a solved position.
    pub(super) fn note(&mut self, known: &Knowledge, finder: Option<MachineId>) -> Noted {
        let id = known.id();
        if let Some(&place) = self.places.get(&id) {
            return self.merge(place as usize, known);
        }
        if known.work < self.least || self.disputed.contains(&id) {
            return Noted::Old;
        }
        let Ok(place) = u32::try_from(self.entries.len()) else {
            return Noted::Old;
        };
        self.places.insert(id, place);
        self.entries.push(*known);
        self.finders.push(finder);
        Noted::New
    }

    /// Merges two results of a position. The shorter proof stays: a proof assembled from shortest
    /// proofs has no cycles.
    fn merge(&mut self, place: usize, new: &Knowledge) -> Noted {
        let old = &mut self.entries[place];
        if old.bounds != new.bounds {
            // The entry stays empty in its place, so that pointers remain valid.
            *old = Knowledge::untouched(new.id());
            self.places.remove(&new.id());
            self.disputed.insert(new.id());
            return Noted::Contrary;
        }
        if new.is_proved() && new.length < old.length {
            (old.length, old.best) = (new.length, new.best);
        }
        old.work = old.work.max(new.work);
        Noted::Old
    }

    /// Whether the log is full.
    pub(super) fn is_full(&self, most: usize) -> bool {
        self.entries.len() >= most.max(2)
    }

    /// Drops the entries with at most the median work, and adjusts the pointers.
    pub(super) fn thin(&mut self, mut pointers: Vec<&mut usize>) {
        let mut works: Vec<u64> = self.entries.iter().map(|known| known.work).collect();
        let middle = works.len() / 2;
        let (_, &mut least, _) = works.select_nth_unstable(middle);
        self.least = least + 1;
        let stays: Vec<bool> = self
            .entries
            .iter()
            .map(|known| known.work > least)
            .collect();
        pointers.sort_unstable();
        let (mut at, mut kept) = (0, 0);
        for pointer in pointers {
            let passed = stays.iter().take(*pointer).skip(at);
            kept += passed.filter(|&&stays| stays).count();
            at = std::mem::replace(pointer, kept).max(at);
        }
        let mut kept = stays.iter();
        self.entries
            .retain(|_| kept.next().is_some_and(|&stays| stays));
        let mut kept = stays.iter();
        self.finders
            .retain(|_| kept.next().is_some_and(|&stays| stays));
        self.entries.shrink_to_fit();
        self.finders.shrink_to_fit();
        self.places.clear();
        for (place, known) in (0..).zip(&self.entries) {
            self.places.insert(known.id(), place);
        }
    }

    /// The minimum work of a new position.
    pub(super) fn least(&self) -> u64 {
        self.least
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The next positions from this pointer on, at most `most`, without those that this machine has
    /// found; and the pointer after them.
    pub(super) fn news(
        &self,
        machine: MachineId,
        pointer: usize,
        most: usize,
    ) -> (impl Iterator<Item = &Knowledge>, usize) {
        let from = pointer.min(self.entries.len());
        let to = from.saturating_add(most).min(self.entries.len());
        let both = self.entries[from..to].iter().zip(&self.finders[from..to]);
        let others =
            both.filter(move |(known, finder)| **finder != Some(machine) && known.is_solved());
        (others.map(|(known, _)| known), to)
    }

    /// All solved positions.
    pub(super) fn all(&self) -> impl Iterator<Item = &Knowledge> {
        self.entries.iter().filter(|known| known.is_solved())
    }
}

#[cfg(test)]
mod tests {
    use shomei_search::Bounds;

    use super::*;

    fn known(key: u64, (bounds, length): (Bounds, u16), work: u64) -> Knowledge {
        Knowledge {
            bounds,
            length,
            work,
            ..Knowledge::untouched((key, 1))
        }
    }

    fn proved(length: u16) -> (Bounds, u16) {
        (Bounds::PROVED, length)
    }

    const DISPROVED: (Bounds, u16) = (Bounds::DISPROVED, 1);

    #[test]
    fn the_shorter_proof_stays_and_disputed_positions_are_dropped() {
        let mut log = Log::default();
        assert_eq!(log.note(&known(1, proved(9), 5), None), Noted::New);
        assert_eq!(log.note(&known(1, proved(7), 3), None), Noted::Old);
        assert_eq!(log.note(&known(1, proved(8), 6), None), Noted::Old);
        let all: Vec<Knowledge> = log.all().copied().collect();
        assert_eq!(all, [known(1, proved(7), 6)]);
        assert_eq!(log.note(&known(1, DISPROVED, 6), None), Noted::Contrary);
        assert_eq!((log.all().count(), log.len()), (0, 1));
        for answer in [DISPROVED, proved(7)] {
            assert_eq!(log.note(&known(1, answer, 6), None), Noted::Old);
        }
        assert_eq!(log.all().count(), 0);
    }

    #[test]
    fn a_machine_gets_the_results_of_others_once() {
        let mut log = Log::default();
        for key in 0..10 {
            let finder = Some(MachineId(key as u32 % 2));
            log.note(&known(key, proved(1), 9), finder);
        }
        let (news, next) = log.news(MachineId(1), 0, 6);
        let keys: Vec<u64> = news.map(|known| known.key).collect();
        assert_eq!((keys, next), (vec![0, 2, 4], 6));
        let (news, next) = log.news(MachineId(1), next, 6);
        let keys: Vec<u64> = news.map(|known| known.key).collect();
        assert_eq!((keys, next), (vec![6, 8], 10));
    }

    #[test]
    fn a_full_log_keeps_the_most_work_and_adjusts_pointers() {
        let mut log = Log::default();
        for key in 0..100 {
            log.note(&known(key, proved(1), 100 - key), None);
        }
        assert!(log.is_full(100) && !log.is_full(101));
        let mut pointers = [0, 10, 60, 100];
        log.thin(pointers.iter_mut().rev().collect());
        let kept: Vec<u64> = log.all().map(|known| known.key).collect();
        assert!(kept.contains(&0) && !kept.contains(&99), "{kept:?}");
        assert!(kept.len() <= 50 && kept.len() >= 48);
        assert_eq!(pointers, [0, 10, kept.len(), kept.len()]);
        assert_eq!(log.note(&known(200, proved(1), 1), None), Noted::Old);
        for (place, key) in (0..).zip(&kept) {
            assert_eq!(log.places[&(*key, 1)], place);
        }
    }
}
