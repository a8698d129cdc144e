//! Who attacks what.

use shomei_game::Side;

use crate::bits::{
    Bits, Squares, ahead, aside, between, bit, diagonals, forwards, is_single, steps, straights,
};
use crate::{Kind, Position, Square};

/// The squares that a piece attacks.
#[inline]
pub(crate) fn attacks(side: Side, kind: Kind, from: Square, occupied: Bits) -> Bits {
    let near = steps(side, kind, from);
    match kind {
        Kind::Lance => forwards(side, from, occupied),
        Kind::Bishop | Kind::Horse => near | diagonals(from, occupied),
        Kind::Rook | Kind::Dragon => near | straights(from, occupied),
        _ => near,
    }
}

impl Position {
    /// The pieces of a side that attack a square when these squares are taken.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, by: Side, occupied: Bits) -> Bits {
        let back = by.opponent();
        let stepping = steps(back, Kind::Pawn, square) & self.like(Kind::Pawn)
            | steps(back, Kind::Knight, square) & self.like(Kind::Knight)
            | steps(back, Kind::Silver, square) & self.like(Kind::Silver)
            | steps(back, Kind::Gold, square) & self.like(Kind::Gold)
            | steps(back, Kind::King, square) & (self.like(Kind::King) | self.great());
        let mut found = stepping & self.side(by);
        let lances = self.of(by, Kind::Lance);
        if lances != 0 {
            found |= forwards(back, square, occupied) & lances;
        }
        let bishops = self.of(by, Kind::Bishop);
        if bishops != 0 {
            found |= diagonals(square, occupied) & bishops;
        }
        let rooks = self.of(by, Kind::Rook);
        if rooks != 0 {
            found |= straights(square, occupied) & rooks;
        }
        found
    }

    /// All squares that a side attacks, its own pieces' included.
    #[inline]
    pub(crate) fn control(&self, by: Side, occupied: Bits) -> Bits {
        let of = |kind| self.of(by, kind);
        let (silvers, golds) = (of(Kind::Silver), of(Kind::Gold));
        let kings = (self.like(Kind::King) | self.great()) & self.side(by);
        let broad = golds | kings;
        let back = by.opponent();
        let front = ahead(by, silvers | broad);
        let rear = ahead(back, silvers | kings);
        let jumps = ahead(by, ahead(by, of(Kind::Knight)));
        let mut all = aside(front | rear | broad | jumps)
            | front
            | ahead(by, of(Kind::Pawn))
            | ahead(back, broad);
        for lance in Squares(of(Kind::Lance)) {
            all |= forwards(by, lance, occupied);
        }
        for bishop in Squares(of(Kind::Bishop)) {
            all |= diagonals(bishop, occupied);
        }
        for rook in Squares(of(Kind::Rook)) {
            all |= straights(rook, occupied);
        }
        all
    }

    /// The pieces that give check to a side.
    #[inline]
    pub(crate) fn checkers(&self, side: Side) -> Bits {
        match self.king(side) {
            Some(king) => self.attackers(king, side.opponent(), self.occupied()),
            None => 0,
        }
    }

    /// The squares to which a king may step: not taken by its own side, not
    /// attacked once it has left its square.
    #[inline]
    pub(crate) fn safe_steps(&self, side: Side, king: Square) -> Bits {
        let free = steps(side, Kind::King, king) & !self.side(side);
        if free == 0 {
            return 0;
        }
        free & !self.control(side.opponent(), self.occupied() & !bit(king))
    }

    /// The pieces of either side that alone stand between a king and a slider of
    /// the other side: pinned ones and such that may discover a check.
    #[inline]
    pub(crate) fn blockers(&self, side: Side, king: Square) -> Bits {
        let them = self.side(side.opponent());
        let snipers = them
            & (forwards(side, king, 0) & self.like(Kind::Lance)
                | diagonals(king, 0) & self.like(Kind::Bishop)
                | straights(king, 0) & self.like(Kind::Rook));
        let occupied = self.occupied();
        let mut found = 0;
        for sniper in Squares(snipers) {
            let between = between(king, sniper) & occupied;
            if is_single(between) {
                found |= between;
            }
        }
        found
    }
}
