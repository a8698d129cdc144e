//! Certifies the solution of a problem after its check.

use shomei_search::Answer;

use super::manifest::Manifest;
use crate::any::{Aim, AnyPosition};
use crate::composers::{ProblemCheck, Word};
use crate::error::Error;
use crate::questions::{Prover, WinLength};
use crate::session::Session;
use crate::sink::{CertificateWish, SearchSink};

impl Session {
    /// Searches for the certificates that the line of a checked problem is the only solution: one
    /// for every other move of the attacker along the line. `sink` must have received the
    /// certificates of the check. Returns the manifest of the bundle, without results.
    ///
    /// Every move has the limits of the session; a move that is not decided within them leaves the
    /// verdict of the bundle open.
    ///
    /// # Errors
    ///
    /// The game or the sink fails.
    pub fn certify_solution<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        checked: &ProblemCheck,
        sink: &mut S,
    ) -> Result<Manifest, Error> {
        let result = &checked.result;
        let attacker = result.aim.attacker;
        let line = match result.answer {
            Answer::Proved => result.line.moves.clone(),
            _ => Vec::new(),
        };
        let found = checked.composition.others.as_ref();
        let found = found.and_then(|others| others.others.as_ref());
        let others = found.iter().flat_map(|others| &others.found.others);
        let kinds = others.filter_map(|other| {
            let kind = Word::of_move(other.kind).name().to_string();
            Some((other.ply, other.line.first()?.clone(), kind))
        });
        let manifest = Manifest::of_solution(position, attacker, line.clone(), kinds.collect());
        let root = self.place(position)?.for_attacker(attacker);
        let mut positions = vec![root];
        for (at, mv) in line.iter().enumerate() {
            positions.push(positions[at].play(mv)?);
        }
        // Moves near the end are easy, and often lead to the same positions as earlier moves.
        for (at, mv) in line.iter().enumerate().rev() {
            if positions[at].to_move() != attacker {
                continue;
            }
            let others = positions[at].children_for(attacker);
            for (_, child) in others.iter().filter(|(other, _)| other != mv) {
                let aim = Aim::win(attacker);
                self.prove(child, aim, WinLength::Any, CertificateWish::OfMove, sink)?;
            }
        }
        self.look_at_game()?;
        Ok(manifest)
    }
}
