//! The table at the end of a list of positions whose results have a size.

use super::Request;
use super::answer::Answered;
use super::report::value_text;
use crate::columns::aligned;
use crate::failure::Failure;
use crate::output::{grouped, print};
use crate::problems::Name;
use shomei::{Found, Question};

/// What is not known, or not there.
const NONE: &str = "-";

/// The rows so far; none for a game without scores.
pub(super) struct Overview {
    rows: Option<Vec<Vec<String>>>,
}

impl Overview {
    /// The heading.
    pub(super) fn of(request: &Request) -> Overview {
        let answer = match request.question {
            Question::MoverWins | Question::Win(_) | Question::MovesFor(_) => "answer",
            Question::Value | Question::Moves => "value",
            Question::Score | Question::MoveScores => "score",
        };
        let left = request.entry.kind.remaining;
        let heading = ["line", left, answer, "expected", "nodes", "time", ""];
        let has_scores = request.entry.kind.range.is_some();
        Overview {
            rows: has_scores.then(|| vec![heading.map(String::from).to_vec()]),
        }
    }

    /// A line of the list; `left` is how much of the game was left.
    pub(super) fn add(&mut self, name: &Name, left: Option<u32>, answered: &Answered) {
        let Some(rows) = &mut self.rows else {
            return;
        };
        let found = match &answered.result.found {
            Found::Answer | Found::Answers(_) => answered.result.answer.to_string(),
            Found::Value(value) | Found::Moves(value, _) => value_text(*value),
            Found::Score(known) | Found::Scores(known, _) => known.text(),
        };
        let comparison = answered.comparison.as_ref();
        let expected = comparison.map(|comparison| comparison.text.clone());
        let differs = comparison.is_some_and(|comparison| comparison.agrees == Some(false));
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_string());
        rows.push(vec![
            name.to_string(),
            or_none(left.map(|left| left.to_string())),
            found,
            or_none(expected),
            grouped(answered.result.work.nodes()),
            format!("{:.3} s", answered.result.work.seconds),
            if differs { "differs" } else { "" }.to_string(),
        ]);
    }

    /// The table; nothing without a line.
    pub(super) fn text(&self) -> Option<String> {
        let rows = self.rows.as_ref()?;
        (rows.len() > 1).then(|| aligned(rows, 0))
    }

    /// Prints it.
    pub(super) fn print(&self) -> Result<(), Failure> {
        match self.text() {
            Some(text) => print(text),
            None => Ok(()),
        }
    }
}
