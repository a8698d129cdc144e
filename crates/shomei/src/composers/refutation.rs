//! The refutation by the defender when there is no win.

use shomei_extract::Then;

/// The answers of the defender, down to a depth in plies.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The depth in plies.
    pub depth: u32,
    /// The answers; moves are texts.
    pub tree: Then<String>,
}
