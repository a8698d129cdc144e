//! Lists the solved entries of a table.

use shomei_game::Key;

use super::bucket::KEY_MASK;
use super::grow::{first_key, index_of, least_key};
use super::{Entry, Packed, Table};

impl Table {
    /// About `most` solved entries, as `keep` converts them: those that took the most work and are
    /// valid on every path.
    ///
    /// A table with fewer than 2^16 buckets (4 MiB) does not contain all bits of its keys, so none
    /// of its entries are listed. An entry that is written at the same time can be missing. The
    /// depths of these entries are meaningless.
    pub fn solved<T>(&self, most: usize, keep: impl Fn(Key, Entry) -> Option<T>) -> Vec<T> {
        let holds = |packed: &Packed| {
            let value = packed.value();
            value.is_solved() && !matches!(value, super::Value::TwinDisproved { .. })
        };
        let mut kept = Vec::new();
        self.at_rest(|| {
            kept.clear();
            let live = self.live();
            if live < Self::FIRST_BUCKETS {
                return;
            }
            let mut histogram = [0_usize; 256];
            for bucket in self.live_buckets() {
                for packed in bucket.entries().filter(holds) {
                    histogram[usize::from(packed.work_code())] += 1;
                }
            }
            // If not all entries with the least work fit, the first ones are listed.
            let (mut least, mut left) = (0, most);
            for (code, &count) in histogram.iter().enumerate().rev() {
                if count > left {
                    least = code;
                    break;
                }
                left -= count;
            }
            let mut of_least = match histogram[least] > left {
                true => left,
                false => usize::MAX,
            };
            for i in 0..live {
                let from = least_key(i, live);
                for (low, packed) in self.live_buckets()[i].keyed() {
                    let code = usize::from(packed.work_code());
                    let key = first_key(from, low & KEY_MASK);
                    // A key that does not lead here was mixed from two writes.
                    if code < least || !holds(&packed) || index_of(key, live) != i {
                        continue;
                    }
                    if code == least {
                        if of_least == 0 {
                            continue;
                        }
                        of_least -= 1;
                    }
                    kept.extend(keep(key, packed.entry()));
                }
            }
        });
        kept
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::collections::HashMap;

    use super::super::Value;
    use super::*;

    #[test]
    fn what_took_the_most_work_is_shown_with_its_whole_key() {
        let table = Table::new(1 << 23).unwrap();
        let mut stored = HashMap::new();
        for i in 0..40_000_u64 {
            let key = Key::of(i);
            let (length, best) = (i as u16 % 100, None);
            let value = match i % 4 {
                0 => Value::Proved { length, best },
                1 => Value::Disproved { length, best },
                _ => Value::Unsolved {
                    bounds: crate::Bounds::UNIT,
                    twin: None,
                },
            };
            let entry = Entry {
                value,
                work: 1 + i % 10,
                min_depth: 3,
            };
            table.store(key, entry);
            stored.insert(key, entry);
        }
        for most in [0, 1, 500, 2_000, 5_000, 100_000] {
            let shown = table.solved(most, |key, entry| Some((key, entry)));
            assert!(shown.len() <= most);
            assert!(shown.len() >= most.min(19_000), "{} of {most}", shown.len());
            for (key, entry) in &shown {
                let there = stored[key];
                assert_eq!((there.value, there.work), (entry.value, entry.work));
                assert!(entry.value.is_solved());
            }
            let least = shown.iter().map(|(_, entry)| entry.work).min();
            if let Some(least) = least {
                let larger = stored
                    .values()
                    .filter(|e| e.value.is_solved() && e.work > least);
                let shown = shown.iter().filter(|(_, entry)| entry.work > least);
                // Some entries were replaced in full buckets.
                assert!(shown.count() + 200 >= larger.count());
            }
        }
    }

    #[test]
    fn a_small_table_does_not_know_its_keys() {
        let table = Table::new(1 << 16).unwrap();
        let value = Value::Proved {
            length: 1,
            best: None,
        };
        let entry = Entry {
            value,
            work: 9,
            min_depth: 0,
        };
        table.store(Key::of(1), entry);
        assert!(table.solved(10, |key, _| Some(key)).is_empty());
    }
}
