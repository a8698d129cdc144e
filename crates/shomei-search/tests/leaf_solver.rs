//! Leaf solvers on graphs with cycles, and games that fail while they evaluate a child.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::ops::Range;
use std::sync::Arc;

use shomei_game::{
    Children, Fault, Game, Key, LeafPolicy, LeafSolver, Notation, Role, Status, TreeGame, TreeNode,
    Visit,
};
use shomei_search::registry::{Settings, open};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent, Stop};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game, game_text};

/// A tree game with a leaf solver for some of its positions, selected by their keys.
struct Knowing {
    tree: TreeGame,
    oracle: Oracle<TreeNode>,
    knows: fn(Key) -> bool,
}

impl Knowing {
    fn new(tree: TreeGame, knows: fn(Key) -> bool) -> Knowing {
        let oracle = Oracle::solve(&tree, &tree.start());
        Knowing {
            tree,
            oracle,
            knows,
        }
    }

    fn answer(&self) -> Answer {
        match self.oracle.is_won(&self.tree, &self.tree.start()) {
            Some(true) => Answer::Proved,
            _ => Answer::Disproved,
        }
    }
}

impl Game for Knowing {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, position: &TreeNode) -> Role {
        self.tree.role(position)
    }

    fn status(&self, position: &TreeNode) -> Status {
        self.tree.status(position)
    }

    fn moves(&self, position: &TreeNode, out: &mut Vec<u32>) {
        self.tree.moves(position, out);
    }

    fn play(&self, position: &TreeNode, mv: u32) -> TreeNode {
        self.tree.play(position, mv)
    }

    fn key(&self, position: &TreeNode) -> Key {
        self.tree.key(position)
    }

    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenMade;

    fn solve_leaf(&self, position: &TreeNode, _visit: Visit, _nodes: &mut u64) -> Status {
        match self.oracle.is_won(&self.tree, position) {
            _ if !(self.knows)(self.tree.key(position)) => Status::Open,
            Some(true) => Status::Won,
            _ => Status::Failed,
        }
    }
}

/// The leaf solver decides that `x` is won. At `n`, `x` repeats the path, so it must not end the
/// evaluation of the children of `n`: the later child `w` wins.
#[test]
fn a_repetition_that_the_game_decides_hides_no_later_child() {
    let text = "x = OR { n }  n = OR { x, w }  w = OR { Won }";
    let game = Knowing::new(TreeGame::parse(text).unwrap(), |key| key == Key::of(0));
    for memory in [64, 1 << 16] {
        let table = Arc::new(Table::new(memory).unwrap());
        let mut search = DfPn::new(&game, DfPnOptions::default(), table);
        let report = search.search(&game.tree.start(), &Limits::nodes(1_000), &mut Silent);
        assert_eq!(report.answer, Answer::Proved);
    }
}

#[test]
fn answers_are_those_of_the_oracle_where_the_game_knows_some_positions() {
    const KNOWS: [fn(Key) -> bool; 3] = [
        |key| key.0.is_multiple_of(2),
        |key| key.0.is_multiple_of(3),
        |key| key.0.is_multiple_of(7),
    ];
    for seed in 0..1_500 {
        let shape = Shape::ALL[seed as usize % Shape::ALL.len()];
        let size = 10 + seed as usize % 40;
        for knows in KNOWS {
            let game = Knowing::new(game(seed, shape, size), knows);
            for name in ["df-pn", "pn", "pds", "alpha-beta"] {
                let mut search = open(name, &game, &Settings::default(), 1 << 16).unwrap();
                let root = game.tree.start();
                let report = search.search(&root, &Limits::nodes(100_000), &mut Silent);
                let text = game_text(seed, shape, size);
                assert_eq!(report.answer, game.answer(), "{name}, seed {seed}\n{text}");
            }
        }
    }
}

/// A tree game that lists children without evaluating them, and fails when it has to evaluate one.
struct Mute {
    tree: TreeGame,
    fault: Fault,
}

impl Game for Mute {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, position: &TreeNode) -> Role {
        self.tree.role(position)
    }

    fn status(&self, position: &TreeNode) -> Status {
        self.tree.status(position)
    }

    fn moves(&self, position: &TreeNode, out: &mut Vec<u32>) {
        self.tree.moves(position, out);
    }

    fn play(&self, position: &TreeNode, mv: u32) -> TreeNode {
        self.tree.play(position, mv)
    }

    fn key(&self, position: &TreeNode) -> Key {
        self.tree.key(position)
    }

    fn children(&self, position: &TreeNode, _policy: LeafPolicy, out: &mut Children<u32>) {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        for mv in moves {
            out.push(mv, self.key(&self.play(position, mv)));
        }
    }

    fn evaluate(&self, _: &TreeNode, _: LeafPolicy, _: Range<usize>, _: &mut Children<u32>) {
        self.fault.report("it does not answer");
    }

    fn fault(&self) -> Option<&Fault> {
        Some(&self.fault)
    }
}

#[test]
fn a_game_that_does_not_answer_ends_every_search_without_an_answer() {
    for name in [
        "df-pn",
        "pn",
        "pn2",
        "pn-star",
        "pds",
        "pds-pn",
        "alpha-beta",
    ] {
        let game = Mute {
            tree: game(5, Shape::Cyclic, 30),
            fault: Fault::default(),
        };
        let mut settings = Settings::default();
        if name != "alpha-beta" {
            settings.set("init", "mobility");
        }
        let mut search = open(name, &game, &settings, 1 << 16).unwrap();
        let report = search.search(&game.tree.start(), &Limits::nodes(1_000), &mut Silent);
        assert_eq!(report.answer, Answer::Unknown, "{name}");
        assert_eq!(report.stopped_by, Some(Stop::Game), "{name}");
    }
}
