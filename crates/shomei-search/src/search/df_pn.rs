//! Depth-first proof-number search (df-pn).
//!
//! What it does: searches the most-proving node as proof-number search does,
//! but depth first, leaving a node only when one of its numbers reaches a
//! threshold at which the choice of some ancestor could change
//! (`docs/references.md [3], [4], [15]`). Numbers live in a table that may
//! forget; what is needed to make progress is kept on the stack.
//!
//! ```text
//! mid(n, thresholds, increase)
//!   1  expand n: hash all children, prefetch, look them up or evaluate them
//!      if n was never expanded before: increase = false
//!   2  loop:
//!        if an unsolved child is old: increase = true
//!        (phi, delta) = scan of the children
//!        on the first pass, if increase: raise both thresholds above the numbers
//!   3    if solved, or phi >= thresholds.own, or delta >= thresholds.other,
//!        or a limit of the search is reached: break
//!   4    s = the child searched last while it is good enough, else the best
//!        mid(s, thresholds of s, increase); take over what it returns
//!   5  store n; return
//! ```
//!
//! In the papers `thresholds.own` is th_phi, `thresholds.other` is th_delta, and
//! `increase` is inc.
//!
//! Differs from the papers in:
//!
//! * Numbers are kept as (pn, dn), not as (phi, delta) of the side to move, so
//!   a side may move twice in a row.
//! * A child's numbers are taken from the call that searched it, never read
//!   back from the table (the table is a mere cache).
//! * Old children and repetitions (`docs/references.md [9], [10]`) are cared
//!   for: `frame.rs` and `ghi.rs`.
//! * Once the table was full, the numbers of children on the stack only rise,
//!   so that a search ends with any table.
//! * The stack is explicit: depth is bounded by memory alone.
//!
//! Invariants: a child is entered only with numbers below both its thresholds; a
//! solved value is stored in its base entry only if it holds on every line.
//!
//! Memory: the table, and per ply of the current line one frame and its
//! children (about 50 bytes a child). On demand the table is kept small on the
//! way: `sibling_gc.rs`.

mod call;
mod chains;
mod decide;
mod expand;
mod fixpoint;
mod frame;
mod ghi;
mod held;
mod info;
mod job;
mod line;
mod options;
mod partition;
mod previews;
mod reach;
mod scratch;
mod shown;
mod shuffle;
mod sibling_gc;
mod stack;
mod step;

use std::collections::HashSet;
use std::sync::Arc;

use shomei_game::{Key, Role, Solvable};

use crate::account::Account;
use crate::rule::{Count, Pair, Scan, without_cost};
use crate::search::outcome::Outcome;
use crate::table::{Gauge, Table};
use crate::{Bounds, Event, Harvest, Limits, Observer, Progress};

pub(crate) use call::Searched;
use fixpoint::{Walk, Watched};
use frame::{Inherited, Kid, Waits};
pub use info::INFO;
pub(crate) use info::{Combination, Crew, combination, new_table, open_one_of, read};
use job::Suspended as PutAside;
pub(crate) use job::{JobLeaf, LeafChild, Suspended};
use line::CurrentLine;
pub use options::{DfPnOptions, Gc, Ties};
use partition::Sources;
use scratch::Scratch;
use shown::Shown;
use sibling_gc::SiblingGc;
use stack::Stack;
use step::{Returned, Step};

/// The searcher. See the [module text](self).
#[derive(Debug)]
pub struct DfPn<'g, G: Solvable> {
    game: &'g G,
    options: DfPnOptions,
    table: Arc<Table>,
    /// The positions that play has passed on the way to the node at work.
    line: CurrentLine,
    /// The nodes of that line below the root of the search.
    stack: Stack<G::Position, G::Move>,
    scratch: Scratch<G::Move>,
    /// The children of nodes that were expanded lately.
    shown: Shown<G::Move>,
    account: Account,
    root_bounds: Bounds,
    assumed: Assumed,
    /// What forgets below decided nodes, if that is asked for.
    gc: Option<SiblingGc<G::Position, G::Move>>,
    gauge: Gauge,
    /// Whether the search walks round among few positions.
    walk: Walk,
    /// Who is shown what is learnt.
    harvest: Option<Harvest<G::Position>>,
}

/// Positions that count as failed for the time of a search: how the
/// extraction of certificates closes a disproof.
pub(crate) type Assumed = HashSet<Key>;

impl<'g, G: Solvable> DfPn<'g, G> {
    /// A searcher of `game` that works with `table`, which must hold entries
    /// of this game under this goal only. By the partition rule it takes a
    /// sixteenth of the table's memory more.
    pub fn new(game: &'g G, options: DfPnOptions, table: Arc<Table>) -> DfPn<'g, G> {
        DfPn::one_of(1, game, options, table)
    }

    /// One of so many searchers, which take that memory together.
    pub(crate) fn one_of(
        searchers: usize,
        game: &'g G,
        mut options: DfPnOptions,
        table: Arc<Table>,
    ) -> DfPn<'g, G> {
        options.init = options.init.of::<G>();
        DfPn {
            game,
            line: CurrentLine::new(game.can_repeat()),
            stack: Stack::new(Sources::new(&options, table.bytes() / searchers)),
            scratch: Scratch::new(),
            shown: Shown::new(),
            account: Account::open(game, &Limits::default()),
            root_bounds: Bounds::UNIT,
            assumed: Assumed::new(),
            gc: SiblingGc::new(options.gc),
            gauge: Gauge::default(),
            walk: Walk::new(),
            harvest: None,
            options,
            table,
        }
    }

    /// Begins a line that starts with these positions.
    fn begin(&mut self, prefix: &[Key]) {
        self.stack.clear();
        self.line.path.clear();
        self.walk.begin_job();
        prefix.iter().for_each(|&key| self.line.path.push(key));
        if self.minds_boards() {
            self.line.held.clear();
            prefix.iter().for_each(|_| self.line.held.push(None));
        }
    }

    /// Whether boards of the line are compared.
    fn minds_boards(&self) -> bool {
        G::DOMINATES && self.line.repeats && self.table.boards().is_some()
    }

    /// `mid` of a position below the line `prefix`; where it stood, if a limit of the
    /// account ended it.
    fn run(
        &mut self,
        prefix: &[Key],
        root: G::Position,
        key: Key,
        thresholds: Pair,
        observer: &mut dyn Observer,
    ) -> (Outcome, Option<PutAside>) {
        self.begin(prefix);
        if self.account.exhausted() {
            return (Outcome::UNTOUCHED, None);
        }
        if let Some(outcome) = self.decide(&root, key) {
            return (outcome, None);
        }
        self.enter(root, key, thresholds, Inherited::default());
        let mut put_aside = None;
        loop {
            if self.account.poll_due() {
                self.poll(observer);
            }
            if self.walk.is_due(Watched::Search) {
                self.look_at_walk(observer);
            }
            match self.step(observer) {
                Step::Descend(kid, thresholds) => self.descend(kid, thresholds),
                Step::Return(mut outcome, source) => {
                    if self.account.stopped_by.is_some() && put_aside.is_none() {
                        put_aside = self.stands_at();
                    }
                    let reach = self.leave(&mut outcome);
                    if self.stack.frames.is_empty() {
                        return (outcome, put_aside);
                    }
                    self.take_over(&Returned {
                        outcome,
                        source,
                        reach,
                    });
                }
            }
        }
    }

    /// Where the search stands; nothing if it has not left its root.
    fn stands_at(&self) -> Option<PutAside> {
        let place = self.stack.frames.first()?.last?;
        let plies = self.stack.frames.len() as u64 - 1;
        Some(PutAside { plies, place })
    }

    fn poll(&mut self, observer: &mut dyn Observer) {
        self.account.poll();
        let fill = self.gauge.read(&self.table);
        if let Some(gc) = &mut self.gc {
            gc.cleared(self.gauge.take_cleared());
        }
        observer.event(&Event::Progress(Progress {
            bounds: self.root_bounds,
            counters: self.account.counters,
            fill,
        }));
    }

    /// Steps 2 to 4 of `mid` for the node on top of the stack.
    fn step(&mut self, observer: &mut dyn Observer) -> Step {
        if G::CHAINS
            && self
                .stack
                .frames
                .last()
                .is_some_and(|f| f.waits == Waits::Look)
        {
            self.end_waits();
        }
        let exhausted = self.account.exhausted();
        let at_root = self.stack.frames.len() == 1;
        let Some(frame) = self.stack.frames.last_mut() else {
            return Step::Return(Outcome::UNTOUCHED, None);
        };

        // 2. The numbers of this node.
        if frame.has_old && !frame.increase {
            frame.increase = frame.sees_old_child(&self.stack.kids, &self.stack.pairs);
        }
        let pairs = &self.stack.pairs[frame.kids.clone()];
        let start = frame.kids.start;
        let merges = frame.merges;
        let count = |i| match merges {
            true => self.stack.sources.count(start + i),
            false => Count::Added,
        };
        let expanded = self.account.before + self.account.counters.expanded;
        let rules = self.options.rules_after(expanded);
        let rule = rules.at(frame.role);
        let scan = Scan::of(rule, count, pairs);
        let scan = match (self.options.ties, frame.role) {
            (Ties::LargerDn, Role::Attacker) => scan.with_larger_of_best(rule, pairs),
            _ => scan,
        };
        self.account.counters.saturations += u64::from(scan.saturated);
        let bounds = Bounds::from_numbers(frame.role, scan.phi, scan.delta);
        if at_root && (frame.last.is_none() || bounds != self.root_bounds) {
            self.root_bounds = bounds;
            observer.event(&Event::Root(bounds));
        }
        if !bounds.is_solved() {
            frame.before = bounds;
        }
        if frame.first_pass && frame.increase {
            frame.raise_thresholds(scan.phi, scan.delta);
        }
        frame.first_pass = false;

        // 3. Back to the parent?
        let thresholds = frame.thresholds;
        if bounds.is_solved()
            || scan.phi >= thresholds.own
            || scan.delta >= thresholds.other
            || exhausted
        {
            let outcome = frame.outcome(bounds, &self.stack.kids, &self.stack.pairs);
            let source = self.stack.sources.are_kept() && !bounds.is_solved();
            return Step::Return(
                outcome,
                source.then(|| frame.source(&scan, &self.stack.kids)),
            );
        }

        // 4. The child to search, and how far.
        // By the branch rule one that is not the best may be above its threshold.
        let epsilon = self.options.epsilon;
        let threshold_of_other =
            |i: usize| scan.threshold_of_other(rule, (pairs[i], count(i)), thresholds.other);
        let last_is_good = |last: usize| {
            let Pair { own, other } = pairs[last];
            last != scan.best
                && own < thresholds.own
                && own < epsilon.threshold(scan.phi)
                && other < threshold_of_other(last)
        };
        let (chosen, rival) = match frame.last {
            Some(last) if last_is_good(last) => (last, scan.phi),
            _ => (scan.best, scan.second),
        };
        frame.last = Some(chosen);
        let child = pairs[chosen];
        let own = thresholds.own.min(epsilon.threshold(rival));
        let other = threshold_of_other(chosen);
        debug_assert!(child.own < own && child.other < other);
        let cost = self
            .stack
            .costs
            .get(start + chosen)
            .copied()
            .unwrap_or_default();
        let thresholds = Pair {
            own: without_cost(own, cost.phi),
            other: without_cost(other, cost.delta),
        };
        Step::Descend(start + chosen, thresholds)
    }

    fn descend(&mut self, kid: usize, thresholds: Pair) {
        if self.look_up_late(kid) {
            // Its numbers are others than those it was chosen for.
            return;
        }
        let Some(frame) = self.stack.frames.last() else {
            return;
        };
        let Kid {
            mv, key, expanded, ..
        } = self.stack.kids[kid];
        let position = self.game.play(&frame.position, mv);
        if !expanded && let Some(outcome) = self.decide(&position, key) {
            self.take_over(&Returned::only(outcome));
            return;
        }
        let Some(frame) = self.stack.frames.last() else {
            return;
        };
        // The thresholds are the parent's view; the child's is the same only if
        // the same side moves again.
        let thresholds = if self.game.role(&position) == frame.role {
            thresholds
        } else {
            thresholds.swapped()
        };
        let inherited = Inherited {
            increase: frame.increase,
            expanded,
        };
        self.enter(position, key, thresholds, inherited);
    }

    /// The child that was searched last has returned this.
    fn take_over(&mut self, returned: &Returned) {
        let Some(frame) = self.stack.frames.last() else {
            return;
        };
        let Some(last) = frame.last else {
            return;
        };
        let outcome = &returned.outcome;
        let kid = frame.kids.start + last;
        self.stack.kids[kid].expanded = true;
        self.stack.kids[kid].support = outcome.support;
        self.stack.kids[kid].length = outcome.length;
        self.stack.kids[kid].reach = returned.reach;
        let before = self.stack.pairs[kid];
        self.set_numbers(kid, outcome.bounds);
        if !outcome.bounds.is_solved() {
            self.keep_from_falling(kid, before);
        } else if G::CHAINS {
            self.look_at_chains();
        }
        if let Some(source) = returned.source {
            self.note_source(source);
        }
    }
}
