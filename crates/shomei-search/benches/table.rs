//! Probes and stores of a 1 GiB table, half full:
//! `cargo bench -p shomei-search --bench table`.
//!
//! All times are per probe or store. `dependent` needs the result of each probe to compute the next
//! key, as a search without prefetching does. `independent` lets the processor overlap probes as it
//! can. `prefetched` does what an expansion does: it prefetches all 25 children, then probes them.
//! `lines` reads one byte each of the same number of lines of a plain map of the same size, also
//! with huge pages: a lower bound for any table.

#![allow(missing_docs)] // The macros of criterion make public functions.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use memmap2::MmapMut;
use shomei_game::{Key, KeyStream};
use shomei_search::table::{Entry, PathIndex, Table, Value};
use shomei_search::{Bounds, Number};

const BYTES: usize = 1 << 30;
const KEYS: u64 = BYTES as u64 / 16 / 2;
const CHILDREN: usize = 25;

fn entry(bits: u64) -> Entry {
    let value = if bits.is_multiple_of(4) {
        Value::Proved {
            length: 3,
            best: Some(1),
        }
    } else {
        Value::Unsolved {
            bounds: Bounds::unsolved(Number::new(bits as u32 % 90), Number::new(5)),
            twin: PathIndex::new(3).filter(|_| bits % 16 == 1),
        }
    };
    Entry {
        value,
        work: bits >> 52,
        min_depth: 9,
    }
}

fn filled() -> Table {
    let table = Table::new(BYTES).expect("1 GiB of memory");
    for i in 0..KEYS {
        let key = Key::of(i);
        table.store(key, entry(key.0));
    }
    table
}

/// A map of that size; a byte of each line was written.
fn lines() -> MmapMut {
    let mut map = MmapMut::map_anon(BYTES).expect("1 GiB of memory");
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    map.iter_mut().step_by(64).for_each(|byte| *byte = 1);
    map
}

/// A key that is in the table half of the time.
fn child(stream: &mut KeyStream) -> Key {
    Key::of(stream.next_key().0 % (2 * KEYS))
}

/// The time of one of `CHILDREN` equal parts of `f`.
fn per_child(b: &mut criterion::Bencher, mut f: impl FnMut()) {
    b.iter_custom(|rounds| {
        let start = Instant::now();
        (0..rounds).for_each(|_| f());
        start.elapsed() / CHILDREN as u32
    });
}

fn probes(c: &mut Criterion) {
    let table = filled();
    let mut stream = KeyStream::new(1);
    let mut group = c.benchmark_group("table");
    group.measurement_time(Duration::from_secs(4));
    group.sample_size(20);

    let mut last = 0;
    group.bench_function("probe/dependent", |b| {
        per_child(b, || {
            for _ in 0..CHILDREN {
                let key = Key::of(child(&mut stream).0.wrapping_add(last) % (2 * KEYS));
                last = table.probe(key).map_or(1, |entry| entry.work);
            }
        });
    });
    group.bench_function("probe/independent", |b| {
        per_child(b, || {
            for _ in 0..CHILDREN {
                black_box(table.probe(child(&mut stream)));
            }
        });
    });
    group.bench_function("probe/prefetched", |b| {
        per_child(b, || {
            let keys: [Key; CHILDREN] = std::array::from_fn(|_| child(&mut stream));
            keys.iter().for_each(|&key| table.prefetch(key));
            let sum = keys
                .iter()
                .filter_map(|&key| table.probe(key))
                .fold(Number::ZERO, |sum, entry| {
                    sum.plus(entry.value.bounds().pn())
                });
            black_box(sum);
        });
    });
    let lines = lines();
    let read = |key: &Key| u64::from(lines[(key.0 as usize % BYTES) & !63]);
    group.bench_function("lines", |b| {
        per_child(b, || {
            let keys: [Key; CHILDREN] = std::array::from_fn(|_| child(&mut stream));
            black_box(keys.iter().map(read).sum::<u64>());
        });
    });
    drop(lines);
    group.bench_function("keys only", |b| {
        per_child(b, || {
            for _ in 0..CHILDREN {
                black_box(child(&mut stream));
            }
        });
    });
    group.bench_function("store/in place", |b| {
        per_child(b, || {
            for _ in 0..CHILDREN {
                let key = Key::of(stream.next_key().0 % KEYS);
                table.store(key, entry(key.0));
            }
        });
    });
    group.bench_function("store/in place, prefetched", |b| {
        per_child(b, || {
            let keys: [Key; CHILDREN] =
                std::array::from_fn(|_| Key::of(stream.next_key().0 % KEYS));
            keys.iter().for_each(|&key| table.prefetch(key));
            keys.iter().for_each(|&key| table.store(key, entry(key.0)));
        });
    });
    group.bench_function("needs_collection", |b| {
        b.iter(|| black_box(table.needs_collection()));
    });
    group.bench_function("store/new", |b| {
        per_child(b, || {
            for _ in 0..CHILDREN {
                let key = stream.next_key();
                table.store(key, entry(key.0));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, probes);
criterion_main!(benches);
