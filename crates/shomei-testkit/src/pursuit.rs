//! A game of pursuit as a [`TreeGame`]: few positions, which can be passed in any order.
//!
//! Two pieces are on places of a town of one-way streets. They move in turn, each along a street.
//! The pursuer is the attacker: it wins when both pieces are on one place, whichever piece has
//! moved. If the evader can run for ever, the pursuer has failed.
//!
//! Retrograde analysis solves a graph with 200 positions at once. A search along paths visits the
//! same positions on ever new paths, and each disproof depends on a repetition.

use std::fmt::Write;

use shomei_game::{Role, TreeGame};

use crate::random::Dice;

/// The text of a game of pursuit with at most `size` positions: `2 n (n - 1)` of them for the
/// largest possible town, with `n` places. In the position `p3e5`, the pursuer is on place 3 and
/// moves next, and the evader is on place 5; in `e5p3`, the evader moves next. The random root
/// comes first.
///
/// # Panics
///
/// If `size` is below 12, because a town has at least three places.
///
/// ```
/// use shomei_game::{Game, Notation, Status};
/// use shomei_testkit::pursuit;
///
/// let game = pursuit::game(7, 50);
/// assert_eq!(game.status(&game.start()), Status::Open);
/// assert!(pursuit::game_text(7, 50).lines().count() <= 50);
/// ```
#[must_use]
pub fn game_text(seed: u64, size: usize) -> String {
    let mut places = 3;
    while 2 * (places + 1) * places <= size {
        places += 1;
    }
    assert!(size >= 2 * places * (places - 1), "a town has three places");
    let mut dice = Dice::new(seed);
    let streets = streets(places, &mut dice);
    let pursuer = dice.below(places);
    let evader = (pursuer + 1 + dice.below(places - 1)) % places;
    let mover = match dice.chance(50) {
        true => Role::Attacker,
        false => Role::Defender,
    };
    let root = (pursuer, evader, mover);
    let mut text = String::new();
    define(&mut text, &streets, root);
    for pursuer in 0..places {
        for evader in (0..places).filter(|&evader| evader != pursuer) {
            for mover in [Role::Attacker, Role::Defender] {
                let position = (pursuer, evader, mover);
                if position != root {
                    define(&mut text, &streets, position);
                }
            }
        }
    }
    text
}

/// The game of [`game_text`].
///
/// # Panics
///
/// If `size` is below 12.
#[must_use]
pub fn game(seed: u64, size: usize) -> TreeGame {
    TreeGame::parse(&game_text(seed, size)).expect("a generated text is well formed")
}

/// The streets of each place: one to the next place of a ring, so that every place can be reached,
/// and up to four to other places or to itself.
fn streets(places: usize, dice: &mut Dice) -> Vec<Vec<usize>> {
    (0..places)
        .map(|place| {
            let mut ends = vec![(place + 1) % places];
            for _ in 0..1 + dice.below(4) {
                let end = dice.below(places);
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            ends
        })
        .collect()
}

/// Appends a position: the places of the pursuer, which attacks, and of the evader, and the side to
/// move.
fn define(text: &mut String, streets: &[Vec<usize>], position: (usize, usize, Role)) {
    let (pursuer, evader, mover) = position;
    let (from, kind) = match mover {
        Role::Attacker => (pursuer, "OR"),
        Role::Defender => (evader, "AND"),
    };
    let children: Vec<String> = streets[from]
        .iter()
        .map(|&to| match mover {
            _ if to == pursuer + evader - from => "Won".into(),
            Role::Attacker => name(to, evader, Role::Defender),
            Role::Defender => name(pursuer, to, Role::Attacker),
        })
        .collect();
    let name = name(pursuer, evader, mover);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{name} = {kind} {{ {} }}", children.join(", "));
}

fn name(pursuer: usize, evader: usize, mover: Role) -> String {
    match mover {
        Role::Attacker => format!("p{pursuer}e{evader}"),
        Role::Defender => format!("e{evader}p{pursuer}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Game, Notation, Role, Status};

    #[test]
    fn the_same_seed_makes_the_same_game() {
        assert_eq!(game_text(3, 200), game_text(3, 200));
        assert_ne!(game_text(3, 200), game_text(4, 200));
    }

    #[test]
    fn sizes_are_kept_and_roots_are_open() {
        for (size, lines) in [
            (12, 12),
            (23, 12),
            (24, 24),
            (50, 40),
            (200, 180),
            (500, 480),
        ] {
            for seed in 0..20 {
                let text = game_text(seed, size);
                assert_eq!(text.lines().count(), lines, "{size}");
                let game = game(seed, size);
                assert_eq!(game.status(&game.start()), Status::Open);
            }
        }
    }

    /// The rules, checked by the names: a move changes one place, that of the side to move, and the
    /// turn. The pursuer has won if both places are equal.
    #[test]
    fn the_pieces_move_in_turn() {
        let game = game(5, 60);
        let places = |name: &str| {
            let (first, second) = name[1..].split_once(['p', 'e']).unwrap();
            (first.to_owned(), second.to_owned())
        };
        let mut moves = Vec::new();
        for position in game.positions() {
            if game.status(&position) != Status::Open {
                continue;
            }
            let (mover, other) = places(&game.format_position(&position));
            assert_ne!(mover, other);
            moves.clear();
            game.moves(&position, &mut moves);
            for &mv in &moves {
                let child = game.play(&position, mv);
                match game.status(&child) {
                    Status::Open => {
                        assert_ne!(game.role(&child), game.role(&position));
                        assert_eq!(places(&game.format_position(&child)).0, other);
                    }
                    status => assert_eq!(status, Status::Won),
                }
            }
        }
        let roots = (0..40).map(|seed| {
            let game = super::game(seed, 60);
            game.role(&game.start())
        });
        assert!(roots.clone().any(|role| role == Role::Attacker));
        assert!(roots.clone().any(|role| role == Role::Defender));
    }
}
