//! The points on which rule sets differ, and the hints.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Estimate, Game, Goal, Init, Kind, Notation, Outcome, Role, Side, Status, perft};
use shomei_loa::{Loa, Move, Position};

/// Black, in the corner enclosed by White's pieces, cannot move.
///
/// ```text
/// 4 . . . . . . o .
/// 3 . . . . . . . .
/// 2 o o o o . . . o
/// 1 x o x o . . . .
/// ```
const STUCK: &str = "xoxo....oooo...o..............o................................. x";

/// Black's d1xb3 captures the piece that separates White's other pieces from each other, and
/// connects Black's own two.
///
/// ```text
/// 4 . x . . . . . .
/// 3 . o . . . . . .
/// 2 . . . . . . . o
/// 1 . . . x . . . o
/// ```
const BOTH_AT_ONCE: &str = "...x...o.......o.o.......x...................................... x";

fn game(rules: &str, attacker: Side) -> Loa {
    Loa::open(rules, Goal::win(attacker)).unwrap()
}

fn position(text: &str) -> Position {
    game("", Side::First).parse_position(text).unwrap()
}

fn moves(game: &Loa, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

#[test]
fn a_stuck_side_passes() {
    let game = game("olympiad", Side::First);
    let stuck = position(STUCK);
    assert_eq!(stuck.mobility(Side::First), 0);
    assert_eq!(game.status(&stuck), Status::Open);
    assert_eq!(perft(&game, &stuck, 1), 1);
    assert_eq!(moves(&game, &stuck), [Move::PASS]);
    assert_eq!(game.parse_move(&stuck, "Pass"), Ok(Move::PASS));
    let passed = game.play(&stuck, Move::PASS);
    assert_eq!(passed, position(&STUCK.replace(" x", " o")));
    assert_eq!(passed.key(), position(&STUCK.replace(" x", " o")).key());
    assert_eq!(stuck.key_after(Move::PASS), passed.key());
    assert_eq!(game.role(&passed), Role::Defender);
}

#[test]
fn a_stuck_side_loses() {
    for attacker in Side::BOTH {
        let game = game("no-move=loss", attacker);
        let stuck = position(STUCK);
        assert_eq!(game.outcome(&stuck), Some(Outcome::Win(Side::Second)));
        let won = attacker == Side::Second;
        assert_eq!(
            game.status(&stuck),
            if won { Status::Won } else { Status::Failed }
        );
        // On White's turn the game continues.
        let white = position(&STUCK.replace(" x", " o"));
        assert_eq!(game.status(&white), Status::Open);
        assert_eq!(
            game.parse_move(&stuck, "pass").unwrap_err().to_string(),
            "the game is over: White has won"
        );
    }
}

/// The outcome after d1xb3.
fn after_capture(rules: &str, text: &str) -> Option<Outcome> {
    let game = game(rules, Side::First);
    let position = position(text);
    assert_eq!(game.status(&position), Status::Open);
    let mv = game.parse_move(&position, "d1xb3").unwrap();
    let after = game.play(&position, mv);
    assert_eq!(position.key_after(mv), after.key());
    game.outcome(&after)
}

#[test]
fn both_connected_at_once() {
    assert_eq!(after_capture("olympiad", BOTH_AT_ONCE), Some(Outcome::Draw));
    let mover = Some(Outcome::Win(Side::First));
    assert_eq!(after_capture("sackson", BOTH_AT_ONCE), mover);
    assert_eq!(
        after_capture("simultaneous=mover-wins", BOTH_AT_ONCE),
        mover
    );
    assert_eq!(
        after_capture("sackson,simultaneous=draw", BOTH_AT_ONCE),
        Some(Outcome::Draw)
    );
}

#[test]
fn a_draw_fails_for_both() {
    let drawn = position(&format!("{BOTH_AT_ONCE} moves d1xb3"));
    for attacker in Side::BOTH {
        assert_eq!(game("", attacker).status(&drawn), Status::Failed);
    }
    let sackson = |attacker| game("sackson", attacker).status(&drawn);
    assert_eq!(Side::BOTH.map(sackson), [Status::Won, Status::Failed]);
}

/// A third black piece on e8 is not connected: the capture connects only White.
#[test]
fn connecting_the_opponent_only_loses() {
    let apart = BOTH_AT_ONCE.replace("... x", "x.. x");
    for rules in ["olympiad", "sackson"] {
        assert_eq!(
            after_capture(rules, &apart),
            Some(Outcome::Win(Side::Second))
        );
    }
}

#[test]
fn a_side_with_one_piece_is_connected() {
    // White has only b3 and h1 here.
    let apart = BOTH_AT_ONCE
        .replace("... x", "x.. x")
        .replace("...x...o.......o", "...x...o........");
    for rules in ["olympiad", "sackson"] {
        assert_eq!(
            after_capture(rules, &apart),
            Some(Outcome::Win(Side::Second))
        );
    }
}

/// In sixteenths of a leaf, in balanced positions.
#[test]
fn even_leaves_start_with_their_mobility() {
    let start = Position::start();
    let estimate = |attacker| game("", attacker).estimate(&start, Init::Eval);
    let [attacking, defending] = Side::BOTH.map(estimate);
    let one = 16;
    assert_eq!(
        attacking,
        Estimate {
            proof: one,
            disproof: 36 * one
        }
    );
    assert_eq!(
        defending,
        Estimate {
            proof: 36 * one,
            disproof: one
        }
    );
}

/// A side that can only pass has one move; the side with the better evaluation has the better
/// numbers.
#[test]
fn leaves_that_can_only_pass_have_an_estimate() {
    let stuck = position(STUCK);
    let estimate = game("", Side::First).estimate(&stuck, Init::Eval);
    assert!(estimate.proof >= 1 && estimate.disproof >= 1);
    let is_better = stuck.evaluation() > 0;
    let mover_attacks = stuck.to_move() == Side::First;
    assert_eq!(
        estimate.proof < estimate.disproof,
        is_better == mover_attacks
    );
}

#[test]
fn joining_captures_rank_first() {
    let game = game("", Side::First);
    let position = position(BOTH_AT_ONCE);
    let best = moves(&game, &position)
        .into_iter()
        .max_by_key(|&mv| game.hints(&position, mv).rank)
        .unwrap();
    assert_eq!(game.format_move(&position, best), "d1xb3");
    assert_eq!(game.hints(&position, Move::PASS).rank, 0);
}

#[test]
fn a_position_stays_small() {
    assert_eq!(size_of::<Position>(), 32);
    assert_eq!(size_of::<Move>(), 2);
}
