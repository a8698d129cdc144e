//! Estimates and ranks of moves.

use shomei_game::{Estimate, Game, Role, Scored};

use crate::cell::{blocks, count, has_line};
use crate::outline::State;
use crate::rules::WonBoards;
use crate::{Move, Position, Uttt, sending};

/// If won boards stay open, the proof number after a move of the attacker that does not follow the
/// strategy of `sending.rs` is multiplied by this. With it a search from the start finishes within
/// a second; without it 30 million nodes did not suffice.
const HARDER: u32 = 256;

/// The numbers of a position after a move against the strategy.
pub(crate) fn harder(estimate: Estimate) -> Estimate {
    Estimate {
        proof: estimate.proof.saturating_mul(HARDER),
        ..estimate
    }
}

impl Uttt {
    /// Whether a move of the attacker differs from the strategy of `sending.rs`.
    #[inline]
    pub(crate) fn is_against_strategy(&self, before: &Position, mv: Move) -> bool {
        before.won_boards() == WonBoards::Open
            && self.role(before) == Role::Attacker
            && !sending::is_named(before, mv)
    }
}

/// Mobility to the power 1.5, weighted by the attacker's chances of a line of boards, as
/// [`Outline::chances`](crate::outline::Outline::chances) defines them.
///
/// The unit is a sixteenth of a leaf, so that weights below 1 are possible. The defender's own
/// lines are ignored, because it only needs to prevent a line. `moves` is the number of moves of
/// the side with `role`; `chances` are the attacker's.
#[inline]
pub(crate) fn estimate(role: Role, moves: u32, chances: u32) -> Estimate {
    /// The approximate chances in an even position.
    const EVEN: u32 = 8;
    let moves = POWERS[moves.min(81) as usize];
    let (proof, disproof) = match role {
        Role::Attacker => (16, moves),
        Role::Defender => (moves, 16),
    };
    let scaled = |number: u32, by: u32, of: u32| (number * by / of.max(1)).max(1);
    Estimate {
        proof: scaled(proof, 2 * EVEN, EVEN + chances),
        disproof: scaled(disproof, EVEN + chances, 2 * EVEN),
    }
}

/// 16 times n to the power 1.5, rounded down.
static POWERS: [u32; 82] = {
    let mut table = [0; 82];
    let mut n = 0;
    while n < 82 {
        table[n] = (256 * (n * n * n) as u32).isqrt();
        n += 1;
    }
    table
};

impl Uttt {
    /// Winning a board comes first, then a mark that blocks the opponent's lines in it; leaving the
    /// choice to the opponent comes last. The weights were chosen by hand.
    #[inline]
    pub(crate) fn rank(&self, position: &Position, mv: Move) -> i32 {
        let own = position.marks(position.to_move(), mv.board()) | mv.cell().bit();
        let has_no_owner = position.state(mv.board()) == State::Open;
        let wins = i32::from(has_no_owner && has_line(own));
        let bars = i32::from(has_no_owner && blocks(own));
        let frees = i32::from(!position.is_open(mv.cell()));
        8 * wins + 2 * bars - 6 * frees + i32::from(count(own) == 2)
    }
}

impl Scored for Uttt {}
