//! Proof-number search: best first, with the whole tree in memory.
//!
//! What it does: expands again and again the *most-proving node*, the leaf
//! whose value does most for the root: at OR nodes it goes to the child with
//! the least proof number, at AND nodes to the one with the least disproof
//! number (`docs/references.md [1], [2]`).
//!
//! ```text
//! until the root is solved or there is no room:
//!   1  n = root; while n has children: n = its most-proving child
//!   2  expand n and evaluate all its children
//!   3  update n and its ancestors from their children,
//!      until one does not change; a solved node loses its subtree
//! ```
//!
//! Differs from the papers in:
//!
//! * Step 1 starts where step 3 ended: above that node nothing has changed.
//! * A child that repeats a position of the line is a failed leaf; disproofs
//!   that rest on it are not stored in the table.
//! * Every solved inner node goes into the table before its subtree is given
//!   back: lines of play and certificates are made from there.
//!
//! Memory: 16 bytes and a move a node (`--store`), the table apart.

mod arena;
mod info;

use std::sync::Arc;

use shomei_game::{Game, Key, Preview, Role, Solvable, Status};

use crate::limits::Account;
use crate::path::Path;
use crate::search::{Init, Search, mobility_bounds};
use crate::table::{Entry, Gauge, Table, Value};
use crate::{Bounds, Limits, Number, Observer, Progress, Report, Stop};

pub use info::INFO;
pub(crate) use info::open;

use arena::{Arena, Node, NodeId, saturating_sum};

/// The switches of [`Pn`].
#[derive(Clone, Debug, PartialEq)]
pub struct PnOptions {
    /// The numbers of new leaves.
    pub init: Init,
    /// The most nodes held in memory.
    pub store: usize,
}

impl Default for PnOptions {
    fn default() -> PnOptions {
        PnOptions {
            init: Init::Mobility,
            store: 1_000_000,
        }
    }
}

impl PnOptions {
    /// The bytes that one stored node of `G` takes.
    #[must_use]
    pub fn node_bytes<G: Game>() -> usize {
        size_of::<Node<G::Move>>()
    }
}

/// Memory for the nodes could not be reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for {nodes} nodes of {bytes} bytes")]
pub struct StoreError {
    /// The nodes asked for.
    pub nodes: usize,
    /// The size of one.
    pub bytes: usize,
}

/// The searcher. See the [module text](self).
#[derive(Debug)]
pub struct Pn<'g, G: Solvable> {
    game: &'g G,
    options: PnOptions,
    table: Arc<Table>,
    tree: Arena<G::Move>,
    /// The line from the root to the node of interest.
    line: Vec<(NodeId, G::Position)>,
    path: Path,
    moves: Vec<G::Move>,
    previews: Vec<Preview<G::Move>>,
    children: Vec<Node<G::Move>>,
    account: Account,
    gauge: Gauge,
}

/// The support of a disproof that holds on every line, and of every proof.
const NO_SUPPORT: u32 = u32::MAX;

impl<'g, G: Solvable> Pn<'g, G> {
    /// A searcher of `game` that puts what it solves into `table`, which must
    /// hold entries of this game under this goal only.
    ///
    /// # Errors
    ///
    /// When there is no memory for the nodes asked for.
    pub fn new(
        game: &'g G,
        options: PnOptions,
        table: Arc<Table>,
    ) -> Result<Pn<'g, G>, StoreError> {
        let no_memory = StoreError {
            nodes: options.store,
            bytes: PnOptions::node_bytes::<G>(),
        };
        Ok(Pn {
            game,
            table,
            tree: Arena::new(options.store).ok_or(no_memory)?,
            options,
            line: Vec::new(),
            path: Path::new(),
            moves: Vec::new(),
            previews: Vec::new(),
            children: Vec::new(),
            account: Account::open(&Limits::default()),
            gauge: Gauge::default(),
        })
    }

    fn run(&mut self, root: &G::Position, observer: &mut dyn Observer) -> Bounds {
        self.moves.clear();
        self.game.moves(root, &mut self.moves);
        // The root is led to by no move; any will do.
        let mv = self.moves[0];
        self.tree.restart(Node::leaf(mv, Bounds::UNIT, NO_SUPPORT));
        self.line.clear();
        self.path.clear();
        self.line.push((0, root.clone()));
        self.path.push(self.game.key(root));
        while !self.root_bounds().is_solved() {
            if self.account.poll_due() {
                self.poll(observer);
            }
            if self.account.exhausted() {
                break;
            }
            self.select();
            if !self.expand() {
                self.account.stopped_by = Some(Stop::Memory);
                break;
            }
            self.update();
        }
        self.account.counters.stored = self.tree.peak() as u64;
        self.root_bounds()
    }

    fn root_bounds(&self) -> Bounds {
        self.tree.node(0).bounds
    }

    fn poll(&mut self, observer: &mut dyn Observer) {
        self.account.poll();
        self.gauge.read(&self.table);
        observer.progress(&Progress {
            bounds: self.root_bounds(),
            counters: self.account.counters,
            fill: self.tree.fill(),
        });
    }

    /// Step 1: extends the line to the most-proving node below its end.
    fn select(&mut self) {
        while let Some((id, position)) = self.line.last() {
            let range = self.tree.node(*id).children();
            let role = self.game.role(position);
            let numbers = self
                .tree
                .children(*id)
                .iter()
                .map(|child| child.bounds.of(role));
            let Some((best, _)) = numbers.enumerate().min_by_key(|&(_, number)| number) else {
                return;
            };
            let child = range.start + best;
            let position = self.game.play(position, self.tree.node(child as NodeId).mv);
            self.path.push(self.game.key(&position));
            self.line.push((child as NodeId, position));
        }
    }

    /// Step 2: gives the node at the end of the line its children; `false`
    /// when there is no room.
    fn expand(&mut self) -> bool {
        let Some((id, position)) = self.line.last() else {
            return false;
        };
        let id = *id;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        if self.options.init == Init::Mobility && !G::DECIDES {
            self.previews.clear();
            self.game.preview(position, &mut self.previews);
            children.extend(self.previews.iter().map(|child| self.preview(child)));
        } else {
            self.moves.clear();
            self.game.moves(position, &mut self.moves);
            children.extend(self.moves.iter().map(|&mv| self.evaluate(position, mv)));
        }
        self.account.counters.expanded += 1;
        self.account.counters.generated += children.len() as u64;
        self.account.counters.evaluated += children.len() as u64;
        let has_room = self.tree.adopt(id, &children);
        self.children = children;
        has_room
    }

    fn preview(&self, child: &Preview<G::Move>) -> Node<G::Move> {
        self.leaf(child.mv, child.key, child.status, || {
            mobility_bounds(child.role, child.moves)
        })
    }

    fn evaluate(&self, position: &G::Position, mv: G::Move) -> Node<G::Move> {
        let child = self.game.play(position, mv);
        let status = match self.game.status(&child) {
            Status::Open => self.game.solve_leaf(&child),
            over => over,
        };
        self.leaf(mv, self.game.key(&child), status, || {
            self.options.init.bounds(self.game, &child)
        })
    }

    /// A new node with its first numbers.
    fn leaf(
        &self,
        mv: G::Move,
        key: Key,
        status: Status,
        open: impl FnOnce() -> Bounds,
    ) -> Node<G::Move> {
        match status {
            Status::Won => Node::leaf(mv, Bounds::PROVED, NO_SUPPORT),
            Status::Failed => Node::leaf(mv, Bounds::DISPROVED, NO_SUPPORT),
            Status::Open => match self.repeats(key) {
                Some(index) => Node::leaf(mv, Bounds::DISPROVED, index as u32),
                None => Node::leaf(mv, open(), NO_SUPPORT),
            },
        }
    }

    fn repeats(&self, key: Key) -> Option<usize> {
        if self.game.can_repeat() {
            self.path.find(key)
        } else {
            None
        }
    }

    /// Step 3: climbs from the end of the line while numbers change.
    fn update(&mut self) {
        while let Some((id, position)) = self.line.last() {
            let id = *id;
            let role = self.game.role(position);
            let children = self.tree.children(id);
            let own = children.iter().map(|child| child.bounds.of(role)).min();
            let other = children
                .iter()
                .map(|child| child.bounds.of(role.opponent()));
            let (sum, saturated) = saturating_sum(other);
            self.account.counters.saturations += u64::from(saturated);
            let bounds = Bounds::from_numbers(role, own.unwrap_or(Number::INFINITE), sum);
            if bounds == self.tree.node(id).bounds {
                return;
            }
            if bounds.is_solved() {
                self.finish(id, role, bounds);
            } else {
                self.tree.node_mut(id).bounds = bounds;
            }
            if self.line.len() == 1 {
                return;
            }
            self.line.pop();
            self.path.pop();
        }
    }

    /// The node at the end of the line is solved: remembers how, and gives its
    /// tree back.
    fn finish(&mut self, id: NodeId, role: Role, bounds: Bounds) {
        let index = self.path.len() - 1;
        let children = self.tree.children(id);
        let (support, length, best) = if bounds.of(role) == Number::ZERO {
            let solving = (0..)
                .zip(children)
                .filter(|(_, c)| c.bounds.of(role) == Number::ZERO);
            // Of several, the one that rests on the least, then the shortest.
            let best = solving.min_by_key(|(_, c)| (std::cmp::Reverse(c.support()), c.length));
            best.map_or((NO_SUPPORT, 0, None), |(i, c)| {
                (c.support(), c.length, Some(i))
            })
        } else {
            let support = children.iter().map(Node::support).min();
            let length = children.iter().map(|c| c.length).max();
            (support.unwrap_or(NO_SUPPORT), length.unwrap_or(0), None)
        };
        // What points at the node itself or below is part of its own tree.
        let support = if support as usize >= index {
            NO_SUPPORT
        } else {
            support
        };
        let length = length.saturating_add(1);
        let best: Option<u32> = best;
        let best = best
            .and_then(|i| u8::try_from(i).ok())
            .filter(|&i| i != u8::MAX);
        let work = self.tree.solve(id, bounds, support, length) as u64;
        if support == NO_SUPPORT {
            let value = if bounds.is_proved() {
                Value::Proved { length, best }
            } else {
                Value::Disproved { length, best }
            };
            self.remember(Entry {
                value,
                work,
                min_depth: index.min(usize::from(u16::MAX)) as u16,
            });
        }
    }

    fn remember(&self, entry: Entry) {
        if let Some((_, position)) = self.line.last() {
            self.table.store(self.game.key(position), entry);
        }
    }
}

impl<G: Solvable> Search<G> for Pn<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        self.account = Account::open(limits);
        let bounds = match self.game.status(root) {
            Status::Won => Bounds::PROVED,
            Status::Failed => Bounds::DISPROVED,
            Status::Open => self.run(root, observer),
        };
        self.account.report(bounds)
    }

    fn table(&self) -> &Arc<Table> {
        &self.table
    }
}
