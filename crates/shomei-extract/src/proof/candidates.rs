//! The moves of an attacker's position that may prove it.

use std::cmp::Reverse;

use shomei_game::{Game, Key, Role, Status};
use shomei_proof::Claim;

use super::ProofWalk;
use crate::{Guide, Tables};

impl<G: Game> ProofWalk<'_, '_, G> {
    /// The moves of the top position that lead to proved positions, the shortest last; empty if the
    /// defender is to move.
    pub(super) fn candidates(&self) -> Vec<usize> {
        let step = self.top();
        if step.role == Role::Defender {
            return Vec::new();
        }
        let game = self.from.game;
        // The move of the position's own proof, even if the child is lost.
        let played = self
            .from
            .solved(step.key, Claim::Proved, step.tables)
            .find_map(|proof| Some((usize::from(proof.best?), proof.length)));
        let mut proved: Vec<(u32, usize)> = Vec::new();
        for (i, &mv) in step.moves.iter().enumerate() {
            let child = game.play(&step.position, mv);
            let key = game.key(&child);
            let length = match game.status(&child) {
                Status::Won => Some(0),
                Status::Failed => None,
                Status::Open if self.done.contains_key(&key) || self.whole(key).is_some() => {
                    Some(1)
                }
                Status::Open => self.length(key, &child, step.tables).or_else(|| {
                    let (_, length) = played.filter(|&(best, _)| best == i)?;
                    Some(u32::from(length) + 1)
                }),
            };
            proved.extend(length.map(|length| (length, i)));
        }
        if proved.is_empty()
            && let Some(Guide(guide)) = &self.from.guide
            && let Some(mv) = guide(&step.position)
        {
            proved.extend(
                step.moves
                    .iter()
                    .position(|&other| other == mv)
                    .map(|i| (0, i)),
            );
        }
        proved.sort_unstable_by_key(|&(length, i)| Reverse((length, i)));
        proved.into_iter().map(|(_, i)| i).collect()
    }

    /// The length of the proof of an open position in the tables: its own, or that of a position
    /// with the same board and less of the attacker's resource.
    fn length(&self, key: Key, position: &G::Position, tables: Tables) -> Option<u32> {
        let stored = self.from.solved(key, Claim::Proved, tables).next();
        let length = stored.map(|proof| proof.length);
        let by_leaf = || (self.from.leaf(position) == Status::Won).then_some(0);
        let on_board = || {
            let decided = self.from.solved_board(position, tables)?;
            decided.bounds.is_proved().then_some(decided.length)
        };
        let length = length.or_else(by_leaf).or_else(on_board)?;
        Some(u32::from(length) + 2)
    }
}
