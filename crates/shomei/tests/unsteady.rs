//! A game that does not list its moves in the same order each time: the answer may be correct, but
//! a certificate cannot be. No certificate that a sound game refuses may be returned.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::sync::Arc;
use std::sync::Mutex;

use shomei::game::{Game, Key, Notation, NotationError, Outcome, Rules, Texts, TreeGame, TreeNode};
use shomei::proof::Claim;
use shomei::{Aim, Answer, AnyGame, CheckLimits, ErrorKind, Kinds, Session, Side};
use shomei_testkit::random::{self, Dice, Shape};

/// A random graph whose move lists are sometimes reversed.
#[derive(Clone)]
struct Unsteady {
    tree: TreeGame,
    text: String,
    dice: Arc<Mutex<Dice>>,
    /// The number of reversed lists among 100.
    percent: usize,
}

impl Rules for Unsteady {
    type Position = TreeNode;
    type Move = <TreeGame as Game>::Move;

    fn to_move(&self, node: &TreeNode) -> Side {
        self.tree.to_move(node)
    }
    fn outcome(&self, node: &TreeNode) -> Option<Outcome> {
        self.tree.outcome(node)
    }
    fn moves(&self, node: &TreeNode, out: &mut Vec<Self::Move>) {
        let begin = out.len();
        self.tree.moves(node, out);
        if self.dice.lock().unwrap().chance(self.percent) {
            out[begin..].reverse();
        }
    }
    fn play(&self, node: &TreeNode, mv: Self::Move) -> TreeNode {
        self.tree.play(node, mv)
    }
    fn key(&self, node: &TreeNode) -> Key {
        self.tree.key(node)
    }
}

/// The game with the name and the rules of the sound game, so that the checker of that game accepts
/// the header of its certificates.
impl Texts for Unsteady {
    const NAME: &'static str = "tree";

    fn sides(&self) -> [&str; 2] {
        self.tree.sides()
    }
    fn rules(&self) -> String {
        self.text.clone()
    }
    fn start(&self) -> TreeNode {
        self.tree.start()
    }
    fn format_position(&self, node: &TreeNode) -> String {
        self.tree.format_position(node)
    }
    fn parse_position(&self, text: &str) -> Result<TreeNode, NotationError> {
        self.tree.parse_position(text)
    }
    fn format_move(&self, node: &TreeNode, mv: Self::Move) -> String {
        self.tree.format_move(node, mv)
    }
}

#[test]
fn what_a_sound_game_refuses_is_not_written() {
    let kinds = Kinds::builtin();
    let (mut written, mut refused) = (0, 0);
    for seed in 0..3_000 {
        let tree = random::game(seed, Shape::ALL[seed as usize % 3], 16);
        let text = tree.rules();
        let game = AnyGame::of_rules(Unsteady {
            text: text.clone(),
            tree,
            dice: Arc::new(Mutex::new(Dice::new(seed))),
            percent: 10,
        });
        let root = game.start();
        if root.outcome().is_some() {
            continue;
        }
        let mut session = Session::new(&game).unwrap();
        session.set_memory(1 << 16);
        let aim = Aim::win(Side::First);
        let mut certificate = Vec::new();
        match session.certify(&root, aim, &mut certificate) {
            Ok(_) => {
                written += 1;
                let verdict = kinds.check(&certificate[..], &CheckLimits::default());
                assert!(verdict.unwrap().is_accepted(), "seed {seed}: {text}");
            }
            Err(error) => {
                refused += 1;
                assert_eq!(error.kind(), ErrorKind::Run, "{error}");
                assert!(error.to_string().starts_with("no certificate: "), "{error}");
                assert!(certificate.is_empty());
            }
        }
    }
    assert!(written > 100 && refused > 500, "{written}, {refused}");
}

/// A game with a constant order gets its certificates.
#[test]
fn a_sound_game_is_not_refused() {
    for seed in 0..200 {
        let tree = random::game(seed, Shape::ALL[seed as usize % 3], 16);
        let game = AnyGame::of_rules(Unsteady {
            text: tree.rules(),
            tree,
            dice: Arc::new(Mutex::new(Dice::new(seed))),
            percent: 0,
        });
        let mut session = Session::new(&game).unwrap();
        session.set_memory(1 << 16);
        let mut certificate = Vec::new();
        let aim = Aim::win(Side::First);
        let written = session
            .certify(&game.start(), aim, &mut certificate)
            .unwrap();
        let expected = match session.solve(&game.start(), aim).unwrap().report.answer {
            Answer::Proved => Claim::Proved,
            _ => Claim::Disproved,
        };
        assert_eq!(written.header.claim, expected);
    }
}
