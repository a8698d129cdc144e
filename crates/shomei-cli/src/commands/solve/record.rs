//! `--record`: writes solutions as game records, and keeps data about problems for them.

use std::path::PathBuf;

use clap::Args;
use shomei_game::{Branch, Ending, Record, RecordTree, Side, error_text};
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::answer::Answered;
use super::author_solution::AuthorSolution;
use super::{Request, report};
use crate::commands::convert::without_records;
use crate::failure::Failure;
use crate::problems::{Name, ProblemRecord, path_in};
use shomei::files::{Pending, Purpose, form_of};
use shomei::{Annotations, Kind, TextRecord};
use shomei::{AnyGame, AnyPosition, Error, ErrorKind};

const RECORD: &str = "Write the solution to FILE as a record of play. The extension of FILE \
    selects the form; `shomei games GAME` lists the forms. For a list of positions or a folder, \
    FILE must be a directory; the records in it have the names of the problems. A record holds the \
    answer for one attacker, so --value, --moves and --score have none: ask whether a side reaches \
    the score, as in --rules \"black>=N\" --attacker black";

/// The arguments.
#[derive(Clone, Debug, Args)]
pub(super) struct RecordArgs {
    /// Write the solution to FILE as a record of play; the extension selects the form
    #[arg(long, value_name = "FILE", long_help = RECORD)]
    pub(super) record: Option<PathBuf>,
}

/// Data about a problem for tables and records.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The name of the problem's file.
    pub(super) problem: Option<String>,
    /// The line number of the problem in its file.
    pub(super) line_number: Option<usize>,
    /// The text of the problem as given.
    pub(super) input: Option<String>,
    /// Other lines for the record of the solution.
    pub(super) branches: Vec<Branch<String>>,
    /// The path of the record that was written.
    pub(super) record: Option<PathBuf>,
    /// The path of the page that was written.
    pub(super) report: Option<PathBuf>,
    /// The author's solution.
    pub(super) author_solution: Option<AuthorSolution>,
    /// The texts in the record of the problem.
    pub(super) source_texts: Annotations,
}

/// The file for the record of a solution.
pub(super) struct Target {
    path: PathBuf,
    file: Pending,
    /// The record that contained the problem.
    source: Option<ProblemRecord>,
}

impl Notes {
    /// Sets the place and the text of the problem.
    pub(super) fn place(&mut self, name: &Name, input: Option<String>) {
        self.problem = name.file_label();
        self.line_number = name.line_number();
        self.input = input;
    }
}

/// Refuses `--record` for a game without record forms.
pub(super) fn check_forms(record: Option<&PathBuf>, kind: &Kind) -> Result<(), Failure> {
    match record {
        Some(_) if kind.record_forms.is_empty() => {
            Err(Failure::usage(without_records(kind.name)).context("--record"))
        }
        _ => Ok(()),
    }
}

impl Target {
    /// The file for the record of a single problem, if `--record` is given.
    pub(super) fn of_one(
        request: &Request,
        position: &AnyPosition,
        source: Option<ProblemRecord>,
    ) -> Result<Option<Target>, Failure> {
        let path = request.record.clone();
        path.map(|path| Target::of(request, path, position, source))
            .transpose()
    }

    /// The file for the record of a problem of a list, if `--record` is given.
    pub(super) fn of_many(
        request: &Request,
        name: &Name,
        position: &AnyPosition,
        source: Option<ProblemRecord>,
    ) -> Result<Option<Target>, Failure> {
        let form = request.kind.record_forms.first().copied();
        let (Some(directory), Some(form)) = (&request.record, form) else {
            return Ok(None);
        };
        let path = path_in(&request.guard, directory, name, form)?;
        Target::of(request, path, position, source).map(Some)
    }

    /// Opens the file before the search, so that an unwritable path or an unknown form costs no
    /// time.
    fn of(
        request: &Request,
        path: PathBuf,
        position: &AnyPosition,
        source: Option<ProblemRecord>,
    ) -> Result<Target, Failure> {
        let form = form_of(&path);
        let refuse = |error: Error| {
            let error = error.into_kind(ErrorKind::Usage);
            Err(error.context(format!("--record {}", path.display())).into())
        };
        let kind = &request.kind;
        if kind.diagram_forms.contains(&form.as_str()) {
            let known = kind.record_forms.iter();
            let known: Vec<&str> = known
                .copied()
                .filter(|form| !kind.diagram_forms.contains(form))
                .collect();
            let known = known.join(", ");
            return refuse(Error::usage(error_text!(
                "diagram-without-moves",
                "a diagram ({form}) has no place for moves; known are {known}",
                form = form,
                known = known
            )));
        }
        let empty = Record::of(request.game.start().text());
        if let Err(error) = request.game.write_record(Side::First, &empty, &form) {
            return refuse(error.into());
        }
        let purpose = Purpose::record(&request.game, &position.text());
        let file = request.guard.begin(&path, &purpose)?;
        Ok(Target { path, file, source })
    }

    /// Writes the record if the answer is known.
    pub(super) fn write(self, request: &Request, answered: &mut Answered) {
        let Target { path, file, source } = self;
        let Some(record) = record_of(request, answered, source) else {
            return;
        };
        let attacker = answered.result.aim.attacker;
        let game: &AnyGame = &request.game;
        let bytes = game.write_record(attacker, &record, &form_of(&path));
        let written = match bytes {
            Ok(bytes) => file.keep_with(&bytes).map_err(Failure::from),
            Err(error) => {
                let error = Error::from(error).into_kind(ErrorKind::Run);
                Err(error
                    .context(error_text!("no-record-written", "no record"))
                    .into())
            }
        };
        match written {
            Ok(()) => answered.notes.record = Some(path),
            Err(failure) => answered.problems.push(failure),
        }
    }
}

/// The solution as a record; `None` if the answer is unknown.
///
/// The content of the problem's record is merged: its lines become branches where they leave the
/// solution, and its comments stay at their moves.
fn record_of(
    request: &Request,
    answered: &Answered,
    source: Option<ProblemRecord>,
) -> Option<TextRecord> {
    let ending = match answered.result.answer {
        Answer::Unknown => return None,
        Answer::Proved if answered.result.line.is_cut => Ending::Open,
        Answer::Proved => Ending::Won,
        Answer::Disproved => Ending::Failed,
    };
    let mut record = TextRecord::of(answered.result.position.clone());
    record.main.moves.clone_from(&answered.result.line.moves);
    record.ending = ending;
    record.branches.clone_from(&answered.notes.branches);
    let mut about = report::about(request, answered);
    if let Some(ProblemRecord {
        record: source,
        before,
        is_own,
    }) = source
    {
        let source_tree = RecordTree::of(&source);
        let from = source_tree.at(&before).unwrap_or(0);
        let mut tree = RecordTree::of(&record);
        tree.merge(&source_tree, from);
        record = tree.record(record.root, source.headers);
        // Comments at moves that are not in the new record are put before the first move.
        let outside = source_tree.comments_outside(from);
        let more = outside.into_iter().chain([record.main.comment.as_str()]);
        let more = more.filter(|text| !text.is_empty());
        // Lines that an earlier run wrote are not repeated, and its results may be of another
        // question or position.
        let more: Vec<String> = more
            .flat_map(|text| text.split('\n'))
            .filter(|line| !about.iter().any(|known| known == line))
            .filter(|line| !(is_own && is_result(line)))
            .map(String::from)
            .collect();
        about.extend(more);
    }
    record.main.comment = about.join("\n");
    Some(record)
}

/// Stands for the words of a message that differ from result to result.
const GAP: &str = "\u{1}";

/// Whether a line of a comment is a result in the words of this program, in any language.
fn is_result(line: &str) -> bool {
    let has_form = |form: &str| match form.split(GAP).collect::<Vec<_>>()[..] {
        [first, .., last] => line
            .strip_prefix(first)
            .is_some_and(|rest| rest.ends_with(last)),
        _ => line == form,
    };
    let gap = || GAP.to_string();
    shomei_messages::languages().iter().any(|&lang| {
        let forms = [
            msg::HeadlineProved { side: gap() }.text(lang),
            msg::HeadlineDisproved { side: gap() }.text(lang),
            msg::HeadlineMate {
                attacker: gap(),
                defender: gap(),
            }
            .text(lang),
            msg::HeadlineNoMate {
                attacker: gap(),
                defender: gap(),
            }
            .text(lang),
            msg::ShortestProven { length: gap() }.text(lang),
            msg::LineCut.text(lang),
            msg::LineMayBeLonger.text(lang),
        ];
        forms.iter().any(|form| has_form(form))
    })
}
