//! The contracts of a game, one name each.

use std::fmt;

/// What a game has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// `name` and `sides` are words on one line, the sides differ, and they are `NAME` and
    /// `SIDES` of the game's kind if it has one.
    Names,
    /// The game has reported no error to its [`Fault`](shomei_game::Fault). The breach gives
    /// the error and the position that was asked about, whatever else the error led to.
    Fault,
    /// `open` accepts what `rules` returns, one line, and means the same: the same
    /// play from every position. Games that differ in an option have different texts.
    RulesText,
    /// `with_goal` and `open` ask for the goal they are given and change
    /// nothing else.
    Goal,
    /// `is_over` is true exactly where `outcome` says how the game ended.
    Over,
    /// `status` is what `outcome` means for the attacker where the game is
    /// over, and not won before.
    Status,
    /// Where `status` is failed before the game is over, no line of play leads
    /// to a win of the attacker, and the status stays failed.
    Hopeless,
    /// `role` is the attacker exactly where `to_move` is the attacker's side.
    Role,
    /// A position in which the game is not over has a move.
    SomeMove,
    /// `moves` yields each move once.
    DistinctMoves,
    /// Asking about a position and playing from it change nothing in it: `play` returns
    /// another position. Text, key, turn and outcome stay what they were.
    Unchanged,
    /// `moves` appends, always the same moves in the same order, whatever the
    /// goal, unless `rules_depend_on_goal`.
    StableMoves,
    /// `children` lists each move once, in the order of `moves`, with the key and the board of the
    /// position after it. It appends.
    Children,
    /// A child is evaluated as won or failed where the rules say so, or the leaf solver if it is
    /// asked; else as open. Its numbers are the same whether it is evaluated with the others or
    /// by itself; 1 and 1, and those by mobility, are those of the position.
    Evaluate,
    /// Equal positions have equal keys, however they were reached.
    EqualKeys,
    /// Positions that play from one position reaches have different keys if they are not equal. With 64 well
    /// mixed bits a sample of a million breaks this once in 37 million times.
    DifferentKeys,
    /// `parse_position` reads what `format_position` writes, one line, as the
    /// same position.
    PositionText,
    /// What stands behind a position is refused with its place, or used: nobody is told
    /// the answer to another question. `parse_position` refuses the text of a position
    /// with a word behind it, or with the same text again, on its line or the next.
    /// Where it reads `moves` and a legal move, with or without that word, it is the
    /// position after the move, and what stands behind that is refused too.
    TextBehind,
    /// `parse_position` reads the diagram of a position as this position, and refuses what
    /// stands behind it.
    Diagram,
    /// `parse_move` reads what `format_move` writes as the same move; that it
    /// reads it shows that the move is legal.
    MoveText,
    /// `can_repeat` is false only where play never returns to a position.
    Forward,
    /// Initial numbers are at least 1; by mobility one of them is 1 and the other at most the number
    /// of moves. Estimates and hints are functions of position and move, and there is no group
    /// where `GROUPS` is false.
    Numbers,
    /// What `solve_leaf` decides is the value of the position; it decides nothing where
    /// `LEAF_SOLVER` says so.
    Leaf,
    /// A position that differs in more resource only is won if the other is, and in as
    /// few plies.
    Dominance,
    /// Where `WINS_BY_OWN_MOVE` is true, sides take turns and the attacker wins by a
    /// move of its own.
    OwnMove,
    /// `Decided::AtEnd`: the board is won with that much of the resource and more, or
    /// failed with that much and less.
    BoundAtEnd,
    /// `Decided::OutOfPlies`: with that much and less the board is not won by the rules
    /// alone.
    BoundOutOfPlies,
    /// `Decided::ByOne`: with that much and more the board is won one ply later than
    /// what the move leads to, or with that much and less it is not.
    BoundByOne,
    /// `Decided::ByAll`: the same where all moves decide.
    BoundByAll,
}

/// A contract that was not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law:?} in {position}: {detail}")]
#[non_exhaustive]
pub struct Breach {
    /// Which one.
    pub law: Law,
    /// Where.
    pub position: String,
    /// What happened.
    pub detail: String,
}

impl Breach {
    pub(super) fn new(law: Law, position: impl Into<String>, detail: impl fmt::Display) -> Breach {
        Breach {
            law,
            position: position.into(),
            detail: detail.to_string(),
        }
    }
}
