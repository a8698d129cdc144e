//! What a machine does for a certificate.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use shomei::jobs::Searcher;
use shomei::parts::{Part, PartFault};
use shomei::proof::CheckLimits;

use crate::parcel::{Brings, Counted, PartSays, Work};

/// The parts of a certificate that a machine holds, by their numbers.
#[derive(Default)]
pub(crate) struct Parts(Mutex<HashMap<u32, Box<dyn Part>>>);

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Parts")
    }
}

impl Parts {
    fn put(&self, number: u32, part: Box<dyn Part>) {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        parts.insert(number, part);
    }

    fn take(&self, number: u32) -> Option<Box<dyn Part>> {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        parts.remove(&number)
    }

    /// Nothing is held any more.
    pub(crate) fn clear(&self) {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        parts.clear();
    }
}

/// Does a chore.
pub(crate) fn do_chore(searcher: &mut dyn Searcher, parts: &Parts, work: &Work) -> Brings {
    match work {
        Work::Fill { hole, nodes, apart } => {
            let (filled, known) = searcher.fill(hole, *nodes, *apart);
            match filled.failed {
                Some(why) => Brings::Failed(why),
                None => Brings::Filled(filled, known),
            }
        }
        Work::Begin {
            part,
            certificate,
            records,
        } => {
            let limits = CheckLimits::for_file(certificate.len() as u64);
            let certificate: Arc<[u8]> = certificate.as_slice().into();
            let opened = searcher.part(&certificate, records.0..records.1, limits);
            said(opened.map(|opened| {
                parts.put(*part, opened);
                PartSays::Named(Vec::new())
            }))
        }
        Work::Look { part, named } => match parts.take(*part) {
            None => not_held(),
            Some(mut held) => {
                let named = held.go_on(named);
                parts.put(*part, held);
                said(named.map(PartSays::Named))
            }
        },
        Work::Finish { part } => match parts.take(*part) {
            None => not_held(),
            Some(held) => said(
                held.finish()
                    .map(|totals| PartSays::Finished(Counted::of(totals))),
            ),
        },
    }
}

fn not_held() -> Brings {
    Brings::Failed("it does not hold that part of the certificate".into())
}

fn said(said: Result<PartSays, PartFault>) -> Brings {
    Brings::Part(said.unwrap_or_else(PartSays::Rejected))
}
