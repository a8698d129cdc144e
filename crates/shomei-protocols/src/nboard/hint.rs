//! Answers to `hint` and `analyze`: proven scores of the best moves of a position, and of all
//! positions of a game.

use shomei::{AnyPosition, Error, Limits};

use super::protocol::{Depth, search_line};
use super::thinking::{NboardReporter, SearchOutput, nodestats};
use crate::othello::{Line, ProvenScore, Solver, Work, discs, ranked};

/// A move's score for the side that plays it, and a line of play that keeps the score.
type Scored = (i32, Vec<String>);

/// Prints the scores of the `count` best moves, each as soon as it is proven to be one of them.
pub(super) fn print_best_moves(
    solver: &mut Solver,
    position: &AnyPosition,
    count: usize,
    limits: &Limits,
    output: &SearchOutput,
) -> Result<(), Error> {
    let ranked = ranked(position);
    let Some((likely, _)) = ranked.first() else {
        output.status("the game is over");
        return Ok(());
    };
    output.status(&begins(position));
    let mut work = Work::begin();
    let mut outcome_is_printed = false;
    let mut on_found = |found: &ProvenScore| {
        if !outcome_is_printed && let Some(line) = outcome_line(found, likely) {
            outcome_is_printed = true;
            output.print(line);
        }
    };
    let mut reporter = NboardReporter::new(output, &mut on_found);
    let found = solver.score(position, limits, Line::Whole, &mut work, &mut reporter)?;
    let Some((score, best)) = found.solved() else {
        output.status(&open_text(found.bounds));
        return Ok(());
    };
    let line = match found.line.is_empty() {
        true => vec![best.to_string()],
        false => found.line.clone(),
    };
    output.print(search_line(&line, score, Depth::Exact));
    let moves = ranked.iter().map(|(mv, _)| mv);
    let others: Vec<&String> = moves.filter(|mv| Some(*mv) != line.first()).collect();
    let mut list = List {
        best: score,
        count,
        printed: 1,
        waiting: Vec::new(),
    };
    let open = print_others(
        solver,
        position,
        &others,
        limits,
        &mut list,
        (output, &mut work),
    )?;
    output.print(nodestats(work.nodes, work.seconds()));
    let more = match open {
        0 => String::new(),
        _ => format!("; moves that are not solved: {open}"),
    };
    output.status(&format!("proven: {}{more}", discs(score)));
    Ok(())
}

/// Prints the moves other than the best one that belong to the hint. Returns the number of moves
/// that were not solved.
fn print_others(
    solver: &mut Solver,
    position: &AnyPosition,
    others: &[&String],
    limits: &Limits,
    list: &mut List,
    (output, work): (&SearchOutput, &mut Work),
) -> Result<usize, Error> {
    let mut open = 0;
    for (place, mv) in others.iter().enumerate() {
        if list.is_full() {
            return Ok(0);
        }
        let child = position.play(mv)?;
        let mut ignored = |_: &ProvenScore| ();
        let mut reporter = NboardReporter::new(output, &mut ignored);
        let found = solver.score(&child, limits, Line::Whole, work, &mut reporter)?;
        match found.score() {
            Some(score) => {
                let line = std::iter::once((*mv).clone()).chain(found.line);
                list.waiting.push((-score, line.collect()));
            }
            None => open += 1,
        }
        list.print_certain(open + others.len() - place - 1, output);
    }
    // The scores of the other moves are unknown, and each of these is proven.
    list.print_certain(0, output);
    Ok(open)
}

/// The moves of a hint, printed in the order of their scores.
struct List {
    /// The score of the best move.
    best: i32,
    /// The number of moves to print.
    count: usize,
    /// The number of moves printed.
    printed: usize,
    /// Moves with proven scores that are not printed yet.
    waiting: Vec<Scored>,
}

impl List {
    fn is_full(&self) -> bool {
        self.printed >= self.count
    }

    /// Prints the moves that are among the best, whatever the scores of the `unknown` other moves
    /// are.
    fn print_certain(&mut self, unknown: usize, output: &SearchOutput) {
        self.waiting.sort_by_key(|&(score, _)| -score);
        while let Some(&(score, _)) = self.waiting.first() {
            // No move is better than the best one.
            let above = if score == self.best { 0 } else { unknown };
            if self.printed + above >= self.count {
                return;
            }
            let (score, line) = self.waiting.remove(0);
            output.print(search_line(&line, score, Depth::Exact));
            self.printed += 1;
        }
    }
}

/// The line for a proven outcome while the score is not proven.
fn outcome_line(found: &ProvenScore, likely: &str) -> Option<String> {
    let [low, high] = found.bounds;
    if low == high {
        return None;
    }
    let line = |mv: &str, score| search_line(&[mv.to_string()], score, Depth::Outcome);
    match &found.best {
        Some((least, mv)) if *least > 0 => Some(line(mv, *least)),
        // Every move loses.
        _ if high < 0 => Some(line(likely, high)),
        _ => None,
    }
}

/// Prints the proven scores of a game's positions, from the last one backwards. Each position has
/// limits of its own. The analysis ends at the first position that is not solved within them.
pub(super) fn analyze(
    solver: &mut Solver,
    positions: &[AnyPosition],
    limits: impl Fn() -> Limits,
    output: &SearchOutput,
) -> Result<(), Error> {
    let mut work = Work::begin();
    for (made, position) in positions.iter().enumerate().rev() {
        output.status(&format!("move {made}: {}", begins(position)));
        let mut ignored = |_: &ProvenScore| ();
        let mut reporter = NboardReporter::new(output, &mut ignored);
        let found = solver.score(position, &limits(), Line::First, &mut work, &mut reporter)?;
        let Some(score) = found.score() else {
            let known = open_text(found.bounds);
            output.status(&format!("after {made} moves and before: {known}"));
            return Ok(());
        };
        output.print(format_args!("analysis {made} {score}.00"));
    }
    output.print(nodestats(work.nodes, work.seconds()));
    output.status("proven: the scores of all positions");
    Ok(())
}

/// The status text at the beginning of a search.
pub(super) fn begins(position: &AnyPosition) -> String {
    let empties = position.remaining().unwrap_or_default();
    format!("solving, with {empties} empty squares")
}

/// The status text for a score that is not proven, or whose move is unknown.
fn open_text([low, high]: [i32; 2]) -> String {
    match low == high {
        true => format!("proven: the score is {low:+}; its move was not found in time"),
        false => format!("not proven: the score is between {low:+} and {high:+}"),
    }
}
