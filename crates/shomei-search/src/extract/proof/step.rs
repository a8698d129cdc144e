//! What the walk keeps of each position it is in.

use shomei_game::{Key, Role};

use crate::extract::strategy::Link;

/// A position of the walk.
pub(super) struct Step<P, M> {
    pub(super) position: P,
    pub(super) key: Key,
    pub(super) role: Role,
    pub(super) moves: Vec<M>,
    /// Attacker: the moves to proved positions, the best last.
    pub(super) candidates: Vec<usize>,
    /// Defender: what has been settled so far.
    pub(super) links: Vec<Link>,
    pub(super) searched: Searched,
}

/// How a position was searched again.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Searched {
    Never,
    WithMainTable,
    /// So many times in a table of its own.
    Apart(u8),
}

impl Searched {
    /// A table that forgets may lose what a search apart has found before the
    /// walk gets there. More often than this is a contradiction.
    pub(super) const MOST_APART: u8 = 16;

    pub(super) fn apart(self) -> u8 {
        match self {
            Searched::Apart(times) => times,
            _ => 0,
        }
    }
}
