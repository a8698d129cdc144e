//! Alpha-beta with every option and tables down to one entry: compared with the oracle, on graphs
//! designed to break it, and after a proof-number search.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shomei_game::{
    Game, Key, LeafSolver, MoveHints, Notation, Role, Status, TreeGame, TreeNode, Visit,
};
use shomei_search::registry::{self, Settings};
use shomei_search::search::Search;
use shomei_search::{Answer, Limits, Report, Silent, Stop};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game, game_text};

/// Sufficient for every game of these tests; a search that needs more is stuck.
const ENOUGH: u64 = 2_000_000;

fn settings<const N: usize>(options: [(&str, &dyn ToString); N]) -> Settings {
    let mut settings = Settings::default();
    for (option, value) in options {
        settings.set(option, value.to_string());
    }
    settings
}

fn with_entries(entries: usize) -> Settings {
    settings([("entries", &entries)])
}

/// The table of solved positions has 16 KiB.
fn open<'g, G: Game>(algorithm: &str, game: &'g G, settings: &Settings) -> Box<dyn Search<G> + 'g> {
    registry::open(algorithm, game, settings, 8 << 14).unwrap()
}

fn solve(game: &TreeGame, settings: &Settings, limits: &Limits) -> Report {
    open("alpha-beta", game, settings).search(&game.start(), limits, &mut Silent)
}

/// A tree game with hints: ranks, classes of moves, and, if DECIDES, the true value of some of its
/// positions.
struct Hinted<const DECIDES: bool> {
    game: TreeGame,
    oracle: Oracle<TreeNode>,
}

impl<const DECIDES: bool> Hinted<DECIDES> {
    fn new(game: TreeGame) -> Hinted<DECIDES> {
        let oracle = Oracle::solve(&game, &game.start());
        Hinted { game, oracle }
    }
}

impl<const DECIDES: bool> Game for Hinted<DECIDES> {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, position: &TreeNode) -> Role {
        self.game.role(position)
    }

    fn status(&self, position: &TreeNode) -> Status {
        self.game.status(position)
    }

    fn moves(&self, position: &TreeNode, out: &mut Vec<u32>) {
        self.game.moves(position, out);
    }

    fn play(&self, position: &TreeNode, mv: u32) -> TreeNode {
        self.game.play(position, mv)
    }

    fn key(&self, position: &TreeNode) -> Key {
        self.game.key(position)
    }

    fn hints(&self, position: &TreeNode, mv: u32) -> MoveHints {
        let rank = self.key(position).mix(Key::of(mv.into())).0 as i32;
        MoveHints {
            rank,
            class: Some(rank.rem_euclid(7) as u32),
            ..MoveHints::default()
        }
    }

    const LEAF_SOLVER: LeafSolver = match DECIDES {
        true => LeafSolver::WhenMade,
        false => LeafSolver::None,
    };

    fn solve_leaf(&self, position: &TreeNode, _visit: Visit, _nodes: &mut u64) -> Status {
        if !DECIDES || !self.key(position).0.is_multiple_of(3) {
            return Status::Open;
        }
        match self.oracle.is_won(&self.game, position) {
            Some(true) => Status::Won,
            _ => Status::Failed,
        }
    }
}

fn expected(game: &TreeGame) -> Answer {
    match Oracle::solve(game, &game.start()).is_won(game, &game.start()) {
        Some(true) => Answer::Proved,
        _ => Answer::Disproved,
    }
}

/// Every combination of the options.
fn all_settings(entries: usize) -> Vec<Settings> {
    let mut all = Vec::new();
    for killers in ["on", "off"] {
        for history in ["on", "off"] {
            for (pn_nodes, pn_store, proved_table) in
                [(0, 1, 0), (15, 1000, 0), (15, 5, 3), (40, 1000, 1000)]
            {
                all.push(settings([
                    ("entries", &entries),
                    ("killers", &killers),
                    ("history", &history),
                    ("pn-nodes", &pn_nodes),
                    ("pn-store", &pn_store),
                    ("proved-table", &proved_table),
                ]));
            }
        }
    }
    all
}

fn assert_agrees<const DECIDES: bool>(seed: u64, shape: Shape, size: usize, settings: &Settings) {
    let game = Hinted::<DECIDES>::new(game(seed, shape, size));
    let root = game.game.start();
    let mut search = open("alpha-beta", &game, settings);
    let report = search.search(&root, &Limits::nodes(ENOUGH), &mut Silent);
    assert_eq!(
        report.answer,
        expected(&game.game),
        "seed {seed}, {shape:?}, {settings:?}, {report:?}\n{}",
        game_text(seed, shape, size)
    );
}

#[test]
fn every_switch_agrees_with_the_oracle() {
    for shape in Shape::ALL {
        for seed in 0..1500 {
            for entries in [7, 64, 1000] {
                let all = all_settings(entries);
                let settings = &all[(seed as usize * 7 + entries) % all.len()];
                assert_agrees::<false>(seed, shape, 24, settings);
                assert_agrees::<true>(seed, shape, 24, settings);
            }
        }
    }
}

/// With few entries, the work grows with the number of paths.
#[test]
fn tiny_tables_do_not_stall_it() {
    for shape in Shape::ALL {
        for seed in 20_000..20_500 {
            for entries in [1, 2, 3, 7] {
                let all = all_settings(entries);
                let settings = &all[(seed as usize * 11 + entries) % all.len()];
                assert_agrees::<false>(seed, shape, 24, settings);
            }
        }
    }
}

/// With table entries of another iteration, A and B would confirm for ever that the other has not
/// won yet.
#[test]
fn two_positions_cannot_vouch_for_each_other() {
    let game = TreeGame::parse("R = OR { A, B }  A = AND { B }  B = OR { A }").unwrap();
    for entries in [1, 2, 64] {
        let report = solve(&game, &with_entries(entries), &Limits::nodes(100));
        assert_eq!(report.answer, Answer::Disproved, "{report:?}");
    }
}

/// A repetition refutes a move on one path, and the other path wins by that move. The two graphs
/// were designed to break searches that use the refutation on both paths.
#[test]
fn a_repetition_refutes_on_its_own_line_only() {
    for text in [
        "R = AND { X, Y }  Y = OR { P, Q }  X = OR { S, P }
         P = AND { Y }  S = AND { X }  Q = AND { Won }",
        "R = OR { B, X }  B = AND { E, L }  E = OR { X, G }  X = AND { E }
         L = OR { Failed }  G = AND { Won }",
    ] {
        let game = TreeGame::parse(text).unwrap();
        for entries in [1, 2, 7, 64] {
            let report = solve(&game, &with_entries(entries), &Limits::nodes(1000));
            assert_eq!(
                report.answer,
                Answer::Proved,
                "{entries} entries, {report:?}"
            );
        }
    }
}

/// A chain of n diamonds that ends in a repetition of its start: every failure depends on the
/// start. If the table did not store them with their paths, the search would repeat them 2^n times
/// in each iteration; with it, the search takes a few nodes per diamond.
#[test]
fn path_dependent_failures_are_found_again() {
    for n in [3, 12, 60] {
        let mut text = String::new();
        for i in 0..n {
            let next = i + 1;
            writeln!(text, "a{i} = OR {{ b{i}, c{i} }}").unwrap();
            writeln!(text, "b{i} = AND {{ a{next} }} c{i} = AND {{ a{next} }}").unwrap();
        }
        writeln!(text, "a{n} = OR {{ z }} z = AND {{ a0 }}").unwrap();
        let game = TreeGame::parse(&text).unwrap();
        let report = solve(&game, &with_entries(10_000), &Limits::nodes(ENOUGH));
        assert_eq!(report.answer, Answer::Disproved);
        let iterations = 2 * n + 2;
        let expanded = report.counters.expanded;
        assert!(expanded <= iterations * (3 * n + 2), "{n}: {expanded}");
    }
}

/// A path far longer than the stack of a thread could hold if every ply took a kilobyte of it.
#[test]
fn a_line_of_2000_plies() {
    let n = 2000;
    for end in ["Won", "Failed", "a0"] {
        let mut text = String::new();
        for i in 0..n - 1 {
            let kind = if i % 2 == 0 { "OR" } else { "AND" };
            writeln!(text, "a{i} = {kind} {{ a{} }}", i + 1).unwrap();
        }
        writeln!(text, "a{} = AND {{ {end} }}", n - 1).unwrap();
        let game = TreeGame::parse(&text).unwrap();
        let report = solve(&game, &with_entries(10_000), &Limits::default());
        let answer = match end {
            "Won" => Answer::Proved,
            _ => Answer::Disproved,
        };
        assert_eq!(report.answer, answer, "{end}");
    }
}

/// The count of the papers: in iteration d the nodes d plies below the root, each time they are
/// reached.
#[test]
fn only_the_horizon_is_evaluated() {
    let text = "r = OR { a, b }  a = AND { c, d }  b = AND { e, Won }
                c = OR { Failed, Failed }  d = OR { Won }  e = OR { Failed, Won }";
    let game = TreeGame::parse(text).unwrap();
    let plain = settings([("entries", &64), ("killers", &"off"), ("history", &"off")]);
    let counters = solve(&game, &plain, &Limits::default()).counters;
    // 1: a and b. 2: c, which is sufficient to show that a is not won, and e. 3: below a both
    // children of c; below b both children of e; Won at ply 2 is above the horizon.
    assert_eq!(counters.evaluated, 2 + 2 + 4);
    // 1: r.  2: r, a, b.  3: r, a, c, b, e.
    assert_eq!(counters.expanded, 1 + 3 + 5);
    // 1: 2.  2: a, c, b, e.  3: a, c, c's 2, b, e, e's 2, Won.
    assert_eq!(counters.generated, 2 + 4 + 9);
}

/// A game with too many paths for the limits of these tests.
fn hard() -> TreeGame {
    (0..)
        .map(|seed| game(seed, Shape::Cyclic, 100))
        .find(|game| {
            let report = solve(game, &with_entries(7), &Limits::nodes(20_000));
            report.answer == Answer::Unknown
        })
        .unwrap()
}

#[test]
fn every_limit_stops_it() {
    let game = hard();
    let stopped = |limits: &Limits| {
        let report = solve(&game, &with_entries(7), limits);
        assert_eq!(report.answer, Answer::Unknown);
        (report.counters, report.stopped_by)
    };
    let (counters, by) = stopped(&Limits::nodes(100));
    assert_eq!((counters.expanded, by), (100, Some(Stop::Nodes)));
    // The children of a node are counted together, and no node of this game has 10 children.
    let (counters, by) = stopped(&Limits {
        generated: Some(100),
        ..Limits::default()
    });
    assert!((100..110).contains(&counters.generated), "{counters:?}");
    assert_eq!(by, Some(Stop::Nodes));
    let (counters, by) = stopped(&Limits {
        evaluated: Some(100),
        ..Limits::default()
    });
    assert!((100..110).contains(&counters.evaluated), "{counters:?}");
    assert_eq!(by, Some(Stop::Nodes));
    let (counters, by) = stopped(&Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    });
    assert_eq!((counters.expanded, by), (0, Some(Stop::Time)));
    let (counters, by) = stopped(&Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    });
    assert_eq!((counters.expanded, by), (0, Some(Stop::Interrupt)));
}

#[test]
fn it_can_be_asked_again() {
    let settings = with_entries(7);
    for seed in 0..300 {
        let game = game(seed, Shape::Cyclic, 24);
        let oracle = Oracle::solve(&game, &game.start());
        let mut search = open("alpha-beta", &game, &settings);
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let children = moves.iter().map(|&mv| game.play(&game.start(), mv));
        for root in [game.start()].into_iter().chain(children) {
            let report = search.search(&root, &Limits::nodes(ENOUGH), &mut Silent);
            let proved = report.answer == Answer::Proved;
            assert_ne!(report.answer, Answer::Unknown, "seed {seed}");
            assert_eq!(oracle.is_won(&game, &root), Some(proved), "seed {seed}");
        }
    }
}

/// Insufficient for many of the games below.
const FIRST_NODES: u64 = 12;

fn first_search(game: &TreeGame, proved_table: usize) -> Report {
    let settings = settings([("store", &1000), ("proved-table", &proved_table)]);
    let limits = Limits {
        generated: Some(FIRST_NODES),
        ..Limits::default()
    };
    open("pn", game, &settings).search(&game.start(), &limits, &mut Silent)
}

/// The number of nodes expanded by both searches together and by the first alone, and whether the
/// first alone is sufficient.
fn combined(game: &TreeGame, proved_table: usize) -> (u64, u64, bool) {
    let settings = settings([
        ("entries", &64),
        ("pn-nodes", &FIRST_NODES),
        ("pn-store", &1000),
        ("proved-table", &proved_table),
    ]);
    let first = first_search(game, proved_table);
    let both = solve(game, &settings, &Limits::default());
    let is_enough = first.answer != Answer::Unknown;
    assert!(!is_enough || both == first, "{both:?}");
    assert!(both.counters.stored >= first.counters.stored);
    (both.counters.expanded, first.counters.expanded, is_enough)
}

#[test]
fn proved_nodes_save_alpha_beta_work() {
    let (mut alone, mut with, mut without) = (0, 0, 0);
    for seed in 0..300 {
        let game = game(seed, Shape::Dag, 60);
        let (both, first, is_enough) = combined(&game, 1000);
        let (both_without, first_without, is_enough_without) = combined(&game, 0);
        if !is_enough && !is_enough_without {
            alone += solve(&game, &with_entries(64), &Limits::default())
                .counters
                .expanded;
            with += both - first;
            without += both_without - first_without;
        }
    }
    assert!(alone > 0, "the proof-number search solves everything");
    assert_eq!(alone, without, "nothing is known without the table");
    assert!(with < alone, "{with} of {alone}");
}
