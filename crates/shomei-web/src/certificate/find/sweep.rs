//! The search in the order of the records, which stores the positions that are referenced and not
//! yet read.

use std::collections::BTreeMap;

use shomei::certificates::Certificate;
use shomei::{AnyPosition, Error};

use super::super::tables::Marks;
use super::super::walk::record_after;
use super::Finding;

/// The maximum number of stored positions. One takes about 300 bytes, so all of them take less than
/// 64 MiB in addition to the table of lengths.
const MOST: usize = 200_000;

/// A search in the order of the records.
pub(super) struct Sweep<'a> {
    certificate: Certificate,
    finding: &'a Finding,
    /// The positions of records that are referenced and not yet read.
    pending: BTreeMap<u64, AnyPosition>,
    met: Marks,
}

/// The result of a sweep.
pub(super) enum Swept {
    /// The position is that of a record, or the one after one of its moves.
    At {
        record: u64,
        child: Option<u32>,
    },
    Nowhere,
    Stopped,
    /// More positions than the maximum have to be stored.
    TooWide,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(certificate: Certificate, finding: &'a Finding) -> Result<Sweep<'a>, Error> {
        let mut met = Marks::new(certificate.totals().records)?;
        met.add(0);
        Ok(Sweep {
            pending: BTreeMap::from([(0, certificate.position().clone())]),
            certificate,
            finding,
            met,
        })
    }

    pub(super) fn run(mut self) -> Result<Swept, Error> {
        for record in 0..self.certificate.totals().records {
            let Some(position) = self.pending.remove(&record) else {
                let message = format!("record {record}: no record before it names it");
                return Err(Error::input(message));
            };
            if self.finding.is_it(&position)? {
                return Ok(Swept::At {
                    record,
                    child: None,
                });
            }
            if !self.finding.goes_on() {
                return Ok(Swept::Stopped);
            }
            let node = self.certificate.node(record, &position)?;
            for (place, branch) in (0..).zip(self.certificate.children(&node)?) {
                match record_after(&branch) {
                    None if self.finding.is_it(&branch.position)? => {
                        let child = Some(place);
                        return Ok(Swept::At { record, child });
                    }
                    Some(child) if self.met.add(child) => {
                        self.pending.insert(child, branch.position);
                    }
                    _ => {}
                }
            }
            if self.pending.len() > MOST {
                return Ok(Swept::TooWide);
            }
        }
        Ok(Swept::Nowhere)
    }
}
