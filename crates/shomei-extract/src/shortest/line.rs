//! The line of a shortest win with a proven length.
//!
//! Before a move of the attacker, a search within the remaining plies finds a move that keeps the
//! length. Before a move of the defender, a search within fewer plies finds a longest defence. To
//! find other defences of the same length takes one search each, and to compare the final resources
//! takes the whole line after each. So this comparison has a limit of nodes. When they are used up,
//! the first known defence is played.

use std::collections::HashMap;

use shomei_game::{Game, Key, Role, Status, own_resource};
use shomei_search::search::df_pn::Searched;
use shomei_search::{Answer, Silent};

use super::{Bounded, Shortest};
use crate::{deep, moves_of};

/// The number of nodes for the comparison of equal defences.
const NODES: u64 = 2_000;

/// The number of positions for this comparison.
const POSITIONS: usize = 2_000;

struct ShortestWalk<'s, 'g, G: Game> {
    from: &'s mut Shortest<'g, G>,
    /// The move played at each position, and the sum of the attacker's resource at the end.
    played: HashMap<Key, (G::Move, u32)>,
    /// The comparison ends at this number of nodes.
    last_node: u64,
}

/// The moves of a win in exactly `length` plies; `None` if a limit is reached.
pub(super) fn walk<G: Game>(from: &mut Shortest<'_, G>, length: u16) -> Option<Vec<G::Move>> {
    let mut at = from.bounded(length);
    let mut walk = ShortestWalk {
        last_node: from.budget.counters.nodes() + NODES,
        from,
        played: HashMap::new(),
    };
    let mut line = Vec::new();
    while at.plies > 0 {
        walk.rest(&at)?;
        let &(mv, _) = walk.played.get(&walk.from.game.key(&at))?;
        line.push(mv);
        at = walk.from.game.play(&at, mv);
    }
    Some(line)
}

impl<G: Game> ShortestWalk<'_, '_, G> {
    /// The sum of the attacker's resource at the end of the line from a position that is won in
    /// exactly its plies.
    fn rest(&mut self, at: &Bounded<G::Position>) -> Option<u32> {
        let game = self.from.game;
        if at.plies == 0 {
            let left = own_resource(game.game(), &at.position).counters();
            return Some(left.iter().map(|&count| u32::from(count)).sum());
        }
        let key = game.key(at);
        if let Some(&(_, left)) = self.played.get(&key) {
            return Some(left);
        }
        let played = deep(|| match game.role(at) {
            Role::Attacker => self.attack(at),
            Role::Defender => self.defend(at),
        })?;
        self.played.insert(key, played);
        Some(played.1)
    }

    /// A move that keeps the length.
    fn attack(&mut self, at: &Bounded<G::Position>) -> Option<(G::Move, u32)> {
        let mv = self.solving(at, Answer::Proved)?;
        let left = self.rest(&self.from.game.play(at, mv))?;
        Some((mv, left))
    }

    /// The longest defence that leaves the attacker the least resource.
    fn defend(&mut self, at: &Bounded<G::Position>) -> Option<(G::Move, u32)> {
        let game = self.from.game;
        let moves = moves_of(game, at);
        let first = match Self::fewer(at) {
            Some(fewer) if game.status(&fewer) == Status::Open => {
                self.solving(&fewer, Answer::Disproved)?
            }
            // Every move has the same length.
            _ => *moves.first()?,
        };
        let mut best = (first, self.rest(&game.play(at, first))?);
        for mv in moves {
            if self.nodes_left() == 0 || self.played.len() >= POSITIONS {
                break;
            }
            let child = game.play(at, mv);
            if mv == first || best.1 == 0 || !self.is_longest(&child) {
                continue;
            }
            // A defence whose end cannot be computed is skipped.
            if let Some(left) = self.rest(&child)
                && left < best.1
            {
                best = (mv, left);
            }
        }
        Some(best)
    }

    /// Whether a position after a defence is not won in fewer plies than it has.
    fn is_longest(&mut self, child: &Bounded<G::Position>) -> bool {
        if self.from.game().status(&child.position) == Status::Won {
            return child.plies == 0;
        }
        let Some(fewer) = Self::fewer(child) else {
            return true;
        };
        let searched = self.from.ask(&fewer, self.nodes_left(), &mut Silent);
        searched.report.answer == Answer::Disproved
    }

    /// The same position with the next smaller number of plies.
    fn fewer(at: &Bounded<G::Position>) -> Option<Bounded<G::Position>> {
        let plies = at.plies.checked_sub(Shortest::<G>::STEP)?;
        Some(Bounded::new(&at.position, plies))
    }

    /// The move that gives a position this answer.
    fn solving(&mut self, at: &Bounded<G::Position>, answer: Answer) -> Option<G::Move> {
        let Searched { report, best } = self.from.ask(at, u64::MAX, &mut Silent);
        let mv = best.filter(|_| report.answer == answer)?;
        moves_of(self.from.game, at).get(mv).copied()
    }

    /// The remaining nodes for the comparison.
    fn nodes_left(&self) -> u64 {
        self.last_node
            .saturating_sub(self.from.budget.counters.nodes())
    }
}
