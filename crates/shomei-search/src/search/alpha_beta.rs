//! Alpha-beta: depth-first search with iterative deepening, the baseline for the proof-number
//! searches.
//!
//! It asks "does the attacker win within d plies?" for d = 1, 2, 3, ... The answers are yes and no,
//! so the window between alpha and beta is always minimal: one won child decides an OR node, one
//! child that is not won decides an AND node (`docs/references.md [2], [5]`). There are two kinds
//! of no, because only one of them answers "does the attacker win?": the attacker *fails for good*
//! if the result does not depend on a horizon.
//!
//! ```text
//! for d = 1, 2, 3, ...:
//!   won, failed: the answer;  not yet: the next d
//!
//! search(n, d):
//!   1  n is over: won or failed;  n repeats the path: failed, depending on that position
//!   2  d = 0: not yet
//!   3  n is in the table with a verdict that is valid here: that verdict
//!   4  for the children c of n, the most promising first:
//!        v = search(c, d - 1)
//!        OR:  v won -> n is won
//!        AND: v not won -> n is v
//!   5  AND: won;  OR: failed if all children are, otherwise not yet
//!   store n
//! ```
//!
//! With `pn-nodes`, a proof-number search runs first. The nodes that it has proved are looked up in
//! step 1 (`docs/references.md [35]`, as described in `[2]`, section 3.1).
//!
//! Differences from the papers:
//!
//! * They searched won positions, and a playing program stops at some depth. Here failures for good
//!   are separate, so that lost positions get an answer too.
//! * `[5]` orders moves by a neural network, `[2]` by the history heuristic, as here. Neither paper
//!   describes the order of moves without history; here the game orders them.
//! * At OR nodes one ply above the horizon, all children are evaluated together
//!   ([`Game::children`]).
//!
//! Invariants:
//!
//! 1. A proof is valid on every path and at any depth.
//! 2. A failure for good depends only on failures for good, each with the path indices that it
//!    needs (`outcome.rs`).
//! 3. *Not yet* comes from a position at the horizon of the current iteration, d plies along a path
//!    without repetition: the table returns no other (`memory.rs`).
//!
//! Termination follows from 3: in an iteration deeper than the number of positions of the game
//! there is no such path, hence no *not yet*, and the root is won or failed. Correctness follows
//! from 1 and 2; the failure of a root depends on nothing above it. These arguments need nothing
//! from the table, so one entry is enough. *Not yet* can be wrong on another path, where other
//! positions repeat; then a win is found some iterations later.
//!
//! Memory: 48 bytes per entry (option `entries`), the stored nodes and the proved nodes of the
//! proof-number search, and the table of solved positions.

mod frame;
mod info;
mod last_ply;
mod memory;
mod order;
mod verdict;

use std::sync::Arc;

use shomei_game::{Children, Game, Key, LeafSolver, Role, Status};

use self::frame::AlphaBetaFrame;
use self::memory::{AlphaBetaEntry, Horizon};
use self::order::{Candidate, Order};
use self::verdict::{Gather, Verdict};
use crate::faithful::FaithfulTable;
use crate::search::Search;
use crate::search::context::SearchContext;
use crate::search::evaluate;
use crate::search::outcome::PathDependence;
use crate::search::pn::Pn;
use crate::table::Table;
use crate::{Bounds, Limits, Observer, Report};

pub use info::INFO;
pub(crate) use info::open;

/// The searcher. See the [module text](self).
#[derive(Debug)]
struct AlphaBeta<'g, G: Game> {
    context: SearchContext<'g, G>,
    table: FaithfulTable<AlphaBetaEntry>,
    order: Order<G::Move>,
    /// The proof-number search that runs first, and the number of nodes that it may generate.
    pn: Option<(Pn<'g, G>, u64)>,
    iteration: u32,
    /// The path, except for the position at its end.
    frames: Vec<AlphaBetaFrame<G::Position>>,
    /// The children of all frames, those of the last frame at the end.
    candidates: Vec<Candidate<G::Move>>,
    moves: Vec<G::Move>,
    children: Children<G::Move>,
}

impl<G: Game> AlphaBeta<'_, G> {
    fn run(&mut self, root: &G::Position, observer: &mut dyn Observer) -> Bounds {
        let bounds = self.search_best_first(root, observer);
        if bounds.is_solved() {
            return bounds;
        }
        self.order.clear();
        for depth in 1.. {
            self.iteration = self.iteration.saturating_add(1);
            match self.iterate(root, depth, observer) {
                Some(Verdict::NotYet) => {}
                Some(verdict) => return verdict.outcome(None).bounds,
                None => break,
            }
        }
        Bounds::UNIT
    }

    /// Runs the proof-number search before alpha-beta.
    fn search_best_first(&mut self, root: &G::Position, observer: &mut dyn Observer) -> Bounds {
        let Some((pn, nodes)) = &mut self.pn else {
            return Bounds::UNIT;
        };
        let mut limits = self.context.budget.rest();
        limits.generated = Some(limits.generated.map_or(*nodes, |rest| rest.min(*nodes)));
        let report = pn.search(root, &limits, observer);
        self.context.budget.add(&report.counters);
        self.context.budget.counters.stored = report.counters.stored;
        report.bounds
    }

    /// The verdict on the root with this number of plies; `None` if a limit was reached.
    fn iterate(
        &mut self,
        root: &G::Position,
        depth: u32,
        observer: &mut dyn Observer,
    ) -> Option<Verdict> {
        if self.must_stop(observer) {
            return None;
        }
        let mut verdict = self.enter(root.clone(), depth);
        loop {
            while let Some(known) = verdict {
                if self.frames.is_empty() {
                    return Some(known);
                }
                verdict = self.hand_up(known);
            }
            if self.must_stop(observer) {
                self.frames.clear();
                self.candidates.clear();
                self.context.path.clear();
                return None;
            }
            verdict = self.look_at_next();
        }
    }

    fn must_stop(&mut self, observer: &mut dyn Observer) -> bool {
        let table = &self.table;
        let fill = || table.len() as f64 / table.capacity() as f64;
        self.context.must_stop(observer, || (Bounds::UNIT, fill()))
    }

    /// Steps 1 to 3 for a position that extends the path. Returns `None` if its children must be
    /// searched; then it has become the last frame.
    fn enter(&mut self, position: G::Position, depth: u32) -> Option<Verdict> {
        let game = self.context.game;
        let nodes = &mut self.context.budget.counters.leaf_nodes;
        let status = evaluate::status(game, &position, nodes);
        let key = game.key(&position);
        if let Some(verdict) = self.judge(key, status) {
            return Some(verdict);
        }
        if depth == 0 {
            return Some(Verdict::NotYet);
        }
        let known = self.table.probe(key);
        let horizon = self.horizon(depth);
        if let Some(verdict) = known.and_then(|entry| entry.verdict(horizon, &self.context.path)) {
            self.context.budget.counters.table_hits += 1;
            return Some(verdict);
        }
        let best = known.and_then(AlphaBetaEntry::best);
        self.context.budget.counters.expanded += 1;
        self.context.path.push(key);
        let role = game.role(&position);
        if depth == 1 && role == Role::Attacker && G::LEAF_SOLVER != LeafSolver::WhenVisited {
            return Some(self.look_at_all(&position, key));
        }
        self.open(position, key, depth, best);
        None
    }

    /// Step 1, with the lookup among the nodes that the proof-number search has proved.
    #[inline]
    fn judge(&mut self, key: Key, status: Status) -> Option<Verdict> {
        match status {
            Status::Won => return Some(Verdict::Won { length: 0 }),
            Status::Failed => {
                return Some(Verdict::Failed {
                    path_dependence: PathDependence::NONE,
                    length: 0,
                });
            }
            Status::Open => {}
        }
        if let Some(path_dependence) = self.context.repeats(key) {
            return Some(Verdict::Failed {
                path_dependence,
                length: 0,
            });
        }
        let (pn, _) = self.pn.as_ref()?;
        let length = pn.proved().probe(key)?;
        self.context.budget.counters.table_hits += 1;
        Some(Verdict::Won { length })
    }

    /// Makes the position at the end of the path the last frame.
    fn open(&mut self, position: G::Position, key: Key, depth: u32, best: Option<usize>) {
        let game = self.context.game;
        let first = self.candidates.len();
        self.moves.clear();
        game.moves(&position, &mut self.moves);
        let moves = self.moves.iter().enumerate();
        self.candidates
            .extend(moves.map(|(place, &mv)| Candidate::new(mv, place)));
        let role = game.role(&position);
        let mut unsorted = first;
        if let Some(known) = best
            && let Some(children) = self.candidates[first..].get_mut(..=known)
        {
            children.rotate_right(1);
            unsorted += 1;
        }
        let mut frame = AlphaBetaFrame {
            position,
            key,
            role,
            depth,
            gather: Gather::new(role, self.context.path.len() - 1),
            first,
            next: first,
            unsorted: None,
            met: self.context.budget.counters.expanded - 1,
        };
        frame.unsorted = (!frame.is_easy()).then_some(unsorted);
        self.frames.push(frame);
    }

    /// Adds the verdict on a child to the last frame. Returns the verdict on the frame if the child
    /// decides it.
    fn hand_up(&mut self, child: Verdict) -> Option<Verdict> {
        let frame = self.frames.last_mut()?;
        let verdict = frame.gather.take(child)?;
        let deciding = self.candidates[frame.next - 1];
        if !frame.is_easy() {
            let at = frame.place(self.context.game, self.context.path.len() - 1);
            self.order.decided(&at, deciding.mv, frame.depth);
        }
        self.leave(verdict, Some(deciding.place as usize));
        Some(verdict)
    }

    /// Goes to the next child of the last frame. Returns the verdict on that child, or `None` if
    /// the child has become a frame itself. If no child is left, returns the verdict on the frame.
    fn look_at_next(&mut self) -> Option<Verdict> {
        let frame = self.frames.last_mut()?;
        if frame.next == self.candidates.len() {
            // Step 5.
            let verdict = frame.gather.finish();
            self.leave(verdict, None);
            return Some(verdict);
        }
        let game = self.context.game;
        if frame.unsorted == Some(frame.next) {
            frame.unsorted = None;
            let at = frame.place(game, self.context.path.len() - 1);
            self.order.sort(&at, &mut self.candidates[frame.next..]);
        }
        let child = game.play(&frame.position, self.candidates[frame.next].mv);
        let depth = frame.depth - 1;
        frame.next += 1;
        self.context.budget.counters.generated += 1;
        self.context.budget.counters.evaluated += u64::from(depth == 0);
        self.enter(child, depth)
    }

    /// Removes the last frame from the path.
    fn leave(&mut self, verdict: Verdict, best: Option<usize>) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.candidates.truncate(frame.first);
        let work = self.context.budget.counters.expanded - frame.met;
        self.store(frame.key, frame.depth, verdict, best, work);
        self.context.path.pop();
    }

    fn horizon(&self, depth: u32) -> Horizon {
        Horizon {
            iteration: self.iteration,
            depth,
        }
    }

    /// Stores the verdict on the last position of the path.
    fn store(&mut self, key: Key, depth: u32, verdict: Verdict, best: Option<usize>, work: u64) {
        let entry = AlphaBetaEntry::new(verdict, best, self.horizon(depth), &self.context.path);
        self.table.store(key, entry, u64::from(depth));
        let index = self.context.path.len() - 1;
        self.context.note(key, &verdict.outcome(best), work, index);
    }
}

impl<G: Game> Search<G> for AlphaBeta<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let bounds = match self.context.open(root, limits) {
            Some(bounds) => bounds,
            None => self.run(root, observer),
        };
        self.context.budget.counters.stored += self.table.len() as u64;
        self.context.budget.report(bounds)
    }

    fn table(&self) -> &Arc<Table> {
        &self.context.solved
    }
}
