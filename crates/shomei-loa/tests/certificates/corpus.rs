//! Every algorithm on every position of `corpus/loa.txt`, each answer through
//! a certificate.

use crate::support::Way;
use shomei_loa::Loa;
use shomei_search::Answer;
use shomei_search::registry::ALGORITHMS;
use shomei_testkit::corpus::{self, Value};

/// Expanded nodes. What needs more is too much for this test and must be
/// skipped in the corpus, with the reason.
const ENOUGH: u64 = 300_000;

#[test]
fn every_algorithm_on_every_position() {
    let cases = corpus::load("loa.txt").unwrap();
    assert!(cases.len() >= 40, "{}", cases.len());
    for case in &cases {
        let (game, root) = case.open::<Loa>().unwrap_or_else(|e| panic!("{e}"));
        for info in ALGORITHMS {
            if case.skipped(info.name).is_some() {
                continue;
            }
            let name = format!("{}, {}", case.name, info.name);
            let solved = Way::by(info.name, ENOUGH).solve(&game, &root);
            let answer = solved.report.answer;
            match case.value {
                Value::Proved => assert_eq!(answer, Answer::Proved, "{name}"),
                Value::Disproved => assert_eq!(answer, Answer::Disproved, "{name}"),
                Value::Unknown if answer == Answer::Unknown => continue,
                Value::Unknown => {}
            }
            solved.certify(&game, &root, &name);
        }
    }
}

#[test]
fn skips_name_algorithms_that_exist() {
    for case in corpus::load("loa.txt").unwrap() {
        for skip in &case.skips {
            let known = ALGORITHMS.iter().any(|info| info.name == skip.algorithm);
            assert!(known, "{}: {}", case.name, skip.algorithm);
        }
    }
}
