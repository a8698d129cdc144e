//! How df-pn notices that it revisits few positions again and again: it counts the nodes that it
//! enters, and those that the table knew. Where the table forgets on purpose or is very small, the
//! nodes that were entered last are remembered beside it.

use shomei_game::Key;

use crate::table::Entry;

/// When a search is taken to walk round, and what may be done about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trigger {
    /// The fewest nodes between two looks.
    pub(super) least_nodes: u64,
    /// There is a look when the nodes have grown by one part in this number.
    pub(super) part: u64,
    /// At most one node in this number may be new to the table.
    pub(super) new_in: u64,
    /// One expansion in this number may be made for collections.
    pub(super) share: u64,
    /// The fewest positions that are worth a collection.
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

/// What is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Watched {
    /// Nothing.
    #[default]
    Not,
    /// One search.
    Search,
    /// The jobs of one thread of several.
    Jobs,
}

/// Counts of nodes that were entered, and when they are looked at. See the [module text](self).
#[derive(Debug, Default)]
pub(super) struct RevisitMonitor {
    pub(super) trigger: Trigger,
    watched: Watched,
    /// Nodes that were entered, and those among them that the table knew. Of a thread of
    /// several in all its jobs.
    pub(super) entered: u64,
    again: u64,
    /// How many had been entered at the last look, and of those that were known.
    before: (u64, u64),
    /// The account's work then; 0 where a search or a job has begun since.
    pub(super) since: u64,
    /// How many must have been entered before the next look.
    due: u64,
    /// The work of collections.
    spent: u64,
    /// The fewest positions that the next collection must be allowed.
    pub(super) wanted: u64,
    /// Nodes that were entered, at the places that their keys say; empty where the table
    /// remembers well enough.
    recent: Box<[Key]>,
}

impl RevisitMonitor {
    /// The nodes that are remembered beside a table that forgets: 128 KiB.
    pub(super) const RECENT: usize = 1 << 14;
    /// This number of them at each place, the last first: with one, a graph of 500 positions
    /// has 6 % of them at a place with another, which looks like new nodes.
    const AT_A_PLACE: usize = 4;

    /// Begins. `remembered`: [`RevisitMonitor::RECENT`] beside a table that forgets, else 0.
    pub(super) fn begin(&mut self, watched: Watched, remembered: usize) {
        let trigger = self.trigger;
        *self = RevisitMonitor {
            trigger,
            watched,
            due: trigger.least_nodes,
            wanted: trigger.least_positions,
            // No node has the key 0 but by chance, and it would count as known once.
            recent: vec![Key(0); remembered].into_boxed_slice(),
            ..RevisitMonitor::default()
        };
    }

    /// A node comes onto the stack, or is decided instead. `known`: its entry in the table.
    #[inline]
    pub(super) fn enter(&mut self, key: Key, known: Option<&Entry>) {
        self.entered += 1;
        let is_known = known.is_some() | self.was_recent(key);
        self.again += u64::from(is_known);
    }

    /// Whether the node is among those remembered beside the table, where it is from now on.
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

    /// Whether there is to be a look at it, on the way or between two jobs.
    #[inline]
    pub(super) fn is_due(&self, watched: Watched) -> bool {
        self.entered >= self.due && self.watched == watched
    }

    /// How many positions may be collected, if the search walks round; `left`: how many
    /// may be expanded at all.
    pub(super) fn look(&mut self, left: u64) -> Option<u64> {
        let all = self.entered - self.before.0;
        let new = all - (self.again - self.before.1);
        self.before = (self.entered, self.again);
        self.due = self.entered
            + self
                .trigger
                .least_nodes
                .max(self.entered / self.trigger.part);
        let allowed = (self.entered / self.trigger.share).saturating_sub(self.spent);
        let allowed = allowed.min(left);
        let walks = new.saturating_mul(self.trigger.new_in) <= all;
        (walks && allowed >= self.wanted).then_some(allowed)
    }

    /// Notes the work of a collection that decided the position at which it began.
    pub(super) fn note_decided(&mut self, work: u64) {
        self.spent += work;
        self.wanted = self.trigger.least_positions;
    }

    /// Notes the work of a collection that did not decide that position: the next one must be
    /// allowed twice as many positions.
    pub(super) fn note_undecided(&mut self, work: u64, allowed: u64) {
        self.spent += work;
        self.wanted = allowed.saturating_mul(2);
    }
}
