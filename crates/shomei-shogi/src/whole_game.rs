//! The whole game, for programs that do not search for mates: records, boards, servers.

use std::fmt;
use std::ops::ControlFlow::Continue;
use std::str::FromStr;

use shomei_game::{Goal, NotationError, Side};

use crate::bits::{Squares, bit};
use crate::legal::promotable;
use crate::{Kind, Move, Position, Rules, Shogi, Square, notation};

/// The usual starting position.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

impl Position {
    /// The usual starting position.
    ///
    /// ```
    /// use shomei_shogi::Position;
    ///
    /// assert_eq!(Position::start().legal_moves().len(), 30);
    /// ```
    #[must_use]
    pub fn start() -> Position {
        // The text is a valid position: a test of the notation reads it.
        START.parse().unwrap_or(Position::EMPTY)
    }

    /// Every legal move of the side to move.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit_legal(&mut |mv| {
            moves.push(mv);
            Continue(())
        });
        moves
    }

    /// Checks that a move is legal.
    ///
    /// ```
    /// use shomei_shogi::Position;
    ///
    /// let start = Position::start();
    /// assert!(start.check_legal("7g7f".parse().unwrap()).is_ok());
    /// let error = start.check_legal("P*5e".parse().unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "P*5e is not legal here: there is no pawn in hand");
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not; the message contains the reason if it is known.
    pub fn check_legal(&self, mv: Move) -> Result<(), NotationError> {
        let game = Shogi::new(Rules::Full, Goal::win(Side::First));
        let checked = notation::allowed(&game, self, mv);
        checked.map(drop).map_err(NotationError::whole)
    }

    /// Whether the side to move is in check and has no legal move.
    ///
    /// ```
    /// use shomei_shogi::Position;
    ///
    /// let mated: Position = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1".parse().unwrap();
    /// assert!(mated.is_checkmate() && !Position::start().is_checkmate());
    /// ```
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check(self.to_move()) && !self.has_legal()
    }

    /// The kind of the piece that a move drops or moves, before a promotion; `None` if there is no
    /// piece on its origin.
    ///
    /// ```
    /// use shomei_shogi::{Kind, Position};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.moved_kind("7g7f".parse().unwrap()), Some(Kind::Pawn));
    /// assert_eq!(start.moved_kind("5e5d".parse().unwrap()), None);
    /// ```
    #[must_use]
    pub fn moved_kind(&self, mv: Move) -> Option<Kind> {
        match mv.from() {
            None => mv.dropped(),
            Some(from) => self.piece(from).map(|(_, kind)| kind),
        }
    }

    /// The squares of the pieces of this kind of the side to move that attack a square, including
    /// pinned pieces.
    ///
    /// ```
    /// use shomei_shogi::{Kind, Position, Square};
    ///
    /// let to = Square::parse("5h").unwrap();
    /// let golds = Position::start().bearing_on(to, Kind::Gold);
    /// assert_eq!(golds, ["4i", "6i"].map(|name| Square::parse(name).unwrap()));
    /// ```
    #[must_use]
    pub fn bearing_on(&self, square: Square, kind: Kind) -> Vec<Square> {
        let all = self.attackers(square, self.to_move(), self.occupied());
        Squares(all)
            .filter(|&from| self.kind_at(from) == kind)
            .collect()
    }

    /// Whether the piece on a square may promote if it moves to another one.
    ///
    /// ```
    /// use shomei_shogi::{Position, Square};
    ///
    /// let [from, inside, before] = ["2h", "2c", "2d"].map(|name| Square::parse(name).unwrap());
    /// let position: Position = "4k4/9/9/9/9/9/9/7R1/4K4 b - 1".parse().unwrap();
    /// assert!(position.may_promote(from, inside) && !position.may_promote(from, before));
    /// ```
    #[must_use]
    pub fn may_promote(&self, from: Square, to: Square) -> bool {
        let piece = self.piece(from);
        piece.is_some_and(|(side, kind)| promotable(side, kind, from) & bit(to) != 0)
    }
}

/// Writes SFEN, with 1 as the number of the move.
///
/// ```
/// let text = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// let position: shomei_shogi::Position = text.parse().unwrap();
/// assert_eq!(position.to_string(), text);
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::sfen(self))
    }
}

/// Reads all notations of [`Notation::parse_position`](shomei_game::Notation::parse_position),
/// including SFEN.
impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Position, NotationError> {
        notation::parse_position(text)
    }
}

/// Reads a USI move, legal or not: `7g7f`, `8h2b+`, `P*5e`.
impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Move, NotationError> {
        notation::written(text).map_err(NotationError::whole)
    }
}
