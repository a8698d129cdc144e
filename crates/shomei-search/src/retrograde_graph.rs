//! The positions below a given one, the moves between them, and their values by retrograde analysis
//! with counters: each move is processed once from its end, so the work is linear in the number of
//! moves.
//!
//! The graph need not contain all positions. *Border* positions were reached but not expanded.
//! *Barred* positions are on the path above the search, which must not repeat them. Values are
//! propagated backwards three times, each time over the positions that have none yet:
//!
//! ```text
//! 1  from won positions: a proof; border and barred positions count as failed
//! 2  from the border: such a position may be won if a border position is won
//! 3  from barred positions: such a position fails unless a barred one is won
//! ```
//!
//! The positions that still have no value form a closed set in which the defender can stay for
//! ever: they have failed on every path.

use shomei_game::{Key, Role};

use crate::path::PlyIndex;
use crate::table::Value;

/// A child of a position: the number of a position, or one of the two constants below.
pub(crate) type GraphChild = u32;

/// The attacker has won at this child.
pub(crate) const WON: GraphChild = u32::MAX;

/// By the rules, the attacker has failed at this child.
pub(crate) const FAILED: GraphChild = u32::MAX - 1;

/// The value of a position before and after the graph is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphValue {
    /// No value yet.
    Open,
    /// Proved in this number of plies. If the proof was found by solving the graph, all positions
    /// of the proof are in the graph.
    Proved(u16),
    /// Failed on every path.
    Failed,
    /// Failed on paths through the barred positions. Before the graph is solved, it marks a barred
    /// position.
    FailedHere,
    /// It depends on the border.
    Unknown,
}

#[derive(Clone, Copy, Debug)]
struct GraphNode {
    /// The index of its first child; its children end where those of the next position begin.
    first: u32,
    /// The number of children that must still get a value before the position gets one.
    missing: u32,
    value: GraphValue,
    role: Role,
    /// Whether its value was known when it was added.
    given: bool,
    /// The place of the move that decided the position when it was expanded; 255 for none.
    best: u8,
}

/// The graph. See the [module text](self).
#[derive(Debug)]
pub(crate) struct RetrogradeGraph<P> {
    positions: Vec<P>,
    keys: Vec<Key>,
    nodes: Vec<GraphNode>,
    index: PlyIndex,
    /// The children of all expanded positions, in move order.
    children: Vec<GraphChild>,
    /// Positions with a smaller index have been expanded.
    expanded: usize,
}

/// The moves from their ends to their beginnings: the parents of each position.
struct Parents {
    first: Vec<u32>,
    parents: Vec<u32>,
}

impl<P: Eq> RetrogradeGraph<P> {
    /// Bytes per move: its child, in a vector that can have twice the necessary capacity, and its
    /// parent.
    const BYTES_OF_MOVE: usize = 3 * size_of::<GraphChild>();
    /// Bytes per position, in vectors that can have twice the necessary capacity: the position, its
    /// key, its node, 8 slots of the index, and the index of its parents.
    const BYTES_OF_POSITION: usize = 2
        * (size_of::<P>() + size_of::<Key>() + size_of::<GraphNode>())
        + 9 * size_of::<u32>()
        + size_of::<GraphChild>();

    pub(crate) fn new() -> RetrogradeGraph<P> {
        RetrogradeGraph {
            positions: Vec::new(),
            keys: Vec::new(),
            nodes: Vec::new(),
            index: PlyIndex::new(),
            children: Vec::new(),
            expanded: 0,
        }
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The number of positions that were expanded or need no expansion.
    pub(crate) fn expanded(&self) -> usize {
        self.expanded
    }

    /// An upper bound on its memory in bytes, including the memory for solving it, but not
    /// including memory that the positions own elsewhere.
    pub(crate) fn bytes(&self) -> usize {
        self.len() * Self::BYTES_OF_POSITION + self.children.len() * Self::BYTES_OF_MOVE
    }

    pub(crate) fn position(&self, id: usize) -> &P {
        &self.positions[id]
    }

    pub(crate) fn key(&self, id: usize) -> Key {
        self.keys[id]
    }

    /// The number of a position. Positions are compared; keys only narrow the search.
    pub(crate) fn find(&self, key: Key, position: &P) -> Option<usize> {
        let mut ids = self.index.plies(key);
        ids.find(|&id| self.keys[id] == key && self.positions[id] == *position)
    }

    /// Adds a new position and returns its number.
    pub(crate) fn add(&mut self, key: Key, position: P, role: Role, known: GraphValue) -> usize {
        let id = self.len();
        self.index
            .make_room(id + 1, self.keys.iter().copied().zip(0..));
        self.index.insert(key, id);
        self.positions.push(position);
        self.keys.push(key);
        self.nodes.push(GraphNode {
            first: 0,
            missing: 0,
            value: known,
            role,
            given: known != GraphValue::Open,
            best: u8::MAX,
        });
        id
    }

    /// The next position to expand, by [`RetrogradeGraph::set_children`] or
    /// [`RetrogradeGraph::decide`].
    pub(crate) fn next_open(&mut self) -> Option<usize> {
        while let Some(node) = self.nodes.get_mut(self.expanded) {
            node.first = self.children.len() as u32;
            if !node.given {
                return Some(self.expanded);
            }
            self.expanded += 1;
        }
        None
    }

    /// Sets the children of the next position, none of which decides it.
    pub(crate) fn set_children(&mut self, children: &[GraphChild]) {
        self.children.extend_from_slice(children);
        let node = &mut self.nodes[self.expanded];
        node.missing = match node.role {
            Role::Attacker => 1,
            Role::Defender => children.iter().filter(|&&child| child != WON).count() as u32,
        };
        self.expanded += 1;
    }

    /// Sets the result of the next position, with the place of the deciding move if there is one.
    pub(crate) fn decide(&mut self, proved: Option<u16>, best: Option<usize>) {
        let node = &mut self.nodes[self.expanded];
        node.value = proved.map_or(GraphValue::Failed, GraphValue::Proved);
        node.best = best.and_then(Value::best_of).unwrap_or(u8::MAX);
        self.expanded += 1;
    }

    /// The value of a position.
    pub(crate) fn found(&self, id: usize) -> GraphValue {
        self.nodes[id].value
    }

    /// Whether the value of a position was known when it was added.
    pub(crate) fn is_given(&self, id: usize) -> bool {
        self.nodes[id].given
    }

    /// The place of the move that decides a position, for the table.
    pub(crate) fn best(&self, id: usize) -> Option<u8> {
        let node = &self.nodes[id];
        if node.best != u8::MAX {
            return Some(node.best);
        }
        let decides = |&child: &GraphChild| {
            let found = self.nodes.get(child as usize).map(|child| child.value);
            match (node.role, node.value) {
                (Role::Attacker, GraphValue::Proved(length)) => {
                    matches!(found, Some(GraphValue::Proved(shorter)) if shorter < length)
                }
                (Role::Defender, GraphValue::Failed) => {
                    child == FAILED || found == Some(GraphValue::Failed)
                }
                _ => false,
            }
        };
        self.children_of(id)
            .iter()
            .position(decides)
            .and_then(Value::best_of)
    }

    fn children_of(&self, id: usize) -> &[GraphChild] {
        if id >= self.expanded {
            return &[];
        }
        let end = match self.nodes.get(id + 1) {
            Some(next) if id + 1 < self.expanded => next.first as usize,
            _ => self.children.len(),
        };
        &self.children[self.nodes[id].first as usize..end]
    }

    /// Solves the graph by retrograde analysis. It calls `goes_on` from time to time. If `goes_on`
    /// returns `false`, this function returns `false`, and the values are incomplete.
    pub(crate) fn solve(&mut self, mut goes_on: impl FnMut() -> bool) -> bool {
        let parents = self.parents();
        // 1. Proofs, in order of length, so that each position gets the shortest.
        let mut by_length = vec![Vec::new()];
        for (id, node) in self.nodes.iter_mut().enumerate() {
            if node.value == GraphValue::Open && id < self.expanded && node.missing == 0 {
                // Each move of the defender loses at once.
                node.value = GraphValue::Proved(1);
            }
            if let GraphValue::Proved(length) = node.value {
                put(&mut by_length, length, id as u32);
            }
        }
        if !self.spread(GraphValue::Proved(0), by_length, &parents, &mut goes_on) {
            return false;
        }
        // 2. Positions that may be won through the border.
        self.replace(self.expanded, GraphValue::Unknown);
        let border = self.all(GraphValue::Unknown);
        if !self.spread(GraphValue::Unknown, border, &parents, &mut goes_on) {
            return false;
        }
        // 3. Positions that may be won only through barred positions.
        let barred = self.all(GraphValue::FailedHere);
        if !self.spread(GraphValue::FailedHere, barred, &parents, &mut goes_on) {
            return false;
        }
        self.replace(0, GraphValue::Failed);
        true
    }

    /// Gives this value to the positions from `first` on that have no value.
    fn replace(&mut self, first: usize, value: GraphValue) {
        let open = self.nodes[first..].iter_mut();
        let open = open.filter(|node| node.value == GraphValue::Open);
        open.for_each(|node| node.value = value);
    }

    /// All positions with this value, as the list for length 0.
    fn all(&self, value: GraphValue) -> Vec<Vec<u32>> {
        let all = (0..).zip(&self.nodes);
        let all = all.filter(|(_, node)| node.value == value);
        vec![all.map(|(id, _)| id).collect()]
    }

    /// Propagates a value from these positions, grouped by length, to all positions that it forces.
    fn spread(
        &mut self,
        value: GraphValue,
        mut by_length: Vec<Vec<u32>>,
        parents: &Parents,
        goes_on: &mut impl FnMut() -> bool,
    ) -> bool {
        let mut at = 0;
        while at < by_length.len() {
            let longer = (at as u16).saturating_add(1);
            let (value, length) = match value {
                GraphValue::Proved(_) => (GraphValue::Proved(longer), longer),
                _ => (value, 0),
            };
            let mut place = 0;
            while let Some(&id) = by_length[at].get(place) {
                place += 1;
                if place.is_multiple_of(1 << 14) && !goes_on() {
                    return false;
                }
                for &parent in parents.of(id) {
                    let node = &mut self.nodes[parent as usize];
                    if node.value != GraphValue::Open {
                        continue;
                    }
                    node.missing -= 1;
                    if node.missing > 0 {
                        continue;
                    }
                    node.value = value;
                    put(&mut by_length, length, parent);
                }
            }
            by_length[at] = Vec::new();
            at += 1;
        }
        true
    }

    fn parents(&self) -> Parents {
        // Counts are stored one place later and then summed up, so that each list begins where the
        // previous one ends.
        let mut first = vec![0; self.len() + 2];
        let inner = |&&child: &&GraphChild| child < FAILED;
        for &child in self.children.iter().filter(inner) {
            first[child as usize + 2] += 1;
        }
        for i in 2..first.len() {
            first[i] += first[i - 1];
        }
        let mut parents = vec![0; first[self.len() + 1] as usize];
        for id in 0..self.expanded {
            for &child in self.children_of(id).iter().filter(inner) {
                let place = &mut first[child as usize + 1];
                parents[*place as usize] = id as u32;
                *place += 1;
            }
        }
        Parents { first, parents }
    }
}

impl Parents {
    fn of(&self, id: u32) -> &[u32] {
        let id = id as usize;
        &self.parents[self.first[id] as usize..self.first[id + 1] as usize]
    }
}

fn put(by_length: &mut Vec<Vec<u32>>, length: u16, id: u32) {
    let length = usize::from(length);
    if by_length.len() <= length {
        by_length.resize_with(length + 1, Vec::new);
    }
    by_length[length].push(id);
}
