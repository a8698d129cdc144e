//! The entries of alpha-beta's transposition table.
//!
//! ```text
//! won, failed      hold at any depth and on every line
//! failed here      holds on lines that begin as the one it was found on did,
//!                  up to the last position that it rests on
//! not yet          holds in the iteration that found it, for as many plies
//!                  or fewer
//! ```
//!
//! *Failed here* takes the place of the twin entries of df-pn: a depth-first
//! search never comes back to the beginning of a line that it has left, so one
//! such beginning for each position is enough.
//!
//! *Not yet* ends with its iteration, although the same number of plies says
//! the same in the next. If it did not, two positions that lead to each other
//! could vouch for each other for ever: in each iteration one would be looked
//! at one ply below the other, and find it in the table from the iteration
//! before, where it stood one ply higher.

use shomei_game::Key;

use super::verdict::Verdict;
use crate::path::Path;

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Horizon {
    /// The number of the iteration, over all searches of one searcher.
    pub(super) iteration: u32,
    /// Plies from a node to the horizon.
    pub(super) depth: u32,
}

/// What the table holds of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlphaBetaEntry {
    verdict: Verdict,
    holds: Holds,
    /// The place of the move that decided; [`AlphaBetaEntry::NO_MOVE`] if none did.
    best: u32,
}

#[derive(Clone, Copy, Debug)]
enum Holds {
    Everywhere,
    /// On lines that begin with the positions of this code, up to the last one it rests on.
    Below(Key),
    /// In this iteration, for as many plies or fewer.
    Within(Horizon),
    /// Only the best move is of use: the failure rests on what cannot be named.
    Nowhere,
}

impl AlphaBetaEntry {
    const NO_MOVE: u32 = u32::MAX;

    /// What is known of the last position of the line.
    pub(super) fn new(
        verdict: Verdict,
        best: Option<usize>,
        horizon: Horizon,
        path: &Path,
    ) -> AlphaBetaEntry {
        let holds = match verdict {
            Verdict::Failed { support, .. } if !support.is_none() => {
                let prefix = path.prefix_code(support.last as usize);
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

    /// What it says of the same position at the end of this line, that far
    /// from the horizon.
    #[inline]
    pub(super) fn verdict(&self, horizon: Horizon, path: &Path) -> Option<Verdict> {
        let holds = match (self.holds, self.verdict) {
            (Holds::Everywhere, _) => true,
            (Holds::Below(prefix), Verdict::Failed { support, .. }) => {
                path.prefix_code(support.last as usize) == Some(prefix)
            }
            (Holds::Within(then), _) => {
                then.iteration == horizon.iteration && then.depth >= horizon.depth
            }
            (Holds::Below(_) | Holds::Nowhere, _) => false,
        };
        holds.then_some(self.verdict)
    }

    /// The place of the move that decided.
    pub(super) fn best(&self) -> Option<usize> {
        (self.best != Self::NO_MOVE).then_some(self.best as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faithful::FaithfulTable;
    use crate::search::outcome::Support;

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

    /// What the head of `alpha_beta.rs` says.
    #[test]
    fn an_entry_takes_48_bytes() {
        assert_eq!(FaithfulTable::<AlphaBetaEntry>::entry_bytes(), 48);
    }

    #[test]
    fn a_failure_by_repetition_holds_on_lines_that_begin_so() {
        let verdict = Verdict::Failed {
            support: Support::on(1),
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
