//! A strategy of one side as a graph, in the order of its records.

use std::cmp::Reverse;
use std::io::Write;

use shomei_game::{Game, Status};
use shomei_proof::{Child, Claim, Header, Record, Summary, WriteError, Writer};

use crate::{ExtractError, moves_of};

/// The target of a move of a strategy: the node with this number, or a position that the rules
/// settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    /// The rules settle the position.
    pub(super) const TERMINAL: Link = Link(u32::MAX);

    /// To the node with this number.
    pub(super) fn node(id: u32) -> Link {
        debug_assert!(id != u32::MAX);
        Link(id)
    }

    /// The number of the node.
    pub(super) fn id(self) -> Option<u32> {
        (self != Link::TERMINAL).then_some(self.0)
    }
}

/// How a position is decided.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// By the move at this place.
    Choice(u32),
    /// By an answer to every move.
    All,
    /// By plain search within this number of nodes.
    Resolved(u32),
}

/// A node, small: a strategy may have millions.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// The number of its links, and the index of the first one.
    links: u32,
    first: usize,
}

/// The moves of one side against all moves of the other.
///
/// Nodes are added in any order; a node can be linked before it is added.
#[derive(Clone, Debug)]
pub struct Strategy {
    claim: Claim,
    nodes: Vec<Option<Node>>,
    /// The links of all nodes; those of one node are adjacent.
    links: Vec<Link>,
    /// The numbers of the nodes in the order of their records, beginning with the root.
    order: Vec<u32>,
}

/// The state of a node while a strategy is ordered.
#[derive(Clone, Copy)]
enum Descent {
    New,
    /// Above the node that is processed.
    OnPath,
    Done,
}

/// The plies of the longest line after a link.
fn plies_after(plies: &[u32], link: &Link) -> u32 {
    link.id().map_or(0, |id| plies[id as usize])
}

impl Strategy {
    pub(super) fn new(claim: Claim) -> Strategy {
        Strategy {
            claim,
            nodes: Vec::new(),
            links: Vec::new(),
            order: Vec::new(),
        }
    }

    /// The claim that the strategy shows.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The number of positions in the strategy.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether it contains no position, because the game is over at the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The places of the moves of the longest line of a proof. `None` for a disproof, or if plain
    /// search decides a part of it.
    #[must_use]
    pub fn longest(&self) -> Option<Vec<u32>> {
        let is_plain = |&id: &u32| matches!(self.node(id).0, Kind::Resolved(_));
        let has_length = self.claim == Claim::Proved && !self.order.iter().any(is_plain);
        has_length.then(|| self.longest_of_records())
    }

    /// The plies of the longest line from each node of a proof, by number.
    pub(super) fn lengths(&self) -> Vec<u32> {
        let mut plies = vec![0u32; self.nodes.len()];
        // Children come after their parents.
        for &id in self.order.iter().rev() {
            let (_, links) = self.node(id);
            let most = links.iter().map(|link| plies_after(&plies, link)).max();
            plies[id as usize] = most.map_or(0, |most| most + 1);
        }
        plies
    }

    /// The places of the moves of the longest line through the records of a proof: to the end of
    /// the game, or to a position that plain search decides.
    pub(super) fn longest_of_records(&self) -> Vec<u32> {
        let plies = self.lengths();
        let mut line = Vec::new();
        let mut next = self.order.first().copied();
        while let Some(id) = next {
            let (kind, links) = self.node(id);
            // Takes the first of equal ones.
            let longest = (0..)
                .zip(links)
                .min_by_key(|(_, link)| Reverse(plies_after(&plies, link)));
            let Some((place, &link)) = longest else {
                break;
            };
            line.push(match kind {
                Kind::Choice(mv) => mv,
                _ => place,
            });
            next = link.id();
        }
        line
    }

    /// Sets how a node is decided, and the targets of its moves.
    pub(super) fn set(&mut self, id: u32, kind: Kind, links: &[Link]) {
        let index = id as usize;
        if self.nodes.len() <= index {
            self.nodes.resize(index + 1, None);
        }
        self.nodes[index] = Some(Node {
            kind,
            links: links.len() as u32,
            first: self.links.len(),
        });
        self.links.extend_from_slice(links);
    }

    /// The bytes that it uses.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Option<Node>>()
            + self.links.len() * size_of::<Link>()
            + self.order.len() * size_of::<u32>()
    }

    /// The numbers of the nodes, beginning with the root.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// How a node is decided, and the targets of its moves. All nodes that have an
    /// [order](Strategy::order) were added.
    pub(super) fn node(&self, id: u32) -> (Kind, &[Link]) {
        match self.nodes.get(id as usize) {
            Some(Some(node)) => {
                let links = &self.links[node.first..][..node.links as usize];
                (node.kind, links)
            }
            _ => {
                debug_assert!(false, "node {id} was not added");
                (Kind::Resolved(0), &[])
            }
        }
    }

    /// The moves of a node at this position, and their targets.
    pub(super) fn steps<G: Game>(
        &self,
        game: &G,
        id: u32,
        position: &G::Position,
    ) -> Vec<(G::Move, Link)> {
        let (kind, links) = self.node(id);
        let mut moves = match game.status(position) {
            Status::Open => moves_of(game, position),
            _ => Vec::new(),
        };
        if let Kind::Choice(mv) = kind {
            moves = moves.get(mv as usize).copied().into_iter().collect();
        }
        moves.into_iter().zip(links.iter().copied()).collect()
    }

    /// Orders the nodes that can be reached from `root` by discovery: each node is referred to
    /// before its own record.
    ///
    /// Fails if a node is missing, which happens if a game does not list the same moves each time.
    pub(super) fn order_by_discovery(&mut self, root: u32) -> Result<(), ExtractError> {
        let mut is_found = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut next = 0;
        let mut links = &[Link::node(root)][..];
        loop {
            for id in links.iter().filter_map(|link| link.id()) {
                if !matches!(self.nodes.get(id as usize), Some(Some(_))) {
                    return Err(ExtractError::Contradiction);
                }
                if !std::mem::replace(&mut is_found[id as usize], true) {
                    order.push(id);
                }
            }
            let Some(&id) = order.get(next) else {
                break;
            };
            links = self.node(id).1;
            next += 1;
        }
        self.order = order;
        Ok(())
    }

    /// Orders the nodes that can be reached from `root` so that every child comes after all its
    /// parents. Node numbers must increase from children to parents.
    pub(super) fn order_parents_first(&mut self, root: u32) -> Result<(), ExtractError> {
        self.order_by_discovery(root)?;
        self.order.sort_unstable_by_key(|&id| Reverse(id));
        Ok(())
    }

    /// Orders the nodes that can be reached from `root` so that every child comes after all its
    /// parents, with any numbers.
    ///
    /// Fails if a node is missing, or there is a cycle.
    pub(super) fn order_by_descent(&mut self, root: u32) -> Result<(), ExtractError> {
        self.order_by_discovery(root)?;
        let mut state = vec![Descent::New; self.nodes.len()];
        let mut order = Vec::with_capacity(self.order.len());
        let mut path = vec![(root, 0)];
        state[root as usize] = Descent::OnPath;
        while let Some((id, followed)) = path.last_mut() {
            let Some(link) = self.node(*id).1.get(*followed) else {
                state[*id as usize] = Descent::Done;
                order.push(*id);
                path.pop();
                continue;
            };
            *followed += 1;
            let Some(child) = link.id() else {
                continue;
            };
            match std::mem::replace(&mut state[child as usize], Descent::OnPath) {
                Descent::New => path.push((child, 0)),
                Descent::OnPath => return Err(ExtractError::Contradiction),
                Descent::Done => state[child as usize] = Descent::Done,
            }
        }
        order.reverse();
        self.order = order;
        Ok(())
    }

    /// Writes the certificate.
    ///
    /// # Errors
    ///
    /// If writing to `out` fails.
    pub fn write<W: Write>(&self, header: &Header, out: W) -> Result<(W, Summary), WriteError> {
        let mut place = vec![0u32; self.nodes.len()];
        for (i, &id) in (0..).zip(&self.order) {
            place[id as usize] = i;
        }
        let child = |link: &Link| match link.id() {
            None => Child::Terminal,
            Some(id) => Child::Record(u64::from(place[id as usize])),
        };
        let mut writer = Writer::new(out, header)?;
        for &id in &self.order {
            let (kind, links) = self.node(id);
            writer.write(&match kind {
                Kind::Choice(mv) => Record::Choice {
                    mv,
                    child: child(&links[0]),
                },
                Kind::All => Record::All {
                    children: links.iter().map(child).collect(),
                },
                Kind::Resolved(nodes) => Record::Resolved {
                    nodes: nodes.into(),
                },
            })?;
        }
        writer.finish()
    }
}
