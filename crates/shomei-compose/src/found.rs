//! Other solutions, and the resulting verdict on a problem.

use std::fmt;

use shomei_search::Bracket;

/// The kind of a winning move other than the one of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OtherWinKind {
    /// It wins in fewer plies: the line was not the shortest.
    Shorter,
    /// It wins in as many plies.
    Equal,
    /// It wins in as many plies and is the same move in another form, such as without promotion.
    Variant,
    /// It wins in as many plies, but against some defence only through a position of the line: the
    /// moves are in another order.
    Order,
    /// It wins independently of the line, in more plies.
    Longer,
    /// It wins independently of the line; its length was not found within the limit.
    Unmeasured,
    /// It replaces the last move of the line, and wins independently of it.
    LastMove,
    /// It wins in more plies, but against some defence only through a position of the line, to
    /// which it returns.
    Detour,
}

impl OtherWinKind {
    /// Whether the move is an independent solution that a problem should not have.
    #[must_use]
    pub fn is_flaw(self) -> bool {
        !matches!(self, OtherWinKind::LastMove | OtherWinKind::Detour)
    }
}

impl fmt::Display for OtherWinKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OtherWinKind::Shorter => "shorter",
            OtherWinKind::Equal => "equal",
            OtherWinKind::Variant => "promotion",
            OtherWinKind::Order => "order of moves",
            OtherWinKind::Longer => "longer",
            OtherWinKind::Unmeasured => "length not found",
            OtherWinKind::LastMove => "last move",
            OtherWinKind::Detour => "detour",
        })
    }
}

/// A line that branches from the main line: another solution, another defence, a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation<M, K> {
    /// The number of plies of the main line before it.
    pub ply: usize,
    /// The kind of the deviation.
    pub kind: K,
    /// The plies of the shortest win after it, including its first move; for
    /// [`Resistance::AnotherWay`](crate::Resistance::AnotherWay) the plies of the other way.
    pub length: Bracket,
    /// Its moves from that ply on: the known part of a line of such a win, at least one move.
    pub line: Vec<M>,
}

impl<M, K> Deviation<M, K> {
    /// The same line with another kind.
    #[must_use]
    pub(crate) fn called<L>(self, kind: L) -> Deviation<M, L> {
        Deviation {
            ply: self.ply,
            kind,
            length: self.length,
            line: self.line,
        }
    }

    /// Replaces each move by another value, such as its text. `mv` receives consecutive moves, and
    /// the number of plies of the line before the first of them.
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

/// Replaces moves, each with the number of plies before it.
pub(crate) fn map_open<M: Copy, T>(
    open: &[(usize, M)],
    mv: &mut impl FnMut(usize, &[M]) -> Vec<T>,
) -> Vec<(usize, T)> {
    let text = |&(ply, m): &(usize, M)| Some((ply, mv(ply, &[m]).into_iter().next()?));
    open.iter().filter_map(text).collect()
}

/// Whether a problem has one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uniqueness {
    /// No other move of the attacker wins independently of the line.
    Unique,
    /// Only the last move has alternatives.
    UniqueButLast,
    /// There is another solution.
    NotUnique,
    /// The limit was reached for some move, and no other solution was found.
    NotDecided,
}

impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uniqueness::Unique => "unique",
            Uniqueness::UniqueButLast => "unique but for the last move",
            Uniqueness::NotUnique => "not unique",
            Uniqueness::NotDecided => "not decided",
        })
    }
}

/// The other solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherWins<M> {
    /// The winning moves, in the order of the line.
    pub others: Vec<Deviation<M, OtherWinKind>>,
    /// Moves for which a limit was reached, with the number of plies before them.
    pub open: Vec<(usize, M)>,
    /// Whether no win is shorter than the line.
    pub is_shortest: bool,
}

impl<M> Default for OtherWins<M> {
    fn default() -> OtherWins<M> {
        OtherWins {
            others: Vec::new(),
            open: Vec::new(),
            is_shortest: false,
        }
    }
}

impl<M> OtherWins<M> {
    /// The verdict on the problem.
    #[must_use]
    pub fn verdict(&self) -> Uniqueness {
        let mut kinds = self.others.iter().map(|other| other.kind);
        if kinds.clone().any(OtherWinKind::is_flaw) {
            Uniqueness::NotUnique
        } else if !self.open.is_empty() || !self.is_shortest {
            Uniqueness::NotDecided
        } else if kinds.any(|kind| kind == OtherWinKind::LastMove) {
            Uniqueness::UniqueButLast
        } else {
            Uniqueness::Unique
        }
    }

    /// Sorts the moves into the order of the line; the order within a position is kept.
    pub(crate) fn in_order(&mut self) {
        self.others.sort_by_key(|other| other.ply);
        self.open.sort_by_key(|&(ply, _)| ply);
    }

    /// Replaces each move by another value, such as its text. `mv` receives consecutive moves, and
    /// the number of plies of the line before the first of them.
    pub fn map<T>(&self, mut mv: impl FnMut(usize, &[M]) -> Vec<T>) -> OtherWins<T>
    where
        M: Copy,
    {
        OtherWins {
            others: self.others.iter().map(|other| other.map(&mut mv)).collect(),
            open: map_open(&self.open, &mut mv),
            is_shortest: self.is_shortest,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    fn found(kinds: &[OtherWinKind], open: usize) -> OtherWins<u32> {
        let length = Bracket {
            least: 3,
            most: None,
        };
        let other = |&kind: &OtherWinKind| Deviation {
            ply: 0,
            kind,
            length,
            line: vec![1],
        };
        OtherWins {
            others: kinds.iter().map(other).collect(),
            open: vec![(0, 2); open],
            is_shortest: true,
        }
    }

    #[test]
    fn one_flaw_is_enough_and_uniqueness_needs_all_moves() {
        use OtherWinKind::{Detour, LastMove, Longer, Order, Unmeasured, Variant};
        for flaw in [
            OtherWinKind::Equal,
            Longer,
            Order,
            Unmeasured,
            Variant,
            OtherWinKind::Shorter,
        ] {
            assert_eq!(found(&[LastMove, flaw], 1).verdict(), Uniqueness::NotUnique);
        }
        assert_eq!(
            found(&[LastMove, Detour], 1).verdict(),
            Uniqueness::NotDecided
        );
        assert_eq!(
            found(&[LastMove, Detour], 0).verdict(),
            Uniqueness::UniqueButLast
        );
        assert_eq!(found(&[Detour], 0).verdict(), Uniqueness::Unique);
        let unproven = OtherWins {
            is_shortest: false,
            ..found(&[], 0)
        };
        assert_eq!(unproven.verdict(), Uniqueness::NotDecided);
    }
}
