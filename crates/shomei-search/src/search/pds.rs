//! Proof-number and disproof-number search (PDS).
//!
//! It searches depth first by *multiple iterative deepening*: at each node it searches children
//! repeatedly, each time until one number of one child has risen by one, until both numbers of the
//! node reach their thresholds (`docs/references.md [5], [20]`). df-pn leaves a node when one
//! number reaches its threshold; PDS leaves it when both do.
//!
//! ```text
//! NegaPDS(r)                                    phi, delta: the numbers of a node
//!   r.phi = r.delta = 1                         as its mover sees them; n.phi,
//!   until r is solved:                          n.delta: its thresholds
//!     raise the smaller one (of equal ones r.phi); MID(r)
//!
//! MID(n)
//!   1  look n up: return if solved, or both thresholds are met
//!   2  return if the game is over
//!   3  make the children of n and look them up; proof = phi of n as it was
//!      looked up
//!      loop:
//!   4    phi = least delta, delta = sum of phi of the children
//!        store n and return if solved, or n.phi <= phi and n.delta <= delta
//!   5    proof = max(proof, phi); c = selectChild(n, proof)
//!   6    if n.delta > delta and (phi of c <= delta of c, or n.phi <= phi)
//!          c.phi = phi of c + 1, c.delta = delta of c
//!        else the other way round
//!   7    MID(c)
//!
//! selectChild(n, proof)
//!   the child with the least max(delta, proof); of equal ones the least phi
//! ```
//!
//! A child that is not in the table has the numbers 1 and 1, and the end of its game is detected
//! when it is searched (delayed evaluation). With `epsilon`, the raised threshold is max(x + 1,
//! ceil(x (1 + epsilon))) instead of x + 1 (`docs/references.md [11]`).
//!
//! Differences from the paper:
//!
//! * Numbers are stored as (pn, dn), so a side can move twice in a row.
//! * In step 6, `proof_child` and `disproof_child` are taken as the numbers of the child, without
//!   the clamp of selectChild.
//! * The paper ignores the graph-history interaction. Here a child that repeats a position of the
//!   path is disproved, and disproofs that depend on it are stored separately (`depth_first.rs`).
//!   So n need not be stored between 3 and 4, which the paper does to avoid cycles.
//! * In each round, the paper sets all children to their table entries, or to 1 and 1 without an
//!   entry. Here the numbers of the children are stored along the path and only rise, and the table
//!   is probed in steps 1 and 3 only: a lost entry costs time. Probing in each round changed the
//!   number of calls by at most one in 100,000 on twelve positions of Lines of Action, and took an
//!   eighth more time.
//! * Above 1,024 a threshold rises by at least a 1,024th, not by one, so that numbers which depend
//!   only on each other reach the largest number in some thousand rounds instead of millions.
//! * The first call of MID, with 1 and 1 as thresholds, is omitted: it never does anything.
//!
//! Every search ends, whatever entries the table loses and whatever numbers it contains for
//! unsolved nodes. Step 7 returns with both thresholds reached, or with the child solved. One of
//! them is above the number that the child had, the other is not below; so each round raises a
//! number of a child on the path or solves it, and none decreases. Numbers have a largest finite
//! value. The threshold above it is infinite and is reached by solved nodes only, so a node has
//! finitely many rounds. A path repeats no position and is finite.
//!
//! It also ends soon. If the positions of a cycle take their numbers from each other through the
//! table, both numbers can rise by a constant in each round without any progress: of 100,000 random
//! graphs with cycles, one took 67 million thresholds in this way. With large thresholds that rise
//! by a fraction of themselves, it takes 12,000. The rejected alternative is to raise thresholds
//! below children that are not farther from the root, as df-pn does (`docs/references.md [9]`): a
//! node must then raise one number whatever the cost. On a disproof that takes 239,000 calls
//! without it, this alternative gave no answer within 3.6 million.
//!
//! Memory: see `depth_first.rs`.

mod info;

use std::sync::Arc;

use shomei_game::{Game, Role};

use crate::search::Search;
use crate::search::depth_first::{DepthCall, DepthChild, DepthFirst, DepthFrame, Entered, deeper};
use crate::search::outcome::Outcome;
use crate::search::pds_pn::SecondLevel;
use crate::table::Table;
use crate::{Bounds, Epsilon, Limits, Number, Observer, Report};

pub use info::INFO;
pub(crate) use info::{ENTRIES, EPSILON, INIT, depth_first, open};

/// The searcher. See the [module text](self).
#[derive(Debug)]
pub(crate) struct Pds<'g, G: Game> {
    pub(crate) search: DepthFirst<'g, G>,
    pub(crate) epsilon: Epsilon,
    /// In PDS-PN, the search that evaluates a child that is not in the table.
    pub(crate) second: Option<SecondLevel<G>>,
}

impl<G: Game> Pds<'_, G> {
    /// Iterative deepening at the root.
    fn nega_pds(
        &mut self,
        mut root: DepthCall<G::Position>,
        observer: &mut dyn Observer,
    ) -> Bounds {
        let role = self.search.context.game.role(&root.position);
        while !root.bounds.is_solved() && !self.search.is_stopped() {
            let (phi, delta) = (root.bounds.of(role), root.bounds.of(role.opponent()));
            let smaller = if phi <= delta { role } else { role.opponent() };
            root.bounds = self.mid(root.clone(), smaller, observer).bounds;
        }
        root.bounds
    }

    /// Multiple iterative deepening. The thresholds are the numbers of the call, except that the
    /// number of the side `rising` is raised.
    fn mid(
        &mut self,
        n: DepthCall<G::Position>,
        rising: Role,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let known = n.bounds;
        let raised = self.epsilon.threshold(known.of(rising));
        let threshold = |role| match role == rising {
            true => raised,
            false => known.of(role),
        };
        let (pn, dn) = (threshold(Role::Attacker), threshold(Role::Defender));
        let are_met = |bounds: Bounds| bounds.pn() >= pn && bounds.dn() >= dn;
        // 1 to 3. The table, the end of the game, the children and their table entries.
        let frame = match self.search.enter(n, are_met, observer) {
            Entered::Done(outcome) => return outcome,
            Entered::Open(frame) => frame,
        };
        let role = frame.role;
        let opponent = role.opponent();
        let mut proof = frame.before.of(role);
        loop {
            // 4. Leave the node when both thresholds are met.
            let bounds = self.search.combine(&frame);
            if bounds.is_solved() || are_met(bounds) || self.search.is_stopped() {
                return self.search.leave(&frame, bounds);
            }
            let (phi, delta) = (bounds.of(role), bounds.of(opponent));
            // 5. The child.
            proof = proof.max(phi);
            let child = frame.children.start
                + select_child(&self.search.children[frame.children.clone()], role, proof);
            // 6. Its thresholds.
            let numbers = self.search.children[child].bounds;
            let is_phi_to_rise = threshold(opponent) > delta
                && (numbers.of(opponent) <= numbers.of(role) || threshold(role) <= phi);
            let rising = if is_phi_to_rise { opponent } else { role };
            // 7. Its search.
            let outcome = self.visit(&frame, child, rising, observer);
            self.search.learn(child, &outcome);
        }
    }

    /// Step 7: searches a child.
    fn visit(
        &mut self,
        frame: &DepthFrame<G::Position>,
        child: usize,
        rising: Role,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let call = self.search.call(frame, child);
        let DepthChild { mv, is_known, .. } = self.search.children[child];
        if !is_known {
            let second = self.second.as_mut();
            let evaluated =
                second.and_then(|second| second.evaluate(&mut self.search, &call, mv, observer));
            if let Some(outcome) = evaluated {
                return outcome;
            }
        }
        deeper(|| self.mid(call, rising, observer))
    }
}

/// The child with the least number for the mover, where all numbers up to `proof` count as equal;
/// among equal ones, the child with the least number for the opponent.
fn select_child<M>(children: &[DepthChild<M>], role: Role, proof: Number) -> usize {
    let order = |&i: &usize| {
        let bounds = children[i].bounds;
        (bounds.of(role).max(proof), bounds.of(role.opponent()))
    };
    let unsolved = (0..children.len()).filter(|&i| !children[i].bounds.is_solved());
    unsolved.min_by_key(order).unwrap_or(0)
}

impl<G: Game> Search<G> for Pds<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let bounds = match self.search.begin(root, limits) {
            Ok(call) => self.nega_pds(call, observer),
            Err(over) => over,
        };
        self.search.report(bounds)
    }

    fn table(&self) -> &Arc<Table> {
        &self.search.context.solved
    }
}
