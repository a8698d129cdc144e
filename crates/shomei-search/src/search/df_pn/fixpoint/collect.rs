//! The positions below one, breadth first and by the rules alone. Solved ones have nothing
//! below them, nor have those that a child decides at once.

use std::collections::HashSet;

use shomei_game::{Key, Role, Solvable, Status};

use super::closure::{Closure, FAILED, Known, WON};
use crate::Observer;
use crate::search::df_pn::DfPn;
use crate::table::Value;

/// A child as a collection meets it.
enum Met<P> {
    Won,
    Failed,
    /// It has this number already.
    Before(usize),
    New(Key, P, Known),
}

impl<G: Solvable> DfPn<'_, G> {
    /// 2. The positions below one; nothing where a limit has been reached.
    pub(super) fn explore(
        &mut self,
        root: G::Position,
        barred: &HashSet<Key>,
        allowed: u64,
        observer: &mut dyn Observer,
    ) -> Option<Closure<G::Position>> {
        let game = self.game;
        let most_work = self.account.counters.work().saturating_add(allowed);
        let bytes = self.table.room_for_collection();
        let mut graph = Closure::new();
        let (key, role) = (game.key(&root), game.role(&root));
        graph.add(key, root, role, Known::Open);
        let (mut moves, mut met, mut children) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(id) = graph.next_open() {
            let is_full = graph.len() as u64 >= allowed || graph.bytes() >= bytes;
            if is_full || self.account.counters.work() >= most_work {
                break;
            }
            if self.account.poll_due() {
                self.poll(observer);
            }
            if self.account.exhausted() {
                return None;
            }
            let position = graph.position(id).clone();
            let role = game.role(&position);
            if let Some(proved) = self.decided_on_visit(&position) {
                graph.decide(proved.then_some(0), None);
                continue;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            self.account.counters.expanded += 1;
            self.account.counters.generated += moves.len() as u64;
            // Those that are there before the others: of them nothing is asked.
            met.clear();
            let mut decided = None;
            for (place, &mv) in moves.iter().enumerate() {
                let child = self.meet(&graph, barred, game.play(&position, mv));
                decided = match (role, &child) {
                    (Role::Attacker, Met::Won) => Some((Some(1), place)),
                    (Role::Attacker, Met::New(_, _, Known::Proved(length))) => {
                        Some((Some(length.saturating_add(1)), place))
                    }
                    (Role::Defender, Met::Failed | Met::New(_, _, Known::Failed)) => {
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
                    Met::Won => WON,
                    Met::Failed => FAILED,
                    Met::Before(id) => id as u32,
                    Met::New(key, child, known) => {
                        // It may have been met twice just now.
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

    /// What the game finds of a position by a search of its own: whether it is proved.
    fn decided_on_visit(&mut self, position: &G::Position) -> Option<bool> {
        if !G::DECIDES_ON_VISIT || !self.options.leaf_solver {
            return None;
        }
        match self.decide_in_slices(position) {
            Status::Won => Some(true),
            Status::Failed => Some(false),
            Status::Open => None,
        }
    }

    /// What there is to know of a child before it is expanded.
    fn meet(
        &mut self,
        graph: &Closure<G::Position>,
        barred: &HashSet<Key>,
        child: G::Position,
    ) -> Met<G::Position> {
        match self.game.status(&child) {
            Status::Won => return Met::Won,
            Status::Failed => return Met::Failed,
            Status::Open => {}
        }
        let key = self.game.key(&child);
        if let Some(id) = graph.find(key, &child) {
            return Met::Before(id);
        }
        let known = self.known_whatever_the_line(barred, key, &child);
        Met::New(key, child, known)
    }

    /// What is known of an open position, by the table, by one that dominates it, or by
    /// the game's look at leaves.
    pub(super) fn known_whatever_the_line(
        &mut self,
        barred: &HashSet<Key>,
        key: Key,
        position: &G::Position,
    ) -> Known {
        if barred.contains(&key) {
            return Known::Barred;
        }
        if self.assumed.contains(&key) {
            return Known::Failed;
        }
        match self.table.probe(key).map(|entry| entry.value) {
            Some(Value::Proved { length, .. }) => return Known::Proved(length),
            Some(Value::Disproved { .. }) => return Known::Failed,
            _ => {}
        }
        if G::DOMINATES
            && let Some(boards) = self.table.boards()
            && let Some(decided) = boards.find(self.game.resource(position))
        {
            return match decided.bounds.is_proved() {
                true => Known::Proved(decided.length),
                false => Known::Failed,
            };
        }
        self.account.counters.evaluated += 1;
        let nodes = &mut self.account.counters.leaf_nodes;
        match self.game.solve_leaf(position, nodes) {
            Status::Won => Known::Proved(0),
            Status::Failed => Known::Failed,
            Status::Open => Known::Open,
        }
    }
}
