//! The contracts of `shomei-game` under each kind of rules, and move paths.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Kind, Notation, Side};
use shomei_othello::Othello;
use shomei_testkit::conformance::{Sample, check};
use shomei_testkit::{order, perft};

#[test]
fn all_kinds_of_rules_conform() {
    for (seed, rules) in (1..).zip([
        "standard",
        "black>=0",
        "white>=11",
        "black>=-30",
        "standard,board=6",
        "white>=4,board=6",
    ]) {
        let game = Othello::open(rules, Goal::win(Side::First)).unwrap();
        let sample = Sample {
            seed,
            lines: 40,
            ..Sample::default()
        };
        let coverage = check(&game, &sample).unwrap_or_else(|breach| panic!("{rules}: {breach}"));
        assert!(coverage.positions > 1_000, "{rules}: {coverage:?}");
        assert!(coverage.finished >= 35, "{rules}: {coverage:?}");
        // The leaf solver decides up to eight empty squares: graphs of all sizes below the limit
        // are explored.
        assert!(coverage.graphs >= 250, "{rules}: {coverage:?}");
        assert_eq!(coverage.hopeless, 0, "{rules}: {coverage:?}");
        assert!(!game.can_repeat());
    }
}

/// Other hints, other leaves.
#[test]
fn larger_leaves_conform() {
    for (hints, rules) in [
        ("leaf=0", ""),
        ("leaf=3,h=double,cost=0", ""),
        ("leaf=10", ""),
        ("leaf=0,split=9", ""),
        ("leaf=0", "board=6"),
        ("leaf=10", "board=6"),
        ("leaf=0,split=9,h=costs", "board=6"),
    ] {
        let game = Othello::open(rules, Goal::win(Side::Second)).unwrap();
        let game = game.with_hints(hints).unwrap();
        let sample = Sample {
            seed: 9,
            lines: 5,
            graph: 20_000,
            ..Sample::default()
        };
        let coverage = check(&game, &sample).unwrap_or_else(|breach| panic!("{hints}: {breach}"));
        assert_eq!(coverage.graphs > 10, hints != "leaf=0", "{coverage:?}");
    }
}

#[test]
fn move_paths() {
    let cases = perft::load("othello.perft").unwrap();
    assert!(cases.len() >= 8);
    for case in cases {
        let depths = case
            .run::<Othello>(1_000_000)
            .unwrap_or_else(|e| panic!("{e}"));
        assert!(depths >= 3, "{case:?}");
    }
}

/// Includes passes, which occur in random games.
#[test]
fn the_order_of_moves_is_frozen() {
    let game = Othello::open("", Goal::win(Side::First)).unwrap();
    order::assert_frozen(&game, &["start"], 30, 0x5da9_7d9a_5c4a_ed3a);
}
