//! The table at the end of a list of positions whose results have a size.

use super::Request;
use super::answer::Answered;
use super::report::found_text;
use crate::columns::aligned;
use crate::failure::Failure;
use crate::output::{grouped, print};
use crate::problems::Name;
use shomei::Question;
use shomei_game::Lang;

/// What is not known, or not there.
const NONE: &str = "-";

/// The rows so far; none for a game without scores.
pub(super) struct Overview {
    rows: Option<Vec<Vec<String>>>,
}

impl Overview {
    /// The heading.
    pub(super) fn of(request: &Request) -> Overview {
        let lang = request.lang;
        let answer = match request.question {
            Question::MoverWins | Question::Win(_) | Question::MovesFor(_) => {
                lang.pick("answer", "答え")
            }
            Question::Value | Question::Moves => lang.pick("value", "結果"),
            Question::Score | Question::MoveScores => lang.pick("score", "得点"),
        };
        let left = match (lang, request.entry.kind.remaining) {
            (Lang::Ja, "empties") => "空き",
            (_, left) => left,
        };
        let heading = lang.pick(
            ["line", left, answer, "expected", "nodes", "time", ""],
            ["行", left, answer, "予想", "節点数", "時間", ""],
        );
        let has_scores = request.entry.kind.range.is_some();
        Overview {
            rows: has_scores.then(|| vec![heading.map(String::from).to_vec()]),
        }
    }

    /// A line of the list.
    pub(super) fn add(&mut self, row: Vec<String>) {
        if let Some(rows) = &mut self.rows {
            rows.push(row);
        }
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

/// The row of a line of the list; `left` is how much of the game was left. None for a game without
/// scores.
pub(super) fn row(
    request: &Request,
    name: &Name,
    left: Option<u32>,
    answered: &Answered,
) -> Option<Vec<String>> {
    request.entry.kind.range?;
    let lang = request.lang;
    let comparison = answered.comparison.as_ref();
    let expected = comparison.map(|comparison| comparison.text.clone());
    let differs = comparison.is_some_and(|comparison| comparison.agrees == Some(false));
    let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_string());
    let differs = match differs {
        true => lang.pick("differs", "相違"),
        false => "",
    };
    Some(vec![
        name.to_string(),
        or_none(left.map(|left| left.to_string())),
        found_text(answered, lang),
        or_none(expected),
        grouped(answered.result.work.nodes()),
        format!("{:.3} s", answered.result.work.seconds),
        differs.to_string(),
    ])
}
