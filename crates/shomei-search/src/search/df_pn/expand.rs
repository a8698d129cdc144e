//! Step 1 of `mid`: a node comes onto the stack with its children looked up,
//! and step 5: it leaves.

use shomei_game::{Key, Resource, Role, Solvable};

use super::DfPn;
use super::frame::{Frame, Inherited, Kid, Waits};
use super::scratch::Told;
use super::shuffle::shuffle;
use super::sibling_gc::SiblingGc;
use crate::rule::Pair;
use crate::search::evaluate::{self, Init, Seen};
use crate::search::outcome::{Outcome, Support};
use crate::table::Value;
use crate::{Bounds, Number};

impl<G: Solvable> DfPn<'_, G> {
    /// Puts a node on the stack.
    ///
    /// `inherited`: whether its parent raises thresholds and knows that the
    /// node was expanded before, even if the table has lost it.
    pub(super) fn enter(
        &mut self,
        position: G::Position,
        key: Key,
        thresholds: Pair,
        inherited: Inherited,
    ) {
        let index = self.line.path.len();
        self.line.path.push(key);
        if self.minds_boards() {
            self.line.held.push(self.game.resource(&position));
        }
        let role = self.game.role(&position);
        let mut frame = Frame {
            position,
            key,
            role,
            kids: self.stack.kids.len()..self.stack.kids.len(),
            thresholds,
            increase: inherited.increase && inherited.expanded,
            first_pass: true,
            has_old: false,
            waits: Waits::No,
            merges: false,
            last: None,
            index,
            min_depth: index.min(usize::from(u16::MAX - 1)) as u16,
            twin: None,
            before: Bounds::UNIT,
            work_at_entry: self.account.counters.work(),
            work_before: 0,
        };
        let entry = self.table.probe(key);
        self.walk.enter(key, entry.is_some());
        if let Some(entry) = entry {
            // A node that was expanded before hands the increase on.
            frame.increase = inherited.increase;
            frame.min_depth = frame.min_depth.min(entry.min_depth);
            frame.work_before = entry.work;
            if let Value::Unsolved { bounds, twin } = entry.value {
                frame.before = bounds;
                frame.twin = twin;
            }
        }
        self.account.counters.expanded += 1;
        self.expand(&mut frame, entry.is_none());
        if entry.is_some() {
            frame.merges = self.stack.sources.recall(key, frame.kids.clone());
        }
        self.stack.frames.push(frame);
    }

    /// Takes the node off the stack and stores it. How far its value goes, where
    /// that is known. From here on the outcome has the best move by its place in the game's own
    /// order.
    pub(super) fn leave(&mut self, outcome: &mut Outcome) -> Option<Resource> {
        let frame = self.stack.frames.pop()?;
        let work = frame.work_before + self.account.counters.work() - frame.work_at_entry;
        // All that is below the root of the search is left.
        let is_below = !self.stack.frames.is_empty();
        if self.gc.is_some() && is_below && work > 1 && outcome.bounds.is_solved() {
            self.free_below(&frame.position);
        }
        self.line.path.pop();
        if self.minds_boards() {
            self.line.held.pop();
        }
        let reach = self.reach_of(&frame, outcome);
        let first = frame.kids.start;
        let own_place = |kid| self.stack.place_of(first + kid, first);
        outcome.best = outcome.best.map(own_place);
        self.keep_partition(&frame);
        self.stack.truncate(frame.kids.start);
        self.store(&frame, outcome, reach, work);
        reach
    }

    /// Looks up or evaluates every child. Stops at one that solves the node
    /// whatever the line.
    fn expand(&mut self, frame: &mut Frame<G::Position>, first_visit: bool) {
        let probe = !first_visit || self.options.probe_new;
        if self.previews_suffice() {
            self.expand_by_previews(frame, first_visit, probe);
            return;
        }
        self.list_children(&frame.position);
        let start = frame.kids.start;
        self.account.counters.generated += (self.stack.kids.len() - start) as u64;
        // Prefetch all before the first is probed: a probe of a large table
        // waits for memory, and the waits overlap.
        if probe {
            for kid in &self.stack.kids[start..] {
                self.table.prefetch(kid.key);
            }
        }
        self.scratch.open_chains.clear();
        // Out of `self` for the loop, the hottest of the search.
        let mut kids = std::mem::take(&mut self.stack.kids);
        let mut pairs = std::mem::take(&mut self.stack.pairs);
        for (i, kid) in kids[start..].iter_mut().enumerate() {
            if G::CHAINS && self.must_wait(kid) {
                pairs.push(Pair::WAITING);
                frame.waits = Waits::Some;
                continue;
            }
            let told = self.told(&frame.position, kid.mv, Some(i));
            let bounds = self.look_up(frame, kid, told, probe);
            let pair = self.pair_of(frame.role, start + i, bounds);
            pairs.push(pair);
            if G::CHAINS && kid.chain != 0 && !pair.own.is_infinite() {
                self.scratch.open_chains.push(kid.chain);
            }
            if pair.own == Number::ZERO && kid.support.is_none() {
                break;
            }
        }
        kids.truncate(pairs.len());
        self.stack.costs.truncate(pairs.len());
        self.stack.places.truncate(pairs.len());
        self.stack.sources.resize(pairs.len());
        frame.kids = start..pairs.len();
        self.stack.kids = kids;
        self.stack.pairs = pairs;
    }

    /// Appends the children to `kids`, and what they cost.
    fn list_children(&mut self, position: &G::Position) {
        let game = self.game;
        let start = self.stack.kids.len();
        self.scratch.children.clear();
        self.scratch.resources.clear();
        let together = G::PREVIEWS_TOGETHER && self.options.shuffle.is_none();
        if together && self.options.init != Init::Unit {
            let init = self.options.init;
            let asked = if init.is_shown::<G>() {
                init
            } else {
                Init::Mobility
            };
            self.scratch.children.show((game, position), asked);
            for child in &self.scratch.children.previews {
                let kid = listed(game, position, child.mv, child.key);
                self.stack.kids.push(kid);
            }
        } else {
            self.scratch.moves.clear();
            game.moves(position, &mut self.scratch.moves);
            if let Some(seed) = self.options.shuffle {
                let places = &mut self.stack.places;
                shuffle(game, position, seed.get(), &mut self.scratch.moves, places);
            }
            self.list_by_moves(position);
        }
        debug_assert!(
            self.stack.kids.len() > start || self.account.game_has_failed(),
            "an open position has a move"
        );
        if self.options.edge_costs {
            let cost = |kid: &Kid<G::Move>| game.edge_cost(position, kid.mv);
            self.stack
                .costs
                .extend(self.stack.kids[start..].iter().map(cost));
        }
    }

    /// Appends the children to which the moves of a position lead.
    fn list_by_moves(&mut self, position: &G::Position) {
        let (game, boards) = (self.game, self.table.boards());
        let mut last_chain = 0;
        for &mv in &self.scratch.moves {
            let (key, resource) = game.keys_after(position, mv);
            let kid = listed(game, position, mv, key);
            // All of a chain but the first will mostly not be looked at.
            if let Some(boards) = boards
                && (kid.chain == 0 || kid.chain != last_chain)
            {
                boards.prefetch(resource);
            }
            last_chain = kid.chain;
            self.stack.kids.push(kid);
            self.scratch.resources.push(resource);
        }
    }

    /// What is known of a child before it is looked at.
    /// `place`: its place, if what was seen of it beforehand is still there.
    #[inline]
    pub(super) fn told(&self, position: &G::Position, mv: G::Move, place: Option<usize>) -> Told {
        let board = match self.table.boards() {
            Some(_) if G::DOMINATES => self.resource_of(position, mv, place),
            _ => None,
        };
        Told { place, board }
    }

    /// What is known about a child: by repetition, by the table, by the rules.
    #[inline]
    pub(super) fn look_up(
        &mut self,
        frame: &mut Frame<G::Position>,
        kid: &mut Kid<G::Move>,
        told: Told,
        probe: bool,
    ) -> Bounds {
        if self.line.repeats
            && let Some(index) = self.line.path.find(kid.key)
        {
            kid.support = Support::on(index);
            return Bounds::DISPROVED;
        }
        if self.minds_boards()
            && let Some((board, resource)) = told.board
            && let Some(index) = self.line.held.find(board, resource)
        {
            kid.support = Support::on(index);
            return Bounds::DISPROVED;
        }
        if !self.assumed.is_empty() && self.assumed.contains(&kid.key) {
            return Bounds::DISPROVED;
        }
        let known = if probe { self.known(kid) } else { None };
        frame.has_old |= self.options.threshold_control && kid.min_depth <= frame.min_depth;
        let is_solved = known.is_some_and(Bounds::is_solved);
        if G::DOMINATES
            && !is_solved
            && let Some(bounds) = self.dominated(kid, told.board)
        {
            return bounds;
        }
        let bounds = known.unwrap_or_else(|| self.evaluate(frame, kid.mv, told.place));
        self.raised(told.board, bounds)
    }

    /// What the table knows about a child.
    #[inline]
    pub(super) fn known(&mut self, kid: &mut Kid<G::Move>) -> Option<Bounds> {
        kid.looked_up = true;
        let entry = self.table.probe_packed(kid.key)?;
        kid.expanded = true;
        self.account.counters.table_hits += 1;
        match entry.value() {
            Value::Proved { length, .. } => {
                kid.length = length;
                Some(Bounds::PROVED)
            }
            Value::Disproved { length, .. } => {
                kid.length = length;
                Some(Bounds::DISPROVED)
            }
            // Twins are stored under other keys; one here is a collision.
            Value::TwinDisproved { .. } => None,
            Value::Unsolved { bounds, twin } => {
                kid.min_depth = entry.min_depth();
                let twin = twin.and_then(|m| self.look_up_twin(kid.key, m));
                if let Some((support, length)) = twin {
                    kid.support = support;
                    kid.length = length;
                    return Some(Bounds::DISPROVED);
                }
                Some(bounds)
            }
        }
    }

    /// Looks a child of the node on top up before it is searched, if that has
    /// not been done. Whether the table knew it.
    pub(super) fn look_up_late(&mut self, i: usize) -> bool {
        if self.stack.kids[i].looked_up {
            return false;
        }
        let mut kid = self.stack.kids[i];
        let known = self.known(&mut kid);
        self.stack.kids[i] = kid;
        let Some(bounds) = known else {
            return false;
        };
        if let Some(frame) = self.stack.frames.last_mut() {
            frame.has_old |= self.options.threshold_control && kid.min_depth <= frame.min_depth;
            // Only now is the first pass one over the numbers that the table
            // has: an old child among them must still raise the thresholds.
            frame.first_pass = true;
        }
        if let Some(frame) = self.stack.frames.last() {
            let told = self.told(&frame.position, kid.mv, None);
            let bounds = self.raised(told.board, bounds);
            self.stack.pairs[i] = self.pair_of(frame.role, i, bounds);
        }
        if G::CHAINS && bounds.is_solved() {
            self.look_at_chains();
        }
        true
    }

    /// A child that the table does not know.
    #[inline]
    fn evaluate(
        &mut self,
        frame: &Frame<G::Position>,
        mv: G::Move,
        place: Option<usize>,
    ) -> Bounds {
        self.account.counters.evaluated += 1;
        let (game, init) = (self.game, self.options.init);
        let seen = match place.and_then(|place| self.scratch.children.seen(place)) {
            None if init.wants_preview::<G>() => Some(Seen {
                preview: game.preview_move(&frame.position, mv),
                estimate: None,
            }),
            seen => seen,
        };
        if init == Init::Eval && seen.is_none() && !G::DECIDES {
            let (status, estimate) = game.estimate_move(&frame.position, mv);
            return evaluate::solved(status).unwrap_or_else(|| estimate.into());
        }
        let led_there = (&frame.position, mv);
        let nodes = &mut self.account.counters.leaf_nodes;
        evaluate::meet(game, init, led_there, seen, nodes).bounds(game, init, led_there)
    }

    /// Notes the numbers of a child of the node on top of the stack.
    pub(super) fn set_numbers(&mut self, kid: usize, bounds: Bounds) {
        if let Some(frame) = self.stack.frames.last() {
            self.stack.pairs[kid] = self.pair_of(frame.role, kid, bounds);
        }
    }

    /// Numbers of a child may fall when it is searched again: what two of its
    /// moves have in common was solved, or the table has lost what they rest
    /// on. The latter can make the numbers of siblings fall in turn for ever.
    /// So once the table was full, numbers on the stack only rise, and every
    /// search of a child raises one. So they do where decided nodes of a cycle
    /// can free each other (`sibling_gc.rs`).
    ///
    /// Not done before, because falls of the first kind are worth having: on
    /// 36 positions of published games 22 % more nodes without them.
    pub(super) fn keep_from_falling(&mut self, kid: usize, before: Pair) {
        let frees = self.gc.as_ref().is_some_and(SiblingGc::has_freed);
        if self.gauge.was_full() || (frees && self.line.repeats) {
            let now = &mut self.stack.pairs[kid];
            now.own = now.own.max(before.own);
            now.other = now.other.max(before.other);
        }
    }

    /// The numbers of the child `kid` as the side with `role` sees them.
    #[inline]
    pub(super) fn pair_of(&self, role: Role, kid: usize, bounds: Bounds) -> Pair {
        let pair = Pair::of(bounds, role);
        match self.stack.costs.get(kid) {
            None => pair,
            Some(cost) => Pair {
                own: pair.own.with_cost(cost.phi),
                other: pair.other.with_cost(cost.delta),
            },
        }
    }
}

/// A child of which nothing is known but the chain that it belongs to.
#[inline]
fn listed<G: Solvable>(game: &G, position: &G::Position, mv: G::Move, key: Key) -> Kid<G::Move> {
    let mut kid = Kid::new(mv, key);
    if G::CHAINS {
        kid.chain = game.chain(position, mv);
    }
    kid
}
