//! Other defences along a line, as composers judge them: defences that hold out as long as the
//! line, defences that hold out longer, and defences after which a longer line of the attacker also
//! looks like a solution.
//!
//! ```text
//! for each position of the line with the defender to move; R: the remaining plies of the line
//! for each other defence, after which R - 1 plies of the line remain
//!   won in fewer than R - 1      a variation
//!   won in R - 1                as long; a variation if the attacker can have leftovers
//!   not won in R - 1            longer, or not won at all; impossible if the line is a shortest win
//! after a variation, in each position that the shortest wins reach
//!   a move that wins in the plies left of R - 1, without leftovers, or in more    another way
//! ```
//!
//! Leftovers count as if the attacker plays to keep something and the defender to prevent it, both
//! among the moves that keep the number of plies.

use std::collections::HashSet;

use shomei_extract::moves_of;
use shomei_extract::shortest::{Bounded, Shortest};
use shomei_game::{Game, Role, Status};
use shomei_search::{Bracket, Observer, Stop};

use crate::found::map_open;
use crate::{Alternative, Deviation, OutOfNodes, Solutions};

/// Tests whether the attacker has something left in a won position.
pub type HasLeft<'a, G> = &'a dyn Fn(&<G as Game>::Position) -> bool;

/// The kind of another defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resistance {
    /// The attacker does not win against it.
    Holds,
    /// It holds out longer than the line.
    Longer {
        /// Whether the attacker is known to have something left at the end.
        leaves: bool,
    },
    /// It holds out as long, and leaves the attacker nothing.
    Same,
    /// It is a variation, after which the attacker also wins in as many plies as the line without
    /// leftovers, or in more.
    AnotherWay,
}

impl std::fmt::Display for Resistance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Resistance::Holds => "not won",
            Resistance::Longer { .. } => "longer",
            Resistance::Same => "same length",
            Resistance::AnotherWay => "another way",
        })
    }
}

/// The other defences along a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defences<M> {
    /// The defences that are more than variations, in the order of the line.
    pub found: Vec<Deviation<M, Resistance>>,
    /// Defences for which a limit was reached, with the number of plies before them.
    pub open: Vec<(usize, M)>,
}

impl<M> Default for Defences<M> {
    fn default() -> Defences<M> {
        Defences {
            found: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<M: Copy> Defences<M> {
    /// Replaces each move by another value, such as its text. `mv` receives consecutive moves, and
    /// the number of plies of the line before the first of them.
    pub fn map<T>(&self, mut mv: impl FnMut(usize, &[M]) -> Vec<T>) -> Defences<T> {
        let found = self.found.iter().map(|defence| defence.map(&mut mv));
        Defences {
            found: found.collect(),
            open: map_open(&self.open, &mut mv),
        }
    }
}

/// A position after a variation.
struct Place<P, M> {
    /// The position, with the plies of its shortest win.
    at: Bounded<P>,
    /// The remaining plies of the line.
    left: u16,
    /// The moves that lead to it.
    way: Vec<M>,
}

impl<P, M: Copy> Place<P, M> {
    /// The position after a move.
    fn after<G: Game<Position = P, Move = M>>(&self, game: &G, mv: M) -> Place<P, M> {
        Place {
            at: self.at.after(game, mv),
            left: self.left.saturating_sub(1),
            way: [&self.way[..], &[mv]].concat(),
        }
    }
}

/// The result for a defence, if it is more than a variation.
type Resisting<M> = Result<Option<Deviation<M, Resistance>>, OutOfNodes>;

impl<G: Game> Solutions<'_, G> {
    /// Classifies every other defence along the line; each gets the nodes of one move.
    pub fn find_defences(
        &mut self,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Defences<G::Move> {
        let mut all = Defences::default();
        for ply in 0..self.line.len() {
            for at in self.alternatives(ply, Role::Defender) {
                self.begin_budget();
                match self.resistance(&at, has_left, observer) {
                    Ok(found) => all.found.extend(found),
                    Err(OutOfNodes) => all.open.push((ply, at.mv)),
                }
            }
        }
        if self.stopped_by() == Some(Stop::Game) {
            all.found.clear();
        }
        all
    }

    /// Whether the attacker can have something left at the end of a win of exactly the plies of the
    /// line; `None` if that is not decided within the nodes for a move.
    pub fn leaves_something(
        &mut self,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Option<bool> {
        let plies = u16::try_from(self.line.len()).ok()?;
        let root = Bounded::new(&self.positions[0], plies);
        self.begin_budget();
        self.can_leave(&root, has_left, observer).ok()
    }

    /// Classifies a defence.
    fn resistance(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Resisting<G::Move> {
        if !self.wins_within(&at.child, at.left, observer)? {
            return self.more_than(at, has_left, observer);
        }
        let is_shorter = match at.left.checked_sub(Shortest::<G>::STEP) {
            Some(less) => self.wins_within(&at.child, less, observer)?,
            None => false,
        };
        if !is_shorter {
            let bounded = Bounded::new(&at.child, at.left);
            if !self.can_leave(&bounded, has_left, observer)? {
                // The attacker's last move follows. Most problems have several last defences of the
                // same length, and composers do not mention them.
                let is_last = at.left <= 1;
                let length = Bracket::exactly(at.left);
                return Ok((!is_last).then(|| self.deviation(at, Resistance::Same, length)));
            }
        }
        self.another_way(at, has_left, observer)
    }

    /// Classifies a defence against which the plies of the line do not suffice.
    fn more_than(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Resisting<G::Move> {
        let least = at.left.saturating_add(Shortest::<G>::STEP);
        let fails = self.game.status(&at.child) == Status::Failed;
        if fails || !self.wins(&at.child, observer)? {
            // The attacker does not win, so there is no length and no line.
            let never = Bracket { least, most: None };
            return Ok(Some(self.deviation(at, Resistance::Holds, never)));
        }
        let after = self.measure(&at.child, least, observer);
        // If it is not known what is left, the defence counts all the same.
        let leaves = after.exact().is_some_and(|plies| {
            let bounded = Bounded::new(&at.child, plies);
            matches!(self.can_leave(&bounded, has_left, observer), Ok(true))
        });
        let kind = Resistance::Longer { leaves };
        Ok(Some(self.deviation(at, kind, after)))
    }

    /// Searches, after a variation, another way to win that takes as many plies as the line without
    /// leftovers, or more, in each position that shortest wins against longest defences reach.
    fn another_way(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Resisting<G::Move> {
        if self.game.status(&at.child) != Status::Open {
            return Ok(None);
        }
        let least = self.least(&at.child);
        let after = self.measure(&at.child, least, observer);
        let plies = after.exact().ok_or(OutOfNodes)?;
        let mut walk = vec![Place {
            at: Bounded::new(&at.child, plies),
            left: at.left,
            way: vec![at.mv],
        }];
        let (mut seen, mut is_open) = (HashSet::new(), false);
        while let Some(place) = walk.pop() {
            let position = &place.at.position;
            let is_over = self.game.status(position) != Status::Open;
            if is_over || !seen.insert(self.game.key(position)) {
                continue;
            }
            let role = self.game.role(position);
            let mut next = Vec::new();
            for mv in moves_of(self.game, position) {
                let child = place.after(self.game, mv);
                if role == Role::Attacker {
                    match self.is_another_way(&child, has_left, observer) {
                        Ok(None) => {}
                        Err(OutOfNodes) => is_open = true,
                        Ok(Some(after)) => {
                            let mut line = child.way;
                            let length = after.plus(line.len());
                            line.extend(self.line_from(&child.at.position, after));
                            return Ok(Some(Deviation {
                                ply: at.ply,
                                kind: Resistance::AnotherWay,
                                length,
                                line,
                            }));
                        }
                    }
                }
                match self.keeps(role, &child.at, observer) {
                    Ok(true) => next.push(child),
                    Ok(false) => {}
                    Err(OutOfNodes) => is_open = true,
                }
            }
            // The stack is reversed so that the first move is followed first.
            walk.extend(next.into_iter().rev());
        }
        if is_open { Err(OutOfNodes) } else { Ok(None) }
    }

    /// Whether the move of the attacker that leads to `place` wins in exactly the remaining plies
    /// of the line without leftovers, or in more; returns the plies after it.
    fn is_another_way(
        &mut self,
        place: &Place<G::Position, G::Move>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Bracket>, OutOfNodes> {
        let (child, left) = (&place.at.position, place.left);
        if let Some(less) = left.checked_sub(Shortest::<G>::STEP)
            && self.wins_within(child, less, observer)?
        {
            return Ok(None);
        }
        if self.wins_within(child, left, observer)? {
            let leaves = self.can_leave(&Bounded::new(child, left), has_left, observer)?;
            return Ok((!leaves).then(|| Bracket::exactly(left)));
        }
        if self.game.status(child) == Status::Failed || !self.wins(child, observer)? {
            return Ok(None);
        }
        let least = left.saturating_add(Shortest::<G>::STEP);
        Ok(Some(self.measure(child, least, observer)))
    }
}
