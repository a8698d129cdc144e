//! Hand-made positions for each rule, and numbers of move paths.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Kind, Notation, Outcome, Scored, Side, Status, Visit, perft};
use shomei_othello::{Move, Othello, Position, PositionError};

const BLACK: Side = Side::First;
const WHITE: Side = Side::Second;

fn game(rules: &str, attacker: Side) -> Othello {
    Othello::open(rules, Goal::win(attacker)).unwrap()
}

fn read(text: &str) -> Position {
    game("", BLACK)
        .parse_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A board from its first rows; the other rows are empty.
fn board(rows: &[&str], side: &str) -> Position {
    let squares = rows.concat();
    read(&format!(
        "{squares}{} {side}",
        "-".repeat(64 - squares.len())
    ))
}

fn moves(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    game("", BLACK).moves(position, &mut moves);
    moves.iter().map(Move::to_string).collect()
}

fn after(position: &Position, mv: &str) -> Position {
    let game = game("", BLACK);
    game.play(position, game.parse_move(position, mv).unwrap())
}

#[test]
fn paths_from_the_start() {
    let game = game("", BLACK);
    let paths = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    for (depth, paths) in (1..).zip(paths) {
        assert_eq!(perft(&game, &game.start(), depth), paths, "{depth} plies");
    }
}

#[test]
#[ignore = "takes a second"]
fn longer_paths_from_the_start() {
    let game = game("", BLACK);
    assert_eq!(perft(&game, &game.start(), 9), 3_005_288);
    // 228 games are over after nine plies.
    assert_eq!(perft(&game, &game.start(), 10), 24_571_284);
}

/// A disc in the middle of lines in all directions. Lines that end at the edge, at an empty square
/// or at once are not flipped.
#[test]
fn lines_are_flipped_in_all_directions() {
    let rows = [
        "X--X--O-", "-O-O-O--", "--OOO---", "XOO-OOX-", "--OOO---", "-O-O-O--", "X--X--X-",
        "--------",
    ];
    let position = board(&rows, "X");
    let played = after(&position, "d4");
    let expected = [
        "X--X--O-", "-X-X-O--", "--XXO---", "XXXXXXX-", "--XXX---", "-X-X-X--", "X--X--X-",
        "--------",
    ];
    assert_eq!(played, board(&expected, "O"));
    // Only the line closed by the new disc is flipped: no flip causes another.
    let chain = board(&["-OX-----", "-O------", "-X------"], "X");
    assert_eq!(
        after(&chain, "a1"),
        board(&["XXX-----", "-O------", "-X------"], "O")
    );
}

#[test]
fn a_side_without_a_move_passes() {
    // White has no move after c1; Black has one left.
    let position = read(&format!("*O{}*O------ X", "-".repeat(54)));
    let passing = after(&position, "c1");
    assert_eq!(moves(&passing), ["--"]);
    assert_eq!(passing.mobility(), 0);
    for attacker in Side::BOTH {
        let game = game("", attacker);
        assert!(!game.is_over(&passing));
        assert_eq!(game.status(&passing), Status::Open);
        assert_eq!(perft(&game, &passing, 1), 1);
        assert_eq!(game.outcome(&passing), None);
        assert_eq!(Scored::score(&game, &passing, attacker), None);
    }
    let passed = after(&passing, "--");
    assert_eq!(passed.to_move(), BLACK);
    assert_eq!(moves(&passed), ["C8"]);
    assert_ne!(passed.key(), passing.key());
    // Both possible games end earlier, and count once each.
    assert_eq!(perft(&game("", BLACK), &position, 4), 2);
}

#[test]
fn the_game_is_over_when_neither_side_can_move() {
    // Empty squares are left, with discs of both sides.
    let position = board(&["XXXX----", "--------", "OO------"], "X");
    assert!(position.is_over());
    assert_eq!(position.empties(), 58);
    assert_eq!(position.outcome(), Some(Outcome::Win(BLACK)));
    // They count for the winner.
    assert_eq!((position.score(BLACK), position.score(WHITE)), (60, -60));
    for side in ["X", "O"] {
        let draw = board(&["XX------", "--------", "OO------"], side);
        assert_eq!(draw.outcome(), Some(Outcome::Draw));
        assert_eq!((draw.score(BLACK), draw.score(WHITE)), (0, 0));
        for attacker in Side::BOTH {
            assert_eq!(game("", attacker).status(&draw), Status::Failed);
        }
    }
}

/// The shortest way to lose all discs.
#[test]
fn a_side_without_discs_has_lost() {
    let position = read("F5D6C5F4E3F6G5E6E7");
    assert_eq!(position.discs(WHITE), 0);
    assert_eq!(position.disc_count(), 13);
    assert_eq!(position.score(BLACK), 64);
    assert_eq!(game("", BLACK).status(&position), Status::Won);
    assert_eq!(game("", WHITE).status(&position), Status::Failed);
}

#[test]
fn rules_move_the_line_between_win_and_loss() {
    // Black is 4 discs ahead on a full board.
    let text = format!("{}{} X", "X".repeat(34), "O".repeat(30));
    let position = read(&text);
    let status = |rules: &str, attacker| game(rules, attacker).status(&position);
    for (rules, black_wins) in [
        ("standard", true),
        ("black>=-64", true),
        ("black>=4", true),
        ("black>=5", false),
        ("black>=6", false),
        ("white>=-6", false),
        ("white>=-4", false),
        ("white>=-3", true),
        ("white>=0", true),
    ] {
        let winner = if black_wins { BLACK } else { WHITE };
        assert_eq!(status(rules, winner), Status::Won, "{rules}");
        assert_eq!(status(rules, winner.opponent()), Status::Failed, "{rules}");
        let outcome = game(rules, BLACK).outcome(&position);
        assert_eq!(outcome, Some(Outcome::Win(winner)), "{rules}");
    }
}

/// With three empty squares, the answers of the leaf solver for either goal and several rules equal
/// those of all lines of play.
#[test]
fn leaves_are_decided_by_the_rules_that_hold() {
    let text = "XXXXXXXXXOOOOOXXXOOXOXXXXOXOOXXXXOOXXOXXXXOOOXXX-XXXXX--OOOOOOOO X";
    let position = read(text);
    assert_eq!(position.empties(), 3);
    for rules in [
        "standard",
        "black>=0",
        "black>=20",
        "white>=-10",
        "white>=40",
    ] {
        for attacker in Side::BOTH {
            let game = game(rules, attacker);
            let expected = if wins(&game, &position) {
                Status::Won
            } else {
                Status::Failed
            };
            assert_eq!(
                game.solve_leaf(&position, Visit::Made, &mut 0),
                expected,
                "{rules}"
            );
        }
    }
}

fn wins(game: &Othello, position: &Position) -> bool {
    if game.is_over(position) {
        return game.status(position) == Status::Won;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut children = moves.into_iter().map(|mv| game.play(position, mv));
    if position.to_move() == game.attacker() {
        children.any(|child| wins(game, &child))
    } else {
        children.all(|child| wins(game, &child))
    }
}

#[test]
fn discs_that_are_not_a_position() {
    assert_eq!(
        Position::new(0b11, 0b10, BLACK),
        Err(PositionError::Overlap("B1".into()))
    );
    assert_eq!(Position::new(0, 0, BLACK), Err(PositionError::Empty));
    let position = Position::new(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, BLACK);
    assert_eq!(position, Ok(Position::start()));
}
