//! What the game knows beyond its rules.

use shomei_game::{Estimate, Game, Role, Scored};

use crate::cell::{blocks, count, has_line};
use crate::outline::State;
use crate::rules::WonBoards;
use crate::{Move, Position, Uttt, sending};

/// Where won boards stay open, the attacker's moves that do not follow the strategy of `sending.rs`
/// look this many times harder to prove. With it a search from the start is over in a second where won boards
/// stay open; without it 30 million nodes did not suffice.
const HARDER: u32 = 256;

/// The numbers of a position to which a move against the strategy has led.
pub(crate) fn harder(estimate: Estimate) -> Estimate {
    Estimate {
        proof: estimate.proof.saturating_mul(HARDER),
        ..estimate
    }
}

impl Uttt {
    /// Whether a move of the attacker is not one that the strategy of `sending.rs` names.
    #[inline]
    pub(crate) fn is_against_strategy(&self, before: &Position, mv: Move) -> bool {
        before.won_boards() == WonBoards::Open
            && self.role(before) == Role::Attacker
            && !sending::is_named(before, mv)
    }
}

/// Mobility to the power 1.5, weighted by the lines of boards that the attacker can still make: see
/// [`Position`]'s outline for what that means.
///
/// In sixteenths of a leaf, so that weights below 1 count. The defender's own lines are left out: to
/// hold is all that it needs. `moves`: the moves of the side with `role`; `chances`: the attacker's
/// chances ([`Outline::chances`](crate::outline::Outline::chances)).
#[inline]
pub(crate) fn estimate(role: Role, moves: u32, chances: u32) -> Estimate {
    /// An even position has about so many chances.
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
    /// A won board first, then a mark that takes the opponent's chances in it;
    /// behind all others, to leave the opponent the choice. The weights were
    /// chosen by hand.
    #[inline]
    pub(crate) fn rank(&self, position: &Position, mv: Move) -> i32 {
        let own = position.marks(position.to_move(), mv.board()) | mv.cell().bit();
        let is_nobodys = position.state(mv.board()) == State::Open;
        let wins = i32::from(is_nobodys && has_line(own));
        let bars = i32::from(is_nobodys && blocks(own));
        let frees = i32::from(!position.is_open(mv.cell()));
        8 * wins + 2 * bars - 6 * frees + i32::from(count(own) == 2)
    }
}

impl Scored for Uttt {}
