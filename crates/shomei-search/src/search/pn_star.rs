//! PN*: depth-first iterative deepening on the proof number alone.
//!
//! A node is searched until it is solved or its proof number reaches a threshold. The root and the
//! OR nodes use iterative deepening: they raise the threshold of their children step by step. AND
//! nodes do not (`docs/references.md [2], [6], [14]`). A disproof is an infinite proof number;
//! disproof numbers are not used otherwise.
//!
//! This is our interpretation, because we know the algorithm only from descriptions:
//!
//! ```text
//! PN*(r)                   above(x) = max(x + 1, ceil(x (1 + epsilon)))
//!   until r is solved: search(r, above(pn of r))
//!
//! search(n, threshold)
//!   1  look n up: return if solved, or its pn has reached the threshold;
//!      return if the game is over; make the children, look them up
//!   OR:
//!   2    l = pn of n as it was looked up
//!   3    loop: pn = least pn of the children
//!          store n and return if solved, or pn >= threshold
//!   4      l = min(above(max(l, pn)), threshold)
//!          for each child c with pn of c < l: search(c, l)
//!          until one is proved
//!   AND:
//!   2    for each unsolved child c:
//!   3      pn = sum of pn of the children
//!          leave the loop if solved, or pn >= threshold
//!   4      search(c, threshold - the sum of pn of the others)
//!        store n and return
//! ```
//!
//! After step 4 of an AND node, the child is solved or the node has reached its threshold, so one
//! pass over the children is sufficient.
//!
//! With `ordering` = `dynamic`, the children are tried in the order of their proof numbers, the
//! least first, and at OR nodes reordered in each round. With `none`, they are tried in the order
//! of the game, as in `docs/references.md [2]`. The rejected alternative was to try the largest
//! first at AND nodes, to detect early that the threshold is reached. It solved three of twelve
//! positions of Lines of Action in eight seconds each; the least first solved eight.
//!
//! Differences from the papers:
//!
//! * Repetitions are handled, and numbers are stored along the path and only rise, as in `pds.rs`;
//!   every search ends for the reasons given there.
//! * With an epsilon of 0 thresholds rise by one, as in the papers (above 1024 by a 1024th). The
//!   default is 1/16, because there is no second number that limits the first: a random graph of 24
//!   positions with cycles took 15.7 million calls with a table of three entries and 1/64, and 84
//!   thousand with 1/16. On twelve positions of Lines of Action the value makes little difference.
//! * The table is *TwoBig*, as in PDS, to make both comparable.
//!
//! Memory: see `depth_first.rs`.

mod info;

use std::sync::Arc;

use shomei_game::{Game, Role};

use crate::search::Search;
use crate::search::depth_first::{DepthCall, DepthFirst, DepthFrame, Entered, deeper};
use crate::search::outcome::Outcome;
use crate::table::Table;
use crate::{Bounds, Epsilon, Limits, Number, Observer, Report};

pub use info::INFO;
pub(crate) use info::open;

/// The order in which a node tries its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ordering {
    /// By their proof numbers, the least first.
    Dynamic,
    /// The order in which the game lists them.
    None,
}

/// The searcher. See the [module text](self).
#[derive(Debug)]
struct PnStar<'g, G: Game> {
    search: DepthFirst<'g, G>,
    ordering: Ordering,
    epsilon: Epsilon,
}

impl<G: Game> PnStar<'_, G> {
    /// Iterative deepening at the root.
    fn deepen(&mut self, mut root: DepthCall<G::Position>, observer: &mut dyn Observer) -> Bounds {
        while !root.bounds.is_solved() && !self.search.is_stopped() {
            let threshold = self.epsilon.threshold(root.bounds.pn());
            root.bounds = self.search(root.clone(), threshold, observer).bounds;
        }
        root.bounds
    }

    /// Searches a node until it is solved or its proof number reaches the threshold.
    fn search(
        &mut self,
        n: DepthCall<G::Position>,
        threshold: Number,
        observer: &mut dyn Observer,
    ) -> Outcome {
        // 1. The table, the end of the game, the children.
        let is_enough = |bounds: Bounds| bounds.pn() >= threshold;
        let frame = match self.search.enter(n, is_enough, observer) {
            Entered::Done(outcome) => return outcome,
            Entered::Open(frame) => frame,
        };
        match frame.role {
            Role::Attacker => self.or_node(&frame, threshold, observer),
            Role::Defender => self.and_node(&frame, threshold, observer),
        }
    }

    /// An OR node deepens iteratively.
    fn or_node(
        &mut self,
        frame: &DepthFrame<G::Position>,
        threshold: Number,
        observer: &mut dyn Observer,
    ) -> Outcome {
        // 2. The thresholds of the children begin at the proof number of the node.
        let mut local = frame.before.pn();
        loop {
            // 3. Leave the node when its threshold is reached.
            let bounds = self.proof_number(frame);
            if bounds.is_solved() || bounds.pn() >= threshold || self.search.is_stopped() {
                return self.search.leave(frame, bounds);
            }
            // 4. A slightly larger threshold for the children.
            local = self
                .epsilon
                .threshold(local.max(bounds.pn()))
                .min(threshold);
            self.order(frame);
            for child in frame.children.clone() {
                if self.search.children[child].bounds.pn() >= local {
                    continue;
                }
                self.descend(frame, child, local, observer);
                if self.search.children[child].bounds.is_proved() || self.search.is_stopped() {
                    break;
                }
            }
        }
    }

    /// An AND node gives each child the remainder of its threshold.
    fn and_node(
        &mut self,
        frame: &DepthFrame<G::Position>,
        threshold: Number,
        observer: &mut dyn Observer,
    ) -> Outcome {
        // 2. One pass.
        self.order(frame);
        let mut bounds = self.proof_number(frame);
        for child in frame.children.clone() {
            // 3. Leave the node when its threshold is reached.
            if bounds.is_solved() || bounds.pn() >= threshold || self.search.is_stopped() {
                break;
            }
            if self.search.children[child].bounds.is_solved() {
                continue;
            }
            // 4. The remainder.
            let rest = self.rest(frame, child, threshold);
            self.descend(frame, child, rest, observer);
            bounds = self.proof_number(frame);
        }
        self.search.leave(frame, bounds)
    }

    /// The threshold minus the proof numbers of the other children.
    fn rest(&self, frame: &DepthFrame<G::Position>, child: usize, threshold: Number) -> Number {
        if threshold.is_infinite() {
            return threshold;
        }
        let others = frame.children.clone().filter(|&other| other != child);
        let others = others.map(|other| u64::from(self.search.children[other].bounds.pn().get()));
        let rest = u64::from(threshold.get()).saturating_sub(others.sum());
        Number::new(rest as u32)
    }

    fn descend(
        &mut self,
        frame: &DepthFrame<G::Position>,
        child: usize,
        threshold: Number,
        observer: &mut dyn Observer,
    ) {
        let call = self.search.call(frame, child);
        let outcome = deeper(|| self.search(call, threshold, observer));
        self.search.learn(child, &outcome);
    }

    /// The bounds of a node. As long as it is unsolved, its disproof number is meaningless.
    fn proof_number(&mut self, frame: &DepthFrame<G::Position>) -> Bounds {
        let bounds = self.search.combine(frame);
        if bounds.is_solved() {
            bounds
        } else {
            Bounds::unsolved(bounds.pn(), Number::ONE)
        }
    }

    fn order(&mut self, frame: &DepthFrame<G::Position>) {
        if self.ordering == Ordering::None {
            return;
        }
        self.search.children[frame.children.clone()].sort_by_key(|child| child.bounds.pn());
    }
}

impl<G: Game> Search<G> for PnStar<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let bounds = match self.search.begin(root, limits) {
            Ok(call) => self.deepen(call, observer),
            Err(over) => over,
        };
        self.search.report(bounds)
    }

    fn table(&self) -> &Arc<Table> {
        &self.search.context.solved
    }
}
