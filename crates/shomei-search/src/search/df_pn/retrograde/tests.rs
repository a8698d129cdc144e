//! Tests with a trigger so low that collections happen all the time.

use std::sync::Arc;

use shomei_game::{Game, Notation, Role, TreeGame, TreeNode};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Dice, Shape, game};

use super::super::revisit_monitor::Trigger;
use super::*;
use crate::budget::Budget;
use crate::search::Search;
use crate::search::df_pn::{DfPnOptions, Gc};
use crate::{Answer, Limits, Rule, Silent, Stop};

const ENOUGH: u64 = 1_000_000;

/// An arbitrary table entry.
const KNOWN: Entry = Entry {
    value: Value::Unsolved {
        bounds: Bounds::UNIT,
        twin: None,
    },
    work: 1,
    min_depth: 0,
};

/// Looks are due after every few nodes, whatever these were; most collections reach their bound at
/// first.
const EAGER: [Trigger; 3] = [
    Trigger {
        least_nodes: 1,
        part: u64::MAX,
        new_in: 0,
        share: 1,
        least_positions: 1,
    },
    Trigger {
        least_nodes: 5,
        part: u64::MAX,
        new_in: 0,
        share: 2,
        least_positions: 2,
    },
    Trigger {
        least_nodes: 16,
        part: 2,
        new_in: 1,
        share: 1,
        least_positions: 4,
    },
];

fn searcher<G: Game>(
    game: &G,
    trigger: Trigger,
    options: DfPnOptions,
    buckets: usize,
) -> DfPn<'_, G> {
    let table = Arc::new(Table::new(64 * buckets).unwrap());
    let mut searcher = DfPn::new(game, options, table);
    searcher.monitor.trigger = trigger;
    searcher
}

fn answer(is_won: Option<bool>) -> Answer {
    match is_won {
        Some(true) => Answer::Proved,
        _ => Answer::Disproved,
    }
}

/// A choice of options by number.
fn options(number: usize) -> DfPnOptions {
    DfPnOptions {
        schedule: [Rule::Sum, Rule::Weak, Rule::Branch, Rule::Partition][number % 4].into(),
        probe_new: number % 3 == 1,
        gc: [Gc::Off, Gc::Off, Gc::Sibling][number % 5 % 3],
        ..DfPnOptions::default()
    }
}

/// One searcher searches one position after another, and its table is used for later answers.
#[test]
fn answers_and_entries_are_those_of_the_oracle() {
    for seed in 0..1_200 {
        let game = game(seed, Shape::Cyclic, [24, 60, 120][seed as usize % 3]);
        let oracle = Oracle::solve(&game, &game.start());
        for buckets in [1, 3, 256] {
            let number = seed as usize + buckets;
            let trigger = EAGER[number % EAGER.len()];
            let mut search = searcher(&game, trigger, options(number), buckets);
            let mut dice = Dice::new(seed);
            let mut root = game.start();
            for round in 0..6 {
                let report = search.search(&root, &Limits::nodes(ENOUGH), &mut Silent);
                let expected = answer(oracle.is_won(&game, &root));
                assert_eq!(report.answer, expected, "seed {seed}, {buckets}, {round}");
                assert!(search.path.keys.len() == 0 && search.stack.frames.is_empty());
                for position in oracle.positions() {
                    let entry = search.store.table.probe(game.key(position));
                    match entry.map(|entry| entry.value) {
                        Some(Value::Proved { .. }) => {
                            assert_eq!(oracle.is_won(&game, position), Some(true), "{seed}");
                        }
                        Some(Value::Disproved { .. }) => {
                            assert_eq!(oracle.is_won(&game, position), Some(false), "{seed}");
                        }
                        _ => {}
                    }
                }
                root = oracle.positions()[dice.below(oracle.positions().len())];
            }
        }
    }
}

/// A game in which the given positions have failed.
struct Without<'g>(&'g TreeGame, Vec<TreeNode>);

impl Game for Without<'_> {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, position: &TreeNode) -> Role {
        self.0.role(position)
    }

    fn status(&self, position: &TreeNode) -> Status {
        match self.1.contains(position) {
            true => Status::Failed,
            false => self.0.status(position),
        }
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

/// Positions above the root of the search, and positions assumed to have failed, count as failed,
/// as the extraction of certificates requires. Stored results must be true without this assumption.
#[test]
fn play_does_not_return_to_positions_above_the_root() {
    for seed in 0..1_500 {
        let game = game(seed, Shape::Cyclic, 60);
        let plain = Oracle::solve(&game, &game.start());
        let positions = plain.positions();
        let mut dice = Dice::new(seed);
        let mut open = positions.to_vec();
        open.retain(|position| game.status(position) == Status::Open);
        if open.len() < 4 {
            continue;
        }
        let root = open[0];
        let failed: Vec<TreeNode> = (0..1 + dice.below(4))
            .map(|_| open[1 + dice.below(open.len() - 1)])
            .collect();
        let without = Without(&game, failed.clone());
        let expected = answer(Oracle::solve(&without, &root).is_won(&without, &root));
        let keys: Vec<Key> = failed.iter().map(|position| game.key(position)).collect();
        let trigger = EAGER[seed as usize % EAGER.len()];
        for buckets in [1, 256] {
            let limits = Limits::nodes(ENOUGH);
            let mut below = searcher(&game, trigger, DfPnOptions::default(), buckets);
            let report = below.search_below(&keys, &root, &limits, &mut Silent);
            assert_eq!(report.report.answer, expected, "seed {seed}, {buckets}");
            for position in positions {
                if let Some(entry) = below.store.table.probe(game.key(position))
                    && let Value::Disproved { .. } = entry.value
                {
                    assert_eq!(plain.is_won(&game, position), Some(false), "seed {seed}");
                }
            }
            let mut searcher = searcher(&game, trigger, DfPnOptions::default(), buckets);
            searcher.assumed().extend(keys.iter().copied());
            let report = searcher.search_below(&[], &root, &limits, &mut Silent);
            assert_eq!(
                report.report.answer, expected,
                "seed {seed}, {buckets}, assumed"
            );
        }
    }
}

/// The graph below a position, limited to `most` positions.
fn collected(game: &TreeGame, most: u64) -> RetrogradeGraph<TreeNode> {
    let mut search = searcher(game, Trigger::default(), DfPnOptions::default(), 64);
    let root = game.start();
    let collected = search.collect(root, &HashSet::new(), most, &mut Silent);
    collected.unwrap()
}

#[test]
fn a_whole_graph_is_read_as_by_the_oracle_and_a_part_is_not_overread() {
    let mut unknown = 0;
    for seed in 0..2_000 {
        let game = game(seed, Shape::Cyclic, 80);
        let oracle = Oracle::solve(&game, &game.start());
        if game.status(&game.start()) != Status::Open {
            continue;
        }
        for most in [1, 2, 5, 20, u64::MAX] {
            let graph = collected(&game, most);
            for id in 0..graph.len() {
                let position = graph.position(id);
                let distance = oracle.distance(&game, position);
                match graph.found(id) {
                    GraphValue::Proved(length) => {
                        let distance = distance.expect("it is won");
                        assert!(u32::from(length) >= distance);
                        assert!(most < u64::MAX || u32::from(length) == distance, "{seed}");
                    }
                    GraphValue::Failed => assert_eq!(distance, None, "seed {seed}"),
                    GraphValue::Unknown => {
                        assert!(most < u64::MAX);
                        unknown += 1;
                    }
                    GraphValue::Open => unreachable!("the graph has been read"),
                    GraphValue::FailedHere => unreachable!("nothing is barred"),
                }
            }
        }
    }
    assert!(unknown > 1_000);
}

/// The lengths of proofs decrease, and a failed position has a move that shows the failure.
#[test]
fn each_value_shows_by_the_children() {
    for seed in 0..500 {
        let game = game(seed, Shape::Cyclic, 80);
        if game.status(&game.start()) != Status::Open {
            continue;
        }
        let graph = collected(&game, 30);
        for id in 0..graph.expanded() {
            let position = graph.position(id);
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let found = |mv: &u32| {
                let child = game.play(position, *mv);
                match game.status(&child) {
                    Status::Won => GraphValue::Proved(0),
                    Status::Failed => GraphValue::Failed,
                    Status::Open => graph
                        .find(game.key(&child), &child)
                        .map_or(GraphValue::Unknown, |id| graph.found(id)),
                }
            };
            let shorter = |length: u16| move |child: GraphValue| matches!(child, GraphValue::Proved(other) if other < length);
            let best = graph.best(id).map(|best| found(&moves[usize::from(best)]));
            match (graph.found(id), game.role(position)) {
                (GraphValue::Proved(length), Role::Attacker) => {
                    assert!(best.is_some_and(shorter(length)), "seed {seed}");
                }
                (GraphValue::Proved(length), Role::Defender) => {
                    assert!(moves.iter().map(found).all(shorter(length)), "seed {seed}");
                }
                (GraphValue::Failed, Role::Attacker) => {
                    assert!(
                        moves.iter().all(|mv| found(mv) == GraphValue::Failed),
                        "{seed}"
                    );
                }
                (GraphValue::Failed, Role::Defender) => {
                    assert_eq!(best, Some(GraphValue::Failed), "seed {seed}");
                }
                _ => {}
            }
        }
    }
}

/// A town of 16 places, which takes millions of nodes without retrograde analysis.
fn town() -> TreeGame {
    shomei_testkit::pursuit::game(1, 500)
}

#[test]
fn a_limit_within_a_collection_ends_the_search() {
    let game = town();
    let eager = Trigger {
        least_nodes: 100,
        ..EAGER[0]
    };
    for nodes in [101, 120, 150, 199] {
        let mut search = searcher(&game, eager, DfPnOptions::default(), 1 << 10);
        let report = search.search(&game.start(), &Limits::nodes(nodes), &mut Silent);
        assert_eq!(report.stopped_by, Some(Stop::Nodes), "{nodes}");
        assert_eq!(report.counters.nodes(), nodes);
    }
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let limits = Limits {
        stop: Some(stop),
        ..Limits::default()
    };
    let mut search = searcher(&game, eager, DfPnOptions::default(), 1 << 10);
    search.budget = Budget::open(search.game, &limits);
    let collected = search.collect(game.start(), &HashSet::new(), u64::MAX, &mut Silent);
    assert!(collected.is_none());
    assert_eq!(search.budget.stopped_by, Some(Stop::Interrupt));
}

#[test]
fn the_memory_bounds_the_graph() {
    let table = Table::growing(64 << 20).unwrap();
    assert_eq!(table.room_for_collection(), 16 << 20);
    let table = Table::new(64 << 20).unwrap();
    assert_eq!(table.room_for_collection(), 16 << 20);
    let table = Table::new(1 << 30).unwrap();
    assert_eq!(table.room_for_collection(), 64 << 20);
    let table = Table::new(64).unwrap();
    assert_eq!(table.room_for_collection(), 1 << 20);
    // A path of dead ends, each of which takes a known fraction of a mebibyte.
    let n = 20_000;
    let mut text = String::new();
    for i in 0..n {
        text += &format!("a{i} = OR {{ a{} }}\n", (i + 1) % n);
    }
    let game = TreeGame::parse(&text).unwrap();
    let graph = collected(&game, u64::MAX);
    assert!(graph.found(0) == GraphValue::Unknown && graph.bytes() >= 1 << 20);
    assert!(graph.bytes() < (1 << 20) + 1_000, "{}", graph.bytes());
    assert!(graph.len() > 5_000, "{}", graph.len());
    // The whole graph takes more than an eighth of this table, most of which is unused.
    let table = Arc::new(Table::growing(16 << 20).unwrap());
    let mut search = DfPn::new(&game, DfPnOptions::default(), table);
    let collected = search.collect(game.start(), &HashSet::new(), u64::MAX, &mut Silent);
    let graph = collected.unwrap();
    assert!(graph.found(0) == GraphValue::Failed && graph.bytes() > 2 << 20);
}

#[test]
fn looks_come_after_a_part_of_the_nodes_and_collections_take_a_small_one() {
    let mut walk = RevisitMonitor::of(4);
    assert!(!walk.is_due());
    walk.begin(Watched::Search, 0);
    let mut collections = Vec::new();
    while walk.entered < 10_000_000 {
        walk.enter(Key(1), Some(&KNOWN));
        if walk.is_due()
            && let Some(allowed) = walk.look(u64::MAX)
        {
            walk.note_undecided(allowed, allowed);
            collections.push(allowed);
        }
    }
    let all: u64 = collections.iter().sum();
    assert!(all <= walk.entered / 16, "{all}");
    assert!(collections.len() > 5, "{collections:?}");
    assert!(collections.windows(2).all(|two| two[1] >= 2 * two[0]));
    // One node in 25 is new: the search makes progress.
    walk.begin(Watched::Search, 0);
    for node in 0..1_000_000 {
        walk.enter(Key(1), (node % 25 != 0).then_some(&KNOWN));
        assert!(!walk.is_due() || walk.look(u64::MAX).is_none());
    }
    // If the table loses entries, a small set of positions is recognised as repeated, a large one
    // is not.
    for (positions, expected) in [(500, true), (u64::MAX, false)] {
        walk.begin(Watched::Search, RevisitMonitor::RECENT);
        for node in 0..100_000_u64 {
            walk.enter(Key::of(node % positions), None);
        }
        assert_eq!(walk.look(u64::MAX).is_some(), expected, "{positions}");
    }
    // One searcher collects on behalf of four.
    walk.begin(Watched::Jobs, 0);
    (0..160_000).for_each(|_| walk.enter(Key(1), Some(&KNOWN)));
    assert!(walk.is_due_between_jobs() && !walk.is_due());
    assert_eq!(walk.look(u64::MAX), Some(40_000));
}

#[path = "../../../../tests/fault/game.rs"]
mod failing;

/// A game that fails at any of its calls, some of them during a collection.
#[test]
fn a_failed_game_gives_no_results() {
    use failing::{Failing, Garbage};

    let mut failures = 0;
    for seed in 0..300 {
        let whole = Failing::<0>::new(seed, u64::MAX, Garbage::Empty);
        let is_won = Oracle::solve(&whole, &0).is_won(&whole, &0);
        let mut dice = Dice::new(seed);
        let mut calls = 1;
        for round in 0..8 {
            let fails_at = match round {
                0 => u64::MAX,
                _ => dice.below(calls) as u64,
            };
            let garbage = Garbage::ALL[dice.below(Garbage::ALL.len())];
            let game = Failing::<0>::new(seed, fails_at, garbage);
            let number = seed as usize + round;
            let mut search = searcher(&game, EAGER[number % EAGER.len()], options(number), 64);
            let report = search.search(&0, &Limits::nodes(ENOUGH), &mut Silent);
            let case = format!("seed {seed}, {garbage:?} at {fails_at}");
            match game.has_failed() {
                true => assert_eq!(report.stopped_by, Some(Stop::Game), "{case}"),
                false => assert_eq!(report.answer, answer(is_won), "{case}"),
            }
            failures += u32::from(game.has_failed());
            if round == 0 {
                calls = game.calls() as usize;
            }
        }
    }
    assert!(failures > 1_000, "{failures}");
}
