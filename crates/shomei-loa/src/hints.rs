//! What the game knows beyond its rules.

use shomei_game::{Dominance, Estimate, Game, Heuristic, LeafSolver, Ordering, Role};

use crate::bitboard::neighbours;
use crate::{Loa, Move, Position, Square};

impl Heuristic for Loa {
    /// Mobility: with n moves, 1 and n where the attacker is to move, n and 1
    /// where the defender is.
    ///
    /// M. Winands and J. Uiterwijk, "PN, PN2 and PN* in Lines of Action"
    /// (2001), section 3.1; their Table 1 counts a fifth of the nodes that
    /// 1 and 1 needs.
    #[inline]
    fn estimate(&self, position: &Position) -> Estimate {
        let moves = self.count_moves(position) as u32;
        let (proof, disproof) = match self.role(position) {
            Role::Attacker => (1, moves),
            Role::Defender => (moves, 1),
        };
        Estimate { proof, disproof }
    }
}

impl Ordering for Loa {
    /// Twice the number of own neighbours won, plus the steps towards the
    /// centre, plus one for a capture: the goal is to join the pieces, and they
    /// join most easily in the middle. A capture also helps the opponent, who
    /// has one piece fewer to join, so it only breaks ties. The weights were
    /// chosen by hand.
    #[inline]
    fn rank(&self, position: &Position, mv: Move) -> i32 {
        let Some((from, to)) = mv.squares() else {
            return 0;
        };
        let others = position.pieces(position.to_move()) & !from.bit();
        let enemy = position.pieces(position.to_move().opponent());
        let beside = |square: Square| (neighbours(square.bit()) & others).count_ones() as i32;
        let captures = i32::from(enemy & to.bit() != 0);
        2 * (beside(to) - beside(from)) + centrality(to) - centrality(from) + captures
    }
}

/// 0 on the edge to 3 on the four central squares.
fn centrality(square: Square) -> i32 {
    let inwards = |line: u8| i32::from(line.min(7 - line));
    inwards(square.file()).min(inwards(square.rank()))
}

impl Dominance for Loa {}
impl LeafSolver for Loa {}
