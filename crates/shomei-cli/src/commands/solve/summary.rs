//! The table of problems that `--summary` prints at the end: for people, for other programs, or for
//! documents.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use shomei::Found;
use shomei::words::{InLang, verdict_in};
use shomei_game::Lang;
use shomei_game::escape::one_line;
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use super::report::found_text;
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::output::{complain_as_is, print_as_is};
use crate::problems::Name;

/// What is not known, or not there.
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
    /// What programs read is English.
    fn lang(self, request: &Request) -> Lang {
        match self {
            Form::Tsv => Lang::En,
            Form::Table | Form::Markdown => request.lang,
        }
    }
}

/// What the table says of a problem, in words of its language.
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
    /// A problem with its answer.
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
        let unique = answered.notes.unique.as_ref();
        SummaryRow {
            problem: name.to_string(),
            answer: found_text(answered, lang),
            plies,
            is_proven,
            unique: unique.map(|verdict| verdict_in(verdict, lang)),
            seconds: Some(answered.result.work.seconds),
        }
    }

    /// A problem without one.
    pub(super) fn of_bad(request: &Request, name: &Name, failure: &Failure) -> SummaryRow {
        let lang = lang(request);
        let answer = match failure.exit() {
            Exit::Bad => lang.pick("bad", "読めない").to_string(),
            Exit::Unknown => Answer::Unknown.in_lang(lang),
            _ => lang.pick("error", "エラー").to_string(),
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
    /// The table that is asked for, if one is.
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

    /// The table. Where nothing was asked about other solutions there is no column for
    /// it, but in that for programs.
    fn text(&self) -> String {
        // Tabs of the table itself are not escaped when it is printed.
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
                // Names at the left, numbers at the right.
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
            true => lang.pick("yes", "はい").to_string(),
            false => lang.pick("no", "いいえ").to_string(),
        };
        let mut heading = lang
            .pick(
                ["problem", "answer", "plies", "shortest"],
                ["問題", "答え", "手数", "最短"],
            )
            .to_vec();
        heading.extend(has_unique.then_some(lang.pick("unique", "余詰")));
        heading.push(match is_tsv {
            true => "seconds",
            false => lang.pick("time", "時間"),
        });
        let seconds = |seconds: f64| match is_tsv {
            true => format!("{seconds:.3}"),
            false => format!("{seconds:.3} s"),
        };
        let row = |row: &SummaryRow| {
            let mut words = vec![
                row.problem.clone(),
                row.answer.clone(),
                or_none(row.plies.clone()),
                or_none(row.is_proven.map(yes)),
            ];
            words.extend(has_unique.then(|| or_none(row.unique.clone())));
            words.push(or_none(row.seconds.map(seconds)));
            words
        };
        let heading = heading.into_iter().map(String::from).collect();
        let rows = self.rows.iter().map(row);
        [heading].into_iter().chain(rows).collect()
    }

    /// Prints it where people look while objects go to standard output.
    pub(super) fn print(&self, request: &Request) -> Result<(), Failure> {
        match (self.rows.is_empty(), request.json) {
            (true, _) => Ok(()),
            (false, true) => {
                complain_as_is(&self.text());
                Ok(())
            }
            (false, false) => print_as_is(&self.text()),
        }
    }
}

/// The rows as lines, with these between their cells and at their ends.
fn joined(rows: &[Vec<String>], begin: &str, between: &str, end: &str) -> String {
    let line = |row: &Vec<String>| format!("{begin}{}{end}", row.join(between));
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
