//! A certificate checked in parts by machines.
//!
//! ```text
//! begin    each thread has a range of records; the first one gets the root
//! go on    each looks at the records whose positions it knows, and reports which records of
//!          others are named for which positions; these are handed on, until no part names any
//! finish   each record was looked at once, at the position for which all name it
//! ```
//!
//! What is looked at together is what [`check`](shomei::proof::check) looks at. Two things differ,
//! and neither makes a wrong certificate right: the limits hold for each part, and a record of a
//! disproof may be named by later ones alone. Who checks in parts believes the machines that do
//! it; who does not checks the whole.
//!
//! A machine that is lost takes the positions of its part along, so all begins again then.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Cursor;
use std::sync::Arc;

use shomei::parts::{Named, PartFault};
use shomei::proof::{Header, IndexedReader, Naming, ReadError, Totals};
use shomei::{Aim, AnyPosition, Error};
use shomei_search::registry::Settings;

use super::task::{CertificateTask, TaskQueue};
use crate::batch::{Counted, PartSays, TaskResult, Work};
use crate::{MachineId, Question};

/// What the machines say of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartsVerdict {
    /// It shows what it claims.
    Accepted {
        /// Its question and its claim.
        header: Header,
        /// What was looked at.
        totals: Totals,
        /// The parts.
        parts: usize,
        /// How often positions were handed on.
        rounds: u64,
        /// Positions that were.
        handed_on: u64,
    },
    /// It does not, or a limit was reached.
    Rejected(PartFault),
}

/// A part, and who has it.
#[derive(Debug)]
struct AssignedPart {
    machine: MachineId,
    records: std::ops::Range<u64>,
    named: Vec<Named>,
    totals: Option<Counted>,
}

/// Has a certificate checked in parts.
#[derive(Debug)]
pub struct Checking {
    certificate: Arc<[u8]>,
    header: Header,
    totals: Totals,
    queue: TaskQueue,
    parts: Vec<AssignedPart>,
    /// Tells the parts from those of all other checks, and from those before this one began again:
    /// a machine may still hold and look at these.
    check: u64,
    rounds: u64,
    handed_on: u64,
    is_last: bool,
    verdict: Option<PartsVerdict>,
}

impl Checking {
    /// For a certificate that must be about this question, by these machines.
    ///
    /// # Errors
    ///
    /// When the game has no scores and one is aimed at.
    pub fn new(
        certificate: Vec<u8>,
        (position, aim, settings): (&AnyPosition, Aim, &Settings),
        machines: impl IntoIterator<Item = (MachineId, u32)>,
    ) -> Result<Checking, Error> {
        let certificate: Arc<[u8]> = certificate.into();
        let question = Question::new(position, aim, settings)?;
        let opened = IndexedReader::open(Cursor::new(Arc::clone(&certificate)));
        let (header, totals, fault) = match opened {
            Ok(reader) => (reader.header().clone(), reader.totals(), None),
            Err(ReadError::Io(error)) => return Err(Error::run(error)),
            Err(error) => {
                let header = position.header(aim, shomei::proof::Claim::Proved)?;
                (header, Totals::default(), Some(error.to_string()))
            }
        };
        let expected = position.header(aim, header.claim)?;
        let other = (header != expected).then(|| "it is about another question".to_string());
        // There is nothing to share out then, and the whole check is as quick.
        let none = (totals.records == 0).then(|| {
            "it has no records: the rules decide its position, or it shows nothing".to_string()
        });
        let fault = fault.or(other).or(none);
        let rejected = |reason| {
            PartsVerdict::Rejected(PartFault {
                reason,
                is_limit: false,
            })
        };
        Ok(Checking {
            certificate,
            header,
            totals,
            queue: TaskQueue::new(question, 2, machines),
            parts: Vec::new(),
            check: 0,
            rounds: 0,
            handed_on: 0,
            is_last: false,
            verdict: fault.map(rejected),
        })
    }

    /// The verdict, when it is there.
    #[must_use]
    pub fn verdict(&self) -> Option<&PartsVerdict> {
        self.verdict.as_ref()
    }

    /// Shares the records out, evenly over threads.
    fn begin(&mut self) {
        let records = self.totals.records;
        let threads: Vec<MachineId> = self.queue.threads().collect();
        let parts = (threads.len() as u64).min(records).max(1);
        self.parts.clear();
        self.check = RandomState::new().build_hasher().finish();
        (self.rounds, self.handed_on, self.is_last) = (0, 0, false);
        for (part, &machine) in (0..parts).zip(&threads) {
            let at =
                |part: u64| (u128::from(records) * u128::from(part) / u128::from(parts)) as u64;
            let records = at(part)..at(part + 1);
            let certificate = self.certificate.to_vec();
            let work = Work::Begin {
                check: self.check,
                part: part as u32,
                certificate,
                records: (records.start, records.end),
            };
            self.queue.add_for(machine, work);
            self.parts.push(AssignedPart {
                machine,
                records,
                named: Vec::new(),
                totals: None,
            });
        }
        let Naming { record, mv, child } = Naming::ROOT;
        if let Some(first) = self.parts.first_mut() {
            first.named.push(Named {
                record,
                mv,
                child,
                position: self.header.root.clone(),
            });
        }
    }

    fn reject(&mut self, reason: String) {
        self.verdict
            .get_or_insert(PartsVerdict::Rejected(PartFault {
                reason,
                is_limit: false,
            }));
    }

    /// TaskQueue a naming on to the part with its record.
    fn hand_on(&mut self, named: Named) {
        let place = self
            .parts
            .partition_point(|part| part.records.end <= named.child);
        match self.parts.get_mut(place) {
            Some(part) => {
                self.handed_on += 1;
                part.named.push(named);
            }
            None => {
                let Named { record, child, .. } = named;
                let records = self.totals.records;
                self.reject(format!(
                    "record {record} names record {child}, but there are {records} records"
                ));
            }
        }
    }

    fn conclude(&mut self) {
        let mut counted = Counted::default();
        for totals in self.parts.iter().filter_map(|part| part.totals) {
            counted.add(totals);
        }
        if counted != Counted::of(self.totals) {
            self.reject("its end states other totals than its records have".into());
            return;
        }
        self.verdict.get_or_insert(PartsVerdict::Accepted {
            header: self.header.clone(),
            totals: self.totals,
            parts: self.parts.len(),
            rounds: self.rounds,
            handed_on: self.handed_on,
        });
    }
}

impl CertificateTask for Checking {
    fn queue(&mut self) -> &mut TaskQueue {
        &mut self.queue
    }

    fn is_over(&self) -> bool {
        self.verdict.is_some()
    }

    fn go_on(&mut self) -> Result<(), Error> {
        if self.parts.is_empty() {
            self.begin();
            return Ok(());
        }
        let mut named_any = false;
        for (number, part) in (0..).zip(&mut self.parts) {
            if !part.named.is_empty() {
                named_any = true;
                let named = std::mem::take(&mut part.named);
                let work = Work::Look {
                    check: self.check,
                    part: number,
                    named,
                };
                self.queue.add_for(part.machine, work);
            }
        }
        if named_any {
            self.rounds += 1;
        } else if self.is_last {
            self.conclude();
        } else {
            self.is_last = true;
            for (number, part) in (0..).zip(&self.parts) {
                let check = self.check;
                let work = Work::Finish {
                    check,
                    part: number,
                };
                self.queue.add_for(part.machine, work);
            }
        }
        Ok(())
    }

    fn take(&mut self, work: Work, result: TaskResult) {
        let part = match work {
            Work::Begin { part, .. } | Work::Look { part, .. } | Work::Finish { part, .. } => part,
            Work::Fill { .. } => return,
        };
        match result {
            TaskResult::Part(PartSays::Named(named)) => {
                named.into_iter().for_each(|named| self.hand_on(named));
            }
            TaskResult::Part(PartSays::Finished(totals)) => {
                if let Some(part) = self.parts.get_mut(part as usize) {
                    part.totals = Some(totals);
                }
            }
            TaskResult::Part(PartSays::Rejected(fault)) => {
                self.verdict.get_or_insert(PartsVerdict::Rejected(fault));
            }
            TaskResult::Filled(..) | TaskResult::Failed(_) => {}
        }
    }

    fn has_lost(&mut self, machine: MachineId) {
        if self.parts.iter().any(|part| part.machine == machine) {
            self.queue.drop_all();
            self.parts.clear();
        }
    }
}
