//! What is told beside an answer: other solutions, and refutations as texts.

use shomei_game::{Notation, Solvable};
use shomei_search::Observer;
use shomei_search::solutions::{Found, Solutions, Variation};

use super::Solution;

/// What is to be told beside the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Where there is a win: in how few plies it can be forced, and a line of exactly these.
    pub shortest: bool,
    /// Where there is no win: what the defender answers, so many plies deep.
    pub depth: Option<u32>,
    /// Where there is a shortest win with a line: other solutions, with so many nodes
    /// for each move.
    pub others: Option<u64>,
    /// With the other solutions also the other defences, of so many plies at least.
    pub variations: Option<u16>,
}

impl Wanted {
    /// Whether the shortest win is searched for: other solutions leave its line.
    #[must_use]
    pub fn asks_length(&self) -> bool {
        self.shortest || self.others.is_some()
    }
}

/// Other solutions of a problem, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Others {
    /// The moves that win, too.
    pub found: Found<String>,
    /// What the attacker has left at the end of the line.
    pub left_over: Option<String>,
    /// The other defences and solutions as lines, where they are wanted.
    pub variations: Vec<Variation<String>>,
}

/// Looks for other solutions.
pub(super) fn others<G: Solvable + Notation>(
    game: &G,
    mut solutions: Solutions<'_, G>,
    variations: Option<u16>,
    observer: &mut dyn Observer,
    solution: &mut Solution,
) {
    let same_move = |position: &G::Position, a, b| game.is_same_solution(position, a, b);
    let found = solutions.find(&same_move, observer);
    let variations = match variations {
        Some(least) => solutions.variations(&found, least, observer),
        None => Vec::new(),
    };
    let positions = solutions.positions();
    let text = |ply: usize, moves: &[G::Move]| -> Vec<String> {
        let start = positions.get(ply).cloned();
        let texts = start.map(|start| super::follow(game, &start, moves));
        texts.unwrap_or_default()
    };
    let variation = |variation: Variation<G::Move>| Variation {
        ply: variation.ply,
        moves: text(variation.ply, &variation.moves),
        length: variation.length,
        reason: variation.reason,
    };
    solution.others = Some(Others {
        variations: variations.into_iter().map(variation).collect(),
        found: found.map(text),
        left_over: positions.last().and_then(|end| game.surplus(end)),
    });
    solution.report.counters = solutions.counters();
    if !found.open.is_empty() {
        let stop = solutions.stopped_by();
        solution.report.stopped_by = solution.report.stopped_by.or(stop);
    }
}

/// The text of the last move of a line.
pub(super) fn last_text<G: Notation>(game: &G, root: &G::Position, line: &[G::Move]) -> String {
    let Some((&last, before)) = line.split_last() else {
        return String::new();
    };
    let play = |position: G::Position, &mv: &G::Move| game.play(&position, mv);
    let position = before.iter().fold(root.clone(), play);
    game.format_move(&position, last)
}
