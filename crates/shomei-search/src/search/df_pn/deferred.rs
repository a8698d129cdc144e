//! Children of one group, which are looked at one after another
//! ([`shomei_game::MoveHints::group`]).
//!
//! A deferred child is no choice for the side to move, and counts nothing for the other
//! side. When its turn comes, what was learnt from those before it usually decides it;
//! this works best if the group begins with the most instructive move. (Counted 1 each, 48
//! of 106 long and dense mating problems are solved within 300,000 nodes; one in
//! eight counted, 61; none counted, 69.) It is evaluated when the one before it has
//! failed; when all have failed none is deferred any more.

use shomei_game::Game;

use super::DfPn;
use super::node::{Deferred, Frame};
use crate::Number;
use crate::rule::Pair;

/// The numbers of a deferred child.
pub(super) const DEFERRED: Pair = Pair {
    own: Number::INFINITE,
    other: Number::ZERO,
};

/// The groups of one node of which a child is being looked at.
#[derive(Debug, Default)]
pub(super) struct OpenGroups {
    groups: Vec<u32>,
}

impl OpenGroups {
    /// Whether a child must wait for one before it.
    #[inline]
    pub(super) fn defers(&self, group: u32) -> bool {
        group != 0 && self.groups.contains(&group)
    }

    /// Notes a child with this group and these numbers, which is not deferred.
    #[inline]
    pub(super) fn note(&mut self, group: u32, pair: Pair) {
        if group != 0 && !pair.own.is_infinite() {
            self.groups.push(group);
        }
    }
}

impl<G: Game> DfPn<'_, G> {
    /// Evaluates the children of the node on top whose turn has come.
    pub(super) fn review_groups(&mut self) {
        let Some(Frame { children, .. }) = self.stack.frames.last() else {
            return;
        };
        let mut deferred = Deferred::No;
        let mut open = OpenGroups::default();
        for child in children.clone() {
            let group = self.stack.extras[child].group;
            let waits = self.stack.children[child].waits;
            if open.defers(group) {
                if waits {
                    deferred = Deferred::Some;
                }
                continue;
            }
            if waits {
                self.end_deferral(child);
            }
            open.note(group, self.stack.pairs[child]);
        }
        if let Some(frame) = self.stack.frames.last_mut() {
            frame.deferred = deferred;
        }
    }

    /// Evaluates all deferred children of the node on top.
    pub(super) fn end_deferrals(&mut self) {
        let Some(Frame { children, .. }) = self.stack.frames.last() else {
            return;
        };
        for child in children.clone() {
            if self.stack.children[child].waits {
                self.end_deferral(child);
            }
        }
        if let Some(frame) = self.stack.frames.last_mut() {
            frame.deferred = Deferred::No;
        }
    }

    fn end_deferral(&mut self, child: usize) {
        self.stack.children[child].waits = false;
        self.look_up_or_evaluate(child);
    }
}
