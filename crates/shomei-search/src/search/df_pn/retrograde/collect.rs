//! Collects the positions below one, breadth first and by the rules alone. Nothing is collected
//! below solved positions, nor below those that a child decides at once.

use std::collections::HashSet;

use shomei_game::{Game, Key, Role, Status};

use crate::Observer;
use crate::retrograde_graph::{FAILED, GraphChild, GraphValue, RetrogradeGraph, WON};
use crate::search::df_pn::DfPn;
use crate::search::evaluate;

/// A child found by the collection.
enum Met<P> {
    /// The rules decide it, or it is already in the graph.
    Known(GraphChild),
    New(Key, P, GraphValue),
}

impl<G: Game> DfPn<'_, G> {
    /// Step 2: the positions below `root`; `None` if a limit was reached.
    pub(super) fn explore(
        &mut self,
        root: G::Position,
        barred: &HashSet<Key>,
        allowed: u64,
        observer: &mut dyn Observer,
    ) -> Option<RetrogradeGraph<G::Position>> {
        let game = self.game;
        let most_work = self.budget.counters.work().saturating_add(allowed);
        let bytes = self.store.table.room_for_collection();
        let mut graph = RetrogradeGraph::new();
        let (key, role) = (game.key(&root), game.role(&root));
        graph.add(key, root, role, GraphValue::Open);
        let (mut moves, mut met, mut children) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(id) = graph.next_open() {
            let is_full = graph.len() as u64 >= allowed || graph.bytes() >= bytes;
            if is_full || self.budget.counters.work() >= most_work {
                break;
            }
            if self.budget.poll_due() {
                self.poll(observer);
            }
            if self.budget.exhausted() {
                return None;
            }
            let position = graph.position(id).clone();
            let role = game.role(&position);
            match self.solve_in_slices(&position) {
                Status::Open => {}
                status => {
                    graph.decide((status == Status::Won).then_some(0), None);
                    continue;
                }
            }
            moves.clear();
            game.moves(&position, &mut moves);
            self.budget.counters.expanded += 1;
            self.budget.counters.generated += moves.len() as u64;
            // The children are added to the graph only after this loop: if one of them decides the
            // position, the others are not needed.
            met.clear();
            let mut decided = None;
            for (place, &mv) in moves.iter().enumerate() {
                let child = self.look_up_child(&graph, barred, game.play(&position, mv));
                decided = match (role, &child) {
                    (Role::Attacker, Met::Known(WON)) => Some((Some(1), place)),
                    (Role::Attacker, Met::New(_, _, GraphValue::Proved(length))) => {
                        Some((Some(length.saturating_add(1)), place))
                    }
                    (Role::Defender, Met::Known(FAILED) | Met::New(_, _, GraphValue::Failed)) => {
                        Some((None, place))
                    }
                    _ => None,
                };
                if decided.is_some() {
                    break;
                }
                met.push(child);
            }
            if let Some((proved, place)) = decided {
                graph.decide(proved, Some(place));
                continue;
            }
            children.clear();
            for child in met.drain(..) {
                children.push(match child {
                    Met::Known(child) => child,
                    Met::New(key, child, known) => {
                        // The same child can occur twice among the moves.
                        let id = graph.find(key, &child);
                        let role = game.role(&child);
                        id.unwrap_or_else(|| graph.add(key, child, role, known)) as u32
                    }
                });
            }
            graph.set_children(&children);
        }
        Some(graph)
    }

    /// The information about a child before it is expanded.
    fn look_up_child(
        &mut self,
        graph: &RetrogradeGraph<G::Position>,
        barred: &HashSet<Key>,
        child: G::Position,
    ) -> Met<G::Position> {
        match self.game.status(&child) {
            Status::Won => return Met::Known(WON),
            Status::Failed => return Met::Known(FAILED),
            Status::Open => {}
        }
        let key = self.game.key(&child);
        if let Some(id) = graph.find(key, &child) {
            return Met::Known(id as GraphChild);
        }
        let known = self.path_independent_value(barred, key, &child);
        Met::New(key, child, known)
    }

    /// The value of an open position by the table, by a position that dominates it, or by the leaf
    /// solver.
    pub(super) fn path_independent_value(
        &mut self,
        barred: &HashSet<Key>,
        key: Key,
        position: &G::Position,
    ) -> GraphValue {
        if barred.contains(&key) {
            return GraphValue::FailedHere;
        }
        let board = self.game.resource(position);
        if let Some((bounds, length)) = self.store.solved_value(&self.path, key, board) {
            return match bounds.is_proved() {
                true => GraphValue::Proved(length),
                false => GraphValue::Failed,
            };
        }
        self.budget.counters.evaluated += 1;
        let nodes = &mut self.budget.counters.leaf_nodes;
        match evaluate::leaf_status(self.game, position, nodes) {
            Status::Won => GraphValue::Proved(0),
            Status::Failed => GraphValue::Failed,
            Status::Open => GraphValue::Open,
        }
    }
}
