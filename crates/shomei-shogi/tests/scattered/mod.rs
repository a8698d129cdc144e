//! Boards with random pieces.

use shomei_game::Side;
use shomei_shogi::{Hand, Kind, Position, Square};
use shomei_testkit::random::Dice;

/// A board of some pieces with full hands: many checks, pins and mates.
pub(crate) fn scattered(dice: &mut Dice) -> Option<Position> {
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
