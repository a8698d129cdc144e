//! Adds a whole part to the graph: a position that is solved according to the table, and
//! everything that its strategy needs and that the graph lacks.

use shomei_game::{Game, Key, Status};
use shomei_proof::Claim;

use super::Shrinking;
use crate::strategy::{Kind, Link};
use crate::{ExtractError, Tables, moves_of};

/// A node whose part is being made.
struct Growing<P, M> {
    id: u32,
    key: Key,
    position: P,
    is_chooser: bool,
    moves: Vec<M>,
    /// The places of the moves that may solve the node, the best last; only for the chooser.
    candidates: Vec<usize>,
    links: Vec<Link>,
}

/// The state of one node.
enum Growth<P> {
    /// Continue with its child.
    Into(P),
    Done,
    /// The part cannot be completed.
    Stuck,
}

impl<G: Game> Shrinking<'_, '_, G> {
    /// Adds the position, and at most `most` nodes. Returns `None`, and adds nothing, if the table
    /// lacks a part or more nodes are needed.
    pub(super) fn grow(
        &mut self,
        position: G::Position,
        most: u64,
    ) -> Result<Option<u32>, ExtractError> {
        let before = self.graph.len();
        let id = before as u32;
        let most = before as u64 + most;
        let mut stack = vec![self.growing(position)];
        while let Some(top) = stack.last_mut() {
            match self.turn_of(top) {
                Growth::Done => {
                    stack.pop();
                }
                Growth::Into(child) if (self.graph.len() as u64) < most => {
                    self.from.count()?;
                    self.from.hold(|| self.others + self.graph.bytes())?;
                    let child = self.growing(child);
                    stack.push(child);
                }
                Growth::Into(_) | Growth::Stuck => {
                    self.graph.truncate(before);
                    return Ok(None);
                }
            }
        }
        Ok(Some(id))
    }

    fn growing(&mut self, position: G::Position) -> Growing<G::Position, G::Move> {
        let game = self.from.game;
        let key = game.key(&position);
        let id = self.graph.add(key);
        let is_chooser = game.role(&position) == self.graph.claim.chooser();
        let moves = moves_of(game, &position);
        let mut growing = Growing {
            id,
            key,
            is_chooser,
            moves,
            candidates: Vec::new(),
            links: Vec::new(),
            position,
        };
        if let Some(nodes) = self
            .from
            .plain(key, &growing.position, self.graph.claim.end())
        {
            self.graph.set(id, Kind::Resolved(nodes), &[]);
        } else if is_chooser {
            growing.candidates = self.candidates(&growing);
        }
        growing
    }

    fn turn_of(&mut self, top: &mut Growing<G::Position, G::Move>) -> Growth<G::Position> {
        if self.graph.node(top.id).is_whole {
            return Growth::Done;
        }
        loop {
            let place = match top.is_chooser {
                true => match top.candidates.last() {
                    Some(&place) => place,
                    None => return Growth::Stuck,
                },
                false => top.links.len(),
            };
            let Some(&mv) = top.moves.get(place) else {
                self.graph.set(top.id, Kind::All, &top.links);
                return Growth::Done;
            };
            let child = self.from.game.play(&top.position, mv);
            let link = match self.from.game.status(&child) {
                Status::Open => match self.graph.find(self.from.game.key(&child)) {
                    None => return Growth::Into(child),
                    Some(id) if self.may_link(id) => Some(Link::node(id)),
                    Some(_) => None,
                },
                status => (status == self.graph.claim.end()).then_some(Link::TERMINAL),
            };
            match (link, top.is_chooser) {
                (Some(link), true) => {
                    self.graph.set(top.id, Kind::Choice(place as u32), &[link]);
                    return Growth::Done;
                }
                (Some(link), false) => top.links.push(link),
                (None, true) => {
                    top.candidates.pop();
                }
                (None, false) => return Growth::Stuck,
            }
        }
    }

    /// Whether a new node may have a link to this one. In a proof, a node that is not whole is
    /// above the new one.
    fn may_link(&self, id: u32) -> bool {
        self.graph.claim == Claim::Disproved || self.graph.node(id).is_whole
    }

    /// The moves that may solve a node of the chooser, the best last.
    fn candidates(&self, at: &Growing<G::Position, G::Move>) -> Vec<usize> {
        let claim = self.graph.claim;
        let played = self.from.solved(at.key, claim, Tables::Main);
        let played = played
            .filter_map(|entry| entry.best)
            .map(usize::from)
            .next();
        let mut found: Vec<(u64, usize)> = Vec::new();
        for (place, &mv) in at.moves.iter().enumerate() {
            let child = self.from.game.play(&at.position, mv);
            let cost = match self.from.game.status(&child) {
                Status::Open => self
                    .cost(&child)
                    .or((played == Some(place)).then_some(u64::MAX)),
                status => (status == claim.end()).then_some(0),
            };
            found.extend(cost.map(|cost| (cost, place)));
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.into_iter().map(|(_, place)| place).collect()
    }

    /// An estimate of the new nodes that an open position needs; `None` if it is not known to be
    /// solved as claimed.
    fn cost(&self, position: &G::Position) -> Option<u64> {
        let key = self.from.game.key(position);
        if let Some(id) = self.graph.find(key) {
            return Some(if self.graph.is_live(id) { 1 } else { 2 });
        }
        let claim = self.graph.claim;
        let mut solved = self.from.solved(key, claim, Tables::Main);
        if let Some(solved) = solved.next() {
            return Some(solved.work.saturating_add(3));
        }
        if self.from.leaf(position) == claim.end() {
            return Some(2);
        }
        let on_board = self.from.solved_board(position, Tables::Main)?;
        let is_solved = match claim {
            Claim::Proved => on_board.bounds.is_proved(),
            Claim::Disproved => on_board.bounds.is_disproved(),
        };
        is_solved.then_some(100)
    }
}
