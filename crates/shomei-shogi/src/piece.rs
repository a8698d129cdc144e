//! Kinds of pieces.

use shomei_game::Side;

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Moves one square forwards.
    Pawn,
    /// Slides forwards.
    Lance,
    /// Jumps two squares forwards and one to the side.
    Knight,
    /// Moves one square forwards or diagonally.
    Silver,
    /// Moves one square forwards, diagonally forwards, sideways or straight back.
    Gold,
    /// Slides diagonally.
    Bishop,
    /// Slides straight.
    Rook,
    /// Moves one square in any direction.
    King,
    /// A promoted pawn, which moves like a gold.
    ProPawn,
    /// A promoted lance, which moves like a gold.
    ProLance,
    /// A promoted knight, which moves like a gold.
    ProKnight,
    /// A promoted silver, which moves like a gold.
    ProSilver,
    /// A promoted bishop, which moves like bishop and king.
    Horse = 13,
    /// A promoted rook, which moves like rook and king.
    Dragon = 14,
}

/// Kinds by their number; 12 and 15 are unused and never on a board.
const KINDS: [Kind; 16] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Gold,
    Kind::Bishop,
    Kind::Rook,
    Kind::King,
    Kind::ProPawn,
    Kind::ProLance,
    Kind::ProKnight,
    Kind::ProSilver,
    Kind::Gold,
    Kind::Horse,
    Kind::Dragon,
    Kind::King,
];

impl Kind {
    /// The kinds of pieces in hand in the order of SFEN and diagrams.
    pub const WRITTEN: [Kind; 7] = [
        Kind::Rook,
        Kind::Bishop,
        Kind::Gold,
        Kind::Silver,
        Kind::Knight,
        Kind::Lance,
        Kind::Pawn,
    ];

    /// The kinds that can be in a hand.
    pub const IN_HAND: [Kind; 7] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Rook,
    ];

    #[inline]
    pub(crate) const fn from_number(number: usize) -> Kind {
        KINDS[number & 15]
    }

    /// The kind after promotion.
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> Option<Kind> {
        match self {
            Kind::Pawn | Kind::Lance | Kind::Knight | Kind::Silver | Kind::Bishop | Kind::Rook => {
                Some(Kind::from_number(self as usize | 8))
            }
            _ => None,
        }
    }

    /// Whether it is a promoted piece.
    #[must_use]
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as usize & 8 != 0
    }

    /// The kind in the hand of a captor.
    #[must_use]
    #[inline]
    pub const fn base(self) -> Kind {
        Kind::from_number(self as usize & 7)
    }

    /// The number of pieces of a kind, with its promoted form, in a set.
    #[must_use]
    pub const fn total(self) -> u8 {
        match self.base() {
            Kind::Pawn => 18,
            Kind::Bishop | Kind::Rook | Kind::King => 2,
            _ => 4,
        }
    }

    /// The capital letter of its base.
    pub(crate) fn letter(self) -> char {
        char::from(b"PLNSGBRK"[self as usize & 7])
    }

    /// The unpromoted kind of a capital letter.
    pub(crate) fn of_letter(letter: char) -> Option<Kind> {
        let number = "PLNSGBRK".find(letter)?;
        Some(Kind::from_number(number))
    }
}

/// The content of a square in a byte: the kind in bits 0 to 3, the side in bit 4; [`Piece::NONE`]
/// if it is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece(u8);

impl Piece {
    pub(crate) const NONE: Piece = Piece(31);

    #[inline]
    pub(crate) const fn new(side: Side, kind: Kind) -> Piece {
        Piece(kind as u8 | (side as u8) << 4)
    }

    /// Side and kind; `None` for an empty square.
    #[inline]
    pub(crate) fn split(self) -> Option<(Side, Kind)> {
        (self != Piece::NONE).then(|| {
            let side = Side::BOTH[(self.0 >> 4) as usize & 1];
            (side, self.kind())
        })
    }

    /// The kind; meaningful only if there is a piece.
    #[inline]
    pub(crate) const fn kind(self) -> Kind {
        Kind::from_number(self.0 as usize)
    }

    /// A number below 32.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize & 31
    }
}
