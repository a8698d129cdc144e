//! What the defender answers where there is no win.

use shomei_extract::Then;

use crate::solving::{Solution, Wanted};

/// The answers of the defender, so many plies deep.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// How deep, in plies.
    pub depth: u32,
    /// The answers; moves are texts.
    pub tree: Then<String>,
}

impl Refutation {
    /// What a question has found, if it was asked for and there is no win.
    pub(super) fn of(wanted: &Wanted, solution: &Solution) -> Option<Refutation> {
        let depth = wanted.depth?;
        let Some(Ok(tree)) = &solution.refutation else {
            return None;
        };
        Some(Refutation {
            depth,
            tree: tree.clone(),
        })
    }
}
