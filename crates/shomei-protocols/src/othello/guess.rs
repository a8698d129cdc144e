//! What the evaluation would play.
//!
//! Alpha-beta over a few plies and the evaluation behind them: good enough to name a move where
//! nothing is proven, and done in some milliseconds. It proves nothing.

use shomei::AnyPosition;

/// So many plies are looked ahead, the move itself among them.
const PLIES: u32 = 3;

/// Above every score.
const ABOVE: i32 = 1_000;

/// The moves as the evaluation ranks them, the best first, with what it expects of each for the
/// side to move; empty where the game is over.
pub(crate) fn ranked(position: &AnyPosition) -> Vec<(String, i32)> {
    let children = position.children().into_iter();
    let value = |(mv, child): (String, AnyPosition)| {
        let value = -value(&child, PLIES - 1, -ABOVE, ABOVE);
        (mv, value)
    };
    let mut moves: Vec<(String, i32)> = children.map(value).collect();
    // Moves of one value stay in their order, so that the choice repeats.
    moves.sort_by_key(|&(_, value)| -value);
    moves
}

/// What the side to move may expect.
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

    /// Without a window.
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
