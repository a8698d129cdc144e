//! What the game knows beyond its rules.

use shomei_game::{Estimate, Evaluation, Game, Init, Role, Scored};

use crate::bits::bit;
use crate::legal::promotable;
use crate::moves::Origin;
use crate::{Kind, Move, Position, Shogi, Square};

impl Shogi {
    /// What is known of the position that a move leads to.
    #[inline]
    pub(crate) fn evaluation_after(&self, before: &Position, mv: Move, init: Init) -> Evaluation {
        if init == Init::Learned {
            return self.numbers().evaluate(self, before, mv);
        }
        let mut child = *before;
        child.make(mv);
        if init == Init::Mobility {
            let moves = self.resistance(&child);
            let estimate = || Estimate::of_mobility(self.role(&child), moves);
            return Evaluation::of(self.status_of(&child, moves), estimate);
        }
        Evaluation::of(self.status(&child), || match init {
            Init::Eval => self.estimate_after(before, mv),
            _ => Estimate::UNIT,
        })
    }

    /// By the pieces of both sides that bear on the square of the move.
    #[inline]
    fn estimate_after(&self, before: &Position, mv: Move) -> Estimate {
        let (us, to) = (self.attacker(), mv.to());
        let taken = before.piece(to).map(|(_, kind)| kind);
        if before.to_move() == us {
            let [own, other] = before.bearing(to, us);
            let own = own + u32::from(mv.dropped().is_some());
            let proof = 1 + u32::from(other >= 2);
            let takes_much = matches!(taken, Some(Kind::Gold | Kind::Silver));
            return match own > other || takes_much {
                true => Estimate { proof, disproof: 2 },
                false => Estimate {
                    proof: proof + 1,
                    disproof: 1,
                },
            };
        }
        let is_king = || {
            mv.from()
                .is_some_and(|from| before.kind_at(from) == Kind::King)
        };
        let is_guarded = || {
            let [own, other] = before.bearing(to, us);
            other + u32::from(mv.dropped().is_some()) > own
        };
        let (proof, disproof) = match () {
            () if taken.is_some() => (2, 1),
            () if is_king() => (1, 1),
            () if is_guarded() => (2, 1),
            () => (1, 2),
        };
        Estimate { proof, disproof }
    }

    /// At nodes of the defender: what it may drop between, all squares together, and
    /// moves with and without promotion of pieces that lose nothing by it.
    ///
    /// A group begins with the drop of the least piece next to the king
    /// (`Position::visit_legal`): where that loses, all others mostly lose to the
    /// same capture, with a hand that covers what the mate needed. Of 106 long and
    /// dense problems 69 are solved so within 300,000 nodes, 62 with a group for each
    /// square. Strong pieces first, or the far end first, three of five long works
    /// are not solved in 2,000,000 nodes that take 1,200,000 each like this.
    ///
    /// The attacker's moves are in no group. All members of a group of the defender
    /// have to be refuted, so that waiting costs a proof nothing; those of the attacker
    /// are alternatives. Where only the move without promotion mates, because a pawn
    /// drop would, a whole refutation of the promotion would come first: nine dense
    /// problems took 11.5 million expansions so, and take 0.64 without.
    #[inline]
    pub(crate) fn group(&self, position: &Position, mv: Move) -> u32 {
        if self.role(position) == Role::Attacker {
            return 0;
        }
        match mv.origin() {
            Origin::Hand(_) => 1,
            Origin::Board(from) => {
                let kind = position.kind_at(from);
                let loses_nothing = matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Rook);
                if loses_nothing && promotable(position.to_move(), kind, from) & bit(mv.to()) != 0 {
                    100 + (81 * from.index() + mv.to().index()) as u32
                } else {
                    0
                }
            }
        }
    }

    /// What is taken, then promotions, then drops; among drops those next to the
    /// defender's king, and what is cheap.
    #[inline]
    pub(crate) fn rank(&self, position: &Position, mv: Move) -> i32 {
        let target = position.king(self.attacker().opponent());
        let distance = target.map_or(0, |king| distance(king, mv.to()));
        match mv.origin() {
            Origin::Hand(kind) => -16 * distance - worth(kind),
            Origin::Board(_) => {
                let taken = position.piece(mv.to());
                let taken = taken.map_or(0, |(_, kind)| 32 + 4 * worth(kind));
                taken + 16 * i32::from(mv.promotes()) - distance
            }
        }
    }
}

/// Steps of a king from one square to the other.
fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// About what a piece is worth.
fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Lance | Kind::Knight => 3,
        Kind::Silver => 5,
        Kind::Bishop => 8,
        Kind::Rook => 9,
        Kind::Horse => 10,
        Kind::Dragon => 11,
        _ => 6,
    }
}

impl Scored for Shogi {}
