//! Selects the positions that are searched separately while the walk of a proof goes back from a
//! cycle.

/// The way back. After each unsuccessful search some positions are skipped, 1, 3, 7 and so on: if a
/// long walk cycles to a position far above, a search of every position would be unsuccessful (on a
/// mate of 579 plies, 230 positions with 400,000 nodes each).
#[derive(Debug, Default)]
pub(super) struct WayBack {
    /// The number of unsuccessful searches since the last one that found a proof.
    in_vain: u32,
    /// Positions deeper than this are skipped.
    next: Option<usize>,
}

impl WayBack {
    /// Whether the position at this depth (1 at the root) is skipped; the root never is.
    pub(super) fn passes_over(&self, depth: usize) -> bool {
        self.next.is_some_and(|next| depth > next.max(1))
    }

    /// Records a search at this depth that found no proof.
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
