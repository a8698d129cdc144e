//! Storing path-dependent disproofs in a table.
//!
//! A disproof that is not valid on every path ([`PathDependence`]) is stored as a *twin*, under a key
//! mixed from the position's key and the code of the path up to the largest index on which the
//! disproof depends. The position's own entry keeps unsolved numbers and this index. On a path with
//! the same prefix, the search finds the twin by one more probe (`docs/references.md [10]`).
//!
//! Differs from the paper, whose details we know at second hand, in:
//!
//! * The entry of a position refers to one twin, by one index. The paper keeps a list of all twins. A
//!   later twin with another index makes the earlier ones unreachable.
//! * A twin is used only on paths with the same prefix. The paper can also use the result of another
//!   path, which it verifies by a simulation.
//!
//! The rejected alternative, not storing such disproofs, takes exponential time: on a chain of n
//! diamonds that ends in a repetition it visits 5 2^n - 3 nodes, and with twins 3 n + 2.

use shomei_game::Key;

use crate::Bounds;
use crate::faithful::FaithfulTable;
use crate::path::Path;
use crate::search::outcome::{Outcome, PathDependence};
use crate::table::{Entry, PathIndex, Value};

/// A table in which a depth-first search stores and finds its results.
pub(crate) trait TwinTable {
    /// The entry of a position, if there is one.
    fn probe(&self, key: Key) -> Option<Entry>;

    /// Writes an entry.
    fn store(&mut self, key: Key, entry: Entry);
}

/// The work is the weight for replacement; depths are not stored.
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

/// The data that is stored when the search leaves a node, in addition to its outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    pub(crate) key: Key,
    /// The work below it, earlier visits included.
    pub(crate) work: u64,
    pub(crate) min_depth: u16,
    /// The numbers before the node was solved.
    pub(crate) before: Bounds,
    /// The twin index of its entry.
    pub(crate) twin: Option<PathIndex>,
}

/// Stores the outcome of a node. `path` is the path to the node.
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

/// Stores a disproof for the paths on which it is valid. A disproof whose index is too large for an
/// entry (16,383) is not stored; the search repeats it when needed.
fn store_twin(
    table: &mut impl TwinTable,
    path: &Path,
    left: &Left,
    outcome: &Outcome,
) -> Option<PathIndex> {
    let r = PathIndex::new(outcome.path_dependence.least as usize)?;
    let m = PathIndex::new(outcome.path_dependence.last as usize)?;
    let value = Value::TwinDisproved {
        length: outcome.length,
        best: outcome.short_best(),
        r,
        m,
    };
    table.store(path.twin_key(left.key, m), left.entry(value));
    Some(m)
}

/// The outcome for a position from the value of its entry, on this path. The entry of a twin is
/// stored under another key, so a twin found here is a collision.
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

/// The twin of an entry, if this path has the same prefix up to the index `m` as the path on which
/// the twin was stored. `path` leads at least to the parent of the node.
fn find(table: &impl TwinTable, path: &Path, key: Key, m: PathIndex) -> Option<Outcome> {
    if m.get() >= path.len() {
        return None;
    }
    match table.probe(path.twin_key(key, m))?.value {
        Value::TwinDisproved { length, r, m, .. } => Some(Outcome {
            path_dependence: PathDependence {
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
