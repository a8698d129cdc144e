//! Detects that df-pn revisits few positions many times: it counts the nodes that the search
//! enters, and those that were in the table. If the table removes entries early (SiblingGC) or is
//! very small, the monitor also remembers the last nodes that were entered.

use shomei_game::Key;

use crate::table::Entry;

/// The conditions under which a search counts as cycling, and the limits of collections.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trigger {
    /// The minimum number of nodes between two looks.
    pub(super) least_nodes: u64,
    /// A look is due when the number of nodes has grown by 1/`part`.
    pub(super) part: u64,
    /// At most 1/`new_in` of the nodes may be new to the table.
    pub(super) new_in: u64,
    /// Collections may make 1/`share` of the expansions.
    pub(super) share: u64,
    /// The minimum number of positions for a collection.
    pub(super) least_positions: u64,
}

impl Default for Trigger {
    fn default() -> Trigger {
        Trigger {
            least_nodes: 1 << 14,
            part: 4,
            new_in: 32,
            share: 16,
            least_positions: 1 << 10,
        }
    }
}

/// The kind of search that is monitored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Watched {
    /// Nothing.
    #[default]
    Not,
    /// One search.
    Search,
    /// The jobs of one searcher on behalf of all that share its table.
    Jobs,
}

/// Counts of entered nodes, and the time of the next look. See the [module text](self).
#[derive(Debug, Default)]
pub(super) struct RevisitMonitor {
    pub(super) trigger: Trigger,
    watched: Watched,
    /// The number of searchers that share the table.
    searchers: usize,
    /// Nodes entered, and those among them that were known; for a searcher with jobs, in all its
    /// jobs.
    pub(super) entered: u64,
    again: u64,
    /// Both counts at the last look.
    before: (u64, u64),
    /// The budget's work at the last look; 0 if a search or a job has begun since.
    pub(super) since: u64,
    /// The number of entered nodes at which the next look is due.
    due: u64,
    /// The work of collections.
    spent: u64,
    /// The next collection must be allowed at least this number of positions.
    pub(super) wanted: u64,
    /// Nodes that were entered, at places given by their keys; empty if the table keeps entries
    /// long enough.
    recent: Box<[Key]>,
}

impl RevisitMonitor {
    /// The number of nodes remembered in addition to the table: 128 KiB.
    pub(super) const RECENT: usize = 1 << 14;
    /// The number of nodes at each place, the last one first. With one per place, a graph of 500
    /// positions has 6 % of them at a place shared with another, which looks like new nodes.
    const AT_A_PLACE: usize = 4;

    /// A monitor for one of `searchers` searchers that share a table.
    pub(super) fn of(searchers: usize) -> RevisitMonitor {
        RevisitMonitor {
            searchers,
            ..RevisitMonitor::default()
        }
    }

    /// Begins to monitor. `remembered`: [`RevisitMonitor::RECENT`] if the table loses entries
    /// early, otherwise 0.
    pub(super) fn begin(&mut self, watched: Watched, remembered: usize) {
        let (trigger, searchers) = (self.trigger, self.searchers);
        *self = RevisitMonitor {
            trigger,
            searchers,
            watched,
            due: trigger.least_nodes,
            wanted: trigger.least_positions,
            // A node has the key 0 only by chance; it would count as known once.
            recent: vec![Key(0); remembered].into_boxed_slice(),
            ..RevisitMonitor::default()
        };
    }

    /// Counts a node that is entered or decided at once. `known`: its entry in the table.
    #[inline]
    pub(super) fn enter(&mut self, key: Key, known: Option<&Entry>) {
        self.entered += 1;
        let is_known = known.is_some() | self.was_recent(key);
        self.again += u64::from(is_known);
    }

    /// Records the node, and returns whether it was already among the remembered ones.
    #[inline]
    fn was_recent(&mut self, key: Key) -> bool {
        if self.recent.is_empty() {
            return false;
        }
        let place = key.0 as usize % (RevisitMonitor::RECENT / RevisitMonitor::AT_A_PLACE)
            * RevisitMonitor::AT_A_PLACE;
        let nodes = &mut self.recent[place..place + RevisitMonitor::AT_A_PLACE];
        let known = nodes.iter().position(|&node| node == key);
        nodes.copy_within(0..known.unwrap_or(RevisitMonitor::AT_A_PLACE - 1), 1);
        nodes[0] = key;
        known.is_some()
    }

    /// Whether a look is due during a search.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.entered >= self.due && self.watched == Watched::Search
    }

    /// Whether a look is due between two jobs.
    pub(super) fn is_due_between_jobs(&self) -> bool {
        self.entered >= self.due && self.watched == Watched::Jobs
    }

    /// The number of positions that may be collected, or `None` if the search does not cycle.
    /// `left`: the remaining number of expansions.
    pub(super) fn look(&mut self, left: u64) -> Option<u64> {
        let all = self.entered - self.before.0;
        let new = all - (self.again - self.before.1);
        self.before = (self.entered, self.again);
        self.due = self.entered
            + self
                .trigger
                .least_nodes
                .max(self.entered / self.trigger.part);
        let entered = match self.watched {
            // The others enter about as many nodes.
            Watched::Jobs => self.entered.saturating_mul(self.searchers as u64),
            _ => self.entered,
        };
        let allowed = (entered / self.trigger.share).saturating_sub(self.spent);
        let allowed = allowed.min(left);
        let walks = new.saturating_mul(self.trigger.new_in) <= all;
        (walks && allowed >= self.wanted).then_some(allowed)
    }

    /// Records the work of a collection that decided the position at which it began.
    pub(super) fn note_decided(&mut self, work: u64) {
        self.spent += work;
        self.wanted = self.trigger.least_positions;
    }

    /// Records the work of a collection that did not decide that position. The next collection must
    /// be allowed twice as many positions.
    pub(super) fn note_undecided(&mut self, work: u64, allowed: u64) {
        self.spent += work;
        self.wanted = allowed.saturating_mul(2);
    }
}
