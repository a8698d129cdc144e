//! Children that are looked at one after another
//! ([`shomei_game::Ordering::chain`]).
//!
//! One that waits is no choice for who moves, and counts nothing for the other
//! side: when its turn comes, what was learnt of those before it mostly decides it
//! too, if the chain begins with those of which most is learnt. (Counted 1 each, 48
//! of 106 long and dense mating problems are solved within 300,000 nodes; one in
//! eight counted, 61; none counted, 69.) It is evaluated when the one before it has
//! failed; when all have failed none waits any more.

use shomei_game::Solvable;

use super::DfPn;
use super::frame::{Frame, Kid, Waits};
use crate::Number;
use crate::rule::Pair;

impl Pair {
    /// The numbers of a child that waits.
    pub(super) const WAITING: Pair = Pair {
        own: Number::INFINITE,
        other: Number::ZERO,
    };
}

impl<G: Solvable> DfPn<'_, G> {
    /// Whether a child of a node that is being made has to wait for one before it.
    pub(super) fn must_wait(&self, kid: &mut Kid<G::Move>) -> bool {
        kid.waits = kid.chain != 0 && self.scratch.open_chains.contains(&kid.chain);
        kid.waits
    }

    /// Notes that a child of the node on top has been solved.
    pub(super) fn look_at_chains(&mut self) {
        if let Some(frame) = self.stack.frames.last_mut()
            && frame.waits == Waits::Some
        {
            frame.waits = Waits::Look;
        }
    }

    /// Evaluates the children of the node on top whose turn has come.
    pub(super) fn end_waits(&mut self) {
        let Some(mut frame) = self.stack.frames.pop() else {
            return;
        };
        frame.waits = Waits::No;
        self.scratch.open_chains.clear();
        for i in frame.kids.clone() {
            let Kid { chain, waits, .. } = self.stack.kids[i];
            if chain == 0 {
                continue;
            }
            if self.scratch.open_chains.contains(&chain) {
                if waits {
                    frame.waits = Waits::Some;
                }
                continue;
            }
            if waits {
                self.end_wait(&mut frame, i);
            }
            if !self.stack.pairs[i].own.is_infinite() {
                self.scratch.open_chains.push(chain);
            }
        }
        self.stack.frames.push(frame);
    }

    /// Evaluates all children of the node on top.
    pub(super) fn end_all_waits(&mut self) {
        if let Some(mut frame) = self.stack.frames.pop() {
            for i in frame.kids.clone() {
                if self.stack.kids[i].waits {
                    self.end_wait(&mut frame, i);
                }
            }
            frame.waits = Waits::No;
            self.stack.frames.push(frame);
        }
    }

    fn end_wait(&mut self, frame: &mut Frame<G::Position>, i: usize) {
        let mut kid = self.stack.kids[i];
        kid.waits = false;
        let told = self.told(&frame.position, kid.mv, None);
        let bounds = self.look_up(frame, &mut kid, told, true);
        self.stack.kids[i] = kid;
        self.stack.pairs[i] = self.pair_of(frame.role, i, bounds);
    }
}
