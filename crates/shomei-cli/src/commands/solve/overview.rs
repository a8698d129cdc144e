//! The table at the end of a list of positions with scores.

use super::Request;
use super::answer::Answered;
use super::report::found_text;
use crate::columns::aligned;
use crate::failure::Failure;
use crate::output::{grouped, print};
use crate::problems::Name;
use shomei::Question;
use shomei_messages::{self as msg, Message};

/// The cell of an unknown or missing value.
const NONE: &str = "-";

/// The rows with the heading; `None` for a game without scores.
pub(super) struct Overview {
    rows: Option<Vec<Vec<String>>>,
}

impl Overview {
    /// A table with only the heading.
    pub(super) fn of(request: &Request) -> Overview {
        let lang = request.lang;
        let answer = match request.question {
            Question::MoverWins | Question::Win(_) | Question::MovesFor(_) => {
                msg::TableAnswer.text(lang)
            }
            Question::Value | Question::Moves => msg::TableValue.text(lang),
            Question::Score | Question::MoveScores => msg::TableScore.text(lang),
        };
        let left = match request.kind.remaining {
            "empties" => msg::OverviewEmpties.text(lang),
            left => left.to_string(),
        };
        let heading = vec![
            msg::OverviewLine.text(lang),
            left,
            answer,
            msg::OverviewExpected.text(lang),
            msg::TableNodes.text(lang),
            msg::TableTime.text(lang),
            String::new(),
        ];
        let has_scores = request.kind.range.is_some();
        Overview {
            rows: has_scores.then(|| vec![heading]),
        }
    }

    /// Adds the row of a problem.
    pub(super) fn add(&mut self, row: Vec<String>) {
        if let Some(rows) = &mut self.rows {
            rows.push(row);
        }
    }

    /// The table; `None` without rows.
    pub(super) fn text(&self) -> Option<String> {
        let rows = self.rows.as_ref()?;
        (rows.len() > 1).then(|| aligned(rows, 0))
    }

    pub(super) fn print(&self) -> Result<(), Failure> {
        match self.text() {
            Some(text) => print(text),
            None => Ok(()),
        }
    }
}

/// The row of a problem; `left` is the remaining length of the game. `None` for a game without
/// scores.
pub(super) fn row(
    request: &Request,
    name: &Name,
    left: Option<u32>,
    answered: &Answered,
) -> Option<Vec<String>> {
    request.kind.range?;
    let lang = request.lang;
    let comparison = answered.comparison.as_ref();
    let expected = comparison.map(|comparison| comparison.text.clone());
    let differs = comparison.is_some_and(|comparison| comparison.agrees == Some(false));
    let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_string());
    let differs = match differs {
        true => msg::OverviewDiffers.text(lang),
        false => String::new(),
    };
    Some(vec![
        name.to_string(),
        or_none(left.map(|left| left.to_string())),
        found_text(request, answered, lang),
        or_none(expected),
        grouped(answered.result.work.nodes()),
        format!("{:.3} s", answered.result.work.seconds),
        differs,
    ])
}
