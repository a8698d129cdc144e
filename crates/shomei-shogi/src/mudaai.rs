//! Wasted interpositions (mudaai): where nothing is left but drops that gain nothing.
//!
//! A slider checks from afar, and the defender has no other legal move than drops
//! between. A drop is *wasted* if the slider may take it, promoting or not, and what it
//! took put back into the defender's hand, the same is true again: no legal move
//! but drops that are wasted, or none at all. Where each square between is like that
//! it is mate.
//!
//! ```text
//!  . . k      the lance checks; on each square between it can take what is put there
//!  + . p      and checks again, next to the king guarded by the promoted pawn: mate
//!  . . |
//!  . . L      k is at the edge, its other squares are guarded
//! ```
//!
//! It is a property of the board: on every empty square between a drop is thought of,
//! whatever the defender holds. So it holds for all hands, as dominance wants. Where the
//! defender has nothing that it could drop, it is mate without it.
//!
//! Behind a capture the position is that of before with the slider nearer. So the
//! squares are looked at from the king's side on: from where the slider would mate, with
//! or without promotion, is known when farther squares are asked.

use std::ops::ControlFlow::Break;

use crate::bits::{Bits, between, bit, highest, is_single, lowest};
use crate::legal::promotable;
use crate::{Kind, Move, Position, Square};

impl Position {
    /// Where a slider checks from afar and this drop goes between: the positions with the slider on the
    /// square of the drop, promoted or not, and all hands as they are. None for other moves, and where
    /// the slider may not take there, or does not check from there.
    ///
    /// They are those after the drop was taken and given back: what is compared with other
    /// defences to tell whether the drop is wasted.
    pub(crate) fn instead_of_drop(&self, mv: Move) -> Vec<Position> {
        let us = self.to_move();
        let (Some(_), Some(king)) = (mv.dropped(), self.king(us)) else {
            return Vec::new();
        };
        let (checkers, at) = (self.checkers(us), mv.to());
        if !is_single(checkers) || between(king, lowest(checkers)) & bit(at) == 0 {
            return Vec::new();
        }
        let checker = lowest(checkers);
        let (kind, them) = (self.kind_at(checker), us.opponent());
        let promotes = promotable(them, kind, checker) & bit(at) != 0;
        let promoted = kind.promoted().filter(|_| promotes);
        let nearer = [Some(kind), promoted].into_iter().flatten();
        let nearer = nearer.map(|kind| self.with_moved(checker, at, kind));
        nearer
            .filter(|next| next.checkers(us) == bit(at) && !next.in_check(them))
            .collect()
    }

    /// Whether the side to move is in check by one slider from afar, has no legal move
    /// but drops, and each square between is wasted.
    pub(crate) fn has_only_wasted_drops(&self) -> bool {
        let us = self.to_move();
        let (Some(king), checkers) = (self.king(us), self.checkers(us)) else {
            return false;
        };
        if !is_single(checkers) {
            return false;
        }
        let checker = lowest(checkers);
        let way = between(king, checker);
        way != 0 && !self.moves_on_board() && self.is_wasted(king, checker, way)
    }

    /// Whether all of the way between a king and the slider that checks it is wasted.
    fn is_wasted(&self, king: Square, checker: Square, way: Bits) -> bool {
        let them = self.to_move().opponent();
        let kind = self.kind_at(checker);
        let reaches = |from| promotable(them, kind, from);
        // From where the slider mates, unpromoted or as it is, and promoted.
        let (mut plain, mut promoted) = (0, 0);
        let (mut nearer, mut rest) = (0, way);
        while rest != 0 {
            let at = match way > bit(king) {
                true => lowest(rest),
                false => highest(rest),
            };
            rest &= !bit(at);
            let wasted = plain | promoted & reaches(at);
            if nearer & !wasted == 0 && self.holds_from(checker, at, kind) {
                plain |= bit(at);
            }
            if let Some(better) = kind.promoted()
                && nearer & !promoted == 0
                && self.holds_from(checker, at, better)
            {
                promoted |= bit(at);
            }
            nearer |= bit(at);
            if nearer & !(plain | promoted) != 0 {
                return false;
            }
        }
        way & !(plain | promoted & reaches(checker)) == 0
    }

    /// Whether the checker could legally be on this square as this kind, checks from
    /// there alone, and leaves no move on the board.
    fn holds_from(&self, checker: Square, at: Square, kind: Kind) -> bool {
        let us = self.to_move();
        let next = self.with_moved(checker, at, kind);
        let checkers = next.checkers(us);
        checkers == bit(at) && !next.in_check(us.opponent()) && !next.moves_on_board()
    }

    /// Whether the side to move, in check, has a legal move that is no drop.
    fn moves_on_board(&self) -> bool {
        let us = self.to_move();
        if self
            .king(us)
            .is_some_and(|king| self.safe_steps(us, king) != 0)
        {
            return true;
        }
        let duties = self.duties();
        duties.targets != 0 && self.visit_onto(&duties, &mut |_| Break(())).is_break()
    }
}
