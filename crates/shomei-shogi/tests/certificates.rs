//! Runs every algorithm on every position of `corpus/shogi.txt` and `shogi-mudaai.txt`, and writes,
//! reads and checks a certificate of every answer.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_lab::assertions::every_algorithm_is_right;
use shomei_shogi::Shogi;
use shomei_testkit::corpus::{self, Value};

/// A limit of expanded nodes that no position reaches.
const ENOUGH: u64 = 200_000;

#[test]
fn every_algorithm_on_every_position() {
    let cases = corpus::load::<Shogi>("shogi.txt").unwrap();
    for (value, least) in [(Value::Proved, 25), (Value::Disproved, 8)] {
        let of_value = cases.iter().filter(|case| case.value == value).count();
        assert!(of_value >= least, "{value:?}: {of_value}");
    }
    every_algorithm_is_right::<Shogi>(&cases, ENOUGH, 80);
}

/// The certificates contain their rules, and the check uses them.
#[test]
fn every_algorithm_without_wasted_drops() {
    let cases = corpus::load::<Shogi>("shogi-mudaai.txt").unwrap();
    assert!(cases.len() > 10 && cases.iter().all(|case| case.rules == "tsume-mudaai"));
    every_algorithm_is_right::<Shogi>(&cases, ENOUGH, 10);
}
