//! Figures that suit a game.

/// Figures that suit a game, none of which changes an answer.
///
/// ```
/// use shomei_game::Tuning;
///
/// let tuning = Tuning::default().with_plain_nodes(16);
/// assert_eq!((tuning.plain_nodes, tuning.useful_memory), (16, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tuning {
    /// The most nodes of plain search that a certificate may put in place of the moves of a
    /// position that [`Game::solve_leaf`](crate::Game::solve_leaf) decides. A solver
    /// that looks a few plies ahead sets this low: its leaves are then written out, which is
    /// cheaper than a search without any order that seldom finds the short way. One million
    /// unless said.
    pub plain_nodes: u64,
    /// The most bytes of a table that the search has use for, where that is known: a large
    /// table that is hardly used costs time. `None` unless said: as much as there is.
    pub useful_memory: Option<usize>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            plain_nodes: 1_000_000,
            useful_memory: None,
        }
    }
}

impl Tuning {
    /// With so many nodes of plain search in place of a decided position's moves.
    #[must_use]
    pub fn with_plain_nodes(mut self, nodes: u64) -> Tuning {
        self.plain_nodes = nodes;
        self
    }

    /// With no more than so many bytes for the table.
    #[must_use]
    pub fn with_useful_memory(mut self, bytes: usize) -> Tuning {
        self.useful_memory = Some(bytes);
        self
    }
}
