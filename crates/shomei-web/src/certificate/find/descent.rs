//! The depth-first search, which keeps one line.

use std::cmp::Reverse;
use std::sync::Arc;

use shomei::Error;
use shomei::certificates::{Branch, Certificate, Node};
use shomei::game::error_text;

use super::super::path::{MOST_PLIES, Path};
use super::super::tables::Marks;
use super::super::walk::record_after;
use super::{Finding, Found};

/// A depth-first search.
pub(super) struct Descent<'a> {
    certificate: Certificate,
    /// The records that are or were on the line, or are deferred.
    met: Marks,
    finding: &'a Finding,
    line: Vec<Level>,
    /// The maximum length of a path and therefore of the line, in moves.
    most_plies: usize,
    /// The number of branches that can still be stored.
    room: usize,
    /// The number of visited records.
    seen: u64,
}

/// A position of the line, with its deferred moves.
struct Level {
    /// The number of the move that led to the position.
    choice: u32,
    node: Node,
    /// The deferred moves; the next one is the last.
    left: Vec<Waiting>,
}

/// A deferred move and its record.
struct Waiting {
    place: u32,
    child: u64,
    /// `None` if too many branches are stored: the branch is computed again when it is needed,
    /// which takes as long as playing all moves of the position.
    branch: Option<Box<Branch>>,
}

/// The maximum number of stored branches. One takes about 400 bytes with its position, so all of
/// them take less than 40 MiB.
const MOST_HELD: usize = 100_000;

/// The result of the examination of a position's moves.
enum Entered {
    /// The move with this number leads to the wanted position.
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

    /// A descent with a maximum of `most_plies` moves per line and `room` stored branches.
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
        if self.finding.is_it(root.position())? {
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

    /// The result when no deferred moves are left.
    fn over(&self) -> Found {
        match self.seen == self.certificate.totals().records {
            true => Found::Nowhere,
            // Each record can be reached; the records not visited are at the end of lines that are
            // too long.
            false => Found::Failed(Arc::new(Error::limit(error_text!(
                "lines-too-long",
                "lines of more than {most} moves were not followed: the position may be further on",
                most = shomei::messages::grouped(self.most_plies as u64)
            )))),
        }
    }

    /// Adds a position to the line. Returns whether one of its moves leads to the wanted position.
    fn enter(&mut self, choice: u32, node: Node) -> Result<Entered, Error> {
        // At the maximum length of a line, moves are examined but not followed. Their records are
        // not marked, so that a shorter line can lead to them.
        let is_followed = self.line.len() + 1 < self.most_plies;
        let mut left: Vec<Waiting> = Vec::new();
        let mut found = Entered::Nothing;
        for (place, branch) in (0..).zip(self.certificate.children(&node)?) {
            if self.finding.is_it(&branch.position)? {
                found = Entered::Found(place);
                break;
            }
            if let Some(child) = record_after(&branch).filter(|_| is_followed)
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
        // In the order of the records in the file.
        left.sort_unstable_by_key(|waiting| Reverse(waiting.child));
        self.line.push(Level { choice, node, left });
        Ok(found)
    }

    /// The node after a move of the last position of the line.
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
        // The root has no move that leads to it.
        let line = self.line.iter().skip(1).map(|level| level.choice);
        Path::of(line.chain([place]).collect())
    }
}
