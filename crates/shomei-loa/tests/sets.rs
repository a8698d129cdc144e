//! The sets of forced wins for the experiments.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::HashSet;

use shomei_game::{Game, Key, Role, Status};
use shomei_loa::Loa;
use shomei_testkit::corpus::{self, Value};

/// Each set has as many positions as a lost set of the papers (docs/references.md [2], [5]), and
/// the rules under which it was made.
const SETS: [(&str, usize, &str); 3] = [
    ("loa/wins-116.txt", 116, "sackson"),
    ("loa/wins-488.txt", 488, "olympiad"),
    ("loa/wins-286.txt", 286, "olympiad"),
];

#[test]
fn sets_are_whole_and_each_position_is_one_to_solve() {
    let mut seen: HashSet<(&str, Key)> = HashSet::new();
    for (file, count, rules) in SETS {
        let cases = corpus::load::<Loa>(file).unwrap();
        assert_eq!(cases.len(), count, "{file}");
        for case in &cases {
            let (game, position) = case.open_under::<Loa>(rules).unwrap();
            assert_eq!(game.status(&position), Status::Open, "{}", case.name);
            assert_eq!(game.role(&position), Role::Attacker, "{}", case.name);
            assert_eq!(case.value, Value::Proved, "{}", case.name);
            let is_new = seen.insert((file, game.key(&position)));
            assert!(is_new, "{file}: {} occurs twice", case.name);
        }
    }
}
