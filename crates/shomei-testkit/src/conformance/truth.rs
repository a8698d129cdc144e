//! What a game claims as true, against the true values of small graphs.
//!
//! `LeafSolver` and `Dominance` carry truths. Where a game makes such a claim,
//! all that can be reached from the position is solved, backwards from the
//! finished games, and every claim in it is compared.
//!
//! A position that is failed before the game is over is a claim too: play goes
//! on from it to the end of every line, by the outcomes alone.

use std::collections::HashMap;

use shomei_game::{Key, Notation, Outcome, Resource, Role, Solvable, Status};

use super::Coverage;
use super::law::{Breach, Law};

/// Checks the claims below a position. False when there are more than `most`
/// positions; nothing is checked then.
pub(super) fn hints<G: Solvable + Notation>(
    game: &G,
    position: &G::Position,
    most: usize,
    coverage: &mut Coverage,
) -> Result<bool, Breach> {
    if game.status(position) != Status::Open {
        return Ok(true);
    }
    let decides = claims(game, position).any(|status| status != Status::Open);
    if !decides && game.resource(position).is_none() {
        return Ok(true);
    }
    let Some(graph) = Graph::below(game, position, most) else {
        return Ok(false);
    };
    coverage.graphs += 1;
    graph.leaves(game)?;
    graph.dominance(game)?;
    Ok(true)
}

/// What the game decides of an open position, when it is made and when it is
/// chosen.
fn claims<G: Solvable>(game: &G, position: &G::Position) -> impl Iterator<Item = Status> {
    let made = G::DECIDES.then(|| game.solve_leaf(position, &mut 0));
    let chosen = G::DECIDES_ON_VISIT.then(|| game.decide(position, NODES, &mut 0));
    made.into_iter().chain(chosen)
}

/// The most nodes of a decision: the graphs are small.
const NODES: u64 = 100_000;

/// Plays every line from a position that is failed before the game is over.
/// False when there are more than `most` positions to meet; those that were
/// met are checked.
pub(super) fn hopeless<G: Solvable + Notation>(
    game: &G,
    position: &G::Position,
    most: usize,
    coverage: &mut Coverage,
) -> Result<bool, Breach> {
    if game.is_over(position) || game.status(position) != Status::Failed {
        return Ok(true);
    }
    let won = Some(Outcome::Win(game.goal().attacker));
    let mut seen: HashMap<Key, Vec<G::Position>> = HashMap::new();
    let (mut open, mut met) = (vec![position.clone()], 0);
    while let Some(next) = open.pop() {
        let known = seen.entry(game.key(&next)).or_default();
        if known.contains(&next) {
            continue;
        }
        if met == most {
            return Ok(false);
        }
        met += 1;
        known.push(next.clone());
        if game.outcome(&next) == won || game.status(&next) != Status::Failed {
            let text = game.format_position(&next);
            let detail = format!("failed, but play leads to {text}");
            let position = game.format_position(position);
            return Err(Breach::new(Law::Hopeless, position, detail));
        }
        if !game.is_over(&next) {
            let mut moves = Vec::new();
            game.moves(&next, &mut moves);
            open.extend(moves.into_iter().map(|mv| game.play(&next, mv)));
        }
    }
    coverage.hopeless_graphs += 1;
    Ok(true)
}

/// A position, where its moves lead, and whether the attacker wins.
struct Node<P> {
    position: P,
    children: Vec<usize>,
    won: bool,
}

struct Graph<P> {
    nodes: Vec<Node<P>>,
}

impl<P: Clone + Eq> Graph<P> {
    /// All that can be reached, solved; `None` if that is more than `most`.
    fn below<G: Solvable<Position = P>>(game: &G, root: &P, most: usize) -> Option<Graph<P>> {
        let mut graph = Graph { nodes: Vec::new() };
        let mut places: HashMap<Key, Vec<usize>> = HashMap::new();
        graph.place(game, root.clone(), &mut places);
        let mut next = 0;
        while next < graph.nodes.len() {
            if graph.nodes.len() > most {
                return None;
            }
            let position = graph.nodes[next].position.clone();
            if game.status(&position) == Status::Open {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let children = moves
                    .into_iter()
                    .map(|mv| graph.place(game, game.play(&position, mv), &mut places))
                    .collect();
                graph.nodes[next].children = children;
            }
            next += 1;
        }
        while graph.pass(game) {}
        Some(graph)
    }

    /// The place of a position, a new one if need be.
    fn place<G: Solvable<Position = P>>(
        &mut self,
        game: &G,
        position: P,
        places: &mut HashMap<Key, Vec<usize>>,
    ) -> usize {
        let known = places.entry(game.key(&position)).or_default();
        if let Some(&place) = known.iter().find(|&&i| self.nodes[i].position == position) {
            return place;
        }
        known.push(self.nodes.len());
        self.nodes.push(Node {
            won: game.status(&position) == Status::Won,
            position,
            children: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// Marks positions that are won because of marked ones; whether there
    /// were any. What is never marked fails, endless play included.
    fn pass<G: Solvable<Position = P>>(&mut self, game: &G) -> bool {
        let mut changed = false;
        for i in (0..self.nodes.len()).rev() {
            let node = &self.nodes[i];
            if node.won || node.children.is_empty() {
                continue;
            }
            let mut won = node.children.iter().map(|&child| self.nodes[child].won);
            let wins = match game.role(&node.position) {
                Role::Attacker => won.any(|won| won),
                Role::Defender => won.all(|won| won),
            };
            self.nodes[i].won = wins;
            changed |= wins;
        }
        changed
    }

    fn open<'a, G: Notation<Position = P>>(
        &'a self,
        game: &'a G,
    ) -> impl Iterator<Item = &'a Node<P>> {
        let is_open = |node: &&Node<P>| game.status(&node.position) == Status::Open;
        self.nodes.iter().filter(is_open)
    }

    fn leaves<G: Solvable + Notation<Position = P>>(&self, game: &G) -> Result<(), Breach> {
        for node in self.open(game) {
            let claims = claims(game, &node.position).filter(|&status| status != Status::Open);
            for claimed in claims.map(|status| status == Status::Won) {
                if claimed != node.won {
                    let detail = format!("decided as won: {claimed}, it is: {}", node.won);
                    let text = game.format_position(&node.position);
                    return Err(Breach::new(Law::Leaf, text, detail));
                }
            }
        }
        Ok(())
    }

    fn dominance<G: Solvable + Notation<Position = P>>(&self, game: &G) -> Result<(), Breach> {
        let mut boards: HashMap<Key, Vec<(Resource, &Node<P>)>> = HashMap::new();
        for node in self.open(game) {
            if let Some((board, resource)) = game.resource(&node.position) {
                boards.entry(board).or_default().push((resource, node));
            }
        }
        for same in boards.values() {
            for (more, rich) in same {
                for (less, poor) in same {
                    if more.covers(*less) && poor.won && !rich.won {
                        let poor = game.format_position(&poor.position);
                        let detail = format!("fails although {poor} is won with less");
                        let text = game.format_position(&rich.position);
                        return Err(Breach::new(Law::Dominance, text, detail));
                    }
                }
            }
        }
        Ok(())
    }
}
