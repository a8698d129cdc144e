//! Other defences along a line, as composers judge them: one that holds out as long as the line,
//! one that holds out longer, and one behind which the attacker who does not take the shortest
//! way comes to what looks like a solution, too.
//!
//! ```text
//! for each position of the line with the defender to move; R: the plies that the line has left
//! for each other defence, which leaves the attacker R - 1
//!   won in less                 a variation
//!   won in R - 1                as long; a variation where the attacker can have something left
//!   not won in R - 1            longer, or not won at all; never where no win is shorter than the line
//! behind a variation, wherever the attacker comes by its shortest wins, and what R - 1 has left there
//!   a move that wins in as many plies, with nothing left over, or in more        another way
//! ```
//!
//! What is left counts as the attacker plays for something to be left and the defender for
//! nothing, both among the moves that keep the plies.

use std::collections::HashSet;

use shomei_game::{Game, Role, Solvable, Status};

use crate::judge::Asked;
use crate::leaving::{Known, OutOfNodes};
use crate::{Solutions, known, moves};
use shomei_extract::shortest::{Bounded, Shortest};
use shomei_search::{Answer, Bracket, Observer, Stop};

/// Tells whether the attacker has something left in a won position.
pub type HasLeft<'a, G> = &'a dyn Fn(&<G as Game>::Position) -> bool;

/// What another defence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resistance {
    /// The attacker does not win against it.
    Holds,
    /// It holds out longer than the line.
    Longer {
        /// Whether the attacker is known to have something left then.
        leaves: bool,
    },
    /// It holds out as long, and leaves the attacker nothing.
    Same,
    /// It is a variation, behind which the attacker also wins in as many plies as the line with
    /// nothing left, or in more.
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

/// A defence that is not the one of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence<M> {
    /// How many plies of the line come before it.
    pub ply: usize,
    /// What it is.
    pub kind: Resistance,
    /// The plies of the win against it, the defence included: the shortest, or for
    /// [`Resistance::AnotherWay`] those of the other way.
    pub length: Bracket,
    /// The defence and what follows: a line of that win, as far as it is known.
    pub line: Vec<M>,
}

/// The other defences along a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defences<M> {
    /// Those that are more than variations, in the order of the line.
    pub found: Vec<Defence<M>>,
    /// Defences for which the limit was reached, with the plies before them.
    pub open: Vec<(usize, M)>,
}

impl<M: Copy> Defences<M> {
    /// Replaces each move by something else, such as its text. `mv` is given moves that follow one
    /// another, and how many plies of the line come before the first of them.
    pub fn map<T>(&self, mut mv: impl FnMut(usize, &[M]) -> Vec<T>) -> Defences<T> {
        let found = self.found.iter().map(|defence| Defence {
            ply: defence.ply,
            kind: defence.kind,
            length: defence.length,
            line: mv(defence.ply, &defence.line),
        });
        let found = found.collect();
        let open = self.open.iter();
        let open = open.filter_map(|&(ply, m)| Some((ply, mv(ply, &[m]).into_iter().next()?)));
        Defences {
            found,
            open: open.collect(),
        }
    }
}

/// A position behind a variation.
struct Step<P, M> {
    /// It, and the plies of its shortest win.
    at: Bounded<P>,
    /// The plies that the line would have left.
    left: u16,
    /// The moves that lead to it.
    way: Vec<M>,
}

impl<P, M: Copy> Step<P, M> {
    /// The position after a move.
    fn after<G: Game<Position = P, Move = M>>(&self, game: &G, mv: M) -> Step<P, M> {
        Step {
            at: Bounded {
                position: game.play(&self.at.position, mv),
                plies: self.at.plies.saturating_sub(1),
            },
            left: self.left.saturating_sub(1),
            way: [&self.way[..], &[mv]].concat(),
        }
    }
}

/// What is known of one defence.
enum Told<M> {
    /// It is no more than a variation.
    Variation,
    Is(Defence<M>),
    Open,
}

impl<G: Solvable> Solutions<'_, G> {
    /// Looks at every other defence along the line, with so many nodes for each as for a move of
    /// the attacker.
    pub fn find_defences(
        &mut self,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Defences<G::Move> {
        let mut all = Defences {
            found: Vec::new(),
            open: Vec::new(),
        };
        for ply in 0..self.line.len() {
            let position = self.positions[ply].clone();
            if self.game.role(&position) == Role::Attacker {
                continue;
            }
            for mv in moves(self.game, &position) {
                if mv == self.line[ply] {
                    continue;
                }
                let asked = self.asked(ply, mv, &position);
                match self.resistance(&asked, has_left, observer) {
                    Ok(Told::Variation) => {}
                    Ok(Told::Is(defence)) => all.found.push(defence),
                    Ok(Told::Open) | Err(OutOfNodes) => all.open.push((ply, mv)),
                }
            }
        }
        if self.stopped_by() == Some(Stop::Game) {
            all.found.clear();
        }
        all
    }

    /// Whether the attacker can have something left at the end of the win of exactly so many plies
    /// that the line is; nothing where that is not known within the nodes for a move.
    pub fn leaves_something(
        &mut self,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Option<bool> {
        let plies = u16::try_from(self.line.len()).ok()?;
        let root = Bounded {
            position: self.positions[0].clone(),
            plies,
        };
        let end = self.count().saturating_add(self.nodes);
        self.can_leave(&root, end, has_left, observer).ok()
    }

    /// What a defence is.
    fn resistance(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Known<Told<G::Move>> {
        let (child, left) = (asked.child.clone(), asked.left - 1);
        if !self.wins_within(&child, left, asked.end, observer)? {
            return self.more_than(asked, has_left, observer);
        }
        let is_shorter = match left.checked_sub(Shortest::<G>::STEP) {
            Some(less) => self.wins_within(&child, less, asked.end, observer)?,
            None => false,
        };
        if !is_shorter {
            let at = Bounded {
                position: child.clone(),
                plies: left,
            };
            if !self.can_leave(&at, asked.end, has_left, observer)? {
                let defence = self.defence(asked, Resistance::Same, known(left), None);
                return Ok(Told::Is(defence));
            }
        }
        self.another_way(asked, has_left, observer)
    }

    /// A defence against which the plies of the line are not enough.
    fn more_than(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Known<Told<G::Move>> {
        let wins = match self.game.status(&asked.child) {
            Status::Failed => Answer::Disproved,
            _ => self.wins(asked, observer),
        };
        match wins {
            Answer::Unknown => Ok(Told::Open),
            Answer::Disproved => {
                let defence = Defence {
                    ply: asked.ply,
                    kind: Resistance::Holds,
                    length: Bracket {
                        least: asked.left.saturating_add(Shortest::<G>::STEP),
                        most: None,
                    },
                    line: vec![asked.mv],
                };
                Ok(Told::Is(defence))
            }
            Answer::Proved => {
                let least = (asked.left - 1).saturating_add(Shortest::<G>::STEP);
                let behind = self.measure(&asked.child, least, asked.end, observer);
                let leaves = match behind.exact() {
                    None => false,
                    Some(plies) => {
                        let at = Bounded {
                            position: asked.child.clone(),
                            plies,
                        };
                        // Where that is not known the defence counts all the same.
                        matches!(self.can_leave(&at, asked.end, has_left, observer), Ok(true))
                    }
                };
                let kind = Resistance::Longer { leaves };
                Ok(Told::Is(self.defence(asked, kind, behind, None)))
            }
        }
    }

    /// Looks behind a variation for another way to win that takes as many plies as the line has,
    /// with nothing left, or more: wherever the attacker comes while it wins as soon as it can and
    /// the defender holds out as long as it can.
    fn another_way(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Known<Told<G::Move>> {
        if self.game.status(&asked.child) != Status::Open {
            return Ok(Told::Variation);
        }
        let least = self.least(&asked.child);
        let behind = self.measure(&asked.child, least, asked.end, observer);
        let plies = behind.exact().ok_or(OutOfNodes)?;
        let mut walk = Vec::new();
        walk.push(Step {
            at: Bounded {
                position: asked.child.clone(),
                plies,
            },
            left: asked.left - 1,
            way: Vec::new(),
        });
        let (mut seen, mut open) = (HashSet::new(), false);
        while let Some(step) = walk.pop() {
            let is_open = self.game.status(&step.at.position) == Status::Open;
            if !is_open || !seen.insert(self.game.key(&step.at.position)) {
                continue;
            }
            let role = self.game.role(&step.at.position);
            let mut next = Vec::new();
            for mv in moves(self.game, &step.at.position) {
                let child = step.after(self.game, mv);
                if role == Role::Attacker {
                    match self.is_another_way(&child, asked.end, has_left, observer) {
                        Ok(None) => {}
                        Err(OutOfNodes) => open = true,
                        Ok(Some(length)) => {
                            let way = Some((child.way, child.at.position));
                            let kind = Resistance::AnotherWay;
                            return Ok(Told::Is(self.defence(asked, kind, length, way)));
                        }
                    }
                }
                match self.keeps(role, &child.at, asked.end, observer) {
                    Ok(true) => next.push(child),
                    Ok(false) => {}
                    Err(OutOfNodes) => open = true,
                }
            }
            // The first move is followed first.
            walk.extend(next.into_iter().rev());
        }
        Ok(if open { Told::Open } else { Told::Variation })
    }

    /// Whether a move of the attacker that leads here wins in exactly the plies that the line has
    /// left, with nothing left over, or in more; the plies behind it.
    fn is_another_way(
        &mut self,
        step: &Step<G::Position, G::Move>,
        end: u64,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Known<Option<Bracket>> {
        let (child, behind) = (&step.at.position, step.left);
        if let Some(less) = behind.checked_sub(Shortest::<G>::STEP)
            && self.wins_within(child, less, end, observer)?
        {
            return Ok(None);
        }
        if self.wins_within(child, behind, end, observer)? {
            let at = Bounded {
                position: child.clone(),
                plies: behind,
            };
            let leaves = self.can_leave(&at, end, has_left, observer)?;
            return Ok((!leaves).then(|| known(behind)));
        }
        let wins = match self.game.status(child) {
            Status::Failed => Answer::Disproved,
            _ => self.wins_at_all(child, end, observer),
        };
        match wins {
            Answer::Disproved => Ok(None),
            Answer::Unknown => Err(OutOfNodes),
            Answer::Proved => {
                let least = behind.saturating_add(Shortest::<G>::STEP);
                Ok(Some(self.measure(child, least, end, observer)))
            }
        }
    }

    /// A defence with its line: behind the defence itself, or behind another way that begins so
    /// and comes to this position.
    fn defence(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        kind: Resistance,
        behind: Bracket,
        way: Option<(Vec<G::Move>, G::Position)>,
    ) -> Defence<G::Move> {
        let (way, position) = way.unwrap_or_else(|| (Vec::new(), asked.child.clone()));
        let before = u16::try_from(way.len() + 1).unwrap_or(u16::MAX);
        let mut line = vec![asked.mv];
        line.extend(way);
        line.extend(self.line_from(&position, behind));
        Defence {
            ply: asked.ply,
            kind,
            length: Bracket {
                least: behind.least.saturating_add(before),
                most: behind.most.and_then(|most| most.checked_add(before)),
            },
            line,
        }
    }
}
