//! A position with one thing more for the attacker.

/// A position in which the attacker has one thing more than in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneMore<P> {
    /// What it has more: a text of the game, such as the letter of a piece in hand.
    pub what: String,
    /// Where it is from, in words: `the box`, say.
    pub from: &'static str,
    /// The position.
    pub position: P,
}
