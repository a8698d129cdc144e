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

    /// The legal positions that differ from this one by one of these changes, each once, in the
    /// order of the changes. They have the same pieces in the set, so that
    /// [`Game::key`] distinguishes them within one table.
    fn variants(&self, position: &G::Position, changes: &[Change]) -> Vec<Variant<G::Position>>;

    /// Whether both positions have the same pieces in the set and the same side to move, so that
    /// [`Game::key`] distinguishes them within one table.
    fn has_same_set(&self, a: &G::Position, b: &G::Position) -> bool;

    /// The legal positions from which a move of the attacker and an answer of the defender lead to
    /// this position, each once, at most `most`; those without captures come first. They have the
    /// same pieces in the set.
    fn before(&self, position: &G::Position, most: usize) -> Vec<G::Position>;
}

/// A way to change one thing in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// A piece goes to a neighbouring square.
    Move,
    /// A piece comes from the defender's hand onto the board.
    Add,
    /// A piece goes from the board into the defender's hand.
    Remove,
    /// A piece becomes one of another kind of the same side; the defender's hand has the rest.
    Exchange,
    /// The attacker has one piece in hand more, less, or of another kind.
    Hand,
    /// The whole position goes one square to a side.
    Shift,
    /// Left and right are exchanged.
    Mirror,
}

impl Change {
    /// All changes, in the order of lists.
    pub const ALL: [Change; 7] = [
        Change::Move,
        Change::Add,
        Change::Remove,
        Change::Exchange,
        Change::Hand,
        Change::Shift,
        Change::Mirror,
    ];

    /// The name in lists of options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Change::Move => "move",
            Change::Add => "add",
            Change::Remove => "remove",
            Change::Exchange => "exchange",
            Change::Hand => "hand",
            Change::Shift => "shift",
            Change::Mirror => "mirror",
        }
    }
}

/// A position that differs from another one by one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant<P> {
    /// The kind of the change.
    pub change: Change,
    /// The changed thing as a text of the game, such as `P5e-5d`.
    pub what: String,
    /// The position.
    pub position: P,
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
