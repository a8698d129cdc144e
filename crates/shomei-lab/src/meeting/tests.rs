//! Graphs with known numbers of meeting paths.

use shomei_game::{Notation, TreeGame};

use super::*;
use crate::record::Question;

fn game(text: &str) -> TreeGame {
    TreeGame::parse(text).unwrap()
}

fn measured(text: &str, expansions: u64) -> Meeting {
    let game = game(text);
    measure(&game, &game.start(), expansions, &AtomicBool::new(false)).unwrap()
}

/// Lines per position, and counts per leaf.
fn ratios(found: Meeting) -> (Option<f64>, Option<f64>) {
    let [game, position, run] = [""; 3].map(String::from);
    let question = Question {
        game,
        position,
        run,
    };
    let record = Record {
        counts: found.counts(),
        ..Record::unknown(question)
    };
    (lines(&record), counts(&record))
}

/// A full tree: no line meets another.
#[test]
fn in_a_tree_every_position_has_one_line() {
    let text = "r = AND { a, b, c } a = OR { d, e } b = OR { f, g } c = OR { h, i } d = AND { Won } \
                e = AND { Won } f = AND { Won } g = AND { Won } h = AND { Won } i = AND { Won }";
    let found = measured(text, 100);
    assert_eq!(ratios(found), (Some(1.0), Some(1.0)));
    assert_eq!(found.nodes, found.positions);
}

/// Three moves, each answered by the one move to x: the proof number of the root counts x three
/// times.
const THREE: &str = "r = AND { a, b, c } a = OR { x } b = OR { x } c = OR { x } x = AND { y } y = OR { z } z = AND { Won }";

#[test]
fn a_position_under_three_moves_is_counted_three_times() {
    let game = game(THREE);
    let mut tree = Tree::new(&game, &game.start());
    for node in 0..4 {
        tree.expand(node);
    }
    assert_eq!(tree.nodes[0].pn, 3);
    assert_eq!(tree.summed(Role::Attacker), (3, 1));
    // A disproof needs one of the moves only.
    assert_eq!(tree.summed(Role::Defender), (1, 1));
    assert_eq!((tree.open, tree.positions.len()), (7, 5));
}

/// The sum of all measurements: the proof number of r = { a, b, c } after each expansion until it
/// is solved.
#[test]
fn measurements_are_added_up() {
    // Expanded: r (leaves a, b, c), a (x, b, c), the x under it (y, b, c), ...
    let found = measured(THREE, 1);
    assert_eq!((found.counted, found.different), (3 + 1, 3 + 1));
    assert_eq!((found.nodes, found.positions), (4, 4));
    let all = measured(THREE, 100);
    // Each of the three lines is searched to its end: r, and three times a, x, y, z.
    assert_eq!((all.expanded, all.nodes, all.positions), (13, 13, 7));
    assert!(ratios(all).0.unwrap() > 1.8, "{all:?}");
}

/// A repetition is a failure and does not count as a path to a position; neither does a finished
/// game.
#[test]
fn repetitions_and_finished_games_do_not_count() {
    let found = measured(
        "r = OR { a, Failed } a = AND { r, b } b = OR { Failed, Won }",
        100,
    );
    assert_eq!((found.nodes, found.positions), (3, 3));
    let game = game("r = OR { a } a = AND { r }");
    let mut tree = Tree::new(&game, &game.start());
    tree.expand(0);
    tree.expand(1);
    assert_eq!((tree.nodes[0].pn, tree.nodes[0].dn), (INFINITE, 0));
}

#[test]
fn a_limit_and_a_stop_end_it() {
    assert_eq!(measured(THREE, 2).expanded, 2);
    let game = game(THREE);
    assert_eq!(
        measure(&game, &game.start(), 9, &AtomicBool::new(true)),
        None
    );
    let over = measured("r = OR { Won }", 0);
    assert_eq!((over.nodes, ratios(over)), (1, (Some(1.0), None)));
}
