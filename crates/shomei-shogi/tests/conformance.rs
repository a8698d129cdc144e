//! The contracts of `shomei-game` and the numbers of move paths.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Notation, Side};
use shomei_shogi::Shogi;
use shomei_testkit::conformance::{Sample, check};
use shomei_testkit::perft;

#[test]
fn the_full_rules_conform() {
    let game = Shogi::open("full", Goal::win(Side::First)).unwrap();
    let sample = Sample {
        lines: 8,
        plies: 300,
        graph: 200,
        ..Sample::default()
    };
    let coverage = check(&game, &sample).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(coverage.positions > 1_000, "{coverage:?}");
}

/// The largest number of the start is for release builds.
#[test]
fn move_paths() {
    count_paths(1_000_000);
}

#[test]
#[ignore = "20 million paths: cargo test --release -p shomei-shogi -- --ignored"]
fn move_paths_to_the_end() {
    count_paths(u64::MAX);
}

fn count_paths(most: u64) {
    for case in perft::load("shogi.perft").unwrap() {
        let depths = case.run::<Shogi>(most).unwrap_or_else(|e| panic!("{e}"));
        assert!(depths >= 3, "{case:?}");
    }
}
