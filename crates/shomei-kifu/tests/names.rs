//! Compares the Japanese names of moves with `shogi_official_kifu`, which follows the same
//! convention.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shogi_core::{PartialPosition, Piece};
use shogi_legality_lite::prelegality::all_valid_moves;
use shogi_official_kifu::display_single_move_kansuji;
use shomei_game::Side;
use shomei_kifu::move_name;
use shomei_shogi::{Hand, Kind, Move, Position, Square};
use shomei_testkit::random::Dice;

/// Shared with the tests of the rules.
#[path = "../../shomei-shogi/tests/theirs/mod.rs"]
mod theirs;

use theirs::{KINDS, theirs};

fn there(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file(), square.rank()).unwrap()
}

/// The same move; the board determines the side of a dropped piece.
fn their_move(board: &PartialPosition, mv: Move) -> shogi_core::Move {
    let to = there(mv.to());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => shogi_core::Move::Normal {
            from: there(from),
            to,
            promote: mv.promotes(),
        },
        (None, kind) => {
            let kind = kind.unwrap();
            let kind = KINDS.iter().find(|(ours, _)| *ours == kind).unwrap().1;
            let piece = Piece::new(kind, board.side_to_move());
            shogi_core::Move::Drop { piece, to }
        }
    }
}

/// Most pieces on the board, most of them promoted and of one side, around the middle, so that many
/// of a kind can reach a square.
fn crowded(dice: &mut Dice) -> Option<Position> {
    let owner = Side::BOTH[dice.below(2)];
    let near = 3 + dice.below(3) as u8;
    let squares: Vec<Square> = Square::all()
        .filter(|s| s.file().abs_diff(5) < near && s.rank().abs_diff(5) < near)
        .collect();
    let mut pieces: Vec<(Square, Side, Kind)> = Vec::new();
    let mut hands = [Hand::EMPTY; 2];
    for kind in Kind::IN_HAND.into_iter().chain([Kind::King]) {
        for number in 0..kind.total() {
            let side = match kind {
                Kind::King => Side::BOTH[usize::from(number)],
                // Pieces that can pin belong to both sides.
                Kind::Lance | Kind::Bishop | Kind::Rook if dice.chance(50) => owner.opponent(),
                _ if dice.chance(80) => owner,
                _ => owner.opponent(),
            };
            let promoted = kind.promoted().filter(|_| dice.chance(60)).unwrap_or(kind);
            let square = squares[dice.below(squares.len())];
            if dice.chance(70) && pieces.iter().all(|(taken, ..)| *taken != square) {
                pieces.push((square, side, promoted));
            } else if kind != Kind::King {
                hands[side.index()] = hands[side.index()].with(kind);
            }
        }
    }
    Position::new(&pieces, hands, owner.opponent()).ok()
}

/// A random move with its name, preferably one that is distinguished from others.
fn choose(moves: &[Move], dice: &mut Dice, name: impl Fn(Move) -> String) -> (Move, String) {
    let mut mv = moves[dice.below(moves.len())];
    for _ in 0..6 {
        if name(mv).contains(DISTINCTIONS) {
            break;
        }
        mv = moves[dice.below(moves.len())];
    }
    (mv, name(mv))
}

const DISTINCTIONS: [char; 8] = ['上', '寄', '引', '左', '右', '直', '打', '同'];

/// The number of pieces of the same kind that can reach the square, by the other crate's rules,
/// which allow leaving a king in check, and by ours.
fn reaching(
    board: &PartialPosition,
    position: &Position,
    moves: &[Move],
    mv: Move,
) -> (usize, usize) {
    let piece = match their_move(board, mv) {
        shogi_core::Move::Normal { from, .. } => board.piece_at(from).unwrap(),
        shogi_core::Move::Drop { piece, .. } => piece,
    };
    let mut theirs: Vec<u8> = Vec::new();
    for other in all_valid_moves(board) {
        if let shogi_core::Move::Normal { from, to, .. } = other
            && to == there(mv.to())
            && board.piece_at(from) == Some(piece)
        {
            theirs.push(from.index());
        }
    }
    let kind = |mv: Move| match mv.from() {
        Some(from) => position.piece(from).unwrap().1,
        None => mv.dropped().unwrap(),
    };
    let mut ours: Vec<Square> = moves
        .iter()
        .filter(|other| other.to() == mv.to() && kind(**other) == kind(mv))
        .filter_map(|other| other.from())
        .collect();
    theirs.sort_unstable();
    theirs.dedup();
    ours.sort_unstable();
    ours.dedup();
    (theirs.len(), ours.len())
}

/// Counts of the comparison.
#[derive(Debug, Default)]
struct Compared {
    names: usize,
    /// Names that distinguish the moving piece from others.
    distinguished: usize,
    /// Moves to the square of the move before.
    same: usize,
    dropped: usize,
    promoting: usize,
    /// Moves that could promote but do not.
    not_promoting: usize,
    /// Names that differ because the other crate counts a piece that cannot legally move.
    pinned: usize,
}

impl Compared {
    /// Compares the name of a move in a position; `board` is the same position in the other crate.
    fn add(
        &mut self,
        board: &PartialPosition,
        position: &Position,
        last: Option<Square>,
        dice: &mut Dice,
    ) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let ours = |mv| move_name(position, mv, last);
        let (mv, name) = choose(&moves, dice, ours);
        let other = display_single_move_kansuji(board, their_move(board, mv));
        // 竜 and 龍 are the same word.
        let other = other.map(|name| name.replace('竜', "龍"));
        self.names += 1;
        self.distinguished += usize::from(name.contains(&DISTINCTIONS[..6]));
        self.same += usize::from(name.contains('同'));
        self.dropped += usize::from(name.contains('打'));
        self.promoting += usize::from(mv.promotes());
        self.not_promoting += usize::from(name.contains("不成"));
        if other.as_deref() == Some(name.as_str()) {
            return;
        }
        let (with_pinned, without) = reaching(board, position, &moves, mv);
        assert!(
            with_pinned > without,
            "{mv} in {position}: {name}, not {other:?}"
        );
        self.pinned += 1;
    }
}

/// A move in each of ten thousand crowded positions: the names are the same unless the other crate
/// counts a piece whose move would leave its king in check.
#[test]
fn names_agree_with_those_of_others() {
    let mut dice = Dice::new(21);
    let (mut positions, mut compared) = (0, Compared::default());
    while positions < 10_000 {
        let Some(before) = crowded(&mut dice) else {
            continue;
        };
        let moves = before.legal_moves();
        if moves.is_empty() {
            continue;
        }
        let last = moves[dice.below(moves.len())];
        let mut board = theirs(&before);
        board.make_move(their_move(&board, last)).unwrap();
        let position = before.play(last);
        positions += 1;
        compared.add(&board, &position, Some(last.to()), &mut dice);
    }
    println!("{compared:?}");
    let names = compared.names;
    assert!(names > 9_900 && compared.distinguished > 800);
    assert!(compared.same > 150 && compared.dropped > 100);
    assert!(compared.pinned < names / 50);
}

/// The same for ten thousand positions of random games, in which pieces are captured, dropped and
/// promoted.
#[test]
fn names_agree_throughout_random_games() {
    let mut dice = Dice::new(22);
    let mut compared = Compared::default();
    while compared.names < 10_000 {
        let mut position = Position::start();
        let mut board = theirs(&position);
        let mut last: Option<Square> = None;
        for _ in 0..300 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            compared.add(&board, &position, last, &mut dice);
            // Captures, drops and promotions are rarer than other moves.
            let rare = |mv: &Move| {
                mv.promotes() || mv.from().is_none() || position.piece(mv.to()).is_some()
            };
            let chosen: Vec<Move> = moves.iter().copied().filter(rare).collect();
            let from = match chosen.is_empty() || dice.chance(50) {
                true => &moves,
                false => &chosen,
            };
            let mv = from[dice.below(from.len())];
            board.make_move(their_move(&board, mv)).unwrap();
            position = position.play(mv);
            last = Some(mv.to());
        }
    }
    println!("{compared:?}");
    let Compared { names, pinned, .. } = compared;
    assert!(compared.distinguished > 800 && compared.same > 400 && compared.dropped > 200);
    assert!(compared.promoting > 100 && compared.not_promoting > 100);
    assert!(pinned < names / 50);
}

/// The one difference: a pinned gold does not count as a second gold that could move there.
#[test]
fn pinned_pieces_are_not_counted_here() {
    let position: Position = "4r3k/9/9/9/4G4/3G5/9/9/4K4 b - 1".parse().unwrap();
    let mv = "6f6e".parse().unwrap();
    assert_eq!(move_name(&position, mv, None), "▲６五金");
    let board = theirs(&position);
    let other = display_single_move_kansuji(&board, their_move(&board, mv));
    assert_eq!(other.as_deref(), Some("▲６五金上"));
    let moves = position.legal_moves();
    assert_eq!(reaching(&board, &position, &moves, mv), (2, 1));
}
