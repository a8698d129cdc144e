//! Games of pursuit: a search expands their few positions many times. df-pn with its default
//! options collects them and solves their graph by retrograde analysis.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_extract::Extractor;
use shomei_game::Notation;
use shomei_parallel::open;
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::registry::{AUTO, Settings};
use shomei_search::{Answer, Limits, Silent};
use shomei_testkit::Oracle;
use shomei_testkit::pursuit;

/// Each game must be decided within this number of nodes.
const NODES: u64 = 1_000_000;

/// The seed of a game that takes very long without retrograde analysis.
const HARD: u64 = 149;

const SIZES: [usize; 10] = [50, 100, 150, 200, 250, 300, 350, 400, 450, 500];

/// Solves the game with these options, compares the answer with the oracle and checks a certificate
/// of it. Returns the answer and the number of nodes.
fn solve(seed: u64, options: &[(&str, &str)]) -> (Answer, u64) {
    solve_sized(seed, SIZES[seed as usize % SIZES.len()], options)
}

fn solve_sized(seed: u64, size: usize, options: &[(&str, &str)]) -> (Answer, u64) {
    let game = pursuit::game(seed, size);
    let root = game.start();
    let mut settings = Settings::default();
    for &(option, value) in options {
        settings.set(option, value);
    }
    let mut search = open(AUTO, &game, &settings, 64 << 20).unwrap();
    let report = search.search(&root, &Limits::nodes(NODES), &mut Silent);
    let claim = match Oracle::solve(&game, &root).is_won(&game, &root) {
        Some(true) => Claim::Proved,
        _ => Claim::Disproved,
    };
    let expected = match claim {
        Claim::Proved => Answer::Proved,
        Claim::Disproved => Answer::Disproved,
    };
    assert_eq!(report.answer, expected, "seed {seed}, size {size}");
    let (table, options) = (Arc::clone(search.table()), search.options_for_holes());
    let mut extractor = Extractor::new(&game, table, options, &Limits::nodes(NODES));
    let strategy = extractor.strategy(&root, claim).unwrap();
    assert_eq!(strategy.claim(), claim, "seed {seed}, size {size}");
    let header = Header::of(&game, &root, claim);
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();
    check(&game, &root, Reader::open(&bytes[..]).unwrap()).unwrap();
    (report.answer, report.counters.nodes())
}

#[test]
fn games_of_pursuit_are_solved() {
    let solved: Vec<_> = (0..30).map(|seed| solve(seed, &[])).collect();
    let proved = solved
        .iter()
        .filter(|(answer, _)| *answer == Answer::Proved);
    assert!((5..25).contains(&proved.count()), "both answers occur");
}

#[test]
fn several_threads_solve_them_too() {
    for seed in 0..30 {
        solve(seed, &[("threads", "2")]);
    }
}

/// The graph has more positions than one job of a thread may expand.
#[test]
fn several_threads_collect_more_than_a_job() {
    for seed in 0..6 {
        solve_sized(seed, 6_000, &[("threads", "2")]);
    }
}

/// A table that loses entries does not show that nodes are revisited.
#[test]
fn tables_that_forget_do_not_hide_that_they_are_needed() {
    for options in [
        &[("gc", "sibling")][..],
        &[("gc", "sibling"), ("epsilon", "0.25"), ("init", "eval")],
        &[("gc", "sibling"), ("epsilon", "0"), ("rule", "branch")],
    ] {
        let (answer, nodes) = solve(HARD, options);
        assert!(answer != Answer::Unknown && nodes < 100_000, "{nodes}");
    }
    let game = pursuit::game(HARD, SIZES[HARD as usize % SIZES.len()]);
    let mut search = open(AUTO, &game, &Settings::default(), 256).unwrap();
    let report = search.search(&game.start(), &Limits::nodes(100_000), &mut Silent);
    assert_ne!(report.answer, Answer::Unknown);
}

/// Without retrograde analysis, a search of this game takes very long.
#[test]
fn without_it_they_are_hard() {
    let game = pursuit::game(HARD, SIZES[HARD as usize % SIZES.len()]);
    let mut settings = Settings::default();
    settings.set("fixpoint", "off");
    let mut search = open(AUTO, &game, &settings, 64 << 20).unwrap();
    let report = search.search(&game.start(), &Limits::nodes(200_000), &mut Silent);
    assert_eq!(report.answer, Answer::Unknown);
    let (answer, nodes) = solve(HARD, &[]);
    assert!(answer != Answer::Unknown && nodes < 50_000, "{nodes}");
}

#[test]
#[ignore = "for a release build: prints how many nodes each takes"]
fn two_hundred_games_of_pursuit_are_solved() {
    let mut nodes = Vec::new();
    for seed in 0..200 {
        let (answer, count) = solve(seed, &[]);
        println!("seed {seed:3} {answer:9} {count:8}");
        nodes.push(count);
    }
    nodes.sort_unstable();
    let at = |percent: usize| nodes[(nodes.len() - 1) * percent / 100];
    let spread = [0, 25, 50, 75, 90, 95, 99, 100].map(at);
    println!("least, quarters, 90, 95, 99 in 100, most: {spread:?}");
}
