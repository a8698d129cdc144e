//! Problems from other sources: every first move, and every line.

use shomei_compose::{OtherWinKind, Uniqueness};
use shomei_game::{Game, Notation, Role, Status};
use shomei_shogi::{Move, Position, Shogi};

use crate::brute::{mating, moves};
use crate::solved::{Solved, line, open, solve};

/// The problems of a file without their solutions, and the lengths of the solutions.
fn problems(name: &str) -> Vec<(String, usize)> {
    let text = shomei_testkit::data::text(&format!("shogi/{name}"));
    let problem = |line: &str| {
        let (root, solution) = line.split_once(" moves ")?;
        Some((root.to_string(), solution.split_whitespace().count()))
    };
    text.lines().filter_map(problem).collect()
}

/// Compares the moves that mate as fast as the line, at each of its plies, with a plain search of
/// every move; returns the verdict and the number of compared moves.
fn compare(game: &Shogi, root: &Position, solved: &Solved) -> (Uniqueness, usize) {
    let text = game.format_position(root);
    let (mut position, mut compared, mut duals) = (*root, 0, 0);
    for (ply, &main) in solved.line.iter().enumerate() {
        if game.role(&position) == Role::Attacker {
            let left = (solved.line.len() - ply) as u16;
            let mut expected = mating(game, &position, left);
            let others = solved.found.others.iter();
            let here = others.filter(|other| other.ply == ply);
            let as_fast = here
                .clone()
                .filter(|other| other.length.exact() == Some(left));
            let mut fast_moves: Vec<Move> =
                as_fast.map(|other| other.line[0]).chain([main]).collect();
            // Undecided moves may be either.
            for &(_, mv) in solved.found.open.iter().filter(|(at, _)| *at == ply) {
                expected.retain(|&other| other != mv);
            }
            expected.sort();
            fast_moves.sort();
            assert_eq!(fast_moves, expected, "{text}, move {}", ply + 1);
            for other in here {
                let is_last = other.kind == OtherWinKind::LastMove;
                assert_eq!(
                    is_last,
                    left == 1 && other.kind != OtherWinKind::Detour,
                    "{text}"
                );
            }
            duals += usize::from(left > 1) * (fast_moves.len() - 1);
            compared += moves(game, &position).len();
        }
        position = position.play(main);
    }
    let verdict = solved.found.verdict();
    // A move as fast as the line suffices for a flaw; without a flaw there is none.
    match verdict {
        Uniqueness::NotUnique => assert!(solved.found.others.iter().any(|o| o.kind.is_flaw())),
        _ => assert_eq!(duals, 0, "{text}: {verdict:?}"),
    }
    if duals > 0 {
        assert_eq!(verdict, Uniqueness::NotUnique, "{text}");
    }
    (verdict, compared)
}

/// Mates in 5 from other sources, with `nodes` nodes for each move.
fn compare_all(count: usize, nodes: u64) -> usize {
    let mut verdicts = std::collections::BTreeMap::new();
    let (mut compared, mut open_moves) = (0, 0);
    let problems = problems("mate5.txt");
    for (text, _) in problems.iter().take(count) {
        let (game, root) = open(text);
        let solved = solve(&game, &root, nodes).unwrap();
        let (verdict, moves) = compare(&game, &root, &solved);
        compared += moves;
        open_moves += solved.found.open.len();
        *verdicts.entry(format!("{verdict:?}")).or_insert(0) += 1;
    }
    println!("{verdicts:?}, {compared} moves compared, {open_moves} open");
    assert!(problems.is_empty() || compared > count);
    problems.len()
}

#[test]
#[ignore = "takes minutes, with SHOMEI_DATA"]
fn all_mates_in_5_of_others() {
    compare_all(500, 20_000);
}

/// The lines are legal, and as long as the published solutions.
fn assert_lines(name: &str, plies: usize, count: usize) -> usize {
    let problems = problems(name);
    for (text, claimed) in problems.iter().take(count) {
        let (game, root) = open(text);
        assert_eq!(*claimed, plies, "{text}");
        let line = line(&game, &root).unwrap();
        assert_eq!(line.len(), plies, "{text}");
        let mut position = root;
        for mv in line {
            assert!(moves(&game, &position).contains(&mv), "{text}: {mv}");
            position = position.play(mv);
        }
        assert_eq!(game.status(&position), Status::Won, "{text}");
        assert!(position.in_check(position.to_move()), "{text}");
    }
    problems.len().min(count)
}

#[test]
#[ignore = "takes longer than the others, with SHOMEI_DATA"]
fn a_thousand_lines_have_the_published_length() {
    let (three, five) = (
        assert_lines("mate3.txt", 3, 500),
        assert_lines("mate5.txt", 5, 500),
    );
    assert_eq!(three + five, 1_000);
}

mod data {
    use super::*;

    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn mates_in_5_of_others() {
        compare_all(25, 3_000);
    }

    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn lines_have_the_published_length() {
        for (name, plies) in [("mate3.txt", 3), ("mate5.txt", 5)] {
            assert_lines(name, plies, 100);
        }
    }
}
