//! A winning or holding strategy as a graph, in the order of its records.

use std::cmp::Reverse;
use std::io::Write;
use std::ops::Range;

use shomei_proof::{Child, Claim, Header, Record, Summary, WriteError, Writer};

/// Where a move of a strategy leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// The rules settle the position.
    Terminal,
    /// To the node with this number.
    Node(u32),
}

/// How a position is decided.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Choice(u32),
    All,
    Resolved(u64),
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    links: Range<usize>,
}

/// What one side plays wherever the other leads it.
///
/// Nodes are added in any order; a node may be linked before it is added.
#[derive(Clone, Debug)]
pub struct Strategy {
    claim: Claim,
    nodes: Vec<Option<Node>>,
    /// The links of all nodes, each node's side by side.
    links: Vec<Link>,
    /// The numbers of the nodes in the order of their records, root first.
    order: Vec<u32>,
}

/// A certificate could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the certificate cannot be written")]
pub struct WriteStrategyError(#[from] WriteError);

impl Strategy {
    pub(super) fn new(claim: Claim) -> Strategy {
        Strategy {
            claim,
            nodes: Vec::new(),
            links: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Whether it proves or disproves.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The number of positions in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether it holds no position: the root is a finished game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The places of the moves of the longest line of a proof. `None` for a disproof,
    /// and where plain search decides a part of it.
    #[must_use]
    pub fn longest(&self) -> Option<Vec<u32>> {
        if self.claim != Claim::Proved {
            return None;
        }
        let mut plies = vec![0u32; self.nodes.len()];
        let behind = |plies: &[u32], link: &Link| match link {
            Link::Terminal => 0,
            Link::Node(id) => plies[*id as usize],
        };
        // Children stand behind their parents.
        for &id in self.order.iter().rev() {
            let node = self.nodes[id as usize].as_ref()?;
            if let Kind::Resolved(_) = node.kind {
                return None;
            }
            let links = self.links[node.links.clone()].iter();
            let most = links.map(|link| behind(&plies, link)).max();
            plies[id as usize] = most? + 1;
        }
        let mut line = Vec::new();
        let mut next = self.order.first().copied();
        while let Some(id) = next {
            let node = self.nodes[id as usize].as_ref()?;
            let links = &self.links[node.links.clone()];
            // The first of equal ones.
            let (place, &link) = (0..)
                .zip(links)
                .min_by_key(|(_, link)| Reverse(behind(&plies, link)))?;
            line.push(match node.kind {
                Kind::Choice(mv) => mv,
                Kind::All | Kind::Resolved(_) => place,
            });
            next = match link {
                Link::Terminal => None,
                Link::Node(id) => Some(id),
            };
        }
        Some(line)
    }

    /// The node at this place of the order, of a proof: the place of its move, `None` if
    /// it has all moves, and where each of them leads in the order, `None` to an end of
    /// the game. Nothing where plain search decides it.
    pub(crate) fn part(&self, place: usize) -> Option<(Option<u32>, Vec<Option<usize>>)> {
        let node = self.nodes[*self.order.get(place)? as usize].as_ref()?;
        let mv = match node.kind {
            Kind::Choice(mv) => Some(mv),
            Kind::All => None,
            Kind::Resolved(_) => return None,
        };
        // Numbers fall along the order of a proof.
        let place_of = |id: u32| {
            self.order
                .binary_search_by_key(&Reverse(id), |&id| Reverse(id))
        };
        let links = self.links[node.links.clone()]
            .iter()
            .map(|link| match link {
                Link::Terminal => None,
                Link::Node(id) => place_of(*id).ok(),
            });
        Some((mv, links.collect()))
    }

    /// The node answers with one move.
    pub(super) fn set_choice(&mut self, id: u32, mv: usize, link: Link) {
        self.set(id, Kind::Choice(mv as u32), &[link]);
    }

    /// The node has an answer to every move.
    pub(super) fn set_all(&mut self, id: u32, links: &[Link]) {
        self.set(id, Kind::All, links);
    }

    /// The node is decided by plain search within so many nodes.
    pub(super) fn set_resolved(&mut self, id: u32, nodes: u64) {
        self.set(id, Kind::Resolved(nodes), &[]);
    }

    fn set(&mut self, id: u32, kind: Kind, links: &[Link]) {
        let index = id as usize;
        if self.nodes.len() <= index {
            self.nodes.resize(index + 1, None);
        }
        let start = self.links.len();
        self.links.extend_from_slice(links);
        self.nodes[index] = Some(Node {
            kind,
            links: start..self.links.len(),
        });
    }

    /// The numbers of the nodes, root first.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// How a node is decided, and where its moves lead.
    pub(super) fn node(&self, id: u32) -> (Option<Kind>, &[Link]) {
        match self.nodes.get(id as usize).and_then(Option::as_ref) {
            Some(node) => (Some(node.kind), &self.links[node.links.clone()]),
            None => (None, &[]),
        }
    }

    fn children(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let node = self.nodes.get(id as usize).and_then(Option::as_ref);
        let links = node.map_or(&[][..], |node| &self.links[node.links.clone()]);
        links.iter().filter_map(|link| match link {
            Link::Terminal => None,
            Link::Node(child) => Some(*child),
        })
    }

    /// Orders what can be reached from `root` in order of discovery: each
    /// node is named before its turn comes.
    pub(super) fn order_by_discovery(&mut self, root: u32) {
        let mut seen = vec![false; self.nodes.len()];
        let mut order = vec![root];
        seen[root as usize] = true;
        let mut next = 0;
        while next < order.len() {
            for child in self.children(order[next]) {
                if !std::mem::replace(&mut seen[child as usize], true) {
                    order.push(child);
                }
            }
            next += 1;
        }
        self.order = order;
    }

    /// Orders what can be reached from `root` so that every child comes after
    /// all its parents. Node numbers must grow from children to parents.
    pub(super) fn order_parents_first(&mut self, root: u32) {
        self.order_by_discovery(root);
        self.order.sort_unstable_by_key(|&id| Reverse(id));
    }

    /// Writes the certificate.
    ///
    /// # Errors
    ///
    /// When `out` does.
    pub fn write<W: Write>(
        &self,
        header: &Header,
        out: W,
    ) -> Result<(W, Summary), WriteStrategyError> {
        let mut place = vec![0u64; self.nodes.len()];
        for (i, &id) in (0..).zip(&self.order) {
            place[id as usize] = i;
        }
        let child = |link: &Link| match link {
            Link::Terminal => Child::Terminal,
            Link::Node(id) => Child::Record(place[*id as usize]),
        };
        let mut writer = Writer::new(out, header)?;
        for &id in &self.order {
            let Some(node) = &self.nodes[id as usize] else {
                continue;
            };
            let links = &self.links[node.links.clone()];
            writer.write(&match node.kind {
                Kind::Choice(mv) => Record::Choice {
                    mv,
                    child: child(&links[0]),
                },
                Kind::All => Record::All {
                    children: links.iter().map(child).collect(),
                },
                Kind::Resolved(nodes) => Record::Resolved { nodes },
            })?;
        }
        Ok(writer.finish()?)
    }
}
