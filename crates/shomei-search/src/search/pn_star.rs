//! PN*: depth-first iterative deepening on the proof number alone.
//!
//! What it does: a node is searched until it is solved or its proof number has
//! reached a threshold. The root and the OR nodes deepen iteratively: they
//! raise the threshold of their children one by one. AND nodes do not
//! (`docs/references.md [2], [6], [14]`). A disproof is an infinite proof
//! number; until then disproof numbers play no part.
//!
//! Our reading, since we know the algorithm from its descriptions only:
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
//! Step 4 of an AND node leaves its child solved or the node at its threshold,
//! so one pass over the children is enough.
//!
//! With `ordering` the children are tried in the order of their proof numbers,
//! the least first, at OR nodes anew in each round. Without, they are tried in
//! the order of the game, as in `docs/references.md [2]`. The rejected
//! alternative, the largest first at AND nodes to learn soon whether the
//! threshold holds, solved three of twelve positions of Lines of Action in eight
//! seconds each, the least first eight.
//!
//! Differs from the papers in:
//!
//! * Repetitions are cared for, and numbers live on the line and only rise, as
//!   in `pds.rs`; every search ends for the reasons given there.
//! * With an epsilon of 0 thresholds rise by one, as in the papers (above 1024 by
//!   a 1024th). The usual value is 1/16, since here no second number holds the
//!   first one back: a random graph of 24 positions with cycles took 15.7 million
//!   calls with a table of three entries and 1/64, 84 thousand with 1/16. On
//!   twelve positions of Lines of Action it makes little difference.
//! * The table is *TwoBig*, as that of PDS, for the sake of comparison.
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

/// In which order a node tries its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ordering {
    /// By their proof numbers, the least first.
    Dynamic,
    /// As the game lists them.
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

    /// Searches a node until it is solved or has this proof number.
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
        // 2. No child is asked for less than what the node has.
        let mut local = frame.before.pn();
        loop {
            // 3. Leave the node when its threshold is reached.
            let bounds = self.proof_number(frame);
            if bounds.is_solved() || bounds.pn() >= threshold || self.search.is_stopped() {
                return self.search.leave(frame, bounds);
            }
            // 4. A little more.
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

    /// An AND node asks of each child what is left of its threshold.
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
            // 4. What is left.
            let rest = self.rest(frame, child, threshold);
            self.descend(frame, child, rest, observer);
            bounds = self.proof_number(frame);
        }
        self.search.leave(frame, bounds)
    }

    /// The threshold less the proof numbers of the other children.
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

    /// The numbers of a node; as long as it is not solved, its disproof number
    /// means nothing.
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
