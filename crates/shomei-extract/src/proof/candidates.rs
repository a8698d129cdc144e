//! Which moves of an attacker's position may prove it.

use shomei_game::{Game, Key, Role, Status, Visit};
use shomei_search::table::Value;

use super::ProofWalk;
use crate::{Guide, Tables};

impl<G: Game> ProofWalk<'_, '_, G> {
    /// The moves of an attacker's position that lead to proved ones, the
    /// shortest last.
    pub(super) fn candidates(
        &self,
        position: &G::Position,
        role: Role,
        moves: &[G::Move],
    ) -> Vec<usize> {
        if role == Role::Defender {
            return Vec::new();
        }
        let game = self.from.game;
        // What the position's own proof played, even if the child is lost.
        let played = self
            .values(game.key(position))
            .find_map(|value| match value {
                Value::Proved {
                    best: Some(best),
                    length,
                } => Some((usize::from(best), length)),
                _ => None,
            });
        let mut proved: Vec<(u32, usize)> = Vec::new();
        for (i, &mv) in moves.iter().enumerate() {
            let child = game.play(position, mv);
            let key = game.key(&child);
            let length = match game.status(&child) {
                Status::Won => Some(0),
                Status::Failed => None,
                Status::Open if self.done.contains_key(&key) || self.whole(key).is_some() => {
                    Some(1)
                }
                Status::Open => self.length(key, &child).or_else(|| {
                    let (_, length) = played.filter(|&(best, _)| best == i)?;
                    Some(u32::from(length) + 1)
                }),
            };
            proved.extend(length.map(|length| (length, i)));
        }
        if proved.is_empty()
            && let Some(Guide(guide)) = &self.from.guide
            && let Some(mv) = guide(position)
        {
            proved.extend(moves.iter().position(|&other| other == mv).map(|i| (0, i)));
        }
        proved.sort_unstable_by_key(|&(length, i)| std::cmp::Reverse((length, i)));
        proved.into_iter().map(|(_, i)| i).collect()
    }

    /// The length of the proof of an open position that the table knows.
    pub(super) fn length(&self, key: Key, position: &G::Position) -> Option<u32> {
        let stored = self.values(key).find_map(|value| match value {
            Value::Proved { length, .. } => Some(u32::from(length) + 2),
            _ => None,
        });
        stored
            .or_else(|| {
                (self.from.game.solve_leaf(position, Visit::Made, &mut 0) == Status::Won)
                    .then_some(2)
            })
            .or_else(|| self.length_on_board(position))
    }

    /// The length of a proof that is known of a position with the same board and less for the
    /// attacker.
    pub(super) fn length_on_board(&self, position: &G::Position) -> Option<u32> {
        let tables = self.tables();
        let decided = self.from.solved_board(position, tables)?;
        let length = u32::from(decided.length) + 2;
        decided.bounds.is_proved().then_some(length)
    }

    /// What may be known about a position: below one that was searched apart,
    /// only what that search has found.
    pub(super) fn values(&self, key: Key) -> impl Iterator<Item = Value> + '_ {
        self.from.values(key, self.tables())
    }

    pub(super) fn tables(&self) -> Tables {
        if self.apart_steps > 0 {
            Tables::Scratch
        } else {
            Tables::Main
        }
    }
}
