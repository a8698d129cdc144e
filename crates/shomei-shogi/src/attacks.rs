//! Attacked squares, attackers, checkers and pins.

use shomei_game::Side;

use crate::bits::{
    Bits, Squares, ahead, aside, between, bit, diagonal_lines, diagonals, forwards, is_single,
    lance_origins, steps, straight_lines, straights,
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

/// The threats to a king.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Threats {
    pub(crate) checkers: Bits,
    /// Pieces of the king's side that must stay on their line with it.
    pub(crate) pinned: Bits,
}

impl Position {
    /// The pieces of a side that attack a square, if these squares are occupied.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, by: Side, occupied: Bits) -> Bits {
        self.steppers(square, by) | self.sliders(square, by, occupied)
    }

    /// The number of pieces of a side that attack a square, and that of its opponent.
    #[inline]
    pub(crate) fn bearing(&self, square: Square, side: Side) -> [u32; 2] {
        let occupied = self.occupied();
        let long = diagonal_lines(square) & self.like(Kind::Bishop)
            | straight_lines(square) & self.like(Kind::Rook);
        let lances = self.like(Kind::Lance);
        [side, side.opponent()].map(|by| {
            let steppers = self.steppers(square, by);
            let aligned = (lance_origins(by, square) & lances | long) & self.side(by);
            let is_near = |&slider: &Square| between(square, slider) & occupied == 0;
            // A horse or a dragon next to the square also attacks it by a step.
            let sliders = Squares(aligned & !steppers).filter(is_near).count();
            steppers.count_ones() + sliders as u32
        })
    }

    /// The attackers that reach the square by a step.
    #[inline]
    pub(crate) fn steppers(&self, square: Square, by: Side) -> Bits {
        let back = by.opponent();
        let stepping = steps(back, Kind::Pawn, square) & self.like(Kind::Pawn)
            | steps(back, Kind::Knight, square) & self.like(Kind::Knight)
            | steps(back, Kind::Silver, square) & self.like(Kind::Silver)
            | steps(back, Kind::Gold, square) & self.like(Kind::Gold)
            | steps(back, Kind::King, square) & (self.like(Kind::King) | self.great());
        stepping & self.side(by)
    }

    /// The attackers that slide to the square.
    #[inline]
    pub(crate) fn sliders(&self, square: Square, by: Side, occupied: Bits) -> Bits {
        let mut found = 0;
        let aligned = self.aligned(square, by);
        for slider in Squares(aligned) {
            if between(square, slider) & occupied == 0 {
                found |= bit(slider);
            }
        }
        found
    }

    /// The sliders of a side that would reach a square on an empty board.
    #[inline]
    fn aligned(&self, square: Square, by: Side) -> Bits {
        let found = lance_origins(by, square) & self.like(Kind::Lance)
            | diagonal_lines(square) & self.like(Kind::Bishop)
            | straight_lines(square) & self.like(Kind::Rook);
        found & self.side(by)
    }

    /// The subset of these squares that a side attacks, including squares of its own pieces.
    #[inline]
    pub(crate) fn controlled(&self, squares: Bits, by: Side, occupied: Bits) -> Bits {
        let of = |kind| self.of(by, kind);
        let (silvers, golds) = (of(Kind::Silver), of(Kind::Gold));
        let kings = (self.like(Kind::King) | self.great()) & self.side(by);
        let broad = golds | kings;
        let back = by.opponent();
        let front = ahead(by, silvers | broad);
        let rear = ahead(back, silvers | kings);
        let jumps = ahead(by, ahead(by, of(Kind::Knight)));
        let stepped = aside(front | rear | broad | jumps)
            | front
            | ahead(by, of(Kind::Pawn))
            | ahead(back, broad);
        // Few squares are left for sliders: most sliders need not be followed.
        let mut free = squares & !stepped;
        for lance in Squares(of(Kind::Lance)) {
            if free & lance_origins(back, lance) != 0 {
                free &= !forwards(by, lance, occupied);
            }
        }
        for bishop in Squares(of(Kind::Bishop)) {
            if free & diagonal_lines(bishop) != 0 {
                free &= !diagonals(bishop, occupied);
            }
        }
        for rook in Squares(of(Kind::Rook)) {
            if free & straight_lines(rook) != 0 {
                free &= !straights(rook, occupied);
            }
        }
        squares & !free
    }

    /// The pieces that give check to a side.
    #[inline]
    pub(crate) fn checkers(&self, side: Side) -> Bits {
        match self.king(side) {
            Some(king) => self.attackers(king, side.opponent(), self.occupied()),
            None => 0,
        }
    }

    /// The squares to which a king may step: not occupied by its own side, and not attacked once
    /// the king has left its square.
    #[inline]
    pub(crate) fn safe_steps(&self, side: Side, king: Square) -> Bits {
        let free = steps(side, Kind::King, king) & !self.side(side);
        if free == 0 {
            return 0;
        }
        free & !self.controlled(free, side.opponent(), self.occupied() & !bit(king))
    }

    /// The pieces that check the king of a side, and its own pinned pieces.
    #[inline]
    pub(crate) fn threats(&self, side: Side, king: Square) -> Threats {
        let them = side.opponent();
        let occupied = self.occupied();
        let mut threats = Threats {
            checkers: self.steppers(king, them),
            pinned: 0,
        };
        for sniper in Squares(self.aligned(king, them)) {
            let between = between(king, sniper) & occupied;
            if between == 0 {
                threats.checkers |= bit(sniper);
            } else if is_single(between) {
                threats.pinned |= between & self.side(side);
            }
        }
        threats
    }

    /// The pieces of either side that are the only piece between a king and a slider of the other
    /// side: pinned pieces and possible discovered checks.
    #[inline]
    pub(crate) fn blockers(&self, side: Side, king: Square) -> Bits {
        let snipers = self.aligned(king, side.opponent());
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

#[cfg(test)]
mod tests {
    use shomei_game::{Game, Goal, Notation};

    use super::*;
    use crate::{Rules, Shogi};

    #[test]
    fn bearing_counts_the_attackers() {
        let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
        // Horses and dragons next to attacked squares, and lances and bishops whose line another
        // piece blocks.
        let roots = [
            "1pG1+B4/G1+P6/p8/n1l1s4/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1",
            "4k4/4p4/3+b+R+B3/4l4/4L4/4L4/9/9/4K4 b R4G4S4NL17P 1",
        ];
        let mut seen = 0;
        for root in roots {
            let mut positions = vec![game.parse_position(root).unwrap()];
            for _ in 0..2 {
                for position in std::mem::take(&mut positions) {
                    for square in Squares(crate::bits::BOARD) {
                        for side in [Side::First, Side::Second] {
                            let count = |by| {
                                let attackers = position.attackers(square, by, position.occupied());
                                attackers.count_ones()
                            };
                            let expected = [side, side.opponent()].map(count);
                            assert_eq!(position.bearing(square, side), expected, "{square:?}");
                            seen += expected[0];
                        }
                    }
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    positions.extend(moves.into_iter().map(|mv| game.play(&position, mv)));
                }
            }
        }
        assert!(seen > 1_000, "{seen}");
    }
}
