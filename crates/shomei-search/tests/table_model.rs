//! The table compared with a model: the results of a probe after any sequence of operations, on one
//! thread.
#![cfg(not(loom))]

use std::collections::HashMap;

use shomei_game::{Key, KeyStream};
use shomei_search::table::{Entry, Packed, PathIndex, Table, Value};
use shomei_search::{Bounds, Number};

const STEPS: usize = if cfg!(miri) { 200 } else { 60_000 };

/// Small, large and very large numbers.
fn number(bits: u64) -> Number {
    Number::new((bits >> 32) as u32 >> (bits % 30))
}

fn random_entry(stream: &mut KeyStream) -> Entry {
    let mut next = || stream.next_key().0;
    let length = next() as u16;
    let best = Some(next() as u8).filter(|_| next() % 4 > 0);
    let index = |bits: u64| PathIndex::new(bits as usize % 16_384).expect("14 bits");
    let value = match next() % 8 {
        0 => Value::Proved { length, best },
        1 => Value::Disproved { length, best },
        2 => Value::TwinDisproved {
            length,
            best,
            r: index(next()),
            m: index(next()),
        },
        kind => Value::Unsolved {
            bounds: Bounds::unsolved(number(next()), number(next())),
            twin: Some(index(next())).filter(|_| kind < 5),
        },
    };
    Entry {
        value,
        work: next() >> (next() % 64),
        min_depth: next() as u16,
    }
}

/// The entry that a store must leave if `old` was stored for the same key.
fn expected(old: Option<Entry>, new: Entry) -> Entry {
    let Some(old) = old else { return new };
    let kept = match (old.value, new.value) {
        (Value::Proved { .. } | Value::Disproved { .. }, new) => {
            !matches!(new, Value::Proved { .. } | Value::Disproved { .. })
        }
        (Value::TwinDisproved { .. }, new) => matches!(new, Value::Unsolved { .. }),
        (Value::Unsolved { .. }, _) => false,
    };
    if kept {
        return old;
    }
    Entry {
        min_depth: old.min_depth.min(new.min_depth),
        ..new
    }
}

/// Random operations on `keys` positions in a table of `buckets` buckets.
fn compare(buckets: usize, keys: usize, seed: u64) {
    let table = Table::new(64 * buckets).expect("small");
    let mut stream = KeyStream::new(seed);
    let keys: Vec<Key> = (0..keys).map(|_| stream.next_key()).collect();
    let mut model: HashMap<Key, Entry> = HashMap::new();
    for step in 0..STEPS {
        let key = keys[stream.next_key().0 as usize % keys.len()];
        match stream.next_key().0 % 1_000 {
            0 => {
                table.clear();
                model.clear();
            }
            1..5 => {
                table.collect();
            }
            5..30 => {
                let (known, before) = (table.probe(key).is_some(), table.count());
                assert_eq!(table.remove(key), known, "step {step}");
                assert_eq!(table.probe(key), None, "step {step}");
                assert_eq!(table.count(), before - u64::from(known), "step {step}");
                model.remove(&key);
            }
            30..400 => {
                table.prefetch(key);
                let found = table.probe(key);
                assert!(found.is_none() || found == model.get(&key).copied());
            }
            _ => {
                let new = random_entry(&mut stream);
                let left = expected(table.probe(key), Packed::new(new).entry());
                let before = table.count();
                let added = table.store_counted(key, new);
                assert_eq!(table.probe(key), Some(left), "step {step}");
                assert_eq!(table.count(), before + u64::from(added), "step {step}");
                model.insert(key, left);
            }
        }
        if step % 97 == 0 {
            for (key, entry) in &model {
                assert!(table.probe(*key).is_none_or(|found| found == *entry));
            }
        }
    }
}

#[test]
fn one_bucket() {
    compare(1, 3, 1);
    compare(1, 40, 2);
}

#[test]
fn few_buckets() {
    for buckets in [2, 3, 5, 7] {
        compare(buckets, 30, buckets as u64);
    }
}

#[test]
fn more_room_than_keys() {
    let buckets = if cfg!(miri) { 21 } else { 1_001 };
    compare(buckets, 100, 1);
}

#[test]
fn four_entries_stay_in_one_bucket() {
    let table = Table::new(64).expect("small");
    let mut stream = KeyStream::new(9);
    let stored: Vec<(Key, Entry)> = (0..4)
        .map(|_| (stream.next_key(), random_entry(&mut KeyStream::new(4))))
        .collect();
    for _ in 0..3 {
        stored
            .iter()
            .for_each(|&(key, entry)| table.store(key, entry));
        for &(key, entry) in &stored {
            assert_eq!(table.probe(key), Some(Packed::new(entry).entry()));
        }
    }
}

#[test]
fn the_least_depth_is_kept() {
    let table = Table::new(64).expect("small");
    let at = |min_depth, length| Entry {
        value: Value::Proved { length, best: None },
        work: 1,
        min_depth,
    };
    for (min_depth, least) in [(9, 9), (4, 4), (7, 4), (20_000, 4)] {
        table.store(Key::of(1), at(min_depth, min_depth));
        assert_eq!(table.probe(Key::of(1)), Some(at(least, min_depth)));
    }
}
