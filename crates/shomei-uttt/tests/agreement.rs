//! Compares the crate with the readable rules of `reference`, on the positions of random games; and
//! tests the eight symmetries and the early ends.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod reference;

use reference::Board;
use shomei_game::{Game, Goal, Notation, Outcome, Side, Status, Visit, perft};
use shomei_testkit::random::Dice;
use shomei_uttt::{Cell, Move, Position, Rules, Uttt};

/// The rule sets that differ in play.
const RULES: [&str; 2] = ["standard", "open"];

fn game(rules: &str, attacker: Side) -> Uttt {
    Uttt::new(Rules::parse(rules).unwrap(), Goal::win(attacker))
}

fn mv((board, cell): (usize, usize)) -> Move {
    Move::new(Cell::new(board).unwrap(), Cell::new(cell).unwrap())
}

fn outcome(mark: char) -> Option<Outcome> {
    match mark {
        'X' => Some(Outcome::Win(Side::First)),
        'O' => Some(Outcome::Win(Side::Second)),
        '#' => Some(Outcome::Draw),
        _ => None,
    }
}

/// Whether a side can make a line of boards from those it has and those in which some line has no
/// mark of its opponent.
fn has_hope(board: &Board, side: char) -> bool {
    let possible = |i: usize| match board.owner(i) {
        '.' => reference::LINES.iter().any(|line| {
            line.iter()
                .all(|&c| board.cells[i][c] == side || board.cells[i][c] == '.')
        }),
        owner => owner == side,
    };
    reference::LINES
        .iter()
        .any(|line| line.iter().all(|&i| possible(i)))
}

fn assert_agreement(rules: &str, position: &Position, board: &Board) {
    let text = board.text();
    let [x, o] = Side::BOTH.map(|side| game(rules, side));
    assert_eq!(x.format_position(position), text);
    let read = x.parse_position(&text).unwrap();
    assert_eq!((&read, read.key()), (position, position.key()), "{text}");
    let shown = x.diagram(position);
    assert_eq!(x.parse_position(&shown).as_ref(), Ok(position), "{shown}");
    assert_eq!(x.outcome(position), outcome(board.outcome()), "{text}");
    assert_eq!(x.is_over(position), board.outcome() != '.', "{text}");
    for (game, side, other) in [(x, 'X', 'O'), (o, 'O', 'X')] {
        let expected = if board.outcome() == side {
            Status::Won
        } else if board.outcome() == other || !has_hope(board, side) {
            Status::Failed
        } else {
            Status::Open
        };
        assert_eq!(game.status(position), expected, "{side} {text}");
    }
    if board.outcome() != '.' {
        return;
    }
    let expected: Vec<Move> = board.moves().into_iter().map(mv).collect();
    let mut moves = Vec::new();
    x.moves(position, &mut moves);
    assert_eq!(moves, expected, "{text}");
}

#[test]
fn positions_of_random_games() {
    RULES.into_iter().for_each(random_games);
}

fn random_games(rules: &str) {
    let mut dice = Dice::new(7);
    let (mut compared, mut ends) = (0, [0; 3]);
    for _ in 0..1_500 {
        let mut position = game(rules, Side::First).start();
        let mut board = Board::start_of(rules);
        loop {
            assert_agreement(rules, &position, &board);
            compared += 1;
            if let Some(end) = "XO#".find(board.outcome()) {
                ends[end] += 1;
                break;
            }
            let moves = board.moves();
            let chosen = moves[dice.below(moves.len())];
            position = position.play(mv(chosen));
            board = board.play(chosen);
        }
    }
    assert!(compared > 50_000, "{compared}");
    assert!(ends.iter().all(|&count| count > 30), "{rules}: {ends:?}");
}

/// The value of a position for a side by plain search with the reference, to a limit of plies;
/// `None` if it is undecided.
fn wins_within(board: &Board, side: char, plies: u32) -> Option<bool> {
    match board.outcome() {
        '.' if plies == 0 => return None,
        '.' => {}
        end => return Some(end == side),
    }
    let mine = board.to_move == side;
    let mut unknown = false;
    for mv in board.moves() {
        match wins_within(&board.play(mv), side, plies - 1) {
            Some(won) if won == mine => return Some(won),
            None => unknown = true,
            Some(_) => {}
        }
    }
    (!unknown).then_some(!mine)
}

/// The leaf solver's decisions are correct within the plies that it looks ahead, and a win by one
/// mark is never overlooked.
#[test]
fn decided_leaves_are_decided_by_play() {
    RULES.into_iter().for_each(decided_leaves);
}

fn decided_leaves(rules: &str) {
    let mut dice = Dice::new(9);
    let mut decided = [0; 2];
    for _ in 0..1_200 {
        let mut position = game(rules, Side::First).start();
        let mut board = Board::start_of(rules);
        while board.outcome() == '.' {
            for (attacker, side) in [(Side::First, 'X'), (Side::Second, 'O')] {
                let game = game(rules, attacker);
                if game.status(&position) != Status::Open {
                    continue;
                }
                let other = if side == 'X' { 'O' } else { 'X' };
                let found = game.solve_leaf(&position, Visit::Made, &mut 0);
                let text = board.text();
                match found {
                    Status::Won => {
                        decided[0] += 1;
                        assert_eq!(wins_within(&board, side, 3), Some(true), "{text}");
                    }
                    Status::Failed => {
                        decided[1] += 1;
                        assert_eq!(wins_within(&board, other, 3), Some(true), "{text}");
                    }
                    Status::Open => {
                        let mover = board.to_move;
                        assert_ne!(wins_within(&board, mover, 1), Some(true), "{text}");
                    }
                }
            }
            let moves = board.moves();
            let chosen = moves[dice.below(moves.len())];
            position = position.play(mv(chosen));
            board = board.play(chosen);
        }
    }
    assert!(
        decided.iter().all(|&count| count > 500),
        "{rules}: {decided:?}"
    );
}

/// One of the eight rotations and reflections of three by three places.
fn turned(place: usize, turn: usize) -> usize {
    let (mut row, mut column) = (place / 3, place % 3);
    if turn & 1 != 0 {
        column = 2 - column;
    }
    if turn & 2 != 0 {
        row = 2 - row;
    }
    if turn & 4 != 0 {
        (row, column) = (column, row);
    }
    3 * row + column
}

#[test]
fn symmetries_change_nothing() {
    RULES.into_iter().for_each(symmetries);
}

fn symmetries(rules: &str) {
    let mut dice = Dice::new(11);
    for plies in (4..44).step_by(4) {
        let mut board = Board::start_of(rules);
        let mut images = [game(rules, Side::First).start(); 8];
        for _ in 0..plies {
            let moves = board.moves();
            if moves.is_empty() || board.outcome() != '.' {
                break;
            }
            let (b, c) = moves[dice.below(moves.len())];
            board = board.play((b, c));
            for (turn, image) in images.iter_mut().enumerate() {
                *image = image.play(mv((turned(b, turn), turned(c, turn))));
            }
        }
        for attacker in Side::BOTH {
            let game = game(rules, attacker);
            let seen = images.map(|image| {
                let depth = if game.is_over(&image) { 0 } else { 3 };
                let leaf = if game.status(&image) == Status::Open {
                    game.solve_leaf(&image, Visit::Made, &mut 0)
                } else {
                    game.status(&image)
                };
                (perft(&game, &image, depth), game.status(&image), leaf)
            });
            assert!(seen.iter().all(|one| *one == seen[0]), "{}", board.text());
        }
    }
}

/// In a won board that is open, positions differ by the occupied cells, not by the sides of the
/// marks.
#[test]
fn won_open_boards_are_equal_by_owner_and_taken_cells() {
    let read = |board_a: &str| {
        let text = format!(
            "X;X.....@..;{board_a}/O......../......O../O......../........./........./........./........./........."
        );
        game("open", Side::First).parse_position(&text).unwrap()
    };
    let [one, other, third] = ["XXXXO....", "XXXOX....", "XXXX.O..."].map(read);
    assert_eq!((one, one.key()), (other, other.key()));
    assert_ne!(one, third);
    assert_ne!(one.key(), third.key());
}

#[test]
fn the_perft_file_is_that_of_the_reference() {
    let mut checked = 0;
    for case in shomei_testkit::perft::load("uttt.perft").unwrap() {
        let words = case.position.split_whitespace();
        let moves = words.filter(|word| !["start", "moves"].contains(word));
        let place = |c: char| c as usize - 'a' as usize;
        let board = moves.fold(Board::start_of(&case.rules), |board, word| {
            let mut letters = word.chars().map(place);
            board.play((letters.next().unwrap(), letters.next().unwrap()))
        });
        for &(depth, paths) in case.paths.iter().filter(|&&(_, paths)| paths <= 500_000) {
            assert_eq!(board.perft(depth), paths, "{} {depth}", case.position);
            checked += 1;
        }
    }
    assert!(checked >= 60, "{checked}");
}
