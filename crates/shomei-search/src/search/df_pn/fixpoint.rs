//! A finish by the fixpoint, where the search walks round among few positions.
//!
//! What it does: on a small graph with many cycles each line through the same few
//! positions is another one, and a disproof that rests on a repetition holds on its own
//! line only. So a search by lines may expand each position thousands of times. Then the
//! positions below a node are collected, breadth first and by the rules alone, and their
//! values are found by reading the graph backwards (`closure.rs`), as the
//! [oracle](crate::Oracle) does and as endgame tables are made (retrograde analysis,
//! `docs/references.md [36]`). A value does not depend on the line, so what is found holds
//! wherever the position is met.
//!
//! ```text
//! now and then
//!   1  were nearly all nodes since the last look entered before?
//!      the node: the deepest one that was on the stack all the time
//!   2  collect the positions below it, up to a bound; solved ones have nothing below
//!   3  read them backwards
//!   4  store what is decided; go up to the highest node of the stack that is
//! ```
//!
//! When a look is due, and how much a collection may take, is set by [`Trigger`]: a look
//! comes after so large a part of all nodes that a long search that walks round for a
//! while only is left alone, and all collections together expand a sixteenth of what
//! the search does at most. One that has met its bound is tried again when twice as much is allowed.
//!
//! Used in games that can return to a position. Not used where the option
//! `path-dependence` is off, which is for seeing what a search without such care does.
//! With several threads each looks between two jobs, and collects from the root, up to half
//! of what a job may expand (its option `share`).
//!
//! Invariants: a proof that is stored has falling lengths, each position's below that of
//! its parent. A disproof that is stored is part of a closed set: it uses no repetition.
//! Positions of the line above the root of the search (`prefix`) are passed by neither;
//! what fails only because they do is handed to the nodes of the stack, with its support.
//! Every expansion is counted, and every limit looked at.
//!
//! Memory: at most an eighth of the table's, out of the part that it does not use yet;
//! where it uses all, a 64th; a mebibyte in any case. A position takes twice its own size
//! and about 100 bytes, a move 12. All is given back at once.

mod closure;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use shomei_game::{Key, Role, Solvable, Status};

use super::DfPn;
use super::frame::{Frame, Kid};
use super::step::Returned;
use crate::search::outcome::{Outcome, Support};
use crate::search::twins::Memory;
use crate::table::{Entry, Table, Value};
use crate::{Bounds, Number, Observer, Silent};

use closure::{Closure, FAILED, Found, Known, WON};

/// When a search is taken to walk round, and what may be done about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trigger {
    /// The fewest nodes between two looks.
    least_nodes: u64,
    /// There is a look when the nodes have grown by one part in so many.
    part: u64,
    /// At most one in so many nodes may be new to the table.
    new_in: u64,
    /// One in so many expansions may be made for collections.
    share: u64,
    /// The fewest positions that are worth a collection.
    least_positions: u64,
}

impl Trigger {
    /// What is used.
    const USUAL: Trigger = Trigger {
        least_nodes: 1 << 14,
        part: 4,
        new_in: 32,
        share: 16,
        least_positions: 1 << 10,
    };
}

/// What is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watched {
    /// Nothing.
    Not,
    /// One search.
    Search,
    /// The jobs of one thread of several.
    Jobs,
}

/// What is known of where the search goes.
#[derive(Debug)]
pub(super) struct Walk {
    trigger: Trigger,
    watched: Watched,
    /// Nodes that were entered, and those among them that the table knew. Of a thread of
    /// several in all its jobs.
    entered: u64,
    again: u64,
    /// How many had been entered at the last look, and of those that were known.
    before: (u64, u64),
    /// The account's work then; 0 if that was in another job.
    since: u64,
    /// How many must have been entered before the next look.
    due: u64,
    /// The work of collections.
    spent: u64,
    /// The fewest positions that the next collection must be allowed.
    wanted: u64,
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk {
            trigger: Trigger::USUAL,
            watched: Watched::Not,
            entered: 0,
            again: 0,
            before: (0, 0),
            since: 0,
            due: 0,
            spent: 0,
            wanted: 0,
        }
    }

    fn begin(&mut self, watched: Watched) {
        let trigger = self.trigger;
        *self = Walk {
            trigger,
            watched,
            due: trigger.least_nodes,
            wanted: trigger.least_positions,
            ..Walk::new()
        };
    }

    /// A search below a line begins: of several, if it is a job.
    pub(super) fn begin_job(&mut self) {
        self.since = 0;
    }

    /// A node comes onto the stack, or is decided instead.
    #[inline]
    pub(super) fn enter(&mut self, is_known: bool) {
        self.entered += 1;
        self.again += u64::from(is_known);
    }

    /// Whether there is to be a look at it, on the way or between two jobs.
    #[inline]
    pub(super) fn is_due(&self, watched: Watched) -> bool {
        self.entered >= self.due && self.watched == watched
    }

    /// How many positions may be collected, if the search walks round; `left`: how many
    /// may be expanded at all.
    fn look(&mut self, left: u64) -> Option<u64> {
        let all = self.entered - self.before.0;
        let new = all - (self.again - self.before.1);
        self.before = (self.entered, self.again);
        self.due = self.entered
            + self
                .trigger
                .least_nodes
                .max(self.entered / self.trigger.part);
        let allowed = (self.entered / self.trigger.share).saturating_sub(self.spent);
        let allowed = allowed.min(left);
        let walks = new.saturating_mul(self.trigger.new_in) <= all;
        (walks && allowed >= self.wanted).then_some(allowed)
    }

    /// Notes the work of a collection that was allowed so much, and whether it has
    /// decided the position at which it began.
    fn note(&mut self, allowed: u64, work: u64, is_decided: bool) {
        self.spent += work;
        self.wanted = match is_decided {
            true => self.trigger.least_positions,
            false => allowed.saturating_mul(2),
        };
    }
}

impl Table {
    /// The memory that a collection may take beside the table.
    fn room_for_collection(&self) -> usize {
        let part = (self.bytes() / 8).min(self.unused());
        part.max(self.bytes() / 64).max(1 << 20)
    }
}

/// What a collection has made, and of what it may not make use.
struct Collected<P> {
    graph: Closure<P>,
    /// Positions of the line above the root of the search.
    barred: HashSet<Key>,
}

impl<G: Solvable> DfPn<'_, G> {
    /// Begins to watch a search or many jobs, if that may be of use.
    pub(super) fn watch_walk(&mut self, watched: Watched) {
        let is_wanted = self.options.fixpoint && self.options.path_dependence && self.repeats;
        self.walk
            .begin(if is_wanted { watched } else { Watched::Not });
    }

    /// Looks whether the search walks round; if so, solves what is below the node where
    /// it does, as far as that is allowed.
    pub(super) fn look_at_walk(&mut self, observer: &mut dyn Observer) {
        let since = std::mem::replace(&mut self.walk.since, self.account.counters.work());
        let Some(allowed) = self.walk.look(self.account.work_left()) else {
            return;
        };
        // The deepest node that has been there all the time.
        let stayed = |frame: &Frame<G::Position>| frame.work_at_entry <= since;
        let Some(at) = self.frames.partition_point(stayed).checked_sub(1) else {
            return;
        };
        let above = self.path.len() - self.frames.len();
        let barred = self.path.keys()[..above].iter().copied().collect();
        let root = self.frames[at].position.clone();
        let collected = self.collect(root, barred, allowed, observer);
        self.walk.since = self.account.counters.work();
        if let Some(collected) = collected {
            self.go_up(&collected, at);
        }
    }

    /// The same for a thread of several before it begins with a job: that is too short
    /// to walk round, and so the positions are those below the root of all.
    pub(super) fn look_at_walk_from(&mut self, root: &G::Position) {
        // Some is left for the job. If it is a small one there will be others.
        let left = self.account.work_left() / 2;
        if !self.walk.is_due(Watched::Jobs) || left < self.walk.wanted {
            return;
        }
        if let Some(allowed) = self.walk.look(left) {
            self.collect(root.clone(), HashSet::new(), allowed, &mut Silent);
        }
    }

    /// 2, 3 and 4a. Collects the positions below one, solves them, and stores what comes
    /// out. Nothing is handed back where a limit has been reached.
    fn collect(
        &mut self,
        root: G::Position,
        barred: HashSet<Key>,
        allowed: u64,
        observer: &mut dyn Observer,
    ) -> Option<Collected<G::Position>> {
        let before = self.account.counters.work();
        let graph = self.explore(root, &barred, allowed, observer);
        let account = &mut self.account;
        let work = account.counters.work() - before;
        let goes_on = || {
            account.poll();
            account.stopped_by.is_none()
        };
        let graph = graph.and_then(|mut graph| graph.solve(goes_on).then_some(graph));
        let is_decided = |graph: &Closure<_>| graph.found(0) != Found::Unknown;
        self.walk
            .note(allowed, work, graph.as_ref().is_some_and(is_decided));
        let graph = graph?;
        self.keep(&graph);
        Some(Collected { graph, barred })
    }

    /// 2. The positions below one; nothing where a limit has been reached.
    fn explore(
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
    fn known_whatever_the_line(
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

    /// 4a. Stores what holds on every line.
    fn keep(&mut self, graph: &Closure<G::Position>) {
        for id in 0..graph.expanded() {
            let best = graph.best(id);
            let value = match graph.found(id) {
                _ if graph.is_given(id) => continue,
                Found::Proved(length) => Value::Proved { length, best },
                // A way round has no length.
                Found::Failed => Value::Disproved { length: 1, best },
                Found::FailedHere | Found::Unknown => continue,
            };
            let key = graph.key(id);
            let known = self.table.probe(key);
            let entry = Entry {
                value,
                work: 1 + known.map_or(0, |entry| entry.work),
                min_depth: known.map_or(Entry::MAX_MIN_DEPTH, |entry| entry.min_depth),
            };
            match &mut self.gc {
                None => self.table.store(key, entry),
                Some(gc) => gc.store(&self.table, |table| table.store(key, entry)),
            }
            if id.is_multiple_of(1 << 12) {
                self.table.grow_if_full();
            }
        }
    }

    /// 4b. Leaves the nodes of the stack down to the highest one that is decided, or to
    /// the one from which positions were collected, and tells it what has come out.
    fn go_up(&mut self, collected: &Collected<G::Position>, at: usize) {
        let graph = &collected.graph;
        let is_decided = |frame: &Frame<G::Position>| {
            graph.find(frame.key, &frame.position).is_some_and(|id| {
                let found = graph.found(id);
                !graph.is_given(id) && matches!(found, Found::Proved(_) | Found::Failed)
            })
        };
        let highest = self.frames[..at].iter().position(is_decided).unwrap_or(at);
        while self.frames.len() > highest + 1 {
            let before = self.frames[self.frames.len() - 1].before;
            let outcome = Outcome::unsolved(before);
            self.leave(&outcome);
            self.take_over(&Returned::only(outcome));
        }
        for kid in self.frames[highest].kids.clone() {
            let Kid { waits, support, .. } = self.kids[kid];
            let own = self.pairs[kid].own;
            let is_solved = own == Number::ZERO || own.is_infinite();
            if waits || !is_solved || !support.is_none() {
                self.tell(collected, highest, kid);
            }
        }
    }

    /// Tells the node with this place, on top of the stack, about a child.
    fn tell(&mut self, collected: &Collected<G::Position>, at: usize, kid: usize) {
        let Collected { graph, barred } = collected;
        let frame = &self.frames[at];
        let mv = self.kids[kid].mv;
        let child = self.game.play(&frame.position, mv);
        let found = match self.game.status(&child) {
            Status::Won => Found::Proved(0),
            Status::Failed => Found::Failed,
            Status::Open => {
                let key = self.kids[kid].key;
                let id = graph.find(key, &child);
                match id.map(|id| graph.found(id)) {
                    Some(found) => found,
                    None => match self.known_whatever_the_line(barred, key, &child) {
                        Known::Proved(length) => Found::Proved(length),
                        Known::Failed => Found::Failed,
                        Known::Open | Known::Barred => Found::Unknown,
                    },
                }
            }
        };
        let (bounds, length) = match found {
            Found::Proved(length) => (Bounds::PROVED, length),
            Found::Failed | Found::FailedHere => (Bounds::DISPROVED, 1),
            Found::Unknown => return,
        };
        let above = self.path.len() - self.frames.len();
        self.kids[kid].support = match found {
            Found::FailedHere => Support::on(0).join(Support::on(above - 1)),
            _ => Support::NONE,
        };
        self.kids[kid].length = length;
        self.kids[kid].waits = false;
        self.set_numbers(kid, bounds);
        if G::CHAINS {
            self.look_at_chains();
        }
    }
}

/// A child as a collection meets it.
enum Met<P> {
    Won,
    Failed,
    /// It has this number already.
    Before(usize),
    New(Key, P, Known),
}
