//! The move that the evaluation function prefers.
//!
//! An alpha-beta search over a few plies with the evaluation at the leaves. It takes some
//! milliseconds and proves nothing; its move is used where nothing is proven.

use shomei::AnyPosition;

/// The depth of the search in plies, including the move itself.
const PLIES: u32 = 3;

/// Greater than every score.
const ABOVE: i32 = 1_000;

/// The legal moves in the order of their estimated scores, best first, with the estimate for the
/// side to move; empty if the game is over.
pub(crate) fn ranked(position: &AnyPosition) -> Vec<(String, i32)> {
    let children = position.children().into_iter();
    let value = |(mv, child): (String, AnyPosition)| {
        let value = -value(&child, PLIES - 1, -ABOVE, ABOVE);
        (mv, value)
    };
    let mut moves: Vec<(String, i32)> = children.map(value).collect();
    // The sort is stable, so that the choice is deterministic.
    moves.sort_by_key(|&(_, value)| -value);
    moves
}

/// The estimated score for the side to move.
fn value(position: &AnyPosition, plies: u32, alpha: i32, beta: i32) -> i32 {
    if let Some(score) = position.score(position.to_move()) {
        return score;
    }
    if plies == 0 {
        return position.guess_score();
    }
    let mut best = -ABOVE;
    for (_, child) in position.children() {
        let value = -value(&child, plies - 1, -beta, -best.max(alpha));
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    /// Minimax without a window.
    fn plain(position: &AnyPosition, plies: u32) -> i32 {
        match (position.score(position.to_move()), plies) {
            (Some(score), _) => score,
            (None, 0) => position.guess_score(),
            _ => {
                let children = position.children();
                let values = children.iter().map(|(_, child)| -plain(child, plies - 1));
                values.max().unwrap()
            }
        }
    }

    #[test]
    fn the_best_move_comes_first() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        let mut at = game.start();
        for _ in 0..12 {
            let ranked = ranked(&at);
            let children = at.children();
            assert_eq!(ranked.len(), children.len());
            let right = |mv: &str| {
                let (_, child) = children.iter().find(|(text, _)| text == mv).unwrap();
                -plain(child, PLIES - 1)
            };
            for (mv, value) in &ranked {
                assert_eq!(*value, right(mv), "{at} {mv}");
            }
            assert!(ranked.is_sorted_by_key(|&(_, value)| -value));
            at = at.play(&ranked[0].0).unwrap();
        }
    }
}
