//! Certifies the solution of a problem after its check.

use std::collections::HashSet;

use shomei_search::{Answer, Bracket};

use super::manifest::Manifest;
use crate::any::{Aim, AnyPosition};
use crate::composers::{ProblemCheck, Word};
use crate::error::Error;
use crate::questions::{Budget, ExactLine, Prover, Query, Question, WinLength};
use crate::session::Session;
use crate::sink::{CertificateWish, SearchSink};

impl Session {
    /// Searches for the certificates that the line of a checked problem is the only solution: one
    /// for every other move of the attacker along the line. `sink` must have received the
    /// certificates of the check. Returns the manifest of the bundle, without results.
    ///
    /// A move that the check did not decide is not searched. Any other move has ten times the nodes
    /// that it had in the check, and the limits of the session. A move without a certificate leaves
    /// the verdict of the bundle open. Without the line of a shortest win, the bundle is about the
    /// win alone.
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
        let length = result.shortest.and_then(Bracket::exact);
        let has_line = length == u16::try_from(line.len()).ok();
        if result.answer != Answer::Disproved && !has_line {
            return Ok(Manifest::of_position(
                position,
                Query {
                    question: Question::Win(attacker),
                    length: WinLength::Shortest,
                    line: ExactLine::Omit,
                },
            ));
        }
        let solutions = checked.composition.others.as_ref();
        let found = solutions.and_then(|others| others.others.as_ref());
        let open: HashSet<(usize, &str)> = found
            .iter()
            .flat_map(|others| &others.found.open)
            .map(|(ply, mv)| (*ply, &**mv))
            .collect();
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
        let nodes = solutions.map_or(u64::MAX, |others| others.nodes.saturating_mul(10));
        self.share_time(|session| {
            let most = session.config().limits.nodes;
            session.set_nodes(Some(most.map_or(nodes, |most| most.min(nodes))));
            // Moves near the end are easy, and often lead to the same positions as earlier moves.
            for (at, mv) in line.iter().enumerate().rev() {
                if positions[at].to_move() != attacker {
                    continue;
                }
                for (other, child) in positions[at].children_for(attacker) {
                    if other != *mv && !open.contains(&(at, &*other)) {
                        let (aim, wish) = (Aim::win(attacker), CertificateWish::OfMove);
                        let (length, budget) = (WinLength::Any, Budget::default());
                        session.prove(&child, aim, length, wish, &budget, sink)?;
                    }
                }
            }
            session.check_game()
        })?;
        Ok(manifest)
    }
}
