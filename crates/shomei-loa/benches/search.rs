//! Nodes per second of the searches on Diagram 4 of `docs/references.md [2]`.
//!
//! The memory of the table is touched before the clock starts; `shomei bench` measures the same on
//! more positions.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use shomei_game::{Goal, Kind, Notation, Side};
use shomei_loa::Loa;
use shomei_search::registry::{self, Settings};
use shomei_search::{Limits, Silent};

const DIAGRAM_4: &str = "...x....o.................oxx....o..ooo....ox................... x";

fn searches(c: &mut Criterion) {
    let game = Loa::open("", Goal::win(Side::First)).expect("the usual rules");
    let root = game.parse_position(DIAGRAM_4).expect("a position");
    for (name, memory) in [("pn", 64 << 20), ("df-pn", 64 << 20), ("df-pn", 1 << 30)] {
        let open = || {
            let search = registry::open(name, &game, &Settings::default(), memory);
            let search = search.expect("there is memory");
            search.table().clear();
            search
        };
        let counters = open()
            .search(&root, &Limits::default(), &mut Silent)
            .counters;
        // `pn` counts generated nodes, df-pn expansions: the units of the papers.
        let nodes = if name == "pn" {
            counters.generated
        } else {
            counters.expanded
        };
        let mut group = c.benchmark_group(format!("{name}, {} MiB", memory >> 20));
        group.throughput(Throughput::Elements(nodes));
        group.sample_size(10);
        group.bench_function("diagram 4", |b| {
            b.iter_batched(
                open,
                |mut search| black_box(search.search(&root, &Limits::default(), &mut Silent)),
                BatchSize::PerIteration,
            );
        });
        group.finish();
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
