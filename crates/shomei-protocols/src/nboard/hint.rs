//! What is told of a position: the scores of its best moves, proven ones only, and those of all
//! positions of a game.

use shomei::{AnyPosition, Error, Limits};

use super::protocol::{Depth, search_line};
use super::thinking::{NboardReporter, Voice, nodestats};
use crate::othello::{Found, Line, Solver, Work, discs, ranked};

/// A move's score for who plays it, and a line of play that keeps it.
type Scored = (i32, Vec<String>);

/// Tells the scores of so many best moves, each as soon as it is certain that it is one of them.
pub(super) fn tell(
    solver: &mut Solver,
    position: &AnyPosition,
    count: usize,
    limits: &Limits,
    voice: &Voice,
) -> Result<(), Error> {
    let ranked = ranked(position);
    let Some((likely, _)) = ranked.first() else {
        voice.status("the game is over");
        return Ok(());
    };
    voice.status(&begins(position));
    let mut work = Work::begin();
    let mut outcome_is_told = false;
    let mut on_found = |found: &Found| {
        if !outcome_is_told && let Some(line) = outcome_line(found, likely) {
            outcome_is_told = true;
            voice.say(line);
        }
    };
    let mut reporter = NboardReporter::new(voice, &mut on_found);
    let found = solver.score(position, limits, Line::Whole, &mut work, &mut reporter)?;
    let Some((score, best)) = found.solved() else {
        voice.status(&open_text(found.bounds));
        return Ok(());
    };
    let line = match found.line.is_empty() {
        true => vec![best.to_string()],
        false => found.line.clone(),
    };
    voice.say(search_line(&line, score, Depth::Exact));
    let moves = ranked.iter().map(|(mv, _)| mv);
    let others: Vec<&String> = moves.filter(|mv| Some(*mv) != line.first()).collect();
    let mut list = List {
        best: score,
        count,
        told: 1,
        waiting: Vec::new(),
    };
    let open = tell_others(
        solver,
        position,
        &others,
        limits,
        &mut list,
        (voice, &mut work),
    )?;
    voice.say(nodestats(work.nodes, work.seconds()));
    let more = match open {
        0 => String::new(),
        _ => format!("; moves that are not solved: {open}"),
    };
    voice.status(&format!("proven: {}{more}", discs(score)));
    Ok(())
}

/// Tells what is wanted of the moves beside the best one; how many were not solved.
fn tell_others(
    solver: &mut Solver,
    position: &AnyPosition,
    others: &[&String],
    limits: &Limits,
    list: &mut List,
    (voice, work): (&Voice, &mut Work),
) -> Result<usize, Error> {
    let mut open = 0;
    for (place, mv) in others.iter().enumerate() {
        if list.is_full() {
            return Ok(0);
        }
        let child = position.play(mv)?;
        let mut ignored = |_: &Found| ();
        let mut reporter = NboardReporter::new(voice, &mut ignored);
        let found = solver.score(&child, limits, Line::Whole, work, &mut reporter)?;
        match found.score() {
            Some(score) => {
                let line = std::iter::once((*mv).clone()).chain(found.line);
                list.waiting.push((-score, line.collect()));
            }
            None => open += 1,
        }
        list.tell_certain(open + others.len() - place - 1, voice);
    }
    // What the others are worth is not known, and each of these is proven.
    list.tell_certain(0, voice);
    Ok(open)
}

/// Moves that are told in the order of their scores.
struct List {
    /// The score of the best one.
    best: i32,
    /// How many are wanted.
    count: usize,
    /// How many were told.
    told: usize,
    /// Moves of known score that are not told yet.
    waiting: Vec<Scored>,
}

impl List {
    fn is_full(&self) -> bool {
        self.told >= self.count
    }

    /// Tells those that belong to the best, whatever the scores of so many others are.
    fn tell_certain(&mut self, unknown: usize, voice: &Voice) {
        self.waiting.sort_by_key(|&(score, _)| -score);
        while let Some(&(score, _)) = self.waiting.first() {
            // No move is better than the best one.
            let above = if score == self.best { 0 } else { unknown };
            if self.told + above >= self.count {
                return;
            }
            let (score, line) = self.waiting.remove(0);
            voice.say(search_line(&line, score, Depth::Exact));
            self.told += 1;
        }
    }
}

/// Says who wins, once that is proven and the score is not.
fn outcome_line(found: &Found, likely: &str) -> Option<String> {
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

/// Tells the scores of all positions of a game from its end on, as far back as they can be
/// proven within the limits that each has. What is behind an open one is open, too.
pub(super) fn analyze(
    solver: &mut Solver,
    positions: &[AnyPosition],
    limits: impl Fn() -> Limits,
    voice: &Voice,
) -> Result<(), Error> {
    let mut work = Work::begin();
    for (made, position) in positions.iter().enumerate().rev() {
        voice.status(&format!("move {made}: {}", begins(position)));
        let mut ignored = |_: &Found| ();
        let mut reporter = NboardReporter::new(voice, &mut ignored);
        let found = solver.score(position, &limits(), Line::First, &mut work, &mut reporter)?;
        let Some(score) = found.score() else {
            let known = open_text(found.bounds);
            voice.status(&format!("after {made} moves and before: {known}"));
            return Ok(());
        };
        voice.say(format_args!("analysis {made} {score}.00"));
    }
    voice.say(nodestats(work.nodes, work.seconds()));
    voice.status("proven: the scores of all positions");
    Ok(())
}

/// What is searched.
pub(super) fn begins(position: &AnyPosition) -> String {
    let empties = position.remaining().unwrap_or_default();
    format!("solving, with {empties} empty squares")
}

/// What is known of a score that is not proven.
fn open_text([low, high]: [i32; 2]) -> String {
    match low == high {
        true => format!("proven: the score is {low:+}; its move was not found in time"),
        false => format!("not proven: the score is between {low:+} and {high:+}"),
    }
}
