//! Positions with one more piece in a hand, taken from the box or from the other side's hand.

use shomei_game::{OneMore, Side};

use crate::{Kind, Position, Square};

/// The positions in which a side has one more piece in hand, for each available kind. The piece
/// comes from the box if the position does not use the whole set, so that the other side keeps its
/// hand, and otherwise from the other side's hand.
pub(crate) fn with_one_more(position: &Position, side: Side) -> Vec<OneMore<Position>> {
    let more = |kind| {
        let (position, from) = with(position, side, kind)?;
        Some(OneMore {
            what: kind.letter().to_string(),
            from,
            position,
        })
    };
    Kind::IN_HAND.into_iter().filter_map(more).collect()
}

fn with(position: &Position, side: Side, kind: Kind) -> Option<(Position, &'static str)> {
    let other = side.opponent();
    let mut hands = [Side::First, Side::Second].map(|side| position.hand(side));
    let on_board = Square::all().filter(|&square| {
        let piece = position.piece(square);
        piece.is_some_and(|(_, found)| found.base() == kind)
    });
    let in_hands: usize = hands.iter().map(|hand| usize::from(hand.count(kind))).sum();
    let from = if on_board.count() + in_hands < usize::from(kind.total()) {
        "the box"
    } else if hands[other.index()].has(kind) {
        hands[other.index()] = hands[other.index()].without(kind);
        "the defender's hand"
    } else {
        return None;
    };
    hands[side.index()] = hands[side.index()].with(kind);
    Some((position.with_hands(hands), from))
}

#[cfg(test)]
mod tests {
    use shomei_game::{ComposingRules, Goal, Notation};

    use super::*;
    use crate::{Rules, Shogi};

    #[test]
    fn pieces_come_from_the_box_first() {
        let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
        let positions = |text: &str| -> Vec<(String, &'static str, String)> {
            let position = game.parse_position(text).unwrap();
            let more = game.with_one_more(&position).into_iter();
            more.map(|more| (more.what, more.from, game.format_position(&more.position)))
                .collect()
        };
        let all = positions("8k/9/9/8P/9/9/9/9/9 b 2Gr 1");
        let kinds: String = all.iter().map(|(what, ..)| what.as_str()).collect();
        assert_eq!(kinds, "PLNSGBR");
        assert!(all.iter().all(|(_, from, _)| *from == "the box"));
        assert_eq!(all[6].2, "8k/9/9/8P/9/9/9/9/9 b R2Gr 1");
        let all = positions("8k/9/9/8P/9/9/9/9/9 b 4GRrb2s2n4l17p 1");
        let rook = all.iter().find(|(what, ..)| what == "R").unwrap();
        assert_eq!(rook.1, "the defender's hand");
        assert_eq!(rook.2, "8k/9/9/8P/9/9/9/9/9 b 2R4Gb2s2n4l17p 1");
        assert!(!all.iter().any(|(what, ..)| what == "G"));
        assert!(
            all.iter()
                .any(|(what, from, _)| what == "S" && *from == "the box")
        );
    }
}
