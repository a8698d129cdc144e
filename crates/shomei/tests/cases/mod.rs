//! An open position near its end and a finished one, for every kind of game under all of its rules.
//! Tests ask questions about them that must be answered under any rules.

use shomei::{AnyGame, AnyPosition, Kind, Kinds};

/// A game under some rules, with two positions.
pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) rules: &'static str,
    /// A position that is a few plies before its end.
    pub(crate) open: AnyPosition,
    /// A finished position.
    pub(crate) over: AnyPosition,
}

/// A graph, because the rules of the game `tree` are a graph.
const TREE: &str = "r = OR { a, b } a = AND { Won, c } b = AND { Failed } c = OR { Won }";

/// Mate by a drop, which random play does not reach. Both sides have a king, so either can attack.
const MATE: [&str; 2] = [
    "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1",
    "4k4/4G4/4P4/9/9/9/9/9/4K4 w G 1",
];

/// Every kind under all of its rules.
pub(crate) fn all() -> Vec<Case> {
    let kinds = Kinds::builtin();
    let sets = kinds
        .iter()
        .flat_map(|kind| match (kind.name, kind.rule_sets) {
            ("tree", _) => vec![(kind, TREE)],
            (name, []) => panic!("{name} names no rules"),
            (_, sets) => sets.iter().map(|rules| (kind, *rules)).collect(),
        });
    sets.map(|(kind, rules)| case(kind, rules)).collect()
}

fn case(kind: &Kind, rules: &'static str) -> Case {
    let game = kind.open(rules, &shomei::Hints::default()).unwrap();
    let [open, over] = match kind.name {
        "tree" => ["a", "Won"].map(|text| game.position(text).unwrap()),
        "shogi" => MATE.map(|text| game.position(text).unwrap()),
        _ => played(&game),
    };
    assert!(
        over.children().is_empty() && !open.children().is_empty(),
        "{kind:?} {rules}"
    );
    let kind = kind.clone();
    Case {
        kind,
        rules,
        open,
        over,
    }
}

/// A reproducible random number generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A finished random game, and the position some plies before its end.
fn played(game: &AnyGame) -> [AnyPosition; 2] {
    const BEFORE: usize = 3;
    let mut dice = Dice(39);
    let mut line = vec![game.start()];
    while let Some(last) = line.last() {
        let mut children = last.children();
        if children.is_empty() {
            break;
        }
        assert!(line.len() < 5_000, "a random game of {game:?} does not end");
        let (_, next) = children.swap_remove(dice.below(children.len()));
        line.push(next);
    }
    let over = line.pop().unwrap();
    [line.swap_remove(line.len().saturating_sub(BEFORE)), over]
}
