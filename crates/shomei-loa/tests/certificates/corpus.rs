//! Runs every algorithm on every position of `corpus/loa.txt` and `corpus/loa-small.txt`, and
//! checks a certificate of each answer.

use shomei_lab::assertions::every_algorithm_is_right;
use shomei_loa::Loa;
use shomei_search::registry::ALGORITHMS;
use shomei_testkit::corpus;

/// The limit of expanded nodes of df-pn. A position that needs more must be skipped in the corpus,
/// with the reason.
const ENOUGH: u64 = 300_000;

#[test]
fn every_algorithm_on_every_position() {
    let cases = corpus::load::<Loa>("loa.txt").unwrap();
    assert!(cases.len() >= 40, "{}", cases.len());
    every_algorithm_is_right::<Loa>(&cases, ENOUGH, 15);
}

#[test]
fn every_algorithm_on_smaller_boards() {
    let cases = corpus::load::<Loa>("loa-small.txt").unwrap();
    for board in ["board=5", "board=6", "board=7"] {
        let of_it = cases.iter().filter(|case| case.rules.contains(board));
        assert!(of_it.count() >= 8, "{board}");
    }
    every_algorithm_is_right::<Loa>(&cases, ENOUGH, 15);
}

#[test]
fn skips_name_algorithms_that_exist() {
    for case in corpus::load::<Loa>("loa.txt").unwrap() {
        for skip in &case.skips {
            let known = ALGORITHMS.iter().any(|info| info.name == skip.algorithm);
            assert!(known, "{}: {}", case.name, skip.algorithm);
        }
    }
}
