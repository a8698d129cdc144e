//! The static evaluation of a position.
//!
//! It is the weighted sum of the side's features, minus that of its opponent's:
//!
//! ```text
//! spread    the sum of the pieces' distances, in king's steps, to the square
//!           nearest to their centre of mass, minus the least sum for this
//!           number of pieces: eight fit around one, the next are two steps away
//! groups    the number of units
//! pairs     the number of pairs of own neighbouring pieces
//! mobility  the number of moves
//! ```
//!
//! All are known features of Lines of Action: M. Winands' program uses them, as described in his
//! master's thesis (2000). The weights are our own.
//!
//! A single position takes about 100 ns: mobility is updated incrementally, the rest is a few dozen
//! operations on the boards of the two sides. A search evaluates all children of a position
//! together ([`Standings`]), which takes about a third of that per child: the other side's pieces
//! stay, and one own piece has moved.

mod shape;

use shomei_game::Side;

use crate::{Move, Position, Square};
use shape::{Shape, Steps, shape};

/// The weight of a move; the other weights are defined with their features.
const MOBILITY: i32 = 4;

impl Position {
    /// The evaluation for the side to move, positive if it is better than its opponent. 64 points
    /// mean about twice the chances.
    ///
    /// ```
    /// use shomei_loa::Position;
    ///
    /// assert_eq!(Position::start().evaluation(), 0);
    /// ```
    #[must_use]
    pub fn evaluation(&self) -> i32 {
        let (own, enemy) = self.own_and_enemy();
        let shapes = shape(own) - shape(enemy);
        shapes + more_moves(self.packed_mobility(), self.to_move())
    }
}

/// The weighted difference between a side's and its opponent's mobility, from packed mobility.
fn more_moves(packed: u16, side: Side) -> i32 {
    let [black, white] = [i32::from(packed & 0xff), i32::from(packed >> 8)];
    match side {
        Side::First => MOBILITY * (black - white),
        Side::Second => MOBILITY * (white - black),
    }
}

/// Evaluates the positions after all moves of a position. The shape of the side that does not move
/// changes only with captures, and the rest of the own shape without the moving piece is computed
/// once for all moves of that piece.
pub(crate) struct Standings {
    mover: Side,
    own: Shape,
    own_steps: Steps,
    enemy: Shape,
    enemy_steps: Steps,
    /// The value of the enemy's shape.
    enemy_counts: i32,
    /// The own pieces without the one on the square `lifted`.
    rest: Shape,
    lifted: Option<Square>,
    /// Buffer for the enemy's shape without a captured piece.
    left: Shape,
}

impl Standings {
    pub(crate) fn of(position: &Position) -> Standings {
        let (own, enemy) = position.own_and_enemy();
        let (enemy, mut enemy_steps) = (Shape::of(enemy), Steps::of(enemy));
        Standings {
            mover: position.to_move(),
            own: Shape::of(own),
            own_steps: Steps::of(own),
            enemy_counts: enemy.counts(&mut enemy_steps, None),
            enemy,
            enemy_steps,
            rest: Shape::NONE,
            lifted: None,
            left: Shape::NONE,
        }
    }

    /// The [evaluation](Position::evaluation) of the position after the move of a piece, given the
    /// packed mobility after it.
    #[inline]
    pub(crate) fn after(&mut self, mv: Move, mobility: u16) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        if self.lifted != Some(from) {
            self.own.without(from, &mut self.rest);
            self.lifted = Some(from);
        }
        let own = self.rest.with(&mut self.own_steps, from, to);
        let enemy = if self.enemy.has(to) {
            self.enemy.without(to, &mut self.left);
            self.left.counts(&mut self.enemy_steps, Some(to))
        } else {
            self.enemy_counts
        };
        enemy - own + more_moves(mobility, self.mover.opponent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(names: &str) -> u64 {
        let squares = names.split(' ').map(|name| Square::parse(name).unwrap());
        squares.fold(0, |set, square| set | square.bit())
    }

    #[test]
    fn the_better_side_is_seen_from_both_chairs() {
        let gathered = board("d4 d5 e4 f6");
        let scattered = board("a1 h8 a8 h1");
        let black = Position::new(gathered, scattered, Side::First).unwrap();
        let white = Position::new(gathered, scattered, Side::Second).unwrap();
        assert!(black.evaluation() > 0);
        assert_eq!(white.evaluation(), -black.evaluation());
    }
}
