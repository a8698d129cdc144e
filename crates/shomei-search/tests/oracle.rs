//! Every algorithm, with every switch and tables down to one bucket, against
//! the oracle on thousands of random games.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_game::{Notation, TreeGame};
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::search::pn::{Pn, PnOptions};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Answer, Epsilon, Limits, Oracle, Rule, Silent};
use shomei_testkit::random::{Shape, game, game_text};

/// Enough for every game of these tests; a search that needs more is stuck.
const ENOUGH: u64 = 2_000_000;

const BUCKET: usize = 64;

fn table(buckets: usize) -> Arc<Table> {
    Arc::new(Table::new(buckets * BUCKET).unwrap())
}

fn expected(game: &TreeGame) -> Answer {
    match Oracle::solve(game, &game.start()).is_won(game, &game.start()) {
        Some(true) => Answer::Proved,
        _ => Answer::Disproved,
    }
}

fn all_options() -> Vec<DfPnOptions> {
    let mut all = Vec::new();
    for rule in [Rule::Sum, Rule::Weak] {
        for epsilon in [0.0, 0.25, 1.0] {
            for init in [Init::Unit, Init::Mobility, Init::Eval] {
                all.push(DfPnOptions {
                    rule,
                    epsilon: Epsilon::new(epsilon).unwrap(),
                    init,
                    ..DfPnOptions::default()
                });
            }
        }
    }
    all
}

#[test]
fn df_pn_agrees_with_the_oracle() {
    let all = all_options();
    for shape in Shape::ALL {
        for seed in 0..1500 {
            let game = game(seed, shape, 24);
            let expected = expected(&game);
            for buckets in [1, 3, 64] {
                let options = &all[(seed as usize * 7 + buckets) % all.len()];
                let mut search = DfPn::new(&game, options.clone(), table(buckets));
                let report = search.search(&game.start(), &Limits::nodes(ENOUGH), &mut Silent);
                assert_eq!(
                    report.answer,
                    expected,
                    "seed {seed}, {shape:?}, {buckets} buckets, {options:?}\n{}",
                    game_text(seed, shape, 24)
                );
            }
        }
    }
}

#[test]
fn pn_agrees_with_the_oracle() {
    for shape in Shape::ALL {
        for seed in 0..1500 {
            let game = game(seed, shape, 24);
            let init = [Init::Unit, Init::Mobility, Init::Eval][seed as usize % 3];
            let options = PnOptions {
                init,
                store: 1_000_000,
            };
            let mut search = Pn::new(&game, options, table(16)).unwrap();
            let report = search.search(&game.start(), &Limits::nodes(ENOUGH), &mut Silent);
            assert_eq!(report.answer, expected(&game), "seed {seed}, {shape:?}");
        }
    }
}
