//! A game of the program against itself.
//!
//! After a few random moves each side plays an immediate win, or prevents one of the opponent, or
//! else chooses by rank and random numbers. This is good enough to reach realistic endings and bad
//! enough to lose them.

use shomei_game::{Dice, Game, Notation, Outcome};

/// The limit of plies. Longer games are dropped.
const MOST_PLIES: usize = 200;
/// The minimum number of random moves at the beginning, and the number of possible further ones.
const OPENING: (usize, usize) = (4, 8);
/// The limit of the random number that is added to the rank of a move.
const LUCK: usize = 8;

/// The positions of a game, from `start` to its end.
pub(super) fn game<G: Game + Notation>(
    game: &G,
    start: &G::Position,
    dice: &mut Dice,
) -> Vec<G::Position> {
    let mut positions = vec![start.clone()];
    let opening = OPENING.0 + dice.below(OPENING.1);
    for ply in 0..MOST_PLIES {
        let position = &positions[positions.len() - 1];
        if game.is_over(position) {
            break;
        }
        let next = if ply < opening {
            random(game, position, dice)
        } else {
            chosen(game, position, dice)
        };
        positions.push(next);
    }
    positions
}

fn random<G: Notation>(game: &G, position: &G::Position, dice: &mut Dice) -> G::Position {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    game.play(position, moves[dice.below(moves.len())])
}

fn chosen<G: Game + Notation>(game: &G, position: &G::Position, dice: &mut Dice) -> G::Position {
    let mover = game.to_move(position);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut ranked: Vec<_> = moves
        .into_iter()
        .map(|mv| (game.hints(position, mv).rank + dice.below(LUCK) as i32, mv))
        .collect();
    ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
    let children: Vec<G::Position> = ranked
        .iter()
        .map(|&(_, mv)| game.play(position, mv))
        .collect();
    let wins = |child: &&G::Position| game.outcome(child) == Some(Outcome::Win(mover));
    let is_safe = |child: &&G::Position| !can_win_at_once(game, child);
    let best = children.iter().find(wins);
    let best = best.or_else(|| children.iter().find(is_safe));
    best.unwrap_or(&children[0]).clone()
}

/// Whether the side to move has a move that wins the game.
fn can_win_at_once<G: Notation>(game: &G, position: &G::Position) -> bool {
    let mover = game.to_move(position);
    let wins = |&mv: &G::Move| game.outcome(&game.play(position, mv)) == Some(Outcome::Win(mover));
    let mut moves = Vec::new();
    if !game.is_over(position) {
        game.moves(position, &mut moves);
    }
    moves.iter().any(wins)
}
