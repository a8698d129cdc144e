//! How well a side stands, without any search.
//!
//! The side's features, less its opponent's:
//!
//! ```text
//! spread    the distances of the pieces, in king's steps, to the square
//!           nearest to their centre of mass, beyond the least that so many
//!           pieces can have: eight lie around one, the next ones two steps off
//! groups    the number of units
//! pairs     the number of own pieces side by side
//! mobility  the number of moves
//! ```
//!
//! All are old in Lines of Action: they are features of M. Winands' program,
//! described in his master's thesis (2000). The weights are ours.
//!
//! About 100 ns a position alone: mobility is carried along, the rest is a few dozen operations on
//! the boards of the two sides. A search asks for all children of a position together
//! ([`Standings`]), which takes about a third of that for each: the other side's pieces stay, and
//! one of the own has moved.

mod shape;

use shomei_game::Side;

use crate::{Move, Position, Square};
use shape::{Shape, Steps, shape};

/// The weight of a move; the other weights stand with their features.
const MOBILITY: i32 = 4;

impl Position {
    /// How well the side to move stands: positive where better than its
    /// opponent. 64 are about twice the chances.
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

/// What a side's moves count more than its opponent's, of packed mobility.
fn more_moves(packed: u16, side: Side) -> i32 {
    let [black, white] = [i32::from(packed & 0xff), i32::from(packed >> 8)];
    match side {
        Side::First => MOBILITY * (black - white),
        Side::Second => MOBILITY * (white - black),
    }
}

/// How the sides stand after each move of a position. The shape of the side that does not move
/// stays but for captures, and what a piece leaves behind is looked at once for all its moves.
pub(crate) struct Standings {
    mover: Side,
    own: Shape,
    own_steps: Steps,
    enemy: Shape,
    enemy_steps: Steps,
    /// What the enemy's shape counts.
    enemy_counts: i32,
    /// Own pieces without the one on the square `lifted`.
    rest: Shape,
    lifted: Option<Square>,
    /// Room for the enemy's without a captured one.
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

    /// The [evaluation](Position::evaluation) of the position after the move of a piece that
    /// leaves so much packed mobility.
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
