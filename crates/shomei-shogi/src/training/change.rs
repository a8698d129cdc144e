//! Modifies problems at random, to obtain a large number of them, some without a mate.

use shomei_game::Dice;

use crate::{Hand, Kind, Position, Square};

/// Pieces farther from the king than this go into the defender's hand.
const FAR: u8 = 4;

/// The largest number of pieces that move from hand to hand.
const MOST: usize = 3;

/// A randomly modified problem. In half of the cases the attacker's king leaves the board and all
/// other pieces far from the defender's king go into the defender's hand, as in a composed problem.
/// Then up to three pieces move from hand to hand. `None` if the result is not a valid position.
#[must_use]
pub fn changed(problem: &Position, lots: &mut Dice) -> Option<Position> {
    let attacker = problem.to_move();
    let defender = attacker.opponent();
    let king = problem.king(defender)?;
    let mut hands = [problem.hand(attacker), problem.hand(defender)];
    let mut pieces = Vec::new();
    let strips = lots.scaled(2) == 0;
    for square in Square::all() {
        let Some((side, kind)) = problem.piece(square) else {
            continue;
        };
        if strips && kind == Kind::King && side == attacker {
            continue;
        }
        if strips && distance(square, king) > FAR {
            hands[1] = hands[1].with(kind.base());
        } else {
            pieces.push((square, side, kind));
        }
    }
    for _ in 0..=lots.scaled(MOST) {
        let from = lots.scaled(2);
        let held = |hand: Hand| {
            let all = Kind::IN_HAND.into_iter();
            let kinds: Vec<Kind> = all.filter(|&kind| hand.has(kind)).collect();
            kinds
        };
        let kinds = held(hands[from]);
        if !kinds.is_empty() {
            let kind = kinds[lots.scaled(kinds.len())];
            hands[from] = hands[from].without(kind);
            hands[1 - from] = hands[1 - from].with(kind);
        }
    }
    if attacker.index() == 1 {
        hands.swap(0, 1);
    }
    let position = Position::with_pieces(&pieces, hands, attacker).ok()?;
    (!position.in_check(defender)).then_some(position)
}

fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

#[cfg(test)]
mod tests {
    use shomei_game::{Goal, Notation, Side};

    use super::*;
    use crate::{Rules, Shogi};

    /// The number of pieces of a kind on the board and in hands.
    fn pieces(position: &Position, kind: Kind) -> usize {
        let on_board = Square::all().filter_map(|square| position.piece(square));
        let held = Side::BOTH.map(|side| usize::from(position.hand(side).count(kind)));
        on_board.filter(|&(_, found)| found.base() == kind).count() + held[0] + held[1]
    }

    #[test]
    fn changes_keep_all_pieces_and_differ() {
        let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
        let text = "7nl/7k1/9/7P1/9/9/9/9/K3r3R b GSb 1";
        let problem = game.parse_position(text).unwrap();
        let mut lots = Dice::new(7);
        let all: Vec<String> = (0..40)
            .filter_map(|_| changed(&problem, &mut lots))
            .map(|position| game.format_position(&position))
            .collect();
        assert!(all.len() > 30);
        let stripped = all.iter().filter(|text| !text.contains('K')).count();
        assert!((5..36).contains(&stripped), "{stripped}");
        for text in &all {
            let position = game.parse_position(text).unwrap();
            assert_eq!(
                pieces(&position, Kind::Rook),
                pieces(&problem, Kind::Rook),
                "{text}"
            );
            assert_eq!(pieces(&position, Kind::Gold), 1, "{text}");
        }
    }
}
