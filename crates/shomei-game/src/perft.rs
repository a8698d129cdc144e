//! Perft: the number of legal move paths of a given length, the usual check of a move generator.
//! [`Notation::PATHS_OF_FINISHED`] decides whether a path that ends earlier is counted, as in the
//! published numbers of the game. Repetitions are ignored.

use crate::Notation;

/// Counts the move paths of `depth` plies from `position`; depth 0 has one.
///
/// The moves of the last ply are counted but not played.
pub fn perft<G: Notation>(game: &G, position: &G::Position, depth: u32) -> u64 {
    paths(game, position, depth, &mut Vec::new())
}

/// The paths below each move of `position`, in move order.
///
/// Empty for a finished position or a depth of 0.
pub fn divide<G: Notation>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 || game.is_over(position) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
        .into_iter()
        .map(|mv| (mv, perft(game, &game.play(position, mv), depth - 1)))
        .collect()
}

/// `moves` is the stack of moves of the whole recursion.
fn paths<G: Notation>(
    game: &G,
    position: &G::Position,
    depth: u32,
    moves: &mut Vec<G::Move>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.is_over(position) {
        return G::PATHS_OF_FINISHED;
    }
    if depth == 1 {
        let base = moves.len();
        game.moves(position, moves);
        let count = moves.len() - base;
        moves.truncate(base);
        return count as u64;
    }
    let base = moves.len();
    game.moves(position, moves);
    let mut sum = 0;
    for i in base..moves.len() {
        sum += paths(game, &game.play(position, moves[i]), depth - 1, moves);
    }
    moves.truncate(base);
    sum
}
