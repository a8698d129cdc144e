//! The positions that play has passed on the way to the node at work: those above the root
//! of the search, and those of the stack.

use super::held::Held;
use crate::path::Path;

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct CurrentLine {
    pub(super) path: Path,
    /// The boards of these positions, where positions dominate each other and repeat.
    pub(super) held: Held,
    /// Whether the game can return to a position at all.
    pub(super) repeats: bool,
}

impl CurrentLine {
    pub(super) fn new(repeats: bool) -> CurrentLine {
        CurrentLine {
            path: Path::new(),
            held: Held::new(),
            repeats,
        }
    }
}
