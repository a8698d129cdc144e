//! The switches of alpha-beta.

/// The switches of [`AlphaBeta`](super::AlphaBeta).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// Entries of the transposition table, at least 1.
    pub entries: usize,
    /// Whether moves that decided at the same ply are tried early.
    pub killers: bool,
    /// Whether moves are tried in the order of how often their class decided.
    pub history: bool,
    /// Generated nodes of the proof-number search that goes first; 0 for none.
    pub pn_nodes: u64,
    /// The most nodes that it holds in memory.
    pub pn_store: usize,
    /// Entries of the table of the nodes that it proves.
    pub proved_table: usize,
}

impl Default for AlphaBetaOptions {
    fn default() -> AlphaBetaOptions {
        AlphaBetaOptions {
            entries: 1_000_000,
            killers: true,
            history: true,
            pn_nodes: 0,
            pn_store: 1_000_000,
            proved_table: 1 << 18,
        }
    }
}
