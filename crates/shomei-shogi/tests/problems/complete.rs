//! The composers' terms of a problem, by a plain search of every line: each legal move is tried
//! with increasing depth, until there is a mate or the attacker has run out of checks in every
//! line. This code shares nothing with the searches.

use std::collections::{BTreeSet, HashMap, HashSet};

use shomei_game::{Game, Key, Notation, Role, Status};
use shomei_shogi::{Move, Position, Shogi};

use crate::brute::moves;

/// The most plies of a line.
const DEEPEST: u16 = 13;

/// The result for a position.
#[derive(Clone, Copy, PartialEq)]
enum MateResult {
    /// The attacker mates in exactly N plies.
    Mate(u16),
    /// It never mates: it runs out of checks in every line.
    Never,
    /// It does not mate within N plies.
    NotWithin(u16),
}

/// A plain search, in which given positions count as failed.
pub(crate) struct Complete<'g> {
    game: &'g Shogi,
    failed: HashSet<Key>,
    known: HashMap<Key, MateResult>,
    /// The number of positions that may still be visited.
    left: u64,
    /// Whether a position was left undecided.
    is_open: bool,
}

impl<'g> Complete<'g> {
    /// A search of at most `most` positions.
    pub(crate) fn new(game: &'g Shogi, most: u64) -> Complete<'g> {
        Complete {
            game,
            failed: HashSet::new(),
            known: HashMap::new(),
            left: most,
            is_open: false,
        }
    }

    fn search(&mut self, position: &Position, plies: u16) -> MateResult {
        let key = position.key();
        if self.failed.contains(&key) {
            return MateResult::Never;
        }
        match (self.game.status(position), self.known.get(&key)) {
            (Status::Won, _) => return MateResult::Mate(0),
            (Status::Failed, _) => return MateResult::Never,
            (Status::Open, Some(&known @ (MateResult::Mate(_) | MateResult::Never))) => {
                return known;
            }
            (Status::Open, Some(&MateResult::NotWithin(most))) if most >= plies => {
                return MateResult::NotWithin(plies);
            }
            _ => {}
        }
        if plies == 0 || self.left == 0 {
            return MateResult::NotWithin(0);
        }
        self.left -= 1;
        let after = moves(self.game, position);
        let after = after.into_iter().map(|mv| position.play(mv));
        let attacks = self.game.role(position) == Role::Attacker;
        let (mut mates, mut is_open) = (Vec::new(), false);
        for child in after {
            match self.search(&child, plies - 1) {
                MateResult::Mate(length) => mates.push(length),
                MateResult::Never if !attacks => {
                    self.known.insert(key, MateResult::Never);
                    return MateResult::Never;
                }
                MateResult::Never => {}
                MateResult::NotWithin(_) => is_open = true,
            }
        }
        let known = match (attacks, is_open) {
            (true, _) if !mates.is_empty() => {
                MateResult::Mate(mates.into_iter().min().unwrap() + 1)
            }
            (true, false) => MateResult::Never,
            (false, false) => MateResult::Mate(mates.into_iter().max().unwrap() + 1),
            (_, true) => MateResult::NotWithin(plies),
        };
        // A result that was cut short is not stored.
        if self.left > 0 || known == MateResult::Never {
            self.known.insert(key, known);
        }
        known
    }

    /// The plies of the shortest mate, if there is one.
    fn length(&mut self, position: &Position) -> Option<u16> {
        for plies in 0..=DEEPEST {
            match self.search(position, plies) {
                MateResult::Mate(length) => return Some(length),
                MateResult::Never => return None,
                MateResult::NotWithin(_) if self.left == 0 => break,
                MateResult::NotWithin(_) => {}
            }
        }
        self.is_open = true;
        None
    }

    /// Whether the attacker mates at all; `None` if that was not decided.
    pub(crate) fn has_mate(&mut self, position: &Position) -> Option<bool> {
        let has_mate = self.length(position).is_some();
        (!self.is_open).then_some(has_mate)
    }

    /// The composers' terms of the problem along a line, assumed to be a shortest mate; `None` if
    /// not everything was decided.
    pub(crate) fn words(
        &mut self,
        root: &Position,
        line: &[Move],
    ) -> Option<BTreeSet<&'static str>> {
        let mut places = vec![*root];
        for &mv in line {
            let at = *places.last().unwrap();
            let next = at.play(mv);
            let (before, plies_after) = (self.length(&at), self.length(&next));
            if self.is_open {
                return None;
            }
            let name = self.game.format_position(&at);
            assert_eq!(before, plies_after.map(|plies| plies + 1), "{name}: {mv}");
            places.push(next);
        }
        let end = places.pop().unwrap();
        assert_eq!(self.game.status(&end), Status::Won);
        let mut apart = Complete::new(self.game, self.left);
        apart.failed = places.iter().map(Position::key).collect();
        let mut words = BTreeSet::new();
        if self.leaves(root) {
            words.insert("surplus");
        }
        for (ply, (&main, place)) in line.iter().zip(&places).enumerate() {
            let left = (line.len() - ply) as u16;
            for mv in moves(self.game, place) {
                if mv == main || self.is_open || apart.is_open {
                    continue;
                }
                let child = place.play(mv);
                let word = match self.game.role(place) {
                    Role::Attacker => self.of_move(left, [main, mv], &child, &mut apart),
                    Role::Defender => self.of_defence(left, &child),
                };
                words.extend(word);
            }
        }
        (!self.is_open && !apart.is_open).then_some(words)
    }

    fn of_move(
        &mut self,
        left: u16,
        [main, mv]: [Move; 2],
        child: &Position,
        apart: &mut Complete<'_>,
    ) -> Option<&'static str> {
        let plies = self.length(child)? + 1;
        let by_itself = apart.length(child).is_some();
        let same = main.from().is_some() && main.from() == mv.from() && main.to() == mv.to();
        Some(match (by_itself, plies > left) {
            (true, _) if left == 1 => "last-move",
            (true, false) if same => "promotion",
            (true, _) => "another",
            (false, true) => "detour",
            (false, false) => "order",
        })
    }

    fn of_defence(&mut self, left: u16, child: &Position) -> Option<&'static str> {
        let plies = self.length(child)?;
        if plies == left - 1 && !self.leaves(child) {
            return (left > 2).then_some("same-length");
        }
        let mut seen = HashSet::new();
        self.has_another_way(child, left - 1, &mut seen)
            .then_some("henka-betsu")
    }

    /// Whether the attacker has pieces left at the end of a shortest mate, if it tries to keep them
    /// and the defender tries to prevent it.
    fn leaves(&mut self, position: &Position) -> bool {
        let Some(length) = self.length(position) else {
            return false;
        };
        if length == 0 {
            return !position.hand(self.game.attacker()).is_empty();
        }
        let attacks = self.game.role(position) == Role::Attacker;
        for mv in moves(self.game, position) {
            let child = position.play(mv);
            if self.length(&child) == Some(length - 1) && self.leaves(&child) == attacks {
                return attacks;
            }
        }
        !attacks
    }

    /// Whether the attacker, with `left` plies of the line remaining, can mate in as many plies
    /// without leftover pieces, or in more plies, in one of the positions of the shortest mates.
    fn has_another_way(&mut self, position: &Position, left: u16, seen: &mut HashSet<Key>) -> bool {
        let Some(length) = self.length(position) else {
            return false;
        };
        if length == 0 || !seen.insert(position.key()) {
            return false;
        }
        let attacks = self.game.role(position) == Role::Attacker;
        for mv in moves(self.game, position) {
            let child = position.play(mv);
            let plies_after = self.length(&child);
            let is_one = attacks
                && plies_after.is_some_and(|plies| match plies + 1 {
                    plies if plies == left => !self.leaves(&child),
                    plies => plies > left,
                });
            if is_one {
                return true;
            }
            if plies_after == Some(length - 1) && self.has_another_way(&child, left - 1, seen) {
                return true;
            }
        }
        false
    }
}
