//! Games for the training.

use crate::bits::{self, CORNERS, Set, count, squares};
use crate::endgame::Solver;
use crate::evaluation::weights::Weights;
use crate::hints::square_value;
use crate::size::Size;
use crate::{Move, Position};
use shomei_game::Dice;

use super::Sample;

/// How moves are chosen before the end is solved.
#[derive(Clone, Copy, Debug)]
pub(super) enum Policy<'w> {
    /// Few replies and good squares: used before any training.
    Mobility,
    /// The value of the position after the move by weights.
    Weights(&'w Weights),
}

/// The number of random plies at the beginning: the least, and the largest addition to it.
const OPENING: (usize, usize) = (4, 8);

/// The weight of the noise: in replies, and in discs.
const NOISE: (f32, f32) = (3.0, 3.0);

/// One of this number of moves in solved positions is random.
const BLUNDERS: usize = 8;

/// A game and the score of each position in it. From `exact` empty squares on scores are exact;
/// earlier positions have the score of the first solved position.
pub(super) fn game(
    seed: u64,
    number: usize,
    exact: u32,
    policy: Policy<'_>,
    solver: &mut Solver,
) -> Vec<Sample> {
    let mut dice = Dice::of(seed, number as u64);
    let mut line = Vec::with_capacity(64);
    let mut position = opening(&mut dice);
    while position.empties() > exact && !position.is_over() {
        line.push(position);
        let mv = choose(&position, policy, &mut dice);
        position = position.play(mv);
    }
    let mut samples = Vec::with_capacity(64);
    let mut score = solver.score(&position, guess(&position, policy));
    let first_solved = score_for_black(&position, score);
    samples.extend(line.iter().map(|before| {
        let score = score_for_black(before, first_solved);
        Sample::of(before, score)
    }));
    while !position.is_over() {
        samples.push(Sample::of(&position, score));
        if dice.scaled(BLUNDERS) == 0 {
            position = position.play(any_move(&position, &mut dice));
            score = solver.score(&position, -score);
        } else {
            position = position.play(best_move(&position, score, solver));
            score = -score;
        }
    }
    samples
}

/// Positions with this number of discs from games played as for the training, one per game, in
/// which the game continues.
#[must_use]
pub fn positions(seed: u64, discs: u32, n: usize, training: &super::Training) -> Vec<Position> {
    let policy = Policy::Weights(&training.weights);
    (0..)
        .filter_map(|number| position(&mut Dice::of(seed, number), discs, policy))
        .take(n)
        .collect()
}

/// The position of a game with this number of discs, if the game reaches it and the side to move
/// has a move.
pub(super) fn position(dice: &mut Dice, discs: u32, policy: Policy<'_>) -> Option<Position> {
    let mut position = opening(dice);
    while position.disc_count() < discs && !position.is_over() {
        position = position.play(choose(&position, policy, dice));
    }
    (position.disc_count() == discs && position.mobility() != 0).then_some(position)
}

/// Converts a score of the side to move to a score of Black, or the reverse.
fn score_for_black(position: &Position, score: i32) -> i32 {
    match position.to_move() {
        shomei_game::Side::First => score,
        shomei_game::Side::Second => -score,
    }
}

fn opening(dice: &mut Dice) -> Position {
    let mut position = Position::start();
    for _ in 0..OPENING.0 + dice.scaled(OPENING.1 + 1) {
        if !position.is_over() {
            position = position.play(any_move(&position, dice));
        }
    }
    position
}

pub(super) fn any_move(position: &Position, dice: &mut Dice) -> Move {
    let moves = position.mobility();
    if moves == 0 {
        return Move::PASS;
    }
    let chosen = dice.scaled(count(moves) as usize);
    squares(moves).nth(chosen).map_or(Move::PASS, Move::to)
}

/// A random number from -1 to 1, more often near 0: the difference of two uniform numbers.
fn noise(dice: &mut Dice) -> f32 {
    let steps = dice.scaled(1025) as f32 - dice.scaled(1025) as f32;
    steps / 1024.0
}

/// The best move by the policy, with noise.
fn choose(position: &Position, policy: Policy<'_>, dice: &mut Dice) -> Move {
    let mut best = (f32::MIN, Move::PASS);
    for square in squares(position.mobility()) {
        let child = position.play(Move::to(square));
        let value = match policy {
            Policy::Mobility => mobility(&child, square) + NOISE.0 * noise(dice),
            Policy::Weights(weights) => {
                NOISE.1 * noise(dice) - weights.evaluate(child.own(), child.opponent())
            }
        };
        if value > best.0 {
            best = (value, Move::to(square));
        }
    }
    best.1
}

/// Fewer replies are better, and corners count twice.
fn mobility(child: &Position, square: u8) -> f32 {
    let replies = child.mobility();
    let weight = count(replies) + count(replies & CORNERS);
    square_value(Size::Eight, square) as f32 / 16.0 - weight as f32
}

fn guess(position: &Position, policy: Policy<'_>) -> i32 {
    match policy {
        Policy::Mobility => 0,
        Policy::Weights(weights) => {
            let score = weights.evaluate(position.own(), position.opponent());
            (score as i32).clamp(-64, 64)
        }
    }
}

/// The first move that keeps the score.
fn best_move(position: &Position, score: i32, solver: &mut Solver) -> Move {
    let moves: Set = bits::moves(position.own(), position.opponent());
    let mut candidates: Vec<u8> = squares(moves).collect();
    candidates.sort_by_cached_key(|&square| {
        let replies = position.play(Move::to(square)).mobility();
        2 * count(replies) as i32 - square_value(Size::Eight, square) / 8
    });
    let keeps = |&square: &u8| {
        let child = position.play(Move::to(square));
        !solver.reaches(&child, 2 - score)
    };
    candidates
        .into_iter()
        .find(keeps)
        .map_or(Move::PASS, Move::to)
}
