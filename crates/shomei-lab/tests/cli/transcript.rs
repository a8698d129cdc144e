//! Compares the output of many command lines with `tests/transcript/lab.txt`. `transcript.rs` of
//! `shomei` describes the format and how to record it.

#[allow(dead_code, reason = "the tests of `shomei` need more of it")]
#[path = "../../../shomei-cli/tests/cli/transcript/compare.rs"]
mod compare;

#[test]
fn experiments_sets_and_trainings_are_as_recorded() {
    compare::compare("lab");
}
