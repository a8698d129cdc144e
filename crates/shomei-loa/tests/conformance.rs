//! The contracts of `shomei-game`, under every rule set, and the numbers of move paths.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Kind, Side};
use shomei_loa::Loa;
use shomei_testkit::conformance::{Coverage, Sample, check};
use shomei_testkit::{order, perft};

const RULES: [&str; 8] = [
    "olympiad",
    "sackson",
    "simultaneous=draw,no-move=loss",
    "simultaneous=mover-wins,no-move=pass",
    "olympiad,board=5",
    "sackson,board=5",
    "sackson,board=6",
    "simultaneous=draw,no-move=loss,board=7",
];

#[test]
fn every_rule_set_conforms() {
    for (seed, rules) in (1..).zip(RULES) {
        let game = Loa::open(rules, Goal::win(Side::First)).unwrap();
        let sample = Sample {
            seed,
            lines: 25,
            plies: 400,
            ..Sample::default()
        };
        let coverage = check(&game, &sample).unwrap_or_else(|breach| panic!("{rules}: {breach}"));
        let Coverage {
            positions,
            finished,
            moves,
            ..
        } = coverage;
        assert!(positions > 500 && finished >= 10, "{rules}: {coverage:?}");
        let least = if rules.contains("board=5") { 5 } else { 10 };
        assert!(moves > least * positions, "{rules}: {coverage:?}");
        assert!(game.can_repeat());
    }
}

/// The two largest numbers of the start position are for release builds.
#[test]
fn move_paths() {
    count_paths(2_000_000);
}

#[test]
#[ignore = "56 million paths: cargo test --release -p shomei-loa -- --ignored"]
fn move_paths_to_the_end() {
    count_paths(u64::MAX);
}

fn count_paths(most: u64) {
    let cases = perft::load("loa.perft").unwrap();
    assert!(cases.len() >= 6);
    for case in cases {
        let depths = case.run::<Loa>(most).unwrap_or_else(|e| panic!("{e}"));
        assert!(depths >= 1, "{case:?}");
    }
}

/// From the start, from a position in which Black cannot move, and on a smaller board.
#[test]
fn the_order_of_moves_is_frozen() {
    let small = Loa::open("board=5", Goal::win(Side::First)).unwrap();
    order::assert_frozen(&small, &["start"], 30, 0x4563_e2f7_5a83_2e60);
    let game = Loa::open("", Goal::win(Side::First)).unwrap();
    let starts = [
        "start",
        "x.o.....oo...................................................... x",
    ];
    order::assert_frozen(&game, &starts, 30, 0xa49f_96ac_1dd0_2bd5);
}
