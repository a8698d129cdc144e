//! Step 1 of `mid`: a node comes onto the path with its children looked up or evaluated, or the
//! game decides it by a search of its own. And step 5: it leaves.

use std::ops::Range;

use shomei_game::{Children, Game, Key, LeafPolicy, LeafSolver, Resource, Role, Status, Visit};

use super::DfPn;
use super::deferred::{DEFERRED, OpenGroups};
use super::node::{Call, Child, Costs, Deferred, Extra, Frame, PlayedPath, with_cost};
use super::store::Store;
use crate::rule::Pair;
use crate::search::evaluate::{self, evaluate};
use crate::search::outcome::Outcome;
use crate::search::twins::Left;
use crate::table::{Entry, Value};
use crate::{Bounds, Counters, Number};

/// Whether the table is asked about a child. It is not asked about the children of a node that was
/// never expanded before: one miss of the processor's cache in place of one for each child, but
/// transpositions are noticed later. On 38 positions of Lines of Action that was 30 % more
/// expansions a second for as many of them in the geometric mean (466 against 468).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    Table,
    Nothing,
}

/// The most nodes of one search of the game's own. A position that needs more is left to df-pn.
const MOST_LEAF_NODES: u64 = 1 << 20;

/// What is known of a node that the table does not know.
const UNSEEN: Entry = Entry {
    value: Value::Unsolved {
        bounds: Bounds::UNIT,
        twin: None,
    },
    work: 0,
    min_depth: u16::MAX,
};

/// The nodes between which the clock is looked at: the game keeps what it has found.
const LEAF_SLICE: u64 = 1 << 18;

impl<G: Game> DfPn<'_, G> {
    /// Puts a node on the path.
    #[inline]
    pub(super) fn enter(&mut self, call: Call<G::Position>) {
        let Call { position, key, .. } = call;
        let index = self.path.keys.len();
        self.path.push(key, || self.game.resource(&position));
        let first = self.stack.children.len();
        let entry = self.store.table.probe(key);
        self.monitor.enter(key, entry.is_some());
        let work_at_entry = self.account.counters.work();
        self.account.counters.expanded += 1;
        let is_new = entry.is_none();
        let entry = entry.unwrap_or(UNSEEN);
        let (before, twin) = match entry.value {
            Value::Unsolved { bounds, twin } => (bounds, twin),
            _ => (Bounds::UNIT, None),
        };
        self.stack.frames.push(Frame {
            role: self.game.role(&position),
            position,
            key,
            children: first..first,
            thresholds: call.thresholds,
            // A node that was expanded before hands the increase on.
            increase: call.increase && (call.expanded || !is_new),
            first_pass: true,
            has_old: false,
            deferred: Deferred::No,
            merges: false,
            last: None,
            index,
            min_depth: depth_of(index).min(entry.min_depth),
            twin,
            before,
            work_at_entry,
            work_before: entry.work,
        });
        match is_new && !self.options.probe_new {
            true => self.expand(Probe::Nothing, call.costs),
            false => self.expand(Probe::Table, call.costs),
        }
        if !is_new {
            self.stack.recall_partition();
        }
    }

    /// Lists the children of the node on top, and looks up or evaluates each. Stops at one that
    /// solves the node whatever the path.
    fn expand(&mut self, probe: Probe, costs: Costs) {
        let DfPn {
            game,
            options,
            store,
            path,
            stack,
            cache,
            account,
            ..
        } = self;
        let (game, policy) = (*game, LeafPolicy::new(options.init));
        let Some(frame) = stack.frames.last_mut() else {
            return;
        };
        let position = &frame.position;
        let listed = match probe {
            Probe::Table => cache.find(frame.key),
            Probe::Nothing => None,
        };
        let (half, range) = match listed {
            Some(found) => found,
            None => cache.list(frame.key, |out| game.children(position, policy, out)),
        };
        let listed = &mut cache.halves[half];
        debug_assert!(
            !range.is_empty() || account.game_has_failed(),
            "an open position has a move"
        );
        account.counters.generated += range.len() as u64;
        // Prefetch all before the first is probed: a probe of a large table waits for memory, and
        // the waits overlap.
        if probe == Probe::Table {
            let children = listed.listed()[range.clone()].iter();
            children.for_each(|child| store.table.prefetch(child.key));
        }
        let first = frame.children.start;
        let children = listed.listed()[range.clone()].iter();
        stack
            .children
            .extend(children.map(|child| Child::new(child.mv, child.key)));
        if G::GROUPS || G::DOMINATES {
            let extras = &mut stack.extras;
            list_extras((game, store), position, (listed, range.clone()), extras);
        }
        if options.edge_costs && costs == Costs::Added {
            let children = listed.listed()[range.clone()].iter();
            stack
                .costs
                .extend(children.map(|child| game.hints(position, child.mv).cost));
        }
        let is_plain = !G::GROUPS && !G::DOMINATES && stack.costs.is_empty();
        if probe == Probe::Nothing && is_plain && path.assumed.is_empty() {
            let (asked, listed) = ((game, position, policy), (&mut *listed, range));
            let children = (&mut stack.children[first..], &mut stack.pairs);
            let counters = &mut account.counters;
            evaluate_new(asked, listed, frame.role, (path, children), counters);
        } else {
            let mut open_groups = OpenGroups::default();
            for (i, child) in stack.children[first..].iter_mut().enumerate() {
                let mut extra = match G::GROUPS || G::DOMINATES {
                    true => stack.extras.get_mut(first + i),
                    false => None,
                };
                let group = extra.as_ref().map_or(0, |extra| extra.group);
                if G::GROUPS && open_groups.defers(group) {
                    child.waits = true;
                    frame.deferred = Deferred::Some;
                    stack.pairs.push(DEFERRED);
                    continue;
                }
                let counters = &mut account.counters;
                let known = known(store, path, (child, extra.as_deref_mut()), probe, counters);
                frame.has_old |= options.threshold_control && child.min_depth <= frame.min_depth;
                let bounds = known.unwrap_or_else(|| {
                    counters.evaluated += 1;
                    let rest = range.start + i..range.end;
                    evaluate((game, position), policy, rest, listed).into()
                });
                let bounds = match extra {
                    Some(extra) => store.raised(extra.board, bounds),
                    None => bounds,
                };
                let pair = with_cost(Pair::of(bounds, frame.role), stack.costs.get(first + i));
                stack.pairs.push(pair);
                if G::GROUPS {
                    open_groups.note(group, pair);
                }
                if pair.own == Number::ZERO && child.support.is_none() {
                    break;
                }
            }
        }
        account.counters.leaf_nodes += std::mem::take(&mut listed.leaf_nodes);
        if account.game_has_failed() {
            // What it lists then may be anything.
            cache.forget();
        }
        let end = stack.pairs.len();
        frame.children.end = end;
        stack.truncate(end);
    }

    /// Looks up or evaluates a child of the node on top by itself.
    pub(super) fn look_up_or_evaluate(&mut self, i: usize) {
        let DfPn {
            game,
            options,
            store,
            path,
            stack,
            cache,
            account,
            ..
        } = self;
        let Some(frame) = stack.frames.last_mut() else {
            return;
        };
        let child = &mut stack.children[i];
        let mut extra = stack.extras.get_mut(i);
        let counters = &mut account.counters;
        let known = known(
            store,
            path,
            (child, extra.as_deref_mut()),
            Probe::Table,
            counters,
        );
        frame.has_old |= options.threshold_control && child.min_depth <= frame.min_depth;
        let bounds = known.unwrap_or_else(|| {
            counters.evaluated += 1;
            let policy = LeafPolicy::new(options.init);
            let single = cache.single(child.mv, child.key);
            let evaluation = evaluate((*game, &frame.position), policy, 0..1, single);
            counters.leaf_nodes += std::mem::take(&mut single.leaf_nodes);
            evaluation.into()
        });
        let board = extra.and_then(|extra| extra.board);
        let bounds = store.raised(board, bounds);
        let pair = Pair::of(bounds, frame.role);
        stack.pairs[i] = with_cost(pair, stack.costs.get(i));
    }

    /// Looks a child of the node on top up before it is searched, if that has not been done.
    /// Returns whether the table knew it.
    pub(super) fn look_up_late(&mut self, i: usize) -> bool {
        let DfPn {
            options,
            store,
            path,
            stack,
            account,
            ..
        } = self;
        let child = &mut stack.children[i];
        if child.looked_up {
            return false;
        }
        let Some(bounds) = store.look_up(child, &path.keys, &mut account.counters) else {
            return false;
        };
        let min_depth = child.min_depth;
        if let Some(frame) = stack.frames.last_mut() {
            frame.has_old |= options.threshold_control && min_depth <= frame.min_depth;
            // Only now is the first pass one over the numbers that the table
            // has: an old child among them must still raise the thresholds.
            frame.first_pass = true;
        }
        let board = stack.extras.get(i).and_then(|extra| extra.board);
        stack.set_numbers(i, store.raised(board, bounds));
        if G::GROUPS && bounds.is_solved() {
            stack.review_deferred();
        }
        true
    }

    /// Takes the node off the path and stores it. Its dominance bound, where that is known.
    pub(super) fn leave(&mut self, outcome: &Outcome) -> Option<Resource> {
        let frame = self.stack.frames.pop()?;
        let work = frame.work_before + self.account.counters.work() - frame.work_at_entry;
        // All that is below the root of the search is left.
        let is_below = !self.stack.frames.is_empty();
        if is_below && work > 1 && outcome.bounds.is_solved() {
            self.store.free_below(self.game, &frame, &mut self.path);
        }
        self.path.pop();
        let bound = self.dominance_bound(&frame, outcome);
        if frame.merges {
            let sources = &mut self.stack.sources;
            sources.keep(frame.key, frame.children.clone());
        }
        self.stack.truncate(frame.children.start);
        let left = Left {
            key: frame.key,
            work,
            min_depth: frame.min_depth,
            before: frame.before,
            twin: frame.twin,
        };
        let (game, position) = (self.game, &frame.position);
        self.store
            .save(game, position, &left, outcome, bound, &self.path);
        bound
    }

    /// What the game finds by a search of its own of the position that would come onto the path
    /// next. Nothing: it must be expanded.
    ///
    /// The game is asked when a position is chosen, not when it is made: few of the leaves are
    /// ever chosen, and the game's estimate says which are cheap.
    pub(super) fn solve_leaf(&mut self, position: &G::Position, key: Key) -> Option<Outcome> {
        let work_before = self.account.counters.work();
        let bounds = evaluate::solved(self.solve_in_slices(position))?;
        self.monitor.enter(key, false);
        let counters = &mut self.account.counters;
        counters.expanded += 1;
        let outcome = Outcome::terminal(bounds);
        let index = self.path.keys.len();
        // The root is not looked up again, and the table need not be touched.
        if index > 0 {
            let left = Left {
                key,
                work: counters.work() - work_before,
                min_depth: depth_of(index),
                before: Bounds::UNIT,
                twin: None,
            };
            let (game, path) = (self.game, &self.path);
            self.store.save(game, position, &left, &outcome, None, path);
        }
        Some(outcome)
    }

    /// The value of a position by the game's own search; open where the game has none.
    pub(super) fn solve_in_slices(&mut self, position: &G::Position) -> Status {
        if G::LEAF_SOLVER != LeafSolver::WhenVisited || !self.options.leaf_solver {
            return Status::Open;
        }
        let before = self.account.counters.leaf_nodes;
        loop {
            let used = self.account.counters.leaf_nodes - before;
            let most = LEAF_SLICE
                .min(self.account.nodes_left())
                .min(MOST_LEAF_NODES.saturating_sub(used));
            if most == 0 || self.account.stopped_by.is_some() {
                return Status::Open;
            }
            let nodes = &mut self.account.counters.leaf_nodes;
            let status = self.game.solve_leaf(position, Visit::Chosen(most), nodes);
            // Less than it may take: the position is none of those it decides.
            let gave_up = self.account.counters.leaf_nodes - before - used >= most;
            if status != Status::Open || !gave_up {
                return status;
            }
            self.account.poll();
        }
    }
}

/// The numbers of the children of a new node, of which nothing is asked but what the game says of
/// them and whether they repeat the path. The general loop takes 1.05 times the instructions of a
/// search in Lines of Action.
fn evaluate_new<G: Game>(
    (game, position, policy): (&G, &G::Position, LeafPolicy),
    (listed, range): (&mut Children<G::Move>, Range<usize>),
    role: Role,
    (path, (children, pairs)): (&PlayedPath, (&mut [Child<G::Move>], &mut Vec<Pair>)),
    counters: &mut Counters,
) {
    let first = pairs.len();
    pairs.reserve(range.len());
    let mut is_solved = false;
    while !is_solved && pairs.len() - first < range.len() {
        let next = range.start + pairs.len() - first;
        evaluate((game, position), policy, next..range.end, listed);
        for child in &listed.listed()[next..range.end] {
            if child.evaluation.is_unknown() {
                break;
            }
            let pair = Pair::of(child.evaluation.into(), role);
            pairs.push(pair);
            is_solved = pair.own == Number::ZERO;
            if is_solved {
                break;
            }
        }
    }
    counters.evaluated += (pairs.len() - first) as u64;
    if path.repeats {
        for (child, pair) in children.iter_mut().zip(&mut pairs[first..]) {
            if let Some(support) = path.repetition(child.key, None) {
                child.support = support;
                *pair = Pair::of(Bounds::DISPROVED, role);
                counters.evaluated -= 1;
            }
        }
    }
}

/// What is known of a child without an evaluation: by a repetition, by the table, by a board that
/// dominates it.
#[inline(always)]
fn known<G: Game>(
    store: &Store<G>,
    path: &PlayedPath,
    (child, extra): (&mut Child<G::Move>, Option<&mut Extra>),
    probe: Probe,
    counters: &mut Counters,
) -> Option<Bounds> {
    let board = extra.as_ref().and_then(|extra| extra.board);
    if let Some(support) = path.repetition(child.key, board) {
        child.support = support;
        return Some(Bounds::DISPROVED);
    }
    if !path.assumed.is_empty() && path.assumed.contains(&child.key) {
        return Some(Bounds::DISPROVED);
    }
    let known = match probe {
        Probe::Table => store.look_up(child, &path.keys, counters),
        Probe::Nothing => None,
    };
    if let Some(extra) = extra
        && !known.is_some_and(Bounds::is_solved)
        && let Some(value) = store.dominating(board)
    {
        counters.table_hits += 1;
        child.length = value.length;
        extra.bound = Some(value.bound);
        return Some(value.bounds);
    }
    known
}

/// Appends the groups of the moves to the children and their boards, which are prefetched. Of a
/// group only the first child is likely to be looked at.
fn list_extras<G: Game>(
    (game, store): (&G, &Store<G>),
    position: &G::Position,
    (listed, range): (&Children<G::Move>, Range<usize>),
    extras: &mut Vec<Extra>,
) {
    let mut last_group = 0;
    for i in range {
        let group = match G::GROUPS {
            true => game.hints(position, listed.listed()[i].mv).group,
            false => 0,
        };
        let board = listed.board(i);
        if group == 0 || group != last_group {
            store.prefetch_board(board);
        }
        last_group = group;
        extras.push(Extra {
            group,
            board,
            bound: None,
        });
    }
}

/// The depth that an entry holds of a node with this index on the path.
pub(super) fn depth_of(index: usize) -> u16 {
    index.min(usize::from(u16::MAX - 1)) as u16
}
