//! An open position near its end and a finished one, for every kind of game under all of its rules:
//! what tests ask questions about that are to be answered whatever the rules.

use shomei::{AnyGame, AnyPosition, Kind, Kinds};

/// A game under some rules, with positions of it.
pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) rules: &'static str,
    /// A position with few plies left.
    pub(crate) open: AnyPosition,
    /// A position in which the game is over.
    pub(crate) over: AnyPosition,
}

/// A graph, since the game of graphs is described by its rules.
const TREE: &str = "r = OR { a, b } a = AND { Won, c } b = AND { Failed } c = OR { Won }";

/// Mate by a drop; random play leads to none. Both sides have a king, so that either may attack.
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

/// Numbers that are the same every time.
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

/// The end of a random game, and the position some plies before it.
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
