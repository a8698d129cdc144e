//! What the game knows beyond its rules.

use shomei_game::{
    Dominance, Estimate, Game, Heuristic, Key, LeafSolver, Ordering, Resource, Role, Scored,
};

use crate::moves::Origin;
use crate::{Kind, Move, Position, Shogi, Square};

impl Heuristic for Shogi {
    /// Before a move of the attacker 1 and 1; before one of the defender the
    /// squares that its king may step to, and one for all other moves together.
    #[inline]
    fn estimate(&self, position: &Position) -> Estimate {
        match self.role(position) {
            Role::Attacker => Estimate::UNIT,
            Role::Defender => Estimate {
                proof: self.mobility(position).max(1),
                disproof: 1,
            },
        }
    }
}

impl Ordering for Shogi {
    /// Origins, hands included, times destinations.
    const CLASSES: usize = 88 * 81;

    /// What is taken, then promotions, then drops; among drops those next to the
    /// defender's king, and what is cheap.
    #[inline]
    fn rank(&self, position: &Position, mv: Move) -> i32 {
        let target = position.king(self.attacker().opponent());
        let distance = target.map_or(0, |king| distance(king, mv.to()));
        match mv.origin() {
            Origin::Hand(kind) => -16 * distance - worth(kind),
            Origin::Board(_) => {
                let taken = position.piece(mv.to());
                let taken = taken.map_or(0, |(_, kind)| 32 + 4 * worth(kind));
                taken + 16 * i32::from(mv.promotes()) - distance
            }
        }
    }

    #[inline]
    fn class(&self, _position: &Position, mv: Move) -> usize {
        mv.class()
    }
}

/// Steps of a king from one square to the other.
fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// About what a piece is worth.
fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Lance | Kind::Knight => 3,
        Kind::Silver => 5,
        Kind::Bishop => 8,
        Kind::Rook => 9,
        Kind::Horse => 10,
        Kind::Dragon => 11,
        _ => 6,
    }
}

/// The attacker's hand. More of it never hurts: what can be dropped can be
/// kept, and the defender has it not. Whether a dropped pawn mates does not
/// depend on hands, since nothing can be put before it.
impl Dominance for Shogi {
    const DOMINATES: bool = true;

    #[inline]
    fn resource(&self, position: &Position) -> Option<(Key, Resource)> {
        let hand = position.hand(self.attacker());
        Some((position.board_key(), hand.resource()))
    }
}

impl LeafSolver for Shogi {}
impl Scored for Shogi {}
