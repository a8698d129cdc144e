//! Positions with a given number of remaining moves, won or lost.
//!
//! ```text
//! game i:  random numbers of (seed, i)
//!   1  a few random moves, then moves by rank and random numbers (play.rs)
//!   2  take the position with the required number of remaining moves, which goes
//!      through the range in turn; with --even only if its estimated score is near 0
//!   3  solve it with df-pn and check the certificate
//! ```
//!
//! The positions are in the order of the games, so that the first n are a fair sample.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering as Memory;

use shomei_game::{Dice, Game, Kind, Scored};

use super::{BATCH, Found, Generated, Workplace, count_barren, play};
use crate::LabError;

impl<G: Game + Scored + Kind> Workplace<'_, G> {
    pub(super) fn endings(
        &self,
        remaining: &RangeInclusive<u32>,
        even: Option<u32>,
        progress: &mut dyn FnMut(Generated),
    ) -> Result<Option<Vec<String>>, LabError> {
        let most = self.game.remaining(self.from);
        let most = most.ok_or_else(|| {
            let game = self.game.name();
            LabError::Input(format!("{game} does not report how much of a game is left"))
        })?;
        check_range(remaining, most)?;
        let advice = match even {
            None => "a wider range of remaining moves",
            Some(_) => "a wider range of remaining moves, or a larger --even",
        };
        let mut found: Vec<Found<G::Position>> = Vec::new();
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
            count_barren(&mut barren, [before, found.len()], games, advice)?;
        }
        // Only solving takes time.
        self.lines(&found, &mut |taken| progress(Generated { games, taken }))
    }

    /// The position of a game with `left` remaining, if the game reaches it.
    fn ending(&self, number: u64, left: u32, even: Option<u32>) -> Option<Found<G::Position>> {
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
        Some(Found {
            position,
            game: number,
            remark: format!("{left} left"),
            nodes: 0,
        })
    }
}

/// Rejects a range that no game from a position with `most` remaining can fill.
fn check_range(range: &RangeInclusive<u32>, most: u32) -> Result<(), LabError> {
    let (&from, &to) = (range.start(), range.end());
    if from == 0 || to > most || range.is_empty() {
        return Err(LabError::Input(format!(
            "no position has {from}..{to} left: games begin with {most} left and end with 0; \
             expected a range within 1..{most}"
        )));
    }
    Ok(())
}

/// The number with this index in a non-empty range, cyclically.
fn nth(range: &RangeInclusive<u32>, index: u64) -> u32 {
    let length = u64::from(range.end() - range.start()) + 1;
    range.start() + (index % length) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_cyclic() {
        let left: Vec<u32> = (0..5).map(|i| nth(&(7..=8), i)).collect();
        assert_eq!(left, [7, 8, 7, 8, 7]);
        assert_eq!(nth(&(0..=u32::MAX), 1 << 32), 0);
        assert_eq!(nth(&(0..=u32::MAX), u64::from(u32::MAX)), u32::MAX);
    }

    #[test]
    fn ranges_are_between_the_end_and_the_start() {
        assert!(check_range(&(1..=60), 60).is_ok());
        for (range, message) in [
            (0..=4, "no position has 0..4 left"),
            (50..=61, "no position has 50..61 left"),
            (0..=u32::MAX, "no position has 0..4294967295 left"),
            (RangeInclusive::new(9, 8), "no position has 9..8 left"),
        ] {
            let error = check_range(&range, 60).unwrap_err();
            assert!(error.is_input());
            let words = "games begin with 60 left and end with 0; expected a range within 1..60";
            assert_eq!(error.to_string(), format!("{message}: {words}"));
        }
    }
}
