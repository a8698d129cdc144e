//! What the search with plies takes from the one without.
//!
//! * **Wins.** Each position of the strategy that was found, with the longest line
//!   after it, and the resource that this part of the strategy needs. So a search from
//!   above has to find only what is shorter.
//! * **Failures.** What has no win at all has none in any number of plies.
//!
//! Both go into the store of dominance, into each block of plies ([`Within`](super::Within)) that is
//! asked for. Lengths that it keeps beside plain wins are not used: length and
//! resource of an entry may be those of different wins.

use std::collections::HashMap;
use std::sync::Arc;

use shomei_game::{Decided, Game, Key, Resource, Role};
use shomei_search::Bounds;
use shomei_search::search::Search;
use shomei_search::table::{BoardValue, Table};

use super::within::plies_of;
use super::{Bounded, Shortest, Within};
use crate::strategy::{Link, Strategy};

/// What the attacker plays in a strategy: by boards, from a resource on, with the plies
/// of the longest line.
#[derive(Debug)]
pub(super) struct Moves<M>(HashMap<Key, Vec<(Resource, u16, M)>>);

impl<M> Default for Moves<M> {
    fn default() -> Moves<M> {
        Moves(HashMap::new())
    }
}

impl<M: Copy> Moves<M> {
    /// A move that wins within the plies of a position, the quickest.
    pub(super) fn find<G>(&self, game: &Within<'_, G>, at: &Bounded<G::Position>) -> Option<M>
    where
        G: Game<Move = M>,
    {
        let (board, held) = game.resource(&Bounded::new(&at.position, 0))?;
        let moves = self.0.get(&board)?.iter();
        let fitting = moves.filter(|(needs, plies, _)| *plies <= at.plies && held.covers(*needs));
        let quickest = fitting.min_by_key(|(_, plies, _)| *plies);
        quickest.map(|&(_, _, mv)| mv)
    }
}

/// A position of a strategy on the way to its end.
struct Part<G: Game> {
    /// The number of its node.
    id: u32,
    position: G::Position,
    /// The moves that belong to it, and where they lead.
    moves: Vec<(G::Move, Link)>,
    /// How many of these were followed.
    followed: usize,
}

/// The plies of the longest line from a position, and the resource it needs.
type Needs = (u16, Resource);

impl<G: Game> Shortest<'_, G> {
    /// Keeps what a search without plies has refuted for every line of play, as far as
    /// an eighth of the memory goes. To be asked before [`Shortest::narrow`].
    ///
    /// The failures become bounds, so the search must have kept apart those that rest
    /// on a repetition ([`DfPnOptions::path_dependence`](shomei_search::search::df_pn::DfPnOptions)).
    pub fn keep_failures(&mut self, table: &Table) {
        let most = self.memory / 8 / size_of::<(Key, Resource)>();
        let failures = &mut self.failures;
        let Some(boards) = table.boards() else {
            return;
        };
        boards.each(|board, decided| {
            if decided.bounds.is_disproved() && failures.len() < most {
                failures.push((board, decided.bound));
            }
        });
    }

    /// The plies that a win within these needs by its own dominance bound: what was found may
    /// be shorter than was asked for.
    pub(super) fn plies_needed(&self, plies: u16) -> u16 {
        let at = self.bounded(plies);
        let boards = self.searcher.table().boards();
        let found = boards.and_then(|boards| boards.find(self.game.resource(&at)));
        let proof = found.filter(|decided| decided.bounds.is_proved());
        proof.map_or(plies, |decided| plies_of(decided.bound, plies))
    }

    /// Stores what is known in the searcher's table.
    pub(super) fn store_known(&mut self) {
        let most = self.bracket.most.or(self.guess).unwrap_or(0);
        for (board, bound) in std::mem::take(&mut self.failures) {
            for block in 0..=Within::<G>::block(most) {
                let place = Within::<G>::in_block(board, bound, block, u16::MAX);
                self.store(place, Bounds::DISPROVED, 0);
            }
        }
        let Some((strategy, line)) = self.strategy.take() else {
            return;
        };
        self.moves = Arc::new(Moves(self.store_strategy(&strategy, most)));
        self.strategy = Some((strategy, line));
    }

    /// Stores each position of a strategy, after those that follow it. What the attacker plays, as
    /// far as a sixteenth of the memory goes.
    fn store_strategy(
        &self,
        strategy: &Strategy,
        most: u16,
    ) -> HashMap<Key, Vec<(Resource, u16, G::Move)>> {
        let game = self.game.game();
        let mut moves = HashMap::<_, Vec<_>>::new();
        let mut most_moves = self.memory / 16 / Self::BYTES_OF_MOVE;
        let mut known: HashMap<u32, Needs> = HashMap::new();
        let first = strategy.order().first();
        let first = first.and_then(|&id| self.part(strategy, id, &self.root));
        let mut open = Vec::from_iter(first);
        while let Some(part) = open.last_mut() {
            if let Some(&(mv, link)) = part.moves.get(part.followed) {
                part.followed += 1;
                let Some(child) = link.id().filter(|child| !known.contains_key(child)) else {
                    continue;
                };
                let position = game.play(&part.position, mv);
                match self.part(strategy, child, &position) {
                    Some(child) => open.push(child),
                    // Plain search decides a part of it.
                    None => break,
                }
                continue;
            }
            let (plies, needs) = self.needs(part, &known);
            known.insert(part.id, (plies, needs));
            let at = Bounded::new(&part.position, 0);
            if let Some((board, _)) = self.game.resource(&at) {
                let role = game.role(&part.position);
                if let (Role::Attacker, &[(mv, _), ..], 1..) =
                    (role, part.moves.as_slice(), most_moves)
                {
                    moves.entry(board).or_default().push((needs, plies, mv));
                    most_moves -= 1;
                }
                for block in Within::<G>::block(plies)..=Within::<G>::block(most) {
                    let place = Within::<G>::in_block(board, needs, block, plies);
                    self.store(place, Bounds::PROVED, plies);
                }
            }
            open.pop();
        }
        moves
    }

    /// About the memory of a move that is kept.
    const BYTES_OF_MOVE: usize = 128;

    /// Puts a solved board into the store of dominance.
    fn store(&self, (board, bound): (Key, Resource), bounds: Bounds, length: u16) {
        if let Some(boards) = self.searcher.table().boards() {
            boards.insert(
                board,
                BoardValue {
                    bounds,
                    length,
                    bound,
                },
            );
        }
    }

    /// The position of this node of a strategy. `None` where plain search decides it.
    fn part(&self, strategy: &Strategy, id: u32, position: &G::Position) -> Option<Part<G>> {
        let moves = strategy.steps(self.game.game(), id, position);
        (!moves.is_empty()).then(|| Part {
            id,
            position: position.clone(),
            moves,
            followed: 0,
        })
    }

    /// The plies of a position and what it needs, those of its children being known.
    fn needs(&self, part: &Part<G>, known: &HashMap<u32, Needs>) -> Needs {
        let game = self.game.game();
        let Part {
            position, moves, ..
        } = part;
        let after = |&(mv, link): &(G::Move, Link)| {
            let known = link.id().and_then(|child| known.get(&child).copied());
            let ends = || {
                let child = game.play(position, mv);
                (0, game.dominance_bound(&child, Decided::AtEnd))
            };
            let (plies, needs) = known.unwrap_or_else(ends);
            (mv, plies, needs)
        };
        let after: Vec<_> = moves.iter().map(after).collect();
        let plies = after.iter().map(|&(_, plies, _)| plies).max().unwrap_or(0);
        let needs: Vec<_> = after.iter().map(|&(mv, _, needs)| (mv, needs)).collect();
        let needs = match (game.role(position), needs.as_slice()) {
            (Role::Attacker, &[(mv, needs), ..]) => {
                let winner = Role::Attacker;
                let decided = Decided::ByOne {
                    winner,
                    mv,
                    bound: needs,
                };
                game.dominance_bound(position, decided)
            }
            (_, bounds) => {
                let winner = Role::Attacker;
                game.dominance_bound(position, Decided::ByAll { winner, bounds })
            }
        };
        (plies.saturating_add(1), needs)
    }
}
