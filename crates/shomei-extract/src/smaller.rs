//! Makes a strategy smaller: fewer positions that show the same claim.
//!
//! A df-pn search proves a position by the first move that it can prove, and its table has few
//! other ones. This part therefore searches for others, one position at a time:
//!
//! ```text
//! repeat while a pass removes enough, at first with cheaper searches
//!   for each position of the strategy, from the root, in which its side has the choice:
//!     old = the positions that only the current move needs
//!     for each other move:
//!       skip it if the rules or the table refute it
//!       if it is not solved: search it, within a few nodes for each position of old
//!       new = the positions that it needs and the strategy lacks
//!       if new is smaller than old: play this move
//! leave small parts to plain search (plain.rs)
//! ```
//!
//! Positions that the strategy already contains cost nothing. The search of another move ends at
//! positions that the table has solved, and these are mostly the ones of the strategy.
//!
//! The problem is to find a smallest solution graph, which is NP-hard; this is a local search
//! without a bound on the distance from the best.
//!
//! Invariants: after each change the graph is a whole strategy, so any limit can end the work. A
//! link of a proof leads to a smaller [height](graph::Place::height) if play can return to earlier
//! positions, so a proof has no cycle. A disproof may have cycles. The table is only a hint: the
//! statuses at the ends come from the rules.
//!
//! | component | purpose |
//! |---|---|
//! | `graph.rs` | the positions with counts of their uses |
//! | `choice.rs` | tries other moves of one position |
//! | `grow.rs` | adds a position that the table has solved, with everything that it needs |
//! | `prices.rs` | stops searches that cost more than they gain |
//! | `plain.rs` | leaves small parts to plain search |
//!
//! Memory: about 100 bytes for each position of the strategy, besides the strategy itself.

mod choice;
mod graph;
mod grow;
mod plain;
mod prices;

use std::collections::HashMap;

use shomei_game::{Game, Key};
use shomei_search::Stop;

use crate::strategy::{Kind, Link, Strategy};
use crate::{ExtractError, Extractor, bytes_of_map, moves_of};

use graph::Graph;
use prices::{NODES_FOR_WORK, Prices};

/// The largest number of passes.
const MOST_PASSES: usize = 8;

/// No further pass follows if the last one removed less than one position of this number.
const WORTH_A_PASS: usize = 100;

/// A strategy while it is made smaller.
struct Shrinking<'e, 'g, G: Game> {
    from: &'e mut Extractor<'g, G>,
    graph: Graph,
    prices: &'e mut Prices,
    /// The bytes of the strategies beside the graph.
    others: usize,
}

/// A position on the way of a pass.
struct Visit<P, M> {
    id: u32,
    position: P,
    moves: Vec<M>,
    /// The number of links that the pass has followed.
    followed: usize,
}

/// What a pass does at each position.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    /// Tries other moves.
    Choices,
    /// Leaves parts to plain search.
    Plain,
}

/// What becomes of the small parts of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallParts {
    /// They are written as records.
    Written,
    /// Plain search decides them, if that takes the checker about the same time.
    LeftToPlainSearch,
}

/// The number of the root in a graph.
const ROOT: u32 = 0;

impl<G: Game> Extractor<'_, G> {
    /// Makes a strategy for `root` smaller. The claim stays the same; lines can become longer. The
    /// result never has more positions.
    ///
    /// The limits of the extractor include the work. If a limit is reached, or the memory is
    /// insufficient, the result is what was found until then.
    ///
    /// # Errors
    ///
    /// If the game has failed.
    pub fn smaller(
        &mut self,
        root: &G::Position,
        strategy: &Strategy,
        small_parts: SmallParts,
    ) -> Result<Strategy, ExtractError> {
        let usual = strategy;
        let mut best: Option<Strategy> = None;
        let mut prices = Prices::of_records(usual.len() as u64);
        let mut is_stopped = false;
        for pass in 0..MOST_PASSES {
            let last = NODES_FOR_WORK.len() - 1;
            prices.for_work = NODES_FOR_WORK[pass.min(last)];
            let before = best.as_ref().unwrap_or(usual);
            let records = before.len();
            let held = usual.bytes();
            let smaller;
            (smaller, is_stopped) = self.pass(root, before, held, &mut prices, Pass::Choices);
            best = smaller.or(best);
            let gain = records - best.as_ref().unwrap_or(usual).len();
            if is_stopped || pass >= last && gain * WORTH_A_PASS < records {
                break;
            }
        }
        if small_parts == SmallParts::LeftToPlainSearch && !is_stopped {
            let before = best.as_ref().unwrap_or(usual);
            let held = usual.bytes();
            let (smaller, _) = self.pass(root, before, held, &mut prices, Pass::Plain);
            best = smaller.or(best);
        }
        match self.budget.game_has_failed() {
            true => Err(ExtractError::Stopped(Stop::Game)),
            false => Ok(best.unwrap_or_else(|| usual.clone())),
        }
    }

    /// The strategy after a pass if it is smaller, and whether a limit has ended the pass. `held`
    /// are bytes of other strategies.
    fn pass(
        &mut self,
        root: &G::Position,
        strategy: &Strategy,
        held: usize,
        prices: &mut Prices,
        pass: Pass,
    ) -> (Option<Strategy>, bool) {
        if strategy.is_empty() {
            return (None, true);
        }
        let others = held + strategy.bytes();
        let Ok(graph) = self.graph_of(root, strategy, others) else {
            return (None, true);
        };
        let mut shrinking = Shrinking {
            from: self,
            graph,
            prices,
            others,
        };
        shrinking.graph.retain(Link::node(ROOT));
        let is_stopped = shrinking.walk(root, pass).is_err();
        // A game that does not list the same moves each time can break the graph.
        let smaller = shrinking.graph.strategy(ROOT).ok();
        let smaller = smaller.filter(|smaller| smaller.len() < strategy.len());
        (smaller, is_stopped)
    }

    /// The graph of a strategy that is not empty.
    fn graph_of(
        &mut self,
        root: &G::Position,
        strategy: &Strategy,
        others: usize,
    ) -> Result<Graph, ExtractError> {
        let game = self.game;
        let mut graph = Graph::new(strategy.claim());
        let order = strategy.order();
        let mut ids: HashMap<u32, u32> = HashMap::with_capacity(order.len());
        // Positions that were reached, until they are processed.
        let mut positions: HashMap<u32, G::Position> = HashMap::new();
        if let Some(&first) = order.first() {
            ids.insert(first, graph.add(game.key(root)));
            positions.insert(first, root.clone());
        }
        for &node in order {
            self.count()?;
            let ids_bytes = bytes_of_map::<u32, u32>(ids.capacity());
            self.hold(|| others + graph.bytes() + ids_bytes)?;
            let position = positions.remove(&node);
            let position = position.ok_or(ExtractError::Contradiction)?;
            for (mv, link) in strategy.steps(game, node, &position) {
                if let Some(child) = link.id()
                    && !ids.contains_key(&child)
                {
                    let position = game.play(&position, mv);
                    ids.insert(child, graph.add(game.key(&position)));
                    positions.insert(child, position);
                }
            }
        }
        let new = |link: &Link| match link.id() {
            Some(node) => Link::node(ids[&node]),
            None => Link::TERMINAL,
        };
        // In a proof, children come after their parents, and get their heights first.
        for &node in order.iter().rev() {
            let (kind, links) = strategy.node(node);
            let links: Vec<Link> = links.iter().map(new).collect();
            graph.set(ids[&node], kind, &links);
        }
        Ok(graph)
    }
}

impl<G: Game> Shrinking<'_, '_, G> {
    /// Visits every live node once, depth first.
    fn walk(&mut self, root: &G::Position, pass: Pass) -> Result<(), ExtractError> {
        let mut steps = vec![self.step(ROOT, root.clone())];
        while let Some(top) = steps.last() {
            if top.followed == 0 {
                self.visit(&steps, pass)?;
            }
            let top = steps.len() - 1;
            let step = &mut steps[top];
            let Some(&link) = self.graph.links(step.id).get(step.followed) else {
                steps.pop();
                continue;
            };
            let place = match self.graph.node(step.id).kind {
                Kind::Choice(mv) => mv as usize,
                _ => step.followed,
            };
            step.followed += 1;
            if let Some(id) = link.id()
                && !self.graph.node(id).is_visited
                && let Some(&mv) = step.moves.get(place)
            {
                let position = self.from.game.play(&step.position, mv);
                steps.push(self.step(id, position));
            }
        }
        Ok(())
    }

    fn step(&mut self, id: u32, position: G::Position) -> Visit<G::Position, G::Move> {
        self.graph.mark_visited(id);
        Visit {
            id,
            moves: moves_of(self.from.game, &position),
            position,
            followed: 0,
        }
    }

    /// Improves the last node of the steps.
    fn visit(
        &mut self,
        steps: &[Visit<G::Position, G::Move>],
        pass: Pass,
    ) -> Result<(), ExtractError> {
        self.from.count()?;
        self.from.hold(|| self.others + self.graph.bytes())?;
        let Some(step) = steps.last() else {
            return Ok(());
        };
        match (pass, self.graph.node(step.id).kind) {
            (Pass::Choices, Kind::Choice(mv)) => self.improve_choice(steps, mv),
            (Pass::Plain, Kind::Choice(_) | Kind::All) => self.leave_to_plain_search(step),
            _ => {}
        }
        Ok(())
    }

    /// The keys of the positions of the steps.
    fn keys(&self, steps: &[Visit<G::Position, G::Move>]) -> Vec<Key> {
        let key = |step: &Visit<_, _>| self.graph.node(step.id).key;
        steps.iter().map(key).collect()
    }
}
