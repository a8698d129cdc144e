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

use shomei_game::{Dice, Game, Goal, Kind, Scored};
use shomei_search::Answer;
use shomei_search::table::Table;

use super::{BATCH, MOST_BARREN, Standing, TABLE_BYTES, Workplace, play};
use crate::LabError;
use crate::game::certified;
use crate::parallel::in_parallel;
use crate::trial::ACCEPTED;

/// A position of a set.
struct Ending<P> {
    position: P,
    game: u64,
    left: u32,
}

impl<G: Game + Scored + Kind> Workplace<'_, G> {
    pub(super) fn endings(
        &self,
        remaining: &RangeInclusive<u32>,
        even: Option<u32>,
        progress: &mut dyn FnMut(Standing),
    ) -> Result<Option<Vec<String>>, LabError> {
        let most = self.game.remaining(self.from);
        let most = most.ok_or_else(|| LabError::NoEndings(self.game.name().into()))?;
        check_range(remaining, most)?;
        let mut found: Vec<Ending<G::Position>> = Vec::new();
        let mut known = HashSet::new();
        let (mut games, mut barren) = (0, 0);
        while found.len() < self.plan.count {
            let before = found.len();
            for game in games..games + BATCH {
                let left = nth(remaining, found.len() as u64);
                let ending = self.ending(game, left, even);
                let ending = ending.filter(|e| known.insert(self.game.key(&e.position)));
                if found.len() < self.plan.count {
                    found.extend(ending);
                }
            }
            games += BATCH;
            if self.stop.load(Memory::Relaxed) {
                return Ok(None);
            }
            barren = if found.len() > before { 0 } else { barren + 1 };
            if barren > MOST_BARREN {
                let taken = found.len();
                let advice = match even {
                    None => "a wider range of what is left",
                    Some(_) => "a wider range of what is left, or less even ones",
                };
                return Err(LabError::TooRare {
                    taken,
                    games,
                    advice,
                });
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
        let mut dice = Dice::of(self.plan.seed, number);
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
        let side = game.sides()[mover.index()];
        Ok(format!(
            "{text} ; attacker={side} ; value={answer} ; name=game {number}, {left} left"
        ))
    }
}

/// Refuses a range that no game from a position with `most` left can fill.
fn check_range(range: &RangeInclusive<u32>, most: u32) -> Result<(), LabError> {
    let (&from, &to) = (range.start(), range.end());
    if from == 0 || to > most || range.is_empty() {
        return Err(LabError::EndingsRange { from, to, most });
    }
    Ok(())
}

/// The number with this index in a range that is not empty; behind the last one
/// it begins again.
fn nth(range: &RangeInclusive<u32>, index: u64) -> u32 {
    let length = u64::from(range.end() - range.start()) + 1;
    range.start() + (index % length) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_gone_through_again_and_again() {
        let left: Vec<u32> = (0..5).map(|i| nth(&(7..=8), i)).collect();
        assert_eq!(left, [7, 8, 7, 8, 7]);
        assert_eq!(nth(&(0..=u32::MAX), 1 << 32), 0);
        assert_eq!(nth(&(0..=u32::MAX), u64::from(u32::MAX)), u32::MAX);
    }

    #[test]
    fn ranges_lie_between_the_end_and_the_start() {
        assert!(check_range(&(1..=60), 60).is_ok());
        for (range, message) in [
            (0..=4, "positions with 0..4 left"),
            (50..=61, "positions with 50..61 left"),
            (0..=u32::MAX, "positions with 0..4294967295 left"),
            (RangeInclusive::new(9, 8), "positions with 9..8 left"),
        ] {
            let error = check_range(&range, 60).unwrap_err();
            assert!(error.is_input());
            let words = "are not to be had: games begin with 60 left and are over with 0; \
                         expected a range within 1..60";
            assert_eq!(error.to_string(), format!("{message} {words}"));
        }
    }
}
