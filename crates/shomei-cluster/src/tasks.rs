//! The tasks of a machine for a certificate.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shomei::certificate_parts::{Part, PartFault};
use shomei::jobs::{Filling, Searcher};
use shomei::proof::CheckLimits;

use crate::batch::{PartResult, TaskResult, Work};

/// The parts of certificates on a machine.
#[derive(Default)]
pub(crate) struct Parts(Mutex<HeldParts>);

/// The parts by their check and their number. A thread may still process a part of a finished check
/// when another check begins.
#[derive(Default)]
struct HeldParts {
    /// The latest checks, the newest at the end.
    checks: VecDeque<u64>,
    parts: HashMap<(u64, u32), HeldPart>,
}

/// A part on a machine. The thread that first uses it reads its records, so that threads read their
/// parts at the same time.
enum HeldPart {
    /// The records of a certificate that belong to the part.
    Unread(Arc<[u8]>, Range<u64>),
    /// The part with its records.
    Read(Box<dyn Part>),
}

/// The number of checks whose parts are kept. Earlier checks are finished.
const MOST_CHECKS: usize = 2;

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Parts")
    }
}

impl Parts {
    fn lock(&self) -> MutexGuard<'_, HeldParts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, id: (u64, u32), part: HeldPart) {
        let mut held = self.lock();
        let HeldParts { checks, parts } = &mut *held;
        if !checks.contains(&id.0) {
            checks.push_back(id.0);
            while checks.len() > MOST_CHECKS {
                checks.pop_front();
            }
            parts.retain(|(check, _), _| checks.contains(check));
        }
        parts.insert(id, part);
    }

    /// Puts a part back, or drops it if its check is long finished.
    fn put_back(&self, id: (u64, u32), part: Box<dyn Part>) {
        let mut held = self.lock();
        if held.checks.contains(&id.0) {
            held.parts.insert(id, HeldPart::Read(part));
        }
    }

    fn take(&self, id: (u64, u32)) -> Option<HeldPart> {
        self.lock().parts.remove(&id)
    }

    /// Drops all parts.
    pub(crate) fn clear(&self) {
        *self.lock() = HeldParts::default();
    }
}

/// Does a task and returns its result.
pub(crate) fn do_task(searcher: &mut dyn Searcher, parts: &Parts, work: &Work) -> TaskResult {
    match work {
        Work::Fill {
            hole,
            nodes,
            apart,
            leads_back,
        } => {
            let how = Filling {
                is_apart: *apart,
                leads_back: *leads_back,
            };
            let (filled, known) = searcher.fill(hole, *nodes, how);
            match filled.failed {
                Some(why) => TaskResult::Failed(why),
                None => TaskResult::Filled(filled, known),
            }
        }
        Work::Begin {
            check,
            certificate,
            parts: assigned,
        } => {
            let certificate: Arc<[u8]> = certificate.as_slice().into();
            for (number, records) in assigned {
                let part = HeldPart::Unread(Arc::clone(&certificate), records.clone());
                parts.begin((*check, *number), part);
            }
            TaskResult::Part(PartResult::Named(Vec::new()))
        }
        Work::Look { check, part, named } => {
            let id = (*check, *part);
            with_part(searcher, parts, id, |mut part| {
                let named = part.go_on(named);
                parts.put_back(id, part);
                named.map(PartResult::Named)
            })
        }
        Work::Finish { check, part } => with_part(searcher, parts, (*check, *part), |part| {
            part.finish().map(PartResult::Finished)
        }),
    }
}

/// Takes a part, reads its records if this is its first step, and does the step.
fn with_part(
    searcher: &dyn Searcher,
    parts: &Parts,
    id: (u64, u32),
    step: impl FnOnce(Box<dyn Part>) -> Result<PartResult, PartFault>,
) -> TaskResult {
    let part = match parts.take(id) {
        None => {
            let why = "it does not have this part of the certificate";
            return TaskResult::Failed(why.into());
        }
        Some(HeldPart::Read(part)) => Ok(part),
        Some(HeldPart::Unread(certificate, records)) => {
            let limits = CheckLimits::for_file(certificate.len() as u64);
            searcher.part(&certificate, records, limits)
        }
    };
    TaskResult::Part(part.and_then(step).unwrap_or_else(PartResult::Rejected))
}
