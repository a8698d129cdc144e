//! Step 1 of `mid`: a node comes onto the stack with its children looked up,
//! and step 5: it leaves.

use shomei_game::{Key, Role, Solvable, Status};

use super::DfPn;
use super::frame::{Frame, Kid, Outcome};
use super::ghi::Support;
use crate::rule::Pair;
use crate::table::Value;
use crate::{Bounds, Number};

impl<G: Solvable> DfPn<'_, G> {
    /// Puts a node on the stack.
    pub(super) fn enter(&mut self, position: G::Position, key: Key, limits: Pair, increase: bool) {
        let index = self.path.len();
        self.path.push(key);
        let role = self.game.role(&position);
        let mut frame = Frame {
            position,
            key,
            role,
            kids: self.kids.len()..self.kids.len(),
            limits,
            increase: false,
            first_pass: true,
            has_old: false,
            last: None,
            index,
            min_depth: index.min(usize::from(u16::MAX - 1)) as u16,
            twin: None,
            before: Bounds::UNIT,
            expanded_before: self.account.counters.expanded,
            work_before: 0,
        };
        if let Some(entry) = self.table.probe(key) {
            // A node that was expanded before hands the increase on.
            frame.increase = increase;
            frame.min_depth = frame.min_depth.min(entry.min_depth);
            frame.work_before = entry.work;
            if let Value::Unsolved { bounds, twin } = entry.value {
                frame.before = bounds;
                frame.twin = twin;
            }
        }
        self.account.counters.expanded += 1;
        self.expand(&mut frame);
        self.frames.push(frame);
    }

    /// Takes the node off the stack and stores it.
    pub(super) fn leave(&mut self, outcome: &Outcome) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.path.pop();
        self.kids.truncate(frame.kids.start);
        self.pairs.truncate(frame.kids.start);
        self.costs.truncate(frame.kids.start);
        let work = frame.work_before + self.account.counters.expanded - frame.expanded_before;
        self.store(&frame, outcome, work);
    }

    /// Looks up or evaluates every child. Stops at one that solves the node
    /// whatever the line.
    fn expand(&mut self, frame: &mut Frame<G::Position>) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&frame.position, &mut moves);
        debug_assert!(!moves.is_empty(), "an open position has a move");

        // Hash all and prefetch all before the first is probed: a probe of a
        // large table waits for memory, and the waits overlap.
        for &mv in &moves {
            let key = self.game.key_after(&frame.position, mv);
            self.table.prefetch(key);
            self.kids.push(Kid::new(mv, key));
        }
        if self.options.edge_costs {
            let game = self.game;
            self.costs
                .extend(moves.iter().map(|&mv| game.edge_cost(&frame.position, mv)));
        }
        self.account.counters.generated += moves.len() as u64;

        let start = frame.kids.start;
        for i in start..self.kids.len() {
            let bounds = self.look_up(frame, i);
            self.pairs.push(Pair {
                own: Number::ONE,
                other: Number::ONE,
            });
            self.set_numbers_for(frame.role, i, bounds);
            if bounds.of(frame.role) == Number::ZERO && self.kids[i].support.is_none() {
                break;
            }
        }
        self.kids.truncate(self.pairs.len());
        frame.kids = start..self.pairs.len();
        self.moves = moves;
    }

    /// What is known about a child: by repetition, by the table, by the rules.
    fn look_up(&mut self, frame: &mut Frame<G::Position>, i: usize) -> Bounds {
        let key = self.kids[i].key;
        if self.repeats
            && let Some(index) = self.path.find(key)
        {
            self.kids[i].support = Support::on(index);
            return Bounds::DISPROVED;
        }
        if !self.assumed.is_empty() && self.assumed.contains(&key) {
            return Bounds::DISPROVED;
        }
        let Some(entry) = self.table.probe(key) else {
            return self.evaluate(frame, i);
        };
        self.account.counters.table_hits += 1;
        let kid = &mut self.kids[i];
        match entry.value {
            Value::Proved { length, .. } => {
                kid.length = length;
                Bounds::PROVED
            }
            Value::Disproved { length, .. } => {
                kid.length = length;
                Bounds::DISPROVED
            }
            // Twins are stored under other keys; one here is a collision.
            Value::TwinDisproved { .. } => self.evaluate(frame, i),
            Value::Unsolved { bounds, twin } => {
                kid.min_depth = entry.min_depth;
                let twin = twin.and_then(|m| self.look_up_twin(key, m));
                if let Some((support, length)) = twin {
                    self.kids[i].support = support;
                    self.kids[i].length = length;
                    return Bounds::DISPROVED;
                }
                let old = entry.min_depth <= frame.min_depth;
                frame.has_old |= old && self.options.threshold_control;
                bounds
            }
        }
    }

    /// A child that the table does not know.
    fn evaluate(&mut self, frame: &Frame<G::Position>, i: usize) -> Bounds {
        self.account.counters.evaluated += 1;
        let child = self.game.play(&frame.position, self.kids[i].mv);
        let status = match self.game.status(&child) {
            Status::Open => self.game.solve_leaf(&child),
            over => over,
        };
        match status {
            Status::Won => Bounds::PROVED,
            Status::Failed => Bounds::DISPROVED,
            Status::Open => self.options.init.bounds(self.game, &child),
        }
    }

    /// Notes the numbers of a child of the node on top of the stack.
    pub(super) fn set_numbers(&mut self, kid: usize, bounds: Bounds) {
        if let Some(frame) = self.frames.last() {
            self.set_numbers_for(frame.role, kid, bounds);
        }
    }

    #[inline]
    fn set_numbers_for(&mut self, role: Role, kid: usize, bounds: Bounds) {
        let mut pair = Pair {
            own: bounds.of(role),
            other: bounds.of(role.opponent()),
        };
        if let Some(cost) = self.costs.get(kid) {
            pair.own = pair.own.with_cost(cost.phi);
            pair.other = pair.other.with_cost(cost.delta);
        }
        self.pairs[kid] = pair;
    }
}
