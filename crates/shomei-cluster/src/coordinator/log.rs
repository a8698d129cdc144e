//! What was solved by anybody and holds on every line: once for each position, in the order in
//! which it came, so that a machine is told by a pointer into it what it does not know yet.

use std::collections::HashMap;

use shomei_search::jobs::{Known, Says};

/// What becomes of a solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noted {
    /// Nobody knew it.
    New,
    /// It was known.
    Old,
    /// The contrary was known. One of them is wrong, and nobody knows which.
    Contrary,
}

#[derive(Debug, Default)]
pub(super) struct Log {
    entries: Vec<Known>,
    places: HashMap<(u64, u64), u32>,
    /// What took less work is not taken any more.
    least: u64,
}

impl Log {
    /// Takes a solved position.
    pub(super) fn note(&mut self, known: &Known, most: usize) -> Noted {
        if let Some(&place) = self.places.get(&(known.key, known.check)) {
            return self.merge(place as usize, known);
        }
        if known.work < self.least {
            return Noted::Old;
        }
        if self.entries.len() >= most.max(1) {
            self.drop_small();
            if known.work < self.least {
                return Noted::Old;
            }
        }
        let Ok(place) = u32::try_from(self.entries.len()) else {
            return Noted::Old;
        };
        self.places.insert((known.key, known.check), place);
        self.entries.push(*known);
        Noted::New
    }

    /// Of two proofs the shorter stays: a proof that is put together of such cannot go round.
    fn merge(&mut self, place: usize, new: &Known) -> Noted {
        let old = &mut self.entries[place];
        match (old.says, new.says) {
            (Says::Proved { length: before, .. }, Says::Proved { length, .. }) => {
                if length < before {
                    old.says = new.says;
                }
            }
            (Says::Disproved { .. }, Says::Disproved { .. }) => {}
            _ => return Noted::Contrary,
        }
        old.work = old.work.max(new.work);
        Noted::Old
    }

    /// Drops the half that took the least work. Pointers into the log are of no use then.
    fn drop_small(&mut self) {
        let mut works: Vec<u64> = self.entries.iter().map(|known| known.work).collect();
        let middle = works.len() / 2;
        let (_, &mut least, _) = works.select_nth_unstable(middle);
        self.least = least + 1;
        self.entries.retain(|known| known.work > least);
        self.places.clear();
        for (place, known) in (0..).zip(&self.entries) {
            self.places.insert((known.key, known.check), place);
        }
        self.entries.shrink_to_fit();
    }

    /// Forgets a position about which two searches disagree.
    pub(super) fn forget(&mut self, known: &Known) {
        if let Some(&place) = self.places.get(&(known.key, known.check)) {
            // Its place stays, so that pointers do; what took no work is worth nothing.
            self.entries[place as usize].says = Says::Unsolved { pn: 1, dn: 1 };
            self.entries[place as usize].work = 0;
            self.places.remove(&(known.key, known.check));
        }
    }

    /// What took less work is not taken any more.
    pub(super) fn least(&self) -> u64 {
        self.least
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Those from this pointer on, so many at most.
    pub(super) fn since(&self, pointer: usize, most: usize) -> &[Known] {
        let from = pointer.min(self.entries.len());
        let to = from.saturating_add(most).min(self.entries.len());
        &self.entries[from..to]
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Known> {
        self.entries.iter().filter(|known| known.says.is_solved())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(key: u64, says: Says, work: u64) -> Known {
        Known {
            key,
            check: 1,
            says,
            work,
            board: None,
        }
    }

    fn proved(length: u16) -> Says {
        Says::Proved { length, best: None }
    }

    const DISPROVED: Says = Says::Disproved {
        length: 1,
        best: None,
    };

    #[test]
    fn the_shorter_proof_stays_and_a_contrary_is_told() {
        let mut log = Log::default();
        assert_eq!(log.note(&known(1, proved(9), 5), 8), Noted::New);
        assert_eq!(log.note(&known(1, proved(7), 3), 8), Noted::Old);
        assert_eq!(log.note(&known(1, proved(8), 6), 8), Noted::Old);
        assert_eq!(log.since(0, 9), [known(1, proved(7), 6)]);
        assert_eq!(log.note(&known(1, DISPROVED, 6), 8), Noted::Contrary);
        log.forget(&known(1, DISPROVED, 6));
        assert_eq!((log.all().count(), log.len()), (0, 1));
        assert_eq!(log.note(&known(1, DISPROVED, 6), 8), Noted::New);
        assert_eq!(log.all().count(), 1);
    }

    #[test]
    fn a_full_log_keeps_what_took_the_most_work() {
        let mut log = Log::default();
        for key in 0..100 {
            log.note(&known(key, proved(1), 100 - key), 50);
        }
        assert!(log.len() <= 50);
        let kept: Vec<u64> = log.all().map(|known| known.key).collect();
        assert!(kept.contains(&0) && !kept.contains(&99), "{kept:?}");
        for (place, key) in (0..).zip(&kept) {
            assert_eq!(log.places[&(*key, 1)], place);
        }
    }
}
