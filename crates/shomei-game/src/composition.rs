//! What composers of problems ask about a game beside its rules.

use crate::Game;

/// The customs by which problems of a game are composed and judged, with the words of tsume-shogi:
/// see [`Notation::composition`](crate::Notation::composition).
pub trait Composition<G: Game> {
    /// Whether two moves of a position count as one solution, because they differ only in a detail
    /// that an author leaves open: the same move with promotion and without, say.
    fn is_same_solution(&self, position: &G::Position, a: G::Move, b: G::Move) -> bool;

    /// What the attacker has left at the end of a won game, where an author takes care that nothing
    /// is left: pieces in hand, say. `None` where nothing is left.
    fn surplus(&self, end: &G::Position) -> Option<String>;

    /// The positions in which the attacker has one thing more than here, such as a piece in hand,
    /// each once: what an author asks for who misses a win. None in games without such a custom.
    fn with_one_more(&self, position: &G::Position) -> Vec<OneMore<G::Position>>;

    /// Whether lengths of wins are asked for in which wasted defences do not count:
    /// those of [`instead`](Composition::instead).
    fn spares_defences(&self) -> bool;

    /// For a move of the defender that may be wasted, because the attacker has an answer to it after
    /// which all is as before: the positions that the attacker comes to where both moves are
    /// left out, such as one in which a slider that takes a piece put between stands nearer.
    /// None for any other move.
    ///
    /// A position in place of which another one comes must not come back through such positions
    /// alone.
    fn instead(&self, position: &G::Position, mv: G::Move) -> Vec<G::Position>;
}

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
