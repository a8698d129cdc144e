//! Compares the crate with `shogi_legality_lite`, an independent implementation of the rules: legal
//! moves, checks and mating pawn drops, in the positions of random games, on boards with random
//! pieces, and along random play in problems. Also counts the move paths of `corpus/shogi.perft`.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::BTreeSet;

use shogi_core::{Color, PartialPosition, PieceKind};
use shogi_legality_lite::{all_checks_partial, all_legal_moves_partial};
use shomei_game::{Game, Goal, Kind as _, Notation, Side, Status};
use shomei_shogi::{Hand, Kind, Move, Position, Rules, Shogi, Square};
use shomei_testkit::perft;
use shomei_testkit::random::Dice;

mod theirs;

use theirs::{KINDS, theirs};

fn our_kind(kind: PieceKind) -> Kind {
    KINDS.iter().find(|(_, theirs)| *theirs == kind).unwrap().0
}

fn ours(mv: shogi_core::Move) -> Move {
    let square = |s: shogi_core::Square| Square::at(s.file(), s.rank()).unwrap();
    match mv {
        shogi_core::Move::Normal { from, to, promote } => {
            let (from, to) = (square(from), square(to));
            if promote {
                Move::promoting(from, to)
            } else {
                Move::new(from, to)
            }
        }
        shogi_core::Move::Drop { piece, to } => {
            Move::drop(our_kind(piece.piece_kind()), square(to))
        }
    }
}

fn game(rules: Rules, attacker: Side) -> Shogi {
    Shogi::new(rules, Goal::win(attacker))
}

fn moves_of(game: &Shogi, position: &Position) -> BTreeSet<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let set: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move comes twice: {position:?}");
    set
}

/// The number of compared positions and special moves.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    in_check: usize,
    checks: usize,
    mates: usize,
    pawn_mates: usize,
}

impl Seen {
    /// Legal moves and checks of a position, of either crate.
    fn compare(&mut self, position: &Position) {
        let side = position.to_move();
        let full = game(Rules::Full, side);
        let text = full.format_position(position);
        let board = theirs(position);
        let legal: BTreeSet<Move> = all_legal_moves_partial(&board)
            .into_iter()
            .map(ours)
            .collect();
        let mut found = moves_of(&full, position);
        if position.king(side.opponent()).is_none() {
            // The other crate drops no pawn if there is no king to mate.
            found.retain(|mv| mv.dropped() != Some(Kind::Pawn));
        }
        assert_eq!(found, legal, "legal moves of {text}");
        let expected = if legal.is_empty() {
            Status::Failed
        } else {
            Status::Open
        };
        assert_eq!(full.status(position), expected, "{text}");

        let tsume = game(Rules::Tsume, side);
        let found = moves_of(&tsume, position);
        let gives_check = |mv: &&Move| position.play(**mv).in_check(side.opponent());
        let filtered: BTreeSet<Move> = legal.iter().filter(gives_check).copied().collect();
        assert_eq!(found, filtered, "checks of {text}");
        assert_eq!(
            tsume.status(position) == Status::Open,
            !found.is_empty(),
            "{text}"
        );
        // The other crate includes moves that leave the mover's own king in check.
        let checks = all_checks_partial(&board).into_iter().map(ours);
        let checks: BTreeSet<Move> = checks.filter(|mv| legal.contains(mv)).collect();
        assert_eq!(found, checks, "checks of {text}");

        self.positions += 1;
        self.in_check += usize::from(position.in_check(side));
        self.checks += found.len();
        self.mates += usize::from(legal.is_empty());
        self.pawn_mates += pawn_mates(position, &found);
    }
}

/// The number of pawn drops before the enemy king that are illegal only because they mate.
fn pawn_mates(position: &Position, checks: &BTreeSet<Move>) -> usize {
    let side = position.to_move();
    let game = game(Rules::Full, side);
    let refused = |square: Square| {
        let text = format!("P*{square}");
        let error = game.parse_move(position, &text);
        error.is_err_and(|e| e.to_string().contains("may not mate"))
    };
    let count = Square::all().filter(|&square| refused(square)).count();
    assert!(Square::all().all(|s| !refused(s) || !checks.contains(&Move::drop(Kind::Pawn, s))));
    count
}

/// A random move, preferably a check, because random games contain few.
fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    let side = position.to_move();
    let mut moves = Vec::new();
    if dice.chance(40) {
        game(Rules::Tsume, side).moves(position, &mut moves);
    }
    if moves.is_empty() {
        game(Rules::Full, side).moves(position, &mut moves);
    }
    (!moves.is_empty()).then(|| moves[dice.below(moves.len())])
}

#[test]
fn positions_of_random_games() {
    let mut dice = Dice::new(7);
    let mut seen = Seen::default();
    for _ in 0..24 {
        let mut position = game(Rules::Full, Side::First).start();
        for _ in 0..200 {
            seen.compare(&position);
            let Some(mv) = choose(&position, &mut dice) else {
                break;
            };
            position = position.play(mv);
        }
    }
    assert!(seen.positions > 2_000 && seen.in_check > 300, "{seen:?}");
    assert!(seen.checks > 3_000 && seen.mates > 5, "{seen:?}");
}

/// A board with some random pieces and full hands: such boards have frequent checks, pins and
/// mates.
fn scattered(dice: &mut Dice) -> Option<Position> {
    // Half of them in a corner, where mates are frequent.
    let (files, low) = (if dice.chance(50) { 4 } else { 9 }, dice.chance(50));
    let rank = |square: &Square| {
        if low {
            10 - square.rank()
        } else {
            square.rank()
        }
    };
    let near = |square: &Square| square.file() <= files && rank(square) <= files;
    let squares: Vec<Square> = Square::all().filter(near).collect();
    let mut pieces: Vec<(Square, Side, Kind)> = Vec::new();
    let mut hands = [Hand::EMPTY; 2];
    let mut place = |dice: &mut Dice, side, kind| {
        let square = squares[dice.below(squares.len())];
        let free = pieces.iter().all(|(taken, ..)| *taken != square);
        if free {
            pieces.push((square, side, kind));
        }
        free
    };
    let second = dice.chance(60);
    place(dice, Side::Second, Kind::King);
    if second {
        place(dice, Side::First, Kind::King);
    }
    let on_board = 10 + dice.below(70);
    for kind in Kind::IN_HAND {
        for _ in 0..kind.total() {
            let side = Side::BOTH[dice.below(2)];
            let promoted = kind.promoted().filter(|_| dice.chance(30)).unwrap_or(kind);
            if !dice.chance(on_board) || !place(dice, side, promoted) {
                hands[side.index()] = hands[side.index()].with(kind);
            }
        }
    }
    let to_move = Side::BOTH[dice.below(2)];
    Position::new(&pieces, hands, to_move).ok()
}

#[test]
fn boards_of_random_pieces() {
    let mut dice = Dice::new(8);
    let mut seen = Seen::default();
    while seen.positions < 1_200 {
        if let Some(position) = scattered(&mut dice) {
            seen.compare(&position);
        }
    }
    assert!(seen.in_check > 100 && seen.mates > 10, "{seen:?}");
    assert!(seen.pawn_mates >= 3, "{seen:?}");
}

/// Counts move paths with the other crate alone, which generates the moves and plays them. Under
/// the rules of problems Black attacks, as in the file.
fn their_paths(board: &PartialPosition, depth: u32, rules: Rules) -> u64 {
    let legal = all_legal_moves_partial(board);
    let must_check = rules == Rules::Tsume && board.side_to_move() == Color::Black;
    let moves = match must_check {
        true => {
            let checks = all_checks_partial(board);
            legal.into_iter().filter(|mv| checks.contains(mv)).collect()
        }
        false => legal,
    };
    if depth == 1 {
        return moves.len() as u64;
    }
    let paths_after = |mv| {
        let mut child = board.clone();
        child.make_move(mv).unwrap();
        their_paths(&child, depth - 1, rules)
    };
    moves.into_iter().map(paths_after).sum()
}

fn recount(most: u64) -> usize {
    let mut counted = 0;
    for case in perft::load("shogi.perft").unwrap() {
        let game = Shogi::open(&case.rules, Goal::win(Side::First)).unwrap();
        let board = theirs(&game.parse_position(&case.position).unwrap());
        for &(depth, paths) in case.paths.iter().filter(|&&(_, paths)| paths <= most) {
            let found = their_paths(&board, depth, game.rule_set());
            assert_eq!(found, paths, "{depth} plies from {}", case.position);
            counted += 1;
        }
    }
    counted
}

#[test]
fn move_paths() {
    let counted = recount(3_000);
    assert!(counted >= 25, "{counted}");
}

#[test]
#[ignore = "minutes: cargo test --release -p shomei-shogi -- --ignored"]
fn more_move_paths() {
    recount(1_100_000);
}

mod data {
    use super::*;
    use shomei_testkit::data::text;

    /// Problems from games: random play along checks and evasions.
    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn positions_of_problems() {
        let mut dice = Dice::new(9);
        let mut seen = Seen::default();
        for line in text("shogi/mate9.txt").lines() {
            let (problem, _) = line.split_once(" moves ").unwrap();
            let full = game(Rules::Full, Side::First);
            let mut position = full.parse_position(problem).unwrap();
            let tsume = game(Rules::Tsume, position.to_move());
            for _ in 0..6 {
                seen.compare(&position);
                if tsume.is_over(&position) {
                    break;
                }
                let moves: Vec<Move> = moves_of(&tsume, &position).into_iter().collect();
                position = position.play(moves[dice.below(moves.len())]);
            }
            // The solution is legal, and it mates.
            let end = full.parse_position(line).unwrap();
            assert_eq!(tsume.status(&end), Status::Won, "{line}");
        }
        assert!(seen.positions > 2_000, "{seen:?}");
    }
}
