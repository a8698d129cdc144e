//! What the game knows beyond its rules.

use shomei_game::{
    Dominance, Estimate, Game, Heuristic, LeafSolver, Ordering, Preview, Role, Scored, Status,
    Tuning,
};

use crate::cell::{blocks, count, has_line};
use crate::outline::State;
use crate::rules::WonBoards;
use crate::{Move, Position, Uttt, sending};

impl Heuristic for Uttt {
    /// Mobility to the power 1.5, weighted by the lines of boards that the
    /// attacker can still make: see [`Position`]'s outline for what that means.
    ///
    /// In sixteenths of a leaf, so that weights below 1 count. The defender's
    /// own lines are left out: to hold is all that it needs.
    #[inline]
    fn estimate(&self, position: &Position) -> Estimate {
        let chances = position.outline().chances(self.attacker());
        estimate(self.role(position), self.mobility(position), chances)
    }

    /// Where won boards stay open, the attacker's moves that do not follow the strategy of
    /// `sending.rs` look 256 times harder to prove.
    #[inline]
    fn estimate_after(&self, before: &Position, mv: Move, position: &Position) -> Estimate {
        let mut estimate = self.estimate(position);
        if self.is_against_strategy(before, mv) {
            estimate.proof *= HARDER;
        }
        estimate
    }

    const ESTIMATES_TOGETHER: bool = true;

    fn estimate_children(
        &self,
        position: &Position,
        previews: &mut Vec<Preview<Move>>,
        estimates: &mut Vec<Estimate>,
    ) {
        self.push_estimated(position, previews, estimates);
    }
}

/// So much harder to prove. With it a search from the start is over in a second where won boards
/// stay open; without it 30 million nodes did not suffice.
pub(crate) const HARDER: u32 = 256;

impl Uttt {
    /// Whether a move of the attacker is not one that the strategy of `sending.rs` names.
    #[inline]
    pub(crate) fn is_against_strategy(&self, before: &Position, mv: Move) -> bool {
        before.won_boards() == WonBoards::Open
            && self.role(before) == Role::Attacker
            && !sending::is_named(before, mv)
    }
}

/// The numbers of a position in which the side with `role` has so many moves, and the attacker
/// such chances ([`Outline::chances`](crate::outline::Outline::chances)).
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

impl Ordering for Uttt {
    /// Board and cell.
    const CLASSES: usize = 81;

    /// A won board first, then a mark that takes the opponent's chances in it;
    /// behind all others, to leave the opponent the choice. The weights were
    /// chosen by hand.
    #[inline]
    fn rank(&self, position: &Position, mv: Move) -> i32 {
        let own = position.marks(position.to_move(), mv.board()) | mv.cell().bit();
        let is_nobodys = position.state(mv.board()) == State::Open;
        let wins = i32::from(is_nobodys && has_line(own));
        let bars = i32::from(is_nobodys && blocks(own));
        let frees = i32::from(!position.is_open(mv.cell()));
        8 * wins + 2 * bars - 6 * frees + i32::from(count(own) == 2)
    }

    #[inline]
    fn class(&self, _position: &Position, mv: Move) -> usize {
        mv.index()
    }
}

impl Dominance for Uttt {}
impl Scored for Uttt {}

impl LeafSolver for Uttt {
    const DECIDES: bool = true;
    const IN_PREVIEW: bool = true;

    fn tuning(&self, _position: &Position) -> Tuning {
        Tuning::default().with_plain_nodes(16)
    }

    /// The last plies: see `endgame.rs`.
    #[inline]
    fn solve_leaf(&self, position: &Position, _nodes: &mut u64) -> Status {
        self.decided(position, position.outlook())
    }
}
