//! What alpha-beta knows of a node when it leaves it, and how the children
//! decide it.

use shomei_game::Role;

use crate::Bounds;
use crate::search::outcome::{Outcome, Support};

/// What is known of a node when it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The attacker wins, on every line.
    Won {
        /// Plies of the proof: more than the depth where a table knew it.
        length: u16,
    },
    /// The attacker fails for good: no horizon has anything to do with it.
    Failed {
        /// The repetitions that it rests on.
        support: Support,
        /// Plies to the end, repetitions counted as ends.
        length: u16,
    },
    /// The attacker does not win before the horizon. On another line it might:
    /// repetitions are not kept account of.
    NotYet,
}

impl Verdict {
    /// For the table of solved positions; `best` is the place of the move.
    pub(super) fn outcome(self, best: Option<usize>) -> Outcome {
        let (bounds, support, length) = match self {
            Verdict::Won { length } => (Bounds::PROVED, Support::NONE, length),
            Verdict::Failed { support, length } => (Bounds::DISPROVED, support, length),
            Verdict::NotYet => (Bounds::UNIT, Support::NONE, 0),
        };
        Outcome {
            bounds,
            support,
            length,
            best,
        }
    }
}

/// What the children met so far say of their parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gather {
    role: Role,
    /// The place of the parent on the line.
    index: usize,
    /// Some child did not fail for good.
    not_yet: bool,
    support: Support,
    length: u16,
}

impl Gather {
    /// No child of a node with this role at this place on the line.
    pub(super) fn new(role: Role, index: usize) -> Gather {
        Gather {
            role,
            index,
            not_yet: false,
            support: Support::NONE,
            length: 0,
        }
    }

    /// Takes one more child. `Some`: it decides, and this is the verdict.
    #[inline]
    pub(super) fn take(&mut self, child: Verdict) -> Option<Verdict> {
        match (self.role, child) {
            (Role::Attacker, Verdict::Won { length }) => Some(Verdict::Won {
                length: length.saturating_add(1),
            }),
            (Role::Defender, Verdict::Failed { support, length }) => Some(Verdict::Failed {
                support: support.seen_from(self.index),
                length: length.saturating_add(1),
            }),
            (Role::Defender, Verdict::NotYet) => Some(Verdict::NotYet),
            (Role::Attacker, Verdict::NotYet) => {
                self.not_yet = true;
                None
            }
            (Role::Attacker, Verdict::Failed { support, length }) => {
                self.support = self.support.join(support);
                self.length = self.length.max(length);
                None
            }
            (Role::Defender, Verdict::Won { length }) => {
                self.length = self.length.max(length);
                None
            }
        }
    }

    /// The verdict when no child has decided.
    pub(super) fn finish(&self) -> Verdict {
        let length = self.length.saturating_add(1);
        match self.role {
            Role::Defender => Verdict::Won { length },
            Role::Attacker if self.not_yet => Verdict::NotYet,
            Role::Attacker => Verdict::Failed {
                support: self.support.seen_from(self.index),
                length,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(role: Role, children: &[Verdict]) -> Verdict {
        let mut gather = Gather::new(role, 3);
        let decided = children.iter().find_map(|&child| gather.take(child));
        decided.unwrap_or_else(|| gather.finish())
    }

    fn failed(on: usize) -> Verdict {
        Verdict::Failed {
            support: Support::on(on),
            length: 0,
        }
    }

    const WON: Verdict = Verdict::Won { length: 4 };

    #[test]
    fn one_won_child_decides_an_or_node_and_all_an_and_node() {
        let won = Verdict::Won { length: 5 };
        assert_eq!(of(Role::Attacker, &[Verdict::NotYet, failed(1), WON]), won);
        let children = [Verdict::Won { length: 2 }, WON];
        assert_eq!(of(Role::Defender, &children), won);
    }

    #[test]
    fn a_failure_for_good_rests_on_no_horizon() {
        assert_eq!(
            of(Role::Attacker, &[failed(1), Verdict::NotYet]),
            Verdict::NotYet
        );
        assert_eq!(
            of(Role::Attacker, &[failed(2), failed(5)]),
            Verdict::Failed {
                support: Support::on(2),
                length: 1
            },
            "what it repeats below itself is its own"
        );
        assert_eq!(
            of(Role::Defender, &[WON, failed(3)]),
            Verdict::Failed {
                support: Support::NONE,
                length: 1
            }
        );
        assert_eq!(
            of(Role::Defender, &[WON, Verdict::NotYet, failed(1)]),
            Verdict::NotYet
        );
    }
}
