//! Another order of the children changes which of them is searched first, and nothing else: every
//! best move that is stored or handed out is known by its place in the game's own order.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_extract::Extractor;
use shomei_game::{Game, Key, Notation, Role, Status, TreeGame, TreeNode};
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::jobs::{Known, Runner, Says, UpperTree, Ways};
use shomei_search::registry::{Settings, open};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::{Table, Value};
use shomei_search::{Answer, Limits, Oracle, Silent};
use shomei_testkit::random::{Shape, game, game_text};

/// Enough for every game of these tests.
const ENOUGH: u64 = 2_000_000;

/// Seeds of orders.
const SHUFFLES: [&str; 3] = ["1", "7", "12345"];

/// Threads and shares; no share: a search without an upper tree.
const CREWS: [(&str, Option<&str>); 6] = [
    ("1", None),
    ("1", Some("1")),
    ("1", Some("2")),
    ("2", Some("1")),
    ("2", Some("5")),
    ("4", Some("2")),
];

fn settings(shuffle: &str, (threads, share): (&str, Option<&str>)) -> Settings {
    let mut settings = Settings::default();
    settings.set("shuffle", shuffle);
    if share.is_some() || threads != "1" {
        settings.set("threads", threads);
    }
    share
        .into_iter()
        .for_each(|share| settings.set("share", share));
    settings
}

fn children(game: &TreeGame, position: &TreeNode) -> Vec<TreeNode> {
    let mut moves = Vec::new();
    if game.status(position) == Status::Open {
        game.moves(position, &mut moves);
    }
    moves.iter().map(|&mv| game.play(position, mv)).collect()
}

/// All positions below the root.
fn positions(game: &TreeGame) -> Vec<TreeNode> {
    let mut all = vec![game.start()];
    let mut next = 0;
    while let Some(position) = all.get(next).copied() {
        for child in children(game, &position) {
            if !all.contains(&child) {
                all.push(child);
            }
        }
        next += 1;
    }
    all
}

/// What keeps the value of each position, as the oracle knows it.
struct Judge<'a> {
    game: &'a TreeGame,
    oracle: Oracle<TreeNode>,
    positions: Vec<TreeNode>,
    /// How many best moves were looked at.
    looked: usize,
}

impl Judge<'_> {
    fn of(game: &TreeGame) -> Judge<'_> {
        Judge {
            game,
            oracle: Oracle::solve(game, &game.start()),
            positions: positions(game),
            looked: 0,
        }
    }

    fn is_won(&self, position: &TreeNode) -> bool {
        self.oracle.is_won(self.game, position) == Some(true)
    }

    /// The best move of a solved position keeps its value, where one move does.
    fn best(&mut self, key: Key, is_proved: bool, best: Option<u8>, case: &str) {
        let of_key = |position: &&TreeNode| self.game.key(position) == key;
        let (Some(&position), Some(best)) = (self.positions.iter().find(of_key), best) else {
            return;
        };
        let chooses = match is_proved {
            true => Role::Attacker,
            false => Role::Defender,
        };
        if self.game.role(&position) != chooses {
            return;
        }
        let child = children(self.game, &position)[usize::from(best)];
        assert_eq!(
            self.is_won(&child),
            is_proved,
            "{case}: move {best} of {position:?}"
        );
        self.looked += 1;
    }

    fn table(&mut self, table: &Table, case: &str) {
        for position in self.positions.clone() {
            let key = self.game.key(&position);
            match table.probe(key).map(|entry| entry.value) {
                Some(Value::Proved { best, .. }) => self.best(key, true, best, case),
                Some(Value::Disproved { best, .. }) => self.best(key, false, best, case),
                _ => {}
            }
        }
    }

    fn told(&mut self, known: &Known, case: &str) {
        match known.says {
            Says::Proved { best, .. } => self.best(Key(known.key), true, best, case),
            Says::Disproved { best, .. } => self.best(Key(known.key), false, best, case),
            _ => {}
        }
    }
}

fn claim(answer: Answer) -> Claim {
    match answer {
        Answer::Proved => Claim::Proved,
        Answer::Disproved => Claim::Disproved,
        Answer::Unknown => panic!("the search has no limit"),
    }
}

#[track_caller]
fn certify(game: &TreeGame, answer: Answer, table: &Arc<Table>, case: &str) {
    let root = game.start();
    let limits = Limits::nodes(ENOUGH);
    let options = DfPnOptions::default();
    let mut extractor = Extractor::new(game, Arc::clone(table), options, &limits);
    let strategy = extractor
        .strategy(&root, claim(answer))
        .unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(strategy.claim(), claim(answer), "{case}");
    let header = Header::of(game, &root, strategy.claim());
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();
    let checked = check(game, &root, Reader::open(&bytes[..]).unwrap());
    checked.unwrap_or_else(|error| panic!("{case}: {error}"));
}

fn assert_right(game: &TreeGame, settings: &Settings, memory: usize, case: &str) -> usize {
    let mut search = open("df-pn", game, settings, memory).unwrap();
    let report = search.search(&game.start(), &Limits::nodes(ENOUGH), &mut Silent);
    let mut judge = Judge::of(game);
    let expected = judge.is_won(&game.start());
    assert_eq!(report.answer == Answer::Proved, expected, "{case}");
    judge.table(search.table(), case);
    certify(game, report.answer, search.table(), case);
    judge.looked
}

/// `n1` cannot be proved; that the second move of the own order is the first of the other one was
/// once enough to call `n7` the best.
#[test]
fn the_best_move_of_an_upper_node_is_one_of_the_own_order() {
    let text =
        "n0 = OR { n7, n2 }  n1 = OR { }  n2 = AND { n13 }  n7 = AND { n1 }  n13 = OR { Won }";
    let game = TreeGame::parse(&text.replace("{ }", "{ Failed }")).unwrap();
    for shuffle in SHUFFLES {
        for crew in CREWS {
            let case = format!("shuffle {shuffle}, {crew:?}");
            assert_right(&game, &settings(shuffle, crew), 1 << 16, &case);
        }
    }
}

#[test]
fn every_order_has_certificates_by_any_crew() {
    let mut looked = 0;
    for shape in Shape::ALL {
        for seed in 0..150 {
            let game = game(seed, shape, 24);
            let shuffle = SHUFFLES[seed as usize % SHUFFLES.len()];
            for crew in CREWS {
                let memory = [256, 1 << 16][seed as usize % 2];
                let text = game_text(seed, shape, 24);
                let case = format!("seed {seed}, {shape:?}, shuffle {shuffle}, {crew:?}\n{text}");
                looked += assert_right(&game, &settings(shuffle, crew), memory, &case);
            }
        }
    }
    assert!(looked > 3_000, "{looked} best moves");
}

#[test]
fn jobs_of_machines_bring_best_moves_of_the_own_order() {
    let mut looked = 0;
    for shape in Shape::ALL {
        for seed in 0..150 {
            let game = game(seed, shape, 24);
            let shuffle = SHUFFLES[seed as usize % SHUFFLES.len()];
            let settings = settings(shuffle, CREWS[0]);
            let ways = Ways {
                least: 1 + seed % 3,
                part: 4096,
                opens_at: 8,
                ..Ways::default()
            };
            let case = format!("seed {seed}, {shape:?}, shuffle {shuffle}");
            let root = game.start();
            let check = |position: &TreeNode| u64::from(position.0);
            let root_of_tree = (game.key(&root).0, check(&root));
            let mut tree = UpperTree::new(root_of_tree, &settings, &ways).unwrap();
            let table = Arc::new(Table::new(1 << 16).unwrap());
            let at = (Arc::clone(&table), 1);
            let mut runner = Runner::new(&game, root, &settings, at, check).unwrap();
            let mut judge = Judge::of(&game);
            while !tree.root().is_solved() {
                let (ticket, mut order) = tree.pick(0).unwrap();
                (order.tells_solved, order.tells_unsolved) = (1, u64::MAX);
                let (done, learnt) = runner.run(&order);
                let ended = tree.end(&ticket, &done).unwrap();
                runner.settle(&ended.settled);
                for known in learnt.iter().chain(&ended.solved) {
                    judge.told(known, &case);
                }
            }
            assert_eq!(tree.root().is_proved(), judge.is_won(&root), "{case}");
            judge.table(&table, &case);
            let answer = match tree.root().is_proved() {
                true => Answer::Proved,
                false => Answer::Disproved,
            };
            certify(&game, answer, &table, &case);
            looked += judge.looked;
        }
    }
    assert!(looked > 1_000, "{looked} best moves");
}
