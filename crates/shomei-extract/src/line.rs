//! A line of play from a solved position.
//!
//! It is read from the tables, and lost entries are searched again. A line of a proof ends with the
//! game. If the tables lead back to a position of the line, the rest of the line follows a strategy
//! from there, which is made as for a certificate and cannot cycle.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use shomei_game::{Game, Key, LeafSolver, Role, Status, Visit};
use shomei_proof::Claim;

use crate::strategy::Strategy;
use crate::{Extractor, Tables, moves_of, proof};

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves from the root.
    pub moves: Vec<M>,
    /// Whether it ends at the end of the game, or at the first repetition of a disproof. Otherwise
    /// a hole could not be filled within the limits, or the game has failed; in the latter case
    /// there are no moves.
    pub is_complete: bool,
    /// Whether the loser may have a longer defence: the line belongs to a proof, and it passes a
    /// move of the loser whose length a full table has lost.
    pub may_be_longer: bool,
}

/// The minimum fill of a table that has lost entries. A collection begins at 0.9 and clears three
/// tenths of the entries; small tables replace entries within buckets before that. A table that has
/// shrunk also loses solved entries when its fill is above this afterwards.
const LEAST_LOSSY: f64 = 0.5;

/// The largest number of nodes of one call of the leaf solver.
const MOST_OF_DECISION: u64 = 1 << 20;

struct LineWalk<'e, 'g, G: Game> {
    from: &'e mut Extractor<'g, G>,
    claim: Claim,
    moves: Vec<G::Move>,
    /// The positions before the current one.
    keys: Vec<Key>,
    seen: HashSet<Key>,
    /// Whether a longer defence of the loser may have been lost from the table.
    may_be_longer: bool,
}

/// The end of the path through the tables.
enum Led<P> {
    /// The end of the game, or for a disproof a position of the line.
    ToTheEnd,
    /// A position of the line, where a proof would cycle.
    Round(P),
    /// A limit.
    ToALimit,
}

/// The moves from `root`; see [`Extractor::line`].
pub(super) fn walk<G: Game>(
    from: &mut Extractor<'_, G>,
    root: &G::Position,
    claim: Claim,
    strategy: Option<&Strategy>,
) -> Line<G::Move> {
    let mut walk = LineWalk {
        from,
        claim,
        moves: Vec::new(),
        keys: Vec::new(),
        seen: HashSet::new(),
        may_be_longer: false,
    };
    let led = walk.by_tables(root);
    let ends = matches!(led, Led::ToTheEnd);
    if let Some(strategy) = strategy.filter(|_| claim == Claim::Proved)
        && (!ends || walk.may_be_longer)
    {
        let by_tables = std::mem::take(&mut walk.moves);
        walk.keys.clear();
        let is_complete = walk.along(root, strategy);
        if is_complete || !ends {
            return Line {
                moves: walk.moves,
                is_complete,
                may_be_longer: false,
            };
        }
        // A limit was reached, but the tables gave a line.
        walk.moves = by_tables;
    }
    let is_complete = match led {
        Led::ToTheEnd => true,
        Led::Round(position) => match proof::collect(walk.from, &position) {
            Ok(strategy) => walk.along(&position, &strategy),
            Err(_) => false,
        },
        Led::ToALimit => false,
    };
    Line {
        moves: walk.moves,
        is_complete,
        may_be_longer: walk.may_be_longer,
    }
}

impl<G: Game> LineWalk<'_, '_, G> {
    /// Follows the tables.
    ///
    /// Each proof in them is right, but they can lead into a cycle: one position may have been
    /// proved by another, and that one by the first, after its entry was lost or by a board with
    /// less of the resource.
    fn by_tables(&mut self, root: &G::Position) -> Led<G::Position> {
        let game = self.from.game;
        let mut position = root.clone();
        while game.status(&position) == Status::Open {
            let key = game.key(&position);
            if !self.seen.insert(key) {
                return match self.claim {
                    Claim::Proved => Led::Round(position),
                    Claim::Disproved => Led::ToTheEnd,
                };
            }
            let Some(mv) = self.next_move(&position) else {
                return Led::ToALimit;
            };
            self.keys.push(key);
            self.moves.push(mv);
            position = game.play(&position, mv);
        }
        Led::ToTheEnd
    }

    /// Follows the longest line of a strategy from `start`, to which the moves so far lead. Returns
    /// whether it reaches the end.
    ///
    /// If it returns to a position of the moves so far, the moves between are removed.
    fn along(&mut self, start: &G::Position, strategy: &Strategy) -> bool {
        let game = self.from.game;
        let before: HashMap<Key, usize> = self.keys.iter().copied().zip(0..).collect();
        self.moves.truncate(self.keys.len());
        let mut position = start.clone();
        // The moves of the strategy since it left the moves so far, and the index where it left
        // them.
        let (mut rest, mut left) = (Vec::new(), self.moves.len());
        for place in strategy.longest_of_records() {
            if let Some(&known) = before.get(&game.key(&position)) {
                left = known;
                rest.clear();
            }
            let Some(&mv) = moves_of(game, &position).get(place as usize) else {
                return false;
            };
            rest.push(mv);
            position = game.play(&position, mv);
        }
        self.moves.truncate(left);
        self.moves.append(&mut rest);
        self.by_plain_search(position)
    }

    /// Continues to the end if a record leaves the rest to plain search.
    fn by_plain_search(&mut self, mut position: G::Position) -> bool {
        let game = self.from.game;
        let mut seen = HashSet::new();
        while game.status(&position) == Status::Open {
            if self.from.count().is_err() || !seen.insert(game.key(&position)) {
                return false;
            }
            let plain_nodes = |mv: G::Move| {
                let child = game.play(&position, mv);
                match game.status(&child) {
                    Status::Won => Some(0),
                    Status::Failed => None,
                    Status::Open => {
                        let decided = self.from.decide_plainly(&child);
                        decided.and_then(|(is_won, nodes)| is_won.then_some(nodes))
                    }
                }
            };
            let Some(mv) = self.best(&position, &moves_of(game, &position), plain_nodes) else {
                return false;
            };
            self.moves.push(mv);
            position = game.play(&position, mv);
        }
        game.status(&position) == Status::Won
    }

    /// The [best](LineWalk::best) move among those with a known result. A hole is searched.
    fn next_move(&mut self, position: &G::Position) -> Option<G::Move> {
        self.from.count().ok()?;
        let moves = moves_of(self.from.game, position);
        self.may_be_longer |= self.may_have_lost_defences(position, &moves);
        let known = self.known_move(position, &moves);
        if let Some(mv) = known.or_else(|| self.decided_move(position, &moves)) {
            return Some(mv);
        }
        let played = self.fill(position)?;
        if self.from.game.role(position) != self.claim.chooser() {
            // Every move loses.
            let known = self.known_move(position, &moves);
            return known.or_else(|| self.most_searched(position, &moves));
        }
        played.and_then(|mv| moves.get(mv).copied())
    }

    /// Whether the loser of a proof is to move and a full table has lost the length of one of its
    /// moves. A table with free entries has lost nothing; in that case, a proof without a length
    /// depends on another position.
    fn may_have_lost_defences(&self, position: &G::Position, moves: &[G::Move]) -> bool {
        let game = self.from.game;
        if self.may_be_longer || self.claim == Claim::Disproved {
            return false;
        }
        let is_lost = |&mv: &G::Move| self.length(&game.play(position, mv)).is_none();
        let table = self.from.table();
        game.role(position) == Role::Defender
            && moves.iter().any(is_lost)
            && table.fill() >= LEAST_LOSSY
    }

    /// A move to a position that the leaf solver decides for the winner, without a length.
    fn decided_move(&mut self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        if G::LEAF_SOLVER != LeafSolver::WhenVisited {
            return None;
        }
        let game = self.from.game;
        let mut moves = moves.to_vec();
        moves.sort_by_key(|&mv| Reverse(game.hints(position, mv).rank));
        moves.into_iter().find(|&mv| {
            let child = game.play(position, mv);
            let status = match game.status(&child) {
                Status::Open => {
                    let budget = &mut self.from.budget;
                    let most = budget.nodes_left().min(MOST_OF_DECISION);
                    let nodes = &mut budget.counters.leaf_nodes;
                    game.solve_leaf(&child, Visit::Chosen(most), nodes)
                }
                status => status,
            };
            status == self.claim.end()
        })
    }

    /// Searches a hole. Returns the place of the move that was played, if one move solves the
    /// position; `None` if the position is not solved.
    ///
    /// If play can repeat, the main table is used: its solved positions are worth more than free
    /// entries, cycles of a proof are detected, and a disproof that depends on the line is known
    /// for that line. Otherwise a separate table is used, because a main table that lost this much
    /// would lose it again.
    fn fill(&mut self, position: &G::Position) -> Option<Option<usize>> {
        let tables = match self.from.game.can_repeat() {
            true => Tables::Main,
            false => Tables::Scratch,
        };
        // The defender may repeat a position to avoid losing.
        let line = match self.claim {
            Claim::Proved => &[][..],
            Claim::Disproved => &self.keys,
        };
        let (claim, played) = self.from.search(tables, line, position).ok()?;
        (claim == self.claim).then_some(played)
    }

    /// The move to the position with the most work, the first of equal ones.
    fn most_searched(&self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        let game = self.from.game;
        let work = |mv: &&G::Move| {
            let key = game.key(&game.play(position, **mv));
            let entry = self.from.table().probe(key);
            Reverse(entry.map_or(0, |entry| entry.work))
        };
        moves.iter().min_by_key(work).copied()
    }

    fn known_move(&self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        let length = |mv| self.length(&self.from.game.play(position, mv));
        self.best(position, moves, length)
    }

    /// The winner's quickest move, or the loser's most stubborn one, among those with a length; the
    /// first of equal ones.
    fn best<L: Ord>(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        length: impl Fn(G::Move) -> Option<L>,
    ) -> Option<G::Move> {
        let known = moves.iter().filter_map(|&mv| Some((length(mv)?, mv)));
        let best = match self.from.game.role(position) == self.claim.chooser() {
            true => known.min_by(|(a, _), (b, _)| a.cmp(b)),
            false => known.min_by(|(a, _), (b, _)| b.cmp(a)),
        };
        best.map(|(_, mv)| mv)
    }

    /// Plies to the end, if the position is known to be good for the winner: by its own entry, or by
    /// that of a position with the same board and more or less of the resource.
    fn length(&self, position: &G::Position) -> Option<u32> {
        let game = self.from.game;
        let status = match game.status(position) {
            Status::Open => self.from.leaf(position),
            status => status,
        };
        if status != Status::Open {
            return (status == self.claim.end()).then_some(0);
        }
        let key = game.key(position);
        if self.claim == Claim::Disproved && self.seen.contains(&key) {
            // The defender may repeat a position.
            return Some(1);
        }
        let stored = self.from.solved(key, self.claim, Tables::Both).next();
        let on_board = || {
            let decided = self.from.solved_board(position, Tables::Both)?;
            let is_proved = self.claim == Claim::Proved;
            (decided.bounds.is_proved() == is_proved).then_some(decided.length)
        };
        let length = stored.map(|solved| solved.length).or_else(on_board)?;
        Some(u32::from(length) + 1)
    }
}
