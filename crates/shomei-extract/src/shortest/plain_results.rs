//! Results that the search with plies takes over from the search without.
//!
//! * **Wins.** Each position of the found strategy, with the length of the longest line from it and
//!   the resource that this part of the strategy needs. So a search from above has to find only
//!   shorter wins.
//! * **Failures.** A position without any win has none in any number of plies.
//!
//! Both are stored in the position store, in each block of plies ([`Within`](super::Within)) that
//! is needed. The lengths that this store keeps for plain wins are not used, because length and
//! resource of an entry can belong to different wins.

use std::collections::HashMap;
use std::sync::Arc;

use shomei_game::{Board, Decided, Game, Key, Resource, Role};
use shomei_search::Bounds;
use shomei_search::search::Search;
use shomei_search::table::{BoardValue, Table};

use super::within::plies_of;
use super::{Bounded, Shortest, Within};
use crate::deep;
use crate::strategy::Strategy;

/// The moves of the attacker in a strategy: by board, each with the least resource for which it is
/// valid and the plies of the longest line.
pub(super) type Moves<M> = HashMap<Key, Vec<(Resource, u16, M)>>;

/// The quickest move that wins within the plies of a position.
pub(super) fn quickest<G: Game>(
    moves: &Moves<G::Move>,
    game: &Within<'_, G>,
    at: &Bounded<G::Position>,
) -> Option<G::Move> {
    let (board, held) = game.board(&at.position, 0);
    let moves = moves.get(&board)?.iter();
    let fitting = moves.filter(|(needs, plies, _)| *plies <= at.plies && held.covers(*needs));
    let quickest = fitting.min_by_key(|(_, plies, _)| *plies);
    quickest.map(|&(_, _, mv)| mv)
}

/// The approximate bytes of a stored move.
const BYTES_OF_MOVE: usize = 128;

/// The plies of the longest line from a position, and the resource that it needs.
type Needs = (u16, Resource);

/// Stores a strategy without plain search.
struct Storing<'s, 'g, G: Game> {
    from: &'s Shortest<'g, G>,
    strategy: &'s Strategy,
    /// The plies of the longest win that will be searched for.
    most: u16,
    /// The needs of the stored positions, by the numbers of their nodes.
    known: HashMap<u32, Needs>,
    moves: Moves<G::Move>,
    /// The number of further moves that may be stored.
    moves_left: usize,
}

impl<G: Game> Shortest<'_, G> {
    /// Keeps the positions that a search without plies has refuted on every path, up to an eighth
    /// of the memory. Call it before [`Shortest::narrow`].
    ///
    /// The failures become bounds, so that search must have stored path-dependent disproofs
    /// separately ([`DfPnOptions::path_dependence`](shomei_search::search::df_pn::DfPnOptions)).
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

    /// The plies that a win within `plies` needs according to its dominance bound, because the
    /// found win can be shorter than requested.
    pub(super) fn plies_needed(&self, plies: u16) -> u16 {
        let boards = self.searcher.table().boards();
        let root = Some(self.game.board(&self.root, plies));
        let found = boards.and_then(|boards| boards.find(root));
        let proof = found.filter(|decided| decided.bounds.is_proved());
        proof.map_or(plies, |decided| plies_of(decided.bound, plies))
    }

    /// Stores the known results in the searcher's table. The attacker's moves are kept up to a
    /// sixteenth of the memory.
    pub(super) fn store_plain_results(&mut self) {
        let most = self.bracket.most.or(self.guess).unwrap_or(0);
        for failure in std::mem::take(&mut self.failures) {
            self.store(failure, None, most);
        }
        if let Some((strategy, _)) = &self.strategy
            && let Some(&first) = strategy.order().first()
        {
            let mut storing = Storing {
                from: self,
                strategy,
                most,
                known: HashMap::new(),
                moves: HashMap::new(),
                moves_left: self.memory / 16 / BYTES_OF_MOVE,
            };
            storing.store(first, &self.root);
            self.moves = Arc::new(storing.moves);
        }
    }

    /// Stores a board that is won in these plies, or not at all, in the position store: in each
    /// block up to that of the largest number of plies.
    fn store(&self, (board, bound): Board, plies: Option<u16>, most: u16) {
        let Some(boards) = self.searcher.table().boards() else {
            return;
        };
        let bounds = plies.map_or(Bounds::DISPROVED, |_| Bounds::PROVED);
        let length = plies.unwrap_or(0);
        for block in Within::<G>::block(length)..=Within::<G>::block(most) {
            let plies = plies.unwrap_or(u16::MAX);
            let (board, bound) = Within::<G>::in_block(board, bound, block, plies);
            let value = BoardValue {
                bounds,
                length,
                bound,
            };
            boards.insert(board, value);
        }
    }
}

impl<G: Game> Storing<'_, '_, G> {
    /// Stores the position of a node after all positions below it. Returns its needs; `None` if the
    /// game lists different moves than before.
    fn store(&mut self, id: u32, position: &G::Position) -> Option<Needs> {
        if let Some(&needs) = self.known.get(&id) {
            return Some(needs);
        }
        let game = self.from.game();
        let (mut plies, mut after) = (0, Vec::new());
        for (mv, link) in self.strategy.steps(game, id, position) {
            let child = game.play(position, mv);
            let (more, bound) = match link.id() {
                Some(id) => deep(|| self.store(id, &child))?,
                None => (0, game.dominance_bound(&child, Decided::AtEnd)),
            };
            plies = more.max(plies);
            after.push((mv, bound));
        }
        if after.is_empty() {
            return None;
        }
        let plies = plies.saturating_add(1);
        let winner = Role::Attacker;
        let (board, _) = self.from.game.board(position, 0);
        let needs = match (game.role(position), after.as_slice()) {
            (Role::Attacker, &[(mv, bound), ..]) => {
                let decided = Decided::ByOne { winner, mv, bound };
                let needs = game.dominance_bound(position, decided);
                if self.moves_left > 0 {
                    self.moves_left -= 1;
                    let moves = self.moves.entry(board).or_default();
                    moves.push((needs, plies, mv));
                }
                needs
            }
            (_, bounds) => game.dominance_bound(position, Decided::ByAll { winner, bounds }),
        };
        self.known.insert(id, (plies, needs));
        self.from.store((board, needs), Some(plies), self.most);
        Some((plies, needs))
    }
}
