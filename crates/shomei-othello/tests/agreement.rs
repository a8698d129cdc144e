//! Compares the crate with `magpie`, an independent implementation of Othello: on the positions of
//! random games, and on boards of random discs. `magpie` has only the standard board. On the
//! smaller one, without discs outside, it flips the same discs, and the moves inside are the same.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use magpie::othello::{self, Board, Stone};
use shomei_game::{Game, Goal, KeyStream, Kind, Notation, Outcome, Side};
use shomei_othello::{Move, Othello, Position, Rules, Size};
use shomei_testkit::perft;
use shomei_testkit::random::Dice;

fn stone(side: Side) -> Stone {
    match side {
        Side::First => Stone::Black,
        Side::Second => Stone::White,
    }
}

/// `magpie` has a1 as the highest bit.
fn turned(set: u64) -> u64 {
    set.reverse_bits()
}

fn theirs(position: &Position) -> Board {
    let discs = |side| turned(position.discs(side));
    Board::try_from((discs(Side::First), discs(Side::Second))).unwrap()
}

fn assert_same_discs(position: &Position, board: &Board) {
    for side in Side::BOTH {
        let discs = turned(board.bits_for(stone(side)).raw());
        assert_eq!(position.discs(side), discs, "{side:?} in {position:?}");
    }
}

/// Compares legal moves and the positions after them.
fn assert_same_moves(position: &Position, board: &Board) {
    let game = Othello::new(Rules::Standard, Goal::win(Side::First));
    let mover = stone(position.to_move());
    let inside = position.size().mask();
    let legal = turned(board.moves_for(mover).raw()) & inside;
    assert_eq!(position.mobility(), legal, "{position:?}");
    let cannot_reply = turned(board.moves_for(mover.flip()).raw()) & inside == 0;
    let is_over = legal == 0 && cannot_reply;
    assert_eq!(position.is_over(), is_over, "{position:?}");
    for square in 0..64 {
        let mv = Move::to(square);
        let is_legal = legal >> square & 1 == 1;
        assert_eq!(position.is_legal(mv), is_legal, "{mv} in {position:?}");
        if is_legal {
            let mut after = board.clone();
            after.play(mover, turned(1 << square).try_into().unwrap());
            let played = game.play(position, mv);
            assert_same_discs(&played, &after);
            assert_eq!(played.to_move(), position.to_move().opponent());
        }
    }
    let must_pass = legal == 0 && !is_over;
    assert_eq!(position.is_legal(Move::PASS), must_pass, "{position:?}");
    if must_pass {
        assert_same_discs(&game.play(position, Move::PASS), board);
    }
    if !is_over {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let expected = if must_pass { 1 } else { legal.count_ones() };
        assert_eq!(moves.len() as u32, expected, "{position:?}");
    }
}

/// The lead of Black, from the numbers of discs.
fn score(size: Size, board: &Board) -> i32 {
    let count = |stone| i32::from(board.bits_for(stone).count_set());
    let (black, white) = (count(Stone::Black), count(Stone::White));
    let empty = size.area() as i32 - black - white;
    match black - white {
        0 => 0,
        ahead if ahead > 0 => ahead + empty,
        deficit => deficit - empty,
    }
}

fn assert_same_end(position: &Position, status: othello::Status, board: &Board) {
    let expected = match status {
        othello::Status::Win(Stone::Black) => Some(Outcome::Win(Side::First)),
        othello::Status::Win(Stone::White) => Some(Outcome::Win(Side::Second)),
        othello::Status::Draw => Some(Outcome::Draw),
        othello::Status::Progressing => None,
    };
    assert_eq!(position.outcome(), expected, "{position:?}");
    let score = score(position.size(), board);
    assert_eq!(position.score(Side::First), score, "{position:?}");
    assert_eq!(position.score(Side::Second), -score, "{position:?}");
}

#[test]
fn positions_of_random_games() {
    let mut dice = Dice::new(5);
    let (mut compared, mut passes, mut draws, mut early) = (0, 0, 0, 0);
    for _ in 0..1_000 {
        let (mut position, mut game) = (Position::start(), othello::Game::new());
        while !position.is_over() {
            let board = game.board();
            assert_same_discs(&position, &board);
            assert_same_moves(&position, &board);
            compared += 1;
            let moves: Vec<othello::Position> = game.moves().hot_bits().collect();
            if moves.is_empty() {
                game.pass_turn();
                position = position.play(Move::PASS);
                passes += 1;
                continue;
            }
            let chosen = moves[dice.below(moves.len())];
            game.play(chosen).unwrap();
            let square = turned(chosen.raw()).trailing_zeros() as u8;
            position = position.play(Move::to(square));
        }
        // `magpie` ends a game after two passes.
        game.pass_turn();
        game.pass_turn();
        assert_same_end(&position, game.status(), &game.board());
        draws += usize::from(position.outcome() == Some(Outcome::Draw));
        early += usize::from(position.empties() > 0);
    }
    assert!(compared > 50_000, "{compared}");
    assert!(
        passes >= 300 && draws >= 20 && early >= 10,
        "{passes} {draws} {early}"
    );
}

/// `magpie` ends a game only if the standard board has no move, so the winner is counted here.
#[test]
fn positions_of_random_games_on_six_by_six() {
    let mut dice = Dice::new(7);
    let (mut compared, mut passes, mut early) = (0, 0, 0);
    for _ in 0..1_000 {
        let mut position = Position::start_on(Size::Six);
        let mut board = theirs(&position);
        while !position.is_over() {
            assert_same_discs(&position, &board);
            assert_same_moves(&position, &board);
            compared += 1;
            let moves: Vec<u8> = (0..64)
                .filter(|square| position.mobility() >> square & 1 == 1)
                .collect();
            if moves.is_empty() {
                position = position.play(Move::PASS);
                passes += 1;
                continue;
            }
            let square = moves[dice.below(moves.len())];
            let mover = stone(position.to_move());
            board.play(mover, turned(1 << square).try_into().unwrap());
            position = position.play(Move::to(square));
        }
        assert_same_discs(&position, &board);
        assert_same_moves(&position, &board);
        let score = score(Size::Six, &board);
        assert_eq!(position.score(Side::First), score, "{position:?}");
        assert_eq!(position.score(Side::Second), -score, "{position:?}");
        let outcome = position.outcome();
        match score.signum() {
            0 => assert_eq!(outcome, Some(Outcome::Draw)),
            1 => assert_eq!(outcome, Some(Outcome::Win(Side::First))),
            _ => assert_eq!(outcome, Some(Outcome::Win(Side::Second))),
        }
        early += usize::from(position.empties() > 0);
    }
    assert!(
        compared > 25_000 && passes >= 300 && early >= 10,
        "{compared} {passes} {early}"
    );
}

/// Lines of all lengths, which are rare in games.
#[test]
fn boards_of_random_discs() {
    let mut keys = KeyStream::new(6);
    let mut next = || keys.next_key().0;
    let mut over = 0;
    for round in 0..20_000 {
        let (a, b, c) = (next(), next(), next());
        // Half, three quarters or seven eighths of the squares are occupied.
        let taken = match round % 3 {
            0 => a,
            1 => a | b,
            _ => a | b | next(),
        };
        let (black, white) = (taken & c, taken & !c);
        for side in Side::BOTH {
            let position = Position::new(black, white, side).unwrap();
            assert_same_moves(&position, &theirs(&position));
            over += usize::from(position.is_over());
            let inside = Size::Six.mask();
            let small = Position::on(Size::Six, black & inside, white & inside, side).unwrap();
            assert_same_moves(&small, &theirs(&small));
        }
    }
    assert!(over > 0, "{over}");
}

/// Paths of `depth` plies by the rules of `magpie`; a finished game counts once.
fn paths(size: Size, board: &Board, mover: Stone, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let inside = |square: &othello::Position| turned(square.raw()) & size.mask() != 0;
    let moves = |mover| board.moves_for(mover).hot_bits().filter(inside);
    if moves(mover).next().is_none() {
        return if moves(mover.flip()).next().is_none() {
            1
        } else {
            paths(size, board, mover.flip(), depth - 1)
        };
    }
    let below = |square| {
        let mut after = board.clone();
        after.play(mover, square);
        paths(size, &after, mover.flip(), depth - 1)
    };
    moves(mover).map(below).sum()
}

/// The numbers in the corpus are also counted by the rules of `magpie`.
#[test]
fn move_paths() {
    for case in perft::load("othello.perft").unwrap() {
        let game = Othello::open(&case.rules, Goal::win(Side::First)).unwrap();
        let position = game.parse_position(&case.position).unwrap();
        for &(depth, expected) in case.paths.iter().filter(|(_, paths)| *paths < 100_000) {
            let mover = stone(position.to_move());
            let counted = paths(game.size(), &theirs(&position), mover, depth);
            assert_eq!(counted, expected, "{depth} plies of {position:?}");
        }
    }
}
