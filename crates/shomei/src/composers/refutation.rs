//! What the defender answers where there is no win.

use shomei_extract::Then;

/// The answers of the defender, so many plies deep.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// How deep, in plies.
    pub depth: u32,
    /// The answers; moves are texts.
    pub tree: Then<String>,
}
