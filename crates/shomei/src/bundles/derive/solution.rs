//! The results along the main line of a solution, and the verdict.

use shomei_compose::Uniqueness;
use shomei_game::{Outcome, Side};
use shomei_search::Answer;

use super::{Deriving, go_on, wrong};
use crate::any::{Aim, AnyPosition};
use crate::bundles::fault::Fault;
use crate::bundles::manifest::{MoveResult, PositionResult};
use crate::questions::{Question, WinLength};

impl Deriving<'_> {
    /// The results along the main line of a solution, and the verdict.
    pub(super) fn solution(
        &mut self,
        positions: &[AnyPosition],
    ) -> Result<(Vec<PositionResult>, String), Fault> {
        let Question::Win(attacker) = self.query.question else {
            return Err(wrong("a solution needs an attacker"));
        };
        let root = self.position(&positions[0], 0)?;
        if root.answer.as_deref() == Some("disproved") && self.manifest.line.is_empty() {
            return Ok((vec![root], "no solution".into()));
        }
        let plies = self.manifest.line.len();
        let end = positions[plies].end_for(attacker);
        let is_won =
            end.is_ok_and(|end| end.is_some_and(|end| end.outcome == Outcome::Win(attacker)));
        if !is_won {
            return Err(wrong(
                "the main line does not end with a win of the attacker",
            ));
        }
        let most = root.length.and_then(|(_, most)| most);
        if most.map(usize::from) != Some(plies) {
            return Err(wrong(format!(
                "the main line has {plies} plies, but the certificates do not prove a win in {plies}"
            )));
        }
        let is_shortest = root.length.is_some_and(|(least, most)| Some(least) == most);
        let mut results = vec![root];
        let mut uniqueness = match is_shortest {
            true => Uniqueness::Unique,
            false => Uniqueness::NotDecided,
        };
        for (at, mv) in self.manifest.line.iter().enumerate() {
            if positions[at].to_move() != attacker {
                continue;
            }
            let others = positions[at].children_for(attacker).into_iter();
            for (other, child) in others.filter(|(other, _)| other != mv) {
                let row = self.other_move(attacker, at, other, &child)?;
                uniqueness = worse(uniqueness, uniqueness_of(&row));
                match results.last_mut() {
                    Some(last) if last.plies == at => last.moves.push(row),
                    _ => results.push(PositionResult {
                        plies: at,
                        moves: vec![row],
                        ..PositionResult::default()
                    }),
                }
            }
        }
        Ok((results, uniqueness.to_string()))
    }

    /// The result for a move that the attacker could play in place of the move of the line.
    fn other_move(
        &mut self,
        attacker: Side,
        plies: usize,
        mv: String,
        child: &AnyPosition,
    ) -> Result<MoveResult, Fault> {
        go_on(self.limits)?;
        self.claims.begin();
        let aim = Aim::win(attacker);
        let found = self.claims.answer(child, aim, WinLength::Any);
        let answer = found.map_err(Fault::of_manifest)?.report.answer;
        let is_last = plies + 1 == self.manifest.line.len();
        let stated = self.manifest.kind_of(plies, &mv).map(String::from);
        let kind = stated.filter(|_| answer == Answer::Proved);
        if let Some(kind) = &kind
            && !KINDS.contains(&&kind[..])
            && !(is_last && kind == LAST_MOVE)
        {
            return Err(wrong(format!(
                "{kind:?} is not the kind of move {mv} after {plies} plies"
            )));
        }
        Ok(MoveResult {
            mv,
            answer: Some(answer.to_string()),
            kind,
            certificates: self.named(child),
            ..MoveResult::default()
        })
    }
}

/// The kind of another move that wins, at the end of the line.
const LAST_MOVE: &str = "last-move";

/// The kinds of other moves that win, at any place of the line.
const KINDS: [&str; 4] = ["another", "promotion", "order", "detour"];

/// What one other move means for the solution.
fn uniqueness_of(row: &MoveResult) -> Uniqueness {
    match (row.answer.as_deref(), row.kind.as_deref()) {
        (Some("disproved"), _) | (_, Some("detour")) => Uniqueness::Unique,
        (_, Some(LAST_MOVE)) => Uniqueness::UniqueButLast,
        (_, Some(_)) => Uniqueness::NotUnique,
        (_, None) => Uniqueness::NotDecided,
    }
}

/// The verdict by two verdicts.
fn worse(a: Uniqueness, b: Uniqueness) -> Uniqueness {
    let rank = |uniqueness| match uniqueness {
        Uniqueness::Unique => 0,
        Uniqueness::UniqueButLast => 1,
        Uniqueness::NotDecided => 2,
        Uniqueness::NotUnique => 3,
    };
    match rank(a) < rank(b) {
        true => b,
        false => a,
    }
}
