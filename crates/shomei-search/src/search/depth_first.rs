//! The common parts of the depth-first searches of the papers: PDS, PDS-PN and PN*.
//!
//! ```text
//! enter(n)              counts the call; looks n up in the table; checks whether
//!                       the game is over; otherwise creates the children of n and
//!                       looks them up
//! combine(n)            computes the numbers of n
//! learn(c)              takes over the result of the search of a child
//! leave(n)              stores n
//! ```
//!
//! Each search decides which child it searches next and with which thresholds. The searches share
//! solutions to two problems that the papers leave open:
//!
//! * **The numbers of the children of every node on the path are stored here**, not only in the
//!   table, and they only rise, to the values that a call for the child returns. The table is a
//!   cache: it is probed for a child when its parent is entered and when the child itself is
//!   searched. `pds.rs` explains why every search ends.
//! * **A child that repeats a position of the path is disproved.** The disproof depends on that
//!   position; such disproofs are stored in the table as twins (`twins.rs`).
//!
//! Memory: the table (option `entries`), and per ply of the path a frame on the machine's stack,
//! which grows as needed, plus 36 bytes and a move per child.

mod node;

use std::sync::Arc;

use shomei_game::{Children, Game, Key, LeafPolicy};

use crate::faithful::{FaithfulTable, ProvedTable, StoreError};
use crate::rule::{Pair, least_and_total};
use crate::search::context::SearchContext;
use crate::search::evaluate::{self, Init, evaluate};
use crate::search::outcome::{Outcome, Part, PathDependence};
use crate::search::twins::{self, Left, TwinTable};
use crate::table::{Entry, Table, Value};
use crate::{Bounds, Limits, Number, Observer, Report};

pub(crate) use node::{DepthCall, DepthChild, DepthFrame, Entered};

/// The path, the children along it, and the table.
#[derive(Debug)]
pub(crate) struct DepthFirst<'g, G: Game> {
    pub(crate) context: SearchContext<'g, G>,
    pub(crate) table: FaithfulTable<Value>,
    /// The initial numbers of a child that is not in the table.
    init: Init,
    /// The children of all nodes on the path; the children of each node follow those of its parent.
    pub(crate) children: Vec<DepthChild<G::Move>>,
    root_bounds: Bounds,
    listed: Children<G::Move>,
}

impl<'g, G: Game> DepthFirst<'g, G> {
    /// A search with a table of this number of entries, replacement *TwoBig*. Solved positions are
    /// stored in `solved`. Trees at the end of the path use mobility for initial numbers.
    pub(crate) fn new(
        game: &'g G,
        init: Init,
        entries: usize,
        solved: Arc<Table>,
    ) -> Result<DepthFirst<'g, G>, StoreError> {
        Ok(DepthFirst {
            context: SearchContext::new(game, Init::Mobility, solved, ProvedTable::new(0)?),
            table: FaithfulTable::new(entries)?,
            init,
            children: Vec::new(),
            root_bounds: Bounds::UNIT,
            listed: Children::new(),
        })
    }

    /// Begins a search. Returns the call of its root, or the root's bounds if the game is over
    /// there.
    pub(crate) fn begin(
        &mut self,
        root: &G::Position,
        limits: &Limits,
    ) -> Result<DepthCall<G::Position>, Bounds> {
        self.children.clear();
        self.root_bounds = Bounds::UNIT;
        match self.context.open(root, limits) {
            Some(bounds) => Err(bounds),
            None => Ok(DepthCall {
                position: root.clone(),
                key: self.context.game.key(root),
                bounds: Bounds::UNIT,
            }),
        }
    }

    /// Whether a limit has ended the search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.context.budget.stopped_by.is_some()
    }

    /// Whether a limit ends the search now.
    pub(crate) fn must_stop(&mut self, observer: &mut dyn Observer) -> bool {
        let DepthFirst {
            context,
            table,
            root_bounds,
            ..
        } = self;
        let fill = || table.len() as f64 / table.capacity() as f64;
        context.must_stop(observer, || (*root_bounds, fill()))
    }

    /// The report of a search that ends with these bounds of its root.
    pub(crate) fn report(&mut self, bounds: Bounds) -> Report {
        self.note_stored(0);
        self.context.budget.report(bounds)
    }

    /// Updates the largest number of stored nodes: the entries in use plus `beside` other nodes.
    pub(crate) fn note_stored(&mut self, beside: usize) {
        let stored = &mut self.context.budget.counters.stored;
        *stored = (*stored).max((self.table.len() + beside) as u64);
    }

    /// The call that searches a child.
    pub(crate) fn call(
        &self,
        frame: &DepthFrame<G::Position>,
        child: usize,
    ) -> DepthCall<G::Position> {
        let child = &self.children[child];
        DepthCall {
            position: self.context.game.play(&frame.position, child.mv),
            key: child.key,
            bounds: child.bounds,
        }
    }

    /// Enters a node: adds it to the path, unless it is solved or the numbers in the table are
    /// sufficient.
    pub(crate) fn enter(
        &mut self,
        call: DepthCall<G::Position>,
        is_enough: impl FnOnce(Bounds) -> bool,
        observer: &mut dyn Observer,
    ) -> Entered<G::Position> {
        if self.must_stop(observer) {
            return Entered::Done(Outcome::plain(call.bounds));
        }
        self.context.budget.counters.expanded += 1;
        self.context.budget.counters.evaluated += 1;
        // The numbers in the table can be sufficient.
        let known = self.look_up(call.key);
        match &known {
            Some((outcome, _)) => {
                let bounds = outcome.bounds;
                if bounds.is_solved() || is_enough(bounds) {
                    return Entered::Done(*outcome);
                }
            }
            None => {
                if let Some(outcome) = self.over(&call) {
                    return Entered::Done(outcome);
                }
            }
        }
        Entered::Open(self.open(call, known))
    }

    /// Adds an open position and its children to the path.
    fn open(
        &mut self,
        call: DepthCall<G::Position>,
        known: Option<(Outcome, Entry)>,
    ) -> DepthFrame<G::Position> {
        let index = self.context.path.len();
        self.context.path.push(call.key);
        let start = self.children.len();
        self.list_children(&call.position);
        for child in &mut self.children[start..] {
            if let Some(path_dependence) = self.context.repeats(child.key) {
                child.bounds = Bounds::DISPROVED;
                child.path_dependence = path_dependence;
            }
        }
        self.look_up_children(start);
        let counters = &mut self.context.budget.counters;
        counters.generated += (self.children.len() - start) as u64;
        DepthFrame {
            role: self.context.game.role(&call.position),
            position: call.position,
            key: call.key,
            index,
            children: start..self.children.len(),
            before: known.map_or(call.bounds, |(outcome, _)| outcome.bounds),
            twin: known.and_then(|(_, entry)| entry.value.twin()),
            expanded_before: counters.expanded,
            work_before: known.map_or(0, |(_, entry)| entry.work),
        }
    }

    /// Delayed evaluation: checks whether the game is over when a position is searched, not when it
    /// is created.
    pub(crate) fn over(&mut self, call: &DepthCall<G::Position>) -> Option<Outcome> {
        let game = self.context.game;
        let nodes = &mut self.context.budget.counters.leaf_nodes;
        let bounds = evaluate::solved(evaluate::status(game, &call.position, nodes))?;
        let outcome = Outcome::plain(bounds);
        self.store_leaf(call, &outcome, 1);
        Some(outcome)
    }

    /// Stores a node that was not entered but solved or evaluated otherwise.
    pub(crate) fn store_leaf(
        &mut self,
        call: &DepthCall<G::Position>,
        outcome: &Outcome,
        work: u64,
    ) {
        let left = Left {
            key: call.key,
            work,
            min_depth: 0,
            before: call.bounds,
            twin: None,
        };
        twins::store(&mut self.table, &self.context.path, &left, outcome);
    }

    /// Removes a node with these numbers from the path and stores it.
    pub(crate) fn leave(&mut self, frame: &DepthFrame<G::Position>, bounds: Bounds) -> Outcome {
        let outcome = self.outcome(frame, bounds);
        self.children.truncate(frame.children.start);
        let work =
            frame.work_before + 1 + self.context.budget.counters.expanded - frame.expanded_before;
        let left = Left {
            key: frame.key,
            work,
            min_depth: 0,
            before: frame.before,
            twin: frame.twin,
        };
        twins::store(&mut self.table, &self.context.path, &left, &outcome);
        self.context.note(frame.key, &outcome, work, frame.index);
        self.context.path.pop();
        outcome
    }

    fn outcome(&self, frame: &DepthFrame<G::Position>, bounds: Bounds) -> Outcome {
        let children = &self.children[frame.children.clone()];
        let part = |child: &DepthChild<G::Move>| {
            let part = Part {
                path_dependence: child.path_dependence,
                length: child.length,
            };
            (child.place as usize, child.bounds.of(frame.role), part)
        };
        Outcome::of_node(bounds, frame.role, frame.index, children.iter().map(part))
    }

    /// The numbers of a node from those of its children: for the mover the least of its numbers,
    /// for the opponent the sum.
    pub(crate) fn combine(&mut self, frame: &DepthFrame<G::Position>) -> Bounds {
        let role = frame.role;
        let children = &self.children[frame.children.clone()];
        let pairs = children.iter().map(|child| Pair::of(child.bounds, role));
        let (own, total) = least_and_total(pairs);
        self.context.budget.counters.saturations += u64::from(total == Number::MAX);
        let bounds = Bounds::from_numbers(role, own, total);
        if frame.index == 0 {
            self.root_bounds = bounds;
        }
        bounds
    }

    /// Looks the children in `children[start..]` up in the table.
    fn look_up_children(&mut self, start: usize) {
        for i in start..self.children.len() {
            if self.children[i].bounds.is_solved() {
                continue;
            }
            if let Some((outcome, _)) = self.look_up(self.children[i].key) {
                self.context.budget.counters.table_hits += 1;
                self.learn(i, &outcome);
            }
        }
    }

    /// Takes over the result of a child's search or table entry. The child's numbers only rise.
    pub(crate) fn learn(&mut self, child: usize, outcome: &Outcome) {
        let child = &mut self.children[child];
        let (before, now) = (child.bounds, outcome.bounds);
        child.bounds = if now.is_solved() || !child.is_known {
            now
        } else {
            Bounds::unsolved(before.pn().max(now.pn()), before.dn().max(now.dn()))
        };
        child.path_dependence = outcome.path_dependence;
        child.length = outcome.length;
        child.is_known = true;
    }

    /// The outcome for a position on this path according to the table, and the entry.
    fn look_up(&self, key: Key) -> Option<(Outcome, Entry)> {
        let entry = TwinTable::probe(&self.table, key)?;
        let outcome = twins::outcome(&self.table, &self.context.path, key, entry.value)?;
        Some((outcome, entry))
    }

    /// Appends the children of an open position with initial numbers. Children that the rules
    /// decide also get them: see [`over`](DepthFirst::over).
    fn list_children(&mut self, position: &G::Position) {
        let game = self.context.game;
        let policy = LeafPolicy {
            init: self.init,
            solve: false,
        };
        let listed = &mut self.listed;
        listed.clear();
        game.children(position, policy, listed);
        for child in 0..listed.len() {
            let bounds = match self.init {
                Init::Unit => Bounds::UNIT,
                Init::Mobility | Init::Eval | Init::Learned => {
                    let range = child..listed.len();
                    let evaluation = evaluate((game, position), policy, range, listed);
                    evaluation.estimate().map_or(Bounds::UNIT, Bounds::from)
                }
            };
            self.children.push(DepthChild {
                key: listed.listed()[child].key,
                mv: listed.listed()[child].mv,
                place: child as u32,
                bounds,
                path_dependence: PathDependence::NONE,
                length: 0,
                is_known: false,
            });
        }
    }
}

/// Goes one ply deeper. It allocates a new segment of stack when the current one is nearly used up,
/// so that only memory limits the length of a path.
#[inline]
pub(crate) fn deeper<T>(search: impl FnOnce() -> T) -> T {
    /// Stack space that one ply can use before this function is called again.
    const LEFT_OVER: usize = 128 << 10;
    const PIECE: usize = 16 << 20;
    stacker::maybe_grow(LEFT_OVER, PIECE, search)
}
