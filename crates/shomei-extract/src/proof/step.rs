//! What the walk keeps of each position it is in.

use shomei_game::{Key, Role};

use crate::Tables;
use crate::strategy::Link;

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
    /// How often it was searched again: with the main table first, then apart.
    pub(super) tried: u8,
    /// What may be known here: below a position that was searched apart, only what that search has
    /// found.
    pub(super) tables: Tables,
}

/// A table that forgets may lose what a search apart has found before the walk gets there. After
/// this number of tries that is a contradiction.
pub(super) const MOST_TRIED: u8 = 17;

/// What came of the position on top of the walk.
pub(super) enum Turn {
    /// Its child with this move comes next.
    Into(usize),
    /// It is part of the proof.
    Done,
    /// The walk cannot get past it: it comes back to itself.
    Stuck,
}

/// Which positions are searched apart on the way back from where a walk has come back to
/// itself.
///
/// After a search in vain some are passed over, 1, 3, 7 and so on: where a long walk
/// comes back to itself far above, each would be searched in vain (on a mate of 579 plies
/// 230 positions with 400,000 nodes each).
#[derive(Debug, Default)]
pub(super) struct WayBack {
    /// Searches in vain since the last one that found a proof.
    in_vain: u32,
    /// No position deeper than this is searched now.
    next: Option<usize>,
}

impl WayBack {
    /// Whether the position at this depth, 1 at the root, is passed over; the root
    /// never is.
    pub(super) fn passes_over(&self, depth: usize) -> bool {
        self.next.is_some_and(|next| depth > next.max(1))
    }

    /// Notes a search at this depth that found no proof.
    pub(super) fn note_in_vain(&mut self, depth: usize) {
        self.in_vain = (self.in_vain + 1).min(30);
        self.next = Some(depth.saturating_sub(1 << self.in_vain));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_and_more_are_passed_over_and_the_root_is_not() {
        let mut way_back = WayBack::default();
        let mut searched = Vec::new();
        for depth in (1..=40).rev() {
            if !way_back.passes_over(depth) {
                searched.push(depth);
                way_back.note_in_vain(depth);
            }
        }
        assert_eq!(searched, [40, 38, 34, 26, 10, 1]);
        assert!(way_back.passes_over(9));
        assert!(!WayBack::default().passes_over(9));
    }
}
