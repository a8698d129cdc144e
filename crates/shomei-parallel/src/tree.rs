//! The upper tree: it selects the next leaf to search and takes over the results of jobs.
//!
//! Its inner nodes are those below which much was searched. Its leaves are the children of these,
//! and a job is a df-pn search below one leaf. One thread at a time locks the tree, for the time of
//! one descent.
//!
//! ```text
//! n            real numbers: the results of the searches, combined upwards
//!  \           free numbers: the same, but phi is that of the best free child
//!   c
//!    \
//!     leaf     jobs: number of searches below; busy: no leaf below is free
//! ```
//!
//! A leaf that is being searched is flagged and keeps its numbers. A node whose unsolved children
//! are all flagged is flagged too. A path is chosen by the free numbers; its thresholds are
//! computed from the real ones. The rejected alternative counts a leaf in progress as solved, in
//! the way that its numbers predict: with it, 2, 4 and 16 threads were 1.88, 3.5 and 10.7 times as
//! fast as one thread; with flags they are 1.94, 3.8 and 13.5 times as fast.
//!
//! The children of one group are searched one after another, as in df-pn
//! (`search/df_pn/deferred.rs`). A node keeps the groups that it had when it was opened. In two
//! problems of tsume-shogi of 3 and 5 million expansions, one machine does 0.96 and 0.97 times the
//! work of a plain search, and 1.90 times without groups; two threads are 2.0 and 2.1 times as fast
//! as one, and 0.9 and 1.2 times without.
//!
//! The partition rule counts as the sum in this tree, because no call of `mid` reports on which child
//! a number depends, and the addition `+larger-dn` of a schedule is ignored: a path is chosen among
//! the free children.
//!
//! Invariants: a node is open according to its real numbers. A path never repeats a position, so
//! disproofs are valid at their places in the tree.

mod index;
mod node;
mod pick;
mod places;
mod saved;
mod settle;

use std::collections::{HashMap, HashSet};

use shomei_game::Key;
use shomei_search::job::{NodeUpdate, Rules};
use shomei_search::registry::{OpenError, Settings};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Bounds, Knowledge};

use crate::{Done, OpenedChild, TreeUpdate, machine_options};
use index::Index;
pub(crate) use node::TreeChild;
use node::TreeNode;
pub use saved::SavedTree;

/// The length of the jobs of an upper tree, and the limit of its size.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Ways {
    /// The minimum budget of a job in expansions. A job at a leaf that the tree cannot open, or far
    /// from the root, has a larger one.
    pub least: u64,
    /// A leaf is opened when this number of eighths of a job's expansions were spent below it.
    pub opens_at: u64,
    /// The largest total number of children. A full tree opens no leaf; jobs grow instead.
    pub most_children: usize,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways {
            // Shorter than the jobs of threads: they grow while a coordinator is busy.
            least: 1024,
            opens_at: 7,
            most_children: 1 << 24,
        }
    }
}

/// The tree of the positions near the root: it selects the next leaf to search and takes over the
/// results of jobs. See [the crate](crate).
#[derive(Debug)]
pub struct UpperTree {
    root: TreeChild,
    /// The inner nodes by their numbers.
    nodes: HashMap<u64, TreeNode>,
    /// The number of the next node. Numbers are never reused, so an old [`ChildId`] finds nothing.
    next: u64,
    /// The keys of the leaves that are being searched, so that a position which occurs twice in the
    /// tree is not searched twice at the same time.
    searched: HashSet<Key>,
    /// `None` if all searchers share one table, which already contains all solved positions.
    index: Option<Index>,
    /// The total number of children of all nodes.
    children: usize,
    options: DfPnOptions,
    ways: Ways,
}

/// Identifies a child of a node of the tree. Identifiers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChildId {
    /// The number of the node.
    node: u64,
    place: usize,
}

/// A job that was picked. [`UpperTree::end`] uses it to find the leaf again.
#[derive(Clone, Debug)]
pub struct Ticket {
    line: Vec<ChildId>,
    /// The keys of the positions above the leaf.
    above: Vec<u64>,
    /// The key of the leaf.
    key: Key,
}

impl Ticket {
    /// The children on the path of the job, ending with the leaf. The root is not included.
    #[must_use]
    pub fn line(&self) -> &[ChildId] {
        &self.line
    }
}

/// The changes that the end of a job has made in the tree.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// The changes for the table in which the job was searched.
    pub update: TreeUpdate,
    /// The positions that are now solved on every path, for all tables.
    pub solved: Vec<Knowledge>,
}

impl UpperTree {
    /// A tree for a root with this key and these check bits. Its numbers are combined according to
    /// these settings of df-pn. The searchers have separate tables.
    ///
    /// # Errors
    ///
    /// If df-pn does not accept the settings, or disproofs can be wrong with them.
    pub fn new(root: (u64, u64), settings: &Settings, ways: &Ways) -> Result<UpperTree, OpenError> {
        Ok(UpperTree {
            index: Some(Index::default()),
            ..UpperTree::at_one_table(root, machine_options(settings)?, ways)
        })
    }

    /// A tree for searchers that share one table.
    pub(crate) fn at_one_table(root: (u64, u64), options: DfPnOptions, ways: &Ways) -> UpperTree {
        UpperTree {
            root: TreeChild::new(&OpenedChild {
                place: 0,
                costs: (0, 0),
                group: 0,
                knowledge: Knowledge::untouched(root),
            }),
            nodes: HashMap::new(),
            next: 0,
            searched: HashSet::new(),
            index: None,
            children: 0,
            options,
            ways: Ways {
                least: ways.least.max(1),
                opens_at: ways.opens_at.clamp(1, 8),
                most_children: ways.most_children,
            },
        }
    }

    /// The knowledge about the root. Its work is that of all jobs so far.
    #[must_use]
    pub fn root(&self) -> Knowledge {
        self.root.knowledge
    }

    /// Sets the minimum length of jobs, in place of [`Ways::least`].
    pub fn set_least(&mut self, least: u64) {
        self.ways.least = least.max(1);
    }

    /// The number of positions in the tree.
    #[must_use]
    pub fn size(&self) -> usize {
        self.children + 1
    }

    /// Whether a child is still in the tree and not solved.
    #[must_use]
    pub fn is_open(&self, child: ChildId) -> bool {
        let child = self.get(child);
        child.is_some_and(|child| !child.knowledge.bounds.is_solved())
    }

    /// The current rules for combining numbers.
    fn rules(&self) -> Rules {
        self.options.schedule.rules_at(self.root.knowledge.work)
    }

    /// Ends a job with its result.
    ///
    /// # Errors
    ///
    /// If no search can have this result: its first error. The leaf becomes free again.
    pub fn end(&mut self, ticket: &Ticket, done: &Done) -> Result<Ended, String> {
        if let Err(fault) = done.check(ticket.line.len()) {
            self.lose(ticket);
            return Err(fault);
        }
        let nodes = self.take_over(ticket, done);
        Ok(Ended {
            // A table identifies positions by 64 bits. This is sufficient for this tree, but not
            // for the tables of others.
            solved: match done.known {
                Some(_) => Vec::new(),
                None => solved(&nodes),
            },
            update: TreeUpdate {
                above: ticket.above.clone(),
                nodes,
            },
        })
    }

    /// Takes over the result of a job. Returns the changes, from the deepest node to the root.
    fn take_over(&mut self, ticket: &Ticket, done: &Done) -> Vec<NodeUpdate> {
        let line = &ticket.line[..];
        let mut changed = Vec::new();
        let valid = self.count_down(ticket, done.work);
        if let Some((index, known)) = &done.known {
            let index = usize::from(*index);
            if index <= valid {
                self.solve_at(&line[..index], known, &mut changed);
            }
            return changed;
        }
        if valid < line.len() || self.child(line).knowledge.bounds.is_solved() {
            return changed;
        }
        let leaf = self.child(line);
        let rises_only = leaf.visits >= Self::VISITS;
        leaf.busy = false;
        leaf.visits += 1;
        // A suspended search has expanded every ply of its path.
        leaf.plies = done.suspended.map_or(0, |at| at.plies.min(done.work));
        let (before, now) = (leaf.knowledge.bounds, done.leaf.bounds);
        if !now.is_solved() && rises_only {
            leaf.knowledge.bounds =
                Bounds::unsolved(before.pn().max(now.pn()), before.dn().max(now.dn()));
        } else {
            leaf.knowledge.learn(&done.leaf);
        }
        leaf.free = leaf.knowledge.bounds;
        if let Some(opened) = &done.opened {
            let new = |child: &OpenedChild| {
                let mut new = TreeChild::new(child);
                // Its path dependence stays, because it may repeat the leaf itself.
                (new.knowledge.work, new.knowledge.board) = (0, None);
                new
            };
            let mut children: Vec<TreeChild> = opened.children.iter().map(new).collect();
            if let Some(at) = done.suspended
                && let Some(child) = children.get_mut(usize::from(at.place))
            {
                child.plies = at.plies.min(done.work).saturating_sub(1);
            }
            self.add(opened.role(), children, line);
            self.settle(line, &mut changed);
        }
        self.settle_above(line, &mut changed);
        changed
    }

    /// After this number of jobs at one leaf, its numbers can only rise, so that siblings whose
    /// numbers decrease in turn do not keep a search running for ever.
    const VISITS: u32 = 64;

    /// Gives up a job that will not be returned: its leaf becomes free again.
    pub fn lose(&mut self, ticket: &Ticket) {
        let line = &ticket.line[..];
        if self.count_down(ticket, 0) == line.len()
            && !self.child(line).knowledge.bounds.is_solved()
        {
            self.child(line).busy = false;
            self.settle_above(line, &mut Vec::new());
        }
    }

    /// Removes a job from its path and adds its work. Returns how many steps of the path are still
    /// in the tree.
    fn count_down(&mut self, ticket: &Ticket, work: u64) -> usize {
        self.searched.remove(&ticket.key);
        self.root.jobs -= 1;
        self.root.knowledge.work += work;
        for (index, &step) in ticket.line.iter().enumerate() {
            let Some(child) = self.get_mut(step) else {
                return index;
            };
            child.jobs -= 1;
            child.knowledge.work += work;
        }
        ticket.line.len()
    }

    /// The child with this identifier, if it is still in the tree.
    fn get(&self, ChildId { node, place }: ChildId) -> Option<&TreeChild> {
        self.nodes.get(&node)?.children.get(place)
    }

    fn get_mut(&mut self, ChildId { node, place }: ChildId) -> Option<&mut TreeChild> {
        self.nodes.get_mut(&node)?.children.get_mut(place)
    }

    /// The inner node of a child; `None` for a leaf.
    fn node(&self, child: &TreeChild) -> Option<(u64, &TreeNode)> {
        let id = child.node?;
        Some((id, self.nodes.get(&id)?))
    }

    /// The children on a path, as far as they are still in the tree.
    fn children_on<'a>(&'a self, line: &'a [ChildId]) -> impl Iterator<Item = &'a TreeChild> {
        line.iter().map_while(|&child| self.get(child))
    }

    /// The child at the end of a path, which must be in the tree; the root for the empty path.
    fn child(&mut self, line: &[ChildId]) -> &mut TreeChild {
        if let Some(&ChildId { node, place }) = line.last()
            && let Some(node) = self.nodes.get_mut(&node)
        {
            return &mut node.children[place];
        }
        &mut self.root
    }
}

/// The positions that are solved on every path.
fn solved(changed: &[NodeUpdate]) -> Vec<Knowledge> {
    let known = changed.iter().map(|update| Knowledge {
        work: update.knowledge.work.max(1),
        ..update.knowledge
    });
    known.filter(Knowledge::is_solved).collect()
}
