//! The other defences along a line, each with the shortest win against it, for records and books.

use shomei_game::{Game, Role, Status};
use shomei_search::{Bracket, Observer, Stop};

use crate::{Deviation, OtherWinKind, OtherWins, Solutions};

/// The reason for a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The defender plays another move.
    Defence,
    /// The attacker plays another move that also wins.
    Solution(OtherWinKind),
}

impl<G: Game> Solutions<'_, G> {
    /// All variations of the line, in its order: every other defence at each ply of the defender,
    /// and the moves of `found` at each ply of the attacker.
    ///
    /// Defences that lose in fewer than `least` plies, counting the defence itself, are left out.
    /// With `least` 0 or 1 all are kept.
    pub fn variations(
        &mut self,
        found: &OtherWins<G::Move>,
        least: u16,
        observer: &mut dyn Observer,
    ) -> Vec<Deviation<G::Move, Reason>> {
        let others = found.others.iter();
        let others = others.map(|other| other.clone().called(Reason::Solution(other.kind)));
        let mut variations: Vec<_> = others.collect();
        for ply in 0..self.line.len() {
            variations.extend(self.defences(ply, least, observer));
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
    ) -> Vec<Deviation<G::Move, Reason>> {
        let mut variations = Vec::new();
        for at in self.alternatives(ply, Role::Defender) {
            if self.shortest.is_stopped() {
                continue;
            }
            let after = match self.game.status(&at.child) {
                Status::Won => Bracket::exactly(0),
                _ => {
                    self.begin_budget();
                    self.measure(&at.child, self.least(&at.child), observer)
                }
            };
            let is_trivial = |plies: u16| plies < least.saturating_sub(1);
            if !after.exact().is_some_and(is_trivial) {
                variations.push(self.deviation(&at, Reason::Defence, after));
            }
        }
        // The longest first, as in books.
        variations.sort_by_key(|variation| std::cmp::Reverse(variation.length.least));
        variations
    }
}
