//! Runs every algorithm on every position of `corpus/uttt.txt` and `corpus/uttt-open.txt`, with
//! hopeless positions failed and played out.

use shomei_game::{Goal, Kind, Notation, Side};
use shomei_lab::assertions::{by, certify, every_algorithm_is_right, solve};
use shomei_search::{Answer, Limits};
use shomei_testkit::corpus::{self, Case, Value};
use shomei_uttt::Uttt;

/// A limit of expanded nodes that df-pn does not reach on any position.
const ENOUGH: u64 = 300_000;

fn cases() -> Vec<Case> {
    load("uttt.txt")
}

fn load(name: &str) -> Vec<Case> {
    let cases = corpus::load::<Uttt>(name).unwrap();
    for value in [Value::Proved, Value::Disproved] {
        let of_value = cases.iter().filter(|case| case.value == value).count();
        assert!(of_value >= 15, "{value:?}: {of_value}");
    }
    cases
}

#[test]
fn every_algorithm_on_every_position() {
    every_algorithm_is_right::<Uttt>(&cases(), ENOUGH, 50);
}

#[test]
fn every_algorithm_where_won_boards_stay_open() {
    let cases = load("uttt-open.txt");
    assert!(cases.iter().all(|case| case.rules == "open"));
    every_algorithm_is_right::<Uttt>(&cases, ENOUGH, 30);
    let mut cases: Vec<Case> = cases.into_iter().step_by(5).collect();
    for case in &mut cases {
        case.rules = "open,play-out".into();
    }
    every_algorithm_is_right::<Uttt>(&cases, 10 * ENOUGH, 5);
}

/// The strategy in the literature ([38] of docs/references.md) wins within 43 plies.
#[test]
fn the_first_player_wins_where_won_boards_stay_open() {
    let game = Uttt::open("open", Goal::win(Side::First)).unwrap();
    let root = game.start();
    let mut df_pn = by("df-pn", Limits::nodes(ENOUGH));
    df_pn.options.set("init", "eval");
    df_pn.options.set("rule", "weak");
    let solved = solve(&game, &root, &df_pn);
    assert_eq!(solved.report.answer, Answer::Proved);
    let verified = certify(&solved, &game, &root, "start");
    assert_eq!(verified.longest_line, Some(43));
}

/// If positions are searched to the end of the game, the answers are the same.
#[test]
fn playing_hopeless_positions_out_changes_no_answer() {
    let mut cases = cases();
    for case in &mut cases {
        case.rules = "standard,play-out".into();
    }
    every_algorithm_is_right::<Uttt>(&cases, 10 * ENOUGH, 40);
}

/// The places of a text of nine in one of the eight rotations and reflections.
fn turned<T: Copy>(nine: &[T], turn: usize) -> Vec<T> {
    let place = |i: usize| {
        let (row, column) = (i / 3, i % 3);
        let column = if turn & 1 != 0 { 2 - column } else { column };
        let row = if turn & 2 != 0 { 2 - row } else { row };
        if turn & 4 != 0 {
            3 * column + row
        } else {
            3 * row + column
        }
    };
    (0..9).map(|i| nine[place(i)]).collect()
}

fn image(text: &str, turn: usize) -> String {
    let parts: Vec<&str> = text.split(';').collect();
    let cells = |text: &str| -> String {
        let cells: Vec<char> = text.chars().collect();
        turned(&cells, turn).into_iter().collect()
    };
    let boards: Vec<&str> = parts[2].split('/').collect();
    let boards: Vec<String> = turned(&boards, turn).into_iter().map(cells).collect();
    format!("{};{};{}", parts[0], cells(parts[1]), boards.join("/"))
}

/// Rotating or reflecting boards and cells together gives the same game.
#[test]
fn symmetric_positions_have_the_same_value() {
    let mut images = 0;
    for case in cases() {
        for turn in 0..8 {
            let mut case = case.clone();
            case.position = image(&case.position, turn);
            let (game, root) = case.open::<Uttt>().unwrap_or_else(|e| panic!("{e}"));
            let report = solve(&game, &root, &by("df-pn", Limits::nodes(ENOUGH))).report;
            let expected = match case.value {
                Value::Proved => Answer::Proved,
                _ => Answer::Disproved,
            };
            assert_eq!(report.answer, expected, "{}, turned {turn}", case.name);
            images += 1;
        }
    }
    assert!(images >= 8 * 100, "{images}");
}
