//! Every legal move of the side to move; in check, the evasions.
//!
//! The order of moves is part of certificates: king, captures and moves, drops.

use std::ops::ControlFlow::{self, Break, Continue};

use shomei_game::Side;

use crate::attacks::{Threats, attacks};
use crate::bits::{
    BOARD, Bits, FAR, Squares, between, bit, highest, is_single, line_through, lowest, steps,
};
use crate::game::Freedom;
use crate::position::alive;
use crate::{Kind, Move, Position, Square};

/// Whether to continue after a move.
pub(crate) type Flow = ControlFlow<()>;

/// The constraints on a side's moves that keep its king out of check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duties {
    /// The squares to which pieces other than the king may move: all squares; in check, the
    /// checker's square and the squares between it and the king; none in a double check.
    pub(crate) targets: Bits,
    /// Pieces that must stay on their line with the king.
    pub(crate) pinned: Bits,
    pub(crate) king: Option<Square>,
    /// Whether the king is in check.
    pub(crate) is_check: bool,
}

impl Duties {
    /// The squares to which a piece other than the king may move.
    #[inline]
    pub(crate) fn allowed(&self, from: Square) -> Bits {
        match self.king {
            Some(king) if self.pinned & bit(from) != 0 => self.targets & line_through(king, from),
            _ => self.targets,
        }
    }
}

impl Position {
    /// The constraints on the moves of the side to move.
    #[inline]
    pub(crate) fn duties(&self) -> Duties {
        let us = self.to_move();
        let everywhere = BOARD & !self.side(us);
        let Some(king) = self.king(us) else {
            return Duties {
                targets: everywhere,
                pinned: 0,
                king: None,
                is_check: false,
            };
        };
        let Threats { checkers, pinned } = self.threats(us, king);
        let targets = match Squares(checkers).next() {
            None => everywhere,
            Some(checker) if is_single(checkers) => checkers | between(king, checker),
            Some(_) => 0,
        };
        Duties {
            targets,
            pinned,
            king: Some(king),
            is_check: checkers != 0,
        }
    }

    /// Visits every legal move.
    #[inline]
    pub(crate) fn visit_legal(&self, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let us = self.to_move();
        if let Some(king) = self.king(us) {
            for to in Squares(self.safe_steps(us, king)) {
                visit(Move::new(king, to))?;
            }
        }
        self.visit_without_king(visit)
    }

    /// Visits every legal move of pieces other than the king.
    #[inline]
    fn visit_without_king(&self, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let us = self.to_move();
        let duties = self.duties();
        if duties.targets == 0 {
            return Continue(());
        }
        if !duties.is_check {
            let kings = self.like(Kind::King);
            for from in Squares(self.side(us) & !kings) {
                let kind = self.kind_at(from);
                let to = attacks(us, kind, from, self.occupied()) & duties.allowed(from);
                for to in Squares(to) {
                    self.visit_ways(from, to, visit)?;
                }
            }
        } else {
            self.visit_onto(&duties, visit)?;
        }
        self.visit_drops(&duties, visit)
    }

    /// Visits the moves to these few target squares, by destination.
    #[inline]
    pub(crate) fn visit_onto(&self, duties: &Duties, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let us = self.to_move();
        let (occupied, kings) = (self.occupied(), self.like(Kind::King));
        for to in Squares(duties.targets) {
            for from in Squares(self.attackers(to, us, occupied) & !kings) {
                if duties.allowed(from) & bit(to) != 0 {
                    self.visit_ways(from, to, visit)?;
                }
            }
        }
        Continue(())
    }

    /// Visits a move with and without promotion.
    #[inline]
    fn visit_ways(&self, from: Square, to: Square, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let us = self.to_move();
        let kind = self.kind_at(from);
        if promotable(us, kind, from) & bit(to) != 0 {
            visit(Move::promoting(from, to))?;
        }
        if alive(us, kind) & bit(to) != 0 {
            visit(Move::new(from, to))?;
        }
        Continue(())
    }

    /// Visits the drops onto the target squares. Against a checking slider, the squares next to the
    /// king come first, and on each square the least valuable piece first (`Shogi::group`).
    #[inline]
    fn visit_drops(&self, duties: &Duties, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let us = self.to_move();
        let hand = self.hand(us);
        let targets = duties.targets & self.empty();
        if hand.is_empty() || targets == 0 {
            return Continue(());
        }
        if let (Some(king), true) = (duties.king, duties.is_check) {
            return self.visit_between(king, targets, visit);
        }
        for kind in Kind::IN_HAND.into_iter().rev() {
            if hand.has(kind) {
                for to in Squares(self.droppable(us, kind) & targets) {
                    if kind != Kind::Pawn || !self.is_pawn_mate(to) {
                        visit(Move::drop(kind, to))?;
                    }
                }
            }
        }
        Continue(())
    }

    /// Visits the drops onto these squares of a line from a king.
    #[inline]
    fn visit_between(
        &self,
        king: Square,
        squares: Bits,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let us = self.to_move();
        let hand = self.hand(us);
        // The squares are visited in the order of the line, starting next to the king.
        let mut rest = squares;
        while rest != 0 {
            let to = match squares > bit(king) {
                true => lowest(rest),
                false => highest(rest),
            };
            rest &= !bit(to);
            for kind in Kind::IN_HAND {
                let may = hand.has(kind) && self.droppable(us, kind) & bit(to) != 0;
                if may && (kind != Kind::Pawn || !self.is_pawn_mate(to)) {
                    visit(Move::drop(kind, to))?;
                }
            }
        }
        Continue(())
    }

    /// Whether the side to move could drop a kind if it had one in hand.
    pub(crate) fn could_drop(&self, kind: Kind) -> bool {
        let us = self.to_move();
        let targets = self.duties().targets & self.empty();
        targets & self.droppable(us, kind) != 0
    }

    /// Whether a pawn that the side to move drops here mates.
    #[inline]
    pub(crate) fn is_pawn_mate(&self, to: Square) -> bool {
        let (us, them) = (self.to_move(), self.to_move().opponent());
        match self.king(them) {
            Some(king) if steps(us, Kind::Pawn, to) & bit(king) != 0 => {
                self.pawn_mates(us, king, to)
            }
            _ => false,
        }
    }

    /// Whether the king has no square and no piece can capture the pawn. A pawn is next to the
    /// king, so nothing can be interposed.
    fn pawn_mates(&self, us: Side, king: Square, pawn: Square) -> bool {
        let them = us.opponent();
        let occupied = self.occupied() | bit(pawn);
        let takers = self.attackers(pawn, them, occupied) & !bit(king);
        if takers != 0 {
            let pinned = self.blockers(them, king);
            let may =
                |from: Square| pinned & bit(from) == 0 || line_through(king, from) & bit(pawn) != 0;
            if Squares(takers).any(may) {
                return false;
            }
        }
        let free = steps(them, Kind::King, king) & !self.side(them);
        self.controlled(free, us, occupied & !bit(king)) == free
    }

    /// The number of king moves, plus one for all other legal moves together.
    #[inline]
    pub(crate) fn resistance(&self) -> u32 {
        let Freedom { steps, others } = self.freedom();
        steps.count_ones() + u32::from(others)
    }

    /// The squares to which the king of the side to move may step, and whether there is another
    /// legal move.
    #[inline]
    pub(crate) fn freedom(&self) -> Freedom {
        let us = self.to_move();
        let king = self.king(us);
        Freedom {
            steps: king.map_or(0, |king| self.safe_steps(us, king)),
            others: self.has_move_without_king(),
        }
    }

    /// Whether a piece other than the king has a legal move, or a piece can be dropped.
    #[inline]
    fn has_move_without_king(&self) -> bool {
        let duties = self.duties();
        if !duties.is_check {
            return self.visit_without_king(&mut |_| Break(())).is_break();
        }
        // Promotion does not matter here: a piece that would be dead can promote.
        self.has_drop_onto(duties.targets)
            || Squares(duties.targets).any(|to| self.has_mover(&duties, to))
    }

    /// Whether a piece other than the king may move to a square.
    #[inline]
    fn has_mover(&self, duties: &Duties, to: Square) -> bool {
        let us = self.to_move();
        let may = |movers: Bits| {
            let movers = movers & !self.like(Kind::King);
            movers & !duties.pinned != 0
                || Squares(movers).any(|from| duties.allowed(from) & bit(to) != 0)
        };
        may(self.steppers(to, us)) || may(self.sliders(to, us, self.occupied()))
    }

    /// Whether a piece may be dropped onto one of these squares.
    #[inline]
    fn has_drop_onto(&self, squares: Bits) -> bool {
        let us = self.to_move();
        let (hand, squares) = (self.hand(us), squares & self.empty());
        if hand.is_empty() || squares == 0 {
            return false;
        }
        let may = |kind| {
            let on = self.droppable(us, kind) & squares;
            match kind {
                Kind::Pawn => Squares(on).any(|to| !self.is_pawn_mate(to)),
                _ => on != 0,
            }
        };
        Kind::IN_HAND
            .into_iter()
            .rev()
            .any(|kind| hand.has(kind) && may(kind))
    }

    /// Whether there is a legal move.
    #[inline]
    pub(crate) fn has_legal(&self) -> bool {
        self.visit_legal(&mut |_| Break(())).is_break()
    }
}

/// The destinations at which a piece that moves from this square may promote.
#[inline]
pub(crate) fn promotable(side: Side, kind: Kind, from: Square) -> Bits {
    if kind.promoted().is_none() {
        return 0;
    }
    let zone = FAR[side.index()][3];
    if zone & bit(from) != 0 { BOARD } else { zone }
}
