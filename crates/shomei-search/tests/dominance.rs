//! Positions that differ in a resource of the attacker: random games in which the attacker pays for
//! its moves, compared with the oracle and the checker.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_extract::Extractor;
use shomei_game::{
    Board, Decided, Game, Key, LeafSolver, Notation, Resource, Role, Status, TreeGame, TreeNode,
    Visit,
};
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game};

/// A tree game in which some of the attacker's moves cost or earn a coin. With more coins, the
/// attacker has at least the same moves, and more coins after each.
struct Market {
    tree: TreeGame,
    seed: u64,
    /// Whether the game gives its resources to the searches.
    has_resources: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stall {
    node: TreeNode,
    coins: u8,
}

impl Market {
    /// The cost of a move of the attacker: -1, 0 or 1.
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

    const DOMINATES: bool = true;

    fn resource(&self, position: &Stall) -> Option<Board> {
        let coins = Resource::new([position.coins, 0, 0, 0, 0, 0, 0, 0]);
        self.has_resources
            .then(|| (self.tree.key(&position.node), coins))
    }
}

#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
fn market(seed: u64, shape: Shape, has_resources: bool) -> (Market, Stall) {
    let tree = game(seed, shape, 24);
    let root = Stall {
        node: tree.start(),
        coins: (seed % 3) as u8,
    };
    (
        Market {
            tree,
            seed,
            has_resources,
        },
        root,
    )
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
            let (dominating, root) = market(seed, shape, true);
            if dominating.status(&root) != Status::Open {
                continue;
            }
            let (plain, _) = market(seed, shape, false);
            let won = Oracle::solve(&dominating, &root)
                .is_won(&dominating, &root)
                .unwrap();
            let expected = if won {
                Answer::Proved
            } else {
                Answer::Disproved
            };
            let main = table();
            let (answer, nodes) = searched(&dominating, &root, Arc::clone(&main));
            assert_eq!(answer, expected, "seed {seed}, {shape:?}");
            // In games with cycles, the order of the search has a larger effect than the store in
            // single games.
            if shape != Shape::Cyclic {
                with += nodes;
                without += searched(&plain, &root, table()).1;
            }
            certify(&dominating, &root, answer, main);
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
        plies: None,
    };
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();
    check(market, root, Reader::open(&bytes[..]).unwrap()).unwrap();
}

/// A road on which each stop has one move. The attacker wins at its end with five coins:
///
/// ```text
/// Free -> end, won with any coins
/// Bare -> Start -> Gate -> end, won with five coins
/// ```
struct Road;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Free,
    Bare,
    Start,
    Gate,
    End { least: u8 },
}

impl Game for Road {
    type Position = (Stop, u8);
    type Move = Stop;

    fn role(&self, &(stop, _): &(Stop, u8)) -> Role {
        match stop {
            Stop::Free | Stop::Start => Role::Attacker,
            Stop::Bare | Stop::Gate | Stop::End { .. } => Role::Defender,
        }
    }

    fn status(&self, &(stop, coins): &(Stop, u8)) -> Status {
        match stop {
            Stop::End { least } if coins >= least => Status::Won,
            Stop::End { .. } => Status::Failed,
            _ => Status::Open,
        }
    }

    fn moves(&self, &(stop, _): &(Stop, u8), out: &mut Vec<Stop>) {
        out.extend(match stop {
            Stop::Free => Some(Stop::End { least: 0 }),
            Stop::Bare => Some(Stop::Start),
            Stop::Start => Some(Stop::Gate),
            Stop::Gate => Some(Stop::End { least: 5 }),
            Stop::End { .. } => None,
        });
    }

    fn play(&self, &(_, coins): &(Stop, u8), mv: Stop) -> (Stop, u8) {
        (mv, coins)
    }

    fn key(&self, position: &(Stop, u8)) -> Key {
        let (board, resource) = self.resource(position).unwrap_or_default();
        board.mix(Key::of(resource.bits()))
    }

    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenVisited;

    /// Solves the gate, whose value follows from the number of coins.
    fn solve_leaf(&self, &(stop, coins): &(Stop, u8), visit: Visit, _nodes: &mut u64) -> Status {
        match (stop, coins, visit) {
            (Stop::Gate, 5.., Visit::Chosen(_)) => Status::Won,
            (Stop::Gate, _, Visit::Chosen(_)) => Status::Failed,
            _ => Status::Open,
        }
    }

    const DOMINATES: bool = true;

    fn resource(&self, &(stop, coins): &(Stop, u8)) -> Option<Board> {
        let board = match stop {
            Stop::Free => 0,
            Stop::Bare => 1,
            Stop::Start => 2,
            Stop::Gate => 3,
            Stop::End { least } => 4 + u64::from(least),
        };
        Some((Key::of(board), Resource::new([coins, 0, 0, 0, 0, 0, 0, 0])))
    }

    fn dominance_bound(&self, position: &(Stop, u8), decided: Decided<'_, Stop>) -> Resource {
        match decided {
            Decided::ByOne { bound, .. } => return bound,
            Decided::ByAll { bounds, .. } => return bounds[0].1,
            Decided::AtEnd | Decided::OutOfPlies => {}
        }
        let bound = match *position {
            (Stop::End { least }, coins) if coins >= least => least,
            (Stop::End { least }, _) => least - 1,
            (_, coins) => coins,
        };
        Resource::new([bound, 0, 0, 0, 0, 0, 0, 0])
    }
}

/// The win from `Free` needs no coins. A later search by the same searcher must not use this bound
/// for a gate that is decided without being searched.
#[test]
fn a_dominance_bound_is_not_taken_from_an_earlier_search() {
    let solve = |roots: &[(Stop, u8)]| -> Vec<Answer> {
        let table = Arc::new(Table::with_boards(1 << 16).unwrap());
        let mut search = DfPn::new(&Road, DfPnOptions::default(), table);
        let ask = |root| search.search(root, &Limits::nodes(100), &mut Silent).answer;
        roots.iter().map(ask).collect()
    };
    let (free, start, bare) = ((Stop::Free, 9), (Stop::Start, 9), (Stop::Bare, 0));
    let answers = [Answer::Proved, Answer::Proved, Answer::Disproved];
    assert_eq!(solve(&[free, start, bare]), answers);
    assert_eq!(solve(&[start, bare]), answers[1..]);
}
