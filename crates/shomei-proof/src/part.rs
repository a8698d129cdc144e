//! The check of a part of a certificate, a range of records, without the rest. A claim within a
//! number of plies cannot be checked in parts: the remaining plies of a record depend on all records
//! that name it.
//!
//! The positions of its records come from the records that refer to them, in this or in other
//! parts. The positions to which its records lead in other parts are passed to those parts. If a
//! certificate is divided so that
//!
//! * every record is in one part,
//! * record 0 is named for the root, and each [`Naming`] of a part is passed to the part with its
//!   record (or refused, if there is no such record),
//! * every part is then [finished](Slice::finish) without a rejection,
//!
//! then the parts together have checked everything that [`check`](crate::check) checks: each record
//! of each part was answered at the one position for which all references are made, and all other
//! checks concern one record and the moves of its position alone. One of these ensures that lines
//! in a proof end: each child has a larger number than its record.

use std::collections::{HashMap, VecDeque};

use shomei_game::{Game, Status};

use crate::local::Local;
use crate::{CheckLimits, Claim, Record, Rejection, Totals};

/// A reference from one record to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The record.
    pub record: u64,
    /// The place of the move.
    pub mv: u32,
    /// The record to which it leads.
    pub child: u64,
}

impl Naming {
    /// The reference to the root.
    pub const ROOT: Naming = Naming {
        record: 0,
        mv: 0,
        child: 0,
    };

    fn differs(self) -> Rejection {
        let Naming { record, mv, child } = self;
        Rejection::PositionDiffers { record, mv, child }
    }
}

/// A range of the records of a certificate, partly checked. Its positions come as references from
/// other parts, and its references to other parts are returned in the same way.
#[derive(Debug)]
pub struct Slice<P> {
    claim: Claim,
    first: u64,
    records: Vec<Record>,
    /// The position of each record that was referred to.
    positions: Vec<Option<P>>,
    /// Records that were referred to and not yet checked.
    open: VecDeque<usize>,
    /// The positions that were passed to other parts.
    outside: HashMap<u64, P>,
    limits: CheckLimits,
    totals: Totals,
    search_nodes: u64,
    edges: u64,
}

impl<P: Clone + Eq> Slice<P> {
    /// The records of a certificate with this claim; `first` is the number of the first one.
    #[must_use]
    pub fn new(claim: Claim, first: u64, records: Vec<Record>, limits: CheckLimits) -> Slice<P> {
        Slice {
            claim,
            first,
            positions: vec![None; records.len()],
            records,
            open: VecDeque::new(),
            outside: HashMap::new(),
            limits,
            totals: Totals::default(),
            search_nodes: 0,
            edges: 0,
        }
    }

    /// Adds a reference to a record of this part, for a position.
    ///
    /// # Errors
    ///
    /// If the record was named for another position, or is not in this part.
    pub fn name(&mut self, naming: Naming, position: P) -> Result<(), Rejection> {
        match self.place(naming.child) {
            None => Err(Rejection::MissingRecord {
                record: naming.record,
                child: naming.child,
                records: self.first + self.records.len() as u64,
            }),
            Some(place) => match &self.positions[place] {
                Some(known) if *known == position => Ok(()),
                Some(_) => Err(naming.differs()),
                None => {
                    self.positions[place] = Some(position);
                    self.open.push_back(place);
                    Ok(())
                }
            },
        }
    }

    /// The index of a record in this part.
    fn place(&self, record: u64) -> Option<usize> {
        let place = record.checked_sub(self.first)?;
        let place = usize::try_from(place).ok()?;
        (place < self.records.len()).then_some(place)
    }

    /// Checks every record whose position is known. `leads` receives the references to records of
    /// other parts, once for each record.
    ///
    /// # Errors
    ///
    /// The error in the certificate, or the limit that was reached.
    pub fn go_on<G: Game<Position = P>>(
        &mut self,
        game: &G,
        leads: &mut dyn FnMut(Naming, &P),
    ) -> Result<(), Rejection> {
        let limits = self.limits.clone();
        let mut local = Local::new(game, (self.claim, None), &limits);
        (local.edges, local.search_nodes) = (self.edges, self.search_nodes);
        while let Some(place) = self.open.pop_front() {
            self.look_at(place, &mut local, leads)?;
        }
        (self.edges, self.search_nodes) = (local.edges, local.search_nodes);
        Ok(())
    }

    fn look_at<G: Game<Position = P>>(
        &mut self,
        place: usize,
        local: &mut Local<'_, G>,
        leads: &mut dyn FnMut(Naming, &P),
    ) -> Result<(), Rejection> {
        let Some(position) = self.positions[place].clone() else {
            return Ok(());
        };
        let number = self.first + place as u64;
        if number == 0 {
            // The rules may list moves even for a position in which the game is over.
            let (claim, status) = (self.claim, local.game.status(&position));
            match status {
                Status::Open => {}
                status if status == claim.end() => return Err(Rejection::RootIsOver),
                status => return Err(Rejection::RootValue { status, claim }),
            }
        }
        let held = self.held(local.game.heap_bytes(&position));
        local.step(number, || held)?;
        let record = self.records[place].clone();
        self.totals.count(&record);
        if let Record::Resolved { nodes } = record {
            return local.resolve((number, &position), None, nodes, held);
        }
        local.shape(number, &record, &position)?;
        for (mv, child) in record.children() {
            local.step(number, || held)?;
            local.count_edge(number)?;
            let Some((child, after)) = local.child((number, &position), (mv, child), None)? else {
                continue;
            };
            let naming = Naming {
                record: number,
                mv,
                child,
            };
            if self.place(child).is_some() {
                self.name(naming, after)?;
                continue;
            }
            match self.outside.get(&child) {
                Some(known) if *known == after => {}
                Some(_) => return Err(naming.differs()),
                None => {
                    leads(naming, &after);
                    self.outside.insert(child, after);
                }
            }
        }
        Ok(())
    }

    /// Approximately the bytes held for positions of this size.
    fn held(&self, heap: usize) -> u64 {
        let positions = self.positions.len() + 2 * self.outside.len();
        positions as u64 * (size_of::<Option<P>>() + heap) as u64
    }

    /// The totals of the part, after all references were added.
    ///
    /// # Errors
    ///
    /// If no record has referred to one of the records.
    pub fn finish(&self) -> Result<Totals, Rejection> {
        match self.positions.iter().position(Option::is_none) {
            Some(place) => Err(Rejection::Unreachable {
                record: self.first + place as u64,
            }),
            None => Ok(self.totals),
        }
    }
}

#[cfg(test)]
mod tests {
    use shomei_game::{Notation, TreeGame};

    use super::*;
    use crate::{Child, Header, Writer, check};

    /// The results of a part with all records and of the whole check.
    fn both(game: &TreeGame, root: &str, claim: Claim, mv: u32) -> (String, String) {
        let root = game.parse_position(root).unwrap();
        let record = Record::Choice {
            mv,
            child: Child::Terminal,
        };
        let mut writer = Writer::new(Vec::new(), &Header::of(game, &root, claim)).unwrap();
        writer.write(&record).unwrap();
        let (file, _) = writer.finish().unwrap();
        let reader = crate::Reader::open(&file[..]).unwrap();
        let whole = check(game, &root, reader).unwrap_err().to_string();
        let mut slice = Slice::new(claim, 0, vec![record], CheckLimits::default());
        slice.name(Naming::ROOT, root).unwrap();
        let part = slice.go_on(game, &mut |_, _| {}).unwrap_err().to_string();
        (part, whole)
    }

    #[test]
    fn a_certificate_about_a_finished_position_is_refused_as_by_the_whole_check() {
        let game = TreeGame::parse("r = OR { Won, Failed }").unwrap();
        for (root, claim) in [("Won", Claim::Proved), ("Failed", Claim::Proved)] {
            let (part, whole) = both(&game, root, claim, 0);
            assert_eq!(part, whole);
        }
    }
}
