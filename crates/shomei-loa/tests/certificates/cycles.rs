//! Small endings in which a repetition refutes a move on one line but not on another:
//! `corpus/loa-cycles.txt`.

use shomei_game::Side;
use shomei_lab::assertions::{by, close, every_algorithm_is_right, solve};
use shomei_loa::{Loa, Position};
use shomei_proof::Claim;
use shomei_search::{Answer, Limits};
use shomei_testkit::corpus::{self, Case, Value};

const ENOUGH: u64 = 1_000_000;

/// A search that errs does so early.
const CARELESS_NODES: u64 = 20_000;

fn cases(value: Value) -> Vec<Case> {
    let cases = corpus::load::<Loa>("loa-cycles.txt").unwrap();
    let cases: Vec<Case> = cases
        .into_iter()
        .filter(|case| case.value == value)
        .collect();
    assert!(cases.len() >= 8, "{}", cases.len());
    cases
}

#[test]
fn wins_are_proved() {
    every_algorithm_is_right::<Loa>(&cases(Value::Proved), ENOUGH, 60);
}

#[test]
fn holds_are_disproved() {
    every_algorithm_is_right::<Loa>(&cases(Value::Disproved), ENOUGH, 0);
}

/// The rule that keeps path-dependent disproofs apart is needed in real play, not only in
/// artificial graphs. The errors without it depend on the order of the search, so every position is
/// rotated and mirrored, and searched with several settings, until one search errs.
#[test]
fn without_the_path_rule_wins_are_refuted_wrongly() {
    let cases = cases(Value::Proved);
    let is_deceived = |case: &&Case| {
        let (game, root) = case.open::<Loa>().unwrap_or_else(|e| panic!("{e}"));
        let mut images = (0..8).map(|turn| image(&root, turn));
        images.any(|root| deceives(&game, &root))
    };
    let deceived = cases.iter().filter(is_deceived).count();
    let all = cases.len();
    assert!(4 * deceived >= all, "{deceived} of {all} positions");
}

/// Whether a careless search refutes a win.
fn deceives(game: &Loa, root: &Position) -> bool {
    careless_settings().iter().any(|settings| {
        let mut careless = by("df-pn", Limits::nodes(CARELESS_NODES));
        careless.memory = 1 << 18;
        for &(option, value) in settings {
            careless.options.set(option, value);
        }
        let solved = solve(game, root, &careless);
        let wrong = solved.report.answer == Answer::Disproved;
        if wrong {
            // The wrong answer does not pass the certificate: it is corrected, or no certificate is
            // found within the nodes.
            let closed = close(&solved, game, root, Claim::Disproved, 100_000);
            if let Ok(verified) = closed {
                assert_eq!(verified.claim, Claim::Proved, "{root:?}");
            }
        }
        wrong
    })
}

/// One of the eight rotations and reflections of a board. The rules are the same in all of them,
/// but not the order of moves.
fn image(position: &Position, turn: usize) -> Position {
    let moved = |set: u64| {
        let squares = (0..64).filter(|square| set >> square & 1 != 0);
        squares.fold(0, |moved, square| {
            let (mut file, mut rank) = (square % 8, square / 8);
            if turn & 1 != 0 {
                file = 7 - file;
            }
            if turn & 2 != 0 {
                rank = 7 - rank;
            }
            if turn & 4 != 0 {
                (file, rank) = (rank, file);
            }
            moved | 1 << (8 * rank + file)
        })
    };
    let [black, white] = Side::BOTH.map(|side| moved(position.pieces(side)));
    Position::new(black, white, position.to_move()).unwrap()
}

/// Two rules, three epsilons and two initialisations, all without the path rule.
fn careless_settings() -> Vec<[(&'static str, &'static str); 4]> {
    let mut all = Vec::new();
    for rule in ["sum", "weak"] {
        for epsilon in ["0", "0.25", "1"] {
            for init in ["unit", "mobility"] {
                all.push([
                    ("path-dependence", "off"),
                    ("rule", rule),
                    ("epsilon", epsilon),
                    ("init", init),
                ]);
            }
        }
    }
    all
}
