//! The number of nodes of `--algorithm auto` in Othello: a change of the solver changes it. After
//! an intended change, update the number.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::path::Path;

use shomei_game::{Goal, Kind, Notation, Side};
use shomei_othello::Othello;
use shomei_search::registry::{self, Settings};
use shomei_search::{Limits, Silent};

/// The first positions of a set of the corpus.
const POSITIONS: usize = 10;

/// The expanded nodes for these positions, and the nodes of alpha-beta.
fn nodes(set: &str) -> (u64, u64) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/othello");
    let text = std::fs::read_to_string(file.join(set)).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut settings = Settings::default();
    settings.set("init", "eval");
    let game = Othello::open("", Goal::win(Side::First)).unwrap();
    let game = game.with_hints("split=auto,h=costs").unwrap();
    lines.take(POSITIONS).fold((0, 0), |sum, line| {
        let (position, _) = line.split_once(" ;").unwrap();
        let position = game.parse_position(position).unwrap();
        let game = game.with_goal(Goal::win(position.to_move()));
        let game = game.for_root(&position, None).unwrap();
        let mut search = registry::open("df-pn", &game, &settings, 4 << 20).unwrap();
        let report = search.search(&position, &Limits::default(), &mut Silent);
        let counters = report.counters;
        (sum.0 + counters.expanded, sum.1 + counters.leaf_nodes)
    })
}

#[test]
fn nodes_are_as_many_as_they_were() {
    assert_eq!(nodes("empties-16.txt"), (10, 115_989));
    assert_eq!(nodes("empties-18.txt"), (2_477, 1_189_885));
}
