//! Step 1 of `mid` where the game shows all children of a node together and nothing else has
//! to be asked about them: one pass from what it shows to what stands on the stack.
//!
//! It does what `expand.rs` does for all games, in the same order. There each child is listed
//! first and looked at afterwards, with questions that most games answer alike for all of
//! their children: chains, boards, costs, played moves. Without them an expansion in Lines of
//! Action takes 1,860 instructions beside previews and look-ups in place of 3,100.

use shomei_game::{Estimate, Preview, Role, Solvable, Status};

use super::DfPn;
use super::frame::{Frame, Kid};
use crate::path::Path;
use crate::rule::Pair;
use crate::search::outcome::Support;
use crate::{Bounds, Number};

impl<G: Solvable> DfPn<'_, G> {
    /// Whether that is all that there is to be asked.
    #[inline]
    pub(super) fn previews_suffice(&self) -> bool {
        !G::CHAINS
            && !G::DOMINATES
            && G::PREVIEWS_TOGETHER
            && self.options.init.is_shown::<G>()
            && !self.options.edge_costs
            && self.options.shuffle.is_none()
            && self.assumed.is_empty()
    }

    /// Looks up or evaluates every child. Stops at one that solves the node
    /// whatever the line.
    pub(super) fn expand_by_previews(
        &mut self,
        frame: &mut Frame<G::Position>,
        first_visit: bool,
        probe: bool,
    ) {
        let known = if first_visit {
            None
        } else {
            self.shown.find(frame.key)
        };
        let list = known.unwrap_or_else(|| {
            let (whose, init) = ((self.game, &frame.position), self.options.init);
            self.shown.list(frame.key, |out| out.show(whose, init))
        });
        if self.account.game_has_failed() {
            // What it shows then may be anything.
            self.shown.clear();
        }
        let lists = self.shown.take(list.half);
        let previews = &lists.previews[list.range.clone()];
        // None, where mobility tells the numbers.
        let estimates = lists.estimates.get(list.range.clone()).unwrap_or_default();
        debug_assert!(
            !previews.is_empty() || self.account.game_has_failed(),
            "an open position has a move"
        );
        self.account.counters.generated += previews.len() as u64;
        // Prefetch all before the first is probed: a probe of a large table
        // waits for memory, and the waits overlap.
        if probe {
            previews
                .iter()
                .for_each(|child| self.table.prefetch(child.key));
        }
        // Out of `self` for the loop, the hottest of the search.
        let mut kids = std::mem::take(&mut self.stack.kids);
        let mut pairs = std::mem::take(&mut self.stack.pairs);
        let start = frame.kids.start;
        kids.extend(previews.iter().map(|child| Kid::new(child.mv, child.key)));
        if probe {
            for (place, (kid, child)) in kids[start..].iter_mut().zip(previews).enumerate() {
                let pair = self.look_up_preview(frame, kid, (child, estimates.get(place)));
                pairs.push(pair);
                if pair.own == Number::ZERO && kid.support.is_none() {
                    break;
                }
            }
        } else {
            push_first_numbers(frame.role, (previews, estimates), &mut pairs);
            let mut evaluated = pairs.len() - start;
            if self.line.repeats {
                let kids = &mut kids[start..start + evaluated];
                let pairs = &mut pairs[start..];
                evaluated -= mark_repetitions(frame.role, &self.line.path, kids, pairs);
            }
            self.account.counters.evaluated += evaluated as u64;
        }
        kids.truncate(pairs.len());
        self.stack.sources.resize(pairs.len());
        frame.kids.end = pairs.len();
        self.stack.kids = kids;
        self.stack.pairs = pairs;
        self.shown.put_back(list.half, lists);
    }

    /// What is known about a child: by repetition, by the table, by its preview.
    #[inline]
    fn look_up_preview(
        &mut self,
        frame: &mut Frame<G::Position>,
        kid: &mut Kid<G::Move>,
        (child, estimate): (&Preview<G::Move>, Option<&Estimate>),
    ) -> Pair {
        if self.line.repeats
            && let Some(index) = self.line.path.find(kid.key)
        {
            kid.support = Support::on(index);
            return Pair::of(Bounds::DISPROVED, frame.role);
        }
        let known = self.known(kid);
        frame.has_old |= self.options.threshold_control && kid.min_depth <= frame.min_depth;
        if let Some(bounds) = known {
            return Pair::of(bounds, frame.role);
        }
        self.account.counters.evaluated += 1;
        first_numbers(frame.role, child, estimate)
    }
}

/// Appends the numbers of children that nothing is known of, up to the first that solves the
/// node.
fn push_first_numbers<M>(
    role: Role,
    (previews, estimates): (&[Preview<M>], &[Estimate]),
    pairs: &mut Vec<Pair>,
) {
    let start = pairs.len();
    let mut is_solved = false;
    let mut seen = |pair: Pair| {
        is_solved |= pair.own == Number::ZERO;
        pair
    };
    if estimates.is_empty() {
        let children = previews.iter();
        pairs.extend(children.map(|child| seen(first_numbers(role, child, None))));
    } else {
        let children = previews.iter().zip(estimates);
        let numbers = |(child, estimate)| seen(first_numbers(role, child, Some(estimate)));
        pairs.extend(children.map(numbers));
    }
    if is_solved {
        let solving = pairs[start..]
            .iter()
            .position(|pair| pair.own == Number::ZERO);
        pairs.truncate(start + solving.map_or(previews.len(), |place| place + 1));
    }
}

/// Notes which children repeat a position of the line; how many do. No child does in which the
/// game is over.
fn mark_repetitions<M>(role: Role, path: &Path, kids: &mut [Kid<M>], pairs: &mut [Pair]) -> usize {
    let mut repetitions = 0;
    for (kid, pair) in kids.iter_mut().zip(pairs) {
        if let Some(index) = path.find(kid.key) {
            kid.support = Support::on(index);
            *pair = Pair::of(Bounds::DISPROVED, role);
            repetitions += 1;
        }
    }
    repetitions
}

/// The numbers of a child that nothing is known of, as the side with this role sees them.
#[inline]
fn first_numbers<M>(role: Role, child: &Preview<M>, estimate: Option<&Estimate>) -> Pair {
    if child.status != Status::Open {
        let is_own = (child.status == Status::Won) == (role == Role::Attacker);
        return match is_own {
            true => Pair::SOLVES,
            false => Pair::SOLVES.swapped(),
        };
    }
    if let Some(&estimate) = estimate {
        return Pair::of(estimate.into(), role);
    }
    // As `mobility_bounds` has them.
    let moves = Number::new(child.moves).max(Number::ONE);
    let of_its_mover = Pair {
        own: Number::ONE,
        other: moves,
    };
    match child.role == role {
        true => of_its_mover,
        false => of_its_mover.swapped(),
    }
}
