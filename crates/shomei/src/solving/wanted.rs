//! What is told beside an answer: other solutions, and refutations as texts.

use shomei_compose::{Defences, Deviation, Found, Given, Reason, Solutions};
use shomei_game::{Game, Notation};
use shomei_search::Observer;
use shomei_search::table::TableError;

use super::{Solution, Task};
use crate::composers::Tolerance;

/// What is to be told beside the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Where there is a win: in how few plies it can be forced, and a line of exactly these.
    pub shortest: bool,
    /// With the shortest win also its plies without wasted defences, in games that
    /// [count so](shomei_game::Composition::spares_defences).
    pub counted: bool,
    /// Where there is no win: what the defender answers, so many plies deep.
    pub depth: Option<u32>,
    /// Where there is no win: which defences are in the way, and what one thing more for the
    /// attacker would do. It takes further questions, which [`ask`](crate::questions::ask) puts.
    pub missing: bool,
    /// Where there is a shortest win with a line: other solutions, with so many nodes
    /// for each move.
    pub others: Option<u64>,
    /// With the other solutions also the other defences, of so many plies at least.
    pub variations: Option<u16>,
    /// With the other solutions also what the other defences are: as long as the line, or
    /// such that a longer way of the attacker looks like a solution.
    pub defences: bool,
    /// What does not keep a problem from being sound.
    pub tolerance: Tolerance,
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
    pub variations: Vec<Deviation<String, Reason>>,
    /// What the other defences are, where that is wanted.
    pub defences: Option<Defences<String>>,
    /// Whether the attacker can have something left at the end of the line whatever the defender
    /// plays; known where the other defences were looked at.
    pub leaves: Option<bool>,
    /// What was found along a line that was [given](Task::given), and what is left at its end.
    pub given: Option<(Given<String>, Option<String>)>,
}

/// Looks for other solutions.
pub(super) fn others<G: Game + Notation>(
    game: &G,
    mut solutions: Solutions<'_, G>,
    task: &Task,
    observer: &mut dyn Observer,
    solution: &mut Solution,
) -> Result<(), TableError> {
    let same_move = |position: &G::Position, a, b| {
        let customs = game.composition();
        customs.is_some_and(|customs| customs.is_same_solution(position, a, b))
    };
    let surplus = |end: &G::Position| game.composition()?.surplus(end);
    let has_left = |end: &G::Position| surplus(end).is_some();
    let found = solutions.find(&same_move, observer);
    let variations = match task.wanted.variations {
        Some(least) => solutions.variations(&found, least, observer),
        None => Vec::new(),
    };
    let (mut defences, mut leaves) = (None, None);
    if task.wanted.defences {
        defences = Some(solutions.find_defences(&has_left, observer));
        leaves = solutions.leaves_something(&has_left, observer);
    }
    let positions = solutions.positions().to_vec();
    let texts_from = |positions: &[G::Position], ply: usize, moves: &[G::Move]| -> Vec<String> {
        let start = positions.get(ply);
        let texts = start.map(|start| super::follow(game, start, moves));
        texts.unwrap_or_default()
    };
    let mut text = |ply: usize, moves: &[G::Move]| texts_from(&positions, ply, moves);
    let mut is_open = !found.open.is_empty();
    is_open |= defences.as_ref().is_some_and(|all| !all.open.is_empty());
    let mut others = Others {
        variations: variations.iter().map(|one| one.map(&mut text)).collect(),
        found: found.map(text),
        left_over: positions.last().and_then(surplus),
        defences: defences.map(|all| all.map(text)),
        leaves,
        given: None,
    };
    if let (Some(given), Some(root)) = (&task.given, positions.first()) {
        let line = read_line(game, root, given);
        let given = solutions.along(&line, &same_move, &has_left, observer)?;
        let positions = solutions.positions();
        let text = |ply: usize, moves: &[G::Move]| texts_from(positions, ply, moves);
        is_open |= !given.found.open.is_empty() || !given.defences.open.is_empty();
        let left = positions.last().and_then(surplus);
        let texts = Given {
            line: super::follow(game, root, &given.line),
            wins: given.wins,
            found: given.found.map(text),
            defences: given.defences.map(text),
        };
        others.given = Some((texts, left));
    }
    solution.others = Some(others);
    solution.report.counters = solutions.counters();
    if is_open {
        let stop = solutions.stopped_by();
        solution.report.stopped_by = solution.report.stopped_by.or(stop);
    }
    Ok(())
}

/// The moves of a line, up to the first text that is none.
fn read_line<G: Game + Notation>(game: &G, root: &G::Position, texts: &[String]) -> Vec<G::Move> {
    let mut position = root.clone();
    let mut line = Vec::with_capacity(texts.len());
    for text in texts {
        let Ok(mv) = game.parse_move(&position, text) else {
            break;
        };
        position = game.play(&position, mv);
        line.push(mv);
    }
    line
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
