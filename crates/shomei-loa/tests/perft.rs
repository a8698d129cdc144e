//! Numbers of move paths, checked by two independent programs (depth 5 of the
//! start by one).

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Notation, Side, perft};
use shomei_loa::{Loa, Rules};

/// M. Winands and J. Uiterwijk, "PN, PN2 and PN* in Lines of Action" (2001),
/// Diagram 4: MONA against YL, Black wins in 21 plies.
const DIAGRAM_4: &str = "...x....o.................oxx....o..ooo....ox................... x";

fn assert_paths(position: &str, expected: &[u64]) {
    let game = Loa::new(Rules::OLYMPIAD, Goal::win(Side::First));
    let position = game.parse_position(position).unwrap();
    for (depth, &paths) in (1..).zip(expected) {
        assert_eq!(perft(&game, &position, depth), paths, "depth {depth}");
    }
}

#[test]
fn starting_position() {
    assert_paths("start", &[36, 1_244, 44_952, 1_563_208, 55_963_132]);
}

#[test]
fn diagram_4() {
    assert_paths(DIAGRAM_4, &[15, 538, 8_998, 318_730]);
}
