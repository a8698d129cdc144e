//! SiblingGC: removes the entries below a decided node.
//!
//! This keeps the table small. `docs/references.md [4]` counts the entries in use with it (figure
//! 3) and takes it from `docs/references.md [19]`, which is not available to us. So this is our
//! interpretation of the name:
//!
//! ```text
//!       p           d is decided: x and y are freed. The entry of d stays, so
//!     / | \         the answer remains.
//!    d  s  t        p is decided: d, s and t are freed, and z, which is below
//!   / \  \          a sibling of the child that was decided last.
//!  x   y  z
//!
//! free(d): for each child of d that has an entry and is not on the path
//!              remove the entry, and its twin
//!              free(child)
//! ```
//!
//! * Nothing is freed below a position without an entry. Entries below a position whose own entry
//!   was replaced are therefore missed; they are replaced like any other entry.
//! * A node below which nothing was searched frees nothing: the solved positions that it found
//!   belong to other nodes and are freed with them.
//! * The root frees nothing either: no search follows, and the remaining entries help to write the
//!   certificate.
//! * The twin that an entry refers to is freed if it was stored on the path by which the collection
//!   reaches the entry. A twin of another path stays.
//!
//! An entry that other nodes also need can be freed; it is searched again. If play can return to a
//! position, two decided nodes can be below each other and free each other in turn. In such games,
//! the numbers on the stack can only rise from the first freed entry on, as after the table was
//! full.
//!
//! Cost: the moves of every freed entry, and of every decided node below which something was
//! searched, are generated once more. This does not count as an expansion: the number of entries
//! bounds it, and no limit counts it. The larger cost is lost transpositions: the 12 bench
//! positions of Lines of Action have at most 146,982 entries in use instead of 611,000, and take
//! 5,244,129 expansions instead of 955,989. In a tree, the number of expansions does not change.
//!
//! Memory: one position for each freed entry whose children are still to be visited.

use shomei_game::{Game, Key};

use crate::path::Path;
use crate::search::df_pn::Gc;
use crate::table::{Table, Value};

/// The state of the collection.
#[derive(Debug)]
pub(super) struct SiblingGc<G: Game> {
    /// Entries in use: keys stored minus keys removed, replaced or collected.
    pub(super) in_use: u64,
    /// The largest value of `in_use`.
    pub(super) most: u64,
    /// Whether any entry was freed, so that entries can be missing below decided nodes.
    pub(super) has_freed: bool,
    /// Positions whose entry was freed and whose children are still to be visited.
    open: Vec<Freed<G::Position>>,
    moves: Vec<G::Move>,
}

/// A position whose entry was freed, and the length of the path to it.
#[derive(Debug)]
struct Freed<P> {
    position: P,
    key: Key,
    ply: usize,
}

impl<G: Game> SiblingGc<G> {
    /// The collector for this option, if it is on.
    pub(super) fn new(gc: Gc) -> Option<SiblingGc<G>> {
        (gc == Gc::Sibling).then(|| SiblingGc {
            in_use: 0,
            most: 0,
            has_freed: false,
            open: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// Sets the counters at the beginning of a search with this table.
    pub(super) fn begin(&mut self, table: &Table) {
        self.in_use = table.count();
        self.most = self.in_use;
    }

    /// Counts a new entry.
    pub(super) fn added(&mut self) {
        self.in_use += 1;
        self.most = self.most.max(self.in_use);
    }

    /// Subtracts `entries` entries that the table has cleared to make room.
    pub(super) fn cleared(&mut self, entries: u64) {
        self.in_use = self.in_use.saturating_sub(entries);
    }

    fn remove(&mut self, table: &Table, key: Key) {
        if table.remove(key) {
            self.has_freed = true;
            self.cleared(1);
        }
    }

    /// Frees the entries below a decided node, which is the last one of the path.
    pub(super) fn free_below(
        &mut self,
        game: &G,
        position: &G::Position,
        table: &Table,
        path: &mut Path,
    ) {
        let length = path.len();
        self.free_children(game, position, table, path);
        while let Some(freed) = self.open.pop() {
            while path.len() > freed.ply {
                path.pop();
            }
            path.push(freed.key);
            self.free_children(game, &freed.position, table, path);
        }
        while path.len() > length {
            path.pop();
        }
    }

    /// Removes the entries of a node's children, and adds the children to the list of open
    /// positions.
    fn free_children(&mut self, game: &G, position: &G::Position, table: &Table, path: &Path) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(position, &mut moves);
        for &mv in &moves {
            let child = game.play(position, mv);
            let key = game.key(&child);
            if path.find(key).is_some() {
                continue;
            }
            let Some(entry) = table.probe(key) else {
                continue;
            };
            self.remove(table, key);
            if let Value::Unsolved { twin: Some(m), .. } = entry.value
                && m.get() < path.len()
            {
                self.remove(table, path.twin_key(key, m));
            }
            self.open.push(Freed {
                position: child,
                key,
                ply: path.len(),
            });
        }
        self.moves = moves;
    }
}
