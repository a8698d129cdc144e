//! The result of a search.

use std::fmt;

use shomei_proof::Claim;

use crate::Bounds;

/// The answer to "can the attacker force its goal from here?".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Yes, whatever the defender does.
    Proved,
    /// No: the defender can hold out for ever or win.
    Disproved,
    /// A limit was reached first.
    Unknown,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Answer::Proved => "proved",
            Answer::Disproved => "disproved",
            Answer::Unknown => "unknown",
        })
    }
}

impl Answer {
    /// The claim of a certificate of this answer; `None` for unknown.
    #[must_use]
    pub fn claim(self) -> Option<Claim> {
        match self {
            Answer::Proved => Some(Claim::Proved),
            Answer::Disproved => Some(Claim::Disproved),
            Answer::Unknown => None,
        }
    }
}

impl From<Claim> for Answer {
    fn from(claim: Claim) -> Answer {
        match claim {
            Claim::Proved => Answer::Proved,
            Claim::Disproved => Answer::Disproved,
        }
    }
}

impl From<Bounds> for Answer {
    fn from(bounds: Bounds) -> Answer {
        if bounds.is_proved() {
            Answer::Proved
        } else if bounds.is_disproved() {
            Answer::Disproved
        } else {
            Answer::Unknown
        }
    }
}

/// The limit that ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// No room for more nodes (searches that keep their tree in memory).
    Memory,
    /// The caller's stop flag.
    Interrupt,
    /// The game has failed ([`Game::fault`](shomei_game::Game::fault)). Entries that the search has
    /// stored in its table since then can be wrong, so do not use the table.
    Game,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Interrupt => "interrupt",
            Stop::Game => "game",
        })
    }
}

/// The work of a search, in the units of the papers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions created as children, counted each time they are created.
    pub generated: u64,
    /// Positions whose children were created: MID calls of a depth-first search, expansions of a
    /// best-first search.
    pub expanded: u64,
    /// Positions evaluated as leaves, by a terminal test and initial numbers. The papers on Lines
    /// of Action count these (`docs/references.md [2], [5]`): every child in a search that
    /// evaluates children at once, every call in a search that delays evaluation, and in iterative
    /// deepening the nodes at the horizon of each iteration.
    pub evaluated: u64,
    /// Nodes of the game's leaf solver (`shomei_game::LeafSolver`), if it counts them.
    pub leaf_nodes: u64,
    /// Children whose numbers came from the table.
    pub table_hits: u64,
    /// Number of sums over the children of a node that were the largest finite number.
    pub saturations: u64,
    /// Nodes held in memory. For a tree, the largest number at any time. For a table, the entries
    /// in use at the end (an estimate for df-pn's shared table). For a search with both, their sum.
    /// With the option `gc` of df-pn, it is the largest number of entries in use at any time: keys
    /// newly stored minus keys removed, replaced or collected.
    pub stored: u64,
}

impl Counters {
    /// Number of leaf-solver nodes that take about as long as one expansion.
    const LEAF_NODES_OF_EXPANSION: u64 = 32;

    /// All nodes, as a node limit counts them: expanded nodes plus nodes of the leaf solver.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.expanded + self.leaf_nodes
    }

    /// The work in units of about one expansion.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.expanded + self.leaf_nodes / Self::LEAF_NODES_OF_EXPANSION
    }

    /// Adds the counters of a part of the work.
    pub fn add(&mut self, part: &Counters) {
        self.expanded += part.expanded;
        self.generated += part.generated;
        self.evaluated += part.evaluated;
        self.leaf_nodes += part.leaf_nodes;
        self.table_hits += part.table_hits;
        self.saturations += part.saturations;
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// The root's numbers when the search ended; (1, 1) if the game has failed.
    pub bounds: Bounds,
    /// Why the search ended early; `None` when the answer is known.
    pub stopped_by: Option<Stop>,
    /// The work done.
    pub counters: Counters,
}
