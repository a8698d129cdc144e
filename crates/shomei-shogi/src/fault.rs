//! Which boards are positions of the game.

use std::error::Error;
use std::fmt;

use shomei_game::{ErrorText, Side, error_text};

use crate::bits::Squares;
use crate::position::alive;
use crate::{Hand, Kind, Position, Square};

/// An error in a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A side has two kings; the square is that of the second king.
    SecondKing(Square),
    /// A piece that could never move again.
    Dead(Square, Kind),
    /// A second unpromoted pawn on a file.
    SecondPawn(Square),
    /// More pieces of a kind than a set has.
    TooMany(Kind, u32),
    /// No king at all.
    NoKing,
    /// The side to move could capture the king on this square.
    KingInCheck(Square),
}

impl Fault {
    /// The square of the fault, if it concerns one square.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        match *self {
            Fault::SecondKing(square)
            | Fault::Dead(square, _)
            | Fault::SecondPawn(square)
            | Fault::KingInCheck(square) => Some(square),
            Fault::TooMany(..) | Fault::NoKing => None,
        }
    }

    /// The text of the error, without the square.
    #[must_use]
    pub fn text(&self) -> ErrorText {
        match *self {
            Fault::SecondKing(_) => {
                error_text!("shogi-second-king", "a second king of the same side")
            }
            Fault::Dead(_, kind) => error_text!(
                "shogi-dead-piece",
                "a {piece} here could never move",
                piece = kind.text()
            ),
            Fault::SecondPawn(_) => error_text!(
                "shogi-second-pawn",
                "a second unpromoted pawn of the same side on the file"
            ),
            Fault::TooMany(kind, count) => error_text!(
                "shogi-too-many-pieces",
                "there are {count} {piece}s, promoted ones and hands included; a set has {total}",
                count = count,
                piece = kind.text(),
                total = kind.total()
            ),
            Fault::NoKing => {
                error_text!(
                    "shogi-no-king",
                    "there is no king: the defender must have one"
                )
            }
            Fault::KingInCheck(_) => {
                error_text!(
                    "shogi-king-in-check",
                    "the side to move could take this king"
                )
            }
        }
    }
}

impl From<Fault> for ErrorText {
    fn from(fault: Fault) -> ErrorText {
        fault.text()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Error for Fault {}

impl Position {
    /// The position with these pieces, if the rules allow it.
    ///
    /// # Errors
    ///
    /// The first fault in the order of [`Fault`].
    pub fn new(
        pieces: &[(Square, Side, Kind)],
        hands: [Hand; 2],
        to_move: Side,
    ) -> Result<Position, Fault> {
        let position = Position::with_pieces(pieces, hands, to_move)?;
        position.check_dead()?;
        position.check_pawns()?;
        position.check_totals()?;
        position.check_kings()?;
        Ok(position)
    }

    fn check_dead(&self) -> Result<(), Fault> {
        for side in Side::BOTH {
            for kind in [Kind::Pawn, Kind::Lance, Kind::Knight] {
                let dead = self.of(side, kind) & !alive(side, kind);
                if let Some(square) = Squares(dead).next() {
                    return Err(Fault::Dead(square, kind));
                }
            }
        }
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), Fault> {
        for side in Side::BOTH {
            let mut files = 0_u32;
            for square in Squares(self.of(side, Kind::Pawn)) {
                let file = 1 << square.file();
                if files & file != 0 {
                    return Err(Fault::SecondPawn(square));
                }
                files |= file;
            }
        }
        Ok(())
    }

    fn check_totals(&self) -> Result<(), Fault> {
        for kind in Kind::IN_HAND {
            let held: u32 = Side::BOTH
                .map(|side| u32::from(self.hand(side).count(kind)))
                .iter()
                .sum();
            let on_board = Square::all().filter_map(|square| self.piece(square));
            let on_board = on_board.filter(|(_, other)| other.base() == kind).count();
            let count = held + on_board as u32;
            if count > u32::from(kind.total()) {
                return Err(Fault::TooMany(kind, count));
            }
        }
        Ok(())
    }

    fn check_kings(&self) -> Result<(), Fault> {
        if Side::BOTH.iter().all(|&side| self.king(side).is_none()) {
            return Err(Fault::NoKing);
        }
        let other = self.to_move().opponent();
        match self.king(other) {
            Some(king) if self.in_check(other) => Err(Fault::KingInCheck(king)),
            _ => Ok(()),
        }
    }
}
