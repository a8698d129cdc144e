//! Questions of problem composers about a game, beyond its rules.

use crate::Game;

/// The rules for composing and judging problems of a game, in the terms of tsume-shogi; see
/// [`Notation::composing_rules`](crate::Notation::composing_rules).
pub trait ComposingRules<G: Game> {
    /// Whether two moves of a position count as one solution because they differ only in a detail
    /// that an author leaves open, such as promotion.
    fn is_same_solution(&self, position: &G::Position, a: G::Move, b: G::Move) -> bool;

    /// What the attacker has left at the end of a won game, if authors avoid leftovers; in
    /// tsume-shogi, pieces in hand. `None` if nothing is left.
    fn surplus(&self, end: &G::Position) -> Option<String>;

    /// The positions in which the attacker has one more thing than here, such as a piece in hand,
    /// each once. An author uses them to find out what a failed problem lacks. Empty in games
    /// without such a rule.
    fn with_one_more(&self, position: &G::Position) -> Vec<OneMore<G::Position>>;

    /// Whether the length of a win is counted without wasted defences, which
    /// [`instead`](ComposingRules::instead) defines.
    fn spares_defences(&self) -> bool;

    /// For a move of the defender that may be wasted because an answer of the attacker restores the
    /// position: the positions with the attacker to move that replace the position after both
    /// moves. An example is a position in which the slider that captures an interposed piece is
    /// nearer to the king. Empty for any other move.
    ///
    /// Replacing positions repeatedly must never lead back to the first one.
    fn instead(&self, position: &G::Position, mv: G::Move) -> Vec<G::Position>;
}

/// A position in which the attacker has one more thing than in another position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneMore<P> {
    /// The added thing as a text of the game, such as the letter of a piece in hand.
    pub what: String,
    /// Its origin in words, such as `the box`.
    pub from: &'static str,
    /// The position.
    pub position: P,
}
