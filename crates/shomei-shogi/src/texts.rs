//! The names of pieces, squares, moves and sides in the texts of errors.

use shomei_game::{ErrorText, Side, error_text};

use crate::moves::Origin;
use crate::{Kind, Move, Square};

impl Kind {
    /// Its name in the singular, for the texts of errors.
    ///
    /// ```
    /// assert_eq!(shomei_shogi::Kind::ProPawn.text().english(), "promoted pawn");
    /// ```
    #[must_use]
    pub fn text(self) -> ErrorText {
        match self {
            Kind::Pawn => error_text!("shogi-pawn", "pawn"),
            Kind::Lance => error_text!("shogi-lance", "lance"),
            Kind::Knight => error_text!("shogi-knight", "knight"),
            Kind::Silver => error_text!("shogi-silver", "silver"),
            Kind::Gold => error_text!("shogi-gold", "gold"),
            Kind::Bishop => error_text!("shogi-bishop", "bishop"),
            Kind::Rook => error_text!("shogi-rook", "rook"),
            Kind::King => error_text!("shogi-king", "king"),
            Kind::ProPawn => error_text!("shogi-promoted-pawn", "promoted pawn"),
            Kind::ProLance => error_text!("shogi-promoted-lance", "promoted lance"),
            Kind::ProKnight => error_text!("shogi-promoted-knight", "promoted knight"),
            Kind::ProSilver => error_text!("shogi-promoted-silver", "promoted silver"),
            Kind::Horse => error_text!("shogi-horse", "horse"),
            Kind::Dragon => error_text!("shogi-dragon", "dragon"),
        }
    }
}

impl Square {
    /// Its name for the texts of errors.
    #[must_use]
    pub fn text(self) -> ErrorText {
        let file = match self.file() {
            1 => error_text!("shogi-file-1", "1"),
            2 => error_text!("shogi-file-2", "2"),
            3 => error_text!("shogi-file-3", "3"),
            4 => error_text!("shogi-file-4", "4"),
            5 => error_text!("shogi-file-5", "5"),
            6 => error_text!("shogi-file-6", "6"),
            7 => error_text!("shogi-file-7", "7"),
            8 => error_text!("shogi-file-8", "8"),
            _ => error_text!("shogi-file-9", "9"),
        };
        let rank = char::from(b'a' + self.rank() - 1);
        error_text!("shogi-square", "{file}{rank}", file = file, rank = rank)
    }
}

impl Move {
    /// Its USI notation for the texts of errors.
    #[must_use]
    pub fn text(self) -> ErrorText {
        let to = self.to().text();
        match self.origin() {
            Origin::Hand(kind) => {
                let piece = error_text!("shogi-letter", "{letter}", letter = kind.letter());
                error_text!("shogi-drop", "{piece}*{to}", piece = piece, to = to)
            }
            Origin::Board(from) if self.promotes() => error_text!(
                "shogi-promotion",
                "{from}{to}+",
                from = from.text(),
                to = to
            ),
            Origin::Board(from) => {
                error_text!("shogi-move", "{from}{to}", from = from.text(), to = to)
            }
        }
    }
}

/// The name of a side.
pub(crate) fn side_text(side: Side) -> ErrorText {
    match side {
        Side::First => error_text!("shogi-black", "Black"),
        Side::Second => error_text!("shogi-white", "White"),
    }
}
