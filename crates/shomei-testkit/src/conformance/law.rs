//! The contracts of a game, one variant each.

use std::fmt;

/// A contract that a game has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// `name` and `sides` are words on one line, and the sides differ. They equal `NAME` and
    /// `SIDES` of the game's kind, if it has one.
    Names,
    /// The game has reported no error to its [`Fault`](shomei_game::Fault). The breach contains the
    /// error and the position for which it occurred, whatever other contracts the error broke.
    Fault,
    /// `open` accepts the text that `rules` returns, which is one line, and gives the same play
    /// from every position. Games that differ in an option have different texts.
    RulesText,
    /// `with_goal` and `open` set the goal that they are given and change nothing else.
    Goal,
    /// `is_over` is true if and only if `outcome` returns a result.
    Over,
    /// `status` is the meaning of `outcome` for the attacker if the game is over, and not won
    /// before that.
    Status,
    /// If `status` is failed before the game is over, no line of play leads to a win of the
    /// attacker, and the status stays failed.
    Hopeless,
    /// `role` is the attacker if and only if `to_move` is the attacker's side.
    Role,
    /// A position in which the game is not over has a move.
    SomeMove,
    /// `moves` yields each move once.
    DistinctMoves,
    /// Queries about a position and moves from it do not change it: `play` returns another
    /// position. Text, key, turn and outcome stay the same.
    Unchanged,
    /// `moves` appends the same moves in the same order each time, whatever the goal, unless
    /// `rules_depend_on_goal`.
    StableMoves,
    /// `children` lists each move once, in the order of `moves`, with the key and the board of the
    /// position after it. It appends to the list.
    Children,
    /// A child is evaluated as won or failed according to the rules, or to the leaf solver if
    /// requested, otherwise as open. Its numbers are the same whether it is evaluated with the
    /// others or individually. 1 and 1, and numbers by mobility, equal those of the position.
    Evaluate,
    /// Equal positions have equal keys, whatever path reached them.
    EqualKeys,
    /// Different positions that play from one root reaches have different keys. With 64 well mixed
    /// bits, a sample of a million breaks this law once in 37 million times.
    DifferentKeys,
    /// `parse_position` reads the text that `format_position` writes, one line, as the same
    /// position.
    PositionText,
    /// Text after a position is either used or refused with its place; it is never ignored, because
    /// the user would get the answer to another question. `parse_position` refuses the text of a
    /// position followed by a further word, or by the same text again, on its line or on the next.
    /// If it accepts `moves` and a legal move, with or without that word, the result is the
    /// position after the move, and text after that is refused too.
    TrailingText,
    /// `parse_position` reads the diagram of a position as this position, and refuses text after
    /// it.
    Diagram,
    /// `parse_move` reads the text that `format_move` writes as the same move. Because it accepts
    /// the text, the move is legal.
    MoveText,
    /// `can_repeat` is false only if play never returns to a position.
    Forward,
    /// Initial numbers are at least 1; by mobility, one of them is 1 and the other at most the
    /// number of moves. Estimates and hints are functions of position and move, and there is no
    /// group if `GROUPS` is false.
    Numbers,
    /// A decision of `solve_leaf` is the value of the position. It decides nothing if `LEAF_SOLVER`
    /// excludes it.
    Leaf,
    /// If two positions differ only in the resource and the one with less is won, the one with more
    /// is won in as few plies.
    Dominance,
    /// If `WINS_BY_OWN_MOVE` is true, sides take turns and the attacker wins by its own move.
    OwnMove,
    /// `Decided::AtEnd`: the board is won with at least this resource, or failed with at most this
    /// resource.
    BoundAtEnd,
    /// `Decided::OutOfPlies`: with at most this resource, the rules alone do not make the board
    /// won.
    BoundOutOfPlies,
    /// `Decided::ByOne`: with at least this resource the board is won one ply later than the
    /// position after the move; or with at most this resource it is not.
    BoundByOne,
    /// `Decided::ByAll`: the same if all moves together decide.
    BoundByAll,
}

/// A broken contract.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law:?} in {position}: {detail}")]
#[non_exhaustive]
pub struct Breach {
    /// The contract.
    pub law: Law,
    /// The position.
    pub position: String,
    /// The details.
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
