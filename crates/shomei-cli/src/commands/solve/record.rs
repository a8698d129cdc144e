//! Solutions as records of play (`--record`), and what goes with records on the
//! command line.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use shomei_game::{Branch, Ending, Record, RecordTree, Side};
use shomei_search::Answer;

use super::answer::Answered;
use super::stated::Stated;
use super::{Request, report};
use crate::failure::Failure;
use crate::games::Entry;
use crate::problems::{Name, ProblemRecord, place_in};
use shomei::files::{Pending, Purpose, form_of};
use shomei::{AnyGame, AnyPosition};
use shomei::{Said, TextRecord};

const RECORD: &str = "Write the solution as a record of play to FILE, whose name says in which form: \
    see `shomei games GAME`. For a list of positions or a folder FILE must be a directory; the \
    records in it are named like the problems";

/// The arguments.
#[derive(Clone, Debug, Args)]
pub(super) struct RecordArgs {
    /// Write the solution as a record of play to FILE, whose name says in which form
    #[arg(long, value_name = "FILE", long_help = RECORD)]
    pub(super) record: Option<PathBuf>,
}

/// What tables and records say of a problem, beside the answer.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The problem, where it has the name of a file.
    pub(super) problem: Option<String>,
    /// The number of its line, where it has one.
    pub(super) line_number: Option<usize>,
    /// Its text, as it was given.
    pub(super) input: Option<String>,
    /// Other lines that belong into a record of the solution.
    pub(super) branches: Vec<Branch<String>>,
    /// In a word whether there is no other solution, where that was asked for.
    pub(super) unique: Option<String>,
    /// The record, where one was written.
    pub(super) record: Option<PathBuf>,
    /// The page of its own, where one was written.
    pub(super) report: Option<PathBuf>,
    /// The solution that came with the problem.
    pub(super) stated: Option<Stated>,
    /// What the record of the problem says in words.
    pub(super) said: Said,
}

/// Where the record of a solution goes.
pub(super) struct Target {
    path: PathBuf,
    file: Pending,
    /// The record that the problem came in, if it did.
    source: Option<ProblemRecord>,
}

impl Notes {
    /// The place of the problem, and its text.
    pub(super) fn place(&mut self, name: &Name, input: Option<String>) {
        self.problem = name.in_file();
        self.line_number = name.line_number();
        self.input = input;
    }
}

/// Refuses records of games that have none.
pub(super) fn check_forms(record: Option<&PathBuf>, entry: &Entry) -> Result<(), Failure> {
    match record {
        Some(_) if entry.kind.record_forms.is_empty() => {
            let message = format!("--record: {} has no records of play", entry.kind.name);
            Err(Failure::Usage(message))
        }
        _ => Ok(()),
    }
}

impl Target {
    /// The file for the record of the only problem, if one is asked for.
    pub(super) fn of_one(
        request: &Request,
        position: &AnyPosition,
        source: Option<ProblemRecord>,
    ) -> Result<Option<Target>, Failure> {
        let path = request.record.clone();
        path.map(|path| Target::of(request, path, position, source))
            .transpose()
    }

    /// The file for the record of a problem of a list, if they are asked for.
    pub(super) fn of_many(
        request: &Request,
        name: &Name,
        position: &AnyPosition,
        source: Option<ProblemRecord>,
    ) -> Result<Option<Target>, Failure> {
        let form = request.entry.kind.record_forms.first().copied();
        let (Some(directory), Some(form)) = (&request.record, form) else {
            return Ok(None);
        };
        let path = place_in(&request.guard, directory, name, form)?;
        Target::of(request, path, position, source).map(Some)
    }

    /// Before the search, so that a place that cannot be written to, or a form that
    /// there is not, costs no time.
    fn of(
        request: &Request,
        path: PathBuf,
        position: &AnyPosition,
        source: Option<ProblemRecord>,
    ) -> Result<Target, Failure> {
        let form = form_of(&path);
        let refuse = |why: String| {
            let path = path.display();
            Err(Failure::Usage(format!("--record {path}: {why}")))
        };
        let kind = &request.entry.kind;
        if kind.diagram_forms.contains(&form.as_str()) {
            let known = kind.record_forms.iter();
            let known: Vec<&str> = known
                .copied()
                .filter(|form| !kind.diagram_forms.contains(form))
                .collect();
            let known = known.join(", ");
            return refuse(format!(
                "a diagram ({form}) has no place for moves; known are {known}"
            ));
        }
        let empty = Record::of(request.game.start().text());
        if let Err(error) = request.game.write_record(Side::First, &empty, &form) {
            return refuse(error.to_string());
        }
        let purpose = Purpose::record(&request.game, &position.text());
        let file = request.guard.begin(&path, &purpose)?;
        Ok(Target { path, file, source })
    }

    /// Writes the record of an answer, if it is known.
    pub(super) fn write(self, request: &Request, answered: &mut Answered) {
        let Target {
            path,
            mut file,
            source,
        } = self;
        let Some(record) = record_of(request, answered, source) else {
            return;
        };
        let attacker = answered.result.aim.attacker;
        let game: &AnyGame = &request.game;
        let bytes = game.write_record(attacker, &record, &form_of(&path));
        let written = match bytes {
            Ok(bytes) => file
                .write_all(&bytes)
                .with_context(|| format!("cannot write {}", path.display()))
                .map_err(Failure::from)
                .and_then(|()| Ok(file.keep()?)),
            Err(error) => Err(Failure::Run(anyhow::anyhow!("no record: {error}"))),
        };
        match written {
            Ok(()) => answered.notes.record = Some(path),
            Err(failure) => answered.problems.push(failure),
        }
    }
}

/// The solution as a record; `None` while the answer is not known.
///
/// What the record of the problem has stays in its place: its lines are branches where they leave
/// the solution, and comments stay at their moves.
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
        record: given,
        before,
    }) = source
    {
        let given_tree = RecordTree::of(&given);
        let from = given_tree.at(&before).unwrap_or(0);
        let mut tree = RecordTree::of(&record);
        tree.merge(&given_tree, from);
        record = tree.record(record.root, given.headers);
        // What is said of moves that are not in the new record is put before the first one.
        let outside = given_tree.said_outside(from);
        let more = outside.into_iter().chain([record.main.comment.as_str()]);
        let more = more.filter(|text| !text.is_empty());
        // What was written by an earlier run is not said twice.
        let more: Vec<String> = more
            .flat_map(|text| text.split('\n'))
            .filter(|line| !about.iter().any(|known| known == line))
            .map(String::from)
            .collect();
        about.extend(more);
    }
    record.main.comment = about.join("\n");
    Some(record)
}
