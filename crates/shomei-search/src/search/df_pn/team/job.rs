//! What a thread does with a leaf of the upper tree.

use shomei_game::{EdgeCost, Key, Role, Solvable};

use super::Done;
use crate::account::Account;
use crate::rule::Pair;
use crate::search::df_pn::DfPn;
use crate::search::df_pn::frame::{Inherited, Kid};
use crate::search::outcome::Outcome;
use crate::search::twins::{self, Left};
use crate::table::Value;
use crate::upper::{Child, Job, JobOutcome, NodeUpdate};
use crate::{Bounds, Knowledge, Number, Silent};

impl<G: Solvable> DfPn<'_, G> {
    /// Searches below a leaf, and opens it if that is asked for; or finds that
    /// the position or one above it was solved elsewhere.
    pub(crate) fn do_job(
        &mut self,
        job: Job<G::Position, G::Move>,
        root: &G::Position,
        account: Account,
    ) -> Done<G::Position, G::Move> {
        self.account = account;
        self.account.before = job.before;
        let known = self.known_on_line(&job);
        let mut result = JobOutcome {
            outcome: Outcome::UNTOUCHED,
            work: 0,
            known,
            suspended: None,
            opened: None,
        };
        if known.is_some() {
            // The line as `store_changed` needs it.
            self.begin(&job.prefix);
        } else {
            self.search_job(&job, root, &mut result);
        }
        let counters = self.account.counters;
        result.work = counters.work();
        Done {
            line: job.line,
            result,
            reserved: job.reserved,
            counters,
            stopped_by: self.account.stopped_by,
        }
    }

    /// The first position of a line, the leaf included, that the table knows to
    /// be solved on every line.
    fn known_on_line(&self, job: &Job<G::Position, G::Move>) -> Option<(usize, Outcome)> {
        let mut keys = job.prefix.iter().chain([&job.key]).enumerate();
        keys.find_map(|(index, &key)| {
            let known = Knowledge::of_entry((key.0, 0), &self.table.probe(key)?)?;
            known.is_solved().then(|| (index, known.outcome()))
        })
    }

    fn search_job(
        &mut self,
        job: &Job<G::Position, G::Move>,
        root: &G::Position,
        result: &mut JobOutcome<G::Position, G::Move>,
    ) {
        let position = match &job.parent {
            Some((above, mv)) => self.game.play(above, *mv),
            None => root.clone(),
        };
        let role = self.game.role(&position);
        let is_swapped = job.role_of_thresholds.is_some_and(|owner| owner != role);
        let thresholds = if is_swapped {
            job.thresholds.swapped()
        } else {
            job.thresholds
        };
        (result.outcome, result.suspended) = self.run(
            &job.prefix,
            position.clone(),
            job.key,
            thresholds,
            &mut Silent,
        );
        let worked = self.account.counters.work();
        let is_large = job.work + worked >= job.opens_at;
        if is_large && worked < job.reserved && !result.outcome.bounds.is_solved() {
            result.opened = Some(self.open_leaf(&job.prefix, position, job.key));
        }
    }

    /// The children of a leaf, each with what is known of it.
    fn open_leaf(
        &mut self,
        prefix: &[Key],
        position: G::Position,
        key: Key,
    ) -> (G::Position, Role, Vec<Child<G::Move>>) {
        // The tree adds the costs of edges itself.
        let has_costs = std::mem::replace(&mut self.options.edge_costs, false);
        self.begin(prefix);
        self.enter(position, key, Pair::INFINITE, Inherited::default());
        // The tree has no chains.
        self.end_all_waits();
        for i in 0..self.stack.kids.len() {
            // A solved one may repeat the line, of which the table knows nothing.
            let Pair { own, other } = self.stack.pairs[i];
            if own != Number::ZERO && other != Number::ZERO {
                self.look_up_late(i);
            }
        }
        self.options.edge_costs = has_costs;
        self.line.path.pop();
        if self.minds_boards() {
            self.line.held.pop();
        }
        let Some(frame) = self.stack.frames.pop() else {
            unreachable!("`enter` puts a frame on the stack");
        };
        let (game, stack, role) = (self.game, &self.stack, frame.role);
        let child = |(i, (kid, pair)): (usize, (&Kid<G::Move>, &Pair))| {
            let cost = if has_costs {
                game.edge_cost(&frame.position, kid.mv)
            } else {
                EdgeCost::default()
            };
            let outcome = Outcome {
                bounds: Bounds::from_numbers(role, pair.own, pair.other),
                support: kid.support,
                length: kid.length,
                best: None,
            };
            let mv = (kid.mv, stack.place_of(i, 0));
            let untouched = Knowledge::untouched((kid.key.0, 0));
            Child::new(mv, cost, untouched.after(&outcome))
        };
        let children = (0..).zip(stack.kids.iter().zip(&stack.pairs));
        let children = children.map(child).collect();
        (frame.position, role, children)
    }

    /// Stores what is known about a node above a leaf; the line is still there.
    pub(crate) fn store_changed(&mut self, changed: &NodeUpdate) {
        let key = changed.knowledge.position_key();
        let twin = match self.table.probe(key).map(|entry| entry.value) {
            Some(Value::Unsolved { twin, .. }) => twin,
            _ => None,
        };
        let left = Left {
            key,
            work: changed.knowledge.work,
            min_depth: changed.index.min(usize::from(u16::MAX - 1)) as u16,
            before: changed.before,
            twin,
        };
        twins::store(
            &mut self.table,
            &self.line.path,
            &left,
            &changed.knowledge.outcome(),
        );
    }
}
