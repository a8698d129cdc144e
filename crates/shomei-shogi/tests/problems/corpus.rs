//! The lists of `corpus/shogi/`: all their facts are found, and those of the short problems are
//! confirmed by plain searches.

use std::collections::HashMap;

use shomei_compose::Uniqueness;
use shomei_game::{ComposingRules, Game, Role, Side, Status};
use shomei_lab::assertions::every_algorithm_is_right;
use shomei_shogi::{Kind, Position, Shogi};
use shomei_testkit::corpus::{Case, Value, load};

use crate::brute::{left_over, mates, mating};
use crate::solved::{Solved, duals, length_by_mudaai, solve, traps};

/// The nodes for each alternative move.
const NODES: u64 = 20_000;

/// The most plies for a plain search.
const PLAIN: usize = 5;

pub(crate) fn problems(name: &str) -> Vec<(Case, Shogi, Position)> {
    let cases = load::<Shogi>(&format!("shogi/{name}.txt")).unwrap();
    let open = |case: Case| {
        let (game, root) = case.open::<Shogi>().unwrap();
        (case, game, root)
    };
    cases.into_iter().map(open).collect()
}

/// Compares the facts of a list about a mate with the results of the search.
pub(crate) fn judge(case: &Case, game: &Shogi, root: &Position) -> Solved {
    let solved = solve(game, root, NODES).unwrap();
    let name = &case.name;
    let length = solved.line.len();
    assert_eq!(case.value, Value::Proved, "{name}");
    assert_eq!(
        case.fact("length"),
        Some(length.to_string().as_str()),
        "{name}"
    );
    let verdict = solved.found.verdict().to_string();
    assert_eq!(case.fact("verdict"), Some(verdict.as_str()), "{name}");
    assert_eq!(
        case.fact("dual").unwrap_or_default(),
        duals(&solved.found),
        "{name}"
    );
    let left = game.surplus(&solved.end);
    assert_eq!(case.fact("surplus"), left.as_deref(), "{name}");
    if length <= PLAIN {
        assert_plainly(case, game, root, &solved);
    }
    solved
}

/// The same by plain searches: the length, and each move that mates as fast.
fn assert_plainly(case: &Case, game: &Shogi, root: &Position, solved: &Solved) {
    let name = &case.name;
    let mut position = *root;
    for (ply, &main) in solved.line.iter().enumerate() {
        let left = (solved.line.len() - ply) as u16;
        assert!(mates(game, &position, left), "{name}");
        assert!(left < 3 || !mates(game, &position, left - 2), "{name}");
        if game.role(&position) == Role::Attacker {
            let mut expected = mating(game, &position, left);
            expected.retain(|&mv| mv != main);
            let others = solved.found.others.iter().filter(|other| other.ply == ply);
            let as_fast = others.filter(|other| other.length.exact() == Some(left));
            let fast_moves: Vec<_> = as_fast.map(|other| other.line[0]).collect();
            assert_eq!(fast_moves, expected, "{name}, move {}", ply + 1);
        }
        position = position.play(main);
    }
}

/// Judges a list, and counts the problems of each verdict.
fn judge_all(name: &str) -> HashMap<String, usize> {
    let mut verdicts = HashMap::new();
    for (case, game, root) in problems(name) {
        let solved = judge(&case, &game, &root);
        *verdicts
            .entry(solved.found.verdict().to_string())
            .or_insert(0) += 1;
    }
    verdicts
}

/// The leftover pieces over all lines, for problems that are short enough.
fn leaves(game: &Shogi, root: &Position, solved: &Solved) -> (u32, u32) {
    left_over(game, root, solved.line.len() as u16)
}

#[test]
fn unique() {
    let cases = problems("unique");
    assert!(cases.len() >= 10);
    for (case, game, root) in cases {
        let solved = judge(&case, &game, &root);
        assert_eq!(solved.found.verdict(), Uniqueness::Unique);
        if solved.line.len() <= PLAIN && case.fact("surplus").is_none() {
            assert_eq!(leaves(&game, &root, &solved).0, 0, "{}", case.name);
        }
    }
}

#[test]
fn last_moves() {
    let verdicts = judge_all("last-move");
    assert!(verdicts["unique but for the last move"] >= 8);
    assert_eq!(verdicts.len(), 1);
}

#[test]
fn solutions_of_their_own() {
    let verdicts = judge_all("yozume");
    assert!(verdicts["not unique"] >= 8);
    assert_eq!(verdicts.len(), 1);
}

#[test]
fn surplus_pieces() {
    let cases = problems("surplus");
    assert!(cases.len() >= 8);
    for (case, game, root) in cases {
        let solved = judge(&case, &game, &root);
        assert!(case.fact("surplus").is_some());
        if solved.line.len() <= PLAIN {
            // In every line something is left.
            assert!(leaves(&game, &root, &solved).0 > 0, "{}", case.name);
        }
    }
}

/// The last defence is an interposition, which the slider captures: wasted, if the rules exclude
/// such drops.
#[test]
fn interpositions() {
    let mut classes = HashMap::new();
    for (case, game, root) in problems("interpositions") {
        let solved = judge(&case, &game, &root);
        let (&[drop, taken], before) = solved
            .line
            .split_last_chunk::<2>()
            .map(|(l, r)| (r, l))
            .unwrap();
        let at = before.iter().fold(root, |at, &mv| at.play(mv));
        assert!(drop.dropped().is_some(), "{}", case.name);
        assert_eq!(drop.to(), taken.to(), "{}", case.name);
        let plies = length_by_mudaai(&game, &root).map(|plies| plies.to_string());
        assert_eq!(case.fact("mudaai"), plies.as_deref(), "{}", case.name);
        let class = match at.piece(taken.from().unwrap()).unwrap().1 {
            Kind::Rook | Kind::Dragon => "rook",
            Kind::Bishop | Kind::Horse => "bishop",
            Kind::Lance => "lance",
            other => panic!("{}: {other:?}", case.name),
        };
        assert_eq!(case.fact("class"), Some(class), "{}", case.name);
        *classes.entry(class).or_insert(0) += 1;
    }
    for class in ["rook", "lance", "bishop"] {
        assert!(classes[class] >= 3, "{classes:?}");
    }
    assert!(classes.values().sum::<usize>() >= 10);
}

/// The attacker can check for ever, by a move that does not mate. For every answer, all algorithms
/// agree and the certificate is accepted.
#[test]
fn perpetual_checks() {
    let mut won = [0, 0];
    for (case, game, root) in problems("perpetual") {
        assert!(!traps(&game, &root).is_empty(), "{}", case.name);
        let is_won = case.value == Value::Proved;
        if is_won {
            let solved = judge(&case, &game, &root);
            assert_eq!(game.status(&solved.end), Status::Won);
        }
        won[usize::from(is_won)] += 1;
    }
    assert!(won[0] >= 4 && won[1] >= 4, "{won:?}");
    let cases = load::<Shogi>("shogi/perpetual.txt").unwrap();
    every_algorithm_is_right::<Shogi>(&cases, 200_000, 20);
}

/// No problem is in two lists, and Black attacks in all of them.
#[test]
fn the_lists_are_large_enough() {
    let names = [
        "unique",
        "last-move",
        "surplus",
        "yozume",
        "interpositions",
        "middle",
        "perpetual",
        "words",
    ];
    let mut seen = HashMap::new();
    for name in names {
        for (case, game, root) in problems(name) {
            assert_eq!(game.attacker(), Side::First);
            assert!(
                seen.insert(root.key(), case.name.clone()).is_none(),
                "{}",
                case.name
            );
        }
    }
    assert!(seen.len() >= 120, "{}", seen.len());
}
