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

fn next_move<G: Solvable>(
    from: &mut Extractor<'_, G>,
    line: &[Key],
    position: &G::Position,
    winner: Role,
) -> Option<G::Move> {
    if let Some(mv) = known_move(from, line, position, winner) {
        return Some(mv);
    }
    from.search_again(line, position);
    known_move(from, line, position, winner)
}

/// The winner's quickest move, or the loser's most stubborn one, among those
/// whose result the table knows.
fn known_move<G: Solvable>(
    from: &Extractor<'_, G>,
    line: &[Key],
    position: &G::Position,
    winner: Role,
) -> Option<G::Move> {
    let game = from.game;
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
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
