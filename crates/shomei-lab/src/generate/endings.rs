//! Positions with so much left of the game, whoever wins.
//!
//! ```text
//! game i:  dice of (seed, i)
//!   1  a few random moves, then moves by rank and luck (play.rs)
//!   2  the position with so much left: how much goes in turn through the range;
//!      where even ones are wanted, if its estimated score is near 0
//!   3  solve it with df-pn; the certificate is checked
//! ```
//!
//! In the order of the games, so that the first n are a fair sample.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering as Memory;

use shomei_game::{Goal, Scored, Solvable};
use shomei_search::Answer;
use shomei_search::table::Table;

use super::dice::Dice;
use super::{BATCH, MOST_BARREN, Standing, TABLE_BYTES, Workplace, in_parallel, play};
use crate::LabError;
use crate::game::certified;
use crate::trial::ACCEPTED;

/// A position of a set.
struct Ending<P> {
    position: P,
    game: u64,
    left: u32,
}

impl<G: Solvable + Scored> Workplace<'_, G> {
    pub(super) fn endings(
        &self,
        remaining: &RangeInclusive<u32>,
        even: Option<u32>,
        progress: &mut dyn FnMut(Standing),
    ) -> Result<Option<Vec<String>>, LabError> {
        if self.game.remaining(self.from).is_none() {
            return Err(LabError::NoEndings(G::NAME));
        }
        let mut found: Vec<Ending<G::Position>> = Vec::new();
        let mut known = HashSet::new();
        let (mut games, mut barren) = (0, 0);
        while found.len() < self.plan.count {
            let before = found.len();
            for game in games..games + BATCH {
                let left = remaining.start() + found.len() as u32 % range_len(remaining);
                let ending = self.ending(game, left, even);
                let ending = ending.filter(|e| known.insert(self.game.key(&e.position)));
                if found.len() < self.plan.count {
                    found.extend(ending);
                }
            }
            games += BATCH;
            barren = if found.len() > before { 0 } else { barren + 1 };
            if barren > MOST_BARREN {
                let taken = found.len();
                return Err(LabError::TooRare { taken, games });
            }
        }
        // Playing takes no time, solving does.
        let mut lines = Vec::new();
        for batch in found.chunks(BATCH as usize) {
            let line = |_: &Arc<Table>, i: u64| self.line(&batch[i as usize]);
            lines.extend(in_parallel(
                batch.len() as u64,
                self.tables,
                self.stop,
                line,
            ));
            if self.stop.load(Memory::Relaxed) {
                return Ok(None);
            }
            let taken = lines.len();
            progress(Standing { games, taken });
        }
        lines.into_iter().collect::<Result<_, _>>().map(Some)
    }

    /// The position of a game with so much left, if the game comes that far.
    fn ending(&self, number: u64, left: u32, even: Option<u32>) -> Option<Ending<G::Position>> {
        let mut dice = Dice::new(self.plan.seed, number);
        let played = play::game(self.game, self.from, &mut dice);
        let is_it = |position: &G::Position| {
            self.game.remaining(position) == Some(left) && !self.game.is_over(position)
        };
        let position = played.into_iter().find(is_it)?;
        let guess = self.game.guess_score(&position).unsigned_abs();
        if even.is_some_and(|even| guess > even) {
            return None;
        }
        Some(Ending {
            position,
            game: number,
            left,
        })
    }

    /// The line of a corpus file, once the certificate is accepted.
    fn line(&self, ending: &Ending<G::Position>) -> Result<String, LabError> {
        let Ending {
            position,
            game: number,
            left,
        } = ending;
        let mover = self.game.to_move(position);
        let game = self.game.with_goal(Goal::win(mover));
        let text = game.format_position(position);
        let (answer, verdict) = certified(&game, position, TABLE_BYTES, self.stop)?;
        let is_shown = answer != Answer::Unknown && verdict == ACCEPTED;
        if !is_shown && !self.stop.load(Memory::Relaxed) {
            return Err(LabError::NotCertified(format!(
                "{text}: {answer}, {verdict}"
            )));
        }
        let side = G::SIDES[mover.index()];
        Ok(format!(
            "{text} ; attacker={side} ; value={answer} ; name=game {number}, {left} left"
        ))
    }
}

fn range_len(range: &RangeInclusive<u32>) -> u32 {
    range.end() - range.start() + 1
}
