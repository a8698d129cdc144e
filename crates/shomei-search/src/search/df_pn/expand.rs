//! Step 1 of `mid`, in which a node is added to the path and its children are looked up or
//! evaluated, and step 5, in which it is removed.

use std::ops::Range;

use shomei_game::{Children, Game, LeafPolicy, Resource, Role};

use super::DfPn;
use super::deferred::{DEFERRED, OpenGroups};
use super::node::{Call, Child, Costs, Deferred, Extra, Frame, PlayedPath, with_cost};
use super::store::{Probe, Store};
use crate::rule::{Groups, Pair};
use crate::search::evaluate::evaluate;
use crate::search::outcome::Outcome;
use crate::search::twins::Left;
use crate::table::{Entry, Value};
use crate::{Bounds, Counters, Number};

/// The entry of a node that is not in the table.
const UNSEEN: Entry = Entry {
    value: Value::Unsolved {
        bounds: Bounds::UNIT,
        twin: None,
    },
    work: 0,
    min_depth: u16::MAX,
};

impl<G: Game> DfPn<'_, G> {
    /// Adds a node to the path.
    #[inline]
    pub(super) fn enter(&mut self, call: Call<G::Position>) {
        let Call { position, key, .. } = call;
        let index = self.path.keys.len();
        self.path.push(key, || self.game.resource(&position));
        let first = self.stack.children.len();
        let entry = self.store.table.probe(key);
        self.monitor.enter(key, entry.as_ref());
        let work_at_entry = self.budget.counters.work();
        self.budget.counters.expanded += 1;
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
            // The increase ends at a node that is expanded for the first time.
            increase: call.increase && (call.expanded || !is_new),
            first_pass: true,
            has_old: false,
            deferred: Deferred::No,
            merges: false,
            last: None,
            index,
            min_depth: Entry::depth_of(index).min(entry.min_depth),
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

    /// Lists the children of the top node, and looks up or evaluates each. Stops at a child that
    /// solves the node on every path.
    fn expand(&mut self, probe: Probe, costs: Costs) {
        let (half, range) = self.list(probe, costs);
        let DfPn {
            game,
            options,
            store,
            path,
            stack,
            cache,
            budget,
            ..
        } = self;
        let (game, policy) = (*game, LeafPolicy::new(options.init));
        let Some(frame) = stack.frames.last_mut() else {
            return;
        };
        let (position, first) = (&frame.position, frame.children.start);
        let listed = &mut cache.halves[half];
        let is_plain = !G::GROUPS && !G::DOMINATES && stack.costs.is_empty();
        if probe == Probe::Nothing && is_plain && !path.supposes {
            let (asked, listed) = ((game, position, policy), (&mut *listed, range));
            let children = (&mut stack.children[first..], &mut stack.pairs);
            let counters = &mut budget.counters;
            evaluate_new(asked, listed, frame.role, path, children, counters);
        } else {
            let mut open_groups = OpenGroups::default();
            for (i, child) in stack.children[first..].iter_mut().enumerate() {
                let mut extra = match G::GROUPS || G::DOMINATES {
                    true => stack.extras.get_mut(first + i),
                    false => None,
                };
                let group = extra.as_ref().map_or(0, |extra| extra.group);
                if G::GROUPS && open_groups.defers(group) {
                    child.deferred = true;
                    frame.deferred = Deferred::Some;
                    stack.pairs.push(DEFERRED);
                    continue;
                }
                let counters = &mut budget.counters;
                let known = store.known(path, (child, extra.as_deref_mut()), probe, counters);
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
                if pair.own == Number::ZERO && child.path_dependence.is_none() {
                    break;
                }
            }
        }
        budget.counters.leaf_nodes += std::mem::take(&mut listed.leaf_nodes);
        if budget.game_has_failed() {
            // These lists may contain anything.
            cache.forget();
        }
        let end = stack.pairs.len();
        frame.children.end = end;
        stack.truncate(end);
    }

    /// Adds the children of the top node to the stack, without numbers. Returns the half of the
    /// cache that contains them, and their range in it.
    fn list(&mut self, probe: Probe, costs: Costs) -> (usize, Range<usize>) {
        let DfPn {
            game,
            options,
            store,
            stack,
            cache,
            budget,
            ..
        } = self;
        let (game, policy) = (*game, LeafPolicy::new(options.init));
        let frame = &stack.frames[stack.frames.len() - 1];
        let position = &frame.position;
        let listed = match probe {
            Probe::Table => cache.find(frame.key),
            Probe::Nothing => None,
        };
        let (half, range) = match listed {
            Some(found) => found,
            None => cache.list(frame.key, |out| game.children(position, policy, out)),
        };
        let listed = &cache.halves[half];
        debug_assert!(
            !range.is_empty() || budget.game_has_failed(),
            "an open position has a move"
        );
        budget.counters.generated += range.len() as u64;
        // Prefetch all children before the first probe: a probe of a large table takes a memory
        // access, and prefetching lets these accesses overlap.
        if probe == Probe::Table {
            let children = listed.listed()[range.clone()].iter();
            children.for_each(|child| store.table.prefetch(child.key));
        }
        let children = listed.listed()[range.clone()].iter();
        stack
            .children
            .extend(children.map(|child| Child::new(child.mv, child.key)));
        if G::GROUPS || G::DOMINATES {
            let extras = &mut stack.extras;
            let expanded = budget.before + budget.counters.expanded;
            let groups = options.schedule.rules_at(expanded).groups;
            list_extras(
                (game, store),
                (position, groups),
                (listed, range.clone()),
                extras,
            );
        }
        if options.edge_costs && costs == Costs::Added {
            let children = listed.listed()[range.clone()].iter();
            stack
                .costs
                .extend(children.map(|child| game.hints(position, child.mv).cost));
        }
        (half, range)
    }

    /// Looks up or evaluates a single child of the top node.
    pub(super) fn look_up_or_evaluate(&mut self, i: usize) {
        let DfPn {
            game,
            options,
            store,
            path,
            stack,
            cache,
            budget,
            ..
        } = self;
        let Some(frame) = stack.frames.last_mut() else {
            return;
        };
        let child = &mut stack.children[i];
        let mut extra = stack.extras.get_mut(i);
        let counters = &mut budget.counters;
        let known = store.known(path, (child, extra.as_deref_mut()), Probe::Table, counters);
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
        stack.set_numbers(i, store.raised(board, bounds));
    }

    /// Looks up a child of the top node before it is searched, unless it was looked up already.
    /// Returns whether the table contained it.
    pub(super) fn look_up_late(&mut self, i: usize) -> bool {
        let DfPn {
            options,
            store,
            path,
            stack,
            budget,
            ..
        } = self;
        let child = &mut stack.children[i];
        if child.looked_up {
            return false;
        }
        let Some(bounds) = store.look_up(child, &path.keys, &mut budget.counters) else {
            return false;
        };
        let min_depth = child.min_depth;
        if let Some(frame) = stack.frames.last_mut() {
            frame.has_old |= options.threshold_control && min_depth <= frame.min_depth;
            // The next pass is the first one with the numbers from the table: an old child among
            // them must still raise the thresholds.
            frame.first_pass = true;
        }
        let board = stack.extras.get(i).and_then(|extra| extra.board);
        stack.set_numbers(i, store.raised(board, bounds));
        if G::GROUPS && bounds.is_solved() {
            stack.review_deferred();
        }
        true
    }

    /// Removes the top node from the path and stores it. Returns its dominance bound, if it is
    /// known.
    pub(super) fn leave(&mut self, outcome: &Outcome) -> Option<Resource> {
        let frame = self.stack.frames.pop()?;
        let work = frame.work_before + self.budget.counters.work() - frame.work_at_entry;
        // Entries below the root of the search are not freed, because they help to write the
        // certificate.
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
}

/// Evaluates the children of a new node without probing the table or the boards. With the general
/// loop, a search in Lines of Action takes 1.05 times the instructions.
fn evaluate_new<G: Game>(
    (game, position, policy): (&G, &G::Position, LeafPolicy),
    (listed, range): (&mut Children<G::Move>, Range<usize>),
    role: Role,
    path: &PlayedPath,
    (children, pairs): (&mut [Child<G::Move>], &mut Vec<Pair>),
    counters: &mut Counters,
) {
    let first = pairs.len();
    pairs.resize(first + range.len(), DEFERRED);
    let (mut done, mut is_solved) = (0, false);
    while !is_solved && done < range.len() {
        let rest = range.start + done..range.end;
        evaluate((game, position), policy, rest.clone(), listed);
        let pairs = &mut pairs[first + done..];
        for (child, pair) in listed.listed()[rest].iter().zip(pairs) {
            if child.evaluation.is_unknown() {
                break;
            }
            *pair = Pair::of(child.evaluation.into(), role);
            done += 1;
            // A child that repeats the path does not solve the node, whatever its evaluation.
            is_solved = pair.own == Number::ZERO && path.repetition(child.key, None).is_none();
            if is_solved {
                break;
            }
        }
    }
    pairs.truncate(first + done);
    counters.evaluated += done as u64;
    if path.repeats {
        for (child, pair) in children.iter_mut().zip(&mut pairs[first..]) {
            if let Some(path_dependence) = path.repetition(child.key, None) {
                child.path_dependence = path_dependence;
                *pair = Pair::of(Bounds::DISPROVED, role);
                counters.evaluated -= 1;
            }
        }
    }
}

/// Appends the groups and the boards of the children, and prefetches the boards. In each group,
/// only the first child is likely to be looked up.
fn list_extras<G: Game>(
    (game, store): (&G, &Store<G>),
    (position, groups): (&G::Position, Groups),
    (listed, range): (&Children<G::Move>, Range<usize>),
    extras: &mut Vec<Extra>,
) {
    let mut last_group = 0;
    for i in range {
        let group = match G::GROUPS {
            true => {
                let hints = game.hints(position, listed.listed()[i].mv);
                match groups {
                    Groups::Whole => hints.group,
                    Groups::Split => hints.part_of_group,
                }
            }
            false => 0,
        };
        let board = listed.board(i);
        if (group == 0 || group != last_group)
            && let Some(boards) = store.table.boards()
        {
            boards.prefetch(board);
        }
        last_group = group;
        extras.push(Extra {
            group,
            board,
            bound: None,
        });
    }
}
