//! Runs every algorithm on every position of `corpus/othello.txt` and `corpus/othello-small.txt`,
//! and writes, reads and checks a certificate of every answer.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::Notation;
use shomei_lab::assertions::{SearchConfig, by, certify, every_algorithm_is_right, solve};
use shomei_othello::Othello;
use shomei_search::{Answer, Limits};
use shomei_testkit::corpus::{self, Case, Value};

/// A limit of expanded nodes that df-pn does not reach on any position.
const ENOUGH: u64 = 300_000;

/// df-pn with a small table, because it is allocated for every search.
fn df_pn() -> SearchConfig {
    SearchConfig {
        memory: 1 << 20,
        ..by("df-pn", Limits::nodes(ENOUGH))
    }
}

fn cases() -> Vec<Case> {
    let cases = corpus::load::<Othello>("othello.txt").unwrap();
    for value in [Value::Proved, Value::Disproved] {
        let of_value = cases.iter().filter(|case| case.value == value).count();
        assert!(of_value >= 30, "{value:?}: {of_value}");
    }
    cases
}

fn expected(case: &Case) -> Answer {
    match case.value {
        Value::Proved => Answer::Proved,
        _ => Answer::Disproved,
    }
}

#[test]
fn every_algorithm_on_every_position() {
    every_algorithm_is_right::<Othello>(&cases(), ENOUGH, 90);
}

#[test]
fn every_algorithm_on_the_smaller_board() {
    let cases = corpus::load::<Othello>("othello-small.txt").unwrap();
    assert!(cases.len() >= 24, "{}", cases.len());
    every_algorithm_is_right::<Othello>(&cases, ENOUGH, 90);
    for hints in ["leaf=0", "leaf=0,split=9,h=costs"] {
        for case in &cases {
            let (game, root) = case.open::<Othello>().unwrap_or_else(|e| panic!("{e}"));
            let game = game.with_hints(hints).unwrap();
            let solved = solve(&game, &root, &df_pn());
            let name = format!("{}, {hints}", case.name);
            assert_eq!(solved.report.answer, expected(case), "{name}");
            certify(&solved, &game, &root, &name);
        }
    }
}

/// Hints change neither the answer nor the certificates that the checker accepts.
#[test]
fn hints_change_no_answer() {
    for hints in ["leaf=0", "leaf=10,h=naive,cost=0"] {
        for case in cases() {
            let (game, root) = case.open::<Othello>().unwrap_or_else(|e| panic!("{e}"));
            let game = game.with_hints(hints).unwrap();
            let solved = solve(&game, &root, &df_pn());
            let name = format!("{}, {hints}", case.name);
            assert_eq!(solved.report.answer, expected(&case), "{name}");
            certify(&solved, &game, &root, &name);
        }
    }
}

/// A board rotated or mirrored in one of the eight ways.
fn image(text: &str, turn: usize) -> String {
    let (squares, side) = text.split_once(' ').unwrap();
    let squares: Vec<char> = squares.chars().collect();
    let place = |i: usize| {
        let (row, column) = (i / 8, i % 8);
        let column = if turn & 1 != 0 { 7 - column } else { column };
        let row = if turn & 2 != 0 { 7 - row } else { row };
        if turn & 4 != 0 {
            8 * column + row
        } else {
            8 * row + column
        }
    };
    let squares: String = (0..64).map(|i| squares[place(i)]).collect();
    format!("{squares} {side}")
}

#[test]
fn symmetric_positions_have_the_same_value() {
    for case in cases() {
        for turn in 1..8 {
            let mut case = case.clone();
            case.position = image(&case.position, turn);
            let (game, root) = case.open::<Othello>().unwrap_or_else(|e| panic!("{e}"));
            let report = solve(&game, &root, &df_pn()).report;
            let name = format!("{}, turned {turn}", case.name);
            assert_eq!(report.answer, expected(&case), "{name}");
        }
    }
}
