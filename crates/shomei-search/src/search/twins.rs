//! How a table keeps disproofs that rest on repetitions.
//!
//! A disproof that does not hold on every path ([`Support`]) is stored as a
//! *twin*, under a key mixed from the position's and the code of the path up
//! to the largest index that it rests on; the position's own entry keeps
//! unsolved numbers and remembers that index. A path with the same prefix finds
//! the twin by one more probe (`docs/references.md [10]`).
//!
//! The rejected alternative, not storing such disproofs at all, is
//! exponential: on a chain of n diamonds that ends in a repetition it visits
//! 5 2^n - 3 nodes, with twins 3 n + 2.

use shomei_game::Key;

use crate::Bounds;
use crate::faithful::FaithfulTable;
use crate::path::Path;
use crate::search::outcome::{Outcome, Support};
use crate::table::{Entry, PathIndex, Value};

/// A table that a depth-first search reads back from.
pub(crate) trait TwinTable {
    /// The entry of a position, if it is there.
    fn probe(&self, key: Key) -> Option<Entry>;

    /// Writes an entry.
    fn store(&mut self, key: Key, entry: Entry);
}

/// Work is the weight by which entries are replaced; depths are not kept.
impl TwinTable for FaithfulTable<Value> {
    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        self.probe_with_weight(key).map(|(&value, work)| Entry {
            value,
            work,
            min_depth: 0,
        })
    }

    fn store(&mut self, key: Key, entry: Entry) {
        FaithfulTable::store(self, key, entry.value, entry.work);
    }
}

/// What is stored of a node that is being left, beside its outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    pub(crate) key: Key,
    /// The work below it, earlier visits included.
    pub(crate) work: u64,
    pub(crate) min_depth: u16,
    /// The numbers it had before it was solved.
    pub(crate) before: Bounds,
    /// The twin that its entry knew.
    pub(crate) twin: Option<PathIndex>,
}

/// Stores what is known about a node. `path` is the path to it.
pub(crate) fn store(table: &mut impl TwinTable, path: &Path, left: &Left, outcome: &Outcome) {
    let value = outcome.value().unwrap_or_else(|| {
        if outcome.bounds.is_disproved() {
            let twin = store_twin(table, path, left, outcome);
            Value::Unsolved {
                bounds: left.before,
                twin: twin.or(left.twin),
            }
        } else {
            Value::Unsolved {
                bounds: outcome.bounds,
                twin: left.twin,
            }
        }
    });
    table.store(left.key, left.entry(value));
}

/// Stores a disproof for the paths it holds on. Indices too large for an
/// entry (16,383) are not stored: it is found again when needed.
fn store_twin(
    table: &mut impl TwinTable,
    path: &Path,
    left: &Left,
    outcome: &Outcome,
) -> Option<PathIndex> {
    let r = PathIndex::new(outcome.support.least as usize)?;
    let m = PathIndex::new(outcome.support.last as usize)?;
    let value = Value::TwinDisproved {
        length: outcome.length,
        best: outcome.short_best(),
        r,
        m,
    };
    table.store(path.twin_key(left.key, m), left.entry(value));
    Some(m)
}

/// What the value of an entry says of its position below this path. The entry of a twin is stored
/// under another key; one here is a collision.
#[inline]
pub(crate) fn outcome(
    table: &impl TwinTable,
    path: &Path,
    key: Key,
    value: Value,
) -> Option<Outcome> {
    let plain = Outcome::plain(value.bounds());
    match value {
        Value::Proved { length, .. } | Value::Disproved { length, .. } => {
            Some(Outcome { length, ..plain })
        }
        Value::TwinDisproved { .. } => None,
        Value::Unsolved { twin, .. } => {
            let found = twin.and_then(|m| find(table, path, key, m));
            Some(found.unwrap_or(plain))
        }
    }
}

/// The twin of an entry, if this path begins as the one on which it was stored, up to the index
/// `m`. `path` leads to the parent of the node, or farther.
fn find(table: &impl TwinTable, path: &Path, key: Key, m: PathIndex) -> Option<Outcome> {
    if m.get() >= path.len() {
        return None;
    }
    match table.probe(path.twin_key(key, m))?.value {
        Value::TwinDisproved { length, r, m, .. } => Some(Outcome {
            support: Support {
                least: r.get() as u32,
                last: m.get() as u32,
            },
            length,
            ..Outcome::plain(Bounds::DISPROVED)
        }),
        _ => None,
    }
}

impl Left {
    fn entry(&self, value: Value) -> Entry {
        Entry {
            value,
            work: self.work,
            min_depth: self.min_depth,
        }
    }
}
