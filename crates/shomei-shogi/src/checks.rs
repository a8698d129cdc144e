//! The legal moves of the side to move that give check, found directly.
//!
//! A piece checks from a square from which it attacks the king, or by leaving the line between the
//! king and a slider. The lines of sliders are computed on the board before the move: a slider
//! whose own departure opened its line would already have attacked the king.
//!
//! The order of moves is part of certificates: drops, moves, king.

use std::ops::ControlFlow::{Break, Continue};

use shomei_game::Side;

use crate::attacks::attacks;
use crate::bits::{
    Bits, Squares, ahead, aside, bit, diagonal_lines, diagonals, forwards, line_through, steps,
    straight_lines, straights,
};
use crate::legal::{Duties, Flow, promotable};
use crate::position::alive;
use crate::{Kind, Move, Position, Square};

/// The order of drops, also when testing for the existence of a check.
const DROPS: [Kind; 7] = [
    Kind::Gold,
    Kind::Silver,
    Kind::Rook,
    Kind::Bishop,
    Kind::Lance,
    Kind::Knight,
    Kind::Pawn,
];

/// The squares from which the pieces of a side check a king.
struct Aims {
    king: Square,
    /// Indexed by the numbers of kinds.
    from: [Bits; 16],
}

impl Aims {
    #[inline]
    fn at(us: Side, king: Square, occupied: Bits) -> Aims {
        let back = us.opponent();
        let (straight, diagonal) = (straights(king, occupied), diagonals(king, occupied));
        let near = steps(back, Kind::King, king);
        let gold = steps(back, Kind::Gold, king);
        let mut from = [0; 16];
        from[Kind::Pawn as usize] = steps(back, Kind::Pawn, king);
        from[Kind::Lance as usize] = forwards(back, king, occupied);
        from[Kind::Knight as usize] = steps(back, Kind::Knight, king);
        from[Kind::Silver as usize] = steps(back, Kind::Silver, king);
        for kind in [
            Kind::Gold,
            Kind::ProPawn,
            Kind::ProLance,
            Kind::ProKnight,
            Kind::ProSilver,
        ] {
            from[kind as usize] = gold;
        }
        from[Kind::Bishop as usize] = diagonal;
        from[Kind::Rook as usize] = straight;
        from[Kind::Horse as usize] = diagonal | near;
        from[Kind::Dragon as usize] = straight | near;
        Aims { king, from }
    }

    #[inline]
    fn of(&self, kind: Kind) -> Bits {
        self.from[kind as usize & 15]
    }
}

impl Position {
    /// Visits every legal move that gives check.
    #[inline]
    pub(crate) fn visit_checks(&self, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let us = self.to_move();
        let Some(target) = self.king(us.opponent()) else {
            return Continue(());
        };
        let duties = self.duties();
        let aims = Aims::at(us, target, self.occupied());
        self.visit_checking_drops(&aims, duties.targets, visit)?;
        let openers = self.blockers(us.opponent(), target) & self.side(us);
        self.visit_checking_moves(&aims, &duties, openers, visit)?;
        match self.king(us) {
            Some(king) if openers & bit(king) != 0 => {
                let line = line_through(target, king);
                for to in Squares(self.safe_steps(us, king) & !line) {
                    visit(Move::new(king, to))?;
                }
                Continue(())
            }
            _ => Continue(()),
        }
    }

    #[inline]
    fn visit_checking_drops(
        &self,
        aims: &Aims,
        targets: Bits,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let us = self.to_move();
        let hand = self.hand(us);
        if hand.is_empty() {
            return Continue(());
        }
        for kind in DROPS {
            if hand.has(kind) {
                for to in Squares(aims.of(kind) & targets & self.droppable(us, kind)) {
                    if kind != Kind::Pawn || !self.is_pawn_mate(to) {
                        visit(Move::drop(kind, to))?;
                    }
                }
            }
        }
        Continue(())
    }

    #[inline]
    fn visit_checking_moves(
        &self,
        aims: &Aims,
        duties: &Duties,
        openers: Bits,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let us = self.to_move();
        let occupied = self.occupied();
        let able = self.candidates(aims) | openers & !self.like(Kind::King);
        for from in Squares(able) {
            let kind = self.kind_at(from);
            let to = attacks(us, kind, from, occupied) & duties.allowed(from);
            let opened = if openers & bit(from) != 0 {
                !line_through(aims.king, from)
            } else {
                0
            };
            let promoting = match kind.promoted() {
                Some(promoted) => to & promotable(us, kind, from) & (aims.of(promoted) | opened),
                None => 0,
            };
            let plain = to & (aims.of(kind) | opened) & alive(us, kind);
            for to in Squares(promoting | plain) {
                if promoting & bit(to) != 0 {
                    visit(Move::promoting(from, to))?;
                }
                if plain & bit(to) != 0 {
                    visit(Move::new(from, to))?;
                }
            }
        }
        Continue(())
    }

    /// The pieces of the side to move, other than its king, that may reach a square from which they
    /// check; a superset.
    #[inline]
    fn candidates(&self, aims: &Aims) -> Bits {
        let us = self.to_move();
        let back = us.opponent();
        // The origins of pieces that step onto a set, and of promoting pieces that step onto the
        // squares of a gold.
        let gold = aims.of(Kind::Gold);
        let onto = |set: Bits, kind| stepping_onto(back, set, kind);
        let pawns = onto(gold | aims.of(Kind::Pawn), Kind::Pawn) & self.like(Kind::Pawn);
        let knights = onto(gold | aims.of(Kind::Knight), Kind::Knight) & self.like(Kind::Knight);
        let silvers = onto(gold | aims.of(Kind::Silver), Kind::Silver) & self.like(Kind::Silver);
        let golds = onto(gold, Kind::Gold) & self.like(Kind::Gold);
        let far = self.like(Kind::Lance) | self.like(Kind::Bishop) | self.like(Kind::Rook);
        (pawns | knights | silvers | golds | far) & self.side(us)
    }

    /// Whether the side to move could check by dropping a kind if it had one in hand.
    pub(crate) fn could_check_by_drop(&self, kind: Kind) -> bool {
        let us = self.to_move();
        let Some(target) = self.king(us.opponent()) else {
            return false;
        };
        let duties = self.duties();
        let aims = Aims::at(us, target, self.occupied());
        let squares = aims.of(kind) & duties.targets & self.droppable(us, kind);
        Squares(squares).any(|to| kind != Kind::Pawn || !self.is_pawn_mate(to))
    }

    /// Whether there is a legal move that gives check.
    #[inline]
    pub(crate) fn has_check(&self) -> bool {
        self.has_plain_check() || self.visit_checks(&mut |_| Break(())).is_break()
    }
}

impl Position {
    /// Whether a piece in hand other than a pawn checks, by a quick test; only for a side without a
    /// king.
    #[inline]
    fn has_plain_check(&self) -> bool {
        let us = self.to_move();
        let (None, Some(target)) = (self.king(us), self.king(us.opponent())) else {
            return false;
        };
        let hand = self.hand(us);
        let may = |kind, from: Bits| hand.has(kind) && from & self.empty() != 0;
        let from = |kind| steps(us.opponent(), kind, target);
        let near = from(Kind::King);
        may(Kind::Gold, from(Kind::Gold))
            || may(Kind::Silver, from(Kind::Silver))
            || may(Kind::Rook, near & straight_lines(target))
            || may(Kind::Bishop, near & diagonal_lines(target))
            || may(Kind::Knight, from(Kind::Knight))
            || may(Kind::Lance, from(Kind::Pawn))
    }
}

/// The squares from which a piece of the opponent of `back` steps onto a set, which are those that
/// a piece of `back` would reach from there.
#[inline]
fn stepping_onto(back: Side, set: Bits, kind: Kind) -> Bits {
    let front = ahead(back, set);
    let rear = ahead(back.opponent(), set);
    match kind {
        Kind::Pawn => front,
        Kind::Knight => aside(ahead(back, front)),
        Kind::Silver => front | aside(front | rear),
        _ => front | aside(front | set) | rear,
    }
}
