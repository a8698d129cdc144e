//! Which position each record answers.

use std::collections::HashMap;

use crate::{CheckLimits, Rejection};

/// A reference from one record to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) record: u64,
    pub(crate) mv: u32,
    pub(crate) child: u64,
}

/// A position that a record must answer.
#[derive(Clone, Debug)]
pub(crate) struct Named<P> {
    pub(crate) position: P,
    /// The most plies from the root to it along the records before it.
    pub(crate) plies: u64,
    /// The record that named it first, for messages.
    namer: u64,
}

/// The positions of the records that are named and not yet read, and in a
/// disproof also of those that were read.
///
/// Numbers only are hashed; positions are compared.
#[derive(Debug)]
pub(crate) struct Ledger<P> {
    pending: HashMap<u64, Named<P>>,
    /// The positions read, by number; stays empty for a proof, whose edges
    /// never lead back.
    kept: Vec<P>,
    limit: u64,
    peak: u64,
}

impl<P: Clone + Eq> Ledger<P> {
    /// Record 0 answers the root.
    pub(crate) fn new(root: P, limits: &CheckLimits) -> Ledger<P> {
        let root = Named {
            position: root,
            plies: 0,
            namer: 0,
        };
        Ledger {
            pending: HashMap::from([(0, root)]),
            kept: Vec::new(),
            limit: limits.positions,
            peak: 1,
        }
    }

    /// The most positions that were held at once.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }

    /// The position of the record that was read, which is forgotten.
    pub(crate) fn take(&mut self, record: u64) -> Result<Named<P>, Rejection> {
        self.pending
            .remove(&record)
            .ok_or(Rejection::Unreachable { record })
    }

    /// Keeps the position of the record that was read. Every record must be
    /// kept, in order.
    pub(crate) fn keep(&mut self, record: u64, position: P) -> Result<(), Rejection> {
        debug_assert_eq!(self.kept.len() as u64, record);
        if self.kept.try_reserve(1).is_err() {
            return Err(self.no_room(record));
        }
        self.kept.push(position);
        self.watch(record)
    }

    /// Notes that an edge leads to `position`, `plies` from the root.
    ///
    /// The edge must not lead back to a record that was not kept.
    pub(crate) fn name(&mut self, edge: Edge, position: P, plies: u64) -> Result<(), Rejection> {
        let Edge { record, mv, child } = edge;
        let kept = usize::try_from(child).ok().and_then(|i| self.kept.get(i));
        let known = match (kept, self.pending.get_mut(&child)) {
            (Some(kept), _) => kept,
            (None, Some(named)) => {
                named.plies = named.plies.max(plies);
                &named.position
            }
            (None, None) => {
                let namer = record;
                if self.pending.try_reserve(1).is_err() {
                    return Err(self.no_room(record));
                }
                self.pending.insert(
                    child,
                    Named {
                        position,
                        plies,
                        namer,
                    },
                );
                return self.watch(record);
            }
        };
        if *known == position {
            return Ok(());
        }
        Err(Rejection::PositionDiffers { record, mv, child })
    }

    /// Whether every record that was named was read, out of so many.
    pub(crate) fn finish(&self, records: u64) -> Result<(), Rejection> {
        let missing = self.pending.iter().min_by_key(|&(&number, _)| number);
        missing.map_or(Ok(()), |(&child, named)| {
            Err(Rejection::MissingRecord {
                record: named.namer,
                child,
                records,
            })
        })
    }

    /// A certificate must not bring the checker down: the memory that is left
    /// is a limit as well.
    fn no_room(&self, record: u64) -> Rejection {
        let limit = self.pending.len() as u64 + self.kept.len() as u64;
        Rejection::PositionLimit { record, limit }
    }

    fn watch(&mut self, record: u64) -> Result<(), Rejection> {
        let held = self.pending.len() as u64 + self.kept.len() as u64;
        self.peak = self.peak.max(held);
        let limit = self.limit;
        if held > limit {
            return Err(Rejection::PositionLimit { record, limit });
        }
        Ok(())
    }
}
