//! Compares the crate with the readable rules of `reference`, on the positions of random games and
//! on random boards.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod reference;

use reference::{At, Board};
use shomei_game::{Game, Goal, Key, Notation, Outcome, Side, Status};
use shomei_loa::{Loa, Move, NoMove, Position, Rules, Simultaneous, Size, Square};

/// Reproducible random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = Key::of(self.0).0;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

fn all_rules(board: Size) -> impl Iterator<Item = Rules> {
    [Simultaneous::Draw, Simultaneous::MoverWins]
        .into_iter()
        .flat_map(move |simultaneous| {
            [NoMove::Pass, NoMove::Loss].map(|no_move| Rules {
                simultaneous,
                no_move,
                board,
            })
        })
}

fn square((file, rank): At) -> Square {
    Square::at(file as u8, rank as u8).unwrap()
}

/// The moves of the reference, in the crate's type and order.
fn expected_moves(board: &Board) -> Vec<Move> {
    let moves = board.moves(board.to_move);
    let moves: Vec<Move> = moves
        .into_iter()
        .map(|(from, to)| Move::new(square(from), square(to)))
        .collect();
    if moves.is_empty() {
        vec![Move::PASS]
    } else {
        moves
    }
}

fn expected_status(outcome: Option<Outcome>, attacker: Side) -> Status {
    match outcome {
        None => Status::Open,
        Some(Outcome::Win(side)) if side == attacker => Status::Won,
        Some(_) => Status::Failed,
    }
}

/// The game with these rules on a board of this size, Black to win.
fn on(board: Size, rules: Rules) -> Loa {
    Loa::new(Rules { board, ..rules }, Goal::win(Side::First))
}

/// Compares all functions of a position.
fn assert_agreement(position: &Position, board: &Board) {
    let text = board.text();
    // The outcome under every rule set, for both goals.
    let size = position.size();
    for rules in all_rules(size) {
        let draw = rules.simultaneous == Simultaneous::Draw;
        let outcome = board.outcome(draw, rules.no_move == NoMove::Pass);
        for attacker in Side::BOTH {
            let game = Loa::new(rules, Goal::win(attacker));
            assert_eq!(game.outcome(position), outcome, "{text} {rules}");
            let status = expected_status(outcome, attacker);
            assert_eq!(game.status(position), status, "{text} {rules} {attacker:?}");
        }
    }
    // Values that are updated incrementally.
    for side in Side::BOTH {
        assert_eq!(position.mobility(side), board.moves(side).len(), "{text}");
        assert_eq!(
            position.is_connected(side),
            board.is_connected(side),
            "{text}"
        );
    }
    // Incrementally updated values, compared with values computed from the board.
    let [black, white] = Side::BOTH.map(|side| position.pieces(side));
    let fresh = Position::on(size, black, white, position.to_move()).unwrap();
    assert_eq!(*position, fresh, "{text}");
    assert_eq!(position.key(), fresh.key(), "{text}");
    // The moves, in the documented order, and the notation.
    let game = on(size, Rules::OLYMPIAD);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert_eq!(moves, expected_moves(board), "{text}");
    assert_notation(&game, position, &moves, &text);
}

fn assert_notation(game: &Loa, position: &Position, moves: &[Move], text: &str) {
    assert_eq!(game.format_position(position), text);
    assert_eq!(game.parse_position(text).as_ref(), Ok(position));
    assert_eq!(
        game.parse_position(&game.diagram(position)).as_ref(),
        Ok(position)
    );
    for &mv in moves {
        assert_eq!(
            position.key_after(mv),
            game.play(position, mv).key(),
            "{text} {mv:?}"
        );
        if game.status(position) == Status::Open {
            let name = game.format_move(position, mv);
            assert_eq!(game.parse_move(position, &name), Ok(mv), "{text} {name}");
        }
    }
}

fn played(board: &Board, mv: Move) -> Board {
    let at = |s: Square| (i32::from(s.file()), i32::from(s.rank()));
    match mv.squares() {
        None => board.passed(),
        Some((from, to)) => board.play(at(from), at(to)),
    }
}

#[test]
fn positions_of_random_games() {
    for (seed, size) in (7..).zip(Size::ALL) {
        let game = on(size, Rules::OLYMPIAD);
        let mut random = Random(seed);
        let mut compared = 0;
        while compared < 1_500 {
            let mut position = game.start();
            let mut board = Board::parse(&game.format_position(&position));
            loop {
                assert_agreement(&position, &board);
                compared += 1;
                if game.status(&position) != Status::Open {
                    break;
                }
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mv = moves[random.below(moves.len())];
                position = game.play(&position, mv);
                board = played(&board, mv);
            }
        }
    }
}

/// Boards from one piece to full: full lines, sides without moves, units of all shapes. One ply is
/// played from each, whether it is finished or not.
#[test]
fn random_boards() {
    for size in Size::ALL {
        random_boards_of(size);
    }
}

fn random_boards_of(size: Size) {
    let mut random = Random(8);
    let (mut stuck, mut finished) = (0, 0);
    for _ in 0..1_500 {
        let density = random.below(64) as u64;
        let mut pieces = [0, 0];
        for square in size.squares() {
            if random.next() % 64 <= density {
                pieces[random.below(2)] |= 1u64 << square.index();
            }
        }
        let to_move = Side::BOTH[random.below(2)];
        let Ok(position) = Position::on(size, pieces[0], pieces[1], to_move) else {
            continue;
        };
        let game = on(size, Rules::SACKSON);
        let board = Board::parse(&game.format_position(&position));
        assert_agreement(&position, &board);
        stuck += usize::from(position.mobility(position.to_move()) == 0);
        finished += usize::from(game.status(&position) != Status::Open);
        let mv = expected_moves(&board)[0];
        // The last piece of a side is never captured: such a game is over before.
        let emptied = mv.squares().is_some_and(|(_, to)| {
            position.pieces(position.to_move().opponent()) == 1 << to.index()
        });
        if !emptied {
            assert_agreement(&game.play(&position, mv), &played(&board, mv));
        }
    }
    assert!(
        stuck > 10 && finished > 100,
        "the boards of {size} are too tame: {stuck}, {finished}"
    );
}
