//! Every algorithm on every position of `corpus/uttt.txt`, under both rule sets.

use crate::support::every_algorithm_is_right;
use shomei_testkit::corpus::{self, Case, Value};

/// Expanded nodes, far more than any of the positions takes df-pn.
const ENOUGH: u64 = 300_000;

fn cases() -> Vec<Case> {
    let cases = corpus::load("uttt.txt").unwrap();
    for value in [Value::Proved, Value::Disproved] {
        let of_value = cases.iter().filter(|case| case.value == value).count();
        assert!(of_value >= 15, "{value:?}: {of_value}");
    }
    cases
}

#[test]
fn every_algorithm_on_every_position() {
    every_algorithm_is_right(&cases(), ENOUGH, 50);
}

/// Searched to the end of the game the answers are the same.
#[test]
fn playing_hopeless_positions_out_changes_no_answer() {
    let mut cases = cases();
    for case in &mut cases {
        case.rules = "standard,play-out".into();
    }
    every_algorithm_is_right(&cases, 10 * ENOUGH, 40);
}
