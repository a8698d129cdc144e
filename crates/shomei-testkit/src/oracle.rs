//! A reference solver for all others: it builds the whole graph below a position and works
//! backwards from the finished games. It is written for readability, for graphs of a few million
//! positions at most.
//!
//! The value is the least fixpoint: a position is won if the attacker can force a won terminal in
//! finitely many moves. So the loop below only adds positions to the won ones. The positions that
//! remain when nothing changes have failed, including endless play.

use std::collections::HashMap;

use shomei_game::{Game, Key, Role, Status};

/// The values of all positions that can be reached from a root. It does not check whether the game
/// has [failed](shomei_game::Game::fault).
#[derive(Debug)]
pub struct Oracle<P> {
    positions: Vec<P>,
    /// Candidates by key. Positions are compared; keys only narrow the search.
    index: HashMap<Key, Vec<usize>>,
    /// Plies to a won terminal with best play of both sides; `None` if failed.
    distance: Vec<Option<u32>>,
}

impl<P: Clone + Eq> Oracle<P> {
    /// Solves every position reachable from `root`.
    pub fn solve<G: Game<Position = P>>(game: &G, root: &P) -> Oracle<P> {
        let mut oracle = Oracle {
            positions: Vec::new(),
            index: HashMap::new(),
            distance: Vec::new(),
        };
        let children = oracle.explore(game, root);
        oracle.iterate(game, &children);
        oracle
    }

    /// Whether the attacker forces its goal; `None` for an unknown position.
    pub fn is_won<G: Game<Position = P>>(&self, game: &G, position: &P) -> Option<bool> {
        self.find(game.key(position), position)
            .map(|i| self.distance[i].is_some())
    }

    /// Plies to a won terminal if the attacker plays the fastest way and the defender the slowest;
    /// `None` if the attacker fails or the position is unknown.
    pub fn distance<G: Game<Position = P>>(&self, game: &G, position: &P) -> Option<u32> {
        self.find(game.key(position), position)
            .and_then(|i| self.distance[i])
    }

    /// All positions reachable from the root, beginning with the root.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    fn find(&self, key: Key, position: &P) -> Option<usize> {
        let candidates = self.index.get(&key)?;
        candidates
            .iter()
            .copied()
            .find(|&i| self.positions[i] == *position)
    }

    fn add(&mut self, key: Key, position: P) -> usize {
        let i = self.positions.len();
        self.positions.push(position);
        self.index.entry(key).or_default().push(i);
        i
    }

    /// Fills `positions` and returns the children of each.
    fn explore<G: Game<Position = P>>(&mut self, game: &G, root: &P) -> Vec<Vec<usize>> {
        self.add(game.key(root), root.clone());
        let mut children = Vec::new();
        let mut moves = Vec::new();
        while children.len() < self.positions.len() {
            let position = self.positions[children.len()].clone();
            let mut own = Vec::new();
            if game.status(&position) == Status::Open {
                moves.clear();
                game.moves(&position, &mut moves);
                for &mv in &moves {
                    let child = game.play(&position, mv);
                    let key = game.key(&child);
                    let i = match self.find(key, &child) {
                        Some(i) => i,
                        None => self.add(key, child),
                    };
                    own.push(i);
                }
            }
            children.push(own);
        }
        children
    }

    /// Marks the positions won in 0, 1, 2, ... plies until nothing changes.
    fn iterate<G: Game<Position = P>>(&mut self, game: &G, children: &[Vec<usize>]) {
        self.distance = self
            .positions
            .iter()
            .map(|p| (game.status(p) == Status::Won).then_some(0))
            .collect();
        for plies in 1.. {
            let reached: Vec<usize> = (0..children.len())
                .filter(|&i| self.distance[i].is_none() && !children[i].is_empty())
                .filter(|&i| {
                    let mut won = children[i].iter().map(|&c| self.distance[c].is_some());
                    match game.role(&self.positions[i]) {
                        Role::Attacker => won.any(|won| won),
                        Role::Defender => won.all(|won| won),
                    }
                })
                .collect();
            if reached.is_empty() {
                return;
            }
            for i in reached {
                self.distance[i] = Some(plies);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Notation, TreeGame};

    fn distance(text: &str) -> Option<u32> {
        let game = TreeGame::parse(text).unwrap();
        Oracle::solve(&game, &game.start()).distance(&game, &game.start())
    }

    #[test]
    fn the_attacker_hurries_and_the_defender_delays() {
        assert_eq!(distance("r = OR { Failed, Won }"), Some(1));
        assert_eq!(
            distance("r = AND { Won, a } a = OR { b } b = AND { Won }"),
            Some(3)
        );
        assert_eq!(
            distance("r = OR { a, b } a = AND { c } c = OR { Won } b = AND { Won }"),
            Some(2)
        );
    }

    #[test]
    fn endless_play_fails() {
        assert_eq!(distance("r = OR { a } a = AND { r }"), None);
        assert_eq!(
            distance("r = OR { a, b } a = AND { r } b = AND { a }"),
            None
        );
        assert_eq!(
            distance("r = OR { a, b } a = AND { r } b = AND { Won }"),
            Some(2)
        );
    }

    #[test]
    fn a_dead_end_fails() {
        assert_eq!(distance("r = AND { }"), None);
    }
}
