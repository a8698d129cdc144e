//! The order in which alpha-beta searches the children of a node.
//!
//! ```text
//! 1  the move that decided this node before (table)
//! 2  the two moves that last decided other nodes at this ply (killers)
//! 3  the moves whose class decided most often (history)
//! 4  the moves with the highest rank by the game; equal moves in move order
//! ```
//!
//! Killers are from S. Akl and M. Newborn (`docs/references.md [31]`), the history heuristic is
//! from J. Schaeffer (`docs/references.md [32]`): a move that decides n plies above the horizon
//! counts 2^n.

use std::cmp::Reverse;

use shomei_game::{Game, MoveHints, Role};

/// A child that can be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// Its place in the game's move order.
    pub(super) place: u32,
    score: u64,
}

impl<M> Candidate<M> {
    pub(super) fn new(mv: M, place: usize) -> Candidate<M> {
        Candidate {
            mv,
            place: place as u32,
            score: 0,
        }
    }

    /// The sort key: the candidate with the smaller key is searched first.
    #[inline]
    fn turn(&self) -> (Reverse<u64>, u32) {
        (Reverse(self.score), self.place)
    }
}

/// Statistics of deciding moves.
#[derive(Debug)]
pub(super) struct Order<M> {
    /// By ply, the newer move first; `None` if switched off.
    pub(super) killers: Option<Vec<[Option<M>; 2]>>,
    /// Counts for both roles by class, up to the largest class seen; `None` if switched off.
    pub(super) history: Option<[Vec<u32>; 2]>,
}

/// A node whose children are sorted or whose move has decided.
#[derive(Debug)]
pub(super) struct Place<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) position: &'a G::Position,
    pub(super) role: Role,
    pub(super) ply: usize,
}

impl<M: Copy + Eq> Order<M> {
    /// When a count reaches this value, all counts are halved.
    const MOST: u32 = 1 << 30;
    /// Larger classes are not counted, to limit the memory.
    const MOST_CLASSES: usize = 1 << 20;
    /// A single decision counts at most 2 to this power.
    const MOST_PLIES: u32 = 20;

    /// Resets all statistics.
    pub(super) fn clear(&mut self) {
        if let Some(killers) = &mut self.killers {
            killers.clear();
        }
        for history in self.history.iter_mut().flatten() {
            history.fill(0);
        }
    }

    /// Sorts children, the most promising first.
    pub(super) fn sort<G: Game<Move = M>>(
        &self,
        at: &Place<'_, G>,
        candidates: &mut [Candidate<M>],
    ) {
        let killers = self.killers.as_ref().and_then(|plies| plies.get(at.ply));
        let killers = killers.copied().unwrap_or([None, None]);
        let history = self.history.as_ref().map(|of| &of[role_index(at.role)]);
        for candidate in &mut *candidates {
            let mv = candidate.mv;
            let killer = match killers {
                [Some(newer), _] if newer == mv => 2,
                [_, Some(older)] if older == mv => 1,
                _ => 0,
            };
            let MoveHints { rank, class, .. } = at.game.hints(at.position, mv);
            let count = history
                .zip(class)
                .and_then(|(of, class)| of.get(class as usize));
            candidate.score = score(killer, count.copied().unwrap_or(0), rank);
        }
        candidates.sort_unstable_by_key(Candidate::turn);
    }

    /// Records a move that decided its node this number of plies above the horizon.
    pub(super) fn decided<G: Game<Move = M>>(&mut self, at: &Place<'_, G>, mv: M, depth: u32) {
        if let Some(killers) = &mut self.killers {
            if killers.len() <= at.ply {
                killers.resize(at.ply + 1, [None, None]);
            }
            let [newer, older] = &mut killers[at.ply];
            if *newer != Some(mv) {
                *older = newer.replace(mv);
            }
        }
        let class = at.game.hints(at.position, mv).class;
        let Some((history, class)) = self.history.as_mut().zip(class) else {
            return;
        };
        let history = &mut history[role_index(at.role)];
        let class = class as usize;
        if class >= Self::MOST_CLASSES {
            return;
        }
        if history.len() <= class {
            history.resize(class + 1, 0);
        }
        history[class] += 1 << depth.min(Self::MOST_PLIES);
        if history[class] >= Self::MOST {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

/// The score of a move: killers before counts before ranks.
///
/// ```text
/// 2 bits   30 bits   32 bits
/// killer   count     rank, offset so that the least is 0
/// ```
fn score(killer: u64, count: u32, rank: i32) -> u64 {
    let rank = rank.cast_unsigned() ^ 1 << 31;
    killer << 62 | u64::from(count) << 32 | u64::from(rank)
}

fn role_index(role: Role) -> usize {
    match role {
        Role::Attacker => 0,
        Role::Defender => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Notation, TreeGame};

    #[test]
    fn killers_come_before_counts_before_ranks() {
        assert!(score(1, 0, i32::MIN) > score(0, Order::<u8>::MOST - 1, i32::MAX));
        assert!(score(0, 1, i32::MIN) > score(0, 0, i32::MAX));
        assert!(score(0, 0, 1) > score(0, 0, 0));
        assert!(score(0, 0, 0) > score(0, 0, -1));
    }

    fn places(order: &Order<u32>, ply: usize) -> Vec<u32> {
        let game = TreeGame::parse("r = OR { Won }").unwrap();
        let at = Place {
            game: &game,
            position: &game.start(),
            role: Role::Attacker,
            ply,
        };
        let mut candidates: Vec<_> = (0..5).map(|i| Candidate::new(i as u32, i)).collect();
        order.sort(&at, &mut candidates);
        candidates.iter().map(|c| c.place).collect()
    }

    #[test]
    fn the_two_last_killers_of_the_ply_come_first() {
        let game = TreeGame::parse("r = OR { Won }").unwrap();
        let mut order = Order {
            killers: Some(Vec::new()),
            history: Some(Default::default()),
        };
        for mv in [1, 3, 3, 4] {
            let at = Place {
                game: &game,
                position: &game.start(),
                role: Role::Attacker,
                ply: 2,
            };
            order.decided(&at, mv, 1);
        }
        assert_eq!(places(&order, 2), [4, 3, 0, 1, 2]);
        assert_eq!(places(&order, 1), [0, 1, 2, 3, 4]);
        order.clear();
        assert_eq!(places(&order, 2), [0, 1, 2, 3, 4]);
    }
}
