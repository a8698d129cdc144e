//! The words of a table as they are: how one is copied while others write, and
//! filled again.
//!
//! Every entry stands alone, and one that is copied while it is written fails
//! its verification later, as it does for any reader. So a copy needs no pause.

use super::Table;
use super::bucket::WORDS;

impl Table {
    /// Changes whenever the words of an entry mean something else.
    pub const FORMAT: u32 = 1;

    /// The words of one entry: all zero is an empty one.
    pub const ENTRY_WORDS: usize = 2;

    /// Copies the words of the buckets from `first` on, as many as fit `words`
    /// and the table; gives back how many words that are.
    pub fn copy_words(&self, first: usize, words: &mut [u64]) -> usize {
        self.grow_to_end();
        let buckets = self.memory.buckets().iter().skip(first);
        let mut copied = 0;
        for (bucket, words) in buckets.zip(words.chunks_exact_mut(WORDS)) {
            words.copy_from_slice(&bucket.words());
            copied += WORDS;
        }
        copied
    }

    /// Writes words that were copied from a table of the same size over the
    /// buckets from `first` on.
    pub fn set_words(&self, first: usize, words: &[u64]) {
        self.grow_to_end();
        let buckets = self.memory.buckets().iter().skip(first);
        for (bucket, words) in buckets.zip(words.chunks_exact(WORDS)) {
            bucket.set_words(words);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use shomei_game::Key;

    use super::super::{Entry, Value};
    use super::*;

    #[test]
    fn a_copy_knows_what_the_table_knew() {
        let table = Table::new(64 * 10).unwrap();
        let proved = |length| Entry {
            value: Value::Proved { length, best: None },
            work: 1,
            min_depth: 3,
        };
        (0..40).for_each(|i| table.store(Key::of(i), proved(i as u16)));
        let copy = Table::new(64 * 10).unwrap();
        let mut words = [0; 4 * WORDS];
        let mut sizes = Vec::new();
        for first in [0, 4, 8, 12] {
            let copied = table.copy_words(first, &mut words);
            copy.set_words(first, &words[..copied]);
            sizes.push(copied / WORDS);
        }
        assert_eq!(sizes, [4, 4, 2, 0]);
        let known = (0..40).filter(|&i| table.probe(Key::of(i)).is_some());
        assert!(known.count() > 20);
        assert!((0..40).all(|i| copy.probe(Key::of(i)) == table.probe(Key::of(i))));
    }
}
