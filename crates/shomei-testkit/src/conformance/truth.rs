//! Checks the claims of a game against the true values of small graphs.
//!
//! `solve_leaf`, `resource` and `dominance_bound` claim truths. If a game makes such a claim about
//! a position, all positions that play can reach from it are solved backwards from the finished
//! games, and every claim about them is compared; dominance bounds in `bounds.rs`.
//!
//! A position that is failed before the game is over is also a claim: play continues from it to the
//! end of every line, and only the outcomes are used.

use std::collections::HashMap;

use shomei_game::{Game, Key, LeafSolver, Notation, Outcome, Role, Status, Visit};

use super::law::{Breach, Law};
use super::{Coverage, bounds};

/// Checks the claims below a position. Returns false if there are more than `most` positions; then
/// nothing is checked.
pub(super) fn hints<G: Game + Notation>(
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
    bounds::check(game, &graph)?;
    Ok(true)
}

/// The decisions of the game about an open position when it is created and when it is chosen.
fn claims<G: Game>(game: &G, position: &G::Position) -> impl Iterator<Item = Status> {
    let made = G::LEAF_SOLVER != LeafSolver::None;
    let visited = G::LEAF_SOLVER == LeafSolver::WhenVisited;
    let made = made.then(|| game.solve_leaf(position, Visit::Made, &mut 0));
    let visited = visited.then(|| game.solve_leaf(position, Visit::Chosen(NODES), &mut 0));
    made.into_iter().chain(visited)
}

/// The largest number of nodes of a decision; the graphs are small.
const NODES: u64 = 100_000;

/// Plays every line from a position that is failed before the game is over. Returns false if there
/// are more than `most` positions; then only the visited ones are checked.
pub(super) fn hopeless<G: Game + Notation>(
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

/// A position, its children, and the number of plies in which the attacker wins.
pub(super) struct Node<P, M> {
    pub(super) position: P,
    pub(super) children: Vec<(M, usize)>,
    pub(super) plies: Option<u32>,
}

pub(super) struct Graph<P, M> {
    pub(super) nodes: Vec<Node<P, M>>,
}

impl<P: Clone + Eq, M: Copy> Graph<P, M> {
    /// All reachable positions, solved; `None` if there are more than `most`.
    fn below<G>(game: &G, root: &P, most: usize) -> Option<Graph<P, M>>
    where
        G: Game<Position = P, Move = M>,
    {
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
                    .map(|mv| (mv, graph.place(game, game.play(&position, mv), &mut places)))
                    .collect();
                graph.nodes[next].children = children;
            }
            next += 1;
        }
        let mut plies = 1;
        while graph.pass(game, plies) {
            plies += 1;
        }
        Some(graph)
    }

    /// The index of a position, which is added if it is new.
    fn place<G>(&mut self, game: &G, position: P, places: &mut HashMap<Key, Vec<usize>>) -> usize
    where
        G: Game<Position = P, Move = M>,
    {
        let known = places.entry(game.key(&position)).or_default();
        if let Some(&place) = known.iter().find(|&&i| self.nodes[i].position == position) {
            return place;
        }
        known.push(self.nodes.len());
        self.nodes.push(Node {
            plies: (game.status(&position) == Status::Won).then_some(0),
            position,
            children: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// Marks the positions that are won in this number of plies. Returns whether there were any.
    /// Positions that are never marked have failed, including endless play.
    fn pass<G>(&mut self, game: &G, plies: u32) -> bool
    where
        G: Game<Position = P, Move = M>,
    {
        let wins = |node: &Node<P, M>| {
            let is_won = |&(_, child): &(M, usize)| self.nodes[child].plies.is_some();
            let mut won = node.children.iter().map(is_won);
            node.plies.is_none()
                && !node.children.is_empty()
                && match game.role(&node.position) {
                    Role::Attacker => won.any(|won| won),
                    Role::Defender => won.all(|won| won),
                }
        };
        let places = 0..self.nodes.len();
        let marked: Vec<usize> = places.filter(|&i| wins(&self.nodes[i])).collect();
        for &i in &marked {
            self.nodes[i].plies = Some(plies);
        }
        !marked.is_empty()
    }

    fn open<'a, G: Notation<Position = P, Move = M>>(
        &'a self,
        game: &'a G,
    ) -> impl Iterator<Item = &'a Node<P, M>> {
        let is_open = |node: &&Node<P, M>| game.status(&node.position) == Status::Open;
        self.nodes.iter().filter(is_open)
    }

    fn leaves<G>(&self, game: &G) -> Result<(), Breach>
    where
        G: Game + Notation<Position = P, Move = M>,
    {
        for node in self.open(game) {
            let claims = claims(game, &node.position).filter(|&status| status != Status::Open);
            for claimed in claims.map(|status| status == Status::Won) {
                let is_won = node.plies.is_some();
                if claimed != is_won {
                    let detail = format!("decided as won: {claimed}, it is: {is_won}");
                    let text = game.format_position(&node.position);
                    return Err(Breach::new(Law::Leaf, text, detail));
                }
            }
        }
        Ok(())
    }

    fn dominance<G>(&self, game: &G) -> Result<(), Breach>
    where
        G: Game + Notation<Position = P, Move = M>,
    {
        let mut boards: HashMap<Key, Vec<_>> = HashMap::new();
        for node in self.open(game) {
            if let Some((board, resource)) = game.resource(&node.position) {
                boards.entry(board).or_default().push((resource, node));
            }
        }
        for same in boards.values() {
            for (more, rich) in same {
                for (less, poor) in same {
                    let Some(plies) = poor.plies.filter(|_| more.covers(*less)) else {
                        continue;
                    };
                    if rich.plies.is_none_or(|needed| needed > plies) {
                        let how = match rich.plies {
                            None => "fails although".into(),
                            Some(needed) => format!("takes {needed} plies although"),
                        };
                        let poor = game.format_position(&poor.position);
                        let detail = format!("{how} {poor} is won with less in {plies}");
                        let text = game.format_position(&rich.position);
                        return Err(Breach::new(Law::Dominance, text, detail));
                    }
                }
            }
        }
        Ok(())
    }
}
