//! Every algorithm, with every switch and tables down to one bucket, against
//! the oracle on thousands of random games.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_game::{
    Dominance, EdgeCost, Estimate, Game, Heuristic, Key, LeafSolver, Notation, Ordering, Role,
    Status, TreeGame, TreeNode,
};
use shomei_search::search::df_pn::{DfPn, DfPnOptions, Gc};
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

/// Every combination of the switches that leave the answer right.
fn all_options() -> Vec<DfPnOptions> {
    let mut all = Vec::new();
    for rule in [Rule::Sum, Rule::Weak, Rule::Branch, Rule::Partition] {
        for epsilon in [0.0, 0.25, 1.0] {
            for init in [Init::Unit, Init::Mobility, Init::Eval] {
                for probe_new in [false, true] {
                    for edge_costs in [false, true] {
                        for gc in [Gc::Off, Gc::Sibling] {
                            all.push(DfPnOptions {
                                rule,
                                epsilon: Epsilon::new(epsilon).unwrap(),
                                init,
                                probe_new,
                                edge_costs,
                                gc,
                                ..DfPnOptions::default()
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

/// A tree game whose moves cost -2 to 3.
struct Tolls(TreeGame);

impl Game for Tolls {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, position: &TreeNode) -> Role {
        self.0.role(position)
    }

    fn status(&self, position: &TreeNode) -> Status {
        self.0.status(position)
    }

    fn moves(&self, position: &TreeNode, out: &mut Vec<u32>) {
        self.0.moves(position, out);
    }

    fn play(&self, position: &TreeNode, mv: u32) -> TreeNode {
        self.0.play(position, mv)
    }

    fn key(&self, position: &TreeNode) -> Key {
        self.0.key(position)
    }
}

impl Heuristic for Tolls {
    fn estimate(&self, position: &TreeNode) -> Estimate {
        self.0.estimate(position)
    }

    fn edge_cost(&self, position: &TreeNode, mv: u32) -> EdgeCost {
        let dice = self.key(position).mix(Key::of(u64::from(mv))).0;
        EdgeCost {
            phi: (dice % 6) as i32 - 2,
            delta: (dice / 6 % 6) as i32 - 2,
        }
    }
}

impl Ordering for Tolls {}
impl Dominance for Tolls {}
impl LeafSolver for Tolls {}

fn assert_df_pn(seed: u64, shape: Shape, size: usize, buckets: usize, options: &DfPnOptions) {
    let game = Tolls(game(seed, shape, size));
    let root = game.0.start();
    let mut search = DfPn::new(&game, options.clone(), table(buckets));
    let report = search.search(&root, &Limits::nodes(ENOUGH), &mut Silent);
    assert_eq!(
        report.answer,
        expected(&game.0),
        "seed {seed}, {shape:?}, {buckets} buckets, {options:?}\n{}",
        game_text(seed, shape, size)
    );
}

#[test]
fn df_pn_agrees_with_the_oracle() {
    let all = all_options();
    for shape in Shape::ALL {
        for seed in 0..1500 {
            for buckets in [1, 3, 64] {
                let options = &all[(seed as usize * 7 + buckets) % all.len()];
                assert_df_pn(seed, shape, 24, buckets, options);
            }
        }
    }
}

/// Larger graphs with tables that forget nearly everything: where a search
/// that trusts its table goes round for ever.
#[test]
fn tiny_tables_do_not_stall_df_pn() {
    let all = all_options();
    for seed in 0..4000 {
        let size = [40, 80, 120][seed as usize % 3];
        let buckets = 1 + seed as usize % 8;
        let options = &all[(seed as usize * 11) % all.len()];
        assert_df_pn(10_000 + seed, Shape::Cyclic, size, buckets, options);
    }
}

/// Once this went round for ever: with four entries the numbers of the root's
/// children fell in turn.
#[test]
fn numbers_do_not_fall_for_ever() {
    for epsilon in [0.0, 0.25] {
        for probe_new in [false, true] {
            let options = DfPnOptions {
                epsilon: Epsilon::new(epsilon).unwrap(),
                init: Init::Eval,
                probe_new,
                ..DfPnOptions::default()
            };
            assert_df_pn(7_062_202, Shape::Cyclic, 80, 1, &options);
        }
    }
}
