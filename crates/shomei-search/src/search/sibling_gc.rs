//! SiblingGC: what lies below a decided node is forgotten.
//!
//! What it does: keeps the table small. `docs/references.md [4]` counts the
//! entries in use with it (figure 3) and takes it from `docs/references.md [19]`,
//! which is not at hand. So this is our reading of the name:
//!
//! ```text
//!       p           d is decided: x and y are freed. The entry of d stays, so
//!     / | \         the answer stands.
//!    d  s  t        p is decided: d, s and t are freed, and z, which lies below
//!   / \  \          a sibling of the child that was decided last.
//!  x   y  z
//!
//! free(d): for each child of d that has an entry and is not on the line
//!              remove the entry, and its twin
//!              free(child)
//! ```
//!
//! * Nothing is looked for below a position without an entry. What the table
//!   itself has lost may so hide entries; they are replaced like any other.
//! * A node below which nothing was searched frees nothing: what it found
//!   solved belongs to others, and is freed with them.
//! * The root frees nothing either: nothing is searched after it, and what is
//!   left helps to write the certificate.
//! * Of an entry the twin is freed that it names, if it was stored on the line
//!   by which the walk comes. A twin of another line stays.
//!
//! An entry that other nodes need too may be freed; it is searched again. Where
//! play can go round, two decided nodes may lie below each other, and free each
//! other in turn. So there the numbers on the stack only rise from the first
//! freed entry on, as with a table that was full.
//!
//! Price: the moves of every freed entry, and of every decided node below which
//! something was searched, are listed once more. That is no expansion: it is
//! bounded by what was stored, and no limit counts it. What transpositions lose
//! weighs more: the 12 bench positions of Lines of Action have at most 146,982
//! entries in use in place of 611,000, and take 5,244,129 expansions in place of
//! 955,989. In a tree the expansions are the same.
//!
//! Memory: a position for each entry of the walk that waits for its turn.

use shomei_game::{Game, Key};

use crate::path::Path;
use crate::search::df_pn::Gc;
use crate::table::{Table, Value};

/// What the collection works with.
#[derive(Debug)]
pub(super) struct SiblingGc<G: Game> {
    /// Entries in use: keys stored less keys removed, replaced or collected.
    pub(super) in_use: u64,
    /// The most of them at once.
    pub(super) most: u64,
    /// Whether anything was freed, so that entries may be missing below decided nodes.
    pub(super) has_freed: bool,
    /// Positions whose entry is freed and whose children are to be looked at.
    open: Vec<Freed<G::Position>>,
    moves: Vec<G::Move>,
}

/// A position whose entry was freed, and how long the line to it is.
#[derive(Debug)]
struct Freed<P> {
    position: P,
    key: Key,
    ply: usize,
}

impl<G: Game> SiblingGc<G> {
    /// What these options need.
    pub(super) fn new(gc: Gc) -> Option<SiblingGc<G>> {
        (gc == Gc::Sibling).then(|| SiblingGc {
            in_use: 0,
            most: 0,
            has_freed: false,
            open: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// A search begins with what is in the table.
    pub(super) fn begin(&mut self, table: &Table) {
        self.in_use = table.count();
        self.most = self.in_use;
    }

    /// The table has one entry more.
    pub(super) fn added(&mut self) {
        self.in_use += 1;
        self.most = self.most.max(self.in_use);
    }

    /// The table has cleared this number of entries to make room.
    pub(super) fn cleared(&mut self, entries: u64) {
        self.in_use = self.in_use.saturating_sub(entries);
    }

    fn remove(&mut self, table: &Table, key: Key) {
        if table.remove(key) {
            self.has_freed = true;
            self.cleared(1);
        }
    }

    /// Frees what is stored below a decided node, the last one of the path.
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

    /// Forgets the children of a node, and leaves theirs for later.
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
