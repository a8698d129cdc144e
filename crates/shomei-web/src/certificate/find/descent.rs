//! The search depth first, which holds one line.

use shomei::Error;
use shomei::certificates::{Branch, Certificate, Node};

use super::super::path::Path;
use super::super::tables::Marks;
use super::super::walk::record_of;
use super::{Finding, Found};

/// A search depth first.
pub(super) struct Descent<'a> {
    certificate: Certificate,
    /// The records that are on the line, were on it, or wait beside it.
    met: Marks,
    finding: &'a Finding,
    line: Vec<Level>,
}

/// A position of the line, with what is left to be looked at behind it.
struct Level {
    /// The number of the move that has led here.
    choice: u32,
    /// The moves to go on by, with their numbers and what stands behind them; the next one last.
    left: Vec<(u32, Node)>,
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
        })
    }

    pub(super) fn run(mut self) -> Result<Found, Error> {
        let root = self.certificate.root()?;
        if self.finding.is_it(root.position()) {
            return Ok(Found::At(Path::default()));
        }
        let mut next = Some((0, root));
        loop {
            if let Some((choice, node)) = next.take() {
                let place = self.enter(choice, &node)?;
                if let Some(place) = place {
                    return Ok(Found::At(self.path_by(place)));
                }
                if !self.finding.goes_on() {
                    return Ok(Found::Stopped);
                }
            }
            let Some(level) = self.line.last_mut() else {
                return Ok(Found::Nowhere);
            };
            next = level.left.pop();
            if next.is_none() {
                self.line.pop();
            }
        }
    }

    /// Adds a position to the line; the number of a move that leads to the position that is
    /// looked for.
    fn enter(&mut self, choice: u32, node: &Node) -> Result<Option<u32>, Error> {
        let branches = self.certificate.children(node)?;
        let mut own: Vec<(u64, u32)> = Vec::new();
        for (place, branch) in (0..).zip(&branches) {
            if self.finding.is_it(&branch.position) {
                self.line.push(Level {
                    choice,
                    left: Vec::new(),
                });
                return Ok(Some(place));
            }
            if let Some(child) = record_of(branch)
                && self.met.add(child)
            {
                own.push((child, place));
            }
        }
        own.sort_unstable();
        let fetch = |(_, place): &(u64, u32)| {
            let branch: &Branch = &branches[*place as usize];
            Ok((*place, self.certificate.at(branch)?))
        };
        let left: Result<Vec<_>, Error> = own.iter().map(fetch).collect();
        let mut left = left?;
        left.reverse();
        self.line.push(Level { choice, left });
        Ok(None)
    }

    fn path_by(&self, place: u32) -> Path {
        // The root was reached by no move.
        let line = self.line.iter().skip(1).map(|level| level.choice);
        Path::of(line.chain([place]).collect())
    }
}
