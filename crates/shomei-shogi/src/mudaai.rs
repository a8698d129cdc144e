//! Wasted interpositions (mudaai): positions that count as mate because the only legal moves are
//! drops that gain nothing.
//!
//! A slider checks from afar, and the defender's only legal moves are interposing drops. A drop is
//! *wasted* if the slider can legally capture it, with or without promotion, so that after the
//! captured piece returns to the defender's hand, again no moves but wasted drops are legal, or
//! none at all. If the drop on each square between king and slider is wasted, the position is mate.
//!
//! ```text
//!  . . k      the lance checks; on each square between it can take what is put there
//!  + . p      and checks again, next to the king guarded by the promoted pawn: mate
//!  . . |
//!  . . L      k is at the edge, its other squares are guarded
//! ```
//!
//! This is a property of the board: a drop is assumed to be possible on every empty square between,
//! regardless of the defender's hand. So it holds for all hands, as dominance requires. If the
//! defender has nothing to drop, it is mate without this rule.
//!
//! After a capture the position is the same as before, with the slider nearer to the king. So the
//! squares are examined from the king outwards: for each farther square, it is already known from
//! which nearer squares the slider mates, with or without promotion.

use std::ops::ControlFlow::Break;

use crate::bits::{Bits, between, bit, highest, is_single, lowest};
use crate::legal::promotable;
use crate::{Kind, Move, Position, Square};

impl Position {
    /// For a drop that interposes against a slider: the positions with the slider on the square of
    /// the drop, promoted or not, and unchanged hands. Empty for other moves, and if the slider may
    /// not capture there or does not check from there.
    ///
    /// These are the positions after the drop was captured and returned. Comparing them with the
    /// other defences decides whether the drop is wasted.
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

    /// Whether the side to move is in check by a single slider from afar, has no legal move but
    /// drops, and a drop on each square between is wasted.
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

    /// Whether a drop on each square of `way`, between a king and the slider that checks it, is
    /// wasted.
    fn is_wasted(&self, king: Square, checker: Square, way: Bits) -> bool {
        let them = self.to_move().opponent();
        let kind = self.kind_at(checker);
        let reaches = |from| promotable(them, kind, from);
        // The squares from which the slider mates: with its present kind, and promoted.
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

    /// Whether the checker could legally be on this square as this kind, is the only checker there,
    /// and leaves the defender no move on the board.
    fn holds_from(&self, checker: Square, at: Square, kind: Kind) -> bool {
        let us = self.to_move();
        let next = self.with_moved(checker, at, kind);
        let checkers = next.checkers(us);
        checkers == bit(at) && !next.in_check(us.opponent()) && !next.moves_on_board()
    }

    /// Whether the side to move, in check, has a legal move other than a drop.
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
