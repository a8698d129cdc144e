//! What a strategy answers, some plies deep, for people to read.
//!
//! A position is spelled out once, where it is nearest to the root, and of equal
//! places at the first. Elsewhere it is named by the moves that lead there.

use std::collections::{HashMap, VecDeque};

use shomei_game::Game;

use crate::deep;
use crate::strategy::{Kind, Link, Strategy};

/// A move, and what comes after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// What comes after it.
    pub then: Then<M>,
}

/// What a strategy does at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then<M> {
    /// The rules settle it.
    Over,
    /// A plain search of the certificate's reader settles it.
    Decided,
    /// It lies deeper than was asked for.
    Deeper,
    /// It is spelled out after these moves from the root.
    AsAfter(Vec<M>),
    /// The side whose strategy this is plays one move.
    Reply(Box<Branch<M>>),
    /// The other side may play each of these.
    All(Vec<Branch<M>>),
}

impl<M: Copy> Then<M> {
    /// Replaces each move by something else, such as its text. `each` is given the moves from the
    /// root up to and including the one that it has to replace.
    pub fn map<T>(&self, each: &mut impl FnMut(&[M]) -> T) -> Then<T> {
        self.map_below(&mut Vec::new(), each)
    }

    fn map_below<T>(&self, line: &mut Vec<M>, each: &mut impl FnMut(&[M]) -> T) -> Then<T> {
        let mut branch = |branch: &Branch<M>| {
            line.push(branch.mv);
            let mv = each(line);
            let then = deep(|| branch.then.map_below(line, each));
            line.pop();
            Branch { mv, then }
        };
        match self {
            Then::Over => Then::Over,
            Then::Decided => Then::Decided,
            Then::Deeper => Then::Deeper,
            Then::Reply(reply) => Then::Reply(Box::new(branch(reply))),
            Then::All(all) => Then::All(all.iter().map(branch).collect()),
            Then::AsAfter(moves) => {
                Then::AsAfter((1..=moves.len()).map(|n| each(&moves[..n])).collect())
            }
        }
    }
}

/// Where a node is spelled out: after the move of another one.
type Places<M> = HashMap<u32, (u32, Option<(u32, M)>)>;

struct Reading<'a, G: Game> {
    strategy: &'a Strategy,
    game: &'a G,
    depth: u32,
    /// The plies before each node that is near enough, and how it is come to.
    places: Places<G::Move>,
}

impl Strategy {
    /// The strategy from `root`, as far as `depth` plies. It must have been made for this root.
    #[must_use]
    pub fn tree<G: Game>(&self, game: &G, root: &G::Position, depth: u32) -> Then<G::Move> {
        let Some(&first) = self.order().first() else {
            return Then::Over;
        };
        let mut reading = Reading {
            strategy: self,
            game,
            depth,
            places: HashMap::from([(first, (0, None))]),
        };
        reading.find_places(first, root);
        reading.then(first, root, 0)
    }
}

impl<G: Game> Reading<'_, G> {
    /// Where each node is nearest to the root.
    fn find_places(&mut self, first: u32, root: &G::Position) {
        let mut next = VecDeque::from([(first, root.clone(), 0)]);
        while let Some((id, position, plies)) = next.pop_front() {
            if plies >= self.depth {
                continue;
            }
            for (mv, link) in self.strategy.steps(self.game, id, &position) {
                if let Some(child) = link.id()
                    && !self.places.contains_key(&child)
                {
                    self.places.insert(child, (plies + 1, Some((id, mv))));
                    next.push_back((child, self.game.play(&position, mv), plies + 1));
                }
            }
        }
    }

    fn then(&self, id: u32, position: &G::Position, plies: u32) -> Then<G::Move> {
        let kind = self.strategy.node(id).0;
        if matches!(kind, Some(Kind::Resolved(_)) | None) {
            return Then::Decided;
        }
        if plies >= self.depth {
            return Then::Deeper;
        }
        let branch = |(mv, link): (G::Move, Link)| {
            let then = match link.id() {
                None => Then::Over,
                Some(child) => self.below(id, mv, child, position, plies + 1),
            };
            Branch { mv, then }
        };
        let mut branches = self
            .strategy
            .steps(self.game, id, position)
            .into_iter()
            .map(branch);
        match (kind, branches.next()) {
            (Some(Kind::Choice(_)), Some(reply)) => Then::Reply(Box::new(reply)),
            (_, first) => Then::All(first.into_iter().chain(branches).collect()),
        }
    }

    /// A node after a move of another one.
    fn below(
        &self,
        id: u32,
        mv: G::Move,
        child: u32,
        position: &G::Position,
        plies: u32,
    ) -> Then<G::Move> {
        match self.places.get(&child) {
            Some(&(_, place)) if place != Some((id, mv)) => Then::AsAfter(self.line_to(child)),
            _ => {
                let child_position = self.game.play(position, mv);
                deep(|| self.then(child, &child_position, plies))
            }
        }
    }

    /// The moves from the root to where a node is spelled out.
    fn line_to(&self, id: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = id;
        while let Some(&(_, Some((parent, mv)))) = self.places.get(&at) {
            line.push(mv);
            at = parent;
        }
        line.reverse();
        line
    }
}
