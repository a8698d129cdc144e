//! The dominance bounds of mates and refutations: the least hand of the attacker with which a board
//! is mate, and the greatest hand with which it is not.
//!
//! Within one problem the board and the attacker's hand determine the defender's hand: the defender
//! has all other pieces. So a mate needs its pieces (*proof hand*), and must keep from the defender
//! the pieces that could interpose. h and d are the hands of attacker and defender, P and D the
//! bounds:
//!
//! ```text
//! mate            P = 0, but h[k] if the defender has no k and could drop one
//! only wasted     P = 0: that all drops are wasted is a property of the board
//! drops
//! attacker's move P = P' of the child, plus 1 for a dropped kind, minus 1 for a captured
//!                 kind
//! all defences    P = the maximum of all P', and drops as at a mate
//! no check        D = h + d, but 0 for kinds that the attacker lacks and could check with
//! all checks      D = the minimum of all D', plus 1 for a dropped kind, minus 1 for a
//!                 captured kind; then 0 as for no check
//! a defence       D = D', at most h + d minus the dropped piece
//! ```

use std::ops::ControlFlow::{Break, Continue};

use shomei_game::{Decided, Resource, Role, own_resource};

use crate::moves::Origin;
use crate::{Hand, Kind, Move, Position, Shogi};

impl Shogi {
    /// The hands of the attacker and of the defender.
    #[inline]
    fn hands(&self, position: &Position) -> [Hand; 2] {
        let attacker = self.attacker();
        [attacker, attacker.opponent()].map(|side| position.hand(side))
    }

    /// The number of pieces of each kind in both hands together.
    fn in_hands(&self, position: &Position) -> [u8; 8] {
        let [own, other] = self.hands(position);
        let mut all = [0; 8];
        for kind in Kind::IN_HAND {
            all[kind as usize] = own.count(kind) + other.count(kind);
        }
        all
    }

    /// The bound of a mate that needs these pieces: the defender must not get a piece that it could
    /// drop.
    fn kept_from_defender(&self, position: &Position, needed: Resource) -> Resource {
        let [own, other] = self.hands(position);
        let mut needed = needed.counters();
        for kind in Kind::IN_HAND {
            if own.has(kind) && !other.has(kind) && position.could_drop(kind) {
                needed[kind as usize] = own.count(kind);
            }
        }
        Resource::new(needed)
    }

    /// The bound of a refutation that allows these pieces: the attacker must not get a piece with
    /// which it could check.
    fn kept_from_attacker(&self, position: &Position, allowed: [u8; 8]) -> Resource {
        let [own, _] = self.hands(position);
        let mut allowed = allowed;
        for kind in Kind::IN_HAND {
            if allowed[kind as usize] > 0 && !own.has(kind) && position.could_check_by_drop(kind) {
                allowed[kind as usize] = 0;
            }
        }
        Resource::new(allowed)
    }
}

/// The kinds that a move takes from the mover's hand and adds to it.
fn changes(position: &Position, mv: Move) -> (Option<Kind>, Option<Kind>) {
    match mv.origin() {
        Origin::Hand(kind) => (Some(kind), None),
        Origin::Board(_) => (None, position.piece(mv.to()).map(|(_, kind)| kind.base())),
    }
}

/// The bound before a move of the attacker, given the bound after it.
fn before(position: &Position, mv: Move, bound: Resource) -> [u8; 8] {
    let mut counters = bound.counters();
    match changes(position, mv) {
        (Some(dropped), _) => counters[dropped as usize] += 1,
        (_, Some(taken)) => {
            let counter = &mut counters[taken as usize];
            *counter = counter.saturating_sub(1);
        }
        _ => {}
    }
    counters
}

impl Shogi {
    /// The dominance bound of a decided position.
    ///
    /// More pieces in hand never hurt the attacker: it need not drop them, and the defender does
    /// not have them. Whether a pawn drop mates does not depend on hands, since no piece can be
    /// interposed against a pawn.
    pub(crate) fn hand_bound(&self, position: &Position, decided: Decided<'_, Move>) -> Resource {
        match decided {
            Decided::AtEnd => self.hand_bound_at_end(position),
            Decided::OutOfPlies => self.hand_bound_out_of_plies(position),
            Decided::ByOne { winner, mv, bound } => {
                self.hand_bound_by_one(position, winner, mv, bound)
            }
            Decided::ByAll { winner, bounds } => self.hand_bound_by_all(position, winner, bounds),
        }
    }

    fn hand_bound_at_end(&self, position: &Position) -> Resource {
        if position.to_move() == self.attacker() {
            self.kept_from_attacker(position, self.in_hands(position))
        } else if self.has_only_wasted_drops(position) {
            Resource::default()
        } else {
            self.kept_from_defender(position, Resource::default())
        }
    }

    fn hand_bound_out_of_plies(&self, position: &Position) -> Resource {
        // With fewer pieces in hand the defender still has its moves on the board.
        let on_board = |mv: Move| match mv.dropped() {
            None => Break(()),
            Some(_) => Continue(()),
        };
        let attacks = position.to_move() == self.attacker();
        if attacks || position.visit_legal(&mut { on_board }).is_break() {
            Resource::new(self.in_hands(position))
        } else {
            own_resource(self, position)
        }
    }

    fn hand_bound_by_one(
        &self,
        position: &Position,
        winner: Role,
        mv: Move,
        bound: Resource,
    ) -> Resource {
        if winner == Role::Attacker {
            return Resource::new(before(position, mv, bound));
        }
        let mut most = self.in_hands(position);
        if let (Some(dropped), _) = changes(position, mv) {
            most[dropped as usize] -= 1;
        }
        bound.min(Resource::new(most))
    }

    fn hand_bound_by_all(
        &self,
        position: &Position,
        winner: Role,
        bounds: &[(Move, Resource)],
    ) -> Resource {
        if winner == Role::Attacker {
            let needed = bounds.iter().map(|&(_, bound)| bound);
            let needed = needed.fold(Resource::default(), Resource::max);
            return self.kept_from_defender(position, needed);
        }
        let all = Resource::new(self.in_hands(position));
        let allowed = bounds
            .iter()
            .map(|&(mv, bound)| Resource::new(before(position, mv, bound)));
        let allowed = allowed.fold(all, Resource::min);
        self.kept_from_attacker(position, allowed.counters())
    }
}
