//! The upper tree for jobs as plain data: positions are lines of places.

use shomei_game::{EdgeCost, Role};

use super::settings::shared_options;
use super::{Done, JobOrder, TreeUpdate};
use crate::knowledge::NodeUpdate;
use crate::registry::{OpenError, Settings};
use crate::search::df_pn::{self, Suspended};
use crate::upper::{Job, JobOutcome, LeafLine, Options, SavedTree, SharedTree, TreeChild};
use crate::{Bounds, Knowledge, Number};

/// How long the jobs of an upper tree are, and how large it may become.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Ways {
    /// The expansions of a job. A job at a leaf that the tree cannot open is longer.
    pub least: u64,
    /// A leaf is opened when this many eighths of a job's expansions were spent below it.
    pub opens_at: u64,
    /// The most children of all nodes together. A full tree opens no leaf; jobs grow instead.
    pub most_children: usize,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways {
            least: 2048,
            opens_at: 7,
            most_children: 1 << 24,
        }
    }
}

/// The upper tree of searchers that share no memory with it. See
/// [the module text](super).
#[derive(Debug)]
pub struct UpperTree {
    pub(super) tree: SharedTree<(), u16>,
}

/// A job that was picked: what [`UpperTree::end`] needs to find its leaf again.
#[derive(Clone, Debug)]
pub struct Ticket {
    line: LeafLine,
    above: Vec<u64>,
}

/// What the end of a job has changed in the tree.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// For the table in which the job was searched.
    pub update: TreeUpdate,
    /// The positions that are solved now, on every line: for all tables.
    pub solved: Vec<Knowledge>,
}

/// A child of a node of the tree, different for every child there ever was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChildId {
    node: usize,
    serial: u64,
    place: usize,
}

impl UpperTree {
    /// A tree for a root with these key and further bits, whose numbers are combined as these
    /// settings of df-pn say.
    ///
    /// # Errors
    ///
    /// When the settings are none of df-pn, or ones with which disproofs can be wrong.
    pub fn new(root: (u64, u64), settings: &Settings, ways: &Ways) -> Result<UpperTree, OpenError> {
        let options = options(settings, ways)?;
        Ok(UpperTree {
            tree: SharedTree::new(root, options),
        })
    }

    /// The numbers of the root.
    #[must_use]
    pub fn root(&self) -> Bounds {
        self.tree.root()
    }

    /// What is known of the root.
    #[must_use]
    pub fn knowledge(&self) -> Knowledge {
        self.tree.root_child().knowledge
    }

    /// The expansions of all jobs so far.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.knowledge().work
    }

    /// How many positions the tree holds.
    #[must_use]
    pub fn size(&self) -> usize {
        self.tree.children() + 1
    }

    /// The next job, without its lease and what it reports; nothing when the root is solved or all
    /// leaves that matter are being searched.
    pub fn pick(&mut self) -> Option<(Ticket, JobOrder)> {
        let job = self.tree.pick()?;
        let order = self.order(&job);
        let above = order.above.clone();
        let line = job.line;
        Some((Ticket { line, above }, order))
    }

    fn order(&self, job: &Job<(), u16>) -> JobOrder {
        JobOrder {
            lease: 0,
            places: self.tree.moves(&job.line),
            above: job.prefix.iter().map(|key| key.0).collect(),
            key: job.key.0,
            own: job.thresholds.own.get(),
            other: job.thresholds.other.get(),
            for_attacker: job.role_of_thresholds.map(|role| role == Role::Attacker),
            budget: job.budget,
            work: job.work,
            before: job.before,
            opens_at: job.opens_at,
            reports_solved: u64::MAX,
            reports_unsolved: u64::MAX,
        }
    }

    /// Begins a job again that was picked before, by the places of its line; nothing if no leaf
    /// is there now, or it is being searched.
    pub fn pick_again(&mut self, places: &[u16]) -> Option<Ticket> {
        let line = self.tree.pick_again(places)?;
        let above = self.tree.above(&line).map(|child| child.knowledge.key);
        let above = above.collect();
        Some(Ticket { line, above })
    }

    /// Takes over a job that was picked before, and whose leaf was solved or gone when it came
    /// back.
    pub fn end_late(&mut self, places: &[u16], done: &Done) {
        self.tree.add_work(places, done.work);
        if let Some((index, known)) = &done.known
            && known.is_solved()
        {
            let index = usize::from(*index);
            self.tree.solve_again(places, index, known.outcome());
        }
    }

    /// Ends a job with what it returned.
    ///
    /// # Errors
    ///
    /// When no search can have brought this: its first fault. The leaf is free again.
    pub fn end(&mut self, ticket: &Ticket, done: &Done) -> Result<Ended, String> {
        match checked(&ticket.line, done) {
            Ok(outcome) => {
                let changed = self.tree.end(&ticket.line, outcome);
                Ok(Ended {
                    // A table identifies positions by 64 bits. That is good enough for this tree,
                    // but not for the tables of others.
                    solved: match done.known {
                        Some(_) => Vec::new(),
                        None => solved(&changed),
                    },
                    update: TreeUpdate {
                        above: ticket.above.clone(),
                        nodes: changed,
                    },
                })
            }
            Err(fault) => {
                self.tree.lose(&ticket.line);
                Err(fault)
            }
        }
    }

    /// A job will not come back: its leaf is free again.
    pub fn lose(&mut self, ticket: &Ticket) {
        self.tree.lose(&ticket.line);
    }

    /// A position was solved elsewhere. The positions of the tree that are solved by that, and
    /// on every line; nothing if it is not in the tree.
    pub fn solve(&mut self, known: &Knowledge) -> Vec<Knowledge> {
        match known.is_solved() && self.tree.wants(known.id()) {
            true => solved(&self.tree.solved_elsewhere(known.id(), known.outcome())),
            false => Vec::new(),
        }
    }

    /// The tree as plain data, for a journal.
    #[must_use]
    pub fn save(&self) -> SavedTree {
        self.tree.save()
    }

    /// The tree that was saved; nothing if no tree can have been saved like this. Searches that were
    /// under way are not part of it: their leaves are free.
    ///
    /// # Errors
    ///
    /// Those of [`UpperTree::new`].
    pub fn restore(
        saved: &SavedTree,
        settings: &Settings,
        ways: &Ways,
    ) -> Result<Option<UpperTree>, OpenError> {
        let tree = SharedTree::restore(options(settings, ways)?, saved);
        Ok(tree.map(|tree| UpperTree { tree }))
    }

    /// The children on the line of a job, the leaf last; the root is not among them.
    pub fn line<'a>(&self, ticket: &'a Ticket) -> impl Iterator<Item = ChildId> + 'a {
        ticket.line.steps().map(|(node, serial, place)| ChildId {
            node,
            serial,
            place,
        })
    }

    /// Whether a child is still there and not solved.
    #[must_use]
    pub fn is_open(&self, child: ChildId) -> bool {
        let ChildId {
            node,
            serial,
            place,
        } = child;
        self.tree.is_open(node, serial, place)
    }
}

/// How the tree is to be made.
fn options(settings: &Settings, ways: &Ways) -> Result<Options, OpenError> {
    settings.check_names(&df_pn::INFO)?;
    settings.check_sound()?;
    let df_pn = shared_options(settings)?;
    Ok(Options {
        schedule: df_pn.schedule,
        epsilon: df_pn.epsilon,
        share: ways.least.max(1),
        opens_at: ways.opens_at.clamp(1, 8),
        most_children: ways.most_children,
        has_index: true,
    })
}

/// What was solved on every line.
fn solved(changed: &[NodeUpdate]) -> Vec<Knowledge> {
    let known = changed.iter().map(|update| Knowledge {
        work: update.knowledge.work.max(1),
        ..update.knowledge
    });
    known.filter(Knowledge::is_solved).collect()
}

/// What a job returned, as the tree takes it; or what is wrong about it.
fn checked(line: &LeafLine, done: &Done) -> Result<JobOutcome<(), u16>, String> {
    let plies = line.steps().len();
    let outcome = |known: &Knowledge| {
        let is_possible = known.path_dependence.is_none_or(|(least, last)| {
            known.bounds.is_disproved() && least <= last && (least as usize) < plies
        });
        let outcome = is_possible.then(|| known.outcome());
        outcome.ok_or_else(|| format!("no search ends with {known:?}"))
    };
    let known = match &done.known {
        Some((index, _)) if usize::from(*index) > plies => {
            return Err(format!("position {index} of a line of {plies} plies"));
        }
        Some((_, known)) if !known.is_solved() => {
            return Err("a position that is called known is not solved".into());
        }
        Some((index, known)) => Some((usize::from(*index), known.outcome())),
        None => None,
    };
    let opened = match &done.opened {
        Some(opened) if opened.children.is_empty() => {
            return Err("a leaf was opened and has no children".into());
        }
        Some(opened) => {
            let role = match opened.is_attackers {
                true => Role::Attacker,
                false => Role::Defender,
            };
            let mut children = Vec::with_capacity(opened.children.len());
            for child in &opened.children {
                let (phi, delta) = child.costs;
                let cost = EdgeCost { phi, delta };
                let place = (child.place, usize::from(child.place));
                // The leaf itself may be what a child repeats.
                let knowledge = Knowledge {
                    work: 0,
                    board: None,
                    ..child.knowledge
                };
                children.push(TreeChild::new(place, cost, knowledge));
            }
            Some(((), role, children))
        }
        None => None,
    };
    let suspended = |(plies, place): (u64, u16)| Suspended {
        // A suspended search has expanded every ply of its line.
        plies: plies.min(done.work),
        place: usize::from(place),
    };
    Ok(JobOutcome {
        outcome: outcome(&done.leaf)?,
        work: done.work,
        known,
        suspended: done.suspended.map(suspended),
        opened,
    })
}

/// A threshold as plain data.
pub(super) fn threshold(number: u32) -> Number {
    match number {
        u32::MAX => Number::INFINITE,
        finite => Number::new(finite),
    }
}
