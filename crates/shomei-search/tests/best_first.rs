//! The best-first searches, with every option and little memory, compared with the oracle on random
//! games.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use shomei_game::{Notation, TreeGame};
use shomei_search::registry::{self, Settings};
use shomei_search::search::Init;
use shomei_search::{Answer, Limits, Report, Silent, Stop};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game, game_text};

/// Sufficient for every game of these tests; a search that needs more is stuck.
const ENOUGH: u64 = 2_000_000;
const STORE: usize = 1_000_000;
const INITS: [Init; 4] = [Init::Unit, Init::Mobility, Init::Eval, Init::Learned];

fn expected(game: &TreeGame) -> Answer {
    match Oracle::solve(game, &game.start()).is_won(game, &game.start()) {
        Some(true) => Answer::Proved,
        _ => Answer::Disproved,
    }
}

/// The table of solved positions has 1024 bytes.
fn search(game: &TreeGame, algorithm: &str, settings: &Settings) -> Report {
    let mut search = registry::open(algorithm, game, settings, 8 * 1024).unwrap();
    search.search(&game.start(), &Limits::nodes(ENOUGH), &mut Silent)
}

fn settings<const N: usize>(options: [(&str, &dyn ToString); N]) -> Settings {
    let mut settings = Settings::default();
    for (option, value) in options {
        settings.set(option, value.to_string());
    }
    settings
}

/// Every combination of the options of PN², with a growth that gives small games a second level.
fn all_pn2_settings(store: usize) -> Vec<Settings> {
    let mut all = Vec::new();
    for init in INITS {
        for (a, b) in [(20, 5), (1, 1), (1_000_000, 100_000)] {
            for bits in 0..16 {
                let switch = |bit: u32| ["off", "on"][bits >> bit & 1];
                all.push(settings([
                    ("init", &init),
                    ("store", &store),
                    ("a", &a),
                    ("b", &b),
                    ("delete", &switch(0)),
                    ("cache", &switch(1)),
                    ("quit", &switch(2)),
                    ("proved-table", &[0, 7][bits >> 3]),
                ]));
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
            let settings = settings([
                ("init", &INITS[seed as usize % 3]),
                ("store", &STORE),
                ("proved-table", &[0, 1, 5, 1000][seed as usize % 4]),
            ]);
            let report = search(&game, "pn", &settings);
            assert_eq!(report.answer, expected(&game), "seed {seed}, {shape:?}");
        }
    }
}

#[test]
fn pn2_agrees_with_the_oracle() {
    let all = all_pn2_settings(STORE);
    for shape in Shape::ALL {
        for seed in 0..3000 {
            let size = [12, 24, 60][seed as usize % 3];
            let game = game(seed, shape, size);
            let settings = &all[(seed as usize * 7) % all.len()];
            let report = search(&game, "pn2", settings);
            assert_eq!(
                report.answer,
                expected(&game),
                "seed {seed}, {shape:?}, {settings:?}\n{}",
                game_text(seed, shape, size)
            );
        }
    }
}

/// If the first level never grows to `a`, the second expands its root and ends, so the search
/// equals plain proof-number search.
#[test]
fn with_a_second_level_of_one_expansion_pn2_is_pn() {
    for seed in 0..300 {
        let game = game(seed, Shape::Tree, 200);
        let small = settings([("store", &STORE), ("a", &1e9), ("b", &1)]);
        let two = search(&game, "pn2", &small);
        let one = search(&game, "pn", &settings([("store", &STORE)]));
        assert_eq!(
            two.counters.generated, one.counters.generated,
            "seed {seed}"
        );
        assert_eq!(two.answer, one.answer, "seed {seed}");
    }
}

/// With room for only a few nodes, a search either stops and reports the reason, or is right.
#[test]
fn little_memory_makes_no_wrong_answer() {
    let mut unknown = 0;
    for seed in 0..2000 {
        let store = 1 + seed as usize % 40;
        let game = game(seed, Shape::Cyclic, 40);
        let all = all_pn2_settings(store);
        let reports = [
            search(&game, "pn2", &all[(seed as usize * 11) % all.len()]),
            search(&game, "pn", &settings([("store", &store)])),
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

/// The table of proved nodes is a part of the memory. If it takes all of it, no room is left for
/// nodes.
#[test]
fn the_table_of_proved_nodes_leaves_less_room_for_nodes() {
    let game = TreeGame::parse("r = OR { a, b }  a = AND { }  b = AND { Won, c }  c = OR { Won }");
    let game = game.unwrap();
    for algorithm in ["pn", "pn2"] {
        let report = |entries: usize| {
            let options = settings([("proved-table", &entries)]);
            search(&game, algorithm, &options)
        };
        assert_eq!(report(100).answer, Answer::Proved, "{algorithm}");
        assert_eq!(report(1_000).stopped_by, Some(Stop::Memory), "{algorithm}");
    }
}
