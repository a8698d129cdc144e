//! Tries every line of N plies, by the rules alone.

use std::collections::HashMap;

use shomei_game::{Game, Key, Role, Status};
use shomei_shogi::{Kind, Move, Position, Shogi};

pub(crate) fn moves(game: &Shogi, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Whether there is a mate within N plies.
pub(crate) fn mates(game: &Shogi, position: &Position, plies: u16) -> bool {
    match game.status(position) {
        Status::Won => return true,
        Status::Failed => return false,
        Status::Open if plies == 0 => return false,
        Status::Open => {}
    }
    let mut after = moves(game, position)
        .into_iter()
        .map(|mv| position.play(mv));
    match game.role(position) {
        Role::Attacker => after.any(|child| mates(game, &child, plies - 1)),
        Role::Defender => plies > 1 && after.all(|child| mates(game, &child, plies - 1)),
    }
}

/// The moves of the attacker that mate within N plies, counting the move itself.
pub(crate) fn mating(game: &Shogi, position: &Position, plies: u16) -> Vec<Move> {
    let mut mating = moves(game, position);
    mating.retain(|&mv| mates(game, &position.play(mv), plies - 1));
    mating
}

/// The pieces that the attacker can have in hand at the end of a mate in exactly N plies: the
/// fewest and the most, over all shortest mates and longest defences.
pub(crate) fn left_over(game: &Shogi, position: &Position, plies: u16) -> (u32, u32) {
    Leaves {
        game,
        known: HashMap::new(),
    }
    .of(position, plies)
}

struct Leaves<'g> {
    game: &'g Shogi,
    known: HashMap<Key, (u32, u32)>,
}

impl Leaves<'_> {
    fn of(&mut self, position: &Position, plies: u16) -> (u32, u32) {
        if plies == 0 {
            let hand = position.hand(self.game.attacker());
            let counts = Kind::IN_HAND
                .into_iter()
                .map(|kind| u32::from(hand.count(kind)));
            let count = counts.sum();
            return (count, count);
        }
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let (mut fewest, mut most) = (u32::MAX, 0);
        for mv in moves(self.game, position) {
            let child = position.play(mv);
            let keeps = match self.game.role(position) {
                Role::Attacker => mates(self.game, &child, plies - 1),
                Role::Defender => plies == 1 || !mates(self.game, &child, plies - 2),
            };
            if keeps {
                let (a, b) = self.of(&child, plies - 1);
                (fewest, most) = (fewest.min(a), most.max(b));
            }
        }
        self.known.insert(position.key(), (fewest, most));
        (fewest, most)
    }
}
