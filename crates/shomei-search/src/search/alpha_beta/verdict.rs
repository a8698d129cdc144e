//! The verdict of alpha-beta on a node, and its computation from the verdicts on the children.

use shomei_game::Role;

use crate::Bounds;
use crate::search::outcome::{Outcome, PathDependence};

/// The verdict on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The attacker wins, on every path.
    Won {
        /// Plies of the proof. It can exceed the depth if a table contained the proof.
        length: u16,
    },
    /// The attacker fails for good, independent of any horizon.
    Failed {
        /// The repetitions on which the failure depends.
        path_dependence: PathDependence,
        /// Plies to the end of the game, where a repetition counts as an end.
        length: u16,
    },
    /// The attacker does not win before the horizon. On another path it may win, because dependence
    /// on repetitions is not tracked here.
    NotYet,
}

impl Verdict {
    /// The outcome for the table of solved positions; `best` is the place of the move.
    pub(super) fn outcome(self, best: Option<usize>) -> Outcome {
        let (bounds, path_dependence, length) = match self {
            Verdict::Won { length } => (Bounds::PROVED, PathDependence::NONE, length),
            Verdict::Failed {
                path_dependence,
                length,
            } => (Bounds::DISPROVED, path_dependence, length),
            Verdict::NotYet => (Bounds::UNIT, PathDependence::NONE, 0),
        };
        Outcome {
            bounds,
            path_dependence,
            length,
            best,
        }
    }
}

/// Combines the verdicts on the children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gather {
    role: Role,
    /// The path index of the parent.
    index: usize,
    /// Whether some child did not fail for good.
    not_yet: bool,
    path_dependence: PathDependence,
    length: u16,
}

impl Gather {
    /// The state before the first child, for a node with this role and path index.
    pub(super) fn new(role: Role, index: usize) -> Gather {
        Gather {
            role,
            index,
            not_yet: false,
            path_dependence: PathDependence::NONE,
            length: 0,
        }
    }

    /// Adds a child. Returns the verdict on the parent if the child decides it.
    #[inline]
    pub(super) fn take(&mut self, child: Verdict) -> Option<Verdict> {
        match (self.role, child) {
            (Role::Attacker, Verdict::Won { length }) => Some(Verdict::Won {
                length: length.saturating_add(1),
            }),
            (
                Role::Defender,
                Verdict::Failed {
                    path_dependence,
                    length,
                },
            ) => Some(Verdict::Failed {
                path_dependence: path_dependence.seen_from(self.index),
                length: length.saturating_add(1),
            }),
            (Role::Defender, Verdict::NotYet) => Some(Verdict::NotYet),
            (Role::Attacker, Verdict::NotYet) => {
                self.not_yet = true;
                None
            }
            (
                Role::Attacker,
                Verdict::Failed {
                    path_dependence,
                    length,
                },
            ) => {
                self.path_dependence = self.path_dependence.join(path_dependence);
                self.length = self.length.max(length);
                None
            }
            (Role::Defender, Verdict::Won { length }) => {
                self.length = self.length.max(length);
                None
            }
        }
    }

    /// The verdict if no child has decided.
    pub(super) fn finish(&self) -> Verdict {
        let length = self.length.saturating_add(1);
        match self.role {
            Role::Defender => Verdict::Won { length },
            Role::Attacker if self.not_yet => Verdict::NotYet,
            Role::Attacker => Verdict::Failed {
                path_dependence: self.path_dependence.seen_from(self.index),
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
            path_dependence: PathDependence::on(on),
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
    fn a_final_failure_depends_on_no_horizon() {
        assert_eq!(
            of(Role::Attacker, &[failed(1), Verdict::NotYet]),
            Verdict::NotYet
        );
        assert_eq!(
            of(Role::Attacker, &[failed(2), failed(5)]),
            Verdict::Failed {
                path_dependence: PathDependence::on(2),
                length: 1
            },
            "what it repeats below itself is its own"
        );
        assert_eq!(
            of(Role::Defender, &[WON, failed(3)]),
            Verdict::Failed {
                path_dependence: PathDependence::NONE,
                length: 1
            }
        );
        assert_eq!(
            of(Role::Defender, &[WON, Verdict::NotYet, failed(1)]),
            Verdict::NotYet
        );
    }
}
