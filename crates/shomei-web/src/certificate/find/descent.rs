//! The search depth first, which holds one line.

use std::cmp::Reverse;
use std::sync::Arc;

use shomei::Error;
use shomei::certificates::{Branch, Certificate, Node};

use super::super::path::{MOST_PLIES, Path};
use super::super::tables::Marks;
use super::super::walk::record_of;
use super::{Finding, Found};
use crate::words::Said;

/// A search depth first.
pub(super) struct Descent<'a> {
    certificate: Certificate,
    /// The records that are on the line, were on it, or wait beside it.
    met: Marks,
    finding: &'a Finding,
    line: Vec<Level>,
    /// The most moves of a path, which is the most that the line may have.
    most_plies: usize,
    /// How many branches may be held yet.
    room: usize,
    /// The records that were looked at.
    seen: u64,
}

/// A position of the line, with what is left to be looked at behind it.
struct Level {
    /// The number of the move that has led here.
    choice: u32,
    node: Node,
    /// The moves to go on by; the next one last.
    left: Vec<Waiting>,
}

/// A move whose record waits beside the line.
struct Waiting {
    place: u32,
    child: u64,
    /// Nothing where too many are held: it is made again when its turn comes, which takes as long
    /// as playing all moves beside it.
    branch: Option<Box<Branch>>,
}

/// The most branches that are held. One takes some 400 bytes with its position, so that they stay
/// below 40 MiB.
const MOST_HELD: usize = 100_000;

/// What the moves of a position have shown.
enum Entered {
    /// The move with this number leads to the position that is looked for.
    Found(u32),
    Nothing,
}

impl<'a> Descent<'a> {
    pub(super) fn new(
        certificate: Certificate,
        finding: &'a Finding,
    ) -> Result<Descent<'a>, Error> {
        let mut met = Marks::new(certificate.totals().records)?;
        met.add(0);
        Ok(Descent {
            certificate,
            met,
            finding,
            line: Vec::new(),
            most_plies: MOST_PLIES,
            room: MOST_HELD,
            seen: 0,
        })
    }

    /// The same for lines of at most so many moves, which holds at most so many branches.
    #[cfg(test)]
    pub(super) fn within(self, most_plies: usize, room: usize) -> Descent<'a> {
        Descent {
            most_plies,
            room,
            ..self
        }
    }

    /// Searches to the end.
    pub(super) fn run(mut self) -> Result<Found, Error> {
        let root = self.certificate.root()?;
        if self.finding.is_it(root.position()) {
            return Ok(Found::At(Path::default()));
        }
        let mut next = Some((0, root));
        loop {
            if let Some((choice, node)) = next.take() {
                if let Entered::Found(place) = self.enter(choice, node)? {
                    return Ok(Found::At(self.path_by(place)));
                }
                self.seen += 1;
                if !self.finding.goes_on() {
                    return Ok(Found::Stopped);
                }
            }
            let Some(level) = self.line.last_mut() else {
                return Ok(self.over());
            };
            match level.left.pop() {
                Some(wanted) => next = Some(self.fetch(wanted)?),
                None => {
                    self.line.pop();
                }
            }
        }
    }

    /// What is known when there is nothing left to follow.
    fn over(&self) -> Found {
        match self.seen == self.certificate.totals().records {
            true => Found::Nowhere,
            // Each record can be reached; what was not reached lies behind lines that are too long.
            false => Found::Failed(Arc::new(Said::LinesTooLong(self.most_plies).limit())),
        }
    }

    /// Adds a position to the line, and tells whether one of its moves leads to the position that
    /// is looked for.
    fn enter(&mut self, choice: u32, node: Node) -> Result<Entered, Error> {
        // At the end of the longest line moves are looked at and not followed. Their records are
        // not marked, so that a shorter line may lead to them.
        let is_followed = self.line.len() + 1 < self.most_plies;
        let mut left: Vec<Waiting> = Vec::new();
        let mut found = Entered::Nothing;
        for (place, branch) in (0..).zip(self.certificate.children(&node)?) {
            if self.finding.is_it(&branch.position) {
                found = Entered::Found(place);
                break;
            }
            if let Some(child) = record_of(&branch).filter(|_| is_followed)
                && self.met.add(child)
            {
                let is_held = self.room > 0;
                self.room -= usize::from(is_held);
                left.push(Waiting {
                    place,
                    child,
                    branch: is_held.then(|| Box::new(branch)),
                });
            }
        }
        // In the order of the records, in which they lie in the file.
        left.sort_unstable_by_key(|waiting| Reverse(waiting.child));
        self.line.push(Level { choice, node, left });
        Ok(found)
    }

    /// The node behind a move of the last position of the line.
    fn fetch(&mut self, waiting: Waiting) -> Result<(u32, Node), Error> {
        let Waiting {
            place,
            child,
            branch,
        } = waiting;
        if let Some(branch) = branch {
            self.room += 1;
            return Ok((place, self.certificate.at(&branch)?));
        }
        let damaged = || Error::input(format!("record {child}: no record before it names it"));
        let level = self.line.last().ok_or_else(damaged)?;
        let mut branches = self.certificate.children(&level.node)?.into_iter();
        let branch = branches.nth(place as usize).ok_or_else(damaged)?;
        Ok((place, self.certificate.at(&branch)?))
    }

    fn path_by(&self, place: u32) -> Path {
        // The root was reached by no move.
        let line = self.line.iter().skip(1).map(|level| level.choice);
        Path::of(line.chain([place]).collect())
    }
}
