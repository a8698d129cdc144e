//! A node on the path of alpha-beta whose children are searched one by one.

use shomei_game::{Game, Key, Role};

use super::order::Place;
use super::verdict::Gather;

/// A node on the path, at least one ply above the horizon.
#[derive(Debug)]
pub(super) struct AlphaBetaFrame<P> {
    pub(super) position: P,
    pub(super) key: Key,
    pub(super) role: Role,
    /// Plies to the horizon.
    pub(super) depth: u32,
    pub(super) gather: Gather,
    /// The index of its first child among the candidates.
    pub(super) first: usize,
    /// The index of the next child to search.
    pub(super) next: usize,
    /// The index of the first child that is not yet sorted; `None` if all are sorted.
    pub(super) unsorted: Option<usize>,
    /// The number of expanded nodes when it was opened.
    pub(super) met: u64,
}

impl<P> AlphaBetaFrame<P> {
    /// Whether sorting the children is useless: one ply above the horizon, nearly every child of an
    /// AND node is not won, so their order does not matter, and a deciding move is not a hint for
    /// other nodes.
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
