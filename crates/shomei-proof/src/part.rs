//! A part of a certificate, checked by somebody who has not the rest: a range of records.
//!
//! The positions of its records come from the records that name them, of its own or of other
//! parts; what its records say of others goes to those who have these. Whoever shares a certificate
//! out so and has
//!
//! * every record in one part,
//! * record 0 named for the root, and each [`Naming`] of a part handed to the part with its record
//!   (or refused, where there is no such record),
//! * every part [finished](Slice::finish) after that without a rejection,
//!
//! has looked at all that [`check`](crate::check) looks at: each record of each part was answered at
//! the one position for which all name it, and what is looked at beside that concerns one record and
//! the moves of its position alone. That lines end in a proof is one of these: each child has a
//! larger number than its record.

use std::collections::{HashMap, VecDeque};

use shomei_game::{Game, Status};

use crate::local::Local;
use crate::{CheckLimits, Claim, Record, Rejection, Totals};

/// That a record leads to another one.
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
    /// What names the root.
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

/// A range of the records of a certificate, on the way to being checked. Its positions come from
/// the parts that name its records, as texts, and what it names goes to others in the same way.
#[derive(Debug)]
pub struct Slice<P> {
    claim: Claim,
    first: u64,
    records: Vec<Record>,
    /// The position of each record that was named.
    positions: Vec<Option<P>>,
    /// Records that were named and not yet looked at.
    open: VecDeque<usize>,
    /// What other parts were told.
    outside: HashMap<u64, P>,
    limits: CheckLimits,
    totals: Totals,
    search_nodes: u64,
    edges: u64,
}

impl<P: Clone + Eq> Slice<P> {
    /// These records of a certificate with this claim, the first of which has this number.
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

    /// Takes that a record of this part is named for a position.
    ///
    /// # Errors
    ///
    /// When another one has named it for another position, or it is not in this part.
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

    /// The place of a record in this part.
    fn place(&self, record: u64) -> Option<usize> {
        let place = record.checked_sub(self.first)?;
        let place = usize::try_from(place).ok()?;
        (place < self.records.len()).then_some(place)
    }

    /// Looks at every record whose position is known by now. What leads to records of other parts
    /// is told once for each of these.
    ///
    /// # Errors
    ///
    /// What is wrong, or the limit that was reached.
    pub fn go_on<G: Game<Position = P>>(
        &mut self,
        game: &G,
        leads: &mut dyn FnMut(Naming, &P),
    ) -> Result<(), Rejection> {
        let limits = self.limits.clone();
        let mut local = Local::new(game, self.claim, &limits);
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
            // Of a position that is over the rules may list moves all the same.
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
            return local.resolve(number, &position, nodes, held);
        }
        local.shape(number, &record, &position)?;
        for (mv, child) in record.children() {
            local.step(number, || held)?;
            local.count_edge(number)?;
            let Some((child, after)) = local.child((number, &position), mv, child)? else {
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

    /// About how many bytes are held for positions of this size.
    fn held(&self, heap: usize) -> u64 {
        let positions = self.positions.len() + 2 * self.outside.len();
        positions as u64 * (size_of::<Option<P>>() + heap) as u64
    }

    /// What was looked at, when nobody names anything any more.
    ///
    /// # Errors
    ///
    /// When nobody has named one of the records.
    pub fn finish(&self) -> Result<Totals, Rejection> {
        match self.positions.iter().position(Option::is_none) {
            Some(place) => Err(Rejection::Unreachable {
                record: self.first + place as u64,
            }),
            None => Ok(self.totals),
        }
    }

    /// The nodes that were searched for leaves.
    #[must_use]
    pub fn search_nodes(&self) -> u64 {
        self.search_nodes
    }
}

#[cfg(test)]
mod tests {
    use shomei_game::{Notation, TreeGame};

    use super::*;
    use crate::{Child, Header, Writer, check};

    /// What a part with all records says, and what the whole check says.
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
