//! Hand-made positions for each rule, and the hints.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Init, Kind, Notation, Outcome, Side, Status, Visit};
use shomei_uttt::{Cell, Position, State, Uttt};

fn game(rules: &str, attacker: Side) -> Uttt {
    Uttt::open(rules, Goal::win(attacker)).unwrap()
}

fn read(text: &str) -> Position {
    game("", Side::First)
        .parse_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn after(position: &Position, mv: &str) -> Position {
    let game = game("", Side::First);
    game.play(position, game.parse_move(position, mv).unwrap())
}

/// X to move in board c; with cc it wins that board, and so the game.
const ONE_MOVE: &str = "X;XX@......;XXX....../XXX....../XX......./OO......./OO......./OO......./O......../........./..O......";

fn count_moves(game: &Uttt, position: &Position) -> usize {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.len()
}

#[test]
fn the_cell_names_the_next_board() {
    let position = read("ee");
    assert_eq!(
        position.target().map(|board| board.to_string()).as_deref(),
        Some("e")
    );
    let game = game("", Side::First);
    assert_eq!(count_moves(&game, &position), 8);
    assert_eq!(count_moves(&game, &after(&position, "ei")), 9);
}

#[test]
fn three_boards_in_a_line_win() {
    let position = read(ONE_MOVE);
    let won = after(&position, "cc");
    for attacker in Side::BOTH {
        let game = game("", attacker);
        assert_eq!(game.outcome(&won), Some(Outcome::Win(Side::First)));
        assert!(game.is_over(&won));
        let expected = if attacker == Side::First {
            Status::Won
        } else {
            Status::Failed
        };
        assert_eq!(game.status(&won), expected);
        assert_eq!(game.solve_leaf(&position, Visit::Made, &mut 0), expected);
        assert_eq!(
            game.parse_move(&won, "dc").unwrap_err().to_string(),
            "the game is over: X has won"
        );
    }
    assert_eq!(won.target(), None);
    // A mark elsewhere in board c does not end the game.
    assert_eq!(game("", Side::First).outcome(&after(&position, "ch")), None);
}

#[test]
fn being_sent_to_a_closed_board_frees_the_choice() {
    let position = read(ONE_MOVE);
    let free = after(&position, "cf");
    assert_eq!(
        free.target().map(|board| board.to_string()).as_deref(),
        Some("f")
    );
    // Board a is X's: a side that is sent there chooses among the open boards.
    let sent = after(&free, "fi");
    let freed = after(&sent, "ia");
    assert_eq!(freed.target(), None);
    let game = game("", Side::First);
    // The empty cells of c to i; a and b are closed.
    assert_eq!(count_moves(&game, &freed), 6 + 7 + 7 + 6 + 8 + 9 + 7);
    assert_eq!(
        game.parse_move(&freed, "ag").unwrap_err().to_string(),
        "board a is closed: X has won it"
    );
}

/// From a random game: O has boards b, d and f and can make no line with the open ones, g and i; X
/// has a, c and h and can make one.
const HOPELESS_FOR_O: &str = "O;XOXO#O.X.;.X.XXX.OX/.O..O..O./OO.XXXO.X/OOO.O..../OXXXOOOXX/..OXXOO.O/.XOXOXXXO/XXX...O../OXOO.XXXO";

#[test]
fn hopeless_positions_fail_before_the_end() {
    let position = read(HOPELESS_FOR_O);
    let status = |rules, attacker| game(rules, attacker).status(&position);
    assert_eq!(status("", Side::Second), Status::Failed);
    assert_eq!(status("", Side::First), Status::Open);
    for attacker in Side::BOTH {
        assert_eq!(status("standard,play-out", attacker), Status::Open);
        let game = game("", attacker);
        assert!(!game.is_over(&position));
        assert_eq!(game.outcome(&position), None);
        assert_eq!(
            shomei_game::perft(&game, &position, 1),
            count_moves(&game, &position) as u64
        );
    }
}

#[test]
fn a_full_board_without_a_line_is_closed() {
    let position = read(HOPELESS_FOR_O);
    let e = Cell::parse('e').unwrap();
    assert_eq!(position.state(e), State::Drawn);
    assert_eq!(
        game("", Side::First)
            .parse_move(&position, "ea")
            .unwrap_err()
            .to_string(),
        "board e is closed: it is full"
    );
    // The two open boards, g and i, have one empty cell each.
    let mut moves = Vec::new();
    game("", Side::First).moves(&position, &mut moves);
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["ga", "ie"]);
}

#[test]
fn closed_boards_are_equal_by_their_owner() {
    let other = ONE_MOVE.replacen("XXX......", "X..X..X..", 1);
    let (one, other) = (read(ONE_MOVE), read(&other));
    assert_eq!((one, one.key()), (other, other.key()));
    let open = read(&ONE_MOVE.replacen("OO.......", "O.O......", 1));
    assert_ne!(one, open);
    assert_ne!(one.key(), open.key());
}

#[test]
fn hints_follow_the_rules() {
    let game = game("", Side::First);
    let position = read(ONE_MOVE);
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let best = moves
        .into_iter()
        .max_by_key(|&mv| game.hints(&position, mv).rank)
        .unwrap();
    assert_eq!(game.format_move(&position, best), "cc");
    let start = game.estimate(&game.start(), Init::Eval);
    assert!(start.proof < start.disproof, "{start:?}");
    assert_eq!(size_of::<Position>(), 64);
}
