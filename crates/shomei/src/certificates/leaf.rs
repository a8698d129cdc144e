//! The play after a re-solved leaf. A certificate contains only the value of such a leaf.

use shomei_game::{Status, error_text};
use shomei_proof::Claim;
use shomei_search::{Answer, Limits};

use super::{Certificate, Node};
use crate::any::Aim;
use crate::error::{Error, ErrorKind};
use crate::session::Session;
use crate::solving::{Solution, TextLine};

impl Certificate {
    /// Searches a position of the certificate again, and returns a line of play from it to the end
    /// of the game, or of a disproof to its first repetition. Use it for
    /// [`Resolved`](super::NodeContent::Resolved) positions: the certificate contains no records below
    /// them. For example, an Othello proof ends some plies before the last disc. The line of a
    /// finished position is empty.
    ///
    /// The search uses 64 MiB of memory, and the node limit, the time limit and the stop flag of
    /// these limits. It takes about as long as the leaf took when the certificate was made:
    /// milliseconds. To answer a move of the other side that is not in the line, search the
    /// position after it.
    ///
    /// # Errors
    ///
    /// * [`Limit`](ErrorKind::Limit) if a limit is reached before the answer or cuts the line;
    /// * [`Input`](ErrorKind::Input) if the position does not have the claimed value: then the
    ///   certificate is wrong;
    /// * [`Usage`](ErrorKind::Usage) if the claim is about a number of plies: the remaining plies of
    ///   a record depend on the whole certificate;
    /// * [`Game`](ErrorKind::Game) if the game fails.
    pub fn play_on(&self, node: &Node, limits: &Limits) -> Result<TextLine, Error> {
        let position = node.position();
        if position.status() != Status::Open {
            return Ok(TextLine::default());
        }
        if self.header().plies.is_some() {
            let text = error_text!(
                "no-search-within-plies",
                "a position of a certificate about a number of plies cannot be searched again"
            );
            return Err(Error::usage(text));
        }
        let mut session = Session::new(self.game())?;
        session.set_limits(limits.clone());
        let solution = session.solve(position, Aim::win(self.attacker()))?;
        let report = &solution.report;
        match report.answer.claim() {
            Some(claim) if claim == self.claim() => {}
            Some(_) => return Err(contradicted(node, self.claim())),
            None => return Err(stopped("no answer", &solution)),
        }
        match solution.line.is_cut {
            true => Err(stopped("the line is not complete", &solution)),
            false => Ok(solution.line),
        }
    }
}

fn contradicted(node: &Node, claim: Claim) -> Error {
    let record = node
        .number()
        .map_or(String::new(), |number| format!("record {number}: "));
    let claimed = Answer::from(claim);
    let message = format!("{record}a search of the position does not find that it is {claimed}");
    Error::new(ErrorKind::Input, message)
}

fn stopped(what: &str, solution: &Solution) -> Error {
    let why = solution.report.stopped_by;
    let why = why.map_or(String::new(), |stop| format!(", stopped by {stop}"));
    Error::limit(format!("{what}{why}"))
}
