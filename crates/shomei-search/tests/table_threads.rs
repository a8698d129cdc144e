//! Threads that store and probe the same few slots. Every entry is a function of its key, so a
//! mixture of two entries is detected.
#![cfg(not(loom))]

use std::sync::Barrier;
use std::thread;

use shomei_game::{Key, KeyStream};
use shomei_search::table::{Entry, Packed, PathIndex, Table, Value};
use shomei_search::{Bounds, Number};

const THREADS: usize = 4;
const ROUNDS: usize = if cfg!(miri) { 60 } else { 400_000 };

/// The entries of a key: unsolved, or solved, in two versions each.
fn entry(key: Key, version: u64) -> Entry {
    let bits = Key::of(key.0).0;
    let length = bits as u16;
    let index = |shift: u32| PathIndex::new((bits >> shift) as usize & 0x3fff).expect("14 bits");
    let value = match (bits % 5, version & 1) {
        (0, 0) => Value::Proved { length, best: None },
        (1, 0) => Value::Disproved { length, best: None },
        (2, 0) => Value::TwinDisproved {
            length,
            best: None,
            r: index(20),
            m: index(40),
        },
        (kind, _) => Value::Unsolved {
            bounds: Bounds::unsolved(
                Number::new((bits >> 20) as u32 & 0xffff),
                Number::new((bits >> 40) as u32 & 0x3ffff),
            ),
            twin: Some(PathIndex::default()).filter(|_| kind == 3),
        },
    };
    Entry {
        value,
        work: version,
        min_depth: bits as u16 & 0xff,
    }
}

/// Whether the verified part belongs to the key.
fn belongs(found: Value, key: Key) -> bool {
    (0..2).any(|version| Packed::new(entry(key, version)).value() == found)
}

/// Runs threads on a table of `buckets` buckets. Returns the number of probes that found an entry.
fn hammer(buckets: usize, keys: u64) -> usize {
    let table = Table::new(64 * buckets).expect("small");
    let start = Barrier::new(THREADS);
    let worker = |thread: usize| {
        let mut stream = KeyStream::new(thread as u64);
        let mut hits = 0;
        start.wait();
        for round in 0..ROUNDS {
            let bits = stream.next_key().0;
            let key = Key::of(bits % keys);
            if bits & 1 << 40 == 0 {
                table.store(key, entry(key, bits >> 60));
            } else if let Some(found) = table.probe(key) {
                assert!(belongs(found.value, key), "{key:?}: {found:?}");
                hits += 1;
            }
            if round % 5_000 == 4_999 {
                table.collect();
            }
        }
        hits
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || worker(thread)))
            .collect();
        workers
            .into_iter()
            .map(|w| w.join().expect("no panic"))
            .sum()
    })
}

#[test]
fn one_bucket() {
    assert!(hammer(1, 6) > 0);
}

#[test]
fn a_few_buckets() {
    assert!(hammer(3, 20) > 0);
    if cfg!(not(miri)) {
        assert!(hammer(64, 1_000) > 0);
    }
}
