//! The graph of a strategy while it is made smaller: nodes by key, with counts of their uses.
//!
//! A node is *live* if the root can reach it by the current moves of the side with the choice. Only
//! live nodes become records. Other nodes stay, since a later change can use them again.

use std::collections::HashMap;
use std::ops::AddAssign;

use shomei_game::Key;
use shomei_proof::Claim;

use crate::strategy::{Kind, Link, Strategy};
use crate::{ExtractError, bytes_of_map};

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) key: Key,
    pub(super) kind: Kind,
    /// The index of its first link, and their number.
    first: usize,
    links: u32,
    /// The number of links of live nodes that lead here.
    uses: u32,
    /// At least the plies of the longest line from here, in a proof: every link leads to a smaller
    /// height, so a proof has no cycle.
    pub(super) height: u32,
    /// Whether the current pass has visited the node.
    pub(super) is_visited: bool,
    /// Whether the node has its links. It lacks them while the nodes below it are made.
    pub(super) is_whole: bool,
}

/// The size of a part of a strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) records: u64,
    /// The children in these records.
    pub(super) children: u64,
    /// The nodes of plain search.
    pub(super) plain: u64,
}

impl Size {
    /// Records, and nodes of plain search.
    pub(super) fn work(self) -> u64 {
        self.records + self.plain
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        self.records += other.records;
        self.children += other.children;
        self.plain += other.plain;
    }
}

/// A strategy of one claim.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) claim: Claim,
    nodes: Vec<Place>,
    links: Vec<Link>,
    ids: HashMap<Key, u32>,
    /// Nodes whose uses are being counted.
    work: Vec<u32>,
}

impl Graph {
    pub(super) fn new(claim: Claim) -> Graph {
        Graph {
            claim,
            nodes: Vec::new(),
            links: Vec::new(),
            ids: HashMap::new(),
            work: Vec::new(),
        }
    }

    /// The bytes that the graph uses.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Place>()
            + self.links.capacity() * size_of::<Link>()
            + bytes_of_map::<Key, u32>(self.ids.capacity())
    }

    /// The number of nodes, live or not.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn find(&self, key: Key) -> Option<u32> {
        self.ids.get(&key).copied()
    }

    pub(super) fn node(&self, id: u32) -> &Place {
        &self.nodes[id as usize]
    }

    pub(super) fn is_live(&self, id: u32) -> bool {
        self.node(id).uses > 0
    }

    pub(super) fn mark_visited(&mut self, id: u32) {
        self.nodes[id as usize].is_visited = true;
    }

    pub(super) fn links(&self, id: u32) -> &[Link] {
        let node = self.node(id);
        &self.links[node.first..][..node.links as usize]
    }

    /// Adds a node without links.
    pub(super) fn add(&mut self, key: Key) -> u32 {
        let id = self.nodes.len() as u32;
        self.ids.insert(key, id);
        self.nodes.push(Place {
            key,
            kind: Kind::All,
            first: 0,
            links: 0,
            uses: 0,
            height: 0,
            is_visited: false,
            is_whole: false,
        });
        id
    }

    /// Gives an unused node its links.
    pub(super) fn set(&mut self, id: u32, kind: Kind, links: &[Link]) {
        let below = links.iter().filter_map(|link| link.id());
        let height = below.map(|id| self.node(id).height + 1).max();
        let first = self.links.len();
        self.links.extend_from_slice(links);
        let node = &mut self.nodes[id as usize];
        node.kind = kind;
        node.first = first;
        node.links = links.len() as u32;
        node.height = height.unwrap_or(0).max(u32::from(!links.is_empty()));
        node.is_whole = true;
    }

    /// Changes the move of a live node. The caller has released the link of the old move, and
    /// retains the one of the new move.
    pub(super) fn choose(&mut self, id: u32, mv: u32, link: Link) {
        let node = &mut self.nodes[id as usize];
        debug_assert!(matches!(node.kind, Kind::Choice(_)));
        node.kind = Kind::Choice(mv);
        self.links[node.first] = link;
    }

    /// Leaves a live node to plain search. The caller has released its links.
    pub(super) fn resolve(&mut self, id: u32, nodes: u32) {
        let node = &mut self.nodes[id as usize];
        node.kind = Kind::Resolved(nodes);
        node.links = 0;
    }

    /// Removes the nodes from this number on, which no other node has a link to.
    pub(super) fn truncate(&mut self, len: usize) {
        let mut links = self.links.len();
        for node in self.nodes.drain(len.min(self.nodes.len())..) {
            self.ids.remove(&node.key);
            if node.is_whole {
                links = links.min(node.first);
            }
        }
        self.links.truncate(links);
    }

    /// Adds a use of a node. Returns the size of the nodes that become live.
    pub(super) fn retain(&mut self, link: Link) -> Size {
        let mut size = Size::default();
        self.work.extend(link.id());
        while let Some(id) = self.work.pop() {
            let node = &mut self.nodes[id as usize];
            node.uses += 1;
            if node.uses == 1 {
                self.note(id, &mut size);
            }
        }
        size
    }

    /// Removes a use of a node. Returns the size of the nodes that are no longer live. Nodes on a
    /// cycle stay live.
    pub(super) fn release(&mut self, link: Link) -> Size {
        let mut size = Size::default();
        self.work.extend(link.id());
        while let Some(id) = self.work.pop() {
            let node = &mut self.nodes[id as usize];
            node.uses -= 1;
            if node.uses == 0 {
                self.note(id, &mut size);
            }
        }
        size
    }

    /// Adds a node to a size, and its links to the work.
    fn note(&mut self, id: u32, size: &mut Size) {
        let node = &self.nodes[id as usize];
        let links = &self.links[node.first..][..node.links as usize];
        self.work.extend(links.iter().filter_map(|link| link.id()));
        *size += Size {
            records: 1,
            children: u64::from(node.links),
            plain: match node.kind {
                Kind::Resolved(nodes) => u64::from(nodes),
                _ => 0,
            },
        };
    }

    /// The strategy of the live nodes.
    ///
    /// Fails if a node is missing, or a proof has a cycle.
    pub(super) fn strategy(&self, root: u32) -> Result<Strategy, ExtractError> {
        let mut strategy = Strategy::new(self.claim);
        for (id, node) in (0..).zip(&self.nodes) {
            if node.uses > 0 && node.is_whole {
                strategy.set(id, node.kind, self.links(id));
            }
        }
        match self.claim {
            Claim::Proved => strategy.order_by_descent(root)?,
            Claim::Disproved => strategy.order_by_discovery(root)?,
        }
        Ok(strategy)
    }
}
