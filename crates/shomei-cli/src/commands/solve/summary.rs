//! The table that `--summary` prints at the end, for people, programs or documents.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use shomei::Found;
use shomei::messages::InLang;
use shomei_game::Lang;
use shomei_game::escape::one_line;
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use super::report::found_text;
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::output::{print_as_is, print_stderr_as_is};
use crate::problems::Name;

/// The cell of an unknown or missing value.
const NONE: &str = "-";

/// How the table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Columns under each other
    Table,
    /// Values between tabs, the same in every language
    Tsv,
    /// A table of Markdown
    Markdown,
}

impl Form {
    /// Tables for programs are in English.
    fn lang(self, request: &Request) -> Lang {
        match self {
            Form::Tsv => Lang::EN,
            Form::Table | Form::Markdown => request.lang,
        }
    }
}

/// The row of a problem, in the language of the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SummaryRow {
    problem: String,
    answer: String,
    plies: Option<String>,
    is_proven: Option<bool>,
    unique: Option<String>,
    seconds: Option<f64>,
}

impl SummaryRow {
    /// The row of a problem with a result.
    pub(super) fn of(request: &Request, name: &Name, answered: &Answered) -> SummaryRow {
        let lang = lang(request);
        let is_win = answered.result.answer == Answer::Proved;
        let (plies, is_proven) = match (answered.result.shortest, &answered.result.found) {
            (Some(known), _) if is_win => {
                let is_exact = known.exact().is_some();
                (known.most.map(|most| most.to_string()), Some(is_exact))
            }
            (None, Found::Answer) if is_win => {
                let plies = answered.result.line.moves.len();
                let result = &answered.result;
                let is_whole = !result.line.is_cut && !result.line.may_be_longer;
                let more = if is_whole { "" } else { "+" };
                (Some(format!("{plies}{more}")), Some(false))
            }
            _ => (None, None),
        };
        let others = answered.composition.others.as_ref();
        SummaryRow {
            problem: name.to_string(),
            answer: found_text(request, answered, lang),
            plies,
            is_proven,
            unique: others.map(|others| others.verdict().in_lang(lang)),
            seconds: Some(answered.result.work.seconds),
        }
    }

    /// The row of a problem without a result.
    pub(super) fn of_bad(request: &Request, name: &Name, failure: &Failure) -> SummaryRow {
        let lang = lang(request);
        let answer = match failure.exit() {
            Exit::Bad => msg::SummaryBad.text(lang),
            Exit::Unknown => Answer::Unknown.in_lang(lang),
            _ => msg::SummaryError.text(lang),
        };
        SummaryRow {
            problem: name.to_string(),
            answer,
            plies: None,
            is_proven: None,
            unique: None,
            seconds: None,
        }
    }
}

fn lang(request: &Request) -> Lang {
    let form = request.lists.summary.unwrap_or(Form::Table);
    form.lang(request)
}

/// A row for each problem.
#[derive(Debug)]
pub(super) struct Summary {
    form: Form,
    lang: Lang,
    rows: Vec<SummaryRow>,
}

impl Summary {
    /// The table, if `--summary` is given.
    pub(super) fn of(request: &Request) -> Option<Summary> {
        let form = request.lists.summary?;
        Some(Summary {
            form,
            lang: form.lang(request),
            rows: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, row: SummaryRow) {
        self.rows.push(row);
    }

    /// The table. The column about other solutions is omitted if no row has a verdict, except in
    /// TSV.
    fn text(&self) -> String {
        // Escaped here, because the tabs of the table must be printed unescaped.
        let plain = |cell: &String| one_line(cell).into_owned();
        let plain = |row: &Vec<String>| row.iter().map(plain).collect();
        let rows: Vec<Vec<String>> = self.cells().iter().map(plain).collect();
        match self.form {
            Form::Table => aligned(&rows, 2),
            Form::Tsv => joined(&rows, "", "\t", ""),
            Form::Markdown => {
                let escaped = |cell: &String| cell.replace('\\', "\\\\").replace('|', "\\|");
                let escaped = |row: &Vec<String>| row.iter().map(escaped).collect();
                let mut rows: Vec<Vec<String>> = rows.iter().map(escaped).collect();
                // Texts are aligned left, numbers right.
                let rules = (0..rows[0].len()).map(|column| match column {
                    0 | 1 => "---",
                    _ => "---:",
                });
                let rules = rules.map(String::from).collect();
                rows.insert(1, rules);
                joined(&rows, "| ", " | ", " |")
            }
        }
    }

    fn cells(&self) -> Vec<Vec<String>> {
        let (lang, is_tsv) = (self.lang, self.form == Form::Tsv);
        let has_unique = is_tsv || self.rows.iter().any(|row| row.unique.is_some());
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_string());
        let yes = |is: bool| match is {
            true => msg::SummaryYes.text(lang),
            false => msg::SummaryNo.text(lang),
        };
        let mut heading = vec![
            msg::SummaryProblem.text(lang),
            msg::TableAnswer.text(lang),
            msg::SummaryPlies.text(lang),
            msg::SummaryShortest.text(lang),
        ];
        heading.extend(has_unique.then(|| msg::SummaryUnique.text(lang)));
        heading.push(match is_tsv {
            true => "seconds".to_string(),
            false => msg::TableTime.text(lang),
        });
        let seconds = |seconds: f64| match is_tsv {
            true => format!("{seconds:.3}"),
            false => format!("{seconds:.3} s"),
        };
        let row = |row: &SummaryRow| {
            let mut cells = vec![
                row.problem.clone(),
                row.answer.clone(),
                or_none(row.plies.clone()),
                or_none(row.is_proven.map(yes)),
            ];
            cells.extend(has_unique.then(|| or_none(row.unique.clone())));
            cells.push(or_none(row.seconds.map(seconds)));
            cells
        };
        let rows = self.rows.iter().map(row);
        [heading].into_iter().chain(rows).collect()
    }

    /// Prints the table; to standard error if standard output has objects.
    pub(super) fn print(&self, request: &Request) -> Result<(), Failure> {
        match (self.rows.is_empty(), request.json) {
            (true, _) => Ok(()),
            (false, true) => {
                print_stderr_as_is(&self.text());
                Ok(())
            }
            (false, false) => print_as_is(&self.text()),
        }
    }
}

/// Joins the cells of each row with `between` and the rows with line breaks.
fn joined(rows: &[Vec<String>], begin: &str, between: &str, end: &str) -> String {
    let line = |row: &Vec<String>| format!("{begin}{}{end}", row.join(between));
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
