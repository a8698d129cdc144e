//! The contracts of `shomei-game` and the numbers of move paths.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Kind, Notation, Side};
use shomei_shogi::Shogi;
use shomei_testkit::conformance::{Coverage, Sample, check, check_from};
use shomei_testkit::{corpus, order, perft};

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

/// Uses problems, because the start position has no check. Claims about hands are compared in
/// graphs that are explored completely.
#[test]
fn the_rules_of_problems_conform() {
    let coverage = conform("tsume", "shogi.txt");
    assert!(coverage.positions > 500, "{coverage:?}");
    assert!(
        coverage.finished > 50 && coverage.graphs > 100,
        "{coverage:?}"
    );
}

#[test]
fn the_rules_without_wasted_drops_conform() {
    let coverage = conform("tsume-mudaai", "shogi.txt");
    assert!(coverage.graphs > 100, "{coverage:?}");
    let coverage = conform("tsume-mudaai", "shogi-mudaai.txt");
    assert!(coverage.positions > 500, "{coverage:?}");
    assert!(
        coverage.finished > 50 && coverage.graphs > 20,
        "{coverage:?}"
    );
}

fn conform(rules: &str, corpus: &str) -> Coverage {
    let game = Shogi::open(rules, Goal::win(Side::First)).unwrap();
    let cases = corpus::load::<Shogi>(corpus).unwrap();
    let mut roots: Vec<_> = cases
        .iter()
        .map(|case| case.open::<Shogi>().unwrap_or_else(|e| panic!("{e}")).1)
        .collect();
    // Both kings, so that either side may attack.
    let both = ["4k4/9/4P4/9/9/9/4p4/9/4K4 b GSgs 1", "startpos"];
    roots.extend(both.map(|text| game.parse_position(text).unwrap()));
    let sample = Sample {
        lines: 4 * roots.len(),
        plies: 60,
        graph: 3_000,
        ..Sample::default()
    };
    check_from(&game, &roots, &sample).unwrap_or_else(|breach| panic!("{breach}"))
}

/// The largest number of the start position is for release builds.
#[test]
fn move_paths() {
    count_paths(2_000_000);
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

/// Checks and evasions, with every kind of piece in both hands, and all moves of the whole game.
#[test]
fn the_order_of_moves_is_frozen() {
    let problems = [
        "8k/9/9/9/9/9/9/9/9 b RBGSNLPrbgsnlp 1",
        "k8/3+P+P4/4N1S2/9/1+R3B3/9/8L/9/8K b G4Prb 1",
    ];
    let tsume = Shogi::open("tsume", Goal::win(Side::First)).unwrap();
    order::assert_frozen(&tsume, &problems, 200, 0x8be4_39d5_eee0_090a);
    let full = Shogi::open("full", Goal::win(Side::First)).unwrap();
    order::assert_frozen(&full, &["startpos", problems[0]], 10, 0xb356_cf6c_a8fa_48dd);
}
