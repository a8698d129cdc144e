//! Checks dominance bounds against the true values of a small graph.
//!
//! A bound claims that all positions with one board, which differ in the resource, are won within a
//! number of plies, or are not. The claims about the ends are checked first. From the claims about
//! the children of a position, the game computes the one about the position itself, as in the
//! searches. Each claim is compared with every position of its board.

use std::collections::HashMap;

use shomei_game::{Decided, Game, Key, Notation, Resource, Role, Status, own_resource};

use super::law::{Breach, Law};
use super::truth::Graph;

/// The largest number of plies for which failures are checked, in addition to failures for good.
const MOST_PLIES: u32 = 12;

/// Checks every claim about positions of a graph, if the game makes any.
pub(super) fn check<G: Game + Notation>(
    game: &G,
    graph: &Graph<G::Position, G::Move>,
) -> Result<(), Breach> {
    if !G::DOMINATES {
        return Ok(());
    }
    let resources: Vec<_> = graph
        .nodes
        .iter()
        .map(|node| game.resource(&node.position))
        .collect();
    let mut boards: HashMap<Key, Vec<usize>> = HashMap::new();
    for (place, resource) in resources.iter().enumerate() {
        if let Some((board, _)) = resource {
            boards.entry(*board).or_default().push(place);
        }
    }
    let claims = Claims {
        game,
        graph,
        resources,
        boards,
    };
    claims.wins()?;
    let longest = graph.nodes.iter().filter_map(|node| node.plies).max();
    claims.failures(longest.unwrap_or(0).min(MOST_PLIES))?;
    claims.failures_for_good()
}

struct Claims<'a, G: Game> {
    game: &'a G,
    graph: &'a Graph<G::Position, G::Move>,
    resources: Vec<Option<(Key, Resource)>>,
    boards: HashMap<Key, Vec<usize>>,
}

/// A claim about the positions to which a bound applies.
#[derive(Clone, Copy, Debug)]
enum Claim {
    /// Won within this number of plies.
    Won(u32),
    /// Not won within this number of plies.
    NotWithin(u32),
    /// Not won.
    Failed,
}

impl Claim {
    fn reaches(self, bound: Resource, resource: Resource) -> bool {
        match self {
            Claim::Won(_) => resource.covers(bound),
            Claim::NotWithin(_) | Claim::Failed => bound.covers(resource),
        }
    }

    fn is_true(self, plies: Option<u32>) -> bool {
        match self {
            Claim::Won(most) => plies.is_some_and(|plies| plies <= most),
            Claim::NotWithin(most) => plies.is_none_or(|plies| plies > most),
            Claim::Failed => plies.is_none(),
        }
    }
}

impl<G: Game + Notation> Claims<'_, G> {
    /// Checks a claim about the board of a position against all positions with that board.
    fn hold(&self, law: Law, place: usize, bound: Resource, claim: Claim) -> Result<(), Breach> {
        let Some((board, _)) = self.resources[place] else {
            return Ok(());
        };
        for &other in &self.boards[&board] {
            let reached = self.resources[other].filter(|&(_, held)| claim.reaches(bound, held));
            let node = &self.graph.nodes[other];
            if reached.is_some() && !claim.is_true(node.plies) {
                let text = |place: usize| {
                    let position = &self.graph.nodes[place].position;
                    self.game.format_position(position)
                };
                let detail = format!(
                    "the bound {:?} claims {claim:?} of {}, which is won in {:?} plies",
                    bound.counters(),
                    text(other),
                    node.plies
                );
                return Err(Breach::new(law, text(place), detail));
            }
        }
        Ok(())
    }

    /// The bound that the game computes from that of one child.
    fn by_one(&self, place: usize, winner: Role, mv: G::Move, bound: Resource) -> Resource {
        let position = &self.graph.nodes[place].position;
        self.game
            .dominance_bound(position, Decided::ByOne { winner, mv, bound })
    }

    fn by_all(&self, place: usize, winner: Role, of: impl Fn(usize) -> Resource) -> Resource {
        let node = &self.graph.nodes[place];
        let all = node.children.iter().map(|&(mv, child)| (mv, of(child)));
        let all: Vec<_> = all.collect();
        let bounds = all.as_slice();
        self.game
            .dominance_bound(&node.position, Decided::ByAll { winner, bounds })
    }

    fn own(&self, place: usize) -> Resource {
        own_resource(self.game, &self.graph.nodes[place].position)
    }

    /// Checks wins, the short ones first.
    fn wins(&self) -> Result<(), Breach> {
        let nodes = &self.graph.nodes;
        let mut bounds: Vec<Resource> = (0..nodes.len()).map(|place| self.own(place)).collect();
        let mut won: Vec<(u32, usize)> = (0..)
            .zip(nodes)
            .filter_map(|(place, node)| Some((node.plies?, place)))
            .collect();
        won.sort_unstable();
        for (plies, place) in won {
            let node = &nodes[place];
            let claim = Claim::Won(plies);
            bounds[place] = if plies == 0 {
                let bound = self.game.dominance_bound(&node.position, Decided::AtEnd);
                self.hold(Law::BoundAtEnd, place, bound, claim)?;
                bound
            } else if self.game.role(&node.position) == Role::Attacker {
                let mut best = None;
                let shorter = |&&(_, child): &&(G::Move, usize)| nodes[child].plies < Some(plies);
                let solving = |child: &&(G::Move, usize)| nodes[child.1].plies.is_some();
                for &(mv, child) in node.children.iter().filter(solving).filter(shorter) {
                    for of_child in [self.own(child), bounds[child]] {
                        let bound = self.by_one(place, Role::Attacker, mv, of_child);
                        self.hold(Law::BoundByOne, place, bound, claim)?;
                        best = Some(bound);
                    }
                }
                best.unwrap_or(bounds[place])
            } else {
                let bound = self.by_all(place, Role::Attacker, |child| self.own(child));
                self.hold(Law::BoundByAll, place, bound, claim)?;
                let bound = self.by_all(place, Role::Attacker, |child| bounds[child]);
                self.hold(Law::BoundByAll, place, bound, claim)?;
                bound
            };
        }
        Ok(())
    }

    /// Checks positions that are not won within 0, 1, 2, ... plies, as they occur in a search for
    /// the shortest win.
    fn failures(&self, most: u32) -> Result<(), Breach> {
        let mut bounds: Vec<Resource> = Vec::new();
        for (place, node) in self.graph.nodes.iter().enumerate() {
            let (game, position) = (self.game, &node.position);
            bounds.push(match game.status(position) {
                Status::Won => self.own(place),
                Status::Failed => {
                    let bound = game.dominance_bound(position, Decided::AtEnd);
                    self.hold(Law::BoundAtEnd, place, bound, Claim::Failed)?;
                    bound
                }
                Status::Open => {
                    let bound = game.dominance_bound(position, Decided::OutOfPlies);
                    self.hold(Law::BoundOutOfPlies, place, bound, Claim::NotWithin(0))?;
                    bound
                }
            });
        }
        for plies in 1..=most {
            bounds = self.later(
                &bounds,
                Claim::NotWithin(plies),
                Claim::NotWithin(plies - 1),
            )?;
        }
        Ok(())
    }

    /// Checks positions that are never won, from bounds of their children that are always right,
    /// some plies deep.
    fn failures_for_good(&self) -> Result<(), Breach> {
        let bound = |(place, node): (usize, &super::truth::Node<G::Position, G::Move>)| match self
            .game
            .status(&node.position)
        {
            Status::Failed => self.game.dominance_bound(&node.position, Decided::AtEnd),
            Status::Open | Status::Won => self.own(place),
        };
        let mut bounds: Vec<Resource> = self.graph.nodes.iter().enumerate().map(bound).collect();
        for _ in 0..3 {
            bounds = self.later(&bounds, Claim::Failed, Claim::Failed)?;
        }
        Ok(())
    }

    /// The bounds of failures, computed from those of their children.
    fn later(
        &self,
        bounds: &[Resource],
        claim: Claim,
        of_children: Claim,
    ) -> Result<Vec<Resource>, Breach> {
        let nodes = &self.graph.nodes;
        let mut made = bounds.to_vec();
        for (place, node) in nodes.iter().enumerate() {
            if !claim.is_true(node.plies) || node.children.is_empty() {
                continue;
            }
            if self.game.role(&node.position) == Role::Attacker {
                made[place] = self.by_all(place, Role::Defender, |child| bounds[child]);
                self.hold(Law::BoundByAll, place, made[place], claim)?;
                continue;
            }
            let refutes = |child: &&(G::Move, usize)| of_children.is_true(nodes[child.1].plies);
            for &(mv, child) in node.children.iter().filter(refutes) {
                made[place] = self.by_one(place, Role::Defender, mv, bounds[child]);
                self.hold(Law::BoundByOne, place, made[place], claim)?;
            }
        }
        Ok(made)
    }
}
