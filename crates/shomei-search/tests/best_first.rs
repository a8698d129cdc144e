//! The best-first searches, with every switch and little memory, against the
//! oracle on random games.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_game::{Notation, TreeGame};
use shomei_search::search::growth::Growth;
use shomei_search::search::pn::{Pn, PnOptions};
use shomei_search::search::pn2::{Pn2, Pn2Options};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Report, Silent, Stop};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game, game_text};

/// Enough for every game of these tests; a search that needs more is stuck.
const ENOUGH: u64 = 2_000_000;
const STORE: usize = 1_000_000;
const INITS: [Init; 4] = [Init::Unit, Init::Mobility, Init::Eval, Init::Learned];

fn table() -> Arc<Table> {
    Arc::new(Table::new(1024).unwrap())
}

fn expected(game: &TreeGame) -> Answer {
    match Oracle::solve(game, &game.start()).is_won(game, &game.start()) {
        Some(true) => Answer::Proved,
        _ => Answer::Disproved,
    }
}

fn search(game: &TreeGame, mut search: impl Search<TreeGame>) -> Report {
    search.search(&game.start(), &Limits::nodes(ENOUGH), &mut Silent)
}

/// Every combination of the switches of PN², with a growth that lets small
/// games have a second level.
fn all_pn2_options(store: usize) -> Vec<Pn2Options> {
    let mut all = Vec::new();
    for init in INITS {
        for (a, b) in [(20.0, 5.0), (1.0, 1.0), (1e6, 1e5)] {
            for bits in 0..16 {
                let is_set = |bit: u32| bits >> bit & 1 == 1;
                all.push(Pn2Options {
                    init,
                    store,
                    growth: Growth::new(a, b).unwrap(),
                    delete: is_set(0),
                    cache: is_set(1),
                    quit: is_set(2),
                    proved_table: if is_set(3) { 7 } else { 0 },
                });
            }
        }
    }
    all
}

#[test]
fn pn_agrees_with_the_oracle() {
    for shape in Shape::ALL {
        for seed in 0..1500 {
            let game = game(seed, shape, 24);
            let options = PnOptions {
                init: INITS[seed as usize % 3],
                store: STORE,
                proved_table: [0, 1, 5, 1000][seed as usize % 4],
            };
            let report = search(&game, Pn::new(&game, &options, table()).unwrap());
            assert_eq!(report.answer, expected(&game), "seed {seed}, {shape:?}");
        }
    }
}

#[test]
fn pn2_agrees_with_the_oracle() {
    let all = all_pn2_options(STORE);
    for shape in Shape::ALL {
        for seed in 0..3000 {
            let size = [12, 24, 60][seed as usize % 3];
            let game = game(seed, shape, size);
            let options = &all[(seed as usize * 7) % all.len()];
            let report = search(&game, Pn2::new(&game, options.clone(), table()).unwrap());
            assert_eq!(
                report.answer,
                expected(&game),
                "seed {seed}, {shape:?}, {options:?}\n{}",
                game_text(seed, shape, size)
            );
        }
    }
}

/// Next to a first level that never grows to `a`, the second expands its root
/// and ends: what is left is plain proof-number search.
#[test]
fn with_a_second_level_of_one_expansion_pn2_is_pn() {
    for seed in 0..300 {
        let game = game(seed, Shape::Tree, 200);
        let options = Pn2Options {
            growth: Growth::new(1e9, 1.0).unwrap(),
            ..Pn2Options::default()
        };
        let two = search(&game, Pn2::new(&game, options, table()).unwrap());
        let one = search(
            &game,
            Pn::new(&game, &PnOptions::default(), table()).unwrap(),
        );
        assert_eq!(
            two.counters.generated, one.counters.generated,
            "seed {seed}"
        );
        assert_eq!(two.answer, one.answer, "seed {seed}");
    }
}

/// With room for a few nodes a search gives up, and says why, or is right.
#[test]
fn little_memory_makes_no_wrong_answer() {
    let mut unknown = 0;
    for seed in 0..2000 {
        let store = 1 + seed as usize % 40;
        let game = game(seed, Shape::Cyclic, 40);
        let all = all_pn2_options(store);
        let options = all[(seed as usize * 11) % all.len()].clone();
        let pn = PnOptions {
            store,
            ..PnOptions::default()
        };
        let reports = [
            search(&game, Pn2::new(&game, options, table()).unwrap()),
            search(&game, Pn::new(&game, &pn, table()).unwrap()),
        ];
        for report in reports {
            if report.answer == Answer::Unknown {
                unknown += 1;
                assert_eq!(report.stopped_by, Some(Stop::Memory), "seed {seed}");
            } else {
                assert_eq!(report.answer, expected(&game), "seed {seed}");
            }
            let overrun = 40;
            assert!(report.counters.stored as usize <= store + overrun);
        }
    }
    assert!(unknown > 100, "memory is never short: {unknown}");
}
