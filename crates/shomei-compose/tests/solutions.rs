//! Compares other solutions with the oracle: every move along the line, on random trees, DAGs and
//! graphs with cycles; and tests refutations that are read from a disproof.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use shomei_compose::{Deviation, OtherWinKind, OtherWins, Reason, Solutions, Uniqueness};
use shomei_extract::shortest::{Shortest, Within};
use shomei_extract::{Branch, Extractor, Strategy, Then};
use shomei_game::{Game, Key, Notation, Role, Status, TreeGame, TreeNode};
use shomei_proof::Claim;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game};

const MEMORY: usize = 1 << 20;

/// The results and their line.
struct Solved {
    line: Vec<u32>,
    found: OtherWins<u32>,
    variations: Vec<Deviation<u32, Reason>>,
}

/// The search as `solve` performs it, if the root is won.
fn solve(game: &TreeGame, nodes: u64, least: u16) -> Option<Solved> {
    let (root, within, options) = (game.start(), Within::new(game), DfPnOptions::default());
    let limits = Limits::default();
    let mut shortest = Shortest::new(&within, &root, &options, MEMORY, &limits).unwrap();
    if !shortest.try_short(&mut Silent) {
        shortest.narrow(&mut Silent).unwrap();
    }
    let line = shortest.line(&Limits::default())?;
    let mut solutions = Solutions::new(shortest, &line, &options, MEMORY, nodes).unwrap();
    let found = solutions.find(&|_, _, _| false, &mut Silent);
    let variations = solutions.variations(&found, least, &mut Silent);
    Some(Solved {
        line,
        found,
        variations,
    })
}

/// The game in which some positions count as failed.
struct Without<'g> {
    game: &'g TreeGame,
    failed: Vec<TreeNode>,
}

impl Game for Without<'_> {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, at: &TreeNode) -> Role {
        self.game.role(at)
    }

    fn status(&self, at: &TreeNode) -> Status {
        match self.failed.contains(at) {
            true => Status::Failed,
            false => self.game.status(at),
        }
    }

    fn moves(&self, at: &TreeNode, out: &mut Vec<u32>) {
        self.game.moves(at, out);
    }

    fn play(&self, at: &TreeNode, mv: u32) -> TreeNode {
        self.game.play(at, mv)
    }

    fn key(&self, at: &TreeNode) -> Key {
        self.game.key(at)
    }
}

fn moves(game: &TreeGame, at: TreeNode) -> Vec<u32> {
    let mut moves = Vec::new();
    game.moves(&at, &mut moves);
    moves
}

/// The positions of a line.
fn positions(game: &TreeGame, line: &[u32]) -> Vec<TreeNode> {
    let mut positions = vec![game.start()];
    for &mv in line {
        positions.push(game.play(positions.last().unwrap(), mv));
    }
    positions
}

/// The oracle's results for all other moves of the attacker: place, move, kind, length.
fn expected(game: &TreeGame, line: &[u32]) -> Vec<(usize, u32, OtherWinKind, u32)> {
    let positions = positions(game, line);
    let failed = positions[..line.len()].to_vec();
    let without = Without { game, failed };
    let oracle = Oracle::solve(game, &game.start());
    let mut expected = Vec::new();
    for (ply, &main) in line.iter().enumerate() {
        let at = positions[ply];
        if game.role(&at) == Role::Defender {
            continue;
        }
        let left = (line.len() - ply) as u32;
        for mv in moves(game, at).into_iter().filter(|&mv| mv != main) {
            let child = game.play(&at, mv);
            let Some(plies_after) = oracle.distance(game, &child) else {
                continue;
            };
            let apart = Oracle::solve(&without, &child);
            let by_itself = apart.is_won(&without, &child).unwrap();
            let is_last = left == 1;
            let kind = match (plies_after + 1 == left, by_itself) {
                _ if game.status(&child) == Status::Won && is_last => OtherWinKind::LastMove,
                (_, true) if is_last => OtherWinKind::LastMove,
                (true, true) => OtherWinKind::Equal,
                (true, false) => OtherWinKind::Order,
                (false, true) => OtherWinKind::Longer,
                (false, false) => OtherWinKind::Detour,
            };
            expected.push((ply, mv, kind, plies_after + 1));
        }
    }
    expected
}

/// Every move of a line is legal, and it ends with a win.
fn assert_wins(game: &TreeGame, start: TreeNode, line: &[u32]) {
    let mut at = start;
    for &mv in line {
        assert!(moves(game, at).contains(&mv));
        at = game.play(&at, mv);
    }
    assert_eq!(game.status(&at), Status::Won);
}

#[test]
fn other_solutions_are_those_of_the_oracle() {
    let (mut kinds, mut verdicts) = (HashMap::new(), HashMap::new());
    for shape in Shape::ALL {
        for seed in 0..600 {
            let game = game(seed, shape, 40);
            let root = game.start();
            let oracle = Oracle::solve(&game, &root);
            if game.status(&root) != Status::Open || !oracle.is_won(&game, &root).unwrap() {
                continue;
            }
            let place = format!("seed {seed}, {shape:?}");
            let solved = solve(&game, 1_000_000, 0).unwrap();
            let found = &solved.found;
            assert!(found.open.is_empty() && found.is_shortest, "{place}");
            let others = found.others.iter();
            let reported: Vec<_> = others
                .map(|other| {
                    let length = u32::from(other.length.exact().unwrap());
                    (other.ply, other.line[0], other.kind, length)
                })
                .collect();
            assert_eq!(reported, expected(&game, &solved.line), "{place}");
            let positions = positions(&game, &solved.line);
            for other in &found.others {
                assert_eq!(other.line.len(), usize::from(other.length.least));
                assert_wins(&game, positions[other.ply], &other.line);
                *kinds.entry(other.kind).or_insert(0) += 1;
            }
            *verdicts.entry(found.verdict()).or_insert(0) += 1;
        }
    }
    use OtherWinKind::{Detour, Equal, LastMove, Longer, Order};
    for kind in [Detour, Equal, LastMove, Longer, Order] {
        assert!(kinds.get(&kind).is_some_and(|&n| n > 10), "{kinds:?}");
    }
    for verdict in [
        Uniqueness::Unique,
        Uniqueness::UniqueButLast,
        Uniqueness::NotUnique,
    ] {
        let count = verdicts.get(&verdict);
        assert!(count.is_some_and(|&n| n > 10), "{verdicts:?}");
    }
}

#[test]
fn every_other_defence_is_a_variation() {
    let mut compared = 0;
    for shape in Shape::ALL {
        for seed in 0..200 {
            let game = game(seed, shape, 40);
            let root = game.start();
            let oracle = Oracle::solve(&game, &root);
            if game.status(&root) != Status::Open || !oracle.is_won(&game, &root).unwrap() {
                continue;
            }
            let all = solve(&game, 1_000_000, 0).unwrap();
            let positions = positions(&game, &all.line);
            let mut plies = HashSet::new();
            for variation in &all.variations {
                let at = positions[variation.ply];
                let child = game.play(&at, variation.line[0]);
                let length = oracle.distance(&game, &child).unwrap() + 1;
                assert_eq!(variation.length.exact().map(u32::from), Some(length));
                assert_eq!(variation.line.len(), length as usize);
                assert_wins(&game, at, &variation.line);
                let by = match variation.kind {
                    Reason::Defence => Role::Defender,
                    Reason::Solution(_) => Role::Attacker,
                };
                assert_eq!(game.role(&at), by);
                assert!(plies.insert((variation.ply, variation.line[0])));
                compared += 1;
            }
            let defenders = (0..all.line.len())
                .filter(|&ply| game.role(&positions[ply]) == Role::Defender)
                .map(|ply| moves(&game, positions[ply]).len() - 1);
            let expected = defenders.sum::<usize>() + all.found.others.len();
            assert_eq!(all.variations.len(), expected);
            assert!(all.variations.is_sorted_by_key(|variation| variation.ply));
            // Without the short variations.
            let some = solve(&game, 1_000_000, 3).unwrap();
            let is_long =
                |v: &&Deviation<u32, Reason>| v.kind != Reason::Defence || v.length.least >= 3;
            let long: Vec<_> = all.variations.iter().filter(is_long).collect();
            assert_eq!(some.variations.iter().collect::<Vec<_>>(), long);
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn moves_left_open_by_a_limit_are_not_claimed() {
    let (mut open, mut decided) = (0, 0);
    for seed in 0..200 {
        let game = game(seed, Shape::Cyclic, 60);
        let root = game.start();
        let oracle = Oracle::solve(&game, &root);
        if game.status(&root) != Status::Open || !oracle.is_won(&game, &root).unwrap() {
            continue;
        }
        for nodes in [0, 1, 2, 4, 8, 16] {
            let solved = solve(&game, nodes, 0).unwrap();
            let expected = expected(&game, &solved.line);
            for other in &solved.found.others {
                let known = expected.iter();
                let mut known =
                    known.filter(|(ply, mv, ..)| (*ply, *mv) == (other.ply, other.line[0]));
                let &(_, _, kind, length) = known.next().unwrap();
                assert!(u32::from(other.length.least) <= length, "seed {seed}");
                assert!(
                    other
                        .length
                        .most
                        .is_none_or(|most| u32::from(most) >= length)
                );
                // The length is found last, so it may be missing.
                let is_right = match other.kind {
                    OtherWinKind::Unmeasured => {
                        matches!(kind, OtherWinKind::Equal | OtherWinKind::Longer)
                    }
                    OtherWinKind::Equal => {
                        matches!(kind, OtherWinKind::Equal | OtherWinKind::Order)
                    }
                    other => other == kind,
                };
                assert!(is_right, "seed {seed}: {:?} for {kind:?}", other.kind);
            }
            // A move that is not reported is open, or does not win.
            let is_reported = |ply, mv| {
                let others = solved.found.others.iter();
                let mut reported = others.map(|other| (other.ply, other.line[0]));
                reported.any(|other| other == (ply, mv)) || solved.found.open.contains(&(ply, mv))
            };
            for &(ply, mv, ..) in &expected {
                assert!(
                    is_reported(ply, mv),
                    "seed {seed}, {nodes} nodes: {ply} {mv}"
                );
            }
            open += solved.found.open.len();
            decided += solved.found.others.len();
        }
    }
    assert!(
        open > 100 && decided > 100,
        "{open} open, {decided} decided"
    );
}

/// A line that returns at once, one that returns later, and an independent one.
#[test]
fn detours_are_distinguished_from_longer_solutions() {
    let text = "r = OR { a, b, c, d }
        a = AND { s }  s = OR { t }  t = AND { Won }
        b = AND { r }
        c = AND { u }  u = OR { v }  v = AND { s }
        d = AND { w }  w = OR { x }  x = AND { y }  y = OR { z }  z = AND { Won }";
    let game = TreeGame::parse(text).unwrap();
    let solved = solve(&game, 1_000_000, 0).unwrap();
    assert_eq!(solved.line, [0, 0, 0, 0]);
    let others = solved.found.others.iter();
    let others: Vec<_> = others
        .map(|o| (o.line[0], o.kind, o.length.exact()))
        .collect();
    let detour = |mv, length| (mv, OtherWinKind::Detour, Some(length));
    let expected = [
        detour(1, 6),
        detour(2, 6),
        (3, OtherWinKind::Longer, Some(6)),
    ];
    assert_eq!(others, expected);
}

/// The disproof of a root that is not won.
fn disproof(game: &TreeGame) -> Strategy {
    let table = Arc::new(Table::with_boards(MEMORY).unwrap());
    let mut search = DfPn::new(game, DfPnOptions::default(), Arc::clone(&table));
    let report = search.search(&game.start(), &Limits::default(), &mut Silent);
    assert_eq!(report.answer, Answer::Disproved);
    let options = DfPnOptions::default();
    let mut extractor = Extractor::new(game, table, options, &Limits::default());
    extractor.strategy(&game.start(), Claim::Disproved).unwrap()
}

/// The state of a reader of a tree.
struct Read<'a> {
    game: &'a TreeGame,
    oracle: &'a Oracle<TreeNode>,
    depth: usize,
    /// Positions whose subtrees are written out, and their places.
    spelled: HashMap<u32, Vec<u32>>,
    named: Vec<(u32, Vec<u32>)>,
}

impl Read<'_> {
    fn read(&mut self, at: TreeNode, line: &mut Vec<u32>, then: &Then<u32>) {
        assert!(!self.oracle.is_won(self.game, &at).unwrap());
        assert!(line.len() <= self.depth);
        let branches: &[Branch<u32>] = match then {
            Then::Over => {
                assert_eq!(self.game.status(&at), Status::Failed);
                return;
            }
            Then::Deeper => {
                assert_eq!(line.len(), self.depth);
                return;
            }
            Then::AsAfter(moves) => return self.named.push((at.0, moves.clone())),
            Then::Decided => panic!("a tree game decides nothing"),
            Then::Reply(reply) => {
                assert_eq!(self.game.role(&at), Role::Defender);
                std::slice::from_ref(reply)
            }
            Then::All(all) => {
                assert_eq!(self.game.role(&at), Role::Attacker);
                let reported: Vec<u32> = all.iter().map(|branch| branch.mv).collect();
                assert_eq!(reported, moves(self.game, at));
                all
            }
        };
        assert!(self.spelled.insert(at.0, line.clone()).is_none());
        for Branch { mv, then } in branches {
            line.push(*mv);
            self.read(self.game.play(&at, *mv), line, then);
            line.pop();
        }
    }
}

#[test]
fn a_refutation_answers_every_move() {
    let (mut named, mut deeper) = (0, 0);
    for shape in Shape::ALL {
        for seed in 0..200 {
            let game = game(seed, shape, 40);
            let root = game.start();
            let oracle = Oracle::solve(&game, &root);
            if game.status(&root) != Status::Open || oracle.is_won(&game, &root).unwrap() {
                continue;
            }
            let strategy = disproof(&game);
            for depth in [1, 2, 3, 5, 100] {
                let last = |line: &[u32]| *line.last().unwrap();
                let tree = strategy.tree(&game, &root, depth, last);
                let mut read = Read {
                    game: &game,
                    oracle: &oracle,
                    depth: depth as usize,
                    spelled: HashMap::new(),
                    named: Vec::new(),
                };
                read.read(root, &mut Vec::new(), &tree);
                for (at, moves) in &read.named {
                    match read.spelled.get(at) {
                        Some(line) => assert_eq!(line, moves),
                        // It would be written out there, but is too deep.
                        None => assert_eq!(moves.len(), read.depth),
                    }
                    named += 1;
                }
                deeper += usize::from(format!("{tree:?}").contains("Deeper"));
                let is_all = depth == 100 && !format!("{tree:?}").contains("Deeper");
                if is_all {
                    assert_eq!(read.spelled.len(), strategy.len());
                }
            }
        }
    }
    assert!(named > 50 && deeper > 50, "{named} named, {deeper} cut");
}
