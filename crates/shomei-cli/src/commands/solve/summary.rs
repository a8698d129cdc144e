//! The table of problems that `--summary` prints at the end.

use shomei::Found;
use shomei_game::Lang;
use shomei_search::Answer;

use super::answer::Answered;
use super::report::found_text;
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::output::{complain, print};
use crate::problems::Name;

/// What is not known, or not there.
const NONE: &str = "-";

/// A row for each problem.
#[derive(Debug, Default)]
pub(super) struct Summary {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    problem: String,
    answer: String,
    plies: Option<String>,
    is_proven: Option<bool>,
    unique: Option<String>,
    seconds: Option<f64>,
}

impl Summary {
    /// A problem with its answer.
    pub(super) fn add(&mut self, name: &Name, answered: &Answered) {
        let answer = found_text(answered, Lang::En);
        let is_win = answered.result.answer == Answer::Proved;
        let (plies, is_proven) = match (answered.result.shortest, &answered.result.found) {
            (Some(known), _) if is_win => {
                let is_exact = known.exact().is_some();
                (known.most.map(|most| most.to_string()), Some(is_exact))
            }
            (None, Found::Answer) if is_win => {
                let plies = answered.result.line.len();
                let more = if answered.result.line_is_cut { "+" } else { "" };
                (Some(format!("{plies}{more}")), Some(false))
            }
            _ => (None, None),
        };
        self.rows.push(Row {
            problem: name.to_string(),
            answer,
            plies,
            is_proven,
            unique: answered.notes.unique.clone(),
            seconds: Some(answered.result.work.seconds),
        });
    }

    /// A problem without one.
    pub(super) fn add_bad(&mut self, name: &Name, failure: &Failure) {
        let answer = match failure.exit() {
            Exit::Bad => "bad",
            Exit::Unknown => "unknown",
            _ => "error",
        };
        self.rows.push(Row {
            problem: name.to_string(),
            answer: answer.to_string(),
            plies: None,
            is_proven: None,
            unique: None,
            seconds: None,
        });
    }

    /// The table. Where nothing was asked about other solutions there is no column for
    /// it.
    fn text(&self) -> String {
        let has_unique = self.rows.iter().any(|row| row.unique.is_some());
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_string());
        let yes = |is: bool| if is { "yes" } else { "no" }.to_string();
        let mut heading = vec!["problem", "answer", "plies", "shortest"];
        heading.extend(has_unique.then_some("unique"));
        heading.push("time");
        let row = |row: &Row| {
            let mut words = vec![
                row.problem.clone(),
                row.answer.clone(),
                or_none(row.plies.clone()),
                or_none(row.is_proven.map(yes)),
            ];
            words.extend(has_unique.then(|| or_none(row.unique.clone())));
            words.push(or_none(row.seconds.map(|s| format!("{s:.3} s"))));
            words
        };
        let heading = heading.into_iter().map(String::from).collect();
        let rows: Vec<_> = [heading]
            .into_iter()
            .chain(self.rows.iter().map(row))
            .collect();
        aligned(&rows, 2)
    }

    /// Prints it where people look while objects go to standard output.
    pub(super) fn print(&self, is_json: bool) -> Result<(), Failure> {
        match (self.rows.is_empty(), is_json) {
            (true, _) => Ok(()),
            (false, true) => {
                complain(self.text());
                Ok(())
            }
            (false, false) => print(self.text()),
        }
    }
}
