//! df-pn by several threads: the answers are those of the oracle, and the limits are those of one
//! thread.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shomei_game::{Notation, TreeGame};
use shomei_parallel::open;
use shomei_search::registry::Settings;
use shomei_search::{Answer, Limits, Report, Silent, Stop};
use shomei_testkit::Oracle;
use shomei_testkit::random::{self, Dice, Shape, game, game_text};

/// Sufficient for every game of these tests; a search that needs more is stuck.
const ENOUGH: u64 = 2_000_000;

const BUCKET: usize = 64;

fn search(game: &TreeGame, options: &[(&str, &str)], buckets: usize, limits: &Limits) -> Report {
    let mut settings = Settings::default();
    options
        .iter()
        .for_each(|&(name, value)| settings.set(name, value));
    let mut search = open("df-pn", game, &settings, buckets * BUCKET).unwrap();
    search.search(&game.start(), limits, &mut Silent)
}

fn expected(game: &TreeGame) -> Answer {
    match Oracle::solve(game, &game.start()).is_won(game, &game.start()) {
        Some(true) => Answer::Proved,
        _ => Answer::Disproved,
    }
}

/// Small shares, with which most of a game is in the upper tree, and larger ones, with which most
/// of it is not.
const SHARES: [&str; 4] = ["1", "2", "7", "60"];
const THREADS: [&str; 4] = ["2", "3", "5", "12"];
const INIT: [&str; 3] = ["unit", "mobility", "eval"];
const EPSILON: [&str; 3] = ["0", "0.25", "1"];

fn options(dice: &mut Dice) -> [(&'static str, String); 5] {
    let schedule = random::schedule(dice);
    let mut one_of = |texts: &[&str]| dice.one_of(texts).to_string();
    [
        ("share", one_of(&SHARES)),
        ("threads", one_of(&THREADS)),
        ("schedule", schedule),
        ("init", one_of(&INIT)),
        ("epsilon", one_of(&EPSILON)),
    ]
}

fn assert_right(seed: u64, shape: Shape, size: usize, buckets: usize) {
    let game = game(seed, shape, size);
    let options = options(&mut Dice::new(seed ^ (buckets as u64) << 32));
    let set = options.each_ref().map(|(name, value)| (*name, &value[..]));
    let report = search(&game, &set, buckets, &Limits::nodes(ENOUGH));
    assert_eq!(
        report.answer,
        expected(&game),
        "seed {seed}, {shape:?}, {buckets} buckets, {options:?}\n{}",
        game_text(seed, shape, size)
    );
}

#[test]
fn threads_agree_with_the_oracle() {
    for shape in Shape::ALL {
        for seed in 0..250 {
            for buckets in [1, 3, 64] {
                assert_right(seed, shape, 24, buckets);
            }
        }
    }
}

/// Larger graphs with repetitions, and tables that lose nearly all entries.
#[test]
fn threads_agree_where_repetitions_decide_and_tables_forget() {
    for seed in 0..600 {
        let size = [40, 80, 120][seed as usize % 3];
        assert_right(50_000 + seed, Shape::Cyclic, size, 1 + seed as usize % 8);
    }
}

#[test]
fn every_limit_stops_several_threads() {
    let game = game(3, Shape::Cyclic, 200);
    let none = Limits::default;
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let limits = [
        (Limits::nodes(0), Stop::Nodes),
        (Limits::nodes(1), Stop::Nodes),
        (Limits::nodes(2), Stop::Nodes),
        (
            Limits {
                generated: Some(1),
                ..none()
            },
            Stop::Nodes,
        ),
        (
            Limits {
                evaluated: Some(1),
                ..none()
            },
            Stop::Nodes,
        ),
        (
            Limits {
                time: Some(Duration::ZERO),
                ..none()
            },
            Stop::Time,
        ),
        (Limits { stop, ..none() }, Stop::Interrupt),
    ];
    for share in SHARES {
        for (limits, stop) in &limits {
            let options = [("threads", "4"), ("share", share), ("init", "unit")];
            let report = search(&game, &options, 64, limits);
            assert_eq!(report.answer, Answer::Unknown, "{share} {limits:?}");
            assert_eq!(report.stopped_by, Some(*stop), "{share} {limits:?}");
            if let Some(nodes) = limits.nodes {
                assert!(report.counters.expanded <= nodes, "{share} {report:?}");
            }
        }
    }
}

/// The additional moves along a long line: `#` is the number of a ply, `NEXT` that of the next. The
/// attacker moves at even plies.
const BESIDE: [(&str, [&str; 2]); 4] = [
    ("nothing", ["", ""]),
    ("a move that ends", [", Failed", ", Won"]),
    (
        "two plies more",
        [
            ", s# }  s# = AND { t#, Won }  t# = OR { Failed",
            ", s# }  s# = OR { Failed, t# }  t# = AND { Won",
        ],
    ),
    ("a way back", [", p0", ""]),
];

/// A forced line with this number of plies, which the attacker wins at its end.
fn long_line(plies: usize, beside: [&str; 2]) -> TreeGame {
    let mut text = String::new();
    for i in 0..plies {
        let kind = ["OR", "AND"][i % 2];
        let beside = beside[i % 2].replace('#', &i.to_string());
        writeln!(text, "p{i} = {kind} {{ p{}{beside} }}", i + 1).unwrap();
    }
    writeln!(text, "p{plies} = OR {{ Won }}").unwrap();
    TreeGame::parse(&text).unwrap()
}

/// A job begins at a leaf of the upper tree, so it follows the path of the last one again: a path
/// longer than a share must not cost a share per ply.
#[test]
fn a_line_longer_than_the_share_costs_a_few_nodes_a_ply() {
    for plies in [1_000, 5_000, 20_000] {
        for (name, beside) in BESIDE {
            let game = long_line(plies, beside);
            let nodes = |threads, share| {
                let options = [("threads", threads), ("share", share)];
                let report = search(&game, &options, 1 << 16, &Limits::nodes(ENOUGH));
                let case = format!("{plies} plies, {name}, {threads} threads, share {share}");
                assert_eq!(report.answer, Answer::Proved, "{case}");
                (report.counters.expanded, case)
            };
            let (alone, _) = nodes("1", "1000000");
            for (threads, share) in [("1", "16"), ("2", "512"), ("2", "4096"), ("4", "60")] {
                let (together, case) = nodes(threads, share);
                assert!(together < 4 * alone, "{case}: {together}, alone {alone}");
            }
        }
    }
}
