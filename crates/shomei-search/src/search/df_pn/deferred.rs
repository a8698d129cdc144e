//! Deferred children: the children of one group are searched one after another
//! ([`shomei_game::MoveHints::group`]).
//!
//! A child is *deferred* while an earlier child of its group has not failed for the side to move. A
//! deferred child is not evaluated. It has the numbers of a failed child: the side to move does not
//! choose it, and it adds 0 to delta. When the previous child has failed, the deferral ends, and
//! the child is looked up or evaluated. The results from the earlier children usually decide it at
//! that point. This works best if the group begins with the most instructive move.
//!
//! Of 106 long and dense mate problems, with a limit of 300,000 nodes for each, 69 are solved if a
//! deferred child adds 0, 61 if one in eight of them adds 1, and 48 if each adds 1.

use shomei_game::Game;

use super::DfPn;
use super::node::{Deferred, Frame};
use crate::Number;
use crate::rule::Pair;

/// The numbers of a deferred child.
pub const DEFERRED: Pair = Pair {
    own: Number::INFINITE,
    other: Number::ZERO,
};

/// The groups of one node that contain a child which is not deferred and has not failed.
#[derive(Debug, Default)]
pub struct OpenGroups {
    groups: Vec<u32>,
}

impl OpenGroups {
    /// Whether a child with this group is deferred. If not, [`OpenGroups::note`] must follow.
    #[inline]
    #[must_use]
    pub fn defers(&self, group: u32) -> bool {
        group != 0 && self.groups.contains(&group)
    }

    /// Records a child that is not deferred, with its group and its numbers.
    #[inline]
    pub fn note(&mut self, group: u32, pair: Pair) {
        if group != 0 && !pair.own.is_infinite() {
            self.groups.push(group);
        }
    }
}

impl<G: Game> DfPn<'_, G> {
    /// Looks up or evaluates the children of the top node whose deferral has ended.
    pub(super) fn review_groups(&mut self) {
        let Some(Frame { children, .. }) = self.stack.frames.last() else {
            return;
        };
        let mut deferred = Deferred::No;
        let mut open = OpenGroups::default();
        for child in children.clone() {
            let group = self.stack.extras[child].group;
            let is_deferred = self.stack.children[child].deferred;
            if open.defers(group) {
                if is_deferred {
                    deferred = Deferred::Some;
                }
                continue;
            }
            if is_deferred {
                self.end_deferral(child);
            }
            open.note(group, self.stack.pairs[child]);
        }
        if let Some(frame) = self.stack.frames.last_mut() {
            frame.deferred = deferred;
        }
    }

    /// Looks up or evaluates all deferred children of the top node.
    pub(super) fn end_deferrals(&mut self) {
        let Some(Frame { children, .. }) = self.stack.frames.last() else {
            return;
        };
        for child in children.clone() {
            if self.stack.children[child].deferred {
                self.end_deferral(child);
            }
        }
        if let Some(frame) = self.stack.frames.last_mut() {
            frame.deferred = Deferred::No;
        }
    }

    fn end_deferral(&mut self, child: usize) {
        self.stack.children[child].deferred = false;
        self.look_up_or_evaluate(child);
    }
}
