//! What the program prints for many command lines, held against `tests/transcript/lab.txt`: as
//! for `shomei`, whose `transcript.rs` says how such a file is read and recorded anew.

#[allow(dead_code, reason = "the tests of `shomei` need more of it")]
#[path = "../../../shomei-cli/tests/cli/transcript/compare.rs"]
mod compare;

#[test]
fn experiments_sets_and_trainings_are_as_recorded() {
    compare::compare("lab");
}
