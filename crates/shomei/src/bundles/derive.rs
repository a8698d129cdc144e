//! Answers the question of a manifest from claims.
//!
//! The code that combines the answers of searches also combines the claims: [`ask`] asks the claims
//! in place of a search.

mod solution;

use std::collections::{BTreeSet, HashMap};

use shomei_game::Side;
use shomei_search::{Answer, Bracket, Limits, Silent};

use super::claims::Claims;
use super::fault::Fault;
use super::manifest::{BundleQuestion, Manifest, MoveResult, PositionResult};
use crate::any::{AnyGame, AnyPosition};
use crate::questions::{MoveValue, Query, Question, Value, WinLength, ask};
use crate::sink::Watching;

/// The greatest number of moves of a line.
const MAX_LINE: usize = 65_535;

fn wrong(text: impl Into<String>) -> Fault {
    Fault::Wrong(text.into())
}

/// An error if a limit of the check is reached.
fn go_on(limits: &Limits) -> Result<(), Fault> {
    let stopped = || Fault::Limit("stopped by a limit of this check".into());
    limits.reached().map_or(Ok(()), |_| Err(stopped()))
}

/// Fills in the results of a manifest, and returns the certificates that they need.
pub(super) fn derive(
    claims: &mut Claims,
    names: &[String],
    game: &AnyGame,
    manifest: &Manifest,
    limits: &Limits,
) -> Result<(Manifest, BTreeSet<usize>), Fault> {
    let (game_name, rules) = (game.name(), game.rules());
    if manifest.game != game_name || manifest.rules != rules {
        return Err(wrong(format!(
            "the game is {:?} with the rules {:?}, the program writes {game_name:?} and {rules:?}",
            manifest.game, manifest.rules
        )));
    }
    let root = manifest.root(game);
    let root = root.map_err(|error| wrong(format!("the position: {error}")))?;
    if root.text() != manifest.position {
        return Err(wrong(format!(
            "the position must be written as {:?}",
            root.text()
        )));
    }
    let query = manifest.query(game);
    let query = query.ok_or_else(|| wrong("the attacker does not fit the question"))?;
    if manifest.line.len() > MAX_LINE {
        return Err(wrong(format!("the line has more than {MAX_LINE} moves")));
    }
    let mut positions = vec![root];
    for (at, mv) in manifest.line.iter().enumerate() {
        go_on(limits)?;
        let next = positions[at].play(mv);
        let next = next.map_err(|error| wrong(format!("move {} of the line: {error}", at + 1)))?;
        if positions[at].move_text(mv).ok().as_ref() != Some(mv) {
            return Err(wrong(format!(
                "move {} of the line is not in the usual form",
                at + 1
            )));
        }
        positions.push(next);
    }
    let mut deriving = Deriving {
        claims,
        limits,
        names,
        query,
        manifest,
        files: BTreeSet::new(),
    };
    let mut derived = Manifest {
        results: Vec::new(),
        verdict: None,
        ..manifest.clone()
    };
    match (manifest.question, manifest.from) {
        (BundleQuestion::Solution, None) if manifest.shortest => {
            let (results, verdict) = deriving.solution(&positions)?;
            derived.results = results;
            derived.verdict = Some(verdict);
        }
        (BundleQuestion::Solution, _) => {
            return Err(wrong("a solution has \"shortest\" and no \"from\""));
        }
        (_, Some(from)) if from < positions.len() => {
            derived.results = deriving.review(&positions, from)?;
        }
        (_, None) if manifest.line.is_empty() => {
            derived.results = vec![deriving.position(&positions[0], 0)?];
        }
        _ => return Err(wrong("\"from\" does not fit the line and the question")),
    }
    Ok((derived, deriving.files))
}

/// The derivation of results from claims.
struct Deriving<'a> {
    claims: &'a mut Claims,
    limits: &'a Limits,
    /// The names of the files of the claims.
    names: &'a [String],
    query: Query,
    manifest: &'a Manifest,
    /// The files that are needed.
    files: BTreeSet<usize>,
}

impl Deriving<'_> {
    /// The names of the files that the results for a position need.
    fn named(&mut self, position: &AnyPosition) -> Vec<String> {
        let used = self.claims.files(position);
        self.files.extend(&used);
        let names = used.into_iter().filter_map(|file| self.names.get(file));
        names.cloned().collect()
    }

    /// The results for one position.
    fn position(&mut self, position: &AnyPosition, plies: usize) -> Result<PositionResult, Fault> {
        go_on(self.limits)?;
        let question = self.query.question;
        self.claims.begin();
        let mut silent = Silent;
        let result = ask(
            self.claims,
            position,
            &self.query,
            &mut Watching(&mut silent),
        );
        let result = result.map_err(Fault::of_manifest)?;
        let by_value = matches!(question, Question::Value | Question::Moves);
        let by_answer = !question.is_of_value();
        let has_length =
            self.query.length == WinLength::Shortest && (!by_value || is_decisive(result.value()));
        let mut row = PositionResult {
            plies,
            answer: by_answer.then(|| result.answer.to_string()),
            value: by_value.then(|| value_text(result.value())),
            score: result.score().map(|known| known.bounds),
            length: result
                .shortest
                .filter(|_| has_length && result.answer != Answer::Disproved)
                .map(bounds),
            lost: None,
            certificates: Vec::new(),
            moves: Vec::new(),
        };
        // A move can lead to the same position again: then the claims are those of the move.
        if result.moves().is_empty() {
            row.certificates = self.named(position);
            return Ok(row);
        }
        let children = match question {
            Question::MovesFor(attacker) => position.children_for(attacker),
            _ => children(position),
        };
        let known = result.moves().iter();
        let moves: HashMap<&str, &MoveValue> =
            known.map(|known| (known.mv.as_str(), known)).collect();
        for (mv, child) in children {
            let Some(known) = moves.get(mv.as_str()) else {
                continue;
            };
            row.moves.push(MoveResult {
                answer: known.answer.map(|answer| answer.to_string()),
                value: by_value.then(|| value_text(known.value)),
                score: known.bounds,
                length: known.length.map(bounds),
                kind: None,
                certificates: self.named(&child),
                mv,
            });
        }
        Ok(row)
    }

    /// The results for the positions of a game.
    fn review(
        &mut self,
        positions: &[AnyPosition],
        from: usize,
    ) -> Result<Vec<PositionResult>, Fault> {
        let mut results: Vec<PositionResult> = Vec::new();
        let mut before: Option<(Side, [i32; 2])> = None;
        for (plies, position) in positions.iter().enumerate().skip(from) {
            let mut result = self.position(position, plies)?;
            let after = self.worth(position, &result);
            result.lost = before.map(|(mover, [low, high])| {
                let [least, most] = match mover == position.to_move() {
                    true => after,
                    false => [-after[1], -after[0]],
                };
                [(low - most).max(0), high - least]
            });
            before = Some((position.to_move(), after));
            results.push(result);
        }
        Ok(results)
    }

    /// The bounds of the value for the side to move: scores, or 1, 0 and -1.
    fn worth(&self, position: &AnyPosition, result: &PositionResult) -> [i32; 2] {
        if let Some(score) = result.score {
            return score;
        }
        let is_attacker = match self.query.question {
            Question::Win(attacker) => attacker == position.to_move(),
            _ => true,
        };
        let exact = |worth: i32| [worth, worth];
        match result.value.as_deref().or(result.answer.as_deref()) {
            Some("win") => exact(1),
            Some("draw") => exact(0),
            Some("loss") => exact(-1),
            Some("proved") => exact(if is_attacker { 1 } else { -1 }),
            Some("disproved") => exact(if is_attacker { -1 } else { 1 }),
            _ => [-1, 1],
        }
    }
}

/// The legal moves, as a question about every move lists them.
fn children(position: &AnyPosition) -> Vec<(String, AnyPosition)> {
    match position.rules_depend_on_goal() {
        // The attacker has fewer moves than in the question, which lists those of the defender.
        true => {
            let mover = position.to_move();
            if position.end_for(mover.opponent()).is_err() {
                return position.children_for(mover);
            }
            let mut all = position.children_for(mover.opponent());
            let known: BTreeSet<String> = all.iter().map(|(mv, _)| mv.clone()).collect();
            let more = position.children_for(mover).into_iter();
            all.extend(more.filter(|(mv, _)| !known.contains(mv)));
            all
        }
        false => position.children(),
    }
}

/// Whether a side wins: an unknown value has no length, since either side may be able to win.
fn is_decisive(value: Option<Value>) -> bool {
    matches!(value, Some(Value::Win | Value::Loss))
}

fn value_text(value: Option<Value>) -> String {
    value.map_or_else(|| "unknown".into(), |value| value.to_string())
}

fn bounds(length: Bracket) -> (u16, Option<u16>) {
    (length.least, length.most)
}
