//! The entries of alpha-beta's transposition table.
//!
//! ```text
//! won, failed      valid at any depth and on every path
//! failed here      valid on paths with the same prefix as the path on which it was
//!                  found, up to the last position on which it depends
//! not yet          valid in the iteration that found it, for the same number of
//!                  plies or fewer
//! ```
//!
//! *Failed here* corresponds to the twin entries of df-pn: a depth-first search never returns to a
//! path prefix that it has left, so one prefix per position is enough.
//!
//! *Not yet* is valid only in its iteration, although the same number of plies gives the same
//! result in the next one. Otherwise two positions that lead to each other could confirm each other
//! for ever: in each iteration, one would be searched one ply below the other and would be found in
//! the table with the entry of the previous iteration, which was made one ply higher.

use shomei_game::Key;

use super::verdict::Verdict;
use crate::path::Path;

/// The iteration and the distance to the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Horizon {
    /// The number of the iteration, counted over all searches of one searcher.
    pub(super) iteration: u32,
    /// Plies from a node to the horizon.
    pub(super) depth: u32,
}

/// The entry of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlphaBetaEntry {
    verdict: Verdict,
    holds: Holds,
    /// The place of the deciding move; [`AlphaBetaEntry::NO_MOVE`] if there is none.
    best: u32,
}

#[derive(Clone, Copy, Debug)]
enum Holds {
    Everywhere,
    /// On paths with the prefix of this code, which ends at the last position on which the verdict
    /// depends.
    Below(Key),
    /// In this iteration, for the same number of plies or fewer.
    Within(Horizon),
    /// On no path, because the prefix has no code. Only the best move is useful.
    Nowhere,
}

impl AlphaBetaEntry {
    const NO_MOVE: u32 = u32::MAX;

    /// The entry for the last position of the path.
    pub(super) fn new(
        verdict: Verdict,
        best: Option<usize>,
        horizon: Horizon,
        path: &Path,
    ) -> AlphaBetaEntry {
        let holds = match verdict {
            Verdict::Failed {
                path_dependence, ..
            } if !path_dependence.is_none() => {
                let prefix = path.prefix_code(path_dependence.last as usize);
                prefix.map_or(Holds::Nowhere, Holds::Below)
            }
            Verdict::Won { .. } | Verdict::Failed { .. } => Holds::Everywhere,
            Verdict::NotYet => Holds::Within(horizon),
        };
        let best = best.and_then(|best| u32::try_from(best).ok());
        AlphaBetaEntry {
            verdict,
            holds,
            best: best.unwrap_or(Self::NO_MOVE),
        }
    }

    /// The verdict for the same position at the end of this path and with this horizon, if it is
    /// valid there.
    #[inline]
    pub(super) fn verdict(&self, horizon: Horizon, path: &Path) -> Option<Verdict> {
        let holds = match (self.holds, self.verdict) {
            (Holds::Everywhere, _) => true,
            (
                Holds::Below(prefix),
                Verdict::Failed {
                    path_dependence, ..
                },
            ) => path.prefix_code(path_dependence.last as usize) == Some(prefix),
            (Holds::Within(then), _) => {
                then.iteration == horizon.iteration && then.depth >= horizon.depth
            }
            (Holds::Below(_) | Holds::Nowhere, _) => false,
        };
        holds.then_some(self.verdict)
    }

    /// The place of the deciding move.
    pub(super) fn best(&self) -> Option<usize> {
        (self.best != Self::NO_MOVE).then_some(self.best as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faithful::FaithfulTable;
    use crate::search::outcome::PathDependence;

    fn path(keys: &[u64]) -> Path {
        let mut path = Path::new();
        keys.iter().for_each(|&key| path.push(Key::of(key)));
        path
    }

    fn at(iteration: u32, depth: u32) -> Horizon {
        Horizon { iteration, depth }
    }

    #[test]
    fn not_yet_holds_in_its_iteration_for_fewer_plies() {
        let path = path(&[1]);
        let entry = AlphaBetaEntry::new(Verdict::NotYet, Some(7), at(4, 3), &path);
        assert_eq!(entry.best(), Some(7));
        assert_eq!(entry.verdict(at(4, 3), &path), Some(Verdict::NotYet));
        assert_eq!(entry.verdict(at(4, 2), &path), Some(Verdict::NotYet));
        assert_eq!(entry.verdict(at(4, 4), &path), None);
        assert_eq!(entry.verdict(at(5, 2), &path), None);
    }

    /// Confirms a figure in the module text of `alpha_beta.rs`.
    #[test]
    fn an_entry_takes_48_bytes() {
        assert_eq!(FaithfulTable::<AlphaBetaEntry>::entry_bytes(), 48);
    }

    #[test]
    fn a_failure_by_repetition_holds_on_lines_that_begin_so() {
        let verdict = Verdict::Failed {
            path_dependence: PathDependence::on(1),
            length: 2,
        };
        let entry = AlphaBetaEntry::new(verdict, None, at(1, 9), &path(&[1, 2, 3]));
        assert_eq!(entry.best(), None);
        let look = |keys: &[u64]| entry.verdict(at(2, 99), &path(keys));
        assert_eq!(look(&[1, 2]), Some(verdict));
        assert_eq!(look(&[1, 2, 4, 5]), Some(verdict));
        assert_eq!(look(&[2, 1, 3]), None);
        assert_eq!(look(&[1]), None);
    }
}
