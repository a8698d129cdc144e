//! A random game that gives every hint at once, on searchers that are used repeatedly: the state
//! that one search leaves must not mislead the next.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use shomei_game::{Game, Status};
use shomei_parallel::open;
use shomei_search::registry::Settings;
use shomei_search::{Answer, Limits, Silent};
use shomei_testkit::Oracle;
use shomei_testkit::random::{self, Dice, Purses, Shape, Stand};

/// Sufficient for every game of these tests; a search that needs more is stuck.
const ENOUGH: u64 = 1_000_000;

const SWITCH: [&str; 2] = ["off", "on"];
const SIZES: [usize; 3] = [4, 8, 16];

/// Random options of df-pn, with several threads, in several jobs of one thread, or in a single
/// search.
fn settings(dice: &mut Dice) -> Settings {
    let mut settings = Settings::default();
    settings.set("schedule", random::schedule(dice));
    let mut draw = |name: &str, values: &[&'static str]| {
        let value = values[dice.below(values.len())];
        settings.set(name, value);
        value
    };
    draw("epsilon", &["0", "0.25", "1"]);
    draw("init", &["unit", "mobility", "eval", "learned"]);
    draw("edge-costs", &SWITCH);
    if draw("threads", &["1", "1", "2", "3"]) == "1" {
        draw("gc", &["off", "sibling"]);
    } else {
        draw("share", &["1", "7", "4096"]);
    }
    settings
}

/// Searches for the value of many positions of a game with one searcher, in random order.
fn ask<const TOGETHER: bool>(seed: u64, shape: Shape) {
    let mut dice = Dice::new(seed ^ 0x5eed);
    let size = SIZES[dice.below(3)];
    let game = Purses::<TOGETHER>::new(seed, shape, size);
    let settings = settings(&mut dice);
    let memory = [1 << 10, 1 << 14, 1 << 18][dice.below(3)];
    let mut search = open("df-pn", &game, &settings, memory).unwrap();
    let all: Vec<Stand> = game.positions().collect();
    for _ in 0..12 {
        let root = all[dice.below(all.len())];
        let won = Oracle::solve(&game, &root).is_won(&game, &root).unwrap();
        let expected = match won {
            true => Answer::Proved,
            false => Answer::Disproved,
        };
        let report = search.search(&root, &Limits::nodes(ENOUGH), &mut Silent);
        assert_eq!(
            report.answer, expected,
            "seed {seed}, {shape:?}, size {size}, {TOGETHER}, {root:?}, {memory} bytes, {settings:?}"
        );
    }
}

#[test]
fn every_hint_at_once_on_searchers_that_are_used_again() {
    for shape in Shape::ALL {
        for seed in 0..600 {
            ask::<false>(seed, shape);
            ask::<true>(seed, shape);
        }
    }
}

/// Confirms that the games are suitable: both values are common among positions that have moves.
#[test]
fn both_values_are_common() {
    let (mut won, mut failed) = (0, 0);
    for seed in 0..200 {
        let game = Purses::<true>::new(seed, Shape::Cyclic, 8);
        let open = game
            .positions()
            .filter(|at| game.status(at) == Status::Open);
        for at in open {
            match Oracle::solve(&game, &at).is_won(&game, &at) {
                Some(true) => won += 1,
                _ => failed += 1,
            }
        }
    }
    assert!(
        4 * won > failed && 4 * failed > won,
        "{won} won, {failed} failed"
    );
}
