//! A line of play from a solved position.

use std::collections::HashSet;

use shomei_game::{Key, Role, Solvable, Status};

use super::{Extractor, Tables};
use crate::Answer;
use crate::table::Value;

/// The moves from `root` on; see [`Extractor::line`].
pub(super) fn walk<G: Solvable>(
    from: &mut Extractor<'_, G>,
    root: &G::Position,
    answer: Answer,
) -> Vec<G::Move> {
    // The side for which the line goes well.
    let winner = match answer {
        Answer::Proved => Role::Attacker,
        Answer::Disproved => Role::Defender,
        Answer::Unknown => return Vec::new(),
    };
    let game = from.game;
    let mut line = Vec::new();
    let mut keys: Vec<Key> = Vec::new();
    let mut seen = HashSet::new();
    let mut position = root.clone();
    while game.status(&position) == Status::Open && seen.insert(game.key(&position)) {
        let Some(mv) = next_move(from, &keys, &position, winner) else {
            break;
        };
        keys.push(game.key(&position));
        line.push(mv);
        position = game.play(&position, mv);
    }
    line
}

/// The winner's quickest move, or the loser's most stubborn one, among those
/// whose result is known. A hole is searched again.
fn next_move<G: Solvable>(
    from: &mut Extractor<'_, G>,
    line: &[Key],
    position: &G::Position,
    winner: Role,
) -> Option<G::Move> {
    let mut moves = Vec::new();
    from.game.moves(position, &mut moves);
    if let Some(mv) = known_move(from, line, position, winner, &moves) {
        return Some(mv);
    }
    from.search_again(line, position);
    known_move(from, line, position, winner, &moves)
        .or_else(|| played_move(from, position, winner, &moves))
}

fn known_move<G: Solvable>(
    from: &Extractor<'_, G>,
    line: &[Key],
    position: &G::Position,
    winner: Role,
    moves: &[G::Move],
) -> Option<G::Move> {
    let game = from.game;
    let known = moves.iter().filter_map(|&mv| {
        let child = game.play(position, mv);
        length(from, line, &child, winner).map(|length| (length, mv))
    });
    // Of equal lengths the first move in order.
    let best = if game.role(position) == winner {
        known.min_by_key(|&(length, _)| length)
    } else {
        known.min_by_key(|&(length, _)| std::cmp::Reverse(length))
    };
    best.map(|(_, mv)| mv)
}

/// When the table is too small to keep the children: what the search of the
/// position itself has played; for the loser, who loses anyhow, any move.
fn played_move<G: Solvable>(
    from: &Extractor<'_, G>,
    position: &G::Position,
    winner: Role,
    moves: &[G::Move],
) -> Option<G::Move> {
    if from.game.role(position) != winner {
        return moves.first().copied();
    }
    let best = from
        .entries(from.game.key(position), Tables::Main)
        .find_map(|value| match value {
            Value::Proved { best, .. } | Value::Disproved { best, .. } => best,
            _ => None,
        });
    best.and_then(|best| moves.get(usize::from(best)).copied())
}

/// Plies to the end if the position is known to go well for `winner`.
fn length<G: Solvable>(
    from: &Extractor<'_, G>,
    line: &[Key],
    position: &G::Position,
    winner: Role,
) -> Option<u32> {
    let game = from.game;
    let status = match game.status(position) {
        Status::Open => game.solve_leaf(position),
        over => over,
    };
    match (status, winner) {
        (Status::Won, Role::Attacker) | (Status::Failed, Role::Defender) => return Some(0),
        (Status::Won, _) | (Status::Failed, _) => return None,
        (Status::Open, _) => {}
    }
    let key = game.key(position);
    if winner == Role::Defender && line.contains(&key) {
        // The defender is content to repeat.
        return Some(1);
    }
    from.entries(key, Tables::Main)
        .find_map(|value| match (value, winner) {
            (Value::Proved { length, .. }, Role::Attacker)
            | (Value::Disproved { length, .. }, Role::Defender) => Some(u32::from(length) + 1),
            _ => None,
        })
}
