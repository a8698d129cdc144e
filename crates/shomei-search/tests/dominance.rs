//! Positions that differ in a resource of the attacker: random games in which
//! the attacker pays for its moves, against the oracle and the checker.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_game::{
    Dominance, Game, Heuristic, Key, LeafSolver, Notation, Ordering, Resource, Role, Status,
    TreeGame, TreeNode,
};
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::extract::Extractor;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Oracle, Silent};
use shomei_testkit::random::{Shape, game};

/// A tree game in which some of the attacker's moves cost or earn a coin.
/// With more coins it has all the moves it had, and more coins after each.
struct Market {
    tree: TreeGame,
    seed: u64,
    /// Whether the searches hear of it.
    tells: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stall {
    node: TreeNode,
    coins: u8,
}

impl Market {
    /// What a move of the attacker costs: -1, 0 or 1.
    fn price(&self, node: TreeNode, mv: u32) -> i8 {
        let key = Key::of(self.seed)
            .mix(self.tree.key(&node))
            .mix(Key::of(u64::from(mv)));
        [-1, 0, 1, 1][(key.0 % 4) as usize]
    }

    fn affords(&self, position: &Stall, mv: u32) -> bool {
        self.role(position) == Role::Defender
            || i16::from(position.coins) >= i16::from(self.price(position.node, mv))
    }

    fn open_moves(&self, position: &Stall) -> Vec<u32> {
        let mut moves = Vec::new();
        self.tree.moves(&position.node, &mut moves);
        moves.retain(|&mv| self.affords(position, mv));
        moves
    }
}

impl Game for Market {
    type Position = Stall;
    type Move = u32;

    fn role(&self, position: &Stall) -> Role {
        self.tree.role(&position.node)
    }

    fn status(&self, position: &Stall) -> Status {
        match self.tree.status(&position.node) {
            Status::Open if self.open_moves(position).is_empty() => Status::Failed,
            status => status,
        }
    }

    fn moves(&self, position: &Stall, out: &mut Vec<u32>) {
        out.extend(self.open_moves(position));
    }

    fn play(&self, position: &Stall, mv: u32) -> Stall {
        let coins = match self.role(position) {
            Role::Attacker => position
                .coins
                .saturating_add_signed(-self.price(position.node, mv)),
            Role::Defender => position.coins,
        };
        let node = self.tree.play(&position.node, mv);
        Stall {
            node,
            coins: coins.min(6),
        }
    }

    fn key(&self, position: &Stall) -> Key {
        self.tree
            .key(&position.node)
            .mix(Key::of(u64::from(position.coins)))
    }
}

impl Heuristic for Market {}
impl Ordering for Market {}
impl LeafSolver for Market {}

impl Dominance for Market {
    const DOMINATES: bool = true;

    fn resource(&self, position: &Stall) -> Option<(Key, Resource)> {
        let coins = Resource::new([position.coins, 0, 0, 0, 0, 0, 0, 0]);
        self.tells.then(|| (self.tree.key(&position.node), coins))
    }
}

fn market(seed: u64, shape: Shape, tells: bool) -> (Market, Stall) {
    let tree = game(seed, shape, 24);
    let root = Stall {
        node: tree.start(),
        coins: (seed % 3) as u8,
    };
    (Market { tree, seed, tells }, root)
}

fn searched(market: &Market, root: &Stall, table: Arc<Table>) -> (Answer, u64) {
    let report = DfPn::new(market, DfPnOptions::default(), table).search(
        root,
        &Limits::nodes(1_000_000),
        &mut Silent,
    );
    (report.answer, report.counters.expanded)
}

#[test]
fn dominance_gives_the_right_answer_for_less() {
    let (mut with, mut without) = (0, 0);
    for shape in Shape::ALL {
        for seed in 0..1500 {
            let table = || Arc::new(Table::with_boards(1 << 16).unwrap());
            let (teller, root) = market(seed, shape, true);
            if teller.status(&root) != Status::Open {
                continue;
            }
            let (silent, _) = market(seed, shape, false);
            let won = Oracle::solve(&teller, &root)
                .is_won(&teller, &root)
                .unwrap();
            let expected = if won {
                Answer::Proved
            } else {
                Answer::Disproved
            };
            let main = table();
            let (answer, nodes) = searched(&teller, &root, Arc::clone(&main));
            assert_eq!(answer, expected, "seed {seed}, {shape:?}");
            // Where play can go round, the order of the search outweighs what
            // the store saves in single games.
            if shape != Shape::Cyclic {
                with += nodes;
                without += searched(&silent, &root, table()).1;
            }
            certify(&teller, &root, answer, main);
        }
    }
    assert!(with < without, "{with} with dominance, {without} without");
}

fn certify(market: &Market, root: &Stall, answer: Answer, table: Arc<Table>) {
    let claim = match answer {
        Answer::Proved => Claim::Proved,
        _ => Claim::Disproved,
    };
    let mut extractor = Extractor::new(
        market,
        table,
        DfPnOptions::default(),
        &Limits::nodes(1_000_000),
    );
    let strategy = extractor.strategy(root, claim).unwrap();
    let header = Header {
        game: "market".into(),
        rules: String::new(),
        attacker: "or".into(),
        root: String::new(),
        claim: strategy.claim(),
    };
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();
    check(market, root, Reader::open(&bytes[..]).unwrap()).unwrap();
}
