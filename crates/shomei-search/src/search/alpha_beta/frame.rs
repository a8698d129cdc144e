//! A node of alpha-beta's line whose children are looked at one by one.

use shomei_game::{Game, Key, Role};

use super::order::Place;
use super::verdict::Gather;

/// A node on the line, with children at least one ply above the horizon.
#[derive(Debug)]
pub(super) struct AlphaBetaFrame<P> {
    pub(super) position: P,
    pub(super) key: Key,
    pub(super) role: Role,
    /// Plies to the horizon.
    pub(super) depth: u32,
    pub(super) gather: Gather,
    /// Where its children begin among the candidates.
    pub(super) first: usize,
    /// The child to be looked at next.
    pub(super) next: usize,
    /// Where the children begin that are not in order yet, if there are any.
    pub(super) unsorted: Option<usize>,
    /// Expanded nodes when it was met.
    pub(super) met: u64,
}

impl<P> AlphaBetaFrame<P> {
    /// One ply above the horizon nearly any child of an AND node is not won:
    /// nothing is to be gained by their order, nor learnt for others.
    pub(super) fn is_easy(&self) -> bool {
        self.role == Role::Defender && self.depth == 1
    }

    pub(super) fn place<'a, G: Game<Position = P>>(
        &'a self,
        game: &'a G,
        ply: usize,
    ) -> Place<'a, G> {
        Place {
            game,
            position: &self.position,
            role: self.role,
            ply,
        }
    }
}
