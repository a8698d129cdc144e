//! What the defender could have played: the other defences along a line, each with
//! the shortest win against it, for records and books.

use shomei_game::{Role, Solvable, Status};

use crate::{Found, Kind, Solutions, known, moves};
use shomei_search::{Bracket, Observer, Stop};

/// Why a variation is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The defender plays another move.
    Defence,
    /// The attacker plays another move that wins, too.
    Solution(Kind),
}

/// A line that leaves the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// How many plies of the main line come before it.
    pub ply: usize,
    /// Its moves, from that ply on, as far as they are known; at least one.
    pub moves: Vec<M>,
    /// The plies of the shortest win, the first move included.
    pub length: Bracket,
    /// Why it is there.
    pub reason: Reason,
}

impl<M> Variation<M> {
    /// Why it is there and how long it is, for a record.
    #[must_use]
    pub fn comment(&self) -> String {
        let Bracket { least, most } = self.length;
        let plies = match (self.length.exact(), most) {
            (Some(1), _) => "1 ply".to_string(),
            (Some(plies), _) => format!("{plies} plies"),
            (None, Some(most)) => format!("{least} to {most} plies"),
            (None, None) => format!("at least {least} plies"),
        };
        match self.reason {
            Reason::Defence => plies,
            Reason::Solution(kind) => format!("another solution, {kind}: {plies}"),
        }
    }
}

impl<G: Solvable> Solutions<'_, G> {
    /// All variations of the line, in its order: at each ply of the defender
    /// every other defence, at each of the attacker what is in `found`.
    ///
    /// Defences that lose in fewer than `least` plies, themselves included, are left out. With
    /// `least` 0 or 1 all are kept.
    pub fn variations(
        &mut self,
        found: &Found<G::Move>,
        least: u16,
        observer: &mut dyn Observer,
    ) -> Vec<Variation<G::Move>> {
        let mut variations: Vec<_> = found
            .others
            .iter()
            .map(|other| Variation {
                ply: other.ply,
                moves: other.line.clone(),
                length: other.length,
                reason: Reason::Solution(other.kind),
            })
            .collect();
        for ply in 0..self.line.len() {
            if self.game.role(&self.positions[ply]) == Role::Defender {
                variations.extend(self.defences(ply, least, observer));
            }
        }
        if self.stopped_by() == Some(Stop::Game) {
            return Vec::new();
        }
        variations.sort_by_key(|variation| variation.ply);
        variations
    }

    /// Every other defence at a ply.
    fn defences(
        &mut self,
        ply: usize,
        least: u16,
        observer: &mut dyn Observer,
    ) -> Vec<Variation<G::Move>> {
        let position = self.positions[ply].clone();
        let mut variations = Vec::new();
        for mv in moves(self.game, &position) {
            if mv == self.line[ply] || self.shortest.is_stopped() {
                continue;
            }
            let child = self.game.play(&position, mv);
            let behind = match self.game.status(&child) {
                Status::Won => known(0),
                _ => {
                    let end = self.count().saturating_add(self.nodes);
                    self.measure(&child, self.least(&child), end, observer)
                }
            };
            let is_trivial = |plies: u16| plies < least.saturating_sub(1);
            if behind.exact().is_some_and(is_trivial) {
                continue;
            }
            let mut moves = vec![mv];
            moves.extend(self.line_from(&child, behind));
            variations.push(Variation {
                ply,
                moves,
                length: Bracket {
                    least: behind.least.saturating_add(1),
                    most: behind.most.map(|most| most.saturating_add(1)),
                },
                reason: Reason::Defence,
            });
        }
        // The longest first, as they are printed in books.
        variations.sort_by_key(|variation| std::cmp::Reverse(variation.length.least));
        variations
    }
}
