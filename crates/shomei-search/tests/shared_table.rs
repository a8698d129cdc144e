//! One table for many questions about one game, each by a new searcher from another root. The
//! entries that a search leaves in the table must be true for every later one.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_extract::Extractor;
use shomei_game::{Game, Status, TreeGame, TreeNode};
use shomei_parallel::{open, open_on};
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::registry::Settings;
use shomei_search::table::{Table, Value};
use shomei_search::{Answer, Limits, Silent};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Dice, Shape, game};

/// Sufficient for every question of these tests.
const ENOUGH: u64 = 1_000_000;

/// The settings of the questions, in turn.
const SETTINGS: &[&[(&str, &str)]] = &[
    &[],
    &[("rule", "partition")],
    &[("gc", "sibling")],
    &[("init", "unit"), ("rule", "weak")],
    &[("threads", "2"), ("share", "3")],
    &[("share", "1"), ("rule", "branch")],
    &[("fixpoint", "off"), ("epsilon", "0")],
];

fn settings(number: usize) -> Settings {
    let mut settings = Settings::default();
    for &(option, value) in SETTINGS[number % SETTINGS.len()] {
        settings.set(option, value);
    }
    settings
}

fn expected(oracle: &Oracle<TreeNode>, game: &TreeGame, root: &TreeNode) -> (Answer, Claim) {
    match oracle.is_won(game, root) {
        Some(true) => (Answer::Proved, Claim::Proved),
        _ => (Answer::Disproved, Claim::Disproved),
    }
}

/// Makes a certificate from the table, and checks it.
fn certify(game: &TreeGame, root: &TreeNode, claim: Claim, table: &Arc<Table>, case: &str) {
    let options = shomei_search::search::df_pn::DfPnOptions::default();
    let limits = Limits::nodes(ENOUGH);
    let mut extractor = Extractor::new(game, Arc::clone(table), options, &limits);
    let strategy = extractor
        .strategy(root, claim)
        .unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(strategy.claim(), claim, "{case}");
    let header = Header::of(game, root, claim);
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();
    let verified = check(game, root, Reader::open(&bytes[..]).unwrap());
    assert_eq!(
        verified
            .unwrap_or_else(|error| panic!("{case}: {error}"))
            .claim,
        claim,
        "{case}"
    );
}

/// Checks that no entry is false, whatever root it was stored for.
fn check_entries(game: &TreeGame, oracle: &Oracle<TreeNode>, table: &Table, case: &str) {
    for position in oracle.positions() {
        let is_won = oracle.is_won(game, position).unwrap();
        match table.probe(game.key(position)).map(|entry| entry.value) {
            Some(Value::Proved { .. }) => assert!(is_won, "{case}"),
            Some(Value::Disproved { .. }) => assert!(!is_won, "{case}"),
            _ => {}
        }
    }
}

#[test]
fn questions_about_one_graph_share_a_table() {
    let (mut asked, mut quicker) = (0, 0);
    for seed in 0..700 {
        let shape = if seed % 4 == 0 {
            Shape::ALL[seed as usize / 4 % Shape::ALL.len()]
        } else {
            Shape::Cyclic
        };
        let game = game(seed, shape, [24, 60, 120][seed as usize % 3]);
        let start = shomei_game::Notation::start(&game);
        let oracle = Oracle::solve(&game, &start);
        for buckets in [1, 3, 256] {
            let table = Arc::new(Table::new(64 * buckets).unwrap());
            let mut dice = Dice::new(seed);
            for round in 0..8 {
                let root = oracle.positions()[dice.below(oracle.positions().len())];
                let settings = settings(dice.below(SETTINGS.len()));
                let case = format!("seed {seed}, {buckets} buckets, round {round}, {settings:?}");
                let mut search = open_on("df-pn", &game, &settings, Arc::clone(&table)).unwrap();
                let report = search.search(&root, &Limits::nodes(ENOUGH), &mut Silent);
                let (answer, claim) = expected(&oracle, &game, &root);
                assert_eq!(report.answer, answer, "{case}");
                if game.status(&root) == Status::Open && round % 2 == 1 {
                    certify(&game, &root, claim, &table, &case);
                }
                check_entries(&game, &oracle, &table, &case);
                let mut fresh = open("df-pn", &game, &settings, 64 * buckets).unwrap();
                let alone = fresh.search(&root, &Limits::nodes(ENOUGH), &mut Silent);
                assert_eq!(alone.answer, answer, "{case}");
                asked += 1;
                quicker += u32::from(report.counters.expanded < alone.counters.expanded);
            }
        }
    }
    // A kept table saves work: otherwise it would be useless.
    assert!(quicker > asked / 10, "{quicker} of {asked}");
}
