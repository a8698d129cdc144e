//! The contracts of `shomei-game` under all rule sets, and move paths.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Kind, Side};
use shomei_testkit::conformance::{Sample, check};
use shomei_testkit::{order, perft};
use shomei_uttt::Uttt;

#[test]
fn all_rule_sets_conform() {
    for (seed, rules) in (1..).zip(["standard", "standard,play-out", "open", "open,play-out"]) {
        let game = Uttt::open(rules, Goal::win(Side::First)).unwrap();
        let sample = Sample {
            seed,
            lines: 60,
            ..Sample::default()
        };
        let coverage = check(&game, &sample).unwrap_or_else(|breach| panic!("{rules}: {breach}"));
        assert!(coverage.positions > 2_000, "{rules}: {coverage:?}");
        assert!(coverage.finished >= 50, "{rules}: {coverage:?}");
        assert!(coverage.graphs >= 20, "{rules}: {coverage:?}");
        let early = !rules.ends_with("play-out");
        assert_eq!(coverage.hopeless >= 100, early, "{rules}: {coverage:?}");
        assert_eq!(
            coverage.hopeless_graphs >= 20,
            early,
            "{rules}: {coverage:?}"
        );
        assert!(!game.can_repeat());
    }
}

#[test]
fn move_paths() {
    let cases = perft::load("uttt.perft").unwrap();
    assert!(cases.len() >= 4);
    for case in cases {
        let depths = case
            .run::<Uttt>(5_000_000)
            .unwrap_or_else(|e| panic!("{e}"));
        assert!(depths >= 3, "{case:?}");
    }
}

#[test]
fn the_order_of_moves_is_frozen() {
    let game = Uttt::open("standard,play-out", Goal::win(Side::First)).unwrap();
    order::assert_frozen(&game, &["start"], 30, 0xb9d9_15e7_084e_f95a);
}
