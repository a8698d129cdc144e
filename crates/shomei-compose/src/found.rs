//! What other solutions there are, and what that makes of a problem.

use std::fmt;

use shomei_search::Bracket;

/// What another winning move is, beside the one of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It wins in fewer plies: the line was not the shortest.
    Shorter,
    /// It wins in as many plies.
    Equal,
    /// It wins in as many plies, by the same move in a second way, such as without
    /// promotion.
    Variant,
    /// It wins in as many plies, and against some defence only through a position of
    /// the line: the moves come in another order.
    Order,
    /// It wins by itself, in more plies.
    Longer,
    /// It wins by itself, and how long that takes was not found within the limit.
    Unmeasured,
    /// It replaces the last move of the line, and wins by itself.
    LastMove,
    /// It wins in more plies, and against some defence only through a position of the
    /// line: it comes back to it.
    Detour,
}

impl Kind {
    /// Whether the move is a solution of its own that a problem should not have.
    #[must_use]
    pub fn is_flaw(self) -> bool {
        !matches!(self, Kind::LastMove | Kind::Detour)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Shorter => "shorter",
            Kind::Equal => "equal",
            Kind::Variant => "promotion",
            Kind::Order => "order of moves",
            Kind::Longer => "longer",
            Kind::Unmeasured => "length not found",
            Kind::LastMove => "last move",
            Kind::Detour => "detour",
        })
    }
}

/// A line that leaves the main line: another solution, another defence, a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation<M, K> {
    /// How many plies of the line come before it.
    pub ply: usize,
    /// What it is.
    pub kind: K,
    /// The plies of the shortest win after it, its first move included; for
    /// [`Resistance::AnotherWay`](crate::Resistance::AnotherWay) those of the other way.
    pub length: Bracket,
    /// Its moves from that ply on: a line of such a win, as far as it is known. There is at least
    /// one.
    pub line: Vec<M>,
}

impl<M, K> Deviation<M, K> {
    /// The same line as something else.
    #[must_use]
    pub(crate) fn called<L>(self, kind: L) -> Deviation<M, L> {
        Deviation {
            ply: self.ply,
            kind,
            length: self.length,
            line: self.line,
        }
    }

    /// Replaces each move by something else, such as its text. `mv` is given moves that follow one
    /// another, and how many plies of the line come before the first of them.
    pub fn map<T>(&self, mv: &mut impl FnMut(usize, &[M]) -> Vec<T>) -> Deviation<T, K>
    where
        K: Copy,
    {
        Deviation {
            ply: self.ply,
            kind: self.kind,
            length: self.length,
            line: mv(self.ply, &self.line),
        }
    }
}

/// Replaces moves, each with the plies before it.
pub(crate) fn map_open<M: Copy, T>(
    open: &[(usize, M)],
    mv: &mut impl FnMut(usize, &[M]) -> Vec<T>,
) -> Vec<(usize, T)> {
    let text = |&(ply, m): &(usize, M)| Some((ply, mv(ply, &[m]).into_iter().next()?));
    open.iter().filter_map(text).collect()
}

/// Whether a problem has one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No other move of the attacker wins by itself.
    Unique,
    /// Only the last move has others beside it.
    UniqueButLast,
    /// There is another solution.
    NotUnique,
    /// The limit was reached for some move, and no other solution was found.
    NotDecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Unique => "unique",
            Verdict::UniqueButLast => "unique but for the last move",
            Verdict::NotUnique => "not unique",
            Verdict::NotDecided => "not decided",
        })
    }
}

/// The other solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The winning moves, in the order of the line.
    pub others: Vec<Deviation<M, Kind>>,
    /// Moves for which the limit was reached, with the plies before them.
    pub open: Vec<(usize, M)>,
    /// Whether no win is shorter than the line.
    pub is_shortest: bool,
}

impl<M> Default for Found<M> {
    fn default() -> Found<M> {
        Found {
            others: Vec::new(),
            open: Vec::new(),
            is_shortest: false,
        }
    }
}

impl<M> Found<M> {
    /// What the other solutions make of the problem.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let mut kinds = self.others.iter().map(|other| other.kind);
        if kinds.clone().any(Kind::is_flaw) {
            Verdict::NotUnique
        } else if !self.open.is_empty() || !self.is_shortest {
            Verdict::NotDecided
        } else if kinds.any(|kind| kind == Kind::LastMove) {
            Verdict::UniqueButLast
        } else {
            Verdict::Unique
        }
    }

    /// Puts the moves into the order of the line; those of a position keep theirs.
    pub(crate) fn in_order(&mut self) {
        self.others.sort_by_key(|other| other.ply);
        self.open.sort_by_key(|&(ply, _)| ply);
    }

    /// Replaces each move by something else, such as its text. `mv` is given moves that follow one
    /// another, and how many plies of the line come before the first of them.
    pub fn map<T>(&self, mut mv: impl FnMut(usize, &[M]) -> Vec<T>) -> Found<T>
    where
        M: Copy,
    {
        Found {
            others: self.others.iter().map(|other| other.map(&mut mv)).collect(),
            open: map_open(&self.open, &mut mv),
            is_shortest: self.is_shortest,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    fn found(kinds: &[Kind], open: usize) -> Found<u32> {
        let length = Bracket {
            least: 3,
            most: None,
        };
        let other = |&kind: &Kind| Deviation {
            ply: 0,
            kind,
            length,
            line: vec![1],
        };
        Found {
            others: kinds.iter().map(other).collect(),
            open: vec![(0, 2); open],
            is_shortest: true,
        }
    }

    #[test]
    fn one_flaw_is_enough_and_uniqueness_needs_all_moves() {
        use Kind::{Detour, LastMove, Longer, Order, Unmeasured, Variant};
        for flaw in [
            Kind::Equal,
            Longer,
            Order,
            Unmeasured,
            Variant,
            Kind::Shorter,
        ] {
            assert_eq!(found(&[LastMove, flaw], 1).verdict(), Verdict::NotUnique);
        }
        assert_eq!(found(&[LastMove, Detour], 1).verdict(), Verdict::NotDecided);
        assert_eq!(
            found(&[LastMove, Detour], 0).verdict(),
            Verdict::UniqueButLast
        );
        assert_eq!(found(&[Detour], 0).verdict(), Verdict::Unique);
        let unproven = Found {
            is_shortest: false,
            ..found(&[], 0)
        };
        assert_eq!(unproven.verdict(), Verdict::NotDecided);
    }
}
