//! Lets machines check a certificate in parts.
//!
//! ```text
//! begin    each thread gets a range of records; the first one gets the root
//! go on    each thread checks its records with known positions and reports the records of other
//!          parts that they name, with positions; this repeats until no part names another
//! finish   each record was checked once, at the one position for which others name it
//! ```
//!
//! All parts together check what [`check`](shomei::proof::check) checks. Two things differ, and
//! neither accepts a wrong certificate: the limits apply to each part, and a record of a disproof
//! may be named by later records only. A check in parts relies on the machines; a check of the
//! whole does not.
//!
//! The positions of a part are lost with its machine; then the check starts again.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Cursor;
use std::sync::Arc;

use shomei::certificate_parts::{Named, PartFault};
use shomei::game::error_text;
use shomei::proof::{Header, IndexedReader, Naming, ReadError, Totals};
use shomei::{Aim, AnyPosition, Error};
use shomei_search::registry::Settings;

use super::task::{CertificateTask, TaskQueue};
use crate::batch::{PartResult, TaskResult, Work};
use crate::{MachineId, Question};

/// The verdict of the machines on a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartsVerdict {
    /// The certificate proves its claim.
    Accepted {
        /// The question and the claim.
        header: Header,
        /// The counts of the checked certificate.
        totals: Totals,
        /// The number of parts.
        parts: usize,
        /// The number of rounds in which positions were passed to other parts.
        rounds: u64,
        /// The number of positions passed.
        handed_on: u64,
    },
    /// The certificate does not prove its claim, or a limit was reached.
    Rejected(PartFault),
}

/// A part and its machine.
#[derive(Debug)]
struct AssignedPart {
    machine: MachineId,
    records: std::ops::Range<u64>,
    named: Vec<Named>,
}

/// Lets machines check a certificate in parts.
#[derive(Debug)]
pub struct Checking {
    certificate: Arc<[u8]>,
    header: Header,
    totals: Totals,
    queue: TaskQueue,
    parts: Vec<AssignedPart>,
    /// The counts of the finished parts.
    counted: Totals,
    /// Distinguishes the parts from those of other checks and of earlier starts of this check,
    /// which a machine may still have.
    check: u64,
    rounds: u64,
    handed_on: u64,
    is_last: bool,
    verdict: Option<PartsVerdict>,
}

impl Checking {
    /// Prepares the check of a certificate, which must be about this question, with these machines.
    ///
    /// # Errors
    ///
    /// If the aim is a score and the game has no scores.
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
        if header.plies.is_some() {
            return Err(Error::usage(error_text!(
                "no-parts-within-plies",
                "a certificate about a number of plies cannot be checked in parts"
            )));
        }
        let expected = position.header(aim, header.claim)?;
        let other = (header != expected).then(|| "it is about another question".to_string());
        // There is no work to distribute, and the whole check is as fast.
        let none = (totals.records == 0).then(|| {
            "it has no records: the rules decide its position, or it proves nothing".to_string()
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
            counted: Totals::default(),
            check: 0,
            rounds: 0,
            handed_on: 0,
            is_last: false,
            verdict: fault.map(rejected),
        })
    }

    /// The verdict; `None` before the end.
    #[must_use]
    pub fn verdict(&self) -> Option<&PartsVerdict> {
        self.verdict.as_ref()
    }

    /// Distributes the records evenly over the threads.
    fn begin(&mut self) {
        let records = self.totals.records;
        let threads: Vec<MachineId> = self.queue.threads().collect();
        let parts = (threads.len() as u64).min(records).max(1);
        self.parts.clear();
        self.check = RandomState::new().build_hasher().finish();
        (self.rounds, self.handed_on, self.is_last) = (0, 0, false);
        self.counted = Totals::default();
        for (part, &machine) in (0..parts).zip(&threads) {
            let at =
                |part: u64| (u128::from(records) * u128::from(part) / u128::from(parts)) as u64;
            self.parts.push(AssignedPart {
                machine,
                records: at(part)..at(part + 1),
                named: Vec::new(),
            });
        }
        // The parts of a machine are neighbours. It gets the certificate once.
        let numbered: Vec<(u32, &AssignedPart)> = (0..).zip(&self.parts).collect();
        for of_machine in numbered.chunk_by(|(_, one), (_, next)| one.machine == next.machine) {
            let [(_, AssignedPart { machine, .. }), ..] = of_machine else {
                continue;
            };
            let parts = of_machine.iter();
            let work = Work::Begin {
                check: self.check,
                certificate: self.certificate.to_vec(),
                parts: parts
                    .map(|(number, part)| (*number, part.records.clone()))
                    .collect(),
            };
            self.queue.add_for(*machine, work);
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

    /// Passes a named record to its part.
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
        if self.counted != self.totals {
            self.reject("the totals at its end differ from its records".into());
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

    fn take(&mut self, _: Option<Work>, result: TaskResult) {
        match result {
            TaskResult::Part(PartResult::Named(named)) => {
                named.into_iter().for_each(|named| self.hand_on(named));
            }
            TaskResult::Part(PartResult::Finished(totals)) => {
                self.counted.records += totals.records;
                self.counted.edges += totals.edges;
                self.counted.terminals += totals.terminals;
                self.counted.resolved += totals.resolved;
            }
            TaskResult::Part(PartResult::Rejected(fault)) => {
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
