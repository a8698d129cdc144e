//! The answers of a strategy to a given depth, for people to read.
//!
//! A position is spelled out once, at the occurrence nearest to the root (the first of equal ones).
//! Elsewhere it is represented by the moves that lead to that occurrence.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use shomei_game::Game;

use crate::deep;
use crate::strategy::{Kind, Strategy};

/// A move and its continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// The continuation.
    pub then: Then<M>,
}

/// The continuation of a strategy at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then<M> {
    /// The rules settle the position.
    Over,
    /// A plain search by the reader of the certificate settles the position.
    Decided,
    /// The position is deeper than requested.
    Deeper,
    /// The position is spelled out after these moves from the root.
    AsAfter(Vec<M>),
    /// The side that the strategy belongs to plays one move.
    Reply(Box<Branch<M>>),
    /// The other side can play each of these moves.
    All(Vec<Branch<M>>),
}

struct Reading<'a, G: Game, F> {
    strategy: &'a Strategy,
    game: &'a G,
    depth: u32,
    text: F,
    /// The nodes within `depth` plies. Each has the node before the occurrence where it is spelled
    /// out and the move from there; `None` for the root.
    places: HashMap<u32, Option<(u32, G::Move)>>,
}

impl Strategy {
    /// The strategy from `root` to a depth of `depth` plies. It must have been made for this root.
    ///
    /// `text` receives the moves from the root up to and including the one that it has to format.
    #[must_use]
    pub fn tree<G: Game, T>(
        &self,
        game: &G,
        root: &G::Position,
        depth: u32,
        text: impl Fn(&[G::Move]) -> T,
    ) -> Then<T> {
        let Some(&first) = self.order().first() else {
            return Then::Over;
        };
        let mut reading = Reading {
            strategy: self,
            game,
            depth,
            text,
            places: HashMap::from([(first, None)]),
        };
        reading.find_places(first, root);
        reading.then(first, root, &[])
    }
}

impl<G: Game, F> Reading<'_, G, F> {
    /// Finds the occurrence of each node that is nearest to the root.
    fn find_places(&mut self, first: u32, root: &G::Position) {
        let mut next = VecDeque::from([(first, root.clone(), 0)]);
        while let Some((id, position, plies)) = next.pop_front() {
            if plies >= self.depth {
                continue;
            }
            for (mv, link) in self.strategy.steps(self.game, id, &position) {
                if let Some(child) = link.id()
                    && let Entry::Vacant(place) = self.places.entry(child)
                {
                    place.insert(Some((id, mv)));
                    next.push_back((child, self.game.play(&position, mv), plies + 1));
                }
            }
        }
    }

    /// The moves from the root to the occurrence where a node is spelled out.
    fn line_to(&self, mut id: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(&Some((before, mv))) = self.places.get(&id) {
            line.push(mv);
            id = before;
        }
        line.reverse();
        line
    }

    /// The continuation after the moves that lead to a node.
    fn then<T>(&self, id: u32, position: &G::Position, line: &[G::Move]) -> Then<T>
    where
        F: Fn(&[G::Move]) -> T,
    {
        let (kind, _) = self.strategy.node(id);
        if let Kind::Resolved(_) = kind {
            return Then::Decided;
        }
        if line.len() >= self.depth as usize {
            return Then::Deeper;
        }
        let steps = self.strategy.steps(self.game, id, position);
        let mut branches = steps.into_iter().map(|(mv, link)| {
            let line = [line, &[mv]].concat();
            let is_elsewhere = |child| {
                let place = self.places.get(child);
                place.is_some_and(|&place| place != Some((id, mv)))
            };
            let then = match link.id() {
                None => Then::Over,
                Some(child) if is_elsewhere(&child) => {
                    let place = self.line_to(child);
                    let texts = (1..=place.len()).map(|n| (self.text)(&place[..n]));
                    Then::AsAfter(texts.collect())
                }
                Some(child) => {
                    let position = self.game.play(position, mv);
                    deep(|| self.then(child, &position, &line))
                }
            };
            let mv = (self.text)(&line);
            Branch { mv, then }
        });
        match (kind, branches.next()) {
            (Kind::Choice(_), Some(reply)) => Then::Reply(Box::new(reply)),
            (_, first) => Then::All(first.into_iter().chain(branches).collect()),
        }
    }
}
