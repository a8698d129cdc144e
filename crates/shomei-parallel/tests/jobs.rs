//! Jobs below the leaves of an upper tree, with separate tables: the answers are those of the
//! oracle, and a single searcher repeats the search of one thread.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use shomei_game::{Game, Notation, TreeGame};
use shomei_parallel::{Done, JobOrder, Opened, Runner, Ticket, UpperTree, Ways, open, store};
use shomei_search::registry::Settings;
use shomei_search::table::Table;
use shomei_search::{Answer, Bounds, Knowledge, Limits, Silent};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Dice, Purses, Shape, Stand, game, game_text};

/// Sufficient for every game of these tests; a game that needs more jobs is stuck.
const ENOUGH: usize = 200_000;

fn check(
    game: &TreeGame,
) -> impl Fn(&<TreeGame as Game>::Position) -> u64 + Clone + Send + Sync + use<> {
    let game = game.clone();
    move |position| {
        let text = game.format_position(position);
        text.bytes().fold(7, |sum, byte| sum * 31 + u64::from(byte))
    }
}

fn ways(least: u64) -> Ways {
    Ways {
        least,
        opens_at: 8,
        ..Ways::default()
    }
}

fn runners<'g>(
    game: &'g TreeGame,
    settings: &Settings,
    count: usize,
    bytes: usize,
) -> Vec<Runner<'g, TreeGame>> {
    let check = check(game);
    runners_below((game, &game.start()), settings, (count, bytes), &check)
}

fn runners_below<'g, G: Game<Position: 'static>>(
    (game, root): (&'g G, &G::Position),
    settings: &Settings,
    (count, bytes): (usize, usize),
    check: &(impl Fn(&G::Position) -> u64 + Clone + Send + Sync + 'static),
) -> Vec<Runner<'g, G>> {
    let runner = |_| {
        let table = (Arc::new(Table::new(bytes).unwrap()), 1);
        Runner::new(game, root.clone(), settings, table, check.clone()).unwrap()
    };
    (0..count).map(runner).collect()
}

fn tree(game: &TreeGame, settings: &Settings, ways: &Ways) -> UpperTree {
    let root = game.start();
    UpperTree::new((game.key(&root).0, check(game)(&root)), settings, ways).unwrap()
}

fn expected(game: &TreeGame) -> Bounds {
    match Oracle::solve(game, &game.start()).is_won(game, &game.start()) {
        Some(true) => Bounds::PROVED,
        _ => Bounds::DISPROVED,
    }
}

#[test]
fn one_searcher_repeats_the_search_of_one_thread() {
    let mut jobs = 0;
    for shape in Shape::ALL {
        for seed in 0..150 {
            for share in [1, 3, 20] {
                let game = game(seed, shape, 30);
                let mut settings = Settings::default();
                settings.set("share", share.to_string());
                let mut search = open("df-pn", &game, &settings, 1 << 20).unwrap();
                let report = search.search(&game.start(), &Limits::default(), &mut Silent);
                let plain = Settings::default();
                let mut tree = tree(&game, &plain, &ways(share));
                let mut runners = runners(&game, &plain, 1, search.table().bytes());
                let mut nodes = 0;
                while !tree.root().bounds.is_solved() {
                    let (ticket, order) = tree.pick().unwrap();
                    let (done, _) = runners[0].run(&order);
                    nodes += done.nodes;
                    let ended = tree.end(&ticket, &done).unwrap();
                    runners[0].store_update(&ended.update);
                    jobs += 1;
                }
                assert_eq!(
                    tree.root().bounds,
                    report.bounds,
                    "{shape:?} {seed} {share}"
                );
                assert_eq!(nodes, report.counters.nodes(), "{shape:?} {seed} {share}");
            }
        }
    }
    assert!(jobs > 2_000, "{jobs} jobs");
}

/// A cluster in which everything happens in random order.
struct Chance<'g, G: Game> {
    game: &'g G,
    settings: Settings,
    ways: Ways,
    dice: Dice,
    tree: UpperTree,
    runners: Vec<Runner<'g, G>>,
    under_way: Vec<(usize, Ticket, JobOrder)>,
    log: HashMap<(u64, u64), Knowledge>,
    /// The number of children in groups that were added to the tree.
    in_groups: usize,
}

impl<G: Game<Position: 'static> + Debug> Chance<'_, G> {
    fn take(&mut self, known: &[Knowledge]) {
        for known in known {
            if known.is_solved() {
                self.log.insert(known.id(), *known);
                let solved = self.tree.solve(known);
                self.take(&solved);
            }
        }
    }

    fn submit(&mut self) -> bool {
        let who = self.dice.below(self.runners.len());
        let Some((ticket, mut order)) = self.tree.pick() else {
            return false;
        };
        order.reports_solved = 1;
        order.reports_unsolved = 1;
        self.under_way.push((who, ticket, order));
        true
    }

    fn finish(&mut self) {
        let next = self.dice.below(self.under_way.len());
        let (who, ticket, order) = self.under_way.swap_remove(next);
        if self.dice.chance(10) {
            self.tree.lose(&ticket);
            return;
        }
        if self.dice.chance(50) {
            let known: Vec<Knowledge> = self.log.values().copied().collect();
            store(self.runners[who].table(), &known);
        }
        let (done, known) = self.runners[who].run(&order);
        assert_eq!(done.failed, None);
        let opened = done.opened.iter().flat_map(|opened| &opened.children);
        self.in_groups += opened.filter(|child| child.group > 0).count();
        let ended = self.tree.end(&ticket, &done).unwrap();
        if self.dice.chance(80) {
            self.runners[who].store_update(&ended.update);
        }
        self.take(&ended.solved);
        self.take(&known);
        if self.dice.chance(30) {
            let other = self.dice.below(self.runners.len());
            store(self.runners[other].table(), &known);
        }
    }

    /// The tree is saved and restored, and all jobs in progress are lost.
    fn restart(&mut self) {
        let saved = self.tree.save();
        let tree = UpperTree::restore(&saved, &self.settings, &self.ways).unwrap();
        self.tree = tree.unwrap();
        assert_eq!(self.tree.save(), saved);
        self.under_way.clear();
    }

    fn run(&mut self) -> Bounds {
        for _ in 0..ENOUGH {
            if self.tree.root().bounds.is_solved() {
                return self.tree.root().bounds;
            }
            if self.dice.chance(2) {
                self.restart();
            }
            if self.dice.chance(40) || !self.submit() {
                if self.under_way.is_empty() {
                    continue;
                }
                self.finish();
            }
        }
        panic!("no end: {:?}", self.game);
    }
}

#[test]
fn any_order_of_jobs_losses_and_restarts_ends_with_the_answer_of_the_oracle() {
    for shape in Shape::ALL {
        for seed in 0..400 {
            let text = game_text(seed, shape, 30);
            let game = TreeGame::parse(&text).unwrap();
            let mut dice = Dice::new(seed);
            let ways = ways([1, 2, 7, 60][dice.below(4)]);
            let settings = Settings::default();
            let bytes = [64, 1 << 12][dice.below(2)];
            let count = 1 + dice.below(4);
            let mut cluster = Chance {
                game: &game,
                tree: tree(&game, &settings, &ways),
                runners: runners(&game, &settings, count, bytes),
                settings,
                ways,
                dice,
                under_way: Vec::new(),
                log: HashMap::new(),
                in_groups: 0,
            };
            assert_eq!(cluster.run(), expected(&game), "{shape:?} {seed}");
            let oracle = Oracle::solve(&game, &game.start());
            for position in oracle.positions() {
                let at = (game.key(position).0, check(&game)(position));
                if let Some(known) = cluster.log.get(&at) {
                    let won = oracle.is_won(&game, position) == Some(true);
                    assert_eq!(known.is_proved(), won, "{shape:?} {seed} {at:?}");
                }
            }
        }
    }
}

/// The games of purses defer some of the children, in the tree as in df-pn.
#[test]
fn deferred_children_of_the_tree_change_no_answer() {
    let (mut in_groups, mut proved) = (0, 0);
    for shape in Shape::ALL {
        for seed in 0..400 {
            let game = Purses::<false>::new(seed, shape, 20);
            let mut dice = Dice::new(seed);
            let roots: Vec<Stand> = game.positions().collect();
            let root = roots[dice.below(roots.len())];
            let check = |stand: &Stand| stand.board as u64 + 1;
            let settings = Settings::default();
            let ways = ways([1, 2, 7][dice.below(3)]);
            let bytes = [64, 1 << 12][dice.below(2)];
            let count = 1 + dice.below(4);
            let id = (game.key(&root).0, check(&root));
            let mut cluster = Chance {
                game: &game,
                tree: UpperTree::new(id, &settings, &ways).unwrap(),
                runners: runners_below((&game, &root), &settings, (count, bytes), &check),
                settings,
                ways,
                dice,
                under_way: Vec::new(),
                log: HashMap::new(),
                in_groups: 0,
            };
            let won = Oracle::solve(&game, &root).is_won(&game, &root) == Some(true);
            let bounds = cluster.run();
            assert_eq!(bounds.is_proved(), won, "{shape:?} {seed} {root:?}");
            assert!(bounds.is_solved(), "{shape:?} {seed} {root:?}");
            in_groups += cluster.in_groups;
            proved += usize::from(won);
        }
    }
    assert!(in_groups > 200 && proved > 300, "{in_groups}, {proved}");
}

#[test]
fn a_job_of_another_game_is_refused() {
    let (one, other) = (game(1, Shape::Cyclic, 30), game(2, Shape::Cyclic, 30));
    let settings = Settings::default();
    let mut tree = tree(&one, &settings, &ways(1));
    let mut runners = runners(&other, &settings, 1, 1 << 12);
    let (ticket, order) = tree.pick().unwrap();
    let (done, known) = runners[0].run(&order);
    // The roots of both games have the same name, so the first leaf is the same.
    assert!(done.failed.is_none() || known.is_empty());
    let order = JobOrder {
        key: order.key + 1,
        ..order
    };
    let (done, known) = runners[0].run(&order);
    assert!(done.failed.unwrap().contains("another position"), "refused");
    assert!(known.is_empty());
    tree.lose(&ticket);
}

#[test]
fn what_no_search_can_have_brought_is_refused_and_frees_the_leaf() {
    let game = game(3, Shape::Cyclic, 30);
    let settings = Settings::default();
    let mut tree = tree(&game, &settings, &ways(1));
    let mut runners = runners(&game, &settings, 1, 1 << 12);
    let (ticket, order) = tree.pick().unwrap();
    let (right, _) = runners[0].run(&order);
    let wrong: [fn(&mut Done); 4] = [
        |done| done.leaf.path_dependence = Some((1, 0)),
        |done| done.leaf.path_dependence = Some((0, 0)),
        |done| done.known = Some((1, done.leaf)),
        |done| {
            done.opened = Some(Opened {
                is_attackers: true,
                children: Vec::new(),
            });
        },
    ];
    let mut ticket = ticket;
    for wrong in wrong {
        let mut done = right.clone();
        wrong(&mut done);
        tree.end(&ticket, &done).unwrap_err();
        ticket = tree.pick().expect("the leaf is free again").0;
    }
    tree.end(&ticket, &right).unwrap();
    assert_ne!(Answer::from(tree.root().bounds), Answer::Proved);
}
